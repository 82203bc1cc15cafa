#include "registry/composition/parts.h"

#include <algorithm>

namespace vyre::registry {
namespace {

bool is_input(const ir::Buffer& buffer) {
  const bool reads =
      buffer.access == ir::Access::kReadOnly || buffer.access == ir::Access::kUniform;
  return reads && !buffer.is_output && !buffer.pipeline_live_out;
}

}  // namespace

CompositionParts parts_of(const ir::Program& composition) {
  CompositionParts parts;
  for (uint32_t i = 0; i < composition.buffers.size(); ++i) {
    if (is_input(composition.buffers[i])) {
      parts.inputs.push_back(i);
    } else if (parts.output == ir::kNone) {
      parts.output = i;
    }
  }
  std::ranges::stable_sort(parts.inputs, {},
                           [&](uint32_t input) { return composition.buffers[input].binding; });
  return parts;
}

bool is_converted(ir::DataType type) {
  return type == ir::DataType::kU32 || type == ir::DataType::kI32 || type == ir::DataType::kU64 ||
         type == ir::DataType::kF32 || type == ir::DataType::kBool;
}

}  // namespace vyre::registry
