#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "backend/sequence.h"
#include "vulkan/support/on_device.h"

// Runs that are begun while others of the sequence are under way.

namespace vyre::vulkan {
namespace {

// Counts in data[0], and traps when that was 0.
std::shared_ptr<const ir::Program> first_one_traps() {
  test::Build b(1, {{"data", test::in_out(0, 0)}});
  ir::Node trap{.kind = ir::NodeKind::kTrap, .tag = b.assembler().name("first")};
  trap.exprs[0] = b.u32(0);
  const auto count = b.let("count", b.load("data", b.u32(0)));
  const auto next = b.binary(ir::BinOp::kAdd, b.var("count"), b.u32(1));
  return b.finish(
      {count, b.store("data", b.u32(0), next),
       b.branch(b.binary(ir::BinOp::kEq, b.var("count"), b.u32(0)), {b.assembler().add(trap)})});
}

class RepeatedRuns : public OnDevice {
 protected:
  void begin(std::shared_ptr<const ir::Program> program, const backend::SequenceOptions& options) {
    backend_ = open();
    compiled_ = must_compile(*backend_, std::move(program));
    memory_ = must_allocate(*backend_, 256);
    gate_ = test::value_of(backend_->create_semaphore());
    sequence_ = test::value_of(backend_->create_sequence(options));
    const std::vector<backend::BufferUse> uses = {owned_of(memory_)};
    const backend::Dispatch dispatch{{&compiled_.executable, 1}, {1, 1, 1}, uses};
    backend::Step step;
    step.dispatch = &dispatch;
    ASSERT_TRUE(sequence_->add(step).ok());
  }
  void TearDown() override {
    sequence_.reset();
    memory_.reset();
    gate_.reset();
    compiled_ = {};
    backend_.reset();
    OnDevice::TearDown();
  }
  uint64_t run_behind(uint64_t point) {
    const std::array waits = {backend::SyncPoint{gate_, point}};
    return test::value_of(sequence_->submit({.wait_points = waits}));
  }
  Status wait_for(uint64_t run) { return sequence_->wait(run, backend::Deadline::max()).status(); }

  std::shared_ptr<VulkanDevice> backend_;
  Compiled compiled_;
  std::shared_ptr<backend::Memory> memory_;
  std::shared_ptr<backend::Semaphore> gate_;
  std::unique_ptr<backend::DeviceSequence> sequence_;
};

// Those that had begun by then share its words.
TEST_F(RepeatedRuns, ATrapFailsNoRunThatBeginsWhenItIsKnown) {
  begin(first_one_traps(), {});
  const uint64_t first = run_behind(1), second = run_behind(2);
  ASSERT_TRUE(gate_->signal(1).ok());
  EXPECT_EQ(wait_for(first).code(), Code::kDispatchFailed);
  const uint64_t third = run_behind(3);
  ASSERT_TRUE(gate_->signal(2).ok());
  (void)wait_for(second);
  const uint64_t fourth = run_behind(4);
  ASSERT_TRUE(gate_->signal(4).ok());
  EXPECT_TRUE(wait_for(third).ok());
  EXPECT_TRUE(wait_for(fourth).ok());
  EXPECT_EQ(words_of(*backend_, *memory_)[0], 4u);
}

TEST_F(RepeatedRuns, ATimeStaysUntilAsManyOthersHaveBegun) {
  begin(step_program(), {.timed = true, .flights = 2});
  const uint64_t first = test::value_of(sequence_->submit());
  ASSERT_TRUE(backend_->wait_idle(backend::Deadline::max()).ok());
  const uint64_t second = test::value_of(sequence_->submit());
  ASSERT_TRUE(wait_for(second).ok());
  EXPECT_TRUE(sequence_->device_ns(first).has_value());
  EXPECT_TRUE(sequence_->device_ns(second).has_value());
}

}  // namespace
}  // namespace vyre::vulkan
