#pragma once

#include <string_view>

#include "base/status/status.h"
#include "runtime/emission/emission.h"
#include "vyre_driver_tools.h"

namespace vyre::capi {

inline constexpr std::string_view kSpirvAotId = "spv";

// Success for "spirv" alone; |name|: of the argument.
Status check_emit_target(vyre_string target, std::string_view name);

Result<runtime::EmitOptions> emit_options(const vyre_emit_desc* desc);

}  // namespace vyre::capi
