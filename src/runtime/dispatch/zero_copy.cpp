#include "runtime/dispatch/zero_copy.h"

namespace vyre::runtime {
namespace {

bool meet(const std::byte* a, uint64_t a_size, const std::byte* b, uint64_t b_size) {
  const auto at = reinterpret_cast<uintptr_t>(a);
  const auto other = reinterpret_cast<uintptr_t>(b);
  return a != nullptr && b != nullptr && at < other + b_size && other < at + a_size;
}

// Whether binding |index| alone uses the place that its output goes to, its own input included when
// that is the same place.
bool is_alone(const ResolvedBindings& resolved, uint32_t index) {
  const Binding& own = *resolved.of[index];
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    const Binding* other = resolved.of[i];
    if (other == nullptr || other->buffer != nullptr) continue;
    const uint64_t size = resolved.sizes[index];
    const bool is_itself = i == index && other->input == own.output;
    if (!is_itself && meet(own.output, size, other->input, resolved.sizes[i])) return false;
    if (i != index && meet(own.output, size, other->output, resolved.sizes[i])) return false;
  }
  return true;
}

}  // namespace

void permit_zero_copy(const DispatchOptions& options, Prepared& prepared) {
  if (options.timeout || options.to_fixpoint || prepared.host_io) return;
  if (options.grid_buffer != nullptr) return;  // which can trap
  for (backend::BufferUse& use : prepared.uses) use.zero_copy = use.memory == nullptr;
  for (const OutputRange& range : prepared.outputs) {
    if (range.bytes != range.buffer_bytes) continue;
    if (!is_alone(prepared.resolved, range.plan_index)) continue;
    prepared.uses[range.plan_index].output = prepared.resolved.of[range.plan_index]->output;
  }
}

}  // namespace vyre::runtime
