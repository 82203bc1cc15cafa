#include <functional>

#include "spirv/support/lower_checked.h"
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

using ir::ExprKind;
using ir::Node;

// A statement at which a dispatch fails when an invocation reaches it, and what the trap says.
struct Trap {
  const char* name;
  std::function<NodeId(Build&)> make;
  const char* text;
};

std::ostream& operator<<(std::ostream& out, const Trap& trap) { return out << trap.name; }

// Binds the value of an expression.
Trap value(const char* name, std::function<ExprId(Build&)> make, const char* text) {
  return {name, [make](Build& b) { return b.let("unused", make(b)); }, text};
}

Trap plain(const char* name, ExprKind kind, uint8_t op, const char* text) {
  return value(
      name, [=](Build& b) { return b.assembler().add(ir::Expr{.kind = kind, .op = op}); }, text);
}

Trap binary(const char* name, BinOp op, const char* text) {
  return value(
      name, [=](Build& b) { return b.binary(op, b.u32(1), b.u32(2)); }, text);
}

Trap unary(const char* name, UnOp op, const char* text) {
  return value(
      name, [=](Build& b) { return b.unary(op, b.u32(1)); }, text);
}

Trap unary_f32(const char* name, UnOp op, const char* text) {
  return value(
      name, [=](Build& b) { return b.unary(op, b.f32(1)); }, text);
}

Trap atomic(const char* name, AtomicOp op, const char* buffer, bool expected, const char* text) {
  return value(
      name,
      [=](Build& b) {
        return b.atomic(op, buffer, b.u32(0), b.u32(1), expected ? b.u32(0) : ir::kNone);
      },
      text);
}

Trap statement(const char* name, NodeKind kind, const char* text, uint64_t group = 0,
               uint32_t root = 0) {
  return {name,
          [=](Build& b) {
            Node node{.kind = kind, .op = 1, .name = b.assembler().name("words"), .root = root};
            node.name2 = b.assembler().name("o");
            node.tag = b.assembler().name("tag");
            node.number = group;
            return b.assembler().add(node);
          },
          text};
}

Trap opaque_statement() {
  return {"OpaqueStatement",
          [](Build& b) {
            return b.assembler().add(
                Node{.kind = NodeKind::kOpaque, .name = b.assembler().name("vendor.wait")});
          },
          "opaque statement 'vendor.wait'"};
}

std::vector<Trap> traps() {
  const auto literal = [](const char* kind) {
    return [=](Build& b) { return b.opaque(kind, {1, 0, 0, 0, 0, 0, 0, 0}); };
  };
  return {
      value("LiteralU64", literal("vyre.literal.u64"), "opaque expression 'vyre.literal.u64'"),
      value("LiteralI64", literal("vyre.literal.i64"), "opaque expression 'vyre.literal.i64'"),
      value("LiteralF64", literal("vyre.literal.f64"), "opaque expression 'vyre.literal.f64'"),
      opaque_statement(),
      plain("SubgroupLocalId", ExprKind::kSubgroupLocalId, 0, "SubgroupLocalId"),
      plain("SubgroupSize", ExprKind::kSubgroupSize, 0, "SubgroupSize"),
      plain("InvocationAxis", ExprKind::kInvocationId, 3, "axis 3 of an id"),
      plain("WorkgroupAxis", ExprKind::kWorkgroupId, 4, "axis 4 of an id"),
      plain("LocalAxis", ExprKind::kLocalId, 255, "axis 255 of an id"),
      binary("Shuffle", BinOp::kShuffle, "U32 and U32 of shuffle"),
      binary("Ballot", BinOp::kBallot, "U32 and U32 of ballot"),
      binary("WaveReduce", BinOp::kWaveReduce, "U32 and U32 of wave_reduce"),
      binary("WaveBroadcast", BinOp::kWaveBroadcast, "U32 and U32 of wave_broadcast"),
      binary("OpaqueBinary", BinOp::kOpaque, "U32 and U32 of an opaque operator"),
      unary("Unpack4Low", UnOp::kUnpack4Low, "U32 of unpack4_low"),
      unary("Unpack4High", UnOp::kUnpack4High, "U32 of unpack4_high"),
      unary("Unpack8Low", UnOp::kUnpack8Low, "U32 of unpack8_low"),
      unary("Unpack8High", UnOp::kUnpack8High, "U32 of unpack8_high"),
      unary_f32("Unpack4LowOfF32", UnOp::kUnpack4Low, "F32 of unpack4_low"),
      unary_f32("OpaqueUnary", UnOp::kOpaque, "F32 of an opaque operator"),
      atomic("CompareExchangeWeak", AtomicOp::kCompareExchangeWeak, "words", false,
             "atomic compare_exchange_weak on 'words'"),
      atomic("FetchNand", AtomicOp::kFetchNand, "words", false, "atomic fetch_nand on 'words'"),
      atomic("OpaqueAtomic", AtomicOp::kOpaque, "words", false,
             "atomic an opaque operator on 'words'"),
      atomic("ExpectedOfAdd", AtomicOp::kAdd, "words", true, "whose expected value"),
      atomic("CompareExchangeWithout", AtomicOp::kCompareExchange, "words", false,
             "whose expected value"),
      atomic("AtomicOnI32", AtomicOp::kAdd, "signed", false,
             "on 'signed', which is not a ReadWrite buffer of U32"),
      atomic("AtomicOnShared", AtomicOp::kAdd, "shared", false,
             "on 'shared', which is not a ReadWrite buffer of U32"),
      statement("IndirectDispatch", NodeKind::kIndirectDispatch, "IndirectDispatch by 'words'"),
      statement("Resume", NodeKind::kResume, "resume 'tag'"),
      statement("ForeignGroup", NodeKind::kAllReduce, "of other ranks on 'words'", 7),
      statement("ForeignGather", NodeKind::kAllGather, "of other ranks on 'words'", 1),
      statement("ForeignRoot", NodeKind::kBroadcast, "of other ranks on 'words'", 0, 3),
  };
}

class ReachedTraps : public OnBoth, public ::testing::WithParamInterface<Trap> {
 protected:
  // The statement under a condition that the first word of 'words' decides.
  Programs guarded() {
    Build b(4, {{"words", in_out(0, 4)}, {"o", output(1, 4)}});
    b.buffer("signed", in_out(2, 4, DataType::kI32)).buffer("shared", shared(4));
    const auto taken = b.equal(b.load("words", b.u32(0)), b.u32(1));
    return b.finish({b.store("o", b.gid(), b.u32(5)),
                     b.branch(taken, {GetParam().make(b), b.store("o", b.gid(), b.u32(9))}),
                     b.store("o", b.u32(1), b.u32(6))});
  }
};

TEST_P(ReachedTraps, FailOnTheOracleAndOnTheDevice) {
  lowered(*guarded(), modest_target());
  expect_trap(guarded(), {bytes_of({1, 2, 3, 4}), bytes_of({0, 0, 0, 0})}, GetParam().text);
  expect_trap(guarded(), {bytes_of({1, 2, 3, 4}), bytes_of({0, 0, 0, 0})},
              "body[0].region.body[1].if.then[0]");
}

TEST_P(ReachedTraps, LeaveTheProgramAloneThatDoesNotReachThem) {
  expect_equal(guarded(), {bytes_of({0, 2, 3, 4}), bytes_of({0, 0, 0, 0})});
}

INSTANTIATE_TEST_SUITE_P(All, ReachedTraps, ::testing::ValuesIn(traps()),
                         [](const auto& trap) { return std::string(trap.param.name); });

// let ticket = atomic add; the trap after it. The operands run before the operator fails.
TEST_F(OnBoth, OperandsOfAnOperatorWithoutMeaningMayTrapFirst) {
  Build b({{"o", output(0, 1)}, {"i", input(1, 1)}});
  const auto inner = b.load("i", b.i32(-1));
  expect_trap(b.finish({b.let("x", b.unary(UnOp::kUnpack4Low, inner))}), {bytes_of({0})},
              "the index of the load");
}

// Traps with a long tag in the invocation |x|, |y| of a grid of two workgroups on each axis.
class TrapsOfOneInvocation : public OnBoth {
 protected:
  static Programs trapping(uint32_t x, uint32_t y) {
    Build b({{"o", output(0, 64)}});
    b.workgroup(4, 4);
    Node trap{.kind = NodeKind::kTrap, .tag = b.assembler().name(tag())};
    trap.exprs[0] = b.add(b.gid(), b.u32(100));
    const auto is = [&](uint8_t axis, uint32_t id) { return b.equal(b.gid(axis), b.u32(id)); };
    const auto row = b.branch(is(0, x), {b.assembler().add(trap)});
    return b.finish({b.store("o", b.gid(), b.u32(1)), b.branch(is(1, y), {row})});
  }

  static std::string tag() { return "too long\n" + std::string(1000, 'a') + '!'; }

  void expect_told(uint32_t x, uint32_t y, std::optional<uint64_t> lane) {
    for (const auto& backend : {oracle_, device_, modest_}) {
      test::PublishedRun run(trapping(x, y), {});
      const auto got = run.run(*backend);
      ASSERT_FALSE(got.ok());
      const ErrorInfo& info = got.error().info();
      EXPECT_EQ(info.trap_tag, tag());
      EXPECT_EQ(info.trap_address, x + 100);
      EXPECT_EQ(info.trap_lane, lane);
      EXPECT_THAT(info.path, StartsWith("body[0].region.body[1]"));
      EXPECT_THAT(info.text, HasSubstr("'too long\\x0a" + std::string(1000, 'a') + "!'"));
      EXPECT_THAT(info.text, HasSubstr(concat("in invocation (", x, ", ", y, ", 0)")));
    }
  }
};

TEST_F(TrapsOfOneInvocation, TellTheTagTheAddressAndTheInvocation) {
  expect_told(6, 0, 6);
  expect_told(1, 5, std::nullopt);
}

class Collectives : public OnBoth {
 protected:
  NodeId collective(Build& b, NodeKind kind, std::string_view from, std::string_view to = "") {
    Node node{.kind = kind, .op = 1, .name = b.assembler().name(from)};
    if (!to.empty()) node.name2 = b.assembler().name(to);
    return b.assembler().add(node);
  }
};

TEST_F(Collectives, OfASingleRankReduceAndBroadcastNothing) {
  Build b(4, {{"words", in_out(0, 4)}, {"o", output(1, 4)}});
  expect_equal(b.finish({collective(b, NodeKind::kAllReduce, "words"),
                         collective(b, NodeKind::kBroadcast, "words"),
                         b.store("o", b.gid(), b.load("words", b.gid()))}),
               {bytes_of({1, 2, 3, 4})});
}

TEST_F(Collectives, OfASingleRankGatherAndScatterAsFarAsBothBuffersReach) {
  for (const NodeKind kind : {NodeKind::kAllGather, NodeKind::kReduceScatter}) {
    for (const uint32_t count : {3u, 4u, 7u}) {
      SCOPED_TRACE(count);
      Build b(4, {{"words", input(0, 4)}, {"o", output(1, count)}});
      expect_equal(b.finish({collective(b, kind, "words", "o")}), {bytes_of({11, 22, 33, 44})});
    }
  }
}

TEST_F(Collectives, CopyFloatsCanonically) {
  Build b(4, {{"a", input(0, 4, DataType::kF32)}, {"o", output(1, 4, DataType::kF32)}});
  expect_equal(b.finish({collective(b, NodeKind::kAllGather, "a", "o")}),
               {bytes_of({0x3F800000, 0x00000001, 0xFFC12345, 0x80000000})});
}

}  // namespace
}  // namespace vyre::spirv
