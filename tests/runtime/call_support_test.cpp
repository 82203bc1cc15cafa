#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "reference/reference_device.h"
#include "registry/builtin_dialects.h"
#include "runtime/dispatch/dispatch.h"
#include "scripted_runtime.h"
#include "support/ops.h"

namespace vyre::runtime {
namespace {

using ir::BinOp;
using ir::DataType;
using test::Build;
using test::composed;
using test::Composition;

constexpr size_t kWords = 256;

// test.add(x) = x + |number|.
registry::OpDef adds(uint32_t number) {
  return composed("test.add", 1, DataType::kU32, [&](Composition& b) -> Build::Nodes {
    return {b.result(b.binary(BinOp::kAdd, b.arg("a"), b.u32(number)))};
  });
}

std::shared_ptr<const ir::Program> calls_add() {
  Build b(64, {{"out", test::output(0, kWords)}});
  return b.finish({b.store("out", b.gid(), b.call("test.add", {b.gid()}))});
}

// cpu-ref in a context that publishes |first|.
std::shared_ptr<Device> oracle(test::Snapshots first) {
  ContextOptions options;
  options.registry = std::move(first);
  return std::make_shared<Device>(Context::create(std::move(options)),
                                  reference::create_reference_device().take());
}

Result<std::shared_ptr<Pipeline>> compile(const std::shared_ptr<Device>& backend,
                                          std::shared_ptr<const ir::Program> ir) {
  auto program = std::make_shared<const Program>(Context::create({}), std::move(ir));
  return Pipeline::create(backend, program, {});
}

Result<std::vector<uint32_t>> run(const std::shared_ptr<Pipeline>& pipeline) {
  std::vector<uint32_t> out(kWords);
  Binding binding;
  binding.kind = BindKind::kOutput;
  binding.output = reinterpret_cast<std::byte*>(out.data());
  binding.size = kWords * sizeof(uint32_t);
  VYRE_RETURN_IF_ERROR(dispatch(pipeline, {&binding, 1}, {}).status());
  return out;
}

uint32_t first_of(const std::shared_ptr<Pipeline>& pipeline) {
  const auto out = run(pipeline);
  EXPECT_TRUE(out.ok()) << out.error().text();
  return out.ok() ? out.value()[0] : 0xFFFFFFFFu;
}

TEST(Publish, TheNextDispatchUsesTheNewOp) {
  const auto backend = oracle(test::frozen({adds(1)}));
  const auto pipeline = compile(backend, calls_add()).take();
  EXPECT_EQ(first_of(pipeline), 1u);
  backend->context().registry().publish(test::frozen({adds(5)}));
  EXPECT_EQ(first_of(pipeline), 5u);
}

TEST(Publish, NothingIsBuiltAgainWhileTheOpIsTheSameObject) {
  const auto first = test::frozen({adds(1)});
  const auto backend = oracle(first);
  const auto pipeline = compile(backend, calls_add()).take();
  const auto before = pipeline->compiled().take();
  registry::Builder builder;
  builder.add(*first);
  builder.add(test::op_def("test.other", {}, {}));
  backend->context().registry().publish(builder.freeze().take());
  EXPECT_EQ(pipeline->compiled().value(), before);
  backend->context().registry().publish(test::frozen({adds(1)}));
  EXPECT_NE(pipeline->compiled().value(), before);
}

TEST(Publish, AnOldSnapshotIsFreedAlthoughAPipelineUsesItsOp) {
  auto first = test::frozen({adds(1)});
  const std::weak_ptr<const registry::Snapshot> gone = first;
  const auto backend = oracle(std::move(first));
  const auto pipeline = compile(backend, calls_add()).take();
  backend->context().registry().publish(test::frozen({adds(2)}));
  EXPECT_TRUE(gone.expired());
}

TEST(Publish, APipelineRecoversWhenItsOpComesBack) {
  const auto backend = oracle(test::frozen({adds(1)}));
  const auto pipeline = compile(backend, calls_add()).take();
  backend->context().registry().publish(test::frozen({}));
  const auto refused = run(pipeline);
  ASSERT_THAT(refused, test::refuses(Code::kInvalidProgram, "V016"));
  backend->context().registry().publish(test::frozen({adds(9)}));
  EXPECT_EQ(first_of(pipeline), 9u);
}

TEST(Publish, EveryDispatchUsesOneVersionAndTheLastOneCounts) {
  const test::Snapshots versions[] = {test::frozen({adds(1000)}), test::frozen({adds(2000)})};
  const auto backend = oracle(versions[0]);
  const auto pipeline = compile(backend, calls_add()).take();
  std::atomic<bool> stop = false;
  std::atomic<uint32_t> mixed = 0, dispatches = 0;
  std::thread worker([&] {
    while (!stop) {
      const auto out = run(pipeline);
      if (!out.ok() || (out.value()[0] != 1000 && out.value()[0] != 2000)) ++mixed;
      for (uint32_t i = 0; out.ok() && i < kWords; ++i) {
        if (out.value()[i] != out.value()[0] + i) ++mixed;
      }
      ++dispatches;
    }
  });
  for (uint32_t i = 0; i < 400 || dispatches < 20; ++i) {
    backend->context().registry().publish(versions[i % 2]);
    std::this_thread::yield();
  }
  stop = true;
  worker.join();
  EXPECT_EQ(mixed, 0u);
  backend->context().registry().publish(test::frozen({adds(3)}));
  EXPECT_EQ(first_of(pipeline), 3u);
}

// Checks |program| against what its context publishes now.
Status validate_as_published(const Program& program) {
  const auto snapshot = program.context().registry().current();
  return program.validate({.ops = snapshot.get()});
}

TEST(PublishedOps, AfterAPublishValidationAndExecutionSeeTheNewSnapshot) {
  const auto backend = oracle(test::frozen({}));
  const auto context = Context::create({});
  const Program program(context, calls_add());
  EXPECT_THAT(validate_as_published(program).text(), HasSubstr("V016"));
  EXPECT_TRUE(program.validate({}).ok());
  context->registry().publish(test::frozen({adds(1)}));
  EXPECT_TRUE(validate_as_published(program).ok());
  EXPECT_FALSE(compile(backend, calls_add()).ok());
  backend->context().registry().publish(test::frozen({adds(4)}));
  EXPECT_EQ(first_of(compile(backend, calls_add()).take()), 4u);
}

std::shared_ptr<const ir::Program> calling(std::string_view op) {
  Build b({{"out", test::output(0, kWords)}});
  const auto wide = [&](std::string_view kind) { return b.opaque(kind, std::vector<uint8_t>(8)); };
  const auto u64 = [&] { return wide("vyre.literal.u64"); };
  if (op == registry::kDmaFromNvme) {
    return b.finish({b.let("h", b.call(op, {b.i32(3), u64(), u64()}))});
  }
  if (op == registry::kZerocopyMap) return b.finish({b.let("h", b.call(op, {b.i32(3)}))});
  const auto map = b.let("h", b.call(registry::kZerocopyMap, {b.i32(3)}));
  if (op == registry::kUnmap) return b.finish({map, b.let("x", b.call(op, {b.var("h")}))});
  return b.finish({map, b.let("x", b.call(op, {b.var("h"), b.i32(3), u64()}))});
}

class IoOps : public testing::TestWithParam<std::string_view> {};

TEST_P(IoOps, WellTypedCallsValidate) {
  ContextOptions options;
  options.registry = registry::builtin_snapshot().take();
  const auto context = Context::create(std::move(options));
  const Program program(context, calling(GetParam()));
  const Status status = validate_as_published(program);
  EXPECT_TRUE(status.ok()) << status.text();
}

TEST_P(IoOps, ABackendThatHasNotOptedInRefusesThemBeforeItCompiles) {
  ContextOptions options;
  options.registry = registry::builtin_snapshot().take();
  const auto script = std::make_shared<test::Script>();
  const auto backend = test::scripted_backend(script, std::move(options));
  const auto refused = compile(backend, calling(GetParam()));
  ASSERT_THAT(refused, test::refuses(Code::kUnsupportedFeature, "cannot run on 'scripted'"));
  EXPECT_THAT(refused.error().text(), HasSubstr("Fix: use a device that provides the io ops"));
  EXPECT_EQ(script->workgroup_size, (launch::Axes{0, 0, 0}));  // never compiled
}

INSTANTIATE_TEST_SUITE_P(All, IoOps,
                         testing::Values(registry::kDmaFromNvme, registry::kWriteBackToNvme,
                                         registry::kZerocopyMap, registry::kUnmap));

registry::OpDef host_op(test::FunctionReference::Run function) {
  registry::OpDef op = test::op_def("test.host", {"u32", "f32"}, {"u32"});
  op.reference = std::make_shared<const test::FunctionReference>(std::move(function));
  return op;
}

std::shared_ptr<const ir::Program> calls_host() {
  Build b(64, {{"out", test::output(0, kWords)}});
  return b.finish({b.store("out", b.gid(), b.call("test.host", {b.gid(), b.f32(1.5f)}))});
}

TEST(ReferenceFunction, RunsOnTheOracleAndIsRefusedByNameElsewhere) {
  const auto function = [](std::span<const std::byte> in, std::vector<std::byte>& out) {
    uint32_t word = 0;
    float number = 0;
    std::memcpy(&word, in.data(), 4);
    std::memcpy(&number, in.data() + 4, 4);
    word += static_cast<uint32_t>(2 * number);
    out.resize(4);
    std::memcpy(out.data(), &word, 4);
    return in.size() == 8 ? Status() : fail(Code::kInternal, "wrong size");
  };
  const auto ops = test::frozen({host_op(function)});
  EXPECT_EQ(first_of(compile(oracle(ops), calls_host()).take()), 3u);
  ContextOptions options;
  options.registry = ops;
  const auto elsewhere =
      test::scripted_backend(std::make_shared<test::Script>(), std::move(options));
  const auto refused = compile(elsewhere, calls_host());
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().text(), HasSubstr("op 'test.host'"));
  EXPECT_THAT(refused.error().text(), HasSubstr("'scripted': it has only a reference function"));
  EXPECT_THAT(refused.error().text(), HasSubstr("Fix: register the op with a composition"));
}

TEST(ReferenceFunction, ThatFailsEndsTheDispatchWithItsText) {
  const auto function = [](std::span<const std::byte>, std::vector<std::byte>&) {
    return fail(Code::kInvalidArgument, "the moon is full");
  };
  const auto failed = run(compile(oracle(test::frozen({host_op(function)})), calls_host()).take());
  ASSERT_THAT(failed, test::refuses(Code::kDispatchFailed, "the moon is full"));
  EXPECT_THAT(failed.error().text(), HasSubstr("'test.host'"));
  EXPECT_THAT(failed.error().text(), HasSubstr("Fix: "));
}

}  // namespace
}  // namespace vyre::runtime
