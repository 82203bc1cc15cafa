#include "vulkan/backend/copy_kernel.h"

#include "kernel_host/builtin_programs.h"
#include "vulkan/backend/device_objects.h"

namespace vyre::vulkan {
namespace {

using Word = uint32_t;

// Its coarsened kernel has a quarter of that: devices start a few workgroups in a nanosecond.
constexpr uint32_t kWorkgroup = 1024;

Result<std::shared_ptr<const ir::Program>> make_program(std::pmr::memory_resource* memory) {
  return kernel_host::copy_program(kWorkgroup, memory);
}

backend::BufferUse slice_of(std::shared_ptr<backend::Memory> memory, uint64_t offset,
                            uint64_t size) {
  backend::BufferUse use;
  use.memory = std::move(memory);
  use.offset = offset;
  use.size = size;
  return use;
}

}  // namespace

CopyKernel::CopyKernel(const LogicalDevice& device)
    : device_(device), kernel_(device, make_program) {}

std::optional<CopyDispatch> CopyKernel::dispatch_of(const std::shared_ptr<VulkanDevice>& opened,
                                                    const backend::Step& copy) {
  if (!suits(copy)) return std::nullopt;
  auto compiled = kernel();
  if (compiled == nullptr) return std::nullopt;
  CopyDispatch dispatch;
  dispatch.executable = std::make_shared<DeviceProgram>(opened, std::move(compiled));
  dispatch.buffers = {slice_of(copy.from, copy.from_offset, copy.size),
                      slice_of(copy.to, copy.to_offset, copy.size)};
  const uint64_t words = copy.size / sizeof(Word);
  dispatch.grid[0] = static_cast<uint32_t>((words + kWorkgroup - 1) / kWorkgroup);
  return dispatch;
}

void CopyKernel::prepare() {
  if (device_.physical().quirks.min_copy_by_kernel && !device_.records_only()) (void)kernel();
}

// Null: the command does it.
std::shared_ptr<const Kernel> CopyKernel::kernel() {
  if (is_missing_.load()) return nullptr;
  auto compiled = kernel_.get();
  if (compiled.ok()) return compiled.take();
  is_missing_.store(true);
  return nullptr;
}

bool CopyKernel::suits(const backend::Step& copy) const {
  const std::optional<uint64_t> least = device_.physical().quirks.min_copy_by_kernel;
  if (!least || copy.size < *least || device_.records_only()) return false;
  const profile::DeviceProfile& profile = device_.profile();
  const uint64_t alignment = profile.buffer_offset_alignment;
  return copy.size % sizeof(Word) == 0 && copy.size <= profile.max_buffer_bytes &&
         copy.from_offset % alignment == 0 && copy.to_offset % alignment == 0;
}

}  // namespace vyre::vulkan
