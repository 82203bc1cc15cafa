// Programs at the limits: they are valid, become modules that the SPIR-V validator accepts, and run
// on the oracle.
#include "support/large_programs.h"

#include "ir/validate/validate.h"
#include "reference/oracle.h"
#include "spirv/support/lower_checked.h"

namespace vyre::spirv {
namespace {

using test::ProgramPtr;

// Checks that |program| is valid and lowers, and that the oracle stores |expected|.
void expect_result(const ProgramPtr& program, uint32_t expected) {
  const Status valid = ir::validate(*program);
  ASSERT_TRUE(valid.ok()) << valid.text();
  lowered(*program, full_target());
  EXPECT_TRUE(lower_for(*program, modest_target()).ok());  // the validator is slow here: once
  reference::Oracle oracle;
  EXPECT_EQ(oracle.words(program, 0), reference::Words{expected});
}

TEST(LargePrograms, LocalsInOneScope) { expect_result(test::many_locals(8192), 8189); }

TEST(LargePrograms, EarlyReturns) {
  const ProgramPtr program = test::many_returns(8192);
  EXPECT_EQ(program->nodes.size(), 8191u);
  expect_result(program, 2730);
}

TEST(LargePrograms, SelfExclusiveRegions) { expect_result(test::many_regions(8192), 4095); }

TEST(LargePrograms, LoopsInsideEachOther) { expect_result(test::nested_loops(63), 1); }

TEST(LargePrograms, ExpressionsOfGreatDepth) {
  expect_result(test::deep_expressions(127, 64), 127);
}

TEST(LargePrograms, OneStatementMoreIsRefused) {
  EXPECT_FALSE(ir::validate(*test::many_locals(8193)).ok());
}

}  // namespace
}  // namespace vyre::spirv
