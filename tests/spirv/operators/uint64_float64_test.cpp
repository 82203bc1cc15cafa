
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

const std::vector<uint64_t> kNumbers = {0,
                                        1,
                                        2,
                                        31,
                                        63,
                                        64,
                                        0xFFFFFFFF,
                                        0x100000000,
                                        0x1000000FF,
                                        0x7FFFFFFFFFFFFFFF,
                                        0x8000000000000000,
                                        0xFFFFFFFFFFFFFFFF,
                                        0xFFFFFFFF00000000,
                                        0x123456789ABCDEF0};

// f64 around everything that a conversion decides on, of both signs.
std::vector<uint64_t> doubles() {
  std::vector<uint64_t> bits = {0, 1, 0x7FF0000000000000, 0x7FF0000000000001, 0x7FF8000000000000};
  for (const uint64_t exponent :
       {1u,    872u,  873u,  895u,  896u,  897u,  1021u, 1022u, 1023u, 1024u, 1045u,
        1046u, 1053u, 1054u, 1055u, 1085u, 1086u, 1087u, 1149u, 1150u, 1151u, 2046u}) {
    for (const uint64_t fraction :
         {0x0ull, 0x1ull, 0x0FFFFFFFull, 0x10000000ull, 0x10000001ull, 0x30000000ull,
          0xFFFFFDFFFFFFFull, 0xFFFFFE0000000ull, 0xFFFFFEFFFFFFFull, 0xFFFFFF0000000ull,
          0xFFFFFFFFFFFFFull, 0x8000000000000ull, 0xFFFFFFFE00000ull, 0xFFFFFFFF00000ull}) {
      bits.push_back(exponent << 52 | fraction);
    }
  }
  const size_t positive = bits.size();
  for (size_t i = 0; i < positive; ++i) bits.push_back(bits[i] | 1ull << 63);
  return bits;
}

Bytes bytes_of(const std::vector<uint64_t>& numbers, size_t width) {
  Bytes bytes;
  for (const uint64_t number : numbers) {
    for (size_t i = 0; i < width; ++i) {
      bytes.push_back(i < 8 ? static_cast<uint8_t>(number >> (8 * i)) : uint8_t{0x5A});
    }
  }
  return bytes;
}

class WideValues : public OnBoth {};

// Casts. The first output has the bytes of the result, the second its truth.
class Casts : public WideValues {
 protected:
  static Programs casting(std::string_view from, std::string_view to, uint32_t count) {
    Build b(64);
    ir::Buffer a = input(0, count);
    a.element = type_named(b, from);
    b.buffer("a", a).buffer("o", in_out(1, count, DataType::kVec4U32));
    b.buffer("t", in_out(2, count));
    return b.finish({b.branch(b.less(b.gid(), b.u32(count)),
                              {b.let("x", b.cast(type_named(b, to), b.load("a", b.gid()))),
                               b.store("o", b.gid(), b.var("x")),
                               b.store("t", b.gid(), b.select(b.var("x"), b.u32(1), b.u32(2)))})});
  }

  static std::vector<Bytes> inputs(const std::vector<uint64_t>& values, size_t width) {
    return {bytes_of(values, width), Bytes(16 * values.size(), 0x55), Bytes(4 * values.size())};
  }

  void expect_equal_casts(std::string_view from, size_t width, std::string_view to,
                          const std::vector<uint64_t>& values) {
    SCOPED_TRACE(concat(from, " to ", to));
    const Programs single = casting(from, to, 1);
    std::vector<uint64_t> fine, failing;
    for (const uint64_t value : values) {
      const bool runs = run(*oracle_, single, inputs({value}, width)).ok();
      (runs ? fine : failing).push_back(value);
    }
    if (!fine.empty()) {
      expect_equal(casting(from, to, static_cast<uint32_t>(fine.size())), inputs(fine, width));
    }
    for (size_t i = 0; i < failing.size(); i += 1 + failing.size() / 4) {
      expect_trap(single, inputs({failing[i]}, width), concat("the cast to ", to));
    }
  }

  void expect_equal_from(std::string_view from, size_t width, const std::vector<uint64_t>& values) {
    for (const std::string_view to : {"U32", "I32", "U64", "F32", "Bool", "Vec2U32", "Vec4U32",
                                      "U8", "I16", "I64", "F64", "F16"}) {
      expect_equal_casts(from, width, to, values);
    }
  }
};

TEST_F(Casts, FromU32AgreeWithTheOracle) { expect_equal_from("U32", 4, kNumbers); }
TEST_F(Casts, FromI32AgreeWithTheOracle) { expect_equal_from("I32", 4, kNumbers); }
TEST_F(Casts, FromBoolAgreeWithTheOracle) { expect_equal_from("Bool", 4, kNumbers); }
TEST_F(Casts, FromF64AgreeWithTheOracle) { expect_equal_from("F64", 8, doubles()); }
TEST_F(Casts, FromU8AgreeWithTheOracle) { expect_equal_from("U8", 1, kNumbers); }
TEST_F(Casts, FromI16AgreeWithTheOracle) { expect_equal_from("I16", 2, kNumbers); }
TEST_F(Casts, FromI64AgreeWithTheOracle) { expect_equal_from("I64", 8, kNumbers); }
TEST_F(Casts, FromSixBytesAgreeWithTheOracle) { expect_equal_from("Vec<U16,3>", 6, kNumbers); }
TEST_F(Casts, FromVec4U32AgreeWithTheOracle) { expect_equal_from("Vec4U32", 16, kNumbers); }

TEST_F(Casts, FromU64AgreeWithTheOracle) {
  std::vector<uint64_t> values = kNumbers;
  for (uint32_t shift = 0; shift < 41; ++shift) {  // around ties of f32
    for (const uint64_t low : {0x7Full, 0x80ull, 0x81ull, 0x180ull}) {
      values.push_back((0x800000ull << 8 | low) << shift >> 1);
    }
  }
  expect_equal_from("U64", 8, values);
}

TEST_F(Casts, FromF32AgreeWithTheOracle) {
  std::vector<uint64_t> values;
  for (const uint32_t exponent :
       {0u, 1u, 126u, 127u, 150u, 157u, 158u, 159u, 189u, 190u, 191u, 254u, 255u}) {
    for (const uint32_t fraction : {0u, 1u, 0x400000u, 0x7FFFFFu}) {
      values.push_back(exponent << 23 | fraction);
      values.push_back(1u << 31 | exponent << 23 | fraction);
    }
  }
  expect_equal_from("F32", 4, values);
}

// U64 operators over all pairs of edge values.
class WideOperators : public WideValues {
 protected:
  void expect_equal_results(const std::vector<BinOp>& ops) {
    std::vector<uint64_t> left, right;
    for (const uint64_t a : kNumbers) {
      for (const uint64_t b : kNumbers) {
        left.push_back(a);
        right.push_back(b);
      }
    }
    const auto count = static_cast<uint32_t>(left.size());
    for (const BinOp op : ops) {
      SCOPED_TRACE(static_cast<int>(op));
      Build b(64, {{"a", input(0, count, DataType::kU64)}, {"b", input(1, count, DataType::kU64)}});
      b.buffer("o", output(2, count, DataType::kVec4U32));
      const auto value = b.binary(op, b.load("a", b.gid()), b.load("b", b.gid()));
      expect_equal(b.finish({b.store("o", b.gid(), value)}),
                   {bytes_of(left, 8), bytes_of(right, 8)});
    }
  }
};

TEST_F(WideOperators, AgreeWithTheOracle) {
  expect_equal_results({BinOp::kAdd, BinOp::kSub, BinOp::kMul, BinOp::kWrappingAdd,
                        BinOp::kWrappingSub, BinOp::kBitAnd, BinOp::kBitOr, BinOp::kBitXor,
                        BinOp::kShl, BinOp::kShr, BinOp::kAbsDiff, BinOp::kMin, BinOp::kMax,
                        BinOp::kSaturatingAdd, BinOp::kSaturatingSub, BinOp::kSaturatingMul,
                        BinOp::kMulHigh});
}

TEST_F(WideOperators, DivisionAgreesWithTheOracle) {
  expect_equal_results({BinOp::kDiv, BinOp::kMod});
}

TEST_F(WideOperators, ComparisonsAgreeWithTheOracle) {
  expect_equal_results({BinOp::kEq, BinOp::kNe, BinOp::kLt, BinOp::kGt, BinOp::kLe, BinOp::kGe,
                        BinOp::kAnd, BinOp::kOr});
}

// The high word of the difference is known to be -1 or 0, the product by its factors.
TEST_F(WideOperators, ADifferenceIsNotLessThanAProductOfZeros) {
  for (const BinOp op : {BinOp::kGe, BinOp::kLt, BinOp::kGt, BinOp::kLe}) {
    Build b({{"o", output(0, 1)}});
    const auto wide = [&](ExprId word) { return b.cast(DataType::kU64, word); };
    const auto zero = [&] { return b.binary(BinOp::kWrappingSub, wide(b.u32(0)), wide(b.u32(0))); };
    const auto difference = b.binary(BinOp::kWrappingSub, wide(b.lid(1)), wide(b.wid()));
    const auto product = b.mul(zero(), zero());
    const auto asked = b.binary(op, b.unary(UnOp::kBitNot, difference), product);
    expect_equal(b.finish({b.store("o", b.gid(), b.select(asked, b.u32(1), b.u32(2)))}));
  }
}

TEST_F(WideOperators, OfOneOperandAgreeWithTheOracle) {
  const auto count = static_cast<uint32_t>(kNumbers.size());
  for (const UnOp op : {UnOp::kNegate, UnOp::kBitNot, UnOp::kLogicalNot, UnOp::kPopcount,
                        UnOp::kClz, UnOp::kCtz, UnOp::kReverseBits}) {
    SCOPED_TRACE(static_cast<int>(op));
    Build b({{"a", input(0, count, DataType::kU64)}, {"o", output(1, count, DataType::kVec4U32)}});
    expect_equal(b.finish({b.store("o", b.gid(), b.unary(op, b.load("a", b.gid())))}),
                 {bytes_of(kNumbers, 8)});
  }
}

TEST_F(WideOperators, RotationsOfU64HaveNoMeaning) {
  Build b({{"a", input(0, 1, DataType::kU64)}, {"o", output(1, 1, DataType::kU64)}});
  const auto a = [&] { return b.load("a", b.u32(0)); };
  expect_trap(b.finish({b.store("o", b.gid(), b.binary(BinOp::kRotateLeft, a(), a()))}), {Bytes(8)},
              "operands of kind U64 and U64");
}

// Every use of an f64 but copies and casts takes the f32 nearest to it.
TEST_F(WideValues, F64AreRoundedByOperatorsAndStores) {
  const std::vector<uint64_t> values = doubles();
  const auto count = static_cast<uint32_t>(values.size());
  Build b(64);
  b.buffer("a", input(0, count, DataType::kF64)).buffer("f", in_out(1, count, DataType::kF32));
  b.buffer("sum", in_out(2, count, DataType::kF64));
  b.buffer("fma", in_out(3, count, DataType::kF32));
  b.buffer("less", in_out(4, count)).buffer("copy", in_out(5, count, DataType::kF64));
  const auto a = [&] { return b.load("a", b.gid()); };
  const auto fused = b.fma(a(), b.f32(1.0f), b.f32(-0.0f));
  expect_equal(
      b.finish({b.store("f", b.gid(), a()), b.store("sum", b.gid(), b.mul(a(), b.f32(0.5f))),
                b.store("fma", b.gid(), fused),
                b.store("less", b.gid(), b.select(b.less(a(), b.f32(1.0f)), b.u32(1), b.u32(2))),
                b.store("copy", b.gid(), b.cast(DataType::kF32, a()))}),
      {bytes_of(values, 8), Bytes(4 * count), Bytes(8 * count), Bytes(4 * count), Bytes(4 * count),
       Bytes(8 * count)});
}

TEST_F(WideValues, IndicesAreTakenFromAllKinds) {
  for (const std::string_view type : {"U64", "F64", "U8", "Vec<U8,3>", "I64", "Vec4U32"}) {
    SCOPED_TRACE(type);
    const auto program = [&] {
      Build b(1);
      ir::Buffer at = input(0, 1);
      at.element = type_named(b, type);
      b.buffer("at", at).buffer("a", input(1, 4)).buffer("o", output(2, 1));
      return b.finish({b.store("o", b.u32(0), b.load("a", b.load("at", b.u32(0))))});
    }();
    const uint64_t width = ir::min_bytes(program->types, program->buffers[0].element);
    for (const uint64_t value : std::vector<uint64_t>{
             2, 1ull << 32, 0x4006000000000000ull, 0x41EFFFFFFFE00000ull, 0x41EFFFFFFFE00001ull,
             0x8000000000000000ull, 0xBFE0000000000000ull}) {
      const std::vector<Bytes> inputs = {bytes_of({value}, width),
                                         bytes_of({0x0000000200000001, 0x0000000400000003}, 8)};
      if (run(*oracle_, program, inputs).ok()) {
        expect_equal(program, inputs);
      } else {
        expect_trap(program, inputs, "the index of the load");
      }
    }
  }
}

// One local holds a word, a U64, an F64, an F32 and bytes in turn, through branches and a loop.
TEST_F(WideValues, ALocalMayHoldAllKinds) {
  Build b(8);
  b.buffer("u", input(0, 8, DataType::kU64)).buffer("d", input(1, 8, DataType::kF64));
  b.buffer("v", input(2, 8, DataType::kVec4U32));
  b.buffer("o", output(3, 64, DataType::kVec4U32)).buffer("t", in_out(4, 64));
  b.buffer("n", in_out(5, 64, DataType::kF32));
  const auto is = [&](uint32_t i) { return b.equal(b.var("k"), b.u32(i)); };
  const auto k = b.mod(b.add(b.gid(), b.var("i")), b.u32(6));
  const auto at = [&] { return b.add(b.mul(b.var("i"), b.u32(8)), b.gid()); };
  const auto body =
      b.loop("i", b.u32(0), b.u32(8),
             {b.let("k", k), b.branch(is(0), {b.assign("x", b.load("u", b.gid()))}),
              b.branch(is(1), {b.assign("x", b.load("d", b.gid()))}),
              b.branch(is(2), {b.assign("x", b.load("v", b.gid()))}),
              b.branch(is(3), {b.assign("x", b.f32(1.25f))}),
              b.branch(is(4), {b.assign("x", b.cast(DataType::kU8, b.load("u", b.gid())))}),
              b.store("o", at(), b.var("x")), b.store("n", at(), b.var("x")),
              b.store("t", at(), b.select(b.var("x"), b.u32(1), b.u32(2)))});
  const auto once = b.branch(b.less(b.gid(), b.u32(8)), {body});
  expect_equal(b.finish({b.let("x", b.i32(-5)), once}),
               {bytes_of({1, 2, 0, 1ull << 40, 5, ~0ull, 7, 8}, 8),
                bytes_of({0, 0x3FF0000000000001, 0x7FF0000000000001, 4, 5, 1ull << 63, 7, 8}, 8),
                bytes_of({0, 2, 3, 4, 5, 6, 7, 8}, 16), Bytes(256), Bytes(256)});
}

// The operator sees a U32 with a U64 in some lanes and two of a kind in others.
TEST_F(WideValues, OperatorsOnMergedKindsTrapOnlyWhereTheyDiffer) {
  const auto program = [](bool mixed) {
    Build b(4, {{"u", input(0, 4, DataType::kU64)}, {"o", output(1, 4, DataType::kU64)}});
    const auto even = [&] { return b.equal(b.mod(b.gid(), b.u32(2)), b.u32(0)); };
    const auto either = [&] { return b.select(even(), b.load("u", b.gid()), b.gid()); };
    const auto other = mixed ? b.load("u", b.gid()) : either();
    return b.finish({b.store("o", b.gid(), b.binary(BinOp::kWrappingAdd, either(), other))});
  };
  const std::vector<Bytes> inputs = {bytes_of({~0ull, 2, 1ull << 33, 4}, 8)};
  expect_equal(program(false), inputs);
  expect_trap(program(true), inputs, "operands of kind U32 or U64 and U64");
}

TEST_F(WideValues, F32AndF64AreOneKindForOperators) {
  Build b(4, {{"d", input(0, 4, DataType::kF64)}, {"f", input(1, 4, DataType::kF32)}});
  b.buffer("o", output(2, 4, DataType::kF64)).buffer("p", in_out(3, 4, DataType::kF64));
  const auto odd = b.equal(b.mod(b.gid(), b.u32(2)), b.u32(1));
  expect_equal(b.finish({b.let("x", b.select(odd, b.load("d", b.gid()), b.load("f", b.gid()))),
                         b.store("p", b.gid(), b.var("x")),
                         b.store("o", b.gid(), b.add(b.var("x"), b.load("d", b.gid())))}),
               {bytes_of({0x3FF0000000000001, 0x400921FB54442D18, 1, 0xC000000000000000}, 8),
                bytes_of({0x3F800001, 0x7F800001, 0x00000001, 0xBF000000}, 4), Bytes(32)});
}

}  // namespace
}  // namespace vyre::spirv
