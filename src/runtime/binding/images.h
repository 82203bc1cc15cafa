#pragma once

#include "runtime/binding/resolve.h"

namespace vyre::runtime {

// Whether what is bound at |plan_index| is what the module has there: a buffer or memory of the
// host, an image that fits, a sampler.
Status check_resource(const Pipeline& pipeline, uint32_t plan_index, const Binding& binding);

// Whether two bindings have a level of an image in common.
bool share_texels(const Binding& a, const Binding& b);

}  // namespace vyre::runtime
