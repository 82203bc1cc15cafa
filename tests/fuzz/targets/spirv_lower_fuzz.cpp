// A program in wire form that is valid: lowered for three devices, each module passes the SPIR-V
// validator and is the same when it is made again; or refused by name.
#include "fuzz/mutate/fuzz.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "spirv/support/targets.h"

namespace vyre::fuzz {
namespace {

void check_words(const std::vector<uint32_t>& words) {
  const std::string complaints = spirv::complaints(words);
  expect(complaints.empty(), "the SPIR-V validator complains", complaints);
}

void check_lowering(const launch::KernelSource& source, const spirv::Target& target) {
  const auto lower = [&] { return spirv::lower(source, target); };
  const auto module = lower();
  if (!module.ok()) {
    // The workgroup is an argument of its own.
    const bool workgroup = module.error().text().starts_with("a workgroup of ");
    return expect_refusal(module.error(),
                          workgroup ? Code::kInvalidArgument : Code::kUnsupportedFeature);
  }
  check_words(module.value().words);
  if (!module.value().coarsened_words.empty()) check_words(module.value().coarsened_words);
  expect(take(lower(), "refused the second time").words == module.value().words,
         "other words the second time");
}

}  // namespace
}  // namespace vyre::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto program = vyre::ir::decode_wire({data, size});
  if (!program.ok()) return 0;
  const vyre::Status valid = vyre::ir::validate(*program.value(), {.subgroup_operations = true});
  if (!valid.ok()) {
    vyre::fuzz::expect_refusal(valid, vyre::Code::kInvalidProgram);
    return 0;
  }
  const auto source = vyre::test::source_of(*program.value());
  if (!source.ok()) {
    vyre::fuzz::expect_refusal(source.error(), vyre::Code::kInvalidProgram);
    return 0;
  }
  for (const vyre::spirv::Target& target :
       {vyre::spirv::full_target(), vyre::spirv::modest_target(), vyre::spirv::Target()}) {
    vyre::fuzz::check_lowering(source.value(), target);
  }
  return 0;
}
