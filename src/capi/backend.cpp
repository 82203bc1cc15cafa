#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/metrics.h"
#include "capi/profile.h"
#include "runtime/dispatch/bandwidth.h"

using vyre::Status;
using vyre::runtime::Device;
using namespace vyre::capi;

namespace {

template <typename Struct, size_t kSize>
Struct fill(Struct c, const MetricRow<Struct> (&rows)[kSize],
            const vyre::backend::Counters& counters) {
  for (const auto& row : rows) {
    c.*row.field = (counters.*row.value).value_or(0);
    c.set |= counters.*row.value ? row.bit : 0;
  }
  return c;
}

}  // namespace

vyre_string vyre_backend_id(const vyre_backend* backend) {
  return backend == nullptr ? vyre_string{nullptr, 0} : to_c(backend->rep->id());
}

vyre_string vyre_backend_version(const vyre_backend* backend) {
  return backend == nullptr ? vyre_string{nullptr, 0} : to_c(backend->rep->version());
}

vyre_error* vyre_backend_get_profile(const vyre_backend* backend,
                                     vyre_device_profile* out_profile) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_profile, "out_profile"));
    const Device& device = *backend->rep;
    vyre_device_profile profile = to_c(device.profile());
    if (auto measured = backend->rep->context().inventory().measured_bandwidth(device.id())) {
      profile.memory_bandwidth_gbps = *measured;
      profile.bandwidth_source = VYRE_FACT_MEASURED;
    }
    return write_struct(out_profile, profile, "vyre_device_profile");
  });
}

vyre_error* vyre_backend_measure(vyre_backend* backend, double* out_gbps) {
  return guard_optional(out_gbps, [&](double& gbps) -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_ASSIGN_OR_RETURN(gbps, vyre::runtime::measure_bandwidth(backend->rep));
    return {};
  });
}

vyre_error* vyre_backend_get_counters(const vyre_backend* backend, vyre_counters* out_counters) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_counters, "out_counters"));
    const vyre_counters empty = VYRE_COUNTERS_INIT;
    return write_struct(out_counters, fill(empty, kCounterRows, backend->rep->counters()),
                        "vyre_counters");
  });
}

vyre_error* vyre_backend_get_statistics(const vyre_backend* backend,
                                        vyre_statistics* out_statistics) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_statistics, "out_statistics"));
    const vyre_statistics empty = VYRE_STATISTICS_INIT;
    return write_struct(out_statistics, fill(empty, kStatisticRows, backend->rep->counters()),
                        "vyre_statistics");
  });
}

vyre_error* vyre_backend_prepare(vyre_backend* backend) {
  return guard(backend, "backend",
               [&] { return backend->rep->with_raw([](auto& raw) { return raw.prepare(); }); });
}

vyre_error* vyre_backend_flush(vyre_backend* backend) {
  return guard(backend, "backend",
               [&] { return backend->rep->with_raw([](auto& raw) { return raw.flush(); }); });
}

vyre_error* vyre_backend_shutdown(vyre_backend* backend) {
  return guard(backend, "backend", [&] { return backend->rep->shutdown(); });
}

vyre_error* vyre_backend_is_lost(const vyre_backend* backend, int32_t* out_lost) {
  return guard(out_lost, backend, "backend", [&]() -> Status {
    *out_lost = backend->rep->is_lost() ? 1 : 0;
    return {};
  });
}

vyre_error* vyre_backend_recover(vyre_backend* backend) {
  return guard(backend, "backend", [&] { return backend->rep->recover(); });
}

vyre_error* vyre_backend_get_submit_policy(const vyre_backend* backend,
                                           vyre_submit_policy* out_policy) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_policy, "out_policy"));
    VYRE_ASSIGN_OR_RETURN(const auto known,
                          backend->rep->with_raw([](auto& raw) { return raw.submit_policy(); }));
    vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
    policy.spin_ns = known.spin_ns;
    policy.most_submission_ns = known.max_submission_ns;
    policy.spin_threads = known.spin_threads;
    return write_struct(out_policy, policy, "vyre_submit_policy");
  });
}

vyre_error* vyre_backend_set_submit_policy(vyre_backend* backend,
                                           const vyre_submit_policy* policy) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(policy, "policy"));
    VYRE_ASSIGN_OR_RETURN(const vyre_submit_policy given,
                          VYRE_READ_DESC(policy, vyre_submit_policy, VYRE_SUBMIT_POLICY_INIT));
    VYRE_RETURN_IF_ERROR(check_reserved(given.reserved, "vyre_submit_policy"));
    return backend->rep->with_raw([&](auto& raw) {
      return raw.set_submit_policy({given.spin_ns, given.spin_threads, given.most_submission_ns});
    });
  });
}

void vyre_backend_destroy(vyre_backend* backend) { delete backend; }
