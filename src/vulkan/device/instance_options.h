#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/status/log.h"
#include "base/status/status.h"
#include "spirv/lower.h"
#include "trace/observation.h"

namespace vyre::vulkan {

inline constexpr uint32_t kRank = 30;  // for the order of backends; lower is better

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
  spirv::Optimisations optimisations = spirv::Optimisations::kAutomatic;  // of create_backend
};

// One physical device, usable or not.
struct DeviceInfo {
  std::string id;  // "vulkan:<uuid>"
  backend::DeviceProfile profile;
  std::vector<std::string> missing;  // requirements it lacks, by name; empty = usable
};

// The loader, a Vulkan instance and the devices it found. Immutable after open_instance.
class Instance;

Result<std::shared_ptr<Instance>> open_instance(const InstanceOptions& options);

std::span<const DeviceInfo> list_devices(const Instance& instance);

// Errors that the validation layer has reported so far.
uint64_t validation_errors(const Instance& instance);

// Opens device |index| of list_devices(). The backend keeps the instance alive.
Result<std::shared_ptr<backend::Backend>> create_backend(std::shared_ptr<Instance> instance,
                                                         size_t index);

}  // namespace vyre::vulkan
