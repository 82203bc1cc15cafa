#include "kernel_host/grid_pieces.h"
#include "vulkan/backend/device_objects.h"
#include "vulkan/dispatch/prepare.h"
#include "vulkan/submission/commands.h"

namespace vyre::vulkan {
namespace {

// A grid needs more recorded dispatches than this only when it could never end.
constexpr uint64_t kMaxPieces = uint64_t{1} << 17;

std::string text_of(const std::array<uint32_t, 3>& axes) {
  return concat(axes[0], " x ", axes[1], " x ", axes[2]);
}

Status check_grid(const VulkanDevice& opened, const Kernel& kernel,
                  const std::array<uint32_t, 3>& grid) {
  for (size_t axis = 0; axis < 3; ++axis) {
    if (grid[axis] == 0) {
      return fail(Code::kInvalidArgument, "the grid has 0 workgroups on axis ", axis,
                  ". Fix: give every axis at least one");
    }
  }
  const auto& most = opened.device().profile().max_workgroup_count;
  if (const uint64_t pieces = kernel_host::count_pieces(grid, most); pieces > kMaxPieces) {
    return fail(Code::kUnsupportedFeature, "a grid of ", text_of(grid), " workgroups takes ",
                pieces, " dispatches of at most ", text_of(most), " (maxComputeWorkGroupCount), ",
                kMaxPieces, " can be recorded. Fix: use a smaller grid or larger workgroups");
  }
  if (kernel.is_external() && kernel_host::count_pieces(grid, most) > 1) {
    return fail(Code::kUnsupportedFeature, "a grid of ", text_of(grid),
                " workgroups of a SPIR-V module, the device launches at most ", text_of(most),
                " at once (maxComputeWorkGroupCount). Fix: dispatch it in parts, with the place of "
                "each in the push constants");
  }
  const bool one_workgroup = grid[0] == 1 && grid[1] == 1 && grid[2] == 1;
  if (kernel.plan().has_grid_barrier && !one_workgroup) {
    return fail(Code::kUnsupportedFeature, "the program waits at a grid barrier, and a grid of ",
                text_of(grid),
                " workgroups is not promised to be resident on the device as a whole. Fix: run it "
                "with one workgroup or without the barrier");
  }
  return {};
}

Status check_owned(const VulkanDevice& opened, std::string_view name,
                   const backend::BufferUse& use) {
  const DeviceBuffer* buffer = own(opened, use.memory.get());
  if (buffer == nullptr) {
    return not_ours(opened, use.memory.get(), concat("the memory of buffer '", name, "'"),
                    "allocate it from the backend that runs the program");
  }
  if (use.offset > buffer->size() || use.size > buffer->size() - use.offset) {
    return fail(Code::kInvalidArgument, "buffer '", name, "' is bound to bytes ", use.offset,
                " to ", use.offset, " + ", use.size, " of memory of ", buffer->size(),
                " bytes. Fix: bind a range inside the memory");
  }
  const uint64_t alignment = opened.device().profile().buffer_offset_alignment;
  if (use.offset % alignment != 0) {
    return fail(Code::kInvalidArgument, "buffer '", name, "' is bound at offset ", use.offset,
                ", the device wants a multiple of ", alignment,
                " (minStorageBufferOffsetAlignment). Fix: bind it at such an offset");
  }
  if (!use.input.empty()) {
    return fail(Code::kInvalidArgument, "buffer '", name,
                "' has both resident memory and input bytes. Fix: give one of them");
  }
  return {};
}

Status check_buffer(const VulkanDevice& opened, std::string_view name,
                    const backend::BufferUse& use) {
  const uint64_t most = opened.device().profile().max_buffer_bytes;
  if (use.size > most || kernel_host::round_up(use.size, sizeof(uint32_t)) > most) {
    return fail(Code::kUnsupportedFeature, "buffer '", name, "' has ", use.size,
                " bytes, the device binds at most ", most,
                " (maxStorageBufferRange). Fix: use a smaller buffer or another device");
  }
  if (use.input.size() > use.size) {
    return fail(Code::kInvalidArgument, "buffer '", name, "' has ", use.size,
                " bytes and is given ", use.input.size(),
                " bytes of input. Fix: make both the same");
  }
  return use.memory != nullptr ? check_owned(opened, name, use) : Status();
}

Status check_uniform(const VulkanDevice& opened, std::string_view name,
                     const backend::BufferUse& use) {
  const VkPhysicalDeviceLimits& limits = opened.device().physical().limits;
  if (use.size > limits.maxUniformBufferRange) {
    return fail(Code::kUnsupportedFeature, "uniform buffer '", name, "' has ", use.size,
                " bytes, the device binds at most ", limits.maxUniformBufferRange,
                " (maxUniformBufferRange). Fix: use a smaller buffer or a storage buffer");
  }
  const DeviceBuffer* buffer = own(opened, use.memory.get());
  if (buffer == nullptr) return {};
  const BufferRange range = range_of(buffer->owned()->allocation(), use.offset, use.size);
  if (range.offset % limits.minUniformBufferOffsetAlignment != 0) {
    return fail(Code::kInvalidArgument, "uniform buffer '", name, "' is bound at offset ",
                range.offset, " of its VkBuffer, the device wants a multiple of ",
                uint64_t{limits.minUniformBufferOffsetAlignment},
                " (minUniformBufferOffsetAlignment). Fix: bind it at such an offset");
  }
  const Block& block = *buffer->owned()->allocation().block;
  if (!block.adopted || (block.usage & VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT) != 0) return {};
  return fail(Code::kInvalidArgument, "uniform buffer '", name,
              "' is bound to a buffer of the host that was made without "
              "VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT. Fix: make it with that usage");
}

// What the layout of a SPIR-V module asks for.
Status check_external_buffer(const VulkanDevice& opened, const KernelBinding& binding,
                             std::string_view name, const backend::BufferUse& use) {
  if (use.size < binding.min_bytes) {
    return fail(Code::kInvalidArgument, "buffer '", name, "' has ", use.size,
                " bytes, the SPIR-V module may access ", binding.min_bytes,
                " whatever is bound. Fix: bind at least these");
  }
  return binding.is_uniform ? check_uniform(opened, name, use) : Status();
}

bool overlap(const backend::BufferUse& a, const backend::BufferUse& b) {
  return a.memory != nullptr && a.memory == b.memory && a.size > 0 && b.size > 0 &&
         a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

// Each buffer of a program is its own: a write through one is not seen through another.
Status check_overlaps(const Kernel& kernel, std::span<const backend::BufferUse> uses) {
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  for (size_t i = 0; i < bindings.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (!bindings[i].is_written && !bindings[j].is_written) continue;
      if (!overlap(uses[bindings[i].index], uses[bindings[j].index])) continue;
      return fail(Code::kInvalidArgument, "buffers '", kernel.buffer_name(bindings[j].index),
                  "' and '", kernel.buffer_name(bindings[i].index),
                  "' are bound to overlapping memory and at least one of them is written. Fix: "
                  "bind them to separate memory");
    }
  }
  return {};
}

Status external_executable(const VulkanDevice& opened, const backend::Executable* executable) {
  return not_ours(opened, executable, "the executable", "compile it on this one");
}

// What was compiled for one launch relies on it.
Status check_launch(const Kernel& kernel, const backend::Dispatch& dispatch) {
  const launch::KnownLaunch& known = kernel.launch();
  for (const KernelBinding& binding : kernel.bindings()) {
    const uint64_t size = dispatch.buffers[binding.index].size;
    const uint64_t wanted = known.bytes_of(binding.index).value_or(size);
    if (size == wanted) continue;
    return fail(Code::kInvalidArgument, "buffer '", kernel.buffer_name(binding.index), "' has ",
                size, " bytes, the program is compiled for ", wanted,
                ". Fix: bind as many as it was compiled for");
  }
  const launch::Axes& grid = dispatch.grid;
  if (!known.grid || *known.grid == grid) return {};
  return fail(Code::kInvalidArgument, "a grid of ", text_of(grid),
              " workgroups runs a program that is compiled for another. Fix: compile it for this "
              "launch");
}

// All look at the buffers in the same way.
Status check_segments(const VulkanDevice& opened, const Kernel& first,
                      const backend::Dispatch& dispatch) {
  uint64_t words = first.parameters();
  for (const auto& executable : dispatch.then) {
    const DeviceProgram* program = own(opened, executable.get());
    if (program == nullptr) return external_executable(opened, executable.get());
    words += program->kernel()->parameters();
    const size_t bindings = program->kernel()->plan().bindings.size();
    if (bindings == first.plan().bindings.size()) continue;
    return fail(Code::kInvalidArgument, "a segment has ", bindings, " bindings and the first has ",
                first.plan().bindings.size(), ". Fix: give all segments the same buffers");
  }
  if (words == dispatch.words.size()) return {};
  return fail(Code::kInvalidArgument, "the segments have ", words, " parameters and the dispatch ",
              "gives ", dispatch.words.size(), " words. Fix: give each parameter its word");
}

}  // namespace

Status check_dispatch(const VulkanDevice& opened, const backend::Dispatch& dispatch) {
  const DeviceProgram* program = own(opened, dispatch.executable.get());
  if (program == nullptr) return external_executable(opened, dispatch.executable.get());
  const Kernel& kernel = *program->kernel();
  VYRE_RETURN_IF_ERROR(check_segments(opened, kernel, dispatch));
  if (dispatch.buffers.size() != kernel.plan().bindings.size()) {
    return fail(Code::kInvalidArgument, "the program has ", kernel.plan().bindings.size(),
                " bindings and the dispatch gives ", dispatch.buffers.size(),
                ". Fix: give one entry for each binding, the shared ones included");
  }
  VYRE_RETURN_IF_ERROR(check_grid(opened, kernel, dispatch.grid));
  VYRE_RETURN_IF_ERROR(check_launch(kernel, dispatch));
  for (const auto& executable : dispatch.then) {
    VYRE_RETURN_IF_ERROR(check_launch(*own(opened, executable.get())->kernel(), dispatch));
  }
  for (const KernelBinding& binding : kernel.bindings()) {
    const std::string_view name = kernel.buffer_name(binding.index);
    VYRE_RETURN_IF_ERROR(check_buffer(opened, name, dispatch.buffers[binding.index]));
    if (!kernel.is_external()) continue;
    VYRE_RETURN_IF_ERROR(
        check_external_buffer(opened, binding, name, dispatch.buffers[binding.index]));
  }
  return check_overlaps(kernel, dispatch.buffers);
}

}  // namespace vyre::vulkan
