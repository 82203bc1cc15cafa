#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "backend/sequence.h"
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
  const std::array all = {backend::StepReplacement{1, step}};
  return sequence.replace(all);
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

using HalfOfASequence = OnFaultyDevice;

// The second of two submissions fails while the first runs.
TEST_F(HalfOfASequence, IsWaitedFor) {
  const auto failing = [](DeviceTable& table) { make_faulty<&DeviceTable::vkQueueSubmit>(table); };
  const auto backend = open_cutting(options_with(failing), 1);
  const Compiled compiled = must_compile(*backend, step_program());
  constexpr uint32_t kWorkgroups = 1 << 18;
  const auto large = must_allocate(*backend, uint64_t{kWorkgroups} * 256);
  const std::vector<backend::BufferUse> long_use = {owned_of(large)};
  const std::vector<backend::BufferUse> short_use = {owned_of(must_allocate(*backend, 256))};
  const backend::Dispatch long_one{{&compiled.executable, 1}, {kWorkgroups, 1, 1}, long_use};
  const backend::Dispatch short_one{{&compiled.executable, 1}, {1, 1, 1}, short_use};
  const auto sequence = backend->create_sequence({}).take();
  ASSERT_TRUE(sequence->add(dispatch_step(long_one)).ok());
  ASSERT_TRUE(sequence->add(dispatch_step(short_one)).ok());
  Faults::arm(2, VK_ERROR_OUT_OF_HOST_MEMORY);
  EXPECT_FALSE(sequence->submit().ok());
  EXPECT_TRUE(Faults::has_struck());
  Faults::disarm();
  EXPECT_TRUE(replace(*sequence, dispatch_step(short_one)).ok());
  const uint64_t run = sequence->submit().take();
  EXPECT_TRUE(sequence->wait(run, backend::Deadline::max()).ok());
  EXPECT_EQ(std::ranges::count(words_of(*backend, *large), 4u), large->size() / 4);  // zeros, twice
}

}  // namespace
}  // namespace vyre::vulkan
