#include "runtime/dispatch/dispatch.h"

#include <memory>

#include "base/memory/scratch_arena.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"

using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_dispatch(vyre_pipeline* pipeline, const vyre_binding* bindings,
                          size_t binding_count, const vyre_dispatch_desc* desc,
                          vyre_dispatch_result* out_result) {
  return guard(VYRE_ARG(pipeline), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_place(out_result, "vyre_dispatch_result"));
    vyre::Scratch scratch;
    VYRE_ASSIGN_OR_RETURN(const auto converted,
                          bindings_of(bindings, binding_count, scratch.memory()));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    vyre::runtime::DispatchOptions options;
    VYRE_RETURN_IF_ERROR(read_dispatch_options(desc, *pipeline->rep, options));
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
    vyre::runtime::DispatchOptions options;
    VYRE_RETURN_IF_ERROR(read_dispatch_options(desc, *pipeline->rep, options));
    if (out_work == nullptr) {
      return vyre::runtime::dispatch_unowned(pipeline->rep, converted, options);
    }
    auto work = std::make_unique<vyre_work>();  // before anything is submitted
    VYRE_ASSIGN_OR_RETURN(work->rep,
                          vyre::runtime::dispatch_async(pipeline->rep, converted, options));
    *out_work = work.release();
    return {};
  });
}
