// Values that programs name: constants of a pipeline, from one module for all of them.
#include <set>

#include "spirv/support/module_reader.h"
#include "spirv/support/on_device_and_oracle.h"
#include "spirv/support/targets.h"

namespace vyre::spirv {
namespace {

using ir::ConstantKind;
using specialization::ElementType;
using specialization::Map;
using specialization::Value;

using Entries = std::vector<std::pair<std::string_view, specialization::Value>>;

Map map_of(const Entries& entries) {
  Map map;
  for (const auto& [name, value] : entries) EXPECT_TRUE(map.set(name, value).ok());
  return map;
}

constexpr std::string_view kX = "vyre.workgroup.x";
constexpr std::string_view kY = "vyre.workgroup.y";

// |n| by |n| matrices, multiplied by tiles of workgroup memory as wide as the workgroup, which has
// room for 16 by 16.
Programs product(uint32_t n) {
  Build b(8, 8);
  b.buffer("a", input(0, n * n, DataType::kF32));
  b.buffer("b", input(1, n * n, DataType::kF32));
  b.buffer("c", output(2, n * n, DataType::kF32));
  b.buffer("ta", shared(256, DataType::kF32)).buffer("tb", shared(256, DataType::kF32));
  const auto add = [&](auto left, auto right) { return b.add(left, right); };
  const auto mul = [&](auto left, auto right) { return b.mul(left, right); };
  const auto tile = [&] { return b.spec(kX); };
  const auto at = [&](auto row, auto column) { return add(mul(row, b.u32(n)), column); };
  const auto in_tile = [&](auto row, auto column) { return add(mul(row, tile()), column); };
  const auto k = [&] { return mul(b.var("t"), tile()); };
  const auto dot =
      b.loop("i", b.u32(0), tile(),
             {b.assign("sum", b.fma(b.load("ta", in_tile(b.lid(1), b.var("i"))),
                                    b.load("tb", in_tile(b.var("i"), b.lid(0))), b.var("sum")))});
  const auto tiles = b.loop(
      "t", b.u32(0), b.div(b.u32(n), tile()),
      {b.store("ta", in_tile(b.lid(1), b.lid(0)), b.load("a", at(b.gid(1), add(k(), b.lid(0))))),
       b.store("tb", in_tile(b.lid(1), b.lid(0)), b.load("b", at(add(k(), b.lid(1)), b.gid(0)))),
       b.barrier(), dot, b.barrier()});
  return b.finish({b.let("rows", b.spec(kY)), b.let("sum", b.f32(0)), tiles,
                   b.store("c", at(b.gid(1), b.gid(0)), b.var("sum"))});
}

Result<Module> lower_at(const ir::Program& program, const std::array<uint32_t, 3>& size,
                        const Target& target) {
  VYRE_ASSIGN_OR_RETURN(launch::KernelSource source, test::source_of(program));
  source.workgroup_size = size;
  return lower(source, target);
}

std::vector<Bytes> two_matrices(uint32_t n) {
  std::vector<uint32_t> a, b;
  for (uint32_t i = 0; i < n * n; ++i) {
    a.push_back(std::bit_cast<uint32_t>(static_cast<float>(i % 13) * 0.37f - 2));
    b.push_back(std::bit_cast<uint32_t>(static_cast<float>(i % 11) * 1.91f - 9));
  }
  return {bytes_of(a), bytes_of(b)};
}

TEST(SpecializedModule, OneServesAllTileSizes) {
  const Programs program = product(32);
  for (const Target& target : {full_target(), modest_target()}) {
    const auto first = value_of(lower_at(*program, {4, 4, 1}, target));
    EXPECT_EQ(complaints(first.words), "");
    for (const uint32_t tile : {8u, 16u}) {
      const auto module = value_of(lower_at(*program, {tile, tile, 1}, target));
      EXPECT_EQ(module.words, first.words) << tile;
    }
  }
}

TEST(SpecializedModule, ConstantsAreNumberedInTheOrderOfNames) {
  Build b({{"out", output(0, 4)}});
  const auto program = b.finish({b.store("out", b.spec("m", ConstantKind::kU32, 77), b.spec("a")),
                                 b.store("out", b.spec("z"), b.spec("a"))});
  const auto module = value_of(lower_for(*program, full_target()));
  std::vector<std::string> names;
  for (const Module::Constant& constant : module.constants) names.push_back(constant.name);
  EXPECT_THAT(names, ElementsAre("a", "m", "z"));
  std::map<uint32_t, uint32_t> number_of, initial_of;  // by id
  for (const Instruction& one : instructions_of(module.words)) {
    if (one.op == SpvOpSpecConstant) initial_of[one.operands[1]] = one.operands[2];
    if (one.op == SpvOpDecorate && one.operands[1] == SpvDecorationSpecId) {
      number_of[one.operands[0]] = one.operands[2];
    }
  }
  std::map<uint32_t, uint32_t> initial_by_number;
  for (const auto& [id, number] : number_of) initial_by_number[number] = initial_of.at(id);
  EXPECT_EQ(initial_by_number, (std::map<uint32_t, uint32_t>{{0, 0}, {1, 77}, {2, 0}}));
}

TEST(SpecializedModule, TheWorkgroupSizeIsMadeOfConstants) {
  const auto module = value_of(lower_for(*product(32), full_target()));
  std::set<uint32_t> constants;
  std::vector<uint32_t> size;
  for (const Instruction& one : instructions_of(module.words)) {
    if (one.op == SpvOpSpecConstant) constants.insert(one.operands[1]);
    if (one.op == SpvOpSpecConstantComposite) size.assign(one.operands.begin(), one.operands.end());
  }
  ASSERT_EQ(size.size(), 5u);  // type, result, axes
  EXPECT_TRUE(constants.contains(size[2]) && constants.contains(size[3]));
  EXPECT_FALSE(constants.contains(size[4]));
}

TEST(SpecializedModule, WordsOfFloatsAreThoseOfLiterals) {
  Module module;
  module.constants = {
      {"a", ConstantKind::kF32}, {"b", ConstantKind::kF32}, {"c", ConstantKind::kU32}};
  const Map values = map_of({{"a", Value::f32_bits(0x80000001)},
                             {"b", Value::f32_bits(0xFFC12345)},
                             {"c", Value::u32(0x80000001)}});
  EXPECT_THAT(constant_words(module, values), ElementsAre(0x80000000, 0x7FC00000, 0x80000001));
}

TEST(SpecializedModule, SubgroupsOfUnknownSizeAreRefusedByName) {
  Build b(64, {{"out", output(0, 64)}});
  const auto program = b.finish({b.let("size", b.spec(kX)), b.let("sum", b.subgroup_add(b.gid())),
                                 b.store("out", b.gid(), b.var("sum"))});
  EXPECT_THAT(
      lower_for(*program, full_target()),
      refuses(Code::kUnsupportedFeature, "whose size is a constant of the pipeline. Fix: "));
}

class Specialized : public OnBoth {};

TEST_F(Specialized, AMatrixProductWithTilesOfEverySize) {
  const Programs program = product(32);
  for (const uint32_t tile : {1u, 2u, 4u, 8u, 16u}) {
    SCOPED_TRACE(tile);
    expect_equal_with(map_of({{kX, Value::u32(tile)}, {kY, Value::u32(tile)}}), program,
                      two_matrices(32));
  }
}

TEST_F(Specialized, EveryKindOfValue) {
  Build b({{"out", output(0, 8)}});
  const auto word = [&](ExprId value) { return b.cast(DataType::kU32, value); };
  const auto at = [&](uint32_t index, ExprId value) { return b.store("out", b.u32(index), value); };
  const auto f = [&] { return b.spec("f", ConstantKind::kF32); };
  const auto yes = [&] { return b.spec("b", ConstantKind::kBool); };
  const auto program = b.finish(
      {at(0, b.spec("u")), at(1, word(b.spec("i", ConstantKind::kI32))),
       at(2, word(b.less(b.spec("i", ConstantKind::kI32), b.i32(0)))),
       at(3, word(b.mul(f(), b.f32(3)))), at(4, word(b.unary(UnOp::kIsNan, b.div(b.f32(0), f())))),
       at(5, b.select(yes(), b.u32(5), b.u32(6))),
       at(6, word(b.binary(BinOp::kAnd, b.unary(UnOp::kLogicalNot, yes()), b.boolean(true)))),
       at(7, b.spec("e", ConstantKind::kElementType))});
  const auto expect_equal_values = [&](uint32_t u, int32_t i, uint32_t f_bits, bool truth,
                                       std::string_view element) {
    SCOPED_TRACE(element);
    expect_equal_with(map_of({{"u", Value::u32(u)},
                              {"i", Value::i32(i)},
                              {"f", Value::f32_bits(f_bits)},
                              {"b", Value::boolean(truth)},
                              {"e", Value::element_type(ElementType::parse(element).take())}}),
                      program);
  };
  expect_equal_values(0, 0, 0, false, "U32");
  expect_equal_values(UINT32_MAX, INT32_MIN, 0xC0200000, true, "Vec<F32,4>");
  expect_equal_values(1, -1, 0x7FC00001, true, "Opaque<2147483648>");
  expect_equal_values(2, 7, 0x00000001, false, "BF16");
  expect_equal_values(3, 9, 0x80000000, true, "I64");
}

// Bits of a float as they come out: those of the literal.
TEST_F(Specialized, FloatsKeepTheirBitsAsLiteralsDo) {
  Build b({{"out", output(0, 2, DataType::kF32)}});
  const auto f = [&] { return b.spec("f", ConstantKind::kF32); };
  const auto program =
      b.finish({b.store("out", b.u32(0), f()), b.store("out", b.u32(1), b.add(f(), b.f32(-0.0f)))});
  for (const uint32_t bits : {0u, 0x80000000u, 1u, 0x807FFFFFu, 0x00800000u, 0x7F800000u,
                              0xFF800000u, 0x7FC00001u, 0xFFFFFFFFu, 0x3F800000u, 0x7F7FFFFFu}) {
    SCOPED_TRACE(bits);
    expect_equal_with(map_of({{"f", Value::f32_bits(bits)}}), program);
  }
}

// Where the lowering asks what a word is: divisors, shifts, loop bounds, indices, conditions.
TEST_F(Specialized, ValuesWhereLiteralsMatter) {
  Build b(4, {{"in", input(0, 16)}, {"out", output(1, 64)}});
  const auto n = [&] { return b.spec("n"); };
  const auto x = [&] { return b.load("in", b.gid()); };
  ExprId next = 0;
  std::vector<NodeId> body = {b.let("sum", b.u32(0))};
  const auto keep = [&](ExprId value) {
    const auto at = b.add(b.mul(b.u32(next++), b.u32(4)), b.gid());
    body.push_back(b.store("out", at, value));
  };
  for (const BinOp op :
       {BinOp::kDiv, BinOp::kMod, BinOp::kShl, BinOp::kShr, BinOp::kRotateLeft, BinOp::kRotateRight,
        BinOp::kSub, BinOp::kSaturatingMul, BinOp::kAbsDiff}) {
    keep(b.binary(op, x(), n()));
  }
  keep(b.load("in", b.add(b.gid(), n())));
  body.push_back(b.loop("i", b.u32(0), b.binary(BinOp::kMin, n(), b.u32(9)),
                        {b.assign("sum", b.add(b.var("sum"), b.var("i")))}));
  keep(b.var("sum"));
  body.push_back(b.branch(b.less(n(), b.u32(5)),
                          {b.store("out", b.add(b.u32(60), b.gid()), b.u32(1))},
                          {b.store("out", b.add(b.u32(60), b.gid()), b.u32(2))}));
  const auto first = b.less(b.gid(), b.u32(4));  // of the grid
  const auto program = b.finish({b.branch(first, body)});
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < 16; ++i) words.push_back(i * 0x9E3779B9u);
  for (const uint32_t value : {0u, 1u, 3u, 5u, 31u, 32u, 33u, 0x80000000u, UINT32_MAX}) {
    SCOPED_TRACE(value);
    expect_equal_with(map_of({{"n", Value::u32(value)}}), program, {bytes_of(words)});
  }
}

// Workgroup memory starts zeroed, with fewer invocations than words and with more.
TEST_F(Specialized, WorkgroupMemoryIsZeroedWhateverTheSize) {
  Build b(8, {{"out", output(0, 128)}, {"part", shared(40)}});
  const auto at = b.mod(b.mul(b.lid(), b.u32(3)), b.u32(40));
  const auto program =
      b.finish({b.let("size", b.spec(kX)), b.let("was", b.load("part", at)), b.barrier(),
                b.store("part", b.lid(), b.add(b.gid(), b.u32(1))), b.barrier(),
                b.store("out", b.gid(),
                        b.add(b.var("was"), b.load("part", b.mod(b.lid(), b.var("size")))))});
  for (const uint32_t size : {1u, 2u, 16u, 32u, 64u}) {
    SCOPED_TRACE(size);
    expect_equal_with(map_of({{kX, Value::u32(size)}}), program);
  }
}

TEST_F(Specialized, IdsOfAllAxes) {
  Build b(2, 2, 2);
  b.buffer("out", output(0, 512));
  const auto add = [&](auto left, auto right) { return b.add(left, right); };
  const auto mul = [&](auto left, uint32_t by) { return b.mul(left, b.u32(by)); };
  const auto at = add(add(mul(b.gid(2), 64), mul(b.gid(1), 8)), b.gid(0));
  const auto places = add(add(mul(b.wid(0), 1000), mul(b.wid(1), 100)), mul(b.wid(2), 10));
  const auto inside = add(add(mul(b.lid(0), 9), mul(b.lid(1), 3)), b.lid(2));
  const auto program = b.finish({b.let("z", b.spec("vyre.workgroup.z")), b.let("x", b.spec(kX)),
                                 b.store("out", at, add(add(places, inside), b.var("z")))});
  for (const uint32_t size : {1u, 2u}) {
    SCOPED_TRACE(size);
    expect_equal_with(map_of({{kX, Value::u32(size)}, {"vyre.workgroup.z", Value::u32(3 - size)}}),
                      program);
  }
}

TEST_F(Specialized, SubgroupsOfANamedSizeRun) {
  Build b(64, {{"out", output(0, 64)}});
  const auto program = b.finish({b.let("size", b.spec(kX)), b.let("sum", b.subgroup_add(b.gid())),
                                 b.store("out", b.gid(), b.var("sum"))});
  for (const uint32_t size : {8u, 32u, 64u}) {
    expect_equal_with(map_of({{kX, Value::u32(size)}}), program);
  }
}

TEST_F(Specialized, CoarsenedKernelsHaveTheConstantsToo) {
  Build b(64, {{"in", input(0, 1024)}, {"out", output(1, 1024)}});
  const auto program =
      b.finish({b.store("out", b.gid(), b.mul(b.load("in", b.gid()), b.spec("scale")))});
  const auto module = lower_for(*program, full_target());
  ASSERT_TRUE(module.ok() && !module.value().coarsened_words.empty());
  EXPECT_EQ(complaints(module.value().coarsened_words), "");
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < 1024; ++i) words.push_back(i);
  for (const uint32_t scale : {3u, 1000u}) {
    expect_equal_with(map_of({{"scale", Value::u32(scale)}}), program, {bytes_of(words)});
  }
}

}  // namespace
}  // namespace vyre::spirv
