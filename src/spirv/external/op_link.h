#pragma once

#include "base/status/status.h"
#include "launch/op_function.h"
#include "spirv/module/builder.h"

namespace vyre::spirv {

// Types of the parameters and results of an op's function: a word that is unsigned or signed, a
// float of 32 bits, a truth.
Id function_type_of(ModuleBuilder& module, ir::DataType type);

// Whether a value of that type can go into and come out of an op's function.
bool is_function_type(ir::DataType type);

// Adds the module of |function| to |module| and gives the id of what it exports. Any words are
// taken; what they are not is refused with kUnsupportedFeature, and |module| is worthless then.
Result<Id> link_function(const launch::OpFunction& function, ModuleBuilder& module);

// Whether link_function() takes it.
Status check_link(const launch::OpFunction& function);

// The same, and whether a kernel that calls it is valid for a device (validate_module).
Status check_function(const launch::OpFunction& function);

}  // namespace vyre::spirv
