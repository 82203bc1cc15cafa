#include "capi/boundary/guard.h"

#include "capi/boundary/error.h"

namespace vyre::capi {
namespace {

// A mistake in a call is told with the call's name.
void name_call(Status& status, const char* function) {
  if (function == nullptr || status.code() != Code::kInvalidArgument) return;
  status.info().text = concat(function, ": ", status.text());
}

}  // namespace

vyre_error* guard_call(const std::function<Status()>& body, const char* function) noexcept {
  vyre_error* error = nullptr;
  const Thrown thrown = run_guarded([&] {
    Status status = body();
    if (status.ok()) return;
    name_call(status, function);
    error = to_error(std::move(status));
  });
  return thrown == Thrown::kNothing ? error : error_of(thrown);
}

Status null_argument(std::string_view name) {
  return fail(Code::kInvalidArgument, name,
              " is NULL. Fix: look at the error of the call that should have made it");
}

Status null_place(std::string_view name) {
  return fail(Code::kInvalidArgument, name, " is NULL. Fix: pass the address of a variable");
}

Status null_array(std::string_view name, size_t count) {
  return fail(Code::kInvalidArgument, name, " is NULL and has ", count,
              " entries. Fix: pass the array, or a count of 0");
}

}  // namespace vyre::capi
