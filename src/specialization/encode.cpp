#include "specialization/encode.h"

#include "base/little_endian.h"

namespace vyre::specialization {
namespace {

class Writer {
 public:
  template <typename Integer>
  void integer(Integer value) {
    const size_t at = bytes_.size();
    bytes_.resize(at + sizeof value);
    store_little_endian(bytes_.data() + at, value);
  }

  void text(std::string_view text) {
    integer<uint64_t>(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }

  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

void write(Writer& out, const Value& value) {
  out.integer(static_cast<uint8_t>(value.kind()));
  if (value.type() == nullptr) {
    out.integer(value.bits());
  } else {
    out.text(value.type()->spelling());
  }
}

}  // namespace

std::vector<uint8_t> encode(const Map& map) {
  Writer out;
  out.integer<uint64_t>(map.size());
  for (const auto& [name, value] : map.entries()) {
    out.text(name);
    write(out, value);
  }
  return out.take();
}

}  // namespace vyre::specialization
