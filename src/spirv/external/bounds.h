#pragma once

#include "base/status/status.h"
#include "spirv/external/constants.h"
#include "spirv/external/external_module.h"

namespace vyre::spirv {

// Refuses types by which a few words keep a driver's compiler busy for ever: nested too deep, of
// too many bytes when they are written out, or too long an array in a variable of a function or of
// an invocation. |are_chosen|: so is one whose length cannot be told, as constants that nobody has
// chosen yet need not make a length.
Status check_type_bounds(const ExternalModule& module, const ExternalConstants& values,
                         bool are_chosen);

}  // namespace vyre::spirv
