#include "runtime/dispatch/sequence.h"

#include <gmock/gmock.h>

#include <array>

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

// Runs that are under way until they are told to end.
class Endless final : public backend::DeviceSequence {
 public:
  explicit Endless(const bool& is_over) : is_over_(is_over) {}

  Result<uint32_t> add(const backend::Step&) override { return steps_++; }
  Status replace(std::span<const backend::StepReplacement>) override { return {}; }
  void clear() override { steps_ = 0; }
  Status record() override { return {}; }
  Result<uint64_t> submit() override { return ++runs_; }
  Result<bool> wait(uint64_t, backend::Deadline) override { return is_over_; }
  Status write(uint32_t, uint64_t, std::span<const std::byte>) override { return {}; }
  Status read(uint32_t, uint64_t, std::span<std::byte>) override { return {}; }
  std::optional<uint64_t> device_ns(uint64_t) const override { return std::nullopt; }

 private:
  const bool& is_over_;
  uint32_t steps_ = 0;
  uint64_t runs_ = 0;
};

class RunsUnderWay : public testing::Test {
 protected:
  RunsUnderWay() {
    script_->record = [this] { return std::make_unique<Endless>(is_over_); };
    sequence_ = Sequence::create(device_, {}, "steps").take();
  }
  Result<uint32_t> add_read() { return sequence_->add_read({buffer_, 0, 4}); }

  bool is_over_ = false;
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
  const auto run = sequence_->submit(std::chrono::nanoseconds(1)).take();
  const auto work = Sequence::work(sequence_, run);
  EXPECT_THAT(sequence_->wait(run, backend::Deadline::max()),
              refuses(Code::kTimedOut, "sequence 'steps' has not ended within 1 ns"));
  is_over_ = true;
  EXPECT_EQ(work->wait(backend::Deadline::max()), backend::PendingState::kFailed);
  EXPECT_THAT(sequence_->wait_for_last({}).status(), refuses(Code::kTimedOut, "within 1 ns"));
  EXPECT_FALSE(sequence_->report().host_ns);
  EXPECT_TRUE(sequence_->submit().ok());
  EXPECT_TRUE(sequence_->wait_for_last({}).ok());
}

TEST_F(RunsUnderWay, WithoutTimeAreLookedAtOnce) {
  const auto run = sequence_->submit(std::chrono::nanoseconds(0)).take();
  is_over_ = true;
  EXPECT_TRUE(sequence_->wait(run, backend::Deadline::max()).value());
}

}  // namespace
}  // namespace vyre::runtime
