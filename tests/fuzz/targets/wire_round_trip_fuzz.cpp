// decode -> encode -> decode -> encode, and the same by way of JSON: equal bytes, equal
// fingerprints. The canonical form is its own canonical form.
#include "fuzz/mutate/fuzz.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "ir/wire/format.h"

namespace vyre::fuzz {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes encoded(const ir::Program& program) {
  return take(ir::encode_wire(program), "a decoded program does not encode");
}

Digest identity(const ir::Program& program) {
  return take(ir::fingerprint(program), "a decoded program has no fingerprint");
}

// As what |program| is written: forms 4 and 4 op look alike.
std::shared_ptr<const ir::Program> decoded(const Bytes& bytes, const ir::Program& program) {
  const bool is_6 = bytes[ir::wire::kVersionAt] == 6;
  const bool has_ops = program.form == ir::WireForm::k4Op;
  ir::Reading reading{.semantics = program.semantics};
  reading.form = is_6 ? ir::WireForm::k6 : has_ops ? ir::WireForm::k4Op : ir::WireForm::k4;
  return take(ir::decode_wire(bytes, std::pmr::get_default_resource(), {}, reading),
              "an encoded program does not decode");
}

void round_trip(const ir::Program& first) {
  const Bytes bytes = encoded(first);
  const auto second = decoded(bytes, first);
  expect(encoded(*second) == bytes, "encoding again gives other bytes");
  expect(identity(*second) == identity(first), "decoding again gives another fingerprint");
  const auto third = take(ir::read_json(ir::write_json(*second)), "its JSON form is refused");
  expect(take(ir::encode_wire(*third, second->form), "its JSON form does not encode") == bytes,
         "the way by JSON gives other bytes");
}

void canonical_form(const ir::Program& program) {
  const Bytes bytes = take(ir::encode_canonical(program), "no canonical form");
  const bool is_6 = bytes[ir::wire::kVersionAt] == 6;
  const ir::Reading reading{is_6 ? ir::WireForm::k6 : ir::WireForm::k4, program.semantics};
  const auto again = take(ir::decode_wire(bytes, std::pmr::get_default_resource(), {}, reading),
                          "the canonical form does not decode");
  expect(take(ir::encode_canonical(*again), "no canonical form of it") == bytes,
         "the canonical form of the canonical form is another");
}

}  // namespace
}  // namespace vyre::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = vyre::ir::decode_wire({data, size});
  if (!program.ok()) return 0;
  vyre::fuzz::round_trip(*program.value());
  vyre::fuzz::canonical_form(*program.value());
  return 0;
}
