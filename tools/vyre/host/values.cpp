#include "values.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tool {

namespace {

constexpr size_t kMaxShown = 64;
constexpr size_t kPerRow = 8;

template <class T>
T read(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::string formatted(const char* format, auto... values) {
  char text[40];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

template <class T>
std::string whole(const uint8_t* at) {
  return std::to_string(read<T>(at));
}
std::string f32(const uint8_t* at) {
  return formatted("%.*g", 9, static_cast<double>(read<float>(at)));
}
std::string f64(const uint8_t* at) { return formatted("%.*g", 17, read<double>(at)); }
std::string hex(const uint8_t* at) { return formatted("%02x", *at); }

// How an element type reads, by its tag of the wire form.
struct Format {
  uint32_t tag;
  size_t width;
  std::string (*text)(const uint8_t* at);
};
constexpr Format kFormats[] = {
    {0x01, 4, whole<uint32_t>},  // U32
    {0x02, 4, whole<int32_t>},   // I32
    {0x03, 8, whole<uint64_t>},  // U64
    {0x06, 4, whole<uint32_t>},  // Bool
    {0x0B, 4, f32},              // F32
    {0x0C, 8, f64},              // F64
    {0x0E, 1, whole<uint8_t>},   // U8
    {0x0F, 2, whole<uint16_t>},  // U16
    {0x10, 1, whole<int8_t>},    // I8
    {0x11, 2, whole<int16_t>},   // I16
    {0x12, 8, whole<int64_t>},   // I64
};
constexpr Format kOther = {0, 1, hex};

const Format& format_of(uint32_t tag) {
  for (const Format& format : kFormats)
    if (format.tag == tag) return format;
  return kOther;
}

}  // namespace

std::string readable(std::span<const uint8_t> bytes, uint32_t element_type) {
  const Format& format = format_of(element_type);
  const size_t count = bytes.size() / format.width;
  const size_t shown = std::min(count, kMaxShown);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    text += i % kPerRow == 0 ? "  " : " ";
    text += format.text(bytes.data() + i * format.width);
    if (i % kPerRow == kPerRow - 1 || i + 1 == shown) text += '\n';
  }
  if (shown < count)
    text += "  ... " + std::to_string(count - shown) + " more; --output writes all of it\n";
  return text;
}

}  // namespace tool
