#include "capi/interop/semaphore.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "ir/program/display_name.h"
#include "vulkan/interop/interop.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Device;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

namespace vyre::capi {
namespace {

std::string name_of(const vyre_semaphore& semaphore) {
  if (semaphore.owner == nullptr) return "the timeline of the device";
  return semaphore.label.empty() ? std::string("the semaphore")
                                 : concat("semaphore ", ir::display_name(semaphore.label));
}

// The device's own moves by itself, and only as far as work was submitted.
Status check_own(backend::Device& raw, const vyre_sync_point& point, bool signals) {
  if (point.semaphore->owner != nullptr) return {};
  if (signals) {
    return fail(Code::kInvalidArgument, "its semaphore is the timeline of device '", raw.id(),
                "', which moves by itself. Fix: signal a semaphore of the host's");
  }
  VYRE_ASSIGN_OR_RETURN(const auto handles, vulkan::device_handles(raw));
  if (point.value <= handles.last) return {};
  return fail(Code::kInvalidArgument, "device '", raw.id(), "' is to reach its own value ",
              point.value, ", and has submitted up to ", handles.last,
              ". Fix: pass a point of work that was submitted");
}

Result<backend::SyncPoint> sync_point(const vyre_sync_point& point, bool signals) {
  VYRE_RETURN_IF_ERROR(require(point.semaphore, "semaphore"));
  const vyre_semaphore& semaphore = *point.semaphore;
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_with_semaphores(*semaphore.device));
  VYRE_RETURN_IF_ERROR(check_own(*raw, point, signals));
  VYRE_ASSIGN_OR_RETURN(const uint64_t handle, handle_of(semaphore));
  VYRE_ASSIGN_OR_RETURN(auto taken, vulkan::semaphore_of(*raw, handle, semaphore.keep_alive));
  return backend::SyncPoint{std::move(taken), point.value};
}

}  // namespace

Result<std::vector<backend::SyncPoint>> sync_points(const GivenPoints& given) {
  constexpr size_t kMax = 4096;
  if (given.count > kMax) {
    return fail(Code::kInvalidArgument, given.name.substr(0, given.name.size() - 1), "_count is ",
                given.count, ". Fix: give at most ", kMax);
  }
  if (given.count != 0) VYRE_RETURN_IF_ERROR(require(given.points, given.name));
  std::vector<backend::SyncPoint> points;
  for (size_t i = 0; i < given.count; ++i) {
    auto point = sync_point(given.points[i], given.signals);
    if (!point.ok()) return of_entry(std::move(point).status(), given.name, i);
    points.push_back(point.take());
  }
  return points;
}

vyre_semaphore* timeline_of(const Device& device) {
  const auto make = [&] { return std::make_shared<vyre_semaphore>(vyre_semaphore{&device}); };
  return static_cast<vyre_semaphore*>(device.attached(make));
}

Result<std::shared_ptr<backend::Device>> device_with_semaphores(const Device& device) {
  VYRE_ASSIGN_OR_RETURN(auto raw, device.current());
  if (vulkan::is_vulkan(*raw)) return raw;
  return fail(
      Code::kUnsupportedFeature, "device '", device.id(),
      "' has no semaphores. Fix: wait on the host (vyre_work_wait), or use a Vulkan device");
}

Result<uint64_t> handle_of(const vyre_semaphore& semaphore) {
  const Device& device = *semaphore.device;
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_with_semaphores(device));
  if (semaphore.owner != nullptr) {
    VYRE_RETURN_IF_ERROR(
        device.check_current(semaphore.generation, [&] { return name_of(semaphore); }));
    return semaphore.handle;
  }
  VYRE_ASSIGN_OR_RETURN(const auto handles, vulkan::device_handles(*raw));
  return handles.timeline;
}

}  // namespace vyre::capi

void vyre_semaphore_destroy(vyre_semaphore* semaphore) {
  if (semaphore == nullptr || semaphore->owner == nullptr) return;  // a device's own is borrowed
  delete semaphore;
}

vyre_error* vyre_device_order_after(vyre_device* device, vyre_sync_point point) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device_with_semaphores(*device->rep));
    VYRE_RETURN_IF_ERROR(require(point.semaphore, "point.semaphore"));
    const vyre_semaphore& semaphore = *point.semaphore;
    if (semaphore.device != device->rep.get()) {
      return vyre::fail(Code::kInvalidArgument, "point.semaphore, ", name_of(semaphore),
                        ", belongs to another device than '", device->rep->id(),
                        "'. Fix: import it for this one");
    }
    VYRE_ASSIGN_OR_RETURN(const uint64_t handle, handle_of(semaphore));
    return vulkan::order_after(*raw, {handle, point.value, semaphore.keep_alive});
  });
}

vyre_error* vyre_work_get_point(const vyre_work* work, vyre_sync_point* out_point) {
  return guard(VYRE_OUT(out_point), VYRE_ARG(work), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(work->rep->check_current());
    const Device& device = work->rep->device();
    VYRE_RETURN_IF_ERROR(device_with_semaphores(device).status());
    const uint64_t value = work->rep->submission();
    if (value == 0) {
      return vyre::fail(Code::kUnsupportedFeature,
                        "this work goes on on the host, so no semaphore tells its end. Fix: wait "
                        "for it with vyre_work_wait");
    }
    *out_point = {timeline_of(device), value};
    return {};
  });
}
