#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Status;
using namespace vyre::capi;

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
