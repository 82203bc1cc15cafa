#include <gmock/gmock.h>

#include "reference/reference_device.h"
#include "runtime/dispatch/dispatch.h"
#include "scripted_runtime.h"
#include "support/ops.h"

namespace vyre::runtime {
namespace {

using ir::BinOp;
using ir::ConstantKind;
using ir::DataType;
using specialization::ElementType;
using specialization::Map;
using specialization::Value;
using test::Build;
using test::Composition;

using Entries = std::initializer_list<std::pair<std::string_view, Value>>;

// Every kind of value, each stored as a word.
std::shared_ptr<const ir::Program> every_kind() {
  Build b({{"out", test::output(0, 5)}});
  const auto word = [&](ir::ExprId value) { return b.cast(ir::scalar(DataType::kU32), value); };
  const auto twice = [&](ir::ExprId value) { return b.binary(BinOp::kAdd, value, b.f32(0.5f)); };
  return b.finish(
      {b.store("out", b.u32(0), b.spec("u", ConstantKind::kU32, 7)),
       b.store("out", b.u32(1), word(b.spec("i", ConstantKind::kI32, 0xFFFFFFFE))),
       b.store("out", b.u32(2), word(twice(b.spec("f", ConstantKind::kF32, 0x40200000)))),
       b.store("out", b.u32(3), word(b.spec("b", ConstantKind::kBool, 1))),
       b.store("out", b.u32(4), b.spec("e", ConstantKind::kElementType, 0x0B))});
}

// Where |axis| of the workgroup is named, each invocation stores its place in the workgroup.
std::shared_ptr<const ir::Program> places() {
  Build b(64, {{"out", test::output(0, 64)}, {"seen", test::shared(1)}});
  return b.finish(
      {b.store("seen", b.u32(0), b.spec("vyre.workgroup.x")), b.barrier(),
       b.store("out", b.gid(), b.binary(BinOp::kAdd, b.lid(), b.load("seen", b.u32(0))))});
}

class Specialization : public testing::Test {
 protected:
  Result<std::shared_ptr<Pipeline>> compile(std::shared_ptr<const ir::Program> ir,
                                            Entries entries = {},
                                            std::optional<launch::Axes> workgroup = {}) {
    PipelineOptions options;
    options.workgroup_size = workgroup;
    for (const auto& [name, value] : entries) {
      EXPECT_TRUE(options.specialization.set(name, value).ok());
    }
    return Pipeline::create(
        backend_, std::make_shared<const Program>(Context::create({}), std::move(ir)), options);
  }

  std::string refusal(const std::shared_ptr<const ir::Program>& ir, Entries entries,
                      std::optional<launch::Axes> workgroup = {}) {
    const auto pipeline = compile(ir, entries, workgroup);
    return pipeline.ok() ? "accepted" : pipeline.error().text();
  }

  std::vector<uint32_t> run(const std::shared_ptr<const ir::Program>& ir, Entries entries = {}) {
    const auto pipeline = compile(ir, entries);
    EXPECT_TRUE(pipeline.ok()) << pipeline.error().text();
    std::vector<uint32_t> out(pipeline.ok() ? ir->buffers[0].count : 0);
    Binding binding;
    binding.kind = BindKind::kOutput;
    binding.output = reinterpret_cast<std::byte*>(out.data());
    binding.size = out.size() * sizeof(uint32_t);
    if (!pipeline.ok()) return out;
    const auto report = dispatch(pipeline.value(), {&binding, 1}, {});
    EXPECT_TRUE(report.ok()) << report.error().text();
    return out;
  }

  std::shared_ptr<Device> backend_ =
      std::make_shared<Device>(Context::create({}), reference::create_reference_device().take());
};

TEST_F(Specialization, TheOracleTakesDefaults) {
  EXPECT_THAT(run(every_kind()), ElementsAre(7u, 0xFFFFFFFEu, 3u, 1u, 0x0Bu));
}

TEST_F(Specialization, TheOracleTakesGivenValuesOfEveryKind) {
  const Entries given = {{"u", Value::u32(9)},
                         {"i", Value::i32(-1)},
                         {"f", Value::f32(7.5f)},
                         {"b", Value::boolean(false)},
                         {"e", Value::element_type(ElementType::parse("Vec<U32,4>").take())}};
  EXPECT_THAT(run(every_kind(), given), ElementsAre(9u, 0xFFFFFFFFu, 8u, 0u, 0x14u));
}

TEST_F(Specialization, MapsThatDoNotFitAreRefusedByName) {
  EXPECT_THAT(refusal(every_kind(), {{"x", Value::u32(1)}}), HasSubstr("names no constant 'x'"));
  EXPECT_THAT(refusal(every_kind(), {{"u", Value::i32(1)}}),
              HasSubstr("'u' is given as I32 and the program names it as U32"));
  Build b({{"out", test::output(0, 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.spec("n"))});
  EXPECT_THAT(refusal(program, {}), HasSubstr("constant 'n' is missing"));
}

TEST_F(Specialization, TheWorkgroupIsAsLargeAsItsValueSays) {
  const auto out = run(places(), {{"vyre.workgroup.x", Value::u32(16)}});
  EXPECT_EQ(out[15], 31u);
  EXPECT_EQ(out[16], 16u);
  EXPECT_EQ(run(places())[63], 127u);
}

TEST_F(Specialization, AWorkgroupThatContradictsIsRefused) {
  EXPECT_THAT(refusal(places(), {{"vyre.workgroup.x", Value::u32(16)}}, launch::Axes{8, 1, 1}),
              HasSubstr("axis 0 is to be 8, and 'vyre.workgroup.x' among the constants is 16"));
  EXPECT_THAT(refusal(places(), {}, launch::Axes{8, 1, 1}), HasSubstr("is 64"));
  EXPECT_EQ(refusal(places(), {{"vyre.workgroup.x", Value::u32(16)}}, launch::Axes{16, 1, 1}),
            "accepted");
  EXPECT_THAT(refusal(places(), {{"vyre.workgroup.x", Value::u32(16)}}, launch::Axes{16, 2, 1}),
              HasSubstr("cannot replace the program's [16, 1, 1]"));
  EXPECT_THAT(refusal(places(), {{"vyre.workgroup.x", Value::u32(0)}}), HasSubstr("zero axis"));
}

TEST_F(Specialization, ValuesOfCompositionsCount) {
  const auto op = test::composed("test.scale", 1, DataType::kU32, [](Composition& b) {
    return Build::Nodes{b.result(b.binary(BinOp::kMul, b.arg("a"), b.spec("scale")))};
  });
  ContextOptions context;
  context.registry = test::frozen({op});
  backend_ = std::make_shared<Device>(Context::create(std::move(context)),
                                      reference::create_reference_device().take());
  Build b({{"out", test::output(0, 1)}});
  const auto program = b.finish({b.store("out", b.u32(0), b.call("test.scale", {b.u32(5)}))});
  EXPECT_THAT(run(program, {{"scale", Value::u32(3)}}), ElementsAre(15u));
  EXPECT_THAT(refusal(program, {}), HasSubstr("constant 'scale' is missing"));
}

TEST_F(Specialization, ProgramsWithGridBarriersHaveValuesToo) {
  Build b(4, {{"out", test::output(0, 16)}});
  const auto at = [&] { return b.binary(BinOp::kMod, b.gid(), b.spec("n")); };
  const auto loop =
      b.loop("i", b.u32(0), b.spec("n", ConstantKind::kU32),
             {b.store("out", b.gid(), b.binary(BinOp::kAdd, b.load("out", b.gid()), at())),
              b.barrier(ir::Ordering::kGridSync)});
  const auto out = run(b.finish({loop}), {{"n", Value::u32(3)}});
  EXPECT_EQ(out[5], 6u);
}

}  // namespace
}  // namespace vyre::runtime
