#include "capi/binding.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/dispatch_options.h"
#include "capi/pending_state.h"
#include "runtime/work/work.h"

using vyre::Status;
using vyre::backend::PendingState;
using namespace vyre::capi;

vyre_error* vyre_pending_poll(vyre_pending* pending, int32_t* out_state) {
  return guard(out_state, pending, "pending", [&]() -> Status {
    *out_state = state_number(pending->rep->poll());
    return {};
  });
}

vyre_error* vyre_pending_wait(vyre_pending* pending, uint64_t timeout_ns, int32_t* out_state) {
  return guard(out_state, pending, "pending", [&]() -> Status {
    *out_state = state_number(pending->rep->wait(deadline_of(timeout_ns)));
    return {};
  });
}

vyre_error* vyre_pending_status(vyre_pending* pending) {
  return guard(pending, "pending", [&] { return pending->rep->status(); });
}

vyre_error* vyre_pending_collect(vyre_pending* pending, const vyre_binding* bindings,
                                 size_t binding_count) {
  return guard(pending, "pending", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    return pending->rep->collect(converted);
  });
}

vyre_error* vyre_pending_get_result(vyre_pending* pending, vyre_dispatch_result* out_result) {
  return guard(pending, "pending", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_result, "out_result"));
    VYRE_ASSIGN_OR_RETURN(const auto report, pending->rep->report());
    return write_result(out_result, report);
  });
}

vyre_error* vyre_pending_on_complete(vyre_pending* pending, vyre_complete_fn callback, void* user,
                                     vyre_destroy_fn destroy) {
  return guard(pending, "pending", [&]() -> Status {
    if (callback == nullptr) return require(nullptr, "callback");
    const auto rep = pending->rep;  // the callback may destroy the handle
    auto data = std::make_shared<UserData>(user, destroy);
    VYRE_RETURN_IF_ERROR(rep->on_complete(
        [callback, data](PendingState state) { callback(data->get(), state_number(state)); }));
    data->own();
    return {};
  });
}

void vyre_pending_destroy(vyre_pending* pending) { delete pending; }
