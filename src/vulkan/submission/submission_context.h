#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "vulkan/memory/owned_allocation.h"
#include "vulkan/submission/commands.h"
#include "vulkan/submission/descriptor_sets.h"
#include "vulkan/submission/fence.h"
#include "vulkan/submission/recorder.h"
#include "vulkan/submission/timestamps.h"

namespace vyre::vulkan {

// Everything that one submission needs for itself: a command buffer with its pool, descriptor
// sets, timestamps and the memory for host bytes. Used by one submission at a time and kept for the
// next; a submission with the same Commands as the last one is not recorded again.
class SubmissionContext {
 public:
  // Host bytes of one binding. On a device that shares memory |device| alone is used, unless
  // resident memory is read back.
  struct Staging {
    Allocation device;
    Allocation host_visible;
    Allocation upload;
    Allocation readback;
    std::span<const std::byte>
        result;  // what DeviceWork::read sees; empty when nothing is read back
    // What it sees instead: results that are brought piece by piece when they are asked for.
    std::optional<BufferRange> stays;
  };

  SubmissionContext(const LogicalDevice& device, Allocator& allocator);
  ~SubmissionContext();
  SubmissionContext(const SubmissionContext&) = delete;
  SubmissionContext& operator=(const SubmissionContext&) = delete;

  // Makes |allocation| hold at least |size| bytes, keeping it when it does and is not far too
  // large.
  Status reserve(Allocation& allocation, MemoryUse use, uint64_t size, BlockOptions options = {}) {
    constexpr uint64_t kMaxWaste = 4;
    const bool suits = allocation && allocation.size >= size &&
                       allocation.size / kMaxWaste <= std::max<uint64_t>(size, 4096);
    return suits ? Status() : replace(allocation, use, size, options);
  }
  uint64_t reserved_bytes() const { return reserved_bytes_; }
  void release_memory();

  // Begins |next| anew, for copies between the host and |memory|, which may be null. Returns the
  // place for what the host has of them.
  Staging& begin_transfer(std::shared_ptr<OwnedAllocation> memory);
  // Adds to |next| a copy into |to|, of what is put into the bytes returned.
  Result<std::span<std::byte>> add_upload(Staging& place, const BufferRange& to);
  // Adds to |next| a copy of |from|, of which the first |size| bytes are the result.
  Status add_download(Staging& place, const BufferRange& from, uint64_t size);

  // Records |next| into a command buffer of the context's own unless that is what is recorded
  // already.
  Status record_next();
  // The same for a command buffer of the host that is being recorded: makes ready what can fail;
  // then records |next| into it.
  Status prepare_next();
  Status prepare(Kernels of, const Commands& work) { return sets_.prepare(of, work); }
  void record_next_into(VkCommandBuffer commands);
  // What is recorded between these is work of other contexts. Between two timestamps when |timed|;
  // |overlapping|: the device may get it again before it is done.
  struct Extent {
    bool timed = false;
    bool overlapping = false;
  };
  Result<Recorder> begin_work(const Extent& extent);
  Status end_work(const Extent& extent, const Recorder& recorder);
  VkCommandBuffer commands() const { return commands_; }
  const Sets& sets() const { return sets_.sets(); }

  // For the trace, which the device has: what |next| was submitted as, and, once it is over, what
  // is known about it. The latter does nothing when there is nothing to tell.
  void begin_trace(uint64_t number, uint64_t submitted, std::string_view label);
  void end_trace() {
    if (traced_.number != 0) write_trace();
  }

  // Of the last run, which was timed.
  const Timestamps& timestamps() const { return timestamps_; }

  // The first; 0 when copies alone are recorded.
  uint64_t recorded_kernel() const {
    return recorded_.runs.empty() ? 0 : recorded_.runs.front().kernel;
  }
  void forget_references();  // the work is over: lets go of kernel and memory
  void retire() {
    end_trace();
    forget_references();
  }

  // What is reserved from now on for this work may wait for other work.
  void let_wait(bool may_wait) { may_wait_ = may_wait; }

  // Memory of the host that the device uses until the work is over.
  Result<BufferRange> import_host(std::span<std::byte> bytes);
  bool can_trap() const { return reads_grid || any_can_trap(kernels); }
  bool has_zero_copy_memory() const { return !zero_copy_.empty(); }

  Fence fence;  // of the submission

  // The newest submission beside its own that uses the context's memory, or did; 0: none.
  uint64_t used_by = 0;

  // Where the work of the context's submission lies.
  static constexpr size_t kRoom = 192;
  void* room() { return room_.data(); }

  Commands next;
  std::vector<Staging> staging;  // by binding number of the descriptor set
  Allocation parameters;
  // What stands there: the host writes slowly to memory of the device, and mostly it stays.
  std::vector<uint32_t> element_counts;
  Allocation trap;
  bool has_step = false;      // of a sequence, which is the one to clear |trap|
  std::vector<uint64_t> key;  // of that step: others with the same share the context; empty: none
  Allocation grid;            // of the GridStep: its block, then its parameters
  bool reads_grid = false;    // the work has such a step, which can trap
  std::vector<std::shared_ptr<const Kernel>> kernels;  // parallel to next.runs
  std::vector<std::shared_ptr<OwnedAllocation>> owned_memory;

 private:
  Status replace(Allocation& allocation, MemoryUse use, uint64_t size, BlockOptions options);
  void write_trace();
  Status create_command_buffer();
  Status begin(VkCommandBufferUsageFlags usage, bool timed);
  Status end();
  void free_allocation(Allocation& allocation);

  alignas(std::max_align_t) std::array<std::byte, kRoom> room_;
  const LogicalDevice& device_;
  Allocator& allocator_;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  DescriptorSets sets_;
  Timestamps timestamps_;
  Commands recorded_;
  bool is_recorded_ = false;
  TraceEvent traced_;  // a submission that has not ended; number 0: none
  uint64_t reserved_bytes_ = 0;
  bool may_wait_ = false;
  std::vector<Block> zero_copy_;
};

// Whether work of |kernels|, which is over and can trap, left something in |trap|: success, or what
// trapped and where.
Status read_trap(const Allocation& trap, Kernels kernels);
inline Status trap_status(const SubmissionContext& context) {
  return context.can_trap() ? read_trap(context.trap, context.kernels) : Status();
}

}  // namespace vyre::vulkan
