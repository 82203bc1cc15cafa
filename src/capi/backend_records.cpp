#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/sized.h"
#include "runtime/dispatch/bandwidth.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_context_declare_rank(vyre_context* context, vyre_string id, uint32_t rank) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    return context->rep->inventory().declare_rank(view(id), rank);
  });
}

vyre_error* vyre_context_declare_dispatches(vyre_context* context, vyre_string id,
                                            int32_t dispatches) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    if (dispatches != 0 && dispatches != 1) {
      return fail(Code::kInvalidArgument, "|dispatches| of '", view(id), "' is ", dispatches,
                  ". Fix: use 0 or 1");
    }
    return context->rep->inventory().declare_dispatches(view(id), dispatches == 1);
  });
}

uint32_t vyre_context_backend_rank(const vyre_context* context, vyre_string id) {
  if (context == nullptr || !check_string(id, "id").ok()) return VYRE_RANK_NONE;
  return context->rep->inventory().rank(view(id));
}

int32_t vyre_context_backend_dispatches(const vyre_context* context, vyre_string id) {
  if (context == nullptr || !check_string(id, "id").ok()) return 0;
  return context->rep->inventory().dispatches(view(id)) ? 1 : 0;
}

vyre_error* vyre_context_get_backends(const vyre_context* context, vyre_string* ids,
                                      size_t capacity, size_t* out_count) {
  return write_sized(ids, capacity, out_count, [&]() -> Result<std::vector<vyre_string>> {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    std::vector<vyre_string> all;
    for (std::string_view id : context->rep->inventory().by_rank()) all.push_back(to_c(id));
    return all;
  });
}

vyre_error* vyre_backend_measure(vyre_backend* backend, double* out_gbps) {
  return guard_optional(out_gbps, [&](double& gbps) -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_ASSIGN_OR_RETURN(gbps, vyre::runtime::measure_bandwidth(backend->rep));
    return {};
  });
}
