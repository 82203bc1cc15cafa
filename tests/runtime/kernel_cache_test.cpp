#include "runtime/kernel_cache/kernel_cache.h"

#include <gtest/gtest.h>

#include <set>

#include "runtime/dispatch/dispatch.h"
#include "scripted_runtime.h"
#include "support/threads.h"

namespace vyre::runtime {
namespace {

using test::ScriptedDevice;

std::shared_ptr<const ir::Program> stores(uint32_t number) {
  test::Build b({{"from", test::input(0, 1)}, {"to", test::in_out(1, 1)}});
  return b.finish({b.store("to", b.u32(0), b.u32(number))});
}

std::shared_ptr<ScriptedDevice> keeping_device() {
  auto device = test::losable_device();
  device->can.code_identity = {1, 2, 3};
  return device;
}

class KeptInMemory : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(device_->strangers, 0); }

  Status run(const std::shared_ptr<Pipeline>& pipeline) const {
    VYRE_ASSIGN_OR_RETURN(const auto from, Buffer::create(backend_, 4));
    VYRE_ASSIGN_OR_RETURN(const auto to, Buffer::create(backend_, 4));
    return test::dispatch_on(pipeline, {from, to});
  }
  void lose_and_recover() {
    device_->lost = true;
    const Status status = backend_->recover();
    EXPECT_TRUE(status.ok()) << status.text();
  }

  std::shared_ptr<ScriptedDevice> device_ = keeping_device();
  std::shared_ptr<Device> backend_ = std::make_shared<Device>(Context::create({}), device_);
};

TEST_F(KeptInMemory, AKernelOutlivesItsPipelines) {
  test::pipeline_of(backend_, stores(1));
  EXPECT_FALSE(device_->newest_is_gone());
  const auto again = test::pipeline_of(backend_, stores(1));
  EXPECT_EQ(again->compiled().value()->origin, Origin::kMemory);
  EXPECT_EQ(backend_->counters().kernels_compiled, 1u);
}

// An old kernel on the new device would be counted as a stranger.
TEST_F(KeptInMemory, ARecoveryForgetsKernels) {
  EXPECT_TRUE(run(test::pipeline_of(backend_, stores(1))).ok());
  lose_and_recover();
  EXPECT_TRUE(device_->newest_is_gone());
  EXPECT_EQ(backend_->code_counters().entries, 0u);
  const auto again = test::pipeline_of(backend_, stores(1));
  EXPECT_EQ(again->compiled().value()->origin, Origin::kCompiled);
  EXPECT_TRUE(run(again).ok());
  EXPECT_EQ(backend_->counters().kernels_compiled, 2u);
}

TEST_F(KeptInMemory, AShutdownForgetsKernels) {
  test::pipeline_of(backend_, stores(1));
  EXPECT_TRUE(backend_->shutdown().ok());
  EXPECT_TRUE(device_->newest_is_gone());
  EXPECT_EQ(backend_->code_counters().entries, 0u);
}

TEST_F(KeptInMemory, ARecoveryThatFailsLeavesThemForTheNext) {
  test::pipeline_of(backend_, stores(1));
  device_->lost = true;
  device_->recovery_failure = fail(Code::kDeviceLost, "not yet. Fix: wait");
  EXPECT_FALSE(backend_->recover().ok());
  device_->recovery_failure = Status();
  EXPECT_TRUE(backend_->recover().ok());
  EXPECT_TRUE(device_->newest_is_gone());
}

TEST_F(KeptInMemory, RecoveriesWhileThreadsMakeKernels) {
  std::atomic<bool> stop = false;
  const test::Threads threads(4, [&](uint32_t i) {
    const auto program = std::make_shared<const Program>(backend_->shared_context(), stores(i % 2));
    while (!stop) {
      auto made = Pipeline::create(backend_, program, {});
      const Status status = made.ok() ? run(made.value()) : std::move(made).status();
      EXPECT_TRUE(status.ok() || status.code() == Code::kDeviceLost) << status.text();
    }
  });
  for (int cycle = 0; cycle < 200; ++cycle) lose_and_recover();
  stop = true;
}

// One key, of a device that differs from the first in one thing.
cache::Key key_on(const std::function<void(ScriptedDevice&)>& change, uint32_t number) {
  const auto device = keeping_device();
  change(*device);
  const auto backend = std::make_shared<Device>(Context::create({}), device);
  test::pipeline_of(backend, stores(number));
  const auto keys = backend->code_keys();
  EXPECT_EQ(keys.size(), 1u);
  return keys.empty() ? cache::Key{} : keys[0];
}

TEST(CodeKey, ChangesWithBackendDriverDeviceAndProgram) {
  const auto same = [](ScriptedDevice&) {};
  const std::set<cache::Key> keys = {
      key_on(same, 1),
      key_on(same, 2),
      key_on([](ScriptedDevice& of) { of.name = "losabl"; }, 1),
      key_on([](ScriptedDevice& of) { of.compiled = "2"; }, 1),
      key_on([](ScriptedDevice& of) { of.name = "losable1", of.compiled = ""; }, 1),
      key_on(
          [](ScriptedDevice& of) {
            of.can.code_identity = {1, 2, 4};
          },
          1),
      key_on(
          [](ScriptedDevice& of) {
            of.can.code_identity = {1, 2};
          },
          1),
      key_on(
          [](ScriptedDevice& of) {
            of.compiled = std::string("1\1"), of.can.code_identity = {2, 3};
          },
          1),
  };
  EXPECT_EQ(keys.size(), 8u);
  EXPECT_TRUE(keys.contains(key_on(same, 1)));  // and with nothing else
}

TEST(CodeKey, ADeviceThatDoesNotSayWhoItIsKeepsNothing) {
  const auto device = test::losable_device();
  const auto backend = std::make_shared<Device>(Context::create({}), device);
  const auto first = test::pipeline_of(backend, stores(1));
  const auto second = test::pipeline_of(backend, stores(1));
  EXPECT_EQ(second->compiled().value()->origin, Origin::kUnknown);
  EXPECT_EQ(backend->counters().kernels_compiled, 2u);
  EXPECT_EQ(backend->code_counters().asked, 0u);
}

}  // namespace
}  // namespace vyre::runtime
