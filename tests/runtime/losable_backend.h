#pragma once

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "runtime/device/device.h"
#include "support/build.h"

namespace vyre::test {

// A device in host memory that can be lost and opened again, as a plug-in would make one: it trusts
// its caller with what it is given, and says so when that is from before a recovery. A dispatch
// copies the first buffer to the last.
class LosableDevice final : public backend::Device {
 public:
  struct Bytes final : backend::Memory {
    Bytes(uint64_t count, int made_in)
        : bytes(static_cast<size_t>(count)), made_in_device(made_in) {}
    uint64_t size() const override { return bytes.size(); }
    std::vector<std::byte> bytes;
    const int made_in_device;
  };
  struct Kernel final : backend::Executable {
    explicit Kernel(int made_in) : made_in_device(made_in) {}
    const int made_in_device;
  };

  LosableDevice() {
    profile_.max_workgroup_size = {1024, 1024, 64};
    profile_.max_workgroup_count = {65535, 65535, 65535};
    profile_.max_workgroup_invocations = 1024;
  }

  std::string_view id() const override { return name; }
  std::string_view version() const override { return compiled; }
  std::vector<uint8_t> code_identity() const override { return identity; }
  const profile::DeviceProfile& profile() const override { return profile_; }

  Result<std::shared_ptr<backend::Memory>> allocate(uint64_t size) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    return std::shared_ptr<backend::Memory>(std::make_shared<Bytes>(size, device_));
  }
  Status write(backend::Memory& memory, uint64_t offset,
               std::span<const std::byte> bytes) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    std::memcpy(ours(memory).bytes.data() + offset, bytes.data(), bytes.size());
    return {};
  }
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    std::memcpy(bytes.data(), ours(memory).bytes.data() + offset, bytes.size());
    return {};
  }
  Result<std::shared_ptr<backend::Executable>> compile(const backend::CompileRequest&) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    const auto made = std::make_shared<Kernel>(device_);
    const std::lock_guard lock(newest_mutex_);
    newest_kernel_ = made;
    return std::shared_ptr<backend::Executable>(made);
  }
  Result<std::unique_ptr<backend::Work>> submit(const backend::Dispatch& dispatch,
                                                const backend::SubmitOptions&) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    const auto& code = static_cast<const Kernel&>(*dispatch.executable);
    if (code.made_in_device != device_) ++strangers;
    for (const backend::BufferUse& use : dispatch.buffers) {
      if (use.memory != nullptr) (void)ours(*use.memory);
    }
    if (dispatch.buffers.size() == 2 && dispatch.buffers[0].memory && dispatch.buffers[1].memory) {
      ours(*dispatch.buffers[1].memory).bytes = ours(*dispatch.buffers[0].memory).bytes;
    }
    return std::unique_ptr<backend::Work>(std::make_unique<Done>());
  }

  Status flush() override { return check(); }
  Status shutdown() override {
    is_shut_down = true;
    return {};
  }
  bool device_lost() const override { return lost; }
  bool recovers() const override { return true; }
  Status recover() override {
    if (calls_ != 0) ++strangers;  // the device is taken away under a call
    VYRE_RETURN_IF_ERROR(recovery_failure.ok() ? Status() : Status(recovery_failure.info()));
    ++device_;
    lost = false;
    return {};
  }

  // Set before a runtime::Device is made of it.
  std::string name = "losable";
  std::string compiled = "1";
  std::vector<uint8_t> identity;  // empty: nothing is kept

  // Whether nobody has the kernel that was compiled last.
  bool newest_is_gone() {
    const std::lock_guard lock(newest_mutex_);
    return newest_kernel_.expired();
  }

  std::atomic<bool> lost = false;
  std::atomic<bool> is_shut_down = false;
  std::atomic<int> strangers = 0;  // objects of another device, calls that must not be
  Status recovery_failure;

 private:
  struct Done final : backend::Work {
    backend::PendingState wait(backend::Deadline) override { return backend::PendingState::kReady; }
    Status status() override { return {}; }
    Status read(uint32_t, uint64_t, std::span<std::byte>) override { return {}; }
    backend::Timing timing() const override { return {}; }
  };
  struct Call {
    explicit Call(LosableDevice& of) : backend(of) {
      ++backend.calls_;
      if (backend.is_shut_down) ++backend.strangers;
    }
    ~Call() { --backend.calls_; }
    LosableDevice& backend;
  };

  Status check() const {
    return lost ? fail(Code::kDeviceLost, "the device is lost. Fix: recover it") : Status();
  }
  Bytes& ours(backend::Memory& memory) {
    auto& bytes = static_cast<Bytes&>(memory);
    if (bytes.made_in_device != device_) ++strangers;
    return bytes;
  }

  profile::DeviceProfile profile_;
  std::atomic<int> calls_ = 0;
  std::atomic<int> device_ = 1;
  std::mutex newest_mutex_;
  std::weak_ptr<Kernel> newest_kernel_;  // guarded by it
};

}  // namespace vyre::test
