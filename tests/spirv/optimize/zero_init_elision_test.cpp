#include <functional>

#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

using Nodes = Build::Nodes;

constexpr uint32_t kLanes = 16;

// How many stores of 0 to workgroup memory stand before the first barrier.
size_t zeroing_stores(const Programs& program, const OptimizationMode how) {
  Words words;
  uint32_t pointer = 0;  // type
  std::vector<uint32_t> places;
  size_t stores = 0, barriers = 0;
  uint32_t zero = 0, word = 0;
  for (const Instruction& one : words_of(program, how, words)) {
    if (one.op == SpvOpTypeInt && one.operands[1] == 32) word = one.operands[0];
    if (one.op == SpvOpTypePointer && one.operands[1] == SpvStorageClassWorkgroup) {
      pointer = one.operands[2] == word ? one.operands[0] : pointer;
    }
    if (one.op == SpvOpAccessChain && one.operands[0] == pointer) {
      places.push_back(one.operands[1]);
    }
    if (one.op == SpvOpConstant && one.operands[2] == 0 && zero == 0) zero = one.operands[1];
    barriers += one.op == SpvOpControlBarrier ? 1 : 0;
    if (one.op != SpvOpStore || one.operands[1] != zero || barriers > 0) continue;
    stores += std::ranges::find(places, one.operands[0]) != places.end() ? 1 : 0;
  }
  return stores;
}

// The element that a lane stores to, and the one that it loads behind a barrier.
struct Passing {
  using Index = std::function<ExprId(Build&)>;
  using Wrap = std::function<Nodes(Build&, Nodes)>;

  Index to = [](Build& b) { return b.lid(); };
  Index from = [](Build& b) { return b.bit_xor(b.lid(), b.u32(5)); };
  Wrap stores = [](Build&, Nodes nodes) { return nodes; };
  Wrap before = [](Build&, Nodes) { return Nodes{}; };
  bool waits = true;
  uint32_t elements = kLanes;
};

Programs passing(const Passing& how) {
  Build b(kLanes, {{"a", input(0, kLanes)}, {"o", output(1, kLanes)}, {"x", shared(how.elements)}});
  Nodes body = how.before(b, {});
  const Nodes store = {b.store("x", how.to(b), b.load("a", b.lid()))};
  for (const NodeId node : how.stores(b, store)) body.push_back(node);
  if (how.waits) body.push_back(b.barrier());
  body.push_back(b.store("o", b.lid(), b.load("x", how.from(b))));
  return b.finish(body);
}

Passing::Wrap in_loop(uint32_t from, uint32_t to) {
  return [=](Build& b, Nodes nodes) { return Nodes{b.loop("k", b.u32(from), b.u32(to), nodes)}; };
}

class WorkgroupMemory : public Optimized {
 protected:
  void expect_zeroed(const Passing& how, bool zeroed) {
    const auto program = passing(how);
    for (const OptimizationMode optimizations :
         {OptimizationMode::kAutomatic, OptimizationMode::kAll}) {
      EXPECT_EQ(zeroing_stores(program, optimizations), zeroed ? 1u : 0u);
    }
    EXPECT_EQ(zeroing_stores(program, OptimizationMode::kNone), 1u);
    expect_same(program, {numbers(kLanes)});
  }
};

TEST_F(WorkgroupMemory, IsNotZeroedWhereEveryLoadFollowsAStore) {
  expect_zeroed({}, false);
  expect_zeroed({.to = [](Build& b) { return b.sub(b.u32(15), b.lid()); }}, false);
  expect_zeroed({.to = [](Build& b) { return b.mul(b.lid(), b.u32(3)); },
                 .from = [](Build& b) { return b.u32(45); },
                 .elements = 64},
                false);
}

TEST_F(WorkgroupMemory, IsZeroedWhereALoadMissesTheStores) {
  expect_zeroed({.to = [](Build& b) { return b.mul(b.lid(), b.u32(3)); },
                 .from = [](Build& b) { return b.u32(46); },
                 .elements = 64},
                true);
  expect_zeroed({.to = [](Build& b) { return b.add(b.lid(), b.u32(1)); }}, true);
}

TEST_F(WorkgroupMemory, LoadsOutOfBoundsNeedNoZeros) {
  expect_zeroed({.from = [](Build& b) { return b.sub(b.lid(), b.u32(3)); }}, false);
}

TEST_F(WorkgroupMemory, LoadsAtUnknownPlacesNeedEveryElement) {
  const auto anywhere = [](Build& b) { return b.bit_and(b.load("a", b.lid()), b.u32(15)); };
  expect_zeroed({.from = anywhere}, false);
  expect_zeroed({.from = anywhere, .elements = kLanes + 1}, true);
}

TEST_F(WorkgroupMemory, StoresAtUnknownPlacesDoNotCount) {
  const auto somewhere = [](Build& b) {
    return b.add(b.mul(b.load("a", b.lid()), b.u32(16)), b.lid());
  };
  expect_zeroed({.to = somewhere}, true);
}

TEST_F(WorkgroupMemory, StoresThatSomeLanesSkipDoNotCount) {
  const auto by_some = [](Build& b, Nodes nodes) {
    return Nodes{b.branch(b.less(b.lid(), b.u32(9)), nodes)};
  };
  expect_zeroed({.stores = by_some}, true);
  const auto some_end = [&](Build& b, Nodes) { return by_some(b, {b.leave()}); };
  expect_zeroed({.before = some_end}, true);
}

TEST_F(WorkgroupMemory, LoopsStoreInEveryTrip) {
  const auto wide = [](Build& b) { return b.add(b.lid(), b.mul(b.var("k"), b.u32(kLanes))); };
  for (const uint32_t trips : {4u, 3u}) {
    expect_zeroed({.to = wide,
                   .from = [](Build& b) { return b.add(b.lid(), b.u32(48)); },
                   .stores = in_loop(0, trips),
                   .elements = 64},
                  trips == 3);
  }
}

TEST_F(WorkgroupMemory, LoopsOfUnknownTripsDoNotCount) {
  const auto some_trips = [](Build& b, Nodes nodes) {
    return Nodes{b.loop("k", b.u32(0), b.bit_and(b.load("a", b.u32(0)), b.u32(3)), nodes)};
  };
  expect_zeroed({.stores = some_trips}, true);
  expect_zeroed({.stores = in_loop(3, 3)}, true);
}

TEST_F(WorkgroupMemory, LoopsThatWaitStoreInTheirFirstTrip) {
  Build b(kLanes, {{"a", input(0, 64)}, {"o", output(1, kLanes)}, {"x", shared(kLanes)}});
  const auto place = b.add(b.lid(), b.mul(b.var("t"), b.u32(16)));
  const auto other = b.load("x", b.bit_xor(b.lid(), b.u32(3)));
  const auto sum = b.add(b.var("sum"), other);
  const auto program = b.finish({b.let("sum", b.u32(0)),
                                 b.loop("t", b.u32(0), b.u32(3),
                                        {b.store("x", b.lid(), b.load("a", place)), b.barrier(),
                                         b.assign("sum", sum), b.barrier()}),
                                 b.store("o", b.lid(), b.var("sum"))});
  EXPECT_EQ(zeroing_stores(program, OptimizationMode::kNone), 1u);
  EXPECT_EQ(zeroing_stores(program, OptimizationMode::kAutomatic), 0u);
  expect_same(program, {numbers(64)});
}

// A lane that fails does not come to its store, so the others would find anything there.
TEST_F(WorkgroupMemory, IsZeroedWhereALaneMayFail) {
  Build b(kLanes, {{"a", input(0, kLanes, DataType::kI32)}, {"o", output(1, kLanes)}});
  b.buffer("x", shared(kLanes));
  const auto program = b.finish({b.store("x", b.lid(), b.load("a", b.load("a", b.lid()))),
                                 b.barrier(), b.store("o", b.lid(), b.load("x", b.u32(3)))});
  EXPECT_EQ(zeroing_stores(program, OptimizationMode::kAutomatic), 1u);
}

TEST_F(WorkgroupMemory, ThatNothingTouchesIsNotThere) {
  Build b(kLanes, {{"o", output(0, kLanes)}, {"x", shared(64)}});
  const auto program = b.finish({b.store("o", b.lid(), b.length("x"))});
  EXPECT_TRUE(has_workgroup_memory(program, OptimizationMode::kNone));
  EXPECT_FALSE(has_workgroup_memory(program));
  expect_same(program);
}

TEST_F(WorkgroupMemory, IsZeroedWhereNobodyWaits) {
  expect_zeroed({.from = [](Build& b) { return b.lid(); }, .waits = false}, true);
}

}  // namespace
}  // namespace vyre::spirv
