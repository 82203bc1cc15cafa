#include "runtime/device/device.h"

#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/device_info.h"
#include "capi/core/work_state.h"

using vyre::Status;
using namespace vyre::capi;

namespace {

// As it is known when the handle is made.
std::shared_ptr<const vyre_device_info> info_of(const vyre::runtime::Device& device) {
  vyre::profile::DeviceProfile profile = device.profile();
  if (const auto measured = device.context().inventory().measured_bandwidth(device.id())) {
    profile.bytes_per_second = measured;
    profile.bandwidth_source = vyre::profile::FactSource::kMeasured;
  }
  return make_device_info(device.id(), device.version(), profile,
                          *device.context().registry().current());
}

constexpr vyre_device_info empty_info() {
  vyre_device_info info = VYRE_DEVICE_INFO_INIT;
  info.id = info.backend = info.backend_version = {"", 0};
  info.name = info.driver = info.api_version = {"", 0};
  return info;
}

}  // namespace

vyre_device::vyre_device(std::shared_ptr<vyre::runtime::Device> device)
    : rep(std::move(device)), info(info_of(*rep)) {}

const vyre_device_info* vyre_device_get_info(const vyre_device* device) {
  static constexpr vyre_device_info kNone = empty_info();
  return device == nullptr ? &kNone : device->info.get();
}

vyre_error* vyre_device_prepare(vyre_device* device) {
  return guard(VYRE_ARG(device),
               [&] { return device->rep->with_raw([](auto& raw) { return raw.prepare(); }); });
}

vyre_error* vyre_device_wait_idle(vyre_device* device, uint64_t timeout_ns, uint32_t* out_idle) {
  return guard_optional(out_idle, VYRE_ARG(device), [&](uint32_t& idle) -> Status {
    const vyre::backend::Deadline deadline = deadline_of(timeout_ns);
    const vyre::LogSink& log = device->rep->context().log_sink();
    const bool has_ended = device->rep->unowned().wait(deadline, log);
    VYRE_ASSIGN_OR_RETURN(const bool is_idle, device->rep->with_raw([&](auto& raw) {
      return raw.wait_idle(deadline);
    }));
    VYRE_RETURN_IF_ERROR(device->rep->unowned().take_failure(log));
    idle = is_idle && has_ended ? 1 : 0;
    return {};
  });
}

vyre_error* vyre_device_shutdown(vyre_device* device) {
  return guard(VYRE_ARG(device), [&] { return device->rep->shutdown(); });
}

// A backend may have to be asked, which can throw.
uint32_t vyre_device_is_lost(const vyre_device* device) {
  bool is_lost = false;
  vyre_error_destroy(guard([&]() -> Status {
    is_lost = device != nullptr && device->rep->is_lost();
    return {};
  }));
  return is_lost ? 1 : 0;
}

vyre_error* vyre_device_recover(vyre_device* device) {
  return guard(VYRE_ARG(device), [&] { return device->rep->recover(); });
}

void vyre_device_destroy(vyre_device* device) { delete device; }
