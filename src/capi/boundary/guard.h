#pragma once

#include <functional>

#include "base/status/status.h"
#include "capi/boundary/error.h"
#include "vyre_driver.h"

namespace vyre::capi {

// Runs |body| and turns what comes out of it, exceptions included, into what crosses the boundary.
// A mistake in the call is told with the name of |function|.
vyre_error* guard_call(const std::function<Status()>& body, const char* function) noexcept;

Status null_argument(std::string_view name);
Status null_place(std::string_view name);
Status null_array(std::string_view name, size_t count);

// Refuses a null argument by its name: an object, or a function.
template <typename Argument>
Status require(Argument* argument, std::string_view name) {
  return argument != nullptr ? Status() : null_argument(name);
}

// Refuses an array that is NULL, unless nothing is in it.
template <typename Entry>
Status require_array(const Entry* entries, size_t count, std::string_view name) {
  return entries != nullptr || count == 0 ? Status() : null_array(name, count);
}

// A handle, or a place for a result, with its name: VYRE_ARG(device), VYRE_OUT(out_device).
struct HandleArgument {
  const void* handle;
  const char* name;
};
template <typename Out>
struct OutArgument {
  Out* place;
  const char* name;
};
template <typename Out>
OutArgument<Out> out_argument(Out* place, const char* name) {
  return {place, name};
}
#define VYRE_ARG(handle) (vyre::capi::HandleArgument{handle, #handle})
#define VYRE_OUT(place) (vyre::capi::out_argument(place, #place))

// guard([&]() -> Status { ... }), and with what is checked before: guard(VYRE_ARG(device), ...),
// guard(VYRE_OUT(out_x), ...), guard(VYRE_OUT(out_x), VYRE_ARG(device), ...). A place for a result
// is cleared first.
template <typename Callable>
vyre_error* guard(Callable&& callable, const char* function = __builtin_FUNCTION()) noexcept {
  return guard_call(std::ref(callable), function);  // a reference: nothing is allocated
}

template <typename Callable>
vyre_error* guard(HandleArgument argument, Callable&& callable,
                  const char* function = __builtin_FUNCTION()) noexcept {
  return guard(
      [&]() -> Status {
        if (argument.handle == nullptr) return null_argument(argument.name);
        return callable();
      },
      function);
}

template <typename Out, typename Callable>
vyre_error* guard(OutArgument<Out> out, Callable&& callable,
                  const char* function = __builtin_FUNCTION()) noexcept {
  if (out.place != nullptr) *out.place = Out();
  return guard(
      [&]() -> Status {
        if (out.place == nullptr) return null_place(out.name);
        return callable();
      },
      function);
}

template <typename Out, typename Callable>
vyre_error* guard(OutArgument<Out> out, HandleArgument argument, Callable&& callable,
                  const char* function = __builtin_FUNCTION()) noexcept {
  return guard(
      out,
      [&]() -> Status {
        if (argument.handle == nullptr) return null_argument(argument.name);
        return callable();
      },
      function);
}

// For a result that the caller may leave out: |callable| gets the place for it.
template <typename Out, typename Callable>
vyre_error* guard_optional(Out* out, HandleArgument argument, Callable&& callable,
                           const char* function = __builtin_FUNCTION()) noexcept {
  Out unwanted = Out();
  Out& result = out != nullptr ? *out : unwanted;
  result = Out();
  return guard(
      argument, [&] { return callable(result); }, function);
}

// Gives the caller a handle of what was |made|.
template <typename Handle, typename Made>
Status hand_out(Handle** out, Result<Made> made) {
  if (made.ok()) *out = new Handle{made.take()};
  return std::move(made).status();
}

}  // namespace vyre::capi
