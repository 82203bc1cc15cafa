#pragma once

#include <memory>
#include <memory_resource>
#include <mutex>

#include "vulkan/kernel/kernel.h"

namespace vyre::vulkan {

// A program of ours, compiled at the first use. Borrows the device. Thread-safe.
class BuiltinKernel {
 public:
  using Make = Result<std::shared_ptr<const ir::Program>> (*)(std::pmr::memory_resource* memory);

  BuiltinKernel(const LogicalDevice& device, Make make) : device_(device), make_(make) {}

  Result<std::shared_ptr<const Kernel>> get();

 private:
  Result<std::shared_ptr<const Kernel>> compile() const;

  const LogicalDevice& device_;
  const Make make_;
  std::mutex mutex_;
  std::shared_ptr<const Kernel> kernel_;  // guarded by mutex_; null until it is compiled
};

}  // namespace vyre::vulkan
