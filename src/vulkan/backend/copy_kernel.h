#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>

#include "backend/sequence.h"
#include "vulkan/kernel/builtin_kernel.h"

namespace vyre::vulkan {

class VulkanDevice;

// A copy as a dispatch.
struct CopyDispatch {
  std::shared_ptr<backend::Executable> executable;
  std::array<backend::BufferUse, 2> buffers;  // from, to
  std::array<uint32_t, 3> grid = {1, 1, 1};

  backend::Dispatch get() const {
    return {.executables = {&executable, 1},
            .grid = grid,
            .buffers = buffers,
            .options = {.label = "copy"}};
  }
};

// Copies memory of a device by a program, where that is quicker than the command. Thread-safe.
class CopyKernel {
 public:
  explicit CopyKernel(const LogicalDevice& device);

  // |copy|, a kCopy between memory of |opened|; none where the command is to be used: it is
  // quicker, or the place is none for a binding, or there is no kernel.
  std::optional<CopyDispatch> dispatch_of(const std::shared_ptr<VulkanDevice>& opened,
                                          const backend::Step& copy);

  // Compiles the kernel, where any copy is done by it.
  void prepare();

 private:
  std::shared_ptr<const Kernel> kernel();
  bool suits(const backend::Step& copy) const;

  const LogicalDevice& device_;
  BuiltinKernel kernel_;
  std::atomic<bool> is_missing_ = false;  // it could not be made, which is not tried again
};

}  // namespace vyre::vulkan
