#include "base/status/concat.h"

#include <charconv>

namespace vyre {
namespace {

template <typename T>
void append_digits(std::string& out, T number) {
  char digits[20];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

}  // namespace

void append_number(std::string& out, int64_t number) { append_digits(out, number); }
void append_number(std::string& out, uint64_t number) { append_digits(out, number); }

}  // namespace vyre
