#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "launch/geometry.h"

namespace vyre::test {

// What a scripted backend was told and what it is to answer. Shared by a test and its backend.
struct Script {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<backend::PendingState> end;  // none: work is under way; guarded by mutex
  Status failure;                            // of failed work
  std::optional<Status> refusal;             // what submit answers instead of working
  backend::Timing timing;
  uint32_t waiting = 0;  // threads inside Pending::wait; guarded by mutex
  uint32_t max_waiting = 0;

  std::vector<backend::BufferUse> uses;  // of the last submission
  launch::Axes grid = {0, 0, 0};
  launch::Axes workgroup_size = {0, 0, 0};  // of the last compilation

  void finish(backend::PendingState state) {
    const std::lock_guard lock(mutex);
    end = state;
    changed.notify_all();
  }
};

class ScriptedMemory final : public backend::Memory {
 public:
  explicit ScriptedMemory(uint64_t size) : bytes(size) {}
  uint64_t size() const override { return bytes.size(); }
  std::vector<std::byte> bytes;
};

class ScriptedWork final : public backend::Work {
 public:
  explicit ScriptedWork(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  backend::PendingState wait(backend::Deadline deadline) override {
    std::unique_lock lock(script_->mutex);
    script_->max_waiting = std::max(script_->max_waiting, ++script_->waiting);
    script_->changed.wait_until(lock, deadline, [&] { return script_->end.has_value(); });
    --script_->waiting;
    return script_->end.value_or(backend::PendingState::kPending);
  }
  Status status() override {
    return script_->failure.ok() ? Status() : Status(script_->failure.info());
  }
  Status read(uint32_t binding, uint64_t offset, std::span<std::byte> out) override {
    for (size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<std::byte>(16 * binding + offset + i);
    }
    return {};
  }
  backend::Timing timing() const override { return script_->timing; }

 private:
  const std::shared_ptr<Script> script_;
};

class ScriptedDevice final : public backend::Device {
 public:
  ScriptedDevice(std::string id, profile::DeviceProfile profile, std::shared_ptr<Script> script)
      : id_(std::move(id)), profile_(std::move(profile)), script_(std::move(script)) {}

  std::string_view id() const override { return id_; }
  std::string_view version() const override { return "1"; }
  const profile::DeviceProfile& profile() const override { return profile_; }
  Result<std::shared_ptr<backend::Memory>> allocate(uint64_t size) override {
    return std::shared_ptr<backend::Memory>(std::make_shared<ScriptedMemory>(size));
  }
  Status write(backend::Memory&, uint64_t, std::span<const std::byte>) override { return {}; }
  Status read(backend::Memory&, uint64_t, std::span<std::byte>) override { return {}; }
  Result<std::shared_ptr<backend::Executable>> compile(
      const backend::CompileRequest& request) override {
    script_->workgroup_size = request.workgroup_size;
    return std::make_shared<backend::Executable>();
  }
  Result<std::unique_ptr<backend::Work>> submit(const backend::Dispatch& dispatch,
                                                const backend::SubmitOptions&) override {
    if (script_->refusal) return Status(script_->refusal->info());
    script_->grid = dispatch.grid;
    script_->uses.assign(dispatch.buffers.begin(), dispatch.buffers.end());
    return std::unique_ptr<backend::Work>(std::make_unique<ScriptedWork>(script_));
  }

 private:
  const std::string id_;
  const profile::DeviceProfile profile_;
  const std::shared_ptr<Script> script_;
};

inline profile::DeviceProfile roomy_profile() {
  profile::DeviceProfile profile;
  profile.kind = profile::DeviceKind::kDiscrete;
  profile.max_workgroup_size = {1024, 1024, 64};
  profile.max_workgroup_count = {65535, 65535, 65535};
  profile.max_workgroup_invocations = 1024;
  profile.max_buffer_bytes = 1u << 30;
  return profile;
}

// A backend of scripted devices; those with a |failure| do not open.
class ScriptedBackend final : public backend::Backend {
 public:
  struct Member {
    backend::DeviceEntry device;
    std::string failure;
  };
  ScriptedBackend(std::string name, uint32_t rank, std::vector<Member> members,
                  std::shared_ptr<Script> script)
      : name_(std::move(name)),
        rank_(rank),
        members_(std::move(members)),
        script_(std::move(script)) {}

  std::string_view name() const override { return name_; }
  std::optional<uint32_t> rank() const override { return rank_; }
  std::optional<bool> dispatches() const override { return true; }
  Result<std::vector<backend::DeviceEntry>> find() override {
    std::vector<backend::DeviceEntry> devices;
    for (const Member& member : members_) devices.push_back(member.device);
    return devices;
  }
  size_t opened() const { return opened_; }  // attempts
  Result<std::shared_ptr<backend::Device>> open(size_t device) override {
    const Member& member = members_[device];
    ++opened_;
    if (!member.failure.empty()) return fail(Code::kDeviceLost, member.failure, ". Fix: plug in");
    return std::shared_ptr<backend::Device>(
        std::make_shared<ScriptedDevice>(member.device.id, member.device.profile, script_));
  }

 private:
  const std::string name_;
  const uint32_t rank_;
  const std::vector<Member> members_;
  const std::shared_ptr<Script> script_;
  std::atomic<size_t> opened_ = 0;
};

// A backend that cannot even be asked.
class BrokenBackend final : public backend::Backend {
 public:
  explicit BrokenBackend(int* asked = nullptr) : asked_(asked) {}  // counts the attempts

  std::string_view name() const override { return "broken"; }
  std::optional<uint32_t> rank() const override { return 1; }
  Result<std::vector<backend::DeviceEntry>> find() override {
    if (asked_ != nullptr) ++*asked_;
    return fail(Code::kNotFound, "no loader. Fix: install one");
  }
  Result<std::shared_ptr<backend::Device>> open(size_t) override {
    return fail(Code::kInternal, "opened. Fix: do not");
  }

 private:
  int* const asked_;
};

}  // namespace vyre::test
