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

// Runs |body| and turns what comes out of it, exceptions included, into what crosses the border.
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

// What |error| says, null being success; |error| is destroyed.
Status take_status(vyre_error* error);

// The static error of results that need more memory than the caller gave.
vyre_error* insufficient_capacity() noexcept;

// Refuses a null argument by its name.
Status require(const void* argument, std::string_view name);

}  // namespace vyre::capi
