#include "ir/wire/reader.h"

#include "base/encoding/utf8.h"

namespace vyre::ir::wire {

Failure Reader::refuse(const char* rule, Cursor at, std::string_view what, std::string_view fix) {
  status_ = fail(Code::kMalformedWire, "wire rule ", std::string_view(rule), ", byte ",
                 static_cast<size_t>(at - blob_), ": ", what, ". Fix: ", fix, ".");
  return {};
}

Failure Reader::past_limit(const char* rule, Cursor at, std::string_view what, uint64_t count,
                           uint32_t limit) {
  return too_large(rule, at, what, ' ', count, ", at most ", limit);
}

Failure Reader::past_end(Cursor at, uint64_t needed) {
  return damaged("D10", at, needed, " more bytes are needed, ", left(at), " are left");
}

Failure Reader::too_many_statements(Cursor at) {
  return refuse("B1", at, concat("more statements than the ", bounds_.max_statements, " allowed"),
                "allow more (vyre_program_desc.max_statements), or leave the program");
}

Failure Reader::too_deep(Cursor at, uint32_t limit) {
  return too_large("D90", at, "statements and expressions nest deeper than ", limit);
}

bool Reader::long_leb(uint64_t& value) {
  const Cursor start = at_;
  value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    uint8_t byte = 0;
    if (!number(byte)) return false;
    if (shift == 63 && byte > 1) break;
    value |= uint64_t{byte & 0x7Fu} << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return damaged("D12", start, "a LEB128 number does not fit 64 bits");
}

bool Reader::leb32(uint32_t& value) {
  const Cursor start = at_;
  uint64_t wide = 0;
  if (!leb(wide)) return false;
  if (wide > UINT32_MAX) return damaged("D13", start, "number ", wide, " does not fit 32 bits");
  value = static_cast<uint32_t>(wide);
  return true;
}

bool Reader::check_utf8(std::string_view value) {
  const size_t good = utf8_prefix(value);
  if (good == value.size()) return true;
  const Cursor bad = reinterpret_cast<Cursor>(value.data()) + good;
  return damaged("D16", bad, "byte ", *bad, " is not valid UTF-8 there");
}

}  // namespace vyre::ir::wire
