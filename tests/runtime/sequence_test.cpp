#include "runtime/dispatch/sequence.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "scripted_runtime.h"

namespace vyre::runtime {
namespace {

using test::refuses;
using test::Script;

std::shared_ptr<const ir::Program> writes_one() {
  test::Build b({{"out", test::output(0, 1)}});
  return b.finish({b.store("out", b.u32(0), b.u32(1))});
}

// On a device that records nothing: a run submits each dispatch.
class EagerSteps : public testing::Test {
 protected:
  std::vector<Binding> bindings() const {
    Binding binding;
    binding.kind = BindKind::kBuffer;
    binding.buffer = buffer_.get();
    binding.size = kWholeSize;
    return {binding};
  }
  Result<uint32_t> add(const std::string& label) {
    DispatchOptions options;
    options.label = label;
    return sequence_->add_dispatch(pipeline_, bindings(), options);
  }

  const std::shared_ptr<Script> script_ = Script::of_finished_work();
  const std::shared_ptr<Device> device_ = test::scripted_backend(script_);
  const std::shared_ptr<Pipeline> pipeline_ = test::pipeline_of(device_, writes_one());
  const std::shared_ptr<Buffer> buffer_ = Buffer::create(device_, 4, {}).take();
  const std::shared_ptr<Sequence> sequence_ = Sequence::create(device_, {}, "steps").take();
};

// Each label is gone by the time that it is told.
TEST_F(EagerSteps, ADispatchKeepsItsLabel) {
  ASSERT_TRUE(add("first").ok());
  ASSERT_TRUE(add("second").ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(script_->labels, ElementsAre("first", "second"));
}

// An update of |step| alone.
StepUpdate grid_of(uint32_t step, uint32_t workgroups) {
  StepUpdate update;
  update.step = step;
  update.grid = launch::Axes{workgroups, 1, 1};
  return update;
}

TEST_F(EagerSteps, AnUpdateChangesOnlyWhatItNames) {
  ASSERT_TRUE(add("first").ok());
  const std::array updates = {grid_of(0, 7)};
  ASSERT_TRUE(sequence_->update(updates).ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(script_->labels, ElementsAre("first"));
  EXPECT_EQ(script_->uses[0].memory, buffer_->memory(0).take());
  EXPECT_EQ(script_->grid[0], 7u);
}

TEST_F(EagerSteps, AnUpdateBindsByNameWhatWasBoundBySlot) {
  ASSERT_TRUE(add("first").ok());
  const auto other = Buffer::create(device_, 8, {}).take();
  std::string name = "out";
  StepUpdate update = grid_of(0, 7);
  update.bindings = {bindings()[0]};
  update.bindings[0].name = name;
  update.bindings[0].buffer = other.get();
  update.bindings[0].size = 4;
  ASSERT_TRUE(sequence_->update({&update, 1}).ok());
  name = "???";
  const std::array later = {grid_of(0, 5)};
  ASSERT_TRUE(sequence_->update(later).ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_EQ(script_->uses[0].memory, other->memory(0).take());
  EXPECT_EQ(script_->grid[0], 5u);
}

TEST_F(EagerSteps, UpdatesOfOneStepFollowOneAnother) {
  ASSERT_TRUE(add("first").ok());
  StepUpdate twice = grid_of(0, 9);
  twice.grid.reset();
  twice.iterations = 2;
  const std::array updates = {grid_of(0, 7), twice};
  ASSERT_TRUE(sequence_->update(updates).ok());
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_EQ(script_->grid[0], 7u);
}

TEST_F(EagerSteps, AnUpdateThatFailsChangesNothing) {
  ASSERT_TRUE(add("first").ok());
  ASSERT_TRUE(sequence_->update(std::array{grid_of(0, 7)}).ok());
  StepUpdate wrong = grid_of(0, 9);
  wrong.iterations = 0;
  const Status status = sequence_->update(std::array{grid_of(0, 8), wrong});
  EXPECT_THAT(status, refuses(Code::kInvalidArgument, "step 0: "));
  EXPECT_EQ(status.info().step, 0u);
  EXPECT_EQ(status.info().label, "first");
  EXPECT_THAT(sequence_->update(std::array{grid_of(0, 8), grid_of(1, 8)}),
              refuses(Code::kNotFound, "step 1 of sequence 'steps'"));
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_EQ(script_->grid[0], 7u);
}

TEST_F(EagerSteps, AFailedRunNamesItsStepAndItsLabel) {
  ASSERT_TRUE(add("first").ok());
  ASSERT_TRUE(add("second").ok());
  script_->end = backend::PendingState::kFailed;
  script_->failure = fail(Code::kDispatchFailed, "it broke. Fix: none");
  ASSERT_TRUE(sequence_->submit().ok());
  const Status status = sequence_->wait_for_last({}).status();
  EXPECT_THAT(status, refuses(Code::kDispatchFailed, "step 0: it broke"));
  EXPECT_EQ(status.info().step, 0u);
  EXPECT_EQ(status.info().label, "first");
}

TEST_F(EagerSteps, EachRunKeepsItsOwnEnd) {
  ASSERT_TRUE(add("only").ok());
  script_->end = backend::PendingState::kFailed;
  script_->failure = fail(Code::kDispatchFailed, "it broke. Fix: none");
  const auto broken = Sequence::start(sequence_).take();
  script_->end = backend::PendingState::kReady;
  script_->failure = Status();
  const auto sound = Sequence::start(sequence_).take();
  EXPECT_EQ(sound->poll(), backend::PendingState::kReady);
  EXPECT_EQ(broken->poll(), backend::PendingState::kFailed);
  EXPECT_THAT(broken->status(), refuses(Code::kDispatchFailed, "it broke"));
  EXPECT_TRUE(sequence_->wait_for_last({}).ok());
}

TEST_F(EagerSteps, ARunUnderWayIsCancelledWithItsStep) {
  ASSERT_TRUE(add("first").ok());
  ASSERT_TRUE(add("second").ok());
  script_->begin_again();
  std::thread canceler([&] {
    script_->wait_for_waiting(1);
    EXPECT_FALSE(sequence_->wait_for_last({}).value());
    EXPECT_THAT(add("third").status(), refuses(Code::kNotReady, "is under way"));
    sequence_->cancel();
  });
  EXPECT_TRUE(sequence_->submit().ok());
  canceler.join();
  EXPECT_THAT(sequence_->wait_for_last({}).status(),
              refuses(Code::kCancelled, "sequence 'steps' was cancelled"));
  EXPECT_EQ(script_->labels.size(), 1u);  // the second step never began
  script_->finish(backend::PendingState::kReady);
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->wait_for_last({}).value());
}

TEST_F(EagerSteps, WhatNobodyHoldsIsToldOnceByTheDevice) {
  ASSERT_TRUE(add("only").ok());
  script_->failure = fail(Code::kDispatchFailed, "it broke. Fix: none");
  for (const auto end : {backend::PendingState::kFailed, backend::PendingState::kReady}) {
    script_->end = end;
    ASSERT_TRUE(sequence_->submit_unowned().ok());
    script_->failure = Status();
  }
  const Status failure = device_->unowned().take_failure({});
  EXPECT_THAT(failure, refuses(Code::kDispatchFailed, "step 0: it broke"));
  EXPECT_EQ(failure.info().label, "steps");
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
  ASSERT_TRUE(sequence_->submit_unowned().ok());
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
}

// Runs that are under way until they are told to end.
class Endless final : public backend::DeviceSequence {
 public:
  Endless(const bool& is_over, const uint64_t& over_to) : is_over_(is_over), over_to_(over_to) {}

  Result<uint32_t> add(const backend::Step&) override { return steps_++; }
  Status replace(std::span<const backend::StepReplacement>) override { return {}; }
  void clear() override { steps_ = 0; }
  Status record() override { return {}; }
  Result<uint64_t> submit() override { return ++runs_; }
  Result<bool> wait(uint64_t, backend::Deadline, const backend::Stop&) override { return is_over_; }
  uint64_t newest_over() const override { return is_over_ ? runs_ : over_to_; }
  Status failure_since(uint64_t) override { return {}; }
  Status write(uint32_t, uint64_t, std::span<const std::byte>) override { return {}; }
  Status read(uint64_t, uint32_t, uint64_t, std::span<std::byte>) override { return {}; }
  std::optional<uint64_t> device_ns(uint64_t) const override { return std::nullopt; }

 private:
  const bool& is_over_;
  const uint64_t& over_to_;
  uint32_t steps_ = 0;
  uint64_t runs_ = 0;
};

class RunsUnderWay : public testing::Test {
 protected:
  RunsUnderWay() {
    script_->record = [this] { return std::make_unique<Endless>(is_over_, over_to_); };
    sequence_ = Sequence::create(device_, {}, "steps").take();
  }
  Result<uint32_t> add_read() { return sequence_->add_read({buffer_, 0, 4}); }

  bool is_over_ = false;
  uint64_t over_to_ = 0;
  const std::shared_ptr<Script> script_ = Script::of_finished_work();
  const std::shared_ptr<Device> device_ = test::scripted_backend(script_);
  const std::shared_ptr<Buffer> buffer_ = Buffer::create(device_, 4, {}).take();
  std::shared_ptr<Sequence> sequence_;
};

TEST_F(RunsUnderWay, LetNothingOfTheSequenceBeChanged) {
  ASSERT_TRUE(add_read().ok());
  std::byte byte{};
  EXPECT_THAT(sequence_->get_bytes(0, 0, {&byte, 1}), refuses(Code::kNotReady, "before any run"));
  ASSERT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(sequence_->get_bytes(0, 0, {&byte, 1}), refuses(Code::kNotReady, "is under way"));
  EXPECT_THAT(sequence_->submit().status(), refuses(Code::kNotReady, "another run has to wait"));
  EXPECT_THAT(add_read().status(), refuses(Code::kNotReady, "adding a read has to wait"));
  EXPECT_THAT(sequence_->update({}), refuses(Code::kNotReady, "changing a dispatch has to wait"));
  EXPECT_FALSE(sequence_->report().host_ns);
  is_over_ = true;
  EXPECT_TRUE(sequence_->get_bytes(0, 0, {&byte, 1}).ok());
  EXPECT_TRUE(sequence_->report().host_ns);
}

TEST_F(RunsUnderWay, AreAsManyAsThereAreFlightsWhereTheyCount) {
  sequence_ = Sequence::create(device_, {false, false, 2}, "steps").take();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(sequence_->submit().ok());
  is_over_ = true;
  const std::byte byte{};
  ASSERT_TRUE(sequence_->add_write({buffer_, 0, 1}, {&byte, 1}).ok());
  is_over_ = false;
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->set_bytes(0, 0, {&byte, 1}).ok());
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_THAT(sequence_->submit().status(), refuses(Code::kNotReady, "has 2 runs under way"));
  EXPECT_THAT(sequence_->set_bytes(0, 0, {&byte, 1}),
              refuses(Code::kNotReady, "changing what it writes has to wait"));
  EXPECT_THAT(sequence_->clear(), refuses(Code::kNotReady, "clearing it has to wait"));
  is_over_ = true;
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->clear().ok());
}

TEST_F(RunsUnderWay, FailWhenTheirTimeHasPassedAndStayFailed) {
  const auto work = Sequence::start(sequence_, std::chrono::nanoseconds(1)).take();
  EXPECT_THAT(sequence_->wait_for_last(backend::Deadline::max()),
              refuses(Code::kTimedOut, "sequence 'steps' has not ended within 1 ns"));
  is_over_ = true;
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_FALSE(sequence_->report().host_ns);
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->wait_for_last({}).ok());
}

TEST_F(RunsUnderWay, AreCancelledTogetherAndStaySo) {
  const auto over = Sequence::start(sequence_).take();
  is_over_ = true;
  EXPECT_EQ(over->poll(), backend::PendingState::kReady);
  is_over_ = false;
  const auto held = Sequence::start(sequence_).take();
  ASSERT_TRUE(sequence_->submit_unowned().ok());
  over_to_ = 1;
  sequence_->cancel();
  EXPECT_EQ(over->poll(), backend::PendingState::kReady);
  EXPECT_EQ(held->poll(), backend::PendingState::kFailed);
  EXPECT_THAT(held->status(), refuses(Code::kCancelled, "sequence 'steps' was cancelled. Fix: "));
  is_over_ = true;
  sequence_->cancel();
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kCancelled, "'steps'"));
  EXPECT_FALSE(sequence_->report().host_ns);
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());  // who cancels knows
}

TEST_F(RunsUnderWay, OneIsCancelledAlone) {
  const auto first = Sequence::start(sequence_).take(), second = Sequence::start(sequence_).take();
  EXPECT_TRUE(first->cancel());
  EXPECT_FALSE(first->cancel());
  EXPECT_EQ(first->poll(), backend::PendingState::kFailed);
  EXPECT_EQ(second->poll(), backend::PendingState::kPending);
  is_over_ = true;
  EXPECT_FALSE(second->cancel());
  EXPECT_EQ(second->poll(), backend::PendingState::kReady);
}

TEST_F(RunsUnderWay, ThatNobodyHoldsTellThatTheirTimeHasPassed) {
  ASSERT_TRUE(sequence_->submit_unowned(std::chrono::nanoseconds(1)).ok());
  EXPECT_THAT(device_->unowned().take_failure({}), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
}

TEST_F(RunsUnderWay, WithoutTimeAreLookedAtOnce) {
  const auto run = sequence_->submit(std::chrono::nanoseconds(0)).take();
  is_over_ = true;
  EXPECT_TRUE(sequence_->wait(run, backend::Deadline::max()).value());
}

}  // namespace
}  // namespace vyre::runtime
