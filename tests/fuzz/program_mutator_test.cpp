#include "fuzz/mutate/program_mutator.h"

#include <gtest/gtest.h>

#include "ir/corpus.h"
#include "ir/program/structure.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"

namespace vyre::fuzz {
namespace {

std::vector<std::shared_ptr<const ir::Program>> published_programs() {
  std::vector<std::shared_ptr<const ir::Program>> programs;
  for (const ir::Blob& blob : ir::read_corpus("programs.json")) {
    auto program = ir::decode_wire(blob.bytes);
    EXPECT_TRUE(program.ok()) << blob.name;
    if (program.ok()) programs.push_back(program.take());
  }
  return programs;
}

bool is_valid(const ir::Program& program) {
  return ir::validate(program, {.subgroup_operations = true}).ok();
}

// What the wire fuzzers rest on: their inputs come past the decoder, many past the validator too.
TEST(ProgramMutator, MostMutatedProgramsDecodeAndManyAreValid) {
  const auto programs = published_programs();
  Random random(1);
  int decoded = 0, valid = 0;
  constexpr int kCount = 2000;
  for (int i = 0; i < kCount; ++i) {
    const ir::Program& program = *programs[below(random, programs.size())];
    const ir::Program& donor = *programs[below(random, programs.size())];
    const ir::Program result = mutated(program, donor, random);
    const auto bytes = ir::encode_wire(result);
    if (!bytes.ok()) continue;  // an output without a count, for one
    const auto again = ir::decode_wire(bytes.value());
    if (!again.ok()) continue;  // nested too deeply
    EXPECT_TRUE(ir::check_structure(*again.value()).ok());
    ++decoded;
    valid += is_valid(*again.value()) ? 1 : 0;
  }
  std::printf("%d mutated, %d decoded, %d valid\n", kCount, decoded, valid);
  EXPECT_GT(decoded, kCount * 8 / 10);
  EXPECT_GT(valid, kCount / 5);
}

}  // namespace
}  // namespace vyre::fuzz
