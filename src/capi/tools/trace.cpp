#include "trace/trace.h"

#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "vyre_driver_tools.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_context_write_trace(const vyre_context* context, vyre_write_fn write, void* user) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(write, "write"));
    const auto rep = context->rep;  // |write| may destroy the handle
    if (rep->trace() == nullptr) {
      return vyre::fail(Code::kInvalidArgument,
                        "the context keeps no trace. Fix: make it with VYRE_CONTEXT_TRACE");
    }
    return write_trace(rep->trace()->content(), [&](std::string_view piece) {
      return take_status(write(user, piece.data(), piece.size()));
    });
  });
}
