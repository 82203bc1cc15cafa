#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "runtime/dispatch/bandwidth.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_context_declare_rank(vyre_context* context, vyre_string id, uint32_t rank) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    return context->rep->inventory().declare_rank(view(id), rank);
  });
}

vyre_error* vyre_context_declare_dispatches(vyre_context* context, vyre_string id,
                                            int32_t dispatches) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
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
  bool fits = true;
  vyre_error* const error = guard(out_count, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    std::vector<vyre_string> all;
    for (std::string_view id : context->rep->inventory().by_rank()) all.push_back(to_c(id));
    fits = copy_sized(all, ids, capacity, out_count);
    return {};
  });
  return fits ? error : insufficient_capacity();
}

vyre_error* vyre_backend_measure(vyre_backend* backend, double* out_gbps) {
  if (out_gbps != nullptr) *out_gbps = 0.0;
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_ASSIGN_OR_RETURN(const double gbps, vyre::runtime::measure_bandwidth(backend->rep));
    if (out_gbps != nullptr) *out_gbps = gbps;
    return {};
  });
}
