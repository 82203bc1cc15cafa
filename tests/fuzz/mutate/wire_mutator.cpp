// Mutates programs in wire form so that they come past the envelope: with the right digest, lengths
// that agree with what they count and, most of the time, as programs.
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/hash/blake3.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "ir/wire/format.h"
#include "ir/wire/writer.h"
#include "program_mutator.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace vyre::fuzz {
namespace {

using namespace ir::wire;
using Bytes = std::vector<uint8_t>;

void mutate_bytes(Bytes& bytes, size_t room) {
  if (bytes.empty()) bytes.push_back(0);
  const size_t size = bytes.size();
  bytes.resize(size + room);
  bytes.resize(LLVMFuzzerMutate(bytes.data(), size, bytes.size()));
}

// Puts the envelope around |body|, of that schema.
Bytes sealed(std::span<const uint8_t> body, uint16_t schema) {
  Writer out;
  out.raw(kMagic);
  out.u16(schema);
  out.u16(kFlags);
  out.raw(blake3(body));
  out.raw(body);
  return out.copy();
}

// The records of a body and what follows them; everything follows when there are none.
struct Sections {
  struct Record {
    Bytes op_id;
    Bytes payload;
  };
  std::vector<Record> records;
  Bytes rest;
};

// Reads lengths and as many bytes; stays at the end when there are too few.
class Cursor {
 public:
  explicit Cursor(std::span<const uint8_t> bytes) : rest_(bytes) {}

  uint64_t leb() {
    uint64_t value = 0;
    for (int shift = 0; shift < 63 && !rest_.empty(); shift += 7) {
      const uint8_t byte = take(1)[0];
      value |= uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) break;
    }
    return value;
  }
  Bytes sized() {
    const auto bytes = take(leb());
    return {bytes.begin(), bytes.end()};
  }
  Bytes rest() const { return {rest_.begin(), rest_.end()}; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::span<const uint8_t> take(uint64_t count) {
    const auto taken = rest_.first(static_cast<size_t>(std::min<uint64_t>(count, rest_.size())));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

  std::span<const uint8_t> rest_;
};

Sections split(std::span<const uint8_t> body) {
  Sections sections;
  Cursor in(body);
  for (uint64_t count = in.leb(); count > 0 && !in.at_end(); --count) {
    Bytes op_id = in.sized();
    Bytes payload = in.sized();
    sections.records.push_back({std::move(op_id), std::move(payload)});
    in.leb();  // no operands
  }
  sections.rest = in.rest();
  return sections;
}

Bytes joined(const Sections& sections, uint16_t schema) {
  Writer out;
  out.leb(sections.records.size());
  for (const auto& [op_id, payload] : sections.records) {
    out.leb(op_id.size());
    out.raw(op_id);
    out.leb(payload.size());
    out.raw(payload);
    out.leb(0);
  }
  out.raw(sections.rest);
  return sealed(out.bytes(), schema);
}

Bytes with_other_section(std::span<const uint8_t> body, uint16_t schema, size_t room,
                         Random& random) {
  Sections sections = split(body);
  const uint32_t which = below(random, sections.records.size() + 1);
  mutate_bytes(which == 0 ? sections.rest : sections.records[which - 1].payload, room);
  return joined(sections, schema);
}

Bytes with_other_body(std::span<const uint8_t> body, uint16_t schema, size_t room) {
  Bytes bytes(body.begin(), body.end());
  mutate_bytes(bytes, room);
  return sealed(bytes, schema);
}

// Empty when |blob| is no program, or the result none that can be written.
Bytes with_other_program(std::span<const uint8_t> blob, std::span<const uint8_t> donor,
                         Random& random) {
  const auto program = ir::decode_wire(blob);
  if (!program.ok()) return {};
  const auto other = ir::decode_wire(donor);
  const ir::Program& parts = other.ok() ? *other.value() : *program.value();
  auto bytes = ir::encode_wire(mutated(*program.value(), parts, random));  // in the same form
  return bytes.ok() ? bytes.take() : Bytes();
}

// Copies |bytes| over |data| when they fit and are some.
size_t put(const Bytes& bytes, uint8_t* data, size_t max_size) {
  if (bytes.empty() || bytes.size() > max_size) return 0;
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}

size_t mutate(uint8_t* data, size_t size, size_t max_size, Random& random) {
  const std::span<const uint8_t> blob(data, size);
  const size_t room = size < max_size ? std::min<size_t>(max_size - size, 64) : 0;
  // Form 1 has no envelope.
  const bool is_plain = size < kBodyAt || (blob[0] == kFirstMagic[0] && blob[1] == kFirstMagic[1]);
  if (is_plain || below(random, 64) == 0) return LLVMFuzzerMutate(data, size, max_size);
  const auto schema = load_little_endian<uint16_t>(data + kVersionAt);
  const auto body = blob.subspan(kBodyAt);
  if (below(random, 4) != 0) {
    if (const size_t done = put(with_other_program(blob, blob, random), data, max_size))
      return done;
  }
  const bool whole = below(random, 4) == 0;
  const Bytes bytes =
      whole ? with_other_body(body, schema, room) : with_other_section(body, schema, room, random);
  if (const size_t done = put(bytes, data, max_size)) return done;
  return LLVMFuzzerMutate(data, size, max_size);
}

}  // namespace
}  // namespace vyre::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  vyre::fuzz::Random random(seed);
  return vyre::fuzz::mutate(data, size, max_size, random);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* data1, size_t size1,
                                            const uint8_t* data2, size_t size2, uint8_t* out,
                                            size_t max_size, unsigned int seed) {
  vyre::fuzz::Random random(seed);
  const auto bytes = vyre::fuzz::with_other_program({data1, size1}, {data2, size2}, random);
  return vyre::fuzz::put(bytes, out, max_size);
}
