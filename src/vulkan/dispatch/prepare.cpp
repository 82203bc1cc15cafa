#include "vulkan/dispatch/prepare.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "kernel_host/builtin_programs.h"
#include "kernel_host/launch_shape.h"
#include "kernel_host/trap.h"
#include "vulkan/backend/device_objects.h"
#include "vulkan/backend/transfer.h"
#include "vulkan/device/scoped_timer.h"
#include "vulkan/dispatch/zero_copy.h"

namespace vyre::vulkan {
namespace {

// Zeroes of at most this many bytes travel with the uploaded inputs instead of a fill.
constexpr uint64_t kMaxUploadedZeroes = 4096;
// Up to so many bytes of the host are not copied: the host writes inputs to memory of the device,
// which writes outputs to memory of the host. A copy costs commands, a barrier and their waits.
constexpr uint64_t kMaxDirectBytes = uint64_t{64} << 10;
constexpr uint64_t kUniformGranularity = 16;  // a uniform block's size is rounded up to it

// What the descriptor covers: index 0 is always backed, and a partial word is a whole one.
uint64_t bound_bytes(uint64_t size) {
  return std::max<uint64_t>(kernel_host::round_up(size, sizeof(uint32_t)), sizeof(uint32_t));
}

kernel_host::LaunchShape launch_shape(const Kernel& kernel, const backend::Dispatch& dispatch) {
  const bool is_coarsened = kernel.coarsened_pipeline() != VK_NULL_HANDLE;
  const auto elements_of = [&](uint32_t number) {
    const KernelBinding& binding = kernel.bindings()[number];
    return spirv::element_count(binding.element, dispatch.buffers[binding.index].size);
  };
  return kernel_host::launch_shape(kernel.rules(), is_coarsened,
                                   {kernel.workgroup_size(), dispatch.grid, dispatch.shape},
                                   elements_of);
}

void write_padded(std::span<std::byte> to, std::span<const std::byte> bytes) {
  if (!bytes.empty()) std::memcpy(to.data(), bytes.data(), bytes.size());
  std::memset(to.data() + bytes.size(), 0, to.size() - bytes.size());
}

// Puts one dispatch into a context, binding by binding.
class Preparation {
 public:
  Preparation(VulkanDevice& opened, SubmissionContext& context, const RecordedWork& work,
              uint64_t overwritten, bool recorded, bool blocking)
      : opened_(opened),
        context_(context),
        work_(work),
        recorded_(recorded),
        blocking_(blocking),
        overwritten_(overwritten) {}

  Status add(size_t i, const backend::BufferUse& use) {
    const Kernel& kernel = *work_.kernels.front();
    if (kernel.has_texels()) {
      if (!kernel.bindings()[i].descriptor.is_buffer())
        return add_texels(kernel.bindings()[i], use);
      work_.commands.texels.emplace_back();
    }
    const uint64_t bytes = bound_bytes(use.size);
    const bool is_owned = use.memory != nullptr && use.size > 0;
    if (is_owned && recorded_) return add_owned(use, bytes);
    SubmissionContext::Staging& staging = context_.staging[i];
    staging.result = {};
    staging.stays.reset();
    if (is_owned) VYRE_RETURN_IF_ERROR(add_owned(use, bytes));
    if (is_owned) return use.read_back ? bring_owned_back(use, bytes, staging) : Status();
    const bool unfilled = use.unfilled || (use.input.empty() && overwrites_all(i, use.size));
    if (use.zero_copy && add_zero_copy(i, use, unfilled, staging)) return {};
    if (!shares_memory() && !recorded_ && use.size <= kMaxDirectBytes) {
      if (is_read_host_visible(i, use)) return add_host_visible(use, bytes, staging);
      if (use.read_back && unfilled && work_.kernels.size() == 1) {
        return add_written_back(use, bytes, staging);
      }
    }
    VYRE_RETURN_IF_ERROR(context_.reserve(staging.device, MemoryUse::kDevice, bytes));
    const BufferRange device = range_of(staging.device, 0, bytes);
    add_buffer(device);
    if (!unfilled) VYRE_RETURN_IF_ERROR(fill(use, bytes, device, staging));
    if (!use.read_back) return {};
    if (!shares_memory()) return bring_back(use, device, staging);
    staging.result = staging.device.bytes().first(size_of(use));
    return {};
  }

  Status add_parameters(std::span<const backend::BufferUse> uses) {
    const Kernel& kernel = *work_.kernels.front();
    const uint64_t words = std::max<uint64_t>(kernel.parameter_words(), kernel.bindings().size());
    const uint64_t bytes =
        kernel_host::round_up(std::max<uint64_t>(words, 1) * sizeof(uint32_t), kUniformGranularity);
    VYRE_RETURN_IF_ERROR(reserve_host_visible(context_.parameters, bytes));
    add_buffer(*context_.parameters.block, context_.parameters.offset, bytes);
    if (kernel.is_external()) return {};  // which has no use for them
    std::vector<uint32_t>& counts = context_.element_counts;
    bool changed = counts.size() != kernel.bindings().size();
    counts.resize(kernel.bindings().size());
    for (size_t i = 0; i < counts.size(); ++i) {
      const KernelBinding& binding = kernel.bindings()[i];
      const uint32_t count = spirv::element_count(binding.element, uses[binding.index].size);
      changed |= std::exchange(counts[i], count) != count;
    }
    if (changed) std::ranges::copy(std::as_bytes(std::span(counts)), context_.parameters.data());
    return {};
  }

  // The block says what the kernel of the step has to look at. Behind add_trap().
  Status add_grid(const backend::GridWords& words) {
    constexpr uint64_t kParameters = 256;  // an offset that every device takes
    VYRE_RETURN_IF_ERROR(reserve_host_visible(context_.grid, 2 * kParameters));
    VYRE_ASSIGN_OR_RETURN(const auto kernel, opened_.grids().get());
    const auto& memory = static_cast<const DeviceBuffer&>(*words.memory);
    BufferRange counts = memory.range(words.offset, backend::kGridBytes);
    const uint64_t before = counts.offset % opened_.device().profile().buffer_offset_alignment;
    counts.offset -= before;
    counts.size += before;
    const uint32_t first = static_cast<uint32_t>(before / sizeof(uint32_t));
    const auto& most = words.most;
    const uint32_t block[] = {0, 0, 0, most[0], most[1], most[2], first, 0};
    static_assert(std::size(block) == kernel_host::kGridBlockWords);
    const uint32_t elements[] = {first + 3, kernel_host::kGridBlockWords, spirv::kTrapWords, 0};
    std::memcpy(context_.grid.data(), block, sizeof block);
    std::memcpy(context_.grid.data() + kParameters, elements, sizeof elements);
    work_.commands.grid_step = {kernel.get(), counts, range_of(context_.grid, 0, sizeof block),
                                range_of(context_.trap, 0, spirv::kTrapWords * sizeof(uint32_t)),
                                range_of(context_.grid, kParameters, sizeof elements)};
    work_.commands.after_earlier_work = true;
    work_.own(memory.owned());
    return {};
  }

  void add_addressed(const backend::Memory& memory) {
    const auto& buffer = static_cast<const DeviceBuffer&>(memory);
    work_.commands.addressed.push_back(buffer.range(0, buffer.size()));
    work_.commands.after_earlier_work = true;
    work_.own(buffer.owned());
  }

  // What add() has copied, once for all bindings: threads share the counts.
  void count_uploads() const {
    if (uploads_ != 0) opened_.device().counters().uploaded(uploaded_bytes_, uploads_);
  }

  Status add_trap() {
    constexpr uint64_t kBytes = kernel_host::kTrapBytes;
    VYRE_RETURN_IF_ERROR(context_.reserve(context_.trap, MemoryUse::kReadback, kBytes));
    add_buffer(range_of(context_.trap, 0, kBytes));
    if (!context_.has_step) std::memset(context_.trap.data(), 0, kBytes);
    return {};
  }

 private:
  // In its place, field by field: what is put together elsewhere is waited for when it is copied.
  void add_buffer(const Block& block, uint64_t offset, uint64_t size) {
    BufferRange& range = work_.commands.buffers.emplace_back();
    range.block = block.id;
    range.offset = block.offset + offset;
    range.size = size;
    range.buffer = block.buffer;
  }
  void add_buffer(const BufferRange& range) { work_.commands.buffers.push_back(range); }

  bool shares_memory() const { return opened_.device().shares_memory(); }

  void count_upload(std::span<const std::byte> input) {
    if (input.empty()) return;
    ++uploads_;
    uploaded_bytes_ += input.size();
  }

  // Of a binding that starts zeroed, which nobody can tell.
  bool overwrites_all(size_t i, uint64_t size) const {
    const Kernel& kernel = *work_.kernels.front();
    if (overwritten_ == 0 || !kernel.rules().overwritten[i]) return false;
    const uint64_t elements = spirv::element_count(kernel.bindings()[i].element, size);
    return elements <= overwritten_ && elements * sizeof(uint32_t) == size;
  }

  // There may be little of that memory.
  Status reserve_host_visible(Allocation& allocation, uint64_t bytes) {
    Status reserved =
        context_.reserve(allocation, MemoryUse::kHostVisible, bytes, {.optional = true});
    if (reserved.ok() || reserved.code() != Code::kDeviceOutOfMemory) return reserved;
    return context_.reserve(allocation, MemoryUse::kUpload, bytes);
  }

  // An input that the host can write where the device reads it.
  bool is_read_host_visible(size_t i, const backend::BufferUse& use) const {
    return !use.input.empty() && !use.read_back && opened_.allocator().has_host_visible_memory() &&
           !any_writes(work_.kernels, i);
  }

  Status add_host_visible(const backend::BufferUse& use, uint64_t bytes,
                          SubmissionContext::Staging& staging) {
    VYRE_RETURN_IF_ERROR(reserve_host_visible(staging.host_visible, bytes));
    count_upload(use.input);
    write_padded(staging.host_visible.bytes().first(static_cast<size_t>(bytes)), use.input);
    add_buffer(range_of(staging.host_visible, 0, bytes));
    return {};
  }

  // An output that kernels store once, straight to where the host reads it.
  Status add_written_back(const backend::BufferUse& use, uint64_t bytes,
                          SubmissionContext::Staging& staging) {
    VYRE_RETURN_IF_ERROR(context_.reserve(staging.readback, MemoryUse::kReadback, bytes));
    add_buffer(range_of(staging.readback, 0, bytes));
    staging.result = staging.readback.bytes().first(size_of(use));
    return {};
  }

  // False when the device needs memory of its own.
  bool add_zero_copy(size_t i, const backend::BufferUse& use, bool unfilled,
                     SubmissionContext::Staging& staging) {
    const std::span<std::byte> bytes = zero_copy_bytes(opened_.device(), work_.kernels, i, use);
    if (bytes.empty()) return false;
    const Result<BufferRange> range = context_.import_host(bytes);
    if (!range.ok()) return false;
    add_buffer(range.value());
    if (!use.read_back) return true;
    staging.result = bytes;
    // By the device, so that a submission that fails has written nothing.
    if (!unfilled && use.input.empty()) work_.commands.fills.push_back(range.value());
    return true;
  }

  // With what the binding starts with.
  Status fill(const backend::BufferUse& use, uint64_t bytes, const BufferRange& device,
              SubmissionContext::Staging& staging) {
    if (recorded_) {
      work_.commands.fills.push_back(device);
      return {};
    }
    count_upload(use.input);
    if (!shares_memory()) return add_upload(use.input, bytes, device, staging);
    write_padded(staging.device.bytes().first(static_cast<size_t>(bytes)), use.input);
    return {};
  }

  static size_t size_of(const backend::BufferUse& use) { return static_cast<size_t>(use.size); }

  Status add_texels(const KernelBinding& binding, const backend::BufferUse& use) {
    TexelsUse texels;
    BufferRange range;  // nowhere for a sampler
    if (use.memory != nullptr) {
      const std::shared_ptr<OwnedImage>& image = own_image(opened_, *use.memory).owned();
      VYRE_ASSIGN_OR_RETURN(texels.view, image->view(binding.descriptor.shape, use.level));
      range = {image->range(use.level), VK_NULL_HANDLE};
      work_.own(image);
      work_.commands.after_earlier_work = true;
    }
    if (use.sampler != nullptr) {
      VYRE_ASSIGN_OR_RETURN(texels.sampler, opened_.samplers().get(*use.sampler));
    }
    add_buffer(range);
    work_.commands.texels.push_back(texels);
    return {};
  }

  Status add_owned(const backend::BufferUse& use, uint64_t bytes) {
    const auto& memory = static_cast<const DeviceBuffer&>(*use.memory);
    const Allocation& allocation = memory.owned()->allocation();
    add_buffer(*allocation.block, allocation.offset + use.offset, bytes);
    work_.commands.after_earlier_work = true;
    work_.own(memory.owned());
    return {};
  }

  Status bring_owned_back(const backend::BufferUse& use, uint64_t bytes,
                          SubmissionContext::Staging& staging) {
    const auto& memory = static_cast<const DeviceBuffer&>(*use.memory);
    return context_.add_download(staging, memory.range(use.offset, bytes), use.size);
  }

  Status add_upload(std::span<const std::byte> input, uint64_t bytes, const BufferRange& device,
                    SubmissionContext::Staging& staging) {
    if (input.empty() && bytes > kMaxUploadedZeroes) {
      work_.commands.fills.push_back(device);
      return {};
    }
    if (blocking_ && input.size() > kPieceBytes) {
      VYRE_RETURN_IF_ERROR(upload_bytes(opened_, device, input, context_.used_by));
      work_.commands.after_earlier_work = true;
      return {};
    }
    VYRE_ASSIGN_OR_RETURN(const auto upload, context_.add_upload(staging, device));
    write_padded(upload, input);
    return {};
  }

  // All of it with the dispatch, unless whoever reads it may wait for the pieces.
  Status bring_back(const backend::BufferUse& use, const BufferRange& device,
                    SubmissionContext::Staging& staging) {
    if (blocking_ && use.size > kPieceBytes) {
      staging.stays = device;
      staging.stays->size = use.size;
      return {};
    }
    return context_.add_download(staging, device, use.size);
  }

  VulkanDevice& opened_;
  SubmissionContext& context_;
  const RecordedWork work_;
  const bool recorded_;
  const bool blocking_;
  const uint64_t overwritten_;  // LaunchShape::overwritten_elements
  uint64_t uploads_ = 0;
  uint64_t uploaded_bytes_ = 0;
};

// The |number|-th. What the step had that it comes in the place of stays counted.
kernel_host::LaunchShape add_run(const VulkanDevice& opened, backend::Executable& executable,
                                 const backend::Dispatch& dispatch, size_t number,
                                 const RecordedWork& work) {
  const std::shared_ptr<const Kernel>& kernel = own(opened, executable).kernel();
  const kernel_host::LaunchShape shape = launch_shape(*kernel, dispatch);
  work.commands.runs.push_back({kernel->id(), shape.active_workgroups, shape.coarsened_workgroups});
  if (number == work.kernels.size()) work.kernels.emplace_back();
  if (work.kernels[number] != kernel) work.kernels[number] = kernel;
  return shape;
}

Status fill_context(VulkanDevice& opened, const backend::Dispatch& dispatch, bool recorded,
                    SubmissionContext& context, const RecordedWork& work) {
  Commands& commands = work.commands;
  commands.clear();
  context.let_wait(dispatch.options.blocking);
  commands.grid = dispatch.grid;
  if (dispatch.shape) commands.shape = *dispatch.shape;
  commands.repeat = dispatch.options.iterations;
  if (opened.device().debug().labels()) commands.label = dispatch.options.label;
  commands.words.assign(dispatch.words.begin(), dispatch.words.end());
  uint64_t overwritten = 0;  // by the first
  for (size_t i = 0; i < dispatch.executables.size(); ++i) {
    const auto shape = add_run(opened, *dispatch.executables[i], dispatch, i, work);
    if (i == 0) overwritten = shape.overwritten_elements;
  }
  work.kernels.resize(dispatch.executables.size());
  const std::vector<KernelBinding>& bindings = work.kernels.front()->bindings();
  if (context.staging.size() < bindings.size()) context.staging.resize(bindings.size());
  Preparation preparation(opened, context, work, overwritten, recorded, dispatch.options.blocking);
  for (size_t i = 0; i < bindings.size(); ++i) {
    VYRE_RETURN_IF_ERROR(preparation.add(i, dispatch.buffers[bindings[i].index]));
  }
  preparation.count_uploads();
  for (const auto& memory : dispatch.addressed) preparation.add_addressed(*memory);
  VYRE_RETURN_IF_ERROR(preparation.add_parameters(dispatch.buffers));
  context.reads_grid = dispatch.grid_words != nullptr;
  const bool can_trap = context.reads_grid || any_can_trap(work.kernels);
  if (can_trap) VYRE_RETURN_IF_ERROR(preparation.add_trap());
  return context.reads_grid ? preparation.add_grid(*dispatch.grid_words) : Status();
}

RecordedWork work_of(SubmissionContext& context) {
  return {context.next, context.kernels, context.owned_memory, nullptr};
}

}  // namespace

void RecordedWork::own(const std::shared_ptr<OwnedAllocation>& memory) const {
  const size_t place = owned_memory.size();
  if (others != nullptr && place < others->size() && (*others)[place] == memory) {
    owned_memory.emplace_back(std::shared_ptr<void>(), memory.get());
  } else {
    owned_memory.push_back(memory);
  }
}

Status prepare_dispatch(VulkanDevice& opened, const backend::Dispatch& dispatch, bool timed,
                        SubmissionContext& context) {
  const ScopedTimer timer(opened.device(), &kernel_host::DeviceCounters::record_ns, "prepare");
  VYRE_RETURN_IF_ERROR(fill_context(opened, dispatch, false, context, work_of(context)));
  context.next.timed = timed;
  return {};
}

Status prepare_recorded(VulkanDevice& opened, const backend::Dispatch& dispatch,
                        SubmissionContext& context) {
  context.forget_references();  // of a step that is the same
  return fill_context(opened, dispatch, true, context, work_of(context));
}

Status prepare_recorded(VulkanDevice& opened, const backend::Dispatch& dispatch,
                        SubmissionContext& context, const RecordedWork& work) {
  return fill_context(opened, dispatch, true, context, work);
}

}  // namespace vyre::vulkan
