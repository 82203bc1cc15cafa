#include <functional>

#include "spirv/support/optimized.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kLanes = 16;
constexpr uint32_t kElements = 64;

using Value = std::function<ExprId(Build&)>;

ExprId four_times(Build& b, ExprId what) { return b.mul(what, b.u32(4)); }
ExprId beyond(Build& b, uint32_t offset) { return b.add(b.var("at"), b.u32(offset)); }

// Vectors of four words that are loaded or stored.
size_t vectors_in(const Programs& program, SpvOp op,
                  OptimizationMode how = OptimizationMode::kAutomatic) {
  Words words;
  uint32_t vector = 0;
  std::vector<uint32_t> made;
  size_t found = 0;
  for (const Instruction& one : words_of(program, how, words)) {
    if (one.op == SpvOpTypeVector && one.operands[2] == 4) vector = one.operands[0];
    if (one.op == SpvOpCompositeConstruct) made.push_back(one.operands[1]);
    if (one.op != op) continue;
    const bool is_stored =
        op == SpvOpStore && std::ranges::find(made, one.operands[1]) != made.end();
    found += is_stored || (op == SpvOpLoad && one.operands[0] == vector) ? 1 : 0;
  }
  return found;
}

// Each lane adds up four neighbors.
struct Adding {
  Value at = [](Build& b) { return four_times(b, b.gid()); };
  uint32_t offset = 0;
  uint32_t elements = kElements;
  DataType type = DataType::kU32;
  Value also = nullptr;  // added to the sum
  bool writes = false;   // to the same buffer
};

Programs adding(const Adding& how) {
  Build b(kLanes, {{"o", output(1, 2 * kLanes, how.type)}});
  b.buffer("a", how.writes ? in_out(0, how.elements, how.type) : input(0, how.elements, how.type));
  auto sum = b.load("a", beyond(b, how.offset));
  for (uint32_t i = 1; i < 4; ++i) {
    sum = b.add(sum, b.load("a", beyond(b, how.offset + i)));
  }
  if (how.also) sum = b.add(sum, how.also(b));
  Build::Nodes body = {b.let("at", how.at(b)), b.store("o", b.gid(), sum)};
  if (how.writes) body.push_back(b.store("a", b.gid(), b.load("o", b.gid())));
  return b.finish(body);
}

class FoursOfMemory : public Optimized {
 protected:
  void expect_vectors(const Programs& program, SpvOp op, size_t count, uint32_t elements) {
    for (const OptimizationMode how : {OptimizationMode::kAutomatic, OptimizationMode::kAll}) {
      EXPECT_EQ(vectors_in(program, op, how), count);
    }
    EXPECT_EQ(vectors_in(program, op, OptimizationMode::kNone), 0u);
    expect_same(program, {numbers(elements)});
  }
  void expect_group(const Adding& how) { expect_vectors(adding(how), SpvOpLoad, 1, how.elements); }
  void expect_none(const Adding& how) { expect_vectors(adding(how), SpvOpLoad, 0, how.elements); }
};

TEST_F(FoursOfMemory, NeighborsInStorageAreLoadedTogether) {
  expect_group({});
  expect_group({.offset = 8});
  expect_group({.at = [](Build& b) { return b.binary(BinOp::kShl, b.gid(), b.u32(3)); }});
}

TEST_F(FoursOfMemory, OfF32KeepEveryBit) { expect_group({.type = DataType::kF32}); }

// Lanes read beyond the last element, or at indices that have wrapped around.
TEST_F(FoursOfMemory, BeyondTheEndTheyAreZero) {
  expect_group({.elements = 32});
  expect_group({.at = [](Build& b) { return b.sub(four_times(b, b.gid()), b.u32(8)); }});
  expect_group({.offset = 0xFFFFFFFCu});
}

TEST_F(FoursOfMemory, BeginAtMultiplesOfFour) {
  expect_none({.at = [](Build& b) { return b.add(four_times(b, b.gid()), b.u32(2)); }});
  expect_none({.at = [](Build& b) { return b.gid(); }});
  expect_none({.offset = 2});
  expect_none({.elements = 66});
}

TEST_F(FoursOfMemory, OneOtherAccessToStorageAndThereAreNone) {
  expect_none({.also = [](Build& b) { return b.load("a", b.gid()); }});
}

TEST_F(FoursOfMemory, WhatTheKernelWritesInStorageIsLoadedOneByOne) {
  const auto program = adding({.writes = true});
  EXPECT_EQ(vectors_in(program, SpvOpLoad), 0u);
}

// A parameter is another number than the literal that stands for it.
TEST_F(FoursOfMemory, ParametersAreNoOffsets) {
  Build b(kLanes, {{"a", input(0, kElements)}, {"o", output(1, kLanes)}});
  const ExprId one = b.u32(1);
  auto sum = b.load("a", b.var("at"));
  sum = b.add(sum, b.load("a", b.add(b.var("at"), one)));
  for (uint32_t i = 2; i < 4; ++i) sum = b.add(sum, b.load("a", beyond(b, i)));
  const auto program = b.finish({b.let("at", four_times(b, b.gid())), b.store("o", b.gid(), sum)});
  EXPECT_EQ(vectors_in(program, SpvOpLoad), 1u);
  auto source = value_of(test::source_of(*program));
  source.parameters = {one};
  source.launch = launch::declared_launch(*source.plan);
  const auto module = lower(source, full_target());
  for (const Instruction& each : instructions_of(module.value().words)) {
    EXPECT_FALSE(each.op == SpvOpTypeVector && each.operands[2] == 4);
  }
}

// Four stores one behind the other, of what |value| gives for each.
Programs storing(std::function<ExprId(Build&, uint32_t)> value, uint32_t elements = kElements) {
  Build b(kLanes, {{"a", input(0, kElements)}, {"o", output(1, elements)}});
  Build::Nodes body = {b.let("at", four_times(b, b.gid()))};
  for (uint32_t i = 0; i < 4; ++i) body.push_back(b.store("o", beyond(b, i), value(b, i)));
  return b.finish(body);
}

TEST_F(FoursOfMemory, NeighborsAreStoredTogether) {
  const auto place = [](Build& b, uint32_t i) { return b.add(b.gid(), b.u32(i)); };
  expect_vectors(storing(place), SpvOpStore, 1, kElements);
  expect_vectors(storing(place, 32), SpvOpStore, 1, kElements);
  expect_vectors(storing(place, 65), SpvOpStore, 0, kElements);
}

TEST_F(FoursOfMemory, StoresOfWhatOtherStoresChangeStayApart) {
  const auto last = [](Build& b, uint32_t i) {
    return i == 0 ? b.gid() : b.add(b.load("o", beyond(b, i - 1)), b.u32(1));
  };
  expect_vectors(storing(last), SpvOpStore, 0, kElements);
}

// Lanes store to workgroup memory, wait and add up four neighbors of it, with |between| behind the
// second.
Programs in_workgroup_memory(std::function<NodeId(Build&)> between) {
  Build b(kLanes, {{"a", input(0, kElements)}, {"o", output(1, kLanes)}, {"x", shared(kElements)}});
  b.buffer("y", shared(kElements));
  const auto place = [&] { return b.add(b.lid(), b.mul(b.var("k"), b.u32(kLanes))); };
  const auto add = [&](uint32_t i) {
    return b.assign("sum", b.add(b.var("sum"), b.load("x", beyond(b, i))));
  };
  Build::Nodes body = {
      b.loop("k", b.u32(0), b.u32(4), {b.store("x", place(), b.load("a", place()))}),
      b.barrier(),
      b.let("at", four_times(b, b.lid())),
      b.let("sum", b.u32(7)),
      add(0),
      add(1)};
  if (between) body.push_back(between(b));
  body.insert(body.end(), {add(2), add(3), b.store("o", b.lid(), b.var("sum"))});
  return b.finish(body);
}

TEST_F(FoursOfMemory, NeighborsInWorkgroupMemoryAreLoadedTogether) {
  expect_vectors(in_workgroup_memory(nullptr), SpvOpLoad, 1, kElements);
  const auto elsewhere = [](Build& b) { return b.store("y", b.lid(), b.var("sum")); };
  expect_vectors(in_workgroup_memory(elsewhere), SpvOpLoad, 1, kElements);
}

TEST_F(FoursOfMemory, NoFourCrossesAStoreOrABarrier) {
  const auto own = [](Build& b) { return b.store("x", beyond(b, 3), b.var("sum")); };
  expect_vectors(in_workgroup_memory(own), SpvOpLoad, 0, kElements);
  const auto barrier = [](Build& b) { return b.barrier(); };
  expect_vectors(in_workgroup_memory(barrier), SpvOpLoad, 0, kElements);
  const auto sometimes = [&](Build& b) { return b.branch(b.less(b.lid(), b.u32(5)), {own(b)}); };
  expect_vectors(in_workgroup_memory(sometimes), SpvOpLoad, 0, kElements);
}

// Each trip loads what the one before has stored.
TEST_F(FoursOfMemory, EveryTripLoadsAnew) {
  Build b(kLanes, {{"a", input(0, kElements)}, {"o", output(1, kLanes)}, {"x", shared(kElements)}});
  const auto sum = b.add(b.add(b.load("x", beyond(b, 0)), b.load("x", beyond(b, 1))),
                         b.add(b.load("x", beyond(b, 2)), b.load("x", beyond(b, 3))));
  Build::Nodes fill = {b.let("at", four_times(b, b.lid()))};
  for (uint32_t i = 0; i < 4; ++i) {
    fill.push_back(b.store("x", beyond(b, i), b.load("a", beyond(b, i))));
  }
  fill.insert(fill.end(), {b.loop("k", b.u32(0), b.u32(8),
                                  {b.let("sum", sum), b.store("x", beyond(b, 2), b.var("sum"))}),
                           b.store("o", b.lid(), b.load("x", beyond(b, 2)))});
  const auto program = b.finish(fill);
  EXPECT_EQ(vectors_in(program, SpvOpLoad), 2u);  // of a and of x
  EXPECT_EQ(vectors_in(program, SpvOpStore), 1u);
  expect_same(program, {numbers(kElements)});
}

}  // namespace
}  // namespace vyre::spirv
