#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "backend/sequence.h"
#include "vulkan/backend/device_objects.h"
#include "vulkan/support/on_faulty_device.h"

namespace vyre::vulkan {
namespace {

constexpr size_t kWords = 256;
const Words kOnes(kWords, 1);

backend::Step dispatch_step(const backend::Dispatch& dispatch) {
  backend::Step step;
  step.dispatch = &dispatch;
  return step;
}

backend::Step host_step(backend::Step::Kind kind, std::shared_ptr<backend::Memory> memory) {
  backend::Step step;
  step.kind = kind;
  step.size = memory->size();
  if (kind == backend::Step::Kind::kWrite) step.bytes = std::as_bytes(std::span(kOnes));
  (kind == backend::Step::Kind::kWrite ? step.to : step.from) = std::move(memory);
  return step;
}

// Of step 1.
Status replace(backend::DeviceSequence& sequence, const backend::Step& step) {
  VYRE_RETURN_IF_ERROR(sequence.stage(1, step));
  sequence.replace();
  return {};
}

// Writes ones, takes them times 3 plus 1, copies the fours and reads the copy.
class Fours {
 public:
  static Result<Fours> create(backend::Device& backend,
                              const backend::SequenceOptions& options = {}) {
    Fours fours;
    VYRE_ASSIGN_OR_RETURN(fours.compiled_, compile(backend, step_program()));
    VYRE_ASSIGN_OR_RETURN(fours.data_, backend.allocate(kWords * 4, {}));
    VYRE_ASSIGN_OR_RETURN(fours.copy_, backend.allocate(kWords * 4, {}));
    VYRE_ASSIGN_OR_RETURN(fours.sequence_, backend.create_sequence(options));
    backend::Step copy;
    copy.kind = backend::Step::Kind::kCopy;
    copy.from = fours.data_;
    copy.to = fours.copy_;
    copy.size = kWords * 4;
    VYRE_RETURN_IF_ERROR(fours.add(host_step(backend::Step::Kind::kWrite, fours.data_)));
    VYRE_RETURN_IF_ERROR(
        fours.with_dispatch([&](const backend::Step& step) -> Status { return fours.add(step); }));
    VYRE_RETURN_IF_ERROR(fours.add(copy));
    VYRE_RETURN_IF_ERROR(fours.add(host_step(backend::Step::Kind::kRead, fours.copy_)));
    return fours;
  }

  // Puts the dispatch in its own place, so that all is recorded anew.
  Status renew() {
    return with_dispatch([&](const backend::Step& step) { return replace(*sequence_, step); });
  }

  // Adds a dispatch on memory of its own.
  Status add_another() {
    std::vector<backend::BufferUse> uses(1);
    uses[0].size = 256;
    return add(dispatch_step({{&compiled_.executable, 1}, {1, 1, 1}, uses}));
  }

  Status record() { return sequence_->record(); }

  // Begins a run that leaves the dispatch out.
  Status submit_without() {
    const std::vector<backend::BufferUse> uses = {owned_of(data_)};
    const backend::Dispatch dispatch{{&compiled_.executable, 1}, {0, 0, 0}, uses};
    VYRE_RETURN_IF_ERROR(sequence_->stage(1, dispatch_step(dispatch)));
    return sequence_->submit({.replaces = true}).status();
  }

  Status run(size_t at_once = 1) {
    std::vector<uint64_t> numbers(at_once);
    for (uint64_t& number : numbers) {
      VYRE_ASSIGN_OR_RETURN(number, sequence_->submit());
    }
    for (const uint64_t number : numbers) {
      VYRE_RETURN_IF_ERROR(sequence_->wait(number, backend::Deadline::max()).status());
    }
    Words words(kWords);
    VYRE_RETURN_IF_ERROR(
        sequence_->read(numbers.back(), 3, 0, std::as_writable_bytes(std::span(words))));
    EXPECT_THAT(words, Each(4u));
    return {};
  }

 private:
  template <typename Function>
  Status with_dispatch(Function function) {
    const std::vector<backend::BufferUse> uses = {owned_of(data_)};
    const backend::Dispatch dispatch{{&compiled_.executable, 1}, {kWords / 64, 1, 1}, uses};
    return function(dispatch_step(dispatch));
  }
  Status add(const backend::Step& step) { return sequence_->add(step).status(); }

  Compiled compiled_;
  std::shared_ptr<backend::Memory> data_, copy_;
  std::unique_ptr<backend::DeviceSequence> sequence_;
};

Status whole_scenario(backend::Device& backend) {
  VYRE_ASSIGN_OR_RETURN(Fours fours, Fours::create(backend));
  VYRE_RETURN_IF_ERROR(fours.run());
  return fours.run();
}

// The parameter: the most that a submission may take.
class SequenceFaults : public OnFaultyDevice, public ::testing::WithParamInterface<uint64_t> {
 protected:
  std::shared_ptr<VulkanDevice> open_with(void (*patch)(DeviceTable&)) {
    return open_cutting(options_with(patch), GetParam());
  }
};

INSTANTIATE_TEST_SUITE_P(Vulkan, SequenceFaults, ::testing::Values(0, 1), [](const auto& test) {
  return std::string(test.param == 0 ? "Whole" : "Cut");
});

TEST_P(SequenceFaults, EachFailingCallIsSurvived) {
  int failures = 0;
  for (int nth = 1;; ++nth) {
    Faults::disarm();
    const auto backend = open_with(make_all_faulty);
    Faults::arm(nth, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = whole_scenario(*backend);
    if (!Faults::has_struck()) break;
    Faults::disarm();
    failures += status.ok() ? 0 : 1;
    if (!status.ok()) {
      EXPECT_THAT(status.text(), HasSubstr("Fix: ")) << nth;
    }
    const Status after = whole_scenario(*backend);
    EXPECT_TRUE(after.ok()) << "after call " << nth << ": " << after.text();
  }
  EXPECT_GE(failures, 12);
}

TEST_P(SequenceFaults, EachFailingCallOfTwoRunsAtOnceIsSurvived) {
  const backend::SequenceOptions two_timed{true, true, 2};
  const auto backend = open_with(make_all_faulty);
  Fours fours = Fours::create(*backend, two_timed).take();
  int failures = 0;
  for (int nth = 1;; ++nth) {
    EXPECT_TRUE(fours.renew().ok()) << nth;
    Faults::arm(nth, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    failures += fours.run(2).ok() ? 0 : 1;
    const bool struck = Faults::has_struck();
    Faults::disarm();
    if (!struck) break;
    EXPECT_TRUE(fours.renew().ok()) << nth;
    const Status after = fours.run();
    EXPECT_TRUE(after.ok()) << nth << ": " << after.text();
  }
  EXPECT_GE(failures, 4);
}

TEST_P(SequenceFaults, TheSameSequenceRunsAfterAFailedRun) {
  const auto backend = open_with(make_all_faulty);
  Fours fours = Fours::create(*backend).take();
  EXPECT_TRUE(fours.run().ok());
  int failures = 0;
  for (int nth = 1;; ++nth) {
    EXPECT_TRUE(fours.renew().ok());
    Faults::arm(nth, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    failures += fours.run().ok() ? 0 : 1;
    const bool struck = Faults::has_struck();
    Faults::disarm();
    if (!struck) break;
    EXPECT_TRUE(fours.renew().ok()) << nth;
    const Status after = fours.run();
    EXPECT_TRUE(after.ok()) << nth << ": " << after.text();
  }
  EXPECT_GE(failures, 4);
}

TEST_P(SequenceFaults, AFailedChangeLeavesItAsItWas) {
  const auto backend = open_with(make_all_faulty);
  Fours fours = Fours::create(*backend).take();
  int failures = 0;
  for (int nth = 1;; ++nth) {
    EXPECT_TRUE(fours.run().ok()) << nth;
    Faults::arm(nth, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    Status status = fours.renew();
    if (status.ok()) status = fours.add_another();
    const bool struck = Faults::has_struck();
    Faults::disarm();
    if (!struck) break;
    failures += status.ok() ? 0 : 1;
  }
  EXPECT_GE(failures, 2);
}

TEST_P(SequenceFaults, ALostDeviceIsReportedAndStaysLost) {
  int losses = 0;
  for (int nth = 1;; ++nth) {
    Faults::disarm();
    const auto backend = open_with(make_queue_faulty);
    Fours fours = Fours::create(*backend).take();
    Faults::arm(nth, VK_ERROR_DEVICE_LOST);
    Status status = fours.run();
    if (status.ok()) status = fours.run();
    if (!Faults::has_struck()) break;
    ++losses;
    EXPECT_THAT(status, refuses(Code::kDeviceLost, "")) << nth;
    EXPECT_THAT(fours.run(), refuses(Code::kDeviceLost, "is lost"));
    EXPECT_FALSE(fours.renew().ok() && fours.run().ok());
  }
  EXPECT_GE(losses, 2);
}

// What a refused run was to change stays as it was.
TEST_P(SequenceFaults, ARefusedRunChangesNoStep) {
  const auto backend = open_with(make_faulty<&DeviceTable::vkQueueSubmit>);
  for (const bool has_run : {false, true}) {
    Fours fours = Fours::create(*backend).take();
    if (has_run) {
      EXPECT_TRUE(fours.run().ok());
    }
    EXPECT_TRUE(backend->wait_idle(backend::Deadline::max()).value());
    Faults::arm(1, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_THAT(fours.submit_without(), refuses(Code::kOutOfHostMemory, "vkQueueSubmit"));
    Faults::disarm();
    EXPECT_TRUE(fours.run().ok());
  }
}

TEST_P(SequenceFaults, WhatIsRecordedAheadIsWhatRuns) {
  for (const uint32_t flights : {1u, 2u}) {
    const auto backend = open_with(make_faulty<&DeviceTable::vkBeginCommandBuffer>);
    Fours fours = Fours::create(*backend, {.flights = flights}).take();
    EXPECT_TRUE(fours.record().ok());
    Faults::arm(1, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_TRUE(fours.run().ok());
    EXPECT_FALSE(Faults::has_struck());
    Faults::disarm();
  }
}

// A dispatch of its own memory, as often as there are grids.
class PartsOfARun : public OnFaultyDevice {
 protected:
  void open_for(std::span<const uint32_t> grids, uint64_t max_ns,
                const backend::SequenceOptions& options = {}) {
    backend_ = open_cutting(options_with(make_faulty<&DeviceTable::vkQueueSubmit>), max_ns);
    compiled_ = must_compile(*backend_, step_program());
    sequence_ = backend_->create_sequence(options).take();
    for (const uint32_t grid : grids) {
      memory_.push_back(must_allocate(*backend_, uint64_t{kMostWorkgroups} * 256));
      with_dispatch(grid,
                    [&](const backend::Step& step) { EXPECT_TRUE(sequence_->add(step).ok()); });
    }
  }
  void TearDown() override {
    sequence_.reset();
    memory_.clear();
    compiled_ = {};
    semaphore_.reset();
    backend_.reset();
    OnFaultyDevice::TearDown();
  }
  template <typename Function>
  void with_dispatch(uint32_t grid, Function function) {
    const std::vector<backend::BufferUse> uses = {owned_of(memory_.back())};
    function(dispatch_step({{&compiled_.executable, 1}, {grid, 1, 1}, uses}));
  }
  void replace_last(uint32_t grid) {
    with_dispatch(grid, [&](const backend::Step& step) {
      const auto number = static_cast<uint32_t>(memory_.size() - 1);
      EXPECT_TRUE(sequence_->stage(number, step).ok());
      sequence_->replace();
    });
  }
  uint64_t run() {
    const uint64_t run = test::value_of(sequence_->submit());
    EXPECT_TRUE(sequence_->wait(run, backend::Deadline::max()).ok());
    return run;
  }
  Result<uint64_t> submit_between(uint64_t wait, uint64_t signal) {
    const std::array waits = {backend::SyncPoint{semaphore(), wait}};
    const std::array signals = {backend::SyncPoint{semaphore(), signal}};
    return sequence_->submit({.wait_points = waits, .signal_points = signals});
  }
  const std::shared_ptr<backend::Semaphore>& semaphore() {
    if (semaphore_ == nullptr) semaphore_ = backend_->create_semaphore().take();
    return semaphore_;
  }
  uint64_t submissions() const { return backend_->counters().submissions.value(); }
  std::optional<double> workgroup_ns() const {
    return own(*backend_, *compiled_.executable).kernel()->workgroup_cost().workgroup_ns();
  }

  static constexpr uint32_t kMostWorkgroups = 4096;
  static constexpr std::array<uint32_t, 2> kTwo = {1, 1};

  std::shared_ptr<VulkanDevice> backend_;
  Compiled compiled_;
  std::vector<std::shared_ptr<backend::Memory>> memory_;
  std::shared_ptr<backend::Semaphore> semaphore_;
  std::unique_ptr<backend::DeviceSequence> sequence_;
};

// So that a failure cannot leave some of them behind.
TEST_F(PartsOfARun, AreHandedOverInOneCall) {
  open_for(kTwo, 1);
  const uint64_t before = submissions();
  Faults::arm(2, VK_ERROR_OUT_OF_HOST_MEMORY);
  run();
  EXPECT_FALSE(Faults::has_struck());
  Faults::disarm();
  EXPECT_GE(submissions(), before + 2);
  EXPECT_EQ(words_of(*backend_, *memory_.back())[0], 1u);
}

TEST_F(PartsOfARun, BeginBehindThePointsAndReachThemWithTheLast) {
  open_for(kTwo, 1);
  const uint64_t run = submit_between(1, 2).take();
  EXPECT_FALSE(sequence_->wait(run, backend::Deadline()).value());
  EXPECT_FALSE(semaphore()->wait(2, backend::Deadline()).value());
  EXPECT_TRUE(semaphore()->signal(1).ok());
  EXPECT_TRUE(semaphore()->wait(2, backend::Deadline::max()).value());
  EXPECT_EQ(words_of(*backend_, *memory_.back())[0], 1u);
}

// Nobody is going to move its points, so nothing may wait for them.
TEST_F(PartsOfARun, ThatIsRefusedLeaveNothingThatWaits) {
  for (const uint64_t max_ns : {uint64_t{0}, uint64_t{1}}) {
    open_for(kTwo, max_ns);
    run();
    for (int nth = 1;; ++nth) {
      Faults::arm(nth, VK_ERROR_OUT_OF_HOST_MEMORY);
      const uint64_t next = 2 * static_cast<uint64_t>(nth);
      const auto refused = submit_between(next - 1, next);
      const bool struck = Faults::has_struck();
      Faults::disarm();
      if (!struck) {
        EXPECT_TRUE(refused.ok());
        EXPECT_TRUE(semaphore()->signal(next - 1).ok());
        break;
      }
      EXPECT_FALSE(refused.ok());
      run();  // to its end
      EXPECT_FALSE(semaphore()->wait(next, backend::Deadline()).value());
    }
    EXPECT_TRUE(backend_->wait_idle(backend::Deadline::max()).value());
    sequence_.reset();
    memory_.clear();
    semaphore_.reset();
  }
}

// What a kernel took on one grid is not what it takes on another.
TEST_F(PartsOfARun, ThatWereRecordedAnewTellNothingBeforeTheyRan) {
  open_for(std::array{1u}, 1000000000);
  run();
  replace_last(kMostWorkgroups);
  EXPECT_TRUE(sequence_->record().ok());
  const auto known = workgroup_ns();
  EXPECT_TRUE(sequence_->record().ok());
  EXPECT_EQ(workgroup_ns(), known);
}

TEST_F(PartsOfARun, KeepTheTimeOfTheLastRunWhenTheyAreRecordedAnew) {
  open_for(kTwo, 0, {.timed = true});
  const uint64_t last = run();
  const auto took = sequence_->device_ns(last);
  backend::SubmitPolicy policy = backend_->submit_policy().take();
  policy.max_submission_ns = 1;
  EXPECT_TRUE(backend_->set_submit_policy(policy).ok());
  replace_last(2);
  EXPECT_TRUE(sequence_->record().ok());
  EXPECT_EQ(sequence_->device_ns(last), took);
}

}  // namespace
}  // namespace vyre::vulkan
