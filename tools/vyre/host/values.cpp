#include "values.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace tool {

namespace {

constexpr size_t kMaxShown = 64;
constexpr size_t kPerRow = 8;

// Wire tags of the element types that read as numbers.
enum Element : uint32_t {
  kU32 = 0x01,
  kI32 = 0x02,
  kU64 = 0x03,
  kBool = 0x06,
  kF32 = 0x0B,
  kF64 = 0x0C,
  kU8 = 0x0E,
  kU16 = 0x0F,
  kI8 = 0x10,
  kI16 = 0x11,
  kI64 = 0x12,
};

size_t width(uint32_t type) {
  switch (type) {
    case kU64:
    case kF64:
    case kI64:
      return 8;
    case kU32:
    case kI32:
    case kBool:
    case kF32:
      return 4;
    case kU16:
    case kI16:
      return 2;
    default:
      return 1;
  }
}

template <class T>
T read(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::string floating(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string hex(uint8_t byte) {
  char text[4];
  std::snprintf(text, sizeof text, "%02x", byte);
  return text;
}

std::string element(const uint8_t* at, uint32_t type) {
  switch (type) {
    case kU32:
    case kBool:
      return std::to_string(read<uint32_t>(at));
    case kI32:
      return std::to_string(read<int32_t>(at));
    case kU64:
      return std::to_string(read<uint64_t>(at));
    case kI64:
      return std::to_string(read<int64_t>(at));
    case kU16:
      return std::to_string(read<uint16_t>(at));
    case kI16:
      return std::to_string(read<int16_t>(at));
    case kI8:
      return std::to_string(read<int8_t>(at));
    case kU8:
      return std::to_string(read<uint8_t>(at));
    case kF32:
      return floating(static_cast<double>(read<float>(at)), 9);
    case kF64:
      return floating(read<double>(at), 17);
    default:
      return hex(*at);
  }
}

}  // namespace

std::string readable(std::span<const uint8_t> bytes, uint32_t element_type) {
  const size_t step = width(element_type);
  const size_t count = bytes.size() / step;
  const size_t shown = std::min(count, kMaxShown);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    text += i % kPerRow == 0 ? "  " : " ";
    text += element(bytes.data() + i * step, element_type);
    if (i % kPerRow == kPerRow - 1 || i + 1 == shown) text += '\n';
  }
  if (shown < count)
    text += "  ... " + std::to_string(count - shown) + " more; --output writes all of it\n";
  return text;
}

}  // namespace tool
