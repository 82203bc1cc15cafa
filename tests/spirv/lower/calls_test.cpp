#include <functional>
#include <random>

#include "ir/validate/validate.h"
#include "spirv/support/on_device_and_oracle.h"
#include "support/ops.h"

namespace vyre::spirv {
namespace {

using test::composed;
using test::Composition;

class Calls : public OnBoth {
 protected:
  // The program with its calls replaced gives on all backends what |plain| gives.
  void expect_same(const Programs& calling, const test::Snapshots& ops, const Programs& plain,
                   const std::vector<Bytes>& inputs) {
    const auto expanded = test::inlined(calling, ops);
    ASSERT_NE(expanded, nullptr);
    const auto wanted = value_of(run(*oracle_, plain, inputs));
    const auto got = value_of(run(*oracle_, expanded, inputs));
    EXPECT_EQ(got, wanted);
    expect_equal(expanded, inputs);
  }
};

Build kernel(DataType type) {
  Build b(32, {{"in", input(0, 64, type)}, {"out", output(1, 64, type)}});
  return b;
}

std::vector<Bytes> words(uint32_t seed) {
  std::minstd_rand random(seed);
  std::vector<uint32_t> values(64);
  for (uint32_t& value : values) value = static_cast<uint32_t>(random() * 2654435761u);
  return {bytes_of(values)};
}

std::vector<Bytes> float32() {
  std::vector<uint32_t> values(64);
  for (uint32_t i = 0; i < 64; ++i) {
    values[i] = std::bit_cast<uint32_t>(static_cast<float>(i) * 0.75f - 11.0f);
  }
  return {bytes_of(values)};
}

// |x| with a branch, and x * x + |x| that calls it.
test::Snapshots float_ops() {
  std::vector<registry::OpDef> ops;
  ops.push_back(composed("test.abs", 1, DataType::kF32, [](Composition& b) -> Build::Nodes {
    return {b.result(b.arg("a")), b.branch(b.less(b.load("out", b.u32(0)), b.f32(0)),
                                           {b.result(b.sub(b.f32(0), b.arg("a")))})};
  }));
  ops.push_back(composed("test.bend", 1, DataType::kF32, [](Composition& b) -> Build::Nodes {
    return {b.let("x", b.arg("a")),
            b.result(b.fma(b.var("x"), b.var("x"), b.call("test.abs", {b.var("x")})))};
  }));
  return test::frozen(std::move(ops));
}

TEST_F(Calls, NestedFloatOpsGiveWhatTheirExpressionsGive) {
  Build b = kernel(DataType::kF32);
  const auto calling =
      b.finish({b.let("x", b.load("in", b.gid())),
                b.store("out", b.gid(), b.call("test.bend", {b.call("test.bend", {b.var("x")})}))});
  Build p = kernel(DataType::kF32);
  const auto bend = [&](std::string_view x) {
    return p.fma(p.var(x), p.var(x), p.unary(UnOp::kAbs, p.var(x)));
  };
  const auto plain = p.finish({p.let("x", p.load("in", p.gid())), p.let("y", bend("x")),
                               p.store("out", p.gid(), bend("y"))});
  expect_same(calling, float_ops(), plain, float32());
}

// The sum of the numbers below the argument modulo 8, by a loop.
test::Snapshots sums() {
  std::vector<registry::OpDef> ops;
  ops.push_back(composed("test.sum", 1, DataType::kU32, [](Composition& b) -> Build::Nodes {
    return {
        b.let("i", b.mod(b.arg("a"), b.u32(8))),
        b.loop("j", b.u32(0), b.var("i"), {b.result(b.add(b.load("out", b.u32(0)), b.var("j")))})};
  }));
  return test::frozen(std::move(ops));
}

TEST_F(Calls, RunInLoopBoundsConditionsAndIndices) {
  Build b = kernel(DataType::kU32);
  const auto sum = [&](ExprId x) { return b.call("test.sum", {x}); };
  const auto body = b.branch(b.binary(BinOp::kGt, sum(b.var("i")), b.u32(5)),
                             {b.assign("t", b.add(b.var("t"), sum(b.var("t"))))},
                             {b.assign("t", b.add(b.var("t"), b.u32(1)))});
  const auto index = b.sub(b.add(b.gid(), sum(b.u32(3))), sum(b.u32(3)));
  const auto calling = b.finish({b.let("t", b.load("in", b.gid())),
                                 b.loop("i", b.u32(0), sum(b.load("in", b.gid())), {body}),
                                 b.store("out", index, b.var("t"))});
  Build p = kernel(DataType::kU32);
  const auto closed = [&](std::string_view local, const std::function<ExprId()>& x) {
    const auto n = [&] { return p.mod(x(), p.u32(8)); };
    const auto below = p.sub(p.binary(BinOp::kMax, n(), p.u32(1)), p.u32(1));
    return p.let(local, p.div(p.mul(n(), below), p.u32(2)));
  };
  const auto inner = p.branch(
      p.binary(BinOp::kGt, p.var("s"), p.u32(5)),
      {closed("u", [&] { return p.var("t"); }), p.assign("t", p.add(p.var("t"), p.var("u")))},
      {p.assign("t", p.add(p.var("t"), p.u32(1)))});
  const auto plain = p.finish(
      {p.let("t", p.load("in", p.gid())), closed("end", [&] { return p.load("in", p.gid()); }),
       p.loop("i", p.u32(0), p.var("end"), {closed("s", [&] { return p.var("i"); }), inner}),
       p.store("out", p.gid(), p.var("t"))});
  expect_same(calling, sums(), plain, words(7));
}

// A random pure function of up to three words; the same choices give the same tree.
class Tree {
 public:
  Tree(Build& b, std::function<ExprId(uint32_t)> argument, uint32_t seed)
      : b_(b), argument_(std::move(argument)), random_(seed) {}

  ExprId make(uint32_t depth) {
    if (depth == 0 || random_() % 5 == 0) return leaf();
    static constexpr BinOp kOps[] = {BinOp::kAdd,    BinOp::kSub, BinOp::kMul,
                                     BinOp::kBitXor, BinOp::kShl, BinOp::kDiv,
                                     BinOp::kMod,    BinOp::kMin, BinOp::kRotateLeft};
    const auto choice = static_cast<uint32_t>(random_() % 11);
    const auto left = make(depth - 1);
    const auto right = make(depth - 1);
    if (choice == 9) return b_.unary(UnOp::kPopcount, b_.binary(BinOp::kBitOr, left, right));
    if (choice != 10) return b_.binary(kOps[choice], left, right);
    const auto condition = b_.less(left, right);
    const auto yes = make(depth - 1);
    return b_.select(condition, yes, make(depth - 1));
  }

 private:
  ExprId leaf() {
    const auto choice = static_cast<uint32_t>(random_() % 4);
    return choice == 3 ? b_.u32(static_cast<uint32_t>(random_()) | 1) : argument_(choice);
  }

  Build& b_;
  const std::function<ExprId(uint32_t)> argument_;
  std::minstd_rand random_;
};

bool divides_by_zero_literal(const ir::Program& program) {
  return !ir::find_violations(program, {}).valid();
}

TEST_F(Calls, RandomFunctionsGiveWhatTheSameExpressionInPlaceGives) {
  uint32_t compared = 0;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    std::vector<registry::OpDef> ops;
    ops.push_back(composed("test.f", 3, DataType::kU32, [&](Composition& b) -> Build::Nodes {
      const auto argument = [&](uint32_t i) {
        return b.arg(std::string(1, static_cast<char>('a' + i)));
      };
      return {b.result(Tree(b, argument, seed).make(4))};
    }));
    const auto source = [](Build& b, uint32_t i) {
      if (i == 0) return b.load("in", b.gid());
      if (i == 1) return b.mul(b.gid(), b.u32(40503));
      return b.load("in", b.bit_xor(b.gid(), b.u32(1)));
    };
    Build b = kernel(DataType::kU32);
    const auto call = b.call("test.f", {source(b, 0), source(b, 1), source(b, 2)});
    const auto calling = b.finish({b.store("out", b.gid(), call)});
    Build p = kernel(DataType::kU32);
    const auto tree = Tree(
                          p, [&](uint32_t i) { return source(p, i); }, seed)
                          .make(4);
    const auto plain = p.finish({p.store("out", p.gid(), tree)});
    if (divides_by_zero_literal(*plain)) continue;
    const auto expanded = test::inlined(calling, test::frozen(std::move(ops)));
    const auto inputs = words(seed);
    const auto wanted = run(*oracle_, plain, inputs);
    const auto got = run(*oracle_, expanded, inputs);
    ASSERT_TRUE(wanted.ok() && got.ok()) << "seed " << seed;
    ASSERT_EQ(got.value(), wanted.value()) << "seed " << seed;
    if (seed % 10 == 0) expect_equal(expanded, inputs);
    ++compared;
  }
  EXPECT_GT(compared, 250u);
}

}  // namespace
}  // namespace vyre::spirv
