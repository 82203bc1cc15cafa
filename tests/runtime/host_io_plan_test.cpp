#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "registry/builtin_dialects.h"
#include "runtime/host_io/plan.h"
#include "runtime/pipeline/pipeline.h"
#include "scripted_runtime.h"
#include "support/build.h"

namespace vyre::runtime {
namespace {

using registry::kDmaFromNvme;
using registry::kUnmap;
using registry::kWriteBackToNvme;
using registry::kZerocopyMap;

// Programs with the buffers h and g (persistent), n (uniform), in (read-only) and out.
class HostIoPlans : public testing::Test {
 protected:
  // The program under way; plan() ends it and begins the next.
  test::Build& b() {
    if (!compiled_) declare(compiled_.emplace());
    return *compiled_;
  }

  static void declare(test::Build& compiled) {
    uint32_t slot = 0;
    for (const char* name : {"h", "g"}) {
      ir::Buffer buffer = test::in_out(slot++, 0);
      buffer.kind = ir::MemoryKind::kPersistent;
      compiled.buffer(name, buffer);
    }
    ir::Buffer uniform = test::input(slot++, 4);
    uniform.access = ir::Access::kUniform;
    uniform.element = ir::scalar(ir::DataType::kU64);
    compiled.buffer("n", uniform).buffer("in", test::input(slot++, 4));
    compiled.buffer("out", test::output(slot++, 4));
  }

  ir::ExprId wide(uint8_t value) {
    return b().opaque("vyre.literal.u64", {value, 0, 0, 0, 0, 0, 0, 0});
  }
  ir::ExprId read(ir::ExprId fd) { return b().call(kDmaFromNvme, {fd, wide(0), wide(64)}); }
  ir::ExprId read() { return read(b().i32(3)); }
  ir::ExprId write(std::string_view handle) {
    return b().call(kWriteBackToNvme, {b().var(handle), b().i32(4), wide(0)});
  }
  ir::NodeId store() { return b().store("out", b().u32(0), b().load("h", b().u32(1))); }

  Result<HostIoPlan> plan(const test::Build::Nodes& body) {
    program_ = b().finish(body);
    compiled_.reset();
    return plan_host_io(*program_, std::pmr::new_delete_resource());
  }
  std::string refusal(const test::Build::Nodes& body) {
    const auto result = plan(body);
    if (result.ok()) return "it is planned";
    EXPECT_EQ(result.error().code(), Code::kInvalidProgram);
    EXPECT_THAT(result.error().text(), HasSubstr("Fix: "));
    return result.error().text();
  }

  std::optional<test::Build> compiled_;
  std::shared_ptr<const ir::Program> program_;
};

TEST_F(HostIoPlans, StepsAreInOrderWithTheirArguments) {
  const auto element = b().load("n", b().u32(2));
  const auto map = b().call(kZerocopyMap, {b().i32(-1)});
  const auto dma = b().call(kDmaFromNvme, {b().i32(3), element, wide(200)});
  const auto unmap = b().call(kUnmap, {b().var("g")});
  const auto result = test::value_of(plan({b().let("h", dma), b().let("g", map), store(),
                                           b().let("w", write("h")), b().let("u", unmap)}));
  const HostIoPlan& steps = result;
  ASSERT_EQ(steps.before.size(), 2u);
  EXPECT_EQ(steps.before[0].op, HostIoOp::kRead);
  EXPECT_EQ(steps.before[0].buffer, 0u);
  EXPECT_EQ(steps.before[0].fd.literal, 3);
  EXPECT_EQ(steps.before[0].offset.buffer, 2u);
  EXPECT_EQ(steps.before[0].offset.element, 2u);
  EXPECT_EQ(steps.before[0].length.literal, 200);
  EXPECT_EQ(steps.before[0].name, "'io.dma_from_nvme' at body[0].region.body[0]");
  EXPECT_EQ(steps.before[1].op, HostIoOp::kMap);
  EXPECT_EQ(steps.before[1].fd.literal, -1);
  ASSERT_EQ(steps.after.size(), 2u);
  EXPECT_EQ(steps.after[0].op, HostIoOp::kWriteBack);
  EXPECT_EQ(steps.after[1].op, HostIoOp::kUnmap);
  EXPECT_EQ(steps.after[1].buffer, 1u);
}

TEST_F(HostIoPlans, TheDeviceProgramHasNothingOfThem) {
  const auto result =
      test::value_of(plan({b().let("h", read()), store(), b().let("w", write("h"))}));
  const ir::Program& device = *result.device_program;
  EXPECT_FALSE(calls_host_io(device));
  EXPECT_TRUE(calls_host_io(*program_));
  const ir::Node& root = device.nodes[device.list(device.entry)[0]];
  ASSERT_EQ(device.list(root.body).size(), 1u);
  EXPECT_EQ(device.nodes[device.list(root.body)[0]].kind, ir::NodeKind::kStore);
  EXPECT_TRUE(ir::validate(device, {}).ok());
}

TEST_F(HostIoPlans, BuffersWrittenByTheDeviceAreKnown) {
  const auto result =
      test::value_of(plan({b().let("h", read()), b().store("g", b().u32(0), b().u32(1)), store()}));
  EXPECT_THAT(result.writes, testing::ElementsAre(false, true, false, false, true));
}

TEST_F(HostIoPlans, WideBuffersThatOnlyArgumentsReadBecomeWordsOfTheSameBytes) {
  const auto dma = b().call(kDmaFromNvme, {b().i32(3), b().load("n", b().u32(0)), wide(64)});
  const auto result = test::value_of(plan({b().let("h", dma), store()}));
  const ir::Buffer& narrowed = result.device_program->buffers[2];
  EXPECT_EQ(narrowed.element, ir::scalar(ir::DataType::kU32));
  EXPECT_EQ(narrowed.count, 8u);
  const auto kept = plan({b().let("x", b().load("n", b().u32(0))), store()});
  EXPECT_EQ(kept.value().device_program->buffers[2].count, 4u);
}

TEST_F(HostIoPlans, CallsAnywhereElseAreRefused) {
  EXPECT_THAT(refusal({b().branch(b().boolean(true), {b().let("h", read())})}),
              HasSubstr("op 'io.dma_from_nvme' is called at body[0].region.body[0].if.then[0]"));
  EXPECT_THAT(refusal({b().let("x", b().binary(ir::BinOp::kAdd, read(), b().u32(1)))}),
              HasSubstr("is called at body[0].region.body[0], and it runs once, on the host"));
  EXPECT_THAT(refusal({b().store("out", b().u32(0), read())}), HasSubstr("top level"));
  EXPECT_THAT(refusal({b().block({b().let("h", read())})}), HasSubstr("block.body[0]"));
}

TEST_F(HostIoPlans, StepsOnTheWrongSideAreRefused) {
  EXPECT_THAT(refusal({store(), b().let("h", read())}),
              HasSubstr("stands behind body[0].region.body[0], which touches memory"));
  EXPECT_THAT(refusal({b().let("h", read()), b().let("w", write("h")), store()}),
              HasSubstr("stands before body[0].region.body[2], which touches memory"));
  EXPECT_THAT(refusal({b().let("h", read()), b().let("w", write("h")), b().let("g", read())}),
              HasSubstr("stands behind 'io.write_back_to_nvme' at body[0].region.body[1]"));
  EXPECT_THAT(refusal({b().let("h", read()), store(), b().leave(), b().let("w", write("h"))}),
              HasSubstr("stands behind a return"));
}

TEST_F(HostIoPlans, HandlesHaveToNamePersistentBuffers) {
  EXPECT_THAT(refusal({b().let("x", read())}), HasSubstr("no buffer of that name"));
  EXPECT_THAT(refusal({b().let("out", read())}), HasSubstr("kind Persistent"));
  EXPECT_THAT(refusal({b().let("h", read()), b().let("h", read())}),
              HasSubstr("an earlier op has given its bytes"));
  EXPECT_THAT(refusal({b().let("x", b().u32(1)), b().let("w", write("x"))}),
              HasSubstr("the handle is not a local that"));
  const auto computed = [&] {
    return b().call(kWriteBackToNvme, {b().u32(0), b().i32(4), wide(0)});
  };
  EXPECT_THAT(refusal({b().let("h", read()), b().let("w", computed())}), HasSubstr("the handle"));
}

TEST_F(HostIoPlans, HandlesAreOfNoUseToTheDevice) {
  EXPECT_THAT(refusal({b().let("h", read()), b().store("out", b().u32(0), b().var("h"))}),
              HasSubstr("uses local 'h', which an io op has bound"));
  EXPECT_THAT(refusal({b().let("h", read()), b().assign("h", b().u32(1))}),
              HasSubstr("writes local 'h'"));
  EXPECT_THAT(refusal({b().let("h", read()), b().let("w", write("h")), b().let("x", b().var("w"))}),
              HasSubstr("uses local 'w'"));
}

TEST_F(HostIoPlans, OnlyMapsAreReleasedAndOnce) {
  const auto unmap = [&] { return b().let("u", b().call(kUnmap, {b().var("h")})); };
  const auto map = [&] { return b().let("h", b().call(kZerocopyMap, {b().i32(3)})); };
  EXPECT_THAT(refusal({b().let("h", read()), unmap()}), HasSubstr("'h' is not mapped"));
  EXPECT_THAT(refusal({map(), unmap(), unmap()}), HasSubstr("was released before"));
}

TEST_F(HostIoPlans, ArgumentsTheHostCannotKnowAreRefused) {
  EXPECT_THAT(refusal({b().let("h", read(b().binary(ir::BinOp::kAdd, b().i32(1), b().i32(2))))}),
              HasSubstr("the fd is computed"));
  EXPECT_THAT(refusal({b().let("h", read(b().load("n", b().gid())))}),
              HasSubstr("at an index that is computed"));
  EXPECT_THAT(refusal({b().let("h", read(b().load("out", b().u32(0))))}),
              HasSubstr("neither uniform nor a read-only input"));
  EXPECT_THAT(refusal({b().let("h", read(b().var("h")))}), HasSubstr("the fd is computed"));
}

TEST_F(HostIoPlans, ABackendThatHasNotOptedInIsNamedBeforeAnythingIsCompiled) {
  ContextOptions options;
  options.registry = registry::builtin_snapshot().take();
  const auto script = std::make_shared<test::Script>();
  const auto backend = test::scripted_backend(script, std::move(options));
  program_ = b().finish({b().let("h", read()), store()});
  auto program = std::make_shared<const Program>(Context::create({}), program_);
  const auto pipeline = Pipeline::create(backend, program, {});
  ASSERT_THAT(pipeline, test::refuses(Code::kUnsupportedFeature, "'io.dma_from_nvme'"));
  EXPECT_THAT(pipeline.error().text(), HasSubstr("cannot run on 'scripted'"));
  EXPECT_EQ(script->workgroup_size[0], 0u);
}

}  // namespace
}  // namespace vyre::runtime
