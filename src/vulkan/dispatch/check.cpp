#include <algorithm>
#include <cassert>

#include "vulkan/backend/device_objects.h"
#include "vulkan/dispatch/prepare.h"

namespace vyre::vulkan {
namespace {

// What follows is what the makers of a dispatch have seen to, and asked in debug builds alone.

bool lies_inside(const VulkanDevice& opened, const backend::BufferUse& use) {
  if (use.memory == nullptr) return use.input.size() <= use.size;
  return is_own(opened, *use.memory) && use.input.empty() && use.offset <= use.memory->size() &&
         use.size <= use.memory->size() - use.offset;
}

// Each buffer of a program of ours is its own: a write through one is not seen through another.
bool are_apart(const backend::BufferUse& a, const backend::BufferUse& b) {
  return a.memory == nullptr || a.memory != b.memory || a.offset >= b.offset + b.size ||
         b.offset >= a.offset + a.size;
}

bool is_sound(const VulkanDevice& opened, const Kernel& kernel,
              std::span<const backend::BufferUse> uses) {
  if (kernel.plan().bindings.size() != uses.size()) return false;
  const std::vector<KernelBinding>& bindings = kernel.bindings();
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (!lies_inside(opened, uses[bindings[i].index])) return false;
    for (size_t j = 0; j < i; ++j) {
      if (kernel.is_external() || (!bindings[i].is_written && !bindings[j].is_written)) continue;
      if (!are_apart(uses[bindings[i].index], uses[bindings[j].index])) return false;
    }
  }
  return true;
}

bool is_empty(const backend::Dispatch& dispatch) {
  const auto& [x, y, z] = dispatch.grid;
  return (x | y | z) == 0 && dispatch.grid_words == nullptr;
}

// What was compiled for one launch relies on it.
bool is_launch_of(const Kernel& kernel, const backend::Dispatch& dispatch) {
  const launch::KnownLaunch& known = kernel.launch();
  const auto has_its_bytes = [&](const KernelBinding& binding) {
    const uint64_t size = dispatch.buffers[binding.index].size;
    return known.bytes_of(binding.index).value_or(size) == size;
  };
  return (!known.grid || *known.grid == dispatch.grid || is_empty(dispatch)) &&
         std::ranges::all_of(kernel.bindings(), has_its_bytes);
}

[[maybe_unused]] bool is_sound(const VulkanDevice& opened, const backend::Dispatch& dispatch) {
  uint64_t words = 0;
  const auto fits = [&](const std::shared_ptr<backend::Executable>& executable) {
    const Kernel& kernel = *own(opened, *executable).kernel();
    words += kernel.parameters();
    const bool waits = kernel.plan().has_grid_barrier;  // all of the grid would have to be resident
    return is_sound(opened, kernel, dispatch.buffers) && is_launch_of(kernel, dispatch) &&
           (!waits || dispatch.grid == launch::Axes{1, 1, 1} || is_empty(dispatch)) &&
           kernel.is_guarded() == dispatch.shape.has_value();
  };
  const bool has_zero = std::ranges::find(dispatch.grid, 0u) != dispatch.grid.end();
  const bool may_have_zero = is_empty(dispatch) || dispatch.grid_words != nullptr;
  return !dispatch.executables.empty() && has_zero == may_have_zero &&
         std::ranges::all_of(dispatch.executables, fits) && words == dispatch.words.size();
}

Status check_uniform(const VulkanDevice& opened, std::string_view name,
                     const backend::BufferUse& use) {
  const VkPhysicalDeviceLimits& limits = opened.device().physical().limits;
  if (use.size > limits.maxUniformBufferRange) {
    return fail(Code::kUnsupportedFeature, "uniform buffer '", name, "' has ", use.size,
                " bytes, the device binds at most ", limits.maxUniformBufferRange,
                " (maxUniformBufferRange). Fix: use a smaller buffer or a storage buffer");
  }
  if (use.memory == nullptr) return {};
  const Allocation& allocation =
      own(opened, *use.memory, use.offset, use.size).owned()->allocation();
  const BufferRange range = range_of(allocation, use.offset, use.size);
  if (range.offset % limits.minUniformBufferOffsetAlignment != 0) {
    return fail(Code::kInvalidArgument, "uniform buffer '", name, "' is bound at offset ",
                range.offset, " of its VkBuffer, the device wants a multiple of ",
                uint64_t{limits.minUniformBufferOffsetAlignment},
                " (minUniformBufferOffsetAlignment). Fix: bind it at such an offset");
  }
  const Block& block = *allocation.block;
  if (!block.adopted || (block.usage & VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT) != 0) return {};
  return fail(Code::kInvalidArgument, "uniform buffer '", name,
              "' is bound to a buffer of the host that was made without "
              "VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT. Fix: make it with that usage");
}

}  // namespace

Status check_dispatch(const VulkanDevice& opened, const backend::Dispatch& dispatch) {
  assert(is_sound(opened, dispatch));
  const Kernel& kernel = *own(opened, *dispatch.executables.front()).kernel();
  if (!kernel.is_external()) return {};
  for (const KernelBinding& binding : kernel.bindings()) {
    if (binding.type != VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) continue;
    VYRE_RETURN_IF_ERROR(
        check_uniform(opened, kernel.buffer_name(binding.index), dispatch.buffers[binding.index]));
  }
  return {};
}

}  // namespace vyre::vulkan
