#pragma once

#include "base/status/status.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A call's body without its type, for guard_call.
class Body {
 public:
  virtual Status run() = 0;

 protected:
  ~Body() = default;
};

// Runs |body| and turns what comes out of it, exceptions included, into what crosses the boundary.
vyre_error* guard_call(Body& body) noexcept;

template <typename Callable>
vyre_error* guard(Callable&& callable) noexcept {
  struct Held final : Body {
    explicit Held(Callable& held) : callable(held) {}
    Status run() override { return callable(); }
    Callable& callable;
  } body(callable);
  return guard_call(body);
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
Status require(const void* argument, std::string_view name);

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

}  // namespace vyre::capi
