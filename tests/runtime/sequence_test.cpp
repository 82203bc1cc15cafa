#include "runtime/dispatch/sequence.h"

#include <gmock/gmock.h>

#include <array>
#include <thread>

#include "scripted_runtime.h"

namespace vyre::runtime {
namespace {

using test::refuses;
using test::Script;

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
  // Cancels what |run| has under way, which it stays in.
  template <typename Function>
  void cancel_while(Function run) {
    script_->begin_again();
    std::thread canceler([&] {
      script_->wait_for_waiting(1);
      sequence_->cancel();
    });
    EXPECT_TRUE(run().ok());
    canceler.join();
  }

  const std::shared_ptr<Pipeline> pipeline_ = test::pipeline_of(device_, test::writes_one());
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
  Binding changed = bindings()[0];
  changed.name = name;
  changed.buffer = other.get();
  changed.size = 4;
  update.bindings = {&changed, 1};
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

// What nobody holds failed before a later run was cancelled.
TEST_F(EagerSteps, WhatEndedBeforeACancellationIsToldByTheDevice) {
  ASSERT_TRUE(add("only").ok());
  script_->failure = fail(Code::kDispatchFailed, "it broke. Fix: none");
  script_->end = backend::PendingState::kFailed;
  ASSERT_TRUE(sequence_->submit_unowned().ok());
  cancel_while([&] { return sequence_->submit_unowned(); });
  EXPECT_THAT(device_->unowned().take_failure({}), refuses(Code::kDispatchFailed, "it broke"));
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
}

TEST_F(EagerSteps, WhatIsCancelledIsNoFailureOfTheDevice) {
  ASSERT_TRUE(add("only").ok());
  cancel_while([&] { return sequence_->submit_unowned(std::chrono::hours(1)); });
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
  cancel_while([&] { return sequence_->submit_unowned(); });
  EXPECT_TRUE(device_->unowned().take_failure({}).ok());
}

}  // namespace
}  // namespace vyre::runtime
