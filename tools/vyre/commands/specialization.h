#pragma once

#include <string>
#include <vector>

#include "host/library.h"

namespace tool {

using SpecMap = std::unique_ptr<vyre_spec_map, Destroy<vyre_spec_map_destroy>>;

// What |program| names.
Result<std::vector<vyre_spec_info>> specs_of(const vyre_program* program);

// "U32", "ElementType" as the JSON form spells a kind; its value as a person reads it.
std::string_view constant_kind_name(uint32_t kind);
std::string spec_text(const vyre_spec_value& value);

// The map that "NAME=VALUE" options make. A value is read as the kind that |program| names it as,
// or says its own: "u32:16", "i32:-3", "f32:0.5", "bool:true", "element:F32".
Result<SpecMap> parse_specs(const vyre_program* program, const std::vector<std::string>& texts);

}  // namespace tool
