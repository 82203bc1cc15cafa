#include "runtime/dispatch/dispatch.h"

#include "base/memory/scratch_arena.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;

namespace {

Status no_deadline(uint64_t timeout_ns) {
  return vyre::fail(Code::kUnsupportedFeature, "vyre_dispatch_desc.timeout_ns is ", timeout_ns,
                    " for an asynchronous dispatch, which this version does not do yet. Fix: leave "
                    "it VYRE_FOREVER, and wait with a time-out");
}

}  // namespace

vyre_error* vyre_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings,
                          size_t binding_count, const vyre_dispatch_desc* desc,
                          vyre_dispatch_result* out_result) {
  return guard(VYRE_ARG(pipeline), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_place(out_result, "vyre_dispatch_result"));
    vyre::Scratch scratch;
    VYRE_ASSIGN_OR_RETURN(const auto converted,
                          bindings_of(bindings, binding_count, scratch.memory()));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    VYRE_ASSIGN_OR_RETURN(auto options, dispatch_options(desc, *pipeline->rep));
    options.host_timed = out_result != nullptr;
    VYRE_ASSIGN_OR_RETURN(const auto report,
                          vyre::runtime::dispatch(pipeline->rep, converted, options));
    return out_result == nullptr ? Status() : write_result(out_result, report);
  });
}

vyre_error* vyre_dispatch_async(vyre_pipeline* pipeline, const vyre_binding* bindings,
                                size_t binding_count, const vyre_dispatch_desc* desc,
                                vyre_work** out_work) {
  if (out_work != nullptr) *out_work = nullptr;
  return guard(VYRE_ARG(pipeline), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    VYRE_ASSIGN_OR_RETURN(const auto options, dispatch_options(desc, *pipeline->rep));
    if (options.timeout) return no_deadline(desc->timeout_ns);
    if (out_work == nullptr) {
      return vyre::runtime::dispatch_unowned(pipeline->rep, converted, options);
    }
    return hand_out(out_work, vyre::runtime::dispatch_async(pipeline->rep, converted, options));
  });
}
