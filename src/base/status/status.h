#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace vyre {

void append_number(std::string& out, int64_t number);
void append_number(std::string& out, uint64_t number);

inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, char character) { out += character; }
void append(std::string& out, std::signed_integral auto number) {
  append_number(out, int64_t{number});
}
void append(std::string& out, std::unsigned_integral auto number) {
  append_number(out, uint64_t{number});
}

// The number of an enumeration that turns into one, as those of the C interface do.
template <typename Enum>
requires std::is_enum_v<Enum> && std::is_convertible_v<Enum, std::underlying_type_t<Enum>>
void append(std::string& out, Enum value) {
  append(out, static_cast<std::underlying_type_t<Enum>>(value));
}

// Joins strings, characters and integers into one text.
template <typename... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  (append(text, parts), ...);
  return text;
}

// "one, two, three", without those that are empty.
std::string list_of(std::span<const std::string_view> words);

// "[64, 1, 1]"
std::string axes_text(const std::array<uint32_t, 3>& axes);

// What kind of failure an error is, by the numbers of the C interface.
enum class Code : int32_t {
#define VYRE_CODE(number, name, c_name, category, words) name = number,
#include "base/status/codes.def"
};

// "DEVICE_LOST"
std::string_view code_name(Code code);

// Nothing for a number that no error has.
std::optional<Code> find_code(int32_t number);

// One thing that is wrong with a program: a stable code ("V010"), where it stands
// ("body[2].if.then[0]") and a sentence.
struct Finding {
  std::string code;
  std::string path;
  std::string text;
  std::string other = {};  // the second place, where there are two
  std::string fix = {};    // what to do, unless |text| says it after "Fix: "
  std::string label = {};  // of the step, dispatch, pipeline or program
};

struct ErrorInfo {
  Code code;
  std::string text;  // names the thing, the value and, after "Fix: ", the way out
  std::vector<Finding> findings = {};
  std::optional<uint32_t> segment = {};
  int64_t native_code = 0;  // the number that the backend gave for it
  std::string label = {};   // of the step, dispatch, pipeline or program
  std::string path = {};    // of a trap: the statement
  std::string trap_tag = {};
  std::optional<uint64_t> step = {};
  std::optional<uint64_t> trap_address = {};
  std::optional<uint64_t> trap_lane = {};
  std::optional<uint64_t> limit = {};  // that was passed
  std::optional<uint64_t> requested = {};
};

// Success, or an owned error. Success costs one null pointer.
class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(ErrorInfo info) : info_(new ErrorInfo(std::move(info))) {}
  Status(Status&& other) noexcept : info_(std::exchange(other.info_, nullptr)) {}
  Status& operator=(Status&& other) noexcept {
    std::swap(info_, other.info_);
    return *this;
  }
  ~Status() {
    if (info_ != nullptr) forget();
  }

  bool ok() const { return info_ == nullptr; }
  Code code() const { return info_->code; }  // only when !ok()
  const std::string& text() const { return info_->text; }
  const ErrorInfo& info() const { return *info_; }
  ErrorInfo& info() { return *info_; }

 private:
  [[gnu::cold]] void forget() noexcept;

  ErrorInfo* info_ = nullptr;  // owned
};

// A value, or the error that took its place.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}         // NOLINT: converts like the value
  Result(Status status) : state_(std::move(status)) {}  // NOLINT: converts like the error

  bool ok() const { return state_.index() == 0; }
  T& value() { return *std::get_if<0>(&state_); }  // only when ok()
  const T& value() const { return *std::get_if<0>(&state_); }
  T take() { return std::move(*std::get_if<0>(&state_)); }
  Status status() && { return ok() ? Status() : std::move(*std::get_if<1>(&state_)); }
  const Status& error() const { return *std::get_if<1>(&state_); }  // only when !ok()

 private:
  std::variant<T, Status> state_;
};

[[gnu::cold]] Status fail_with(Code code, std::string text);

// fail(Code::kNotFound, "buffer '", name, "' ... Fix: ..."): an error made where it is found, its
// text as by concat(). Cold, so that the way to an error is kept small and out of the way.
template <typename... Parts>
[[gnu::cold]] Status fail(Code code, const Parts&... parts) {
  return fail_with(code, concat(parts...));
}

// Puts |label| into |status| and its findings, where these have none nearer to what failed.
[[gnu::cold]] Status with_label(Status status, std::string_view label);

#define VYRE_CONCAT_INNER(a, b) a##b
#define VYRE_CONCAT(a, b) VYRE_CONCAT_INNER(a, b)
#define VYRE_RETURN_IF_ERROR(expression)                                                     \
  do {                                                                                       \
    if (::vyre::Status vyre_status_ = (expression); !vyre_status_.ok()) return vyre_status_; \
  } while (false)
#define VYRE_ASSIGN_OR_RETURN(declaration, expression) \
  VYRE_ASSIGN_OR_RETURN_AS(VYRE_CONCAT(vyre_result_, __LINE__), declaration, expression)
#define VYRE_ASSIGN_OR_RETURN_AS(name, declaration, expression) \
  auto name = (expression);                                     \
  if (!name.ok()) return std::move(name).status();              \
  declaration = name.take()

}  // namespace vyre
