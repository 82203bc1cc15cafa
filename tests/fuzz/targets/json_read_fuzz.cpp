// Text that may be a program in JSON form: read into a program that is written and read again
// unchanged, or refused.
#include "fuzz/mutate/fuzz.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/program/structure.h"
#include "ir/wire/encode.h"

namespace vyre::fuzz {
namespace {

void use(const ir::Program& program) {
  const Status structure = ir::check_structure(program);
  expect(structure.ok(), "a malformed program", structure.ok() ? "" : structure.text());
  const std::string text = ir::write_json(program);
  const auto again = take(ir::read_json(text), "its own JSON form is refused");
  expect(ir::write_json(*again) == text, "writing again gives another text", text);
  const auto bytes = ir::encode_wire(program);
  if (!bytes.ok()) return expect_refusal(bytes.error(), Code::kInvalidProgram);
  expect(take(ir::encode_wire(*again), "it does not encode any more") == bytes.value(),
         "reading again gives other wire bytes", text);
}

}  // namespace
}  // namespace vyre::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = vyre::ir::read_json({reinterpret_cast<const char*>(data), size});
  if (program.ok()) {
    vyre::fuzz::use(*program.value());
  } else {
    vyre::fuzz::expect_refusal(program.error(), vyre::Code::kMalformedJson);
  }
  return 0;
}
