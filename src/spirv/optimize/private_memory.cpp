#include "spirv/optimize/optimizations.h"

// Private memory.
//
// Where a workgroup is one invocation, its memory is that invocation's own: variables, which a
// compiler keeps in registers where it can tell the indices. Not large arrays: a device sets memory
// aside for the variables of every lane that it has. Nor where copies write, which do so by
// atomics.

namespace vyre::spirv {
namespace {

constexpr uint64_t kMaxPrivateBytes = 1024;

}  // namespace

std::vector<bool> find_private_memory(const Program& program, const launch::BindingPlan& plan,
                                      const Analysis& analysis) {
  if (!analysis.copies.empty()) return {};
  std::vector<bool> found(program.buffers.size());
  uint64_t bytes = 0;
  for (const launch::PlannedBinding& binding : plan.bindings) {
    if (binding.role != launch::Role::kShared) continue;
    found[binding.buffer] = true;
    bytes += uint64_t{program.buffers[binding.buffer].count} * binding.element_bytes;
  }
  return bytes <= kMaxPrivateBytes ? found : std::vector<bool>{};
}

}  // namespace vyre::spirv
