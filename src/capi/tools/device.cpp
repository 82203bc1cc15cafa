#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "runtime/dispatch/bandwidth.h"
#include "vyre_driver_tools.h"

using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_device_get_submit_policy(const vyre_device* device,
                                          vyre_submit_policy* out_policy) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_policy, "out_policy"));
    VYRE_RETURN_IF_ERROR(check_place(out_policy, "vyre_submit_policy"));
    VYRE_ASSIGN_OR_RETURN(const auto known,
                          device->rep->with_raw([](auto& raw) { return raw.submit_policy(); }));
    vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
    policy.spin_ns = known.spin_ns;
    policy.max_submission_ns = known.max_submission_ns;
    policy.max_spinning_threads = known.spin_threads;
    return write_struct(out_policy, policy, "vyre_submit_policy");
  });
}

vyre_error* vyre_device_set_submit_policy(vyre_device* device, const vyre_submit_policy* policy) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(policy, "policy"));
    VYRE_ASSIGN_OR_RETURN(const vyre_submit_policy given,
                          VYRE_READ_DESC(policy, vyre_submit_policy, VYRE_SUBMIT_POLICY_INIT));
    VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_submit_policy"));
    return device->rep->with_raw([&](auto& raw) {
      return raw.set_submit_policy(
          {given.spin_ns, given.max_spinning_threads, given.max_submission_ns});
    });
  });
}

vyre_error* vyre_device_measure_bandwidth(vyre_device* device, uint64_t* out_bytes_per_second) {
  return guard_optional(
      out_bytes_per_second, VYRE_ARG(device), [&](uint64_t& bytes_per_second) -> Status {
        VYRE_ASSIGN_OR_RETURN(bytes_per_second, vyre::runtime::measure_bandwidth(device->rep));
        return {};
      });
}
