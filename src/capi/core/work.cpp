#include "runtime/work/work.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"
#include "capi/core/work_state.h"

using vyre::Status;
using vyre::backend::PendingState;
using namespace vyre::capi;

vyre_error* vyre_work_wait(vyre_work* work, uint64_t timeout_ns, vyre_work_state* out_state) {
  return guard(VYRE_OUT(out_state), VYRE_ARG(work), [&]() -> Status {
    *out_state = state_number(work->rep->wait(deadline_of(timeout_ns)));
    return {};
  });
}

vyre_error* vyre_work_get_error(const vyre_work* work, vyre_error** out_error) {
  return guard(VYRE_OUT(out_error), VYRE_ARG(work), [&]() -> Status {
    *out_error = to_error(work->rep->status());
    return {};
  });
}

vyre_error* vyre_work_get_device(const vyre_work* work, vyre_device** out_device) {
  return guard(VYRE_OUT(out_device), VYRE_ARG(work), [&]() -> Status {
    *out_device = new vyre_device{work->rep->shared_device()};
    return {};
  });
}

vyre_error* vyre_work_collect(vyre_work* work, const vyre_binding* bindings, size_t binding_count) {
  return guard(VYRE_ARG(work), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    return work->rep->collect(converted);
  });
}

vyre_error* vyre_work_get_result(const vyre_work* work, vyre_dispatch_result* out_result) {
  return guard(VYRE_ARG(work), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_result, "out_result"));
    VYRE_RETURN_IF_ERROR(check_place(out_result, "vyre_dispatch_result"));
    VYRE_ASSIGN_OR_RETURN(const auto report, work->rep->report());
    return write_result(out_result, report);
  });
}

vyre_error* vyre_work_on_complete(vyre_work* work, vyre_complete_fn callback, void* user,
                                  vyre_destroy_fn destroy) {
  return guard(VYRE_ARG(work), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(callback, "callback"));
    const auto rep = work->rep;  // the callback may destroy the handle
    auto data = std::make_shared<UserData>(user, destroy);
    VYRE_RETURN_IF_ERROR(rep->on_complete(
        [callback, data](PendingState state) { callback(data->get(), state_number(state)); }));
    data->own();
    return {};
  });
}

void vyre_work_destroy(vyre_work* work) { delete work; }
