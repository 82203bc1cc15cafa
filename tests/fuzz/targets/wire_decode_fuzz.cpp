// Bytes that may be a program in wire form: decoded into a well-formed program, or refused.
#include "fuzz/mutate/fuzz.h"
#include "ir/program/structure.h"
#include "ir/wire/decode.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = vyre::ir::decode_wire({data, size});
  if (!program.ok()) {
    vyre::fuzz::expect_refusal(program.error(), vyre::Code::kMalformedWire);
    return 0;
  }
  const vyre::Status structure = vyre::ir::check_structure(*program.value());
  vyre::fuzz::expect(structure.ok(), "a malformed program", structure.ok() ? "" : structure.text());
  return 0;
}
