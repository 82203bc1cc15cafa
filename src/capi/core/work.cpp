#include "runtime/work/work.h"

#include <vector>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"
#include "capi/core/work_state.h"
#include "runtime/work/wait_many.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::backend::PendingState;
using vyre::runtime::Work;
using namespace vyre::capi;

namespace {

// Works of a list, whose entries may be null, kept meanwhile.
class Works {
 public:
  static Result<Works> of(vyre_work* const* works, size_t count) {
    VYRE_RETURN_IF_ERROR(require_array(works, count, "works"));
    Works all;
    for (size_t i = 0; i < count; ++i) {
      all.kept_.push_back(works[i] != nullptr ? works[i]->rep : nullptr);
      all.borrowed_.push_back(all.kept_.back().get());
      all.any_ |= works[i] != nullptr;
    }
    if (all.any_) return all;
    return vyre::fail(Code::kInvalidArgument, "works has ", count,
                      " entries and no work. Fix: pass at least one");
  }
  std::span<Work* const> get() const { return borrowed_; }

 private:
  std::vector<std::shared_ptr<Work>> kept_;
  std::vector<Work*> borrowed_;
  bool any_ = false;
};

}  // namespace

vyre_error* vyre_work_wait(vyre_work* work, uint64_t timeout_ns, vyre_work_state* out_state) {
  return guard(VYRE_OUT(out_state), VYRE_ARG(work), [&]() -> Status {
    const auto rep = work->rep;  // the callback may destroy the handle
    *out_state = state_number(rep->wait(deadline_of(timeout_ns)));
    return {};
  });
}

vyre_error* vyre_work_wait_any(vyre_work* const* works, size_t work_count, uint64_t timeout_ns,
                               size_t* out_index) {
  return guard(VYRE_OUT(out_index), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Works all, Works::of(works, work_count));
    const size_t index = vyre::runtime::wait_any(all.get(), deadline_of(timeout_ns));
    *out_index = index != work_count ? index : SIZE_MAX;
    return {};
  });
}

vyre_error* vyre_work_wait_all(vyre_work* const* works, size_t work_count, uint64_t timeout_ns,
                               size_t* out_ended) {
  return guard(VYRE_OUT(out_ended), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Works all, Works::of(works, work_count));
    *out_ended = vyre::runtime::wait_all(all.get(), deadline_of(timeout_ns));
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

vyre_error* vyre_work_collect_bytes(vyre_work* work, void* data, size_t size) {
  return guard(VYRE_ARG(work), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return work->rep->collect_bytes(bytes);
  });
}

vyre_error* vyre_work_get_bytes(vyre_work* work, uint32_t read, vyre_bytes* out_bytes) {
  return guard(VYRE_OUT(out_bytes), VYRE_ARG(work), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, work->rep->bytes(read));
    *out_bytes = {bytes.data(), bytes.size()};
    return {};
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

vyre_error* vyre_work_cancel(vyre_work* work) {
  return guard(VYRE_ARG(work), [&]() -> Status {
    const auto rep = work->rep;  // the callback may destroy the handle
    (void)rep->cancel();
    return {};
  });
}

void vyre_work_destroy(vyre_work* work) { delete work; }
