#pragma once

#include <cstring>
#include <functional>

#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::capi {

// Runs |body| and turns what comes out of it, exceptions included, into what crosses the boundary.
vyre_error* guard_call(const std::function<Status()>& body) noexcept;

template <typename Callable>
vyre_error* guard(Callable&& callable) noexcept {
  return guard_call(std::ref(callable));  // a reference: nothing is allocated
}

// Clears the out-parameter first, and refuses a null one.
template <typename Out, typename Callable>
vyre_error* guard(Out* out, Callable&& callable) noexcept {
  if (out != nullptr) *out = Out();
  return guard([&]() -> Status {
    if (out == nullptr) {
      return fail(Code::kInvalidArgument,
                  "the place for the result is NULL. Fix: pass the address of a variable");
    }
    return callable();
  });
}

// Refuses a null argument by its name.
Status null_argument(std::string_view name);
inline Status require(const void* argument, std::string_view name) {
  return argument != nullptr ? Status() : null_argument(name);
}

// The same for a call on |handle|, which is refused by its name when it is null.
template <typename Callable>
vyre_error* guard(const void* handle, std::string_view name, Callable&& callable) noexcept {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(handle, name));
    return callable();
  });
}
template <typename Out, typename Callable>
vyre_error* guard(Out* out, const void* handle, std::string_view name,
                  Callable&& callable) noexcept {
  return guard(out, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(handle, name));
    return callable();
  });
}

// For a result that the caller may leave out: |callable| gets the place for it.
template <typename Out, typename Callable>
vyre_error* guard_optional(Out* out, Callable&& callable) noexcept {
  Out unwanted = Out();
  Out& result = out != nullptr ? *out : unwanted;
  result = Out();
  return guard([&] { return callable(result); });
}

// Gives the caller a handle of what was |made|.
template <typename Handle, typename Made>
Status hand_out(Handle** out, Result<Made> made) {
  if (made.ok()) *out = new Handle{made.take()};
  return std::move(made).status();
}

// What |error| says, null being success; |error| is destroyed.
Status take_status(vyre_error* error);

// The static error of results that need more memory than the caller gave.
vyre_error* insufficient_capacity() noexcept;

// Writes what |produce|() gives, a Result of bytes or text, as the header's conventions say: null
// memory asks for the size only, and where there is too little nothing but the size is written.
template <typename Element, typename Produce>
vyre_error* write_sized(Element* memory, size_t capacity, size_t* out_size, Produce produce) {
  bool fits = true;
  vyre_error* error = guard(out_size, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto result, produce());
    *out_size = result.size();
    fits = memory == nullptr || capacity >= result.size();
    const bool copies = memory != nullptr && fits && !result.empty();
    if (copies) std::memcpy(memory, result.data(), result.size() * sizeof(Element));
    return {};
  });
  return fits ? error : insufficient_capacity();
}

}  // namespace vyre::capi
