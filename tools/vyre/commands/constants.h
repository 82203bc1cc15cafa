#pragma once

#include <string>
#include <vector>

#include "host/library.h"

namespace tool {

// What |program| names.
std::vector<vyre_constant_info> constants_of(const vyre_program* program);

// "U32", "ElementType" as the JSON form spells a kind; its value as a person reads it.
std::string_view constant_kind_name(vyre_constant_kind kind);
std::string constant_text(const vyre_constant& constant);

// What "NAME=VALUE" options say; borrows their texts. A value is read as the kind that |program|
// names it as, or says its own: "u32:16", "i32:-3", "f32:0.5", "bool:true", "element:F32".
Result<std::vector<vyre_constant>> parse_constants(const vyre_program* program,
                                                   const std::vector<std::string>& texts);

}  // namespace tool
