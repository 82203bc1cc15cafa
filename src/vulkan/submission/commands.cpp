#include "vulkan/submission/commands.h"

namespace vyre::vulkan {

BufferRange range_of(const Allocation& allocation, uint64_t offset, uint64_t size) {
  return {allocation.block->id, allocation.block->buffer,
          allocation.block->offset + allocation.offset + offset, size};
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

}  // namespace vyre::vulkan
