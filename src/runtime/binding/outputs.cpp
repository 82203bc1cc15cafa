#include "runtime/binding/outputs.h"

#include "launch/layout.h"

namespace vyre::runtime {

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

Result<std::vector<OutputRange>> output_ranges(const Pipeline& pipeline,
                                               const ResolvedBindings& resolved) {
  std::vector<OutputRange> ranges;
  for (uint32_t i = 0; i < resolved.of.size(); ++i) {
    if (!pipeline.plan().bindings[i].output_index) continue;
    const bool unsized = resolved.of[i] == nullptr && !pipeline.plan().bindings[i].static_bytes;
    if (unsized) {
      ranges.push_back({i, 0, 0, 0});
      continue;
    }
    VYRE_ASSIGN_OR_RETURN(OutputRange range, output_range(pipeline, i, resolved.sizes[i]));
    ranges.push_back(range);
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

}  // namespace vyre::runtime
