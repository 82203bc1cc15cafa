#include "capi/boundary/guard.h"

#include <new>

#include "capi/boundary/handles.h"

namespace vyre::capi {
namespace {

constinit vyre_error out_of_memory = {StaticError{
    Code::kOutOfHostMemory,
    "an allocation on the host failed. Fix: free memory, or give the context more of it"}};

constinit vyre_error unexpected = {StaticError{
    Code::kInternal,
    "the system refused something the library cannot do without, such as a thread or a lock. "
    "Fix: raise the limits of the process; if that does not help, report this as a mistake"}};

constinit vyre_error too_little_room = {StaticError{
    Code::kInsufficientCapacity,
    "the memory given is too small for the result; the needed size was stored. Fix: call again "
    "with that much"}};

}  // namespace

vyre_error* guard_call(const std::function<Status()>& body) noexcept {
  try {
    Status status = body();
    return status.ok() ? nullptr : new vyre_error{std::move(status.info())};
  } catch (const std::bad_alloc&) {
    return &out_of_memory;
  } catch (...) {
    return &unexpected;
  }
}

vyre_error* insufficient_capacity() noexcept { return &too_little_room; }

Status null_argument(std::string_view name) {
  return fail(Code::kInvalidArgument, "|", name, "| is NULL. Fix: pass a live object or memory");
}

}  // namespace vyre::capi
