#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"

namespace vyre::backend {

// A device of a backend, usable or not.
struct DeviceEntry {
  std::string id;  // "vulkan:<uuid>", or the backend's name when it has one device
  std::string version;
  profile::DeviceProfile profile;
  std::string missing;  // why it cannot be used; empty = usable
  // What decides which programs it can run; none: that is known when it is open.
  std::optional<Capabilities> capabilities = {};
  std::optional<spirv::Target> target = {};
};

// One way to reach devices: all that Vulkan sees, the oracle, a plug-in. Its rank and whether it
// dispatches are records of their own, which it may bring along or somebody else declares.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;  // the id of the registration
  virtual std::optional<uint32_t> rank() const { return std::nullopt; }  // lower is better
  virtual std::optional<bool> dispatches() const { return std::nullopt; }

  // Who registered it, for messages: "built in", the path of a plug-in.
  virtual std::string_view owner() const { return "built in"; }

  // Whether find() may run while other backends look for theirs.
  virtual bool finds_in_parallel() const { return true; }

  // Looks for devices; creates no more than that needs and keeps nothing open that a device that
  // is not chosen would hold. Called once, again after a failure, never by two threads at a time.
  virtual Result<std::vector<DeviceEntry>> find() = 0;

  // Opens device |device| of the last successful find(). Several threads may call it at once.
  virtual Result<std::shared_ptr<Device>> open(size_t device) = 0;
};

}  // namespace vyre::backend
