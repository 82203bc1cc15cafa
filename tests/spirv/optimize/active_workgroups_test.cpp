#include <functional>

#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kAll = UINT32_MAX;

uint32_t active_in(const Programs& program, OptimizationMode how = OptimizationMode::kAutomatic) {
  return value_of(lower_known(*program, how)).rules.active_workgroups;
}

// Four workgroups, of which those store for which |condition| holds.
Programs guarded(std::function<ExprId(Build&)> condition,
                 std::function<Build::Nodes(Build&)> before = nullptr) {
  Build b(16, {{"n", in_out(0, 64)}, {"o", output(1, 64)}});
  Build::Nodes body = before ? before(b) : Build::Nodes{};
  body.push_back(b.branch(condition(b), {b.store("o", b.gid(), b.u32(5))}));
  return b.finish(body);
}

ExprId is(Build& b, uint32_t number) { return b.equal(b.wid(), b.u32(number)); }

class Active : public Optimized {
 protected:
  void expect_active(uint32_t workgroups, const Programs& program) {
    EXPECT_EQ(active_in(program), workgroups);
    EXPECT_EQ(active_in(program, OptimizationMode::kNone), kAll);
    expect_same(program, {numbers(64)});
  }
};

TEST_F(Active, AreTheFirstWorkgroupsWhereNoOtherDoesAnything) {
  expect_active(1, guarded([](Build& b) { return is(b, 0); }));
  expect_active(3, guarded([](Build& b) { return b.equal(b.u32(2), b.wid()); }));
  expect_active(2, guarded([](Build& b) { return b.less(b.wid(), b.u32(2)); }));
  expect_active(1, guarded([](Build& b) { return b.less(b.wid(), b.u32(0)); }));
  const auto named = [](Build& b) { return Build::Nodes{b.let("w", b.wid())}; };
  expect_active(2, guarded([](Build& b) { return b.equal(b.var("w"), b.u32(1)); }, named));
}

TEST_F(Active, AreAllWhereOthersMayBe) {
  expect_active(kAll, guarded([](Build& b) { return b.binary(BinOp::kNe, b.wid(), b.u32(0)); }));
  expect_active(kAll, guarded([](Build& b) { return b.less(b.u32(1), b.wid()); }));
  expect_active(kAll, guarded([](Build& b) { return b.equal(b.lid(), b.u32(0)); }));
  expect_active(kAll, guarded([](Build& b) { return b.equal(b.wid(1), b.u32(0)); }));
  expect_active(kAll, guarded([](Build& b) { return is(b, UINT32_MAX); }));
}

TEST_F(Active, AreAllThatAnotherStatementIsFor) {
  const auto first = [](Build& b) { return is(b, 0); };
  expect_active(
      kAll, guarded(first, [](Build& b) { return Build::Nodes{b.store("o", b.gid(), b.u32(1))}; }));
  expect_active(
      kAll, guarded(first, [](Build& b) {
        return Build::Nodes{b.let("old", b.atomic(AtomicOp::kAdd, "n", b.lid(), b.u32(1)))};
      }));
  expect_active(3, guarded(first, [](Build& b) {
                  return Build::Nodes{b.branch(is(b, 2), {b.store("n", b.gid(), b.u32(1))})};
                }));
}

}  // namespace
}  // namespace vyre::spirv
