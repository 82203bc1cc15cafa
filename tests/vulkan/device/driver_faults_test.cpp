#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vulkan/support/on_faulty_device.h"

namespace vyre::vulkan {
namespace {

// Host bytes shared with the device, staged, and a submission for each workgroup.
class VulkanFaults : public OnFaultyDevice, public ::testing::WithParamInterface<const char*> {
 protected:
  static bool is(std::string_view way) { return GetParam() == way; }

  DeviceOptions options_with(void (*patch)(DeviceTable&)) const {
    DeviceOptions options = OnFaultyDevice::options_with(patch);
    options.force_staging = is("staged");
    return options;
  }
  std::shared_ptr<VulkanDevice> open_with(void (*patch)(DeviceTable&)) {
    return open_cutting(options_with(patch), is("cut") ? 1 : 0);
  }
};

INSTANTIATE_TEST_SUITE_P(Vulkan, VulkanFaults, ::testing::Values("shared", "staged", "cut"),
                         [](const auto& test) { return std::string(test.param); });

constexpr size_t kWords = 192;  // of three workgroups
constexpr std::array<uint32_t, 3> kGrid = {3, 1, 1};
const Words kOnes(kWords, 1), kTwos(kWords, 2);

// Everything that a dispatch with host bytes does.
Status dispatch_host_bytes(backend::Device& backend, const Compiled& compiled) {
  VYRE_ASSIGN_OR_RETURN(
      auto pending,
      run(backend, compiled, kGrid, {input_of(kOnes), input_of(kTwos), output_of(kWords)}, true));
  Words words(kWords);
  VYRE_RETURN_IF_ERROR(pending->read(2, 0, std::as_writable_bytes(std::span(words))));
  EXPECT_THAT(words, Each(3u));
  return {};
}

Status dispatch_resident(backend::Device& backend, const Compiled& compiled) {
  std::vector<backend::BufferUse> uses;
  std::vector<std::shared_ptr<backend::Memory>> memory;
  for (int i = 0; i < 3; ++i) {
    VYRE_ASSIGN_OR_RETURN(auto one, backend.allocate(kWords * 4, {}));
    memory.push_back(one);
    uses.push_back(owned_of(std::move(one)));
  }
  VYRE_RETURN_IF_ERROR(backend.write(*memory[0], 0, std::as_bytes(std::span(kOnes))));
  VYRE_RETURN_IF_ERROR(backend.write(*memory[1], 0, std::as_bytes(std::span(kTwos))));
  VYRE_RETURN_IF_ERROR(run(backend, compiled, kGrid, uses).status());
  Words words(kWords);
  VYRE_RETURN_IF_ERROR(backend.read(*memory[2], 0, std::as_writable_bytes(std::span(words))));
  EXPECT_THAT(words, Each(3u));
  return {};
}

Status whole_scenario(backend::Device& backend) {
  VYRE_ASSIGN_OR_RETURN(const Compiled compiled, compile(backend, xor_program()));
  VYRE_RETURN_IF_ERROR(dispatch_host_bytes(backend, compiled));
  return dispatch_resident(backend, compiled);
}

TEST_P(VulkanFaults, EachFailingCallOfAnOpeningIsReported) {
  int failures = 0;
  for (int nth = 1;; ++nth) {
    Faults::arm(nth, VK_ERROR_OUT_OF_HOST_MEMORY);
    auto backend = VulkanDevice::open(instance_, 0, options_with(make_all_faulty));
    if (!Faults::has_struck()) break;
    EXPECT_THAT(backend, refuses(Code::kOutOfHostMemory, "failed with"));
    ++failures;
  }
  EXPECT_GE(failures, 2);
}

TEST_P(VulkanFaults, EachFailingCallOfADispatchIsSurvived) {
  for (const VkResult result : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY}) {
    int failures = 0;
    for (int nth = 1;; ++nth) {
      Faults::disarm();
      const auto backend = open_with(make_all_faulty);
      Faults::arm(nth, result);
      const Status status = whole_scenario(*backend);
      if (!Faults::has_struck()) break;
      Faults::disarm();
      failures += status.ok() ? 0 : 1;  // a failed poll or timestamp need not fail the dispatch
      if (!status.ok()) {
        EXPECT_THAT(status.text(), HasSubstr("Fix: ")) << nth;
      }
      const Status after = whole_scenario(*backend);
      EXPECT_TRUE(after.ok()) << "after call " << nth << ": " << after.text();
    }
    EXPECT_GE(failures, 12);  // how many polls there are depends on the time that work takes
  }
}

// What a driver does not explain is told as its failure, with what it said and what can be done.
TEST_P(VulkanFaults, ADriverThatFailsIsNoMistakeOfOurs) {
  for (const VkResult result : {VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_UNKNOWN}) {
    for (int nth = 1;; ++nth) {
      Faults::disarm();
      const auto backend = open_with(make_all_faulty);
      Faults::arm(nth, result);
      const Status status = whole_scenario(*backend);
      if (!Faults::has_struck()) break;
      if (status.ok()) continue;
      EXPECT_NE(status.code(), Code::kInternal) << status.text();
      EXPECT_EQ(status.info().native_code, result) << status.text();
      EXPECT_THAT(status.text(), HasSubstr(result == VK_ERROR_UNKNOWN ? "update the device's driver"
                                                                      : "vulkaninfo --summary"));
    }
  }
}

TEST_P(VulkanFaults, TheSameExecutableWorksAfterAFailedDispatch) {
  const auto backend = open_with(make_all_faulty);
  const Compiled compiled = must_compile(*backend, xor_program());
  for (int nth = 1;; ++nth) {
    Faults::arm(nth, VK_ERROR_OUT_OF_HOST_MEMORY);
    const Status status = dispatch_host_bytes(*backend, compiled);
    const bool struck = Faults::has_struck();
    Faults::disarm();
    if (!struck) break;
    EXPECT_TRUE(dispatch_host_bytes(*backend, compiled).ok()) << nth;
    EXPECT_TRUE(dispatch_resident(*backend, compiled).ok()) << nth;
  }
}

TEST_P(VulkanFaults, ALostDeviceIsReportedAndStaysLost) {
  int losses = 0;
  for (int nth = 1;; ++nth) {
    Faults::disarm();
    const auto backend = open_with(make_queue_faulty);
    const Compiled compiled = must_compile(*backend, xor_program());
    const auto memory = must_allocate(*backend, 256);
    Faults::arm(nth, VK_ERROR_DEVICE_LOST);
    const Status first = dispatch_host_bytes(*backend, compiled);
    if (!Faults::has_struck()) break;
    ++losses;
    EXPECT_THAT(first, refuses(Code::kDeviceLost, "")) << nth;
    EXPECT_THAT(dispatch_host_bytes(*backend, compiled), refuses(Code::kDeviceLost, "is lost"));
    EXPECT_THAT(compile(*backend, step_program()), refuses(Code::kDeviceLost, "is lost"));
    const auto again =
        backend->submit({{&compiled.executable, 1}, {1, 1, 1}, std::vector(3, output_of(4))});
    EXPECT_THAT(again, refuses(Code::kDeviceLost, "is lost"));
  }
  EXPECT_GE(losses, 2);
}

}  // namespace
}  // namespace vyre::vulkan
