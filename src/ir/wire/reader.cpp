#include "ir/wire/reader.h"

#include "base/encoding/utf8.h"

namespace vyre::ir::wire {

bool Reader::refuse(const char* rule, size_t at, std::string_view what, std::string_view fix) {
  status_ = fail(Code::kMalformedWire, "wire rule ", std::string_view(rule), ", byte ", at, ": ",
                 what, ". Fix: ", fix, ".");
  return false;
}

bool Reader::past_limit(const char* rule, size_t at, std::string_view what, uint64_t count,
                        uint32_t limit) {
  return too_large(rule, at, what, ' ', count, ", at most ", limit);
}

bool Reader::past_end(uint64_t needed) {
  return damaged("D10", at_, needed, " more bytes are needed, ", remaining(), " are left");
}

bool Reader::long_leb(uint64_t& value) {
  const size_t start = at_;
  value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    uint8_t byte = 0;
    if (!u8(byte)) return false;
    if (shift == 63 && byte > 1) break;
    value |= uint64_t{byte & 0x7Fu} << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return damaged("D12", start, "a LEB128 number does not fit 64 bits");
}

bool Reader::leb32(uint32_t& value) {
  const size_t start = at_;
  uint64_t wide = 0;
  if (!leb(wide)) return false;
  if (wide > UINT32_MAX) return damaged("D13", start, "number ", wide, " does not fit 32 bits");
  value = static_cast<uint32_t>(wide);
  return true;
}

bool Reader::check_utf8(std::string_view value) {
  const size_t good = utf8_prefix(value);
  if (good == value.size()) return true;
  return damaged("D16", at_ - value.size() + good, "byte ", static_cast<uint8_t>(value[good]),
                 " is not valid UTF-8 there");
}

bool Reader::string(std::string_view& value) {
  uint32_t length = 0;
  return count("string length", kMaxString, length) && text(length, value) && check_utf8(value);
}

bool Reader::leb_string(std::string_view& value) {
  uint32_t length = 0;
  return leb_count("string length", kMaxString, length) && text(length, value) && check_utf8(value);
}

bool Reader::enter(uint64_t length, size_t& outer_end) {
  if (length > remaining()) return past_end(length);
  outer_end = std::exchange(end_, at_ + static_cast<size_t>(length));
  return true;
}

}  // namespace vyre::ir::wire
