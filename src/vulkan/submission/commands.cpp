#include "vulkan/submission/commands.h"

namespace vyre::vulkan {

BufferRange range_of(const Allocation& allocation, uint64_t offset, uint64_t size) {
  const Block& block = *allocation.block;
  return {{block.id, block.offset + allocation.offset + offset, size}, block.buffer};
}

void Commands::clear() {
  label.clear();
  runs.clear();
  words.clear();
  repeat = 1;
  first = {0, 0, 0};
  grid = {0, 0, 0};
  after_earlier_work = false;
  timed = false;
  uploads.clear();
  fills.clear();
  buffers.clear();
  downloads.clear();
}

void Commands::keep(const kernel_host::StepSlice& slice) {
  first = slice.grid.first;
  grid = slice.grid.end;
  if (!slice.is_first) uploads.clear();
  if (!slice.is_first) fills.clear();
  if (!slice.is_last) downloads.clear();
}

uint64_t dispatch_pieces(const std::array<uint32_t, 3>& grid,
                         const std::array<uint32_t, 3>& max_workgroup_count) {
  uint64_t pieces = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t here =
        (uint64_t{grid[axis]} + max_workgroup_count[axis] - 1) / max_workgroup_count[axis];
    if (here != 0 && pieces > UINT64_MAX / here) return UINT64_MAX;
    pieces *= here;
  }
  return pieces;
}

}  // namespace vyre::vulkan
