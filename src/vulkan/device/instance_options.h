#pragma once

#include <memory_resource>
#include <string>

#include "base/status/log.h"
#include "spirv/module/target.h"
#include "trace/observation.h"

namespace vyre::vulkan {

struct InstanceOptions {
  // Ask for the Khronos validation layer with synchronization validation. Fails with kNotFound
  // when the machine does not have it.
  bool validation = false;
  // Gets messages of the layer, the loader and the drivers; may be called from any thread.
  LogSink log;
  // Backs what recorded work keeps on the host. Must outlive every object made from the instance.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();
  std::string loader = "libvulkan.so.1";
  Observation observe;
  spirv::OptimizationMode optimizations = spirv::OptimizationMode::kAutomatic;  // of create_device
};

}  // namespace vyre::vulkan
