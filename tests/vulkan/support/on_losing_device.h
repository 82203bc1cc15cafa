#pragma once

#include <vector>

#include "device_loss.h"
#include "on_device.h"

namespace vyre::vulkan {

// A test on a device that loses itself.
class OnLosingDevice : public OnDevice {
 protected:
  using At = Losses::At;

  void TearDown() override {
    Losses::stall(false);
    Losses::lose_at(At::kNowhere);
    OnDevice::TearDown();
  }

  static DeviceOptions losing(bool staged = false) {
    DeviceOptions options;
    options.patch_functions = Losses::patch;
    options.force_staging = staged;
    return options;
  }

  static std::vector<backend::BufferUse> host_uses(const Words& a, const Words& b) {
    return {input_of(a), input_of(b), output_of(a.size())};
  }

  // Work that does not end before the device is lost.
  static std::unique_ptr<backend::DeviceWork> stalled(backend::Device& backend,
                                                      const Compiled& compiled,
                                                      const std::vector<backend::BufferUse>& uses) {
    Losses::stall(true);
    auto pending = backend.submit({{&compiled.executable, 1}, {1, 1, 1}, uses});
    Losses::stall(false);
    EXPECT_TRUE(pending.ok()) << pending.error().text();
    return pending.ok() ? pending.take() : nullptr;
  }

  // The device's own memory is mapped where the host reaches it, and what a write passes through
  // where not.
  static Status write_new(backend::Device& backend, uint64_t size) {
    VYRE_ASSIGN_OR_RETURN(const auto memory, backend.allocate(size, {.unfilled = true}));
    return backend.write(*memory, 0, std::vector<std::byte>(size));
  }

  // Makes the call that finds the loss, and returns what that call says.
  static Status lose(backend::Device& backend, const Compiled& compiled, At where) {
    constexpr uint64_t kBlockOfItsOwn = uint64_t{24} << 20;
    Losses::lose_at(where);
    const Words words(64, 1);
    switch (where) {
      case At::kSubmit:
        return run(backend, compiled, {1, 1, 1}, host_uses(words, words)).status();
      case At::kWait: {
        const auto pending = stalled(backend, compiled, host_uses(words, words));
        (void)pending->wait(backend::Deadline::max());
        return pending->status();
      }
      case At::kAllocate:
        return std::move(backend.allocate(kBlockOfItsOwn, {})).status();
      case At::kMap:
        return write_new(backend, kBlockOfItsOwn);
      case At::kCompile:
        return compile(backend, step_program()).status();
      case At::kOpen:
      case At::kNowhere:
        break;
    }
    return {};
  }
};

inline const Words kOnes(64, 1), kTwos(64, 2);

inline std::string name_of(Losses::At where) {
  constexpr const char* kNames[] = {"Nowhere", "Submit",  "Wait", "Allocate",
                                    "Map",     "Compile", "Open"};
  return kNames[static_cast<size_t>(where)];
}

inline constexpr Losses::At kEverywhere[] = {Losses::At::kSubmit, Losses::At::kWait,
                                             Losses::At::kAllocate, Losses::At::kMap};

}  // namespace vyre::vulkan
