#include "base/status/status.h"

#include <charconv>

namespace vyre {
namespace {

enum Category { kShared = 1, kOwn = 2 };  // the thousands of their numbers
#define VYRE_CODE(number, name, c_name, category, words) static_assert(number / 1000 == category);
#include "base/status/codes.def"

template <typename T>
void append_digits(std::string& out, T number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace

std::string_view code_name(Code code) {
  switch (code) {
#define VYRE_CODE(number, name, c_name, category, words) \
  case Code::name:                                       \
    return #c_name;
#include "base/status/codes.def"
  }
  return "UNKNOWN";
}

std::optional<Code> find_code(int32_t number) {
  switch (number) {
#define VYRE_CODE(number, name, c_name, category, words) \
  case number:                                           \
    return Code::name;
#include "base/status/codes.def"
  }
  return std::nullopt;
}

void append_number(std::string& out, int64_t number) { append_digits(out, number); }
void append_number(std::string& out, uint64_t number) { append_digits(out, number); }

std::string list_of(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    if (!word.empty()) text += concat(text.empty() ? "" : ", ", word);
  }
  return text;
}

std::string axes_text(const std::array<uint32_t, 3>& axes) {
  return concat('[', axes[0], ", ", axes[1], ", ", axes[2], ']');
}

void Status::forget() noexcept { delete info_; }

Status with_label(Status status, std::string_view label) {
  if (status.ok() || label.empty()) return status;
  if (status.info().label.empty()) status.info().label = label;
  for (Finding& finding : status.info().findings) {
    if (finding.label.empty()) finding.label = label;
  }
  return status;
}

Status fail_with(Code code, std::string text) { return Status(ErrorInfo{code, std::move(text)}); }

}  // namespace vyre
