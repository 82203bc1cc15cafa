#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

using ir::Ordering;

// What else a counting program does; |in_loop| lets it count eight times.
struct Counting {
  AtomicOp op = AtomicOp::kAdd;
  bool in_loop = true;
  bool reads_result = false;
  bool loads = false;
  bool stores = false;
  AtomicOp second = AtomicOp::kAdd;
  uint32_t buckets = 16;
};

Programs counting(const Counting& how) {
  Build b(16, {{"a", input(0, 128)}, {"n", in_out(1, how.buckets)}, {"o", output(2, 16)}});
  const auto place = [&] { return b.bit_and(b.var("v"), b.u32(31)); };
  const auto amount = [&] { return b.add(b.var("v"), b.u32(1)); };
  Build::Nodes body = {
      b.let("v", b.load("a", b.add(b.gid(), b.mul(b.var("k"), b.u32(16))))),
      b.let("old", b.atomic(how.op, "n", place(), amount())),
      b.let("other", b.atomic(how.second, "n", place(), amount(), ir::kNone, Ordering::kRelaxed))};
  if (how.reads_result) body.push_back(b.let("copy", b.var("old")));
  if (how.loads) body.push_back(b.let("seen", b.load("n", b.u32(0))));
  if (how.stores) body.push_back(b.store("n", b.u32(100), b.u32(1)));  // out of bounds
  Build::Nodes all = {b.store("o", b.gid(), b.gid())};
  if (how.in_loop) {
    all.push_back(b.loop("k", b.u32(0), b.u32(8), body));
  } else {
    all.push_back(b.let("k", b.u32(0)));
    all.insert(all.end(), body.begin(), body.end());
  }
  return b.finish(all);
}

TEST_F(Optimized, AtomicsAreGatheredInLoops) {
  EXPECT_TRUE(has_workgroup_memory(counting({})));
  EXPECT_FALSE(has_workgroup_memory(counting({}), OptimizationMode::kNone));
  EXPECT_FALSE(has_workgroup_memory(counting({.in_loop = false})));
  EXPECT_TRUE(has_workgroup_memory(counting({.in_loop = false}), OptimizationMode::kAll));
}

TEST_F(Optimized, GatheredAtomicsGiveTheSameBytes) {
  for (const AtomicOp op : {AtomicOp::kAdd, AtomicOp::kOr, AtomicOp::kAnd, AtomicOp::kXor,
                            AtomicOp::kMin, AtomicOp::kMax}) {
    for (const uint32_t buckets : {7u, 40u}) {
      SCOPED_TRACE(concat(static_cast<int>(op), " on ", buckets));
      const auto program = counting({.op = op, .second = op, .buckets = buckets});
      EXPECT_TRUE(has_workgroup_memory(program));
      expect_same(program, {numbers(128), numbers(buckets)});
    }
  }
}

TEST_F(Optimized, GatheredAtomicsOfLanesThatReturnCount) {
  Build b(16, {{"n", in_out(0, 8)}, {"o", output(1, 32)}});
  const auto early = b.less(b.lid(), b.u32(5));
  const auto program =
      b.finish({b.store("o", b.gid(), b.u32(3)),
                b.loop("k", b.u32(0), b.u32(9),
                       {b.let("old", b.atomic(AtomicOp::kAdd, "n", b.var("k"), b.u32(1))),
                        b.branch(early, {b.leave()})})});
  EXPECT_TRUE(has_workgroup_memory(program));
  expect_same(program, {numbers(8)});
}

TEST_F(Optimized, AtomicsThatSomethingSeesAreNotGathered) {
  for (const OptimizationMode how : {OptimizationMode::kAutomatic, OptimizationMode::kAll}) {
    EXPECT_FALSE(has_workgroup_memory(counting({.reads_result = true}), how));
    EXPECT_FALSE(has_workgroup_memory(counting({.loads = true}), how));
    EXPECT_FALSE(has_workgroup_memory(counting({.stores = true}), how));
    EXPECT_FALSE(has_workgroup_memory(counting({.second = AtomicOp::kMax}), how));
    EXPECT_FALSE(has_workgroup_memory(
        counting({.op = AtomicOp::kExchange, .second = AtomicOp::kExchange}), how));
    EXPECT_FALSE(has_workgroup_memory(counting({.buckets = 65}), how));  // four a lane at most
    EXPECT_FALSE(has_workgroup_memory(counting({.buckets = 0}), how));   // unknown before the run
  }
}

// Products of numbers in workgroup memory, summed up.
struct Dot {
  bool third_factor = false;
  bool divides = false;
  bool multiplies_sum = false;
  bool from_storage = false;
  float start = 0;
};

Programs dot(const Dot& how) {
  constexpr uint32_t kLanes = 32;
  Build b(kLanes);
  b.buffer("a", input(0, kLanes, DataType::kF32));
  b.buffer("b", input(1, kLanes, DataType::kF32));
  b.buffer("o", output(2, kLanes, DataType::kF32));
  b.buffer("x", shared(kLanes, DataType::kF32));
  b.buffer("y", shared(kLanes, DataType::kF32));
  const auto at = [&] { return b.bit_and(b.add(b.var("k"), b.lid()), b.u32(31)); };
  auto product = b.mul(b.load(how.from_storage ? "a" : "x", b.var("k")), b.load("y", at()));
  if (how.third_factor) product = b.mul(product, b.load("x", at()));
  if (how.divides) product = b.div(product, b.f32(3));
  auto sum = b.var("sum");
  if (how.multiplies_sum) sum = b.mul(sum, b.f32(0.5f));
  return b.finish({b.store("x", b.lid(), b.load("a", b.lid())),
                   b.store("y", b.lid(), b.load("b", b.lid())), b.barrier(),
                   b.let("sum", b.f32(how.start)),
                   b.loop("k", b.u32(0), b.u32(kLanes), {b.assign("sum", b.add(sum, product))}),
                   b.store("o", b.lid(), b.var("sum"))});
}

// Some loop asks before it begins.
bool has_subnormal_free_loop(const Programs& program,
                             OptimizationMode how = OptimizationMode::kAutomatic) {
  return count(program, SpvOpAtomicLoad, how) == 1;
}

TEST_F(Optimized, LoopsOverWorkgroupMemoryHaveASubnormalFreeForm) {
  EXPECT_TRUE(has_subnormal_free_loop(dot({})));
  EXPECT_TRUE(has_subnormal_free_loop(dot({}), OptimizationMode::kAll));
  EXPECT_FALSE(has_subnormal_free_loop(dot({}), OptimizationMode::kNone));
}

TEST_F(Optimized, LoopsHaveNoSubnormalFreeFormWhereBothWouldRun) {
  Target software = full_target();
  software.max_loop_trips = 65535;
  const auto asks = [&] {
    const auto module = lower_known(*dot({}), software.optimizations, software);
    return std::ranges::any_of(instructions_of(module.value().words),
                               [](const Instruction& one) { return one.op == SpvOpAtomicLoad; });
  };
  EXPECT_FALSE(asks());
  software.preserves_f32_denormals = false;
  EXPECT_TRUE(asks());
  software.preserves_f32_denormals = true;
  software.optimizations = OptimizationMode::kAll;
  EXPECT_TRUE(asks());
}

TEST_F(Optimized, LoopsWhoseResultsMayBeSubnormalHaveNone) {
  for (const OptimizationMode how : {OptimizationMode::kAutomatic, OptimizationMode::kAll}) {
    EXPECT_FALSE(has_subnormal_free_loop(dot({.third_factor = true}), how));
    EXPECT_FALSE(has_subnormal_free_loop(dot({.divides = true}), how));
    EXPECT_FALSE(has_subnormal_free_loop(dot({.multiplies_sum = true}), how));
    EXPECT_FALSE(has_subnormal_free_loop(dot({.from_storage = true}), how));
  }
}

Bytes powers(const std::vector<uint32_t>& exponents, uint32_t mantissa) {
  std::vector<uint32_t> words(32);
  for (size_t i = 0; i < words.size(); ++i) {
    const uint32_t sign = i % 3 == 0 ? 0x80000000u : 0;
    words[i] = sign | exponents[i % exponents.size()] << 23 |
               (static_cast<uint32_t>(i) * mantissa & 0x007FFFFFu);
  }
  return bytes_of(words);
}

TEST_F(Optimized, SmallAndOtherNumbersGiveTheSameBytes) {
  const std::vector<std::vector<uint32_t>> kExponents = {
      {127},          // not small
      {0},            // zeros and subnormal numbers
      {76, 127},      // 2^-51: just not too small
      {75, 127},      // just not
      {63, 64, 62},   // products about the smallest normal number
      {0, 127, 130},  // some are subnormal
      {24, 200},      // far apart
      {254, 255},     // infinities and NaN
      {255, 76, 0}};
  const std::vector<std::pair<size_t, size_t>> kPairs = {{0, 0}, {0, 1}, {2, 2}, {2, 3},
                                                         {4, 4}, {4, 5}, {6, 7}, {8, 8}};
  for (const auto& [a, b] : kPairs) {
    SCOPED_TRACE(concat(a, " and ", b));
    expect_same(dot({}), {powers(kExponents[a], 0x5A5A5B), powers(kExponents[b], 0x7FFFFF)});
  }
}

// What the loop begins with is too small: differences of it are subnormal.
TEST_F(Optimized, WildLocalsAreFlushedInALoop) {
  Build b(8, {{"a", input(0, 8, DataType::kF32)}, {"b", input(1, 8, DataType::kF32)}});
  b.buffer("o", output(2, 8, DataType::kF32)).buffer("x", shared(8, DataType::kF32));
  const auto square = b.mul(b.load("x", b.lid()), b.load("x", b.lid()));
  const auto program = b.finish({b.let("u", b.load("a", b.lid())), b.let("v", b.load("b", b.lid())),
                                 b.loop("k", b.u32(0), b.u32(1),
                                        {b.assign("u", b.sub(b.var("u"), b.var("v"))),
                                         b.assign("v", b.add(b.var("v"), square))}),
                                 b.store("o", b.lid(), b.var("u"))});
  EXPECT_TRUE(has_subnormal_free_loop(program));
  expect_same(program, {bytes_of({0x00C00000, 0x00800001, 0x0C000000, 0x0B800001, 0x80C00000, 0,
                                  0x3F800000, 0x7FC00001}),
                        bytes_of({0x00800000, 0x00800000, 0x0BFFFFFF, 0x0B800000, 0x80800000,
                                  0x00800000, 0x3F7FFFFF, 0x7F800000})});
}

// What is stored at the end of a trip becomes smaller from trip to trip. Others hear of it at the
// first barrier of the next one.
TEST_F(Optimized, WhatIsStoredLaterIsToldToo) {
  Build b(32, {{"a", input(0, 32, DataType::kF32)}, {"o", output(1, 192, DataType::kF32)}});
  b.buffer("x", shared(32, DataType::kF32));
  const auto other = [&] { return b.bit_and(b.add(b.lid(), b.var("k")), b.u32(31)); };
  const auto square = b.mul(b.load("x", other()), b.load("x", other()));
  const auto sum = b.add(b.var("sum"), square);
  const auto scaled = b.mul(b.load("a", b.lid()), b.var("scale"));
  const auto smaller = b.mul(b.var("scale"), b.f32(0x1p-20f));
  const auto place = b.add(b.lid(), b.mul(b.var("t"), b.u32(32)));
  const auto program =
      b.finish({b.let("scale", b.f32(1)),
                b.loop("t", b.u32(0), b.u32(6),
                       {b.barrier(), b.let("sum", b.f32(0)),
                        b.loop("k", b.u32(0), b.u32(4), {b.assign("sum", sum)}),
                        b.store("o", place, b.var("sum")), b.barrier(), b.assign("scale", smaller),
                        b.store("x", b.lid(), scaled)})});
  EXPECT_TRUE(has_subnormal_free_loop(program));
  expect_same(program, {powers({127, 126, 120}, 0x123457)});
}

TEST_F(Optimized, NanIsCanonicalWhereItShows) {
  Build b(8, {{"a", input(0, 8, DataType::kF32)}, {"o", output(1, 32, DataType::kF32)}});
  b.buffer("u", output(2, 8));
  const auto a = [&] { return b.load("a", b.gid()); };
  const auto place = [&](uint32_t row) { return b.add(b.gid(), b.u32(8 * row)); };
  const auto twice = [&] { return b.add(b.var("x"), b.var("x")); };
  const Build::Nodes body = {
      b.let("x", b.sub(a(), a())),
      b.let("y", twice()),
      b.assign("y", b.select(b.less(b.var("x"), b.var("y")), b.var("x"), twice())),
      b.store("o", place(0), b.var("x")),
      b.store("o", place(1), b.var("y")),
      b.store("o", place(2), a()),
      b.store("o", place(3), b.binary(BinOp::kMax, twice(), a())),
      b.branch(b.equal(b.var("x"), b.var("x")), {b.store("u", b.gid(), b.u32(1))})};
  // The grid covers |o|, and each element is written once.
  const auto program = b.finish({b.branch(b.less(b.gid(), b.u32(8)), body)});
  expect_same(program, {bytes_of({0x7FC00001, 0xFFFFFFFF, 0x7F800000, 0xFF800000, 0x3F800000,
                                  0x00000001, 0x80000000, 0x7F800001})});
}

// One phase writes what the next reads, through |buffer|.
Programs handing_over(bool through_storage, bool in_loop) {
  Build b(16, {{"o", output(0, 16)}, {"p", output(1, 16)}, {"x", shared(16)}});
  const auto other = b.bit_xor(b.lid(), b.u32(5));
  const char* const through = through_storage ? "p" : "x";
  const Build::Nodes body = {b.store(through, b.lid(), b.gid()), b.barrier(),
                             b.store("o", b.lid(), b.load(through, other))};
  return b.finish(in_loop ? Build::Nodes{b.loop("k", b.u32(0), b.u32(2), body)} : body);
}

uint32_t barrier_semantics(const Programs& program, OptimizationMode how) {
  Words words;
  uint32_t all = 0;
  std::vector<std::pair<uint32_t, uint32_t>> constants;
  for (const Instruction& one : words_of(program, how, words)) {
    if (one.op == SpvOpConstant) constants.emplace_back(one.operands[1], one.operands[2]);
    if (one.op != SpvOpControlBarrier) continue;
    for (const auto& [id, value] : constants) all |= id == one.operands[2] ? value : 0;
  }
  return all;
}

TEST_F(Optimized, BarriersOrderStorageWhereItCrossesThem) {
  const auto orders = [](const Programs& program,
                         OptimizationMode how = OptimizationMode::kAutomatic) {
    return (barrier_semantics(program, how) & SpvMemorySemanticsUniformMemoryMask) != 0;
  };
  EXPECT_TRUE(orders(handing_over(true, false)));
  EXPECT_TRUE(orders(handing_over(false, true)));  // the next trip writes "o" again
  EXPECT_FALSE(orders(handing_over(false, false)));
  EXPECT_TRUE(orders(handing_over(false, false), OptimizationMode::kNone));
  expect_same(handing_over(true, false));
  expect_same(handing_over(false, false));
}

// Sites of traps on a device that stops loops after 65,535 trips in total.
size_t limits(const Programs& program, OptimizationMode how = OptimizationMode::kAutomatic) {
  Target target = full_target();
  target.max_loop_trips = 65535;
  return value_of(lower_known(*program, how, target)).trap_sites.size();
}

Programs looping(const std::vector<std::pair<uint32_t, uint32_t>>& nests, bool unknown = false) {
  Build b(4, {{"a", input(0, 4)}, {"o", output(1, 4)}});
  Build::Nodes body = {b.let("sum", b.u32(0))};
  for (const auto& [outer, inner] : nests) {
    const auto more = b.assign("sum", b.add(b.var("sum"), b.u32(1)));
    const auto end = unknown ? b.load("a", b.u32(0)) : b.u32(inner);
    body.push_back(b.loop("i", b.u32(0), b.u32(outer), {b.loop("k", b.u32(0), end, {more})}));
  }
  body.push_back(b.store("o", b.lid(), b.var("sum")));
  return b.finish(body);
}

TEST_F(Optimized, LoopsThatTheDeviceCannotStopHaveNoLimit) {
  EXPECT_EQ(limits(looping({{10, 100}, {200, 3}})), 0u);
  EXPECT_EQ(limits(looping({{10, 100}}), OptimizationMode::kAll), 0u);
  EXPECT_EQ(limits(looping({{10, 100}}), OptimizationMode::kNone), 2u);
  expect_same(looping({{10, 100}, {200, 3}}), {numbers(4)});
}

TEST_F(Optimized, AllLoopsTogetherMayReachTheLimit) {
  EXPECT_EQ(limits(looping({{300, 300}})), 2u);
  EXPECT_EQ(limits(looping({{1, 20000}, {1, 20000}})), 2u);  // those of the second nest
  EXPECT_EQ(limits(looping({{2, 3}}, true)), 2u);
  EXPECT_EQ(limits(looping({{70000, 1}})), 2u);
}

}  // namespace
}  // namespace vyre::spirv
