#include "base/encoding/hex.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "spirv/support/barrier_check.h"
#include "spirv/support/lower_checked.h"
#include "support/vectors.h"

namespace vyre::spirv {
namespace {

Result<Module> lower_modest(const ir::Program& program) {
  return lower_for(program, modest_target());
}

// Every module of the published programs that can be lowered; the number of barriers in them.
size_t check_barriers(const std::string& file) {
  const JsonDocument document = test::parsed(test::vector_text(file));
  size_t barriers = 0;
  for (const JsonValue item : document.root().find("cases")) {
    const auto bytes = hex_decode(item.find("wire").string());
    const auto program = ir::decode_wire(*bytes);
    if (!program.ok() || !ir::validate(*program.value()).ok()) continue;
    const auto module = lower_modest(*program.value());
    if (!module.ok()) continue;
    const BarrierCheck check(module.value().words);
    EXPECT_THAT(check.problems(), IsEmpty()) << item.find("name").string();
    barriers += check.barriers();
  }
  return barriers;
}

TEST(ControlFlow, PublishedProgramsReachTheirBarriersTogether) {
  EXPECT_GT(check_barriers("programs.json"), 200u);
}

TEST(ControlFlow, GeneratedProgramsReachTheirBarriersTogether) {
  EXPECT_GT(check_barriers("random.json"), 100u);
}

TEST(ControlFlow, ABarrierAfterAReturnStaysOutsideTheRegionsOfTheLiving) {
  Build b(8, {{"s", shared(8)}, {"o", output(0, 8)}});
  const auto first = b.equal(b.lid(), b.u32(0));
  const auto program =
      b.finish({b.branch(first, {b.leave()}), b.store("s", b.lid(), b.u32(1)), b.barrier(),
                b.loop("i", b.u32(0), b.u32(4), {b.store("o", b.gid(), b.var("i")), b.barrier()}),
                b.store("o", b.gid(), b.load("s", b.lid()))});
  const BarrierCheck check(lowered(*program).words);
  EXPECT_THAT(check.problems(), IsEmpty());
  EXPECT_EQ(check.barriers(), 3u);  // one after zeroing the workgroup memory
}

TEST(ControlFlow, TheBarrierCheckSeesABarrierUnderAVaryingBranch) {
  Build b(8, {{"o", output(0, 8)}});
  const auto program = b.finish({b.branch(b.equal(b.wid(), b.u32(0)), {b.barrier()})});
  Module module = lowered(*program);
  EXPECT_THAT(BarrierCheck(module.words).problems(), IsEmpty());
  for (uint32_t& word : module.words) {  // workgroup id becomes local id
    if (word == SpvBuiltInWorkgroupId && (&word)[-1] == SpvDecorationBuiltIn) {
      word = SpvBuiltInLocalInvocationId;
    }
  }
  EXPECT_THAT(BarrierCheck(module.words).problems(), Not(IsEmpty()));
}

// The validator looks at a loop body once and misses a local that varies from the second trip on.
TEST(ControlFlow, ABarrierUnderALocalThatVariesLaterIsRefused) {
  Build b(8, {{"o", output(0, 8)}});
  const auto even = b.equal(b.var("n"), b.u32(0));
  const auto program = b.finish(
      {b.let("n", b.u32(0)),
       b.loop("i", b.u32(0), b.u32(2), {b.branch(even, {b.barrier()}), b.assign("n", b.lid())})});
  EXPECT_THAT(
      lower_modest(*program),
      refuses(
          Code::kUnsupportedFeature,
          "barrier at body[0].region.body[1].loop.body[0].if.then[0]: the condition of the If at "
          "body[0].region.body[1].loop.body[0] depends on local 'n'"));
}

TEST(ControlFlow, ABarrierUnderALocalAssignedInAVaryingBranchIsRefused) {
  Build b(8, {{"o", output(0, 8)}});
  const auto first = b.equal(b.lid(), b.u32(0));
  const auto program = b.finish({b.let("n", b.u32(2)), b.branch(first, {b.assign("n", b.u32(3))}),
                                 b.loop("i", b.u32(0), b.var("n"), {b.barrier()})});
  EXPECT_THAT(lower_modest(*program),
              refuses(Code::kUnsupportedFeature,
                      "a bound of the Loop at body[0].region.body[2] depends on local 'n'"));
}

TEST(ControlFlow, StatementsAfterManyReturnsDoNotNest) {
  Build b({{"o", output(0, 8)}});
  Build::Nodes body;
  for (uint32_t i = 0; i < 2000; ++i) {
    body.push_back(b.branch(b.equal(b.gid(), b.u32(i)), {b.leave()}));
    body.push_back(b.store("o", b.gid(), b.u32(i)));
  }
  const Module module = lowered(*b.finish(body));  // the validator limits nesting
  size_t open = 0, deepest = 0;
  std::vector<uint32_t> merges;
  for (const Instruction& instruction : instructions_of(module.words)) {
    if (instruction.op == SpvOpSelectionMerge) merges.push_back(instruction.operands[0]);
    while (instruction.op == SpvOpLabel && !merges.empty() &&
           merges.back() == instruction.operands[0]) {
      merges.pop_back();
    }
    open = merges.size();
    deepest = std::max(deepest, open);
  }
  EXPECT_LE(deepest, 4u);
}

}  // namespace
}  // namespace vyre::spirv
