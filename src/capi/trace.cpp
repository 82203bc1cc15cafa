#include "trace/trace.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_context_write_trace(const vyre_context* context, vyre_write_fn write, void* user) {
  return guard(context, "context", [&]() -> Status {
    if (write == nullptr) {
      return vyre::fail(Code::kInvalidArgument, "|write| is NULL. Fix: pass a function");
    }
    const auto rep = context->rep;
    if (rep->trace() == nullptr) {
      return vyre::fail(Code::kInvalidArgument,
                        "the context keeps no trace. Fix: make it with VYRE_CONTEXT_TRACE");
    }
    return write_trace(rep->trace()->content(), [&](std::string_view piece) {
      return take_status(write(user, piece.data(), piece.size()));
    });
  });
}
