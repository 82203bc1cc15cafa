#pragma once

#include <vyre_driver.h>

#include <optional>
#include <string>
#include <utility>

namespace tool {

// Exit codes of the tool. Which of them a failure ends with follows from its code: exit_code_of.
inline constexpr int kExitOk = 0;
inline constexpr int kExitFailed = 1;  // the answer is no, or the work failed
inline constexpr int kExitUsage = 2;   // what is asked for is not right, or is not there

// Why something could not be done; |message| is one line for a person and holds "Fix: ".
struct Failure {
  std::string message;
  vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
};

// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }
  const Failure& failure() const { return failure_; }

 private:
  std::optional<T> value_;
  Failure failure_;
};

// |made| goes to |place|, or it is told why there is nothing.
template <class T>
std::optional<Failure> keep(Result<T> made, T& place) {
  if (!made) return made.failure();
  place = std::move(*made);
  return std::nullopt;
}

}  // namespace tool
