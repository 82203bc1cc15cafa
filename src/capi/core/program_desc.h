#pragma once

#include "base/status/status.h"
#include "runtime/program/program.h"
#include "vyre_driver.h"

namespace vyre::capi {

// |given| may be null.
Result<runtime::LoadOptions> load_options_of(const vyre_program_desc* given);

// What a save description asks for, of |program|. kBuilt never comes out. |given| may be null.
Result<runtime::Format> save_format_of(const vyre_save_desc* given,
                                       const runtime::Program& program);

// Refuses a wire form that is neither ANY nor the one that is read and written.
Status check_form(vyre_wire_form form, std::string_view name);

}  // namespace vyre::capi
