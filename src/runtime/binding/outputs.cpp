#include "runtime/binding/outputs.h"

#include "launch/layout.h"

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
    if (other == nullptr || other->buffer) continue;
    const uint64_t size = resolved.sizes[index];
    const bool is_itself = i == index && other->input == own.output;
    if (!is_itself && meet(own.output, size, other->input, resolved.sizes[i])) return false;
    if (i != index && meet(own.output, size, other->output, resolved.sizes[i])) return false;
  }
  return true;
}

}  // namespace

Result<OutputRange> output_range(const Pipeline& pipeline, uint32_t plan_index,
                                 uint64_t buffer_bytes) {
  const launch::Binding& planned = pipeline.plan().bindings[plan_index];
  const ir::Buffer& declared = pipeline.ir().buffers[planned.buffer];
  Result<launch::OutputLayout> layout =
      launch::output_layout(buffer_bytes, declared.output_byte_range);
  if (!layout.ok()) {
    return fail(layout.error().code(), buffer_label(pipeline, plan_index), ": ",
                layout.error().text());
  }
  const uint64_t start = declared.output_byte_range ? declared.output_byte_range->start : 0;
  return OutputRange{plan_index, start, layout.value().read_bytes, buffer_bytes};
}

Result<std::vector<OutputRange>> outputs_of(const Pipeline& pipeline,
                                            std::span<const Binding> bindings) {
  ResolvedBindings resolved;
  VYRE_RETURN_IF_ERROR(resolve(pipeline, bindings, resolved));
  std::vector<OutputRange> ranges;
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    if (!pipeline.plan().bindings[i].output_index) continue;
    const bool unsized = resolved.of[i] == nullptr && !pipeline.plan().bindings[i].static_bytes;
    ranges.push_back({i, 0, 0, 0});
    if (unsized) continue;
    VYRE_ASSIGN_OR_RETURN(ranges.back(), output_range(pipeline, i, resolved.sizes[i]));
  }
  return ranges;
}

bool is_capture(const Binding& binding) {
  return binding.kind == BindKind::kOutput || binding.kind == BindKind::kInOut;
}

Status check_room(const Pipeline& pipeline, const OutputRange& range, const Binding& binding) {
  if (binding.size < range.bytes) {
    return fail(Code::kInsufficientCapacity, buffer_label(pipeline, range.plan_index), " returns ",
                range.bytes, " bytes, there is room for ", binding.size,
                ". Fix: pass memory for all of them");
  }
  if (binding.output == nullptr && range.bytes != 0) {
    return fail(Code::kInvalidArgument, buffer_label(pipeline, range.plan_index), " returns ",
                range.bytes, " bytes to a null pointer. Fix: pass memory for them");
  }
  return {};
}

void permit_zero_copy(const ResolvedBindings& resolved, std::span<const OutputRange> outputs,
                      std::span<backend::BufferUse> uses) {
  for (backend::BufferUse& use : uses) use.zero_copy = use.memory == nullptr;
  for (const OutputRange& range : outputs) {
    if (range.bytes != range.buffer_bytes || !is_alone(resolved, range.plan_index)) continue;
    uses[range.plan_index].output = resolved.of[range.plan_index]->output;
  }
}

}  // namespace vyre::runtime
