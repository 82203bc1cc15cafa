#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/status/status.h"
#include "runtime/device/device.h"
#include "runtime/work/sync_points.h"
#include "vyre_driver_interop.h"

// A timeline of the host's, which keeps its device alive; or the device's own, which the device
// keeps.
struct vyre_semaphore {
  const vyre::runtime::Device* device = nullptr;
  std::shared_ptr<vyre::runtime::Device> owner = nullptr;  // null: the device's own
  uint64_t generation = 0;                                 // of the device, when it was imported
  uint64_t handle = 0;                                     // Vulkan's, of the host
  std::string label = {};
  std::shared_ptr<const void> keep_alive = nullptr;  // the host's; gone before the device
};

namespace vyre::capi {

// The device's own timeline. Lives as long as the device.
vyre_semaphore* timeline_of(const runtime::Device& device);

// Refuses a device without semaphores by its id; else the device as it is now.
Result<std::shared_ptr<backend::Device>> device_with_semaphores(const runtime::Device& device);

// Vulkan's handle of it. Fails when that went with a device that was recovered.
Result<uint64_t> handle_of(const vyre_semaphore& semaphore);

// Points of the caller's, |name| of |of|, which may be null when there are none.
struct GivenPoints {
  const vyre_sync_point* points;
  size_t count;
  std::string_view name;
  bool signals;
};
Result<std::vector<backend::SyncPoint>> sync_points(const GivenPoints& given);

// Of a description with wait_points and signal_points.
template <typename Desc>
Result<runtime::WorkPoints> points_of(const Desc& desc) {
  runtime::WorkPoints points;
  VYRE_ASSIGN_OR_RETURN(
      points.waits, sync_points({desc.wait_points, desc.wait_point_count, "wait_points", false}));
  VYRE_ASSIGN_OR_RETURN(points.signals, sync_points({desc.signal_points, desc.signal_point_count,
                                                     "signal_points", true}));
  return points;
}

}  // namespace vyre::capi
