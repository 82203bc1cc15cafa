#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "kernel_host/grid_slices.h"
#include "kernel_host/hazards.h"
#include "vulkan/kernel/kernel.h"
#include "vulkan/memory/allocator.h"
#include "vulkan/memory/image_part.h"

namespace vyre::vulkan {

// A part of a block, by Block::id, so that it equals another only when it is the same memory.
struct BufferRange : kernel_host::MemoryRange {
  VkBuffer buffer = VK_NULL_HANDLE;

  BufferRange part(uint64_t begin, uint64_t bytes) const {
    return {{block, offset + begin, bytes}, buffer};
  }
  bool operator==(const BufferRange&) const = default;
};

inline BufferRange range_of(const Allocation& allocation, uint64_t offset, uint64_t size) {
  const Block& block = *allocation.block;
  return {{block.id, block.offset + allocation.offset + offset, size}, block.buffer};
}

struct BufferCopy {
  BufferRange from;
  BufferRange to;
  bool operator==(const BufferCopy&) const = default;
};

// A move of texels. A clear is of all levels, and the first use of an image.
struct ImageCopy {
  enum class Kind : uint8_t { kClear, kUpload, kDownload, kCopy };
  Kind kind = Kind::kClear;
  ImagePart image;         // that is written, or read by a download
  ImagePart from = {};     // of a copy
  BufferRange bytes = {};  // of an upload and a download
  uint32_t row_texels = 0;
  uint32_t slice_rows = 0;
  bool operator==(const ImageCopy&) const = default;
};

// What a descriptor of texels holds.
struct TexelsUse {
  VkImageView view = VK_NULL_HANDLE;
  VkSampler sampler = VK_NULL_HANDLE;
  bool operator==(const TexelsUse&) const = default;
};

// Every word of |to| becomes |word|.
struct BufferFill {
  BufferFill(const BufferRange& range, uint32_t with = 0) : to(range), word(with) {}  // NOLINT

  BufferRange to;
  uint32_t word;
  bool operator==(const BufferFill&) const = default;
};

// One kernel on the whole grid.
struct KernelRun {
  uint64_t kernel = 0;  // Kernel::id
  // On the x axis, from the first: those that run, and those that run the coarsened kernel.
  uint32_t active_workgroups = 0;
  uint32_t coarsened_workgroups = 0;
  bool operator==(const KernelRun&) const = default;
};

// A grid that stands in memory. The kernel looks at |counts| and writes the grid to the beginning
// of |block|, from which it is launched.
struct GridStep {
  const Kernel* kernel = nullptr;  // lives as long as the device
  BufferRange counts;
  BufferRange block;
  BufferRange trap;
  BufferRange parameters;
  std::array<BufferRange, 4> buffers() const { return {counts, block, trap, parameters}; }
  bool operator==(const GridStep&) const = default;
};

// What one command buffer does, as plain data: equal Commands record equal command buffers, so a
// recorded one is submitted again as long as nothing in here changes. In this order: wait for
// earlier work, upload and fill, run the kernels one after the other, download, make everything
// visible to the host.
struct Commands {
  explicit Commands(std::pmr::memory_resource* memory)
      : label(memory),
        runs(memory),
        words(memory),
        uploads(memory),
        fills(memory),
        buffers(memory),
        downloads(memory),
        image_copies(memory),
        addressed(memory),
        texels(memory) {}

  std::pmr::string label;                     // of the runs, for debuggers; empty: none
  std::pmr::vector<KernelRun> runs;           // none: copies alone
  std::pmr::vector<uint32_t> words;           // parameters of each run, one after the other
  uint32_t repeat = 1;                        // of all runs
  std::array<uint32_t, 3> first = {0, 0, 0};  // workgroup
  std::array<uint32_t, 3> grid = {0, 0, 0};   // up to this one
  std::array<uint32_t, 3> shape = {0, 0, 0};  // invocations that exist, of guarded kernels
  bool after_earlier_work = false;  // touches memory that earlier submissions may have touched
  bool timed = false;
  std::pmr::vector<BufferCopy> uploads;
  std::pmr::vector<BufferFill> fills;
  std::pmr::vector<BufferRange> buffers;  // by binding number of the descriptor sets
  std::pmr::vector<BufferCopy> downloads;
  std::pmr::vector<ImageCopy> image_copies;  // before the runs
  // Mostly none, behind what is looked at for each of many:
  std::pmr::vector<BufferRange> addressed;  // that the kernels may reach by address
  std::pmr::vector<TexelsUse> texels;       // parallel to the first buffers; or none
  std::optional<GridStep> grid_step;        // before each run, in the place of |grid|

  void clear() {
    label.clear();
    runs.clear();
    words.clear();
    repeat = 1;
    first = {0, 0, 0};
    grid = {0, 0, 0};
    shape = {0, 0, 0};
    grid_step.reset();
    after_earlier_work = false;
    timed = false;
    uploads.clear();
    fills.clear();
    buffers.clear();
    downloads.clear();
    addressed.clear();
    texels.clear();
    image_copies.clear();
  }
  // Leaves of the runs, and of the copies around them, what |slice| has.
  void keep(const kernel_host::StepSlice& slice) {
    first = slice.grid.first;
    grid = slice.grid.end;
    if (!slice.is_first) uploads.clear();
    if (!slice.is_first) fills.clear();
    if (!slice.is_last) downloads.clear();
  }
  bool copies() const {
    return !uploads.empty() || !fills.empty() || !downloads.empty() || !image_copies.empty();
  }
  bool operator==(const Commands&) const = default;
};

}  // namespace vyre::vulkan
