#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/sequence.h"
#include "launch/geometry.h"
#include "support/counting_semaphore.h"

namespace vyre::test {

// What a scripted backend was told and what it is to answer. Shared by a test and its backend.
struct Script {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<backend::PendingState> end;  // none: work is under way; guarded by mutex
  Status failure;                            // of failed work
  std::optional<Status> refusal;             // what submit answers instead of working
  size_t accepted = 0;                       // submissions before that
  bool takes_points = false;                 // of any semaphore
  backend::Timing timing;
  uint32_t waiting = 0;  // threads inside Work::wait; guarded by mutex
  uint32_t max_waiting = 0;
  uint32_t canceled = 0;     // calls of Work::cancel; guarded by mutex
  uint32_t carried = 0;      // calls of Work::wait behind a cancel; guarded by mutex
  uint32_t submissions = 0;  // that succeeded; guarded by mutex

  std::atomic<int> device = 1;     // number of the device that is open now
  std::atomic<bool> lost = false;  // that device
  std::atomic<bool> is_shut_down = false;
  std::atomic<int> strangers = 0;          // objects of another device, calls that must not be
  Status recovery_failure;                 // why the next recoveries fail
  bool is_lost_again = false;              // as soon as it is recovered
  std::function<void()> while_compiling;   // before the device is looked at
  std::function<void()> while_allocating;  // the next time
  std::function<void()> while_recovering;
  std::function<void()> while_waiting;                               // before work is looked at
  std::function<std::unique_ptr<backend::DeviceSequence>()> record;  // none: it records nothing

  std::vector<backend::BufferUse> uses;  // of the last submission
  std::vector<std::string> labels;       // of all submissions; guarded by mutex
  bool blocking = false;                 // that of the last submission
  launch::Axes grid = {0, 0, 0};
  launch::Axes workgroup_size = {0, 0, 0};           // of the last compilation
  std::weak_ptr<backend::Executable> newest_kernel;  // guarded by mutex

  static std::shared_ptr<Script> of_finished_work() {
    auto script = std::make_shared<Script>();
    script->end = backend::PendingState::kReady;
    return script;
  }

  void finish(backend::PendingState state) {
    const std::lock_guard lock(mutex);
    end = state;
    changed.notify_all();
  }

  // Work is under way again, what was submitted before included.
  void begin_again() {
    const std::lock_guard lock(mutex);
    end.reset();
  }

  // Whether nobody has the kernel that was compiled last.
  bool newest_is_gone() {
    const std::lock_guard lock(mutex);
    return newest_kernel.expired();
  }

  // Until |threads| are inside Work::wait at once.
  void wait_for_waiting(uint32_t threads) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return waiting == threads; });
  }
};

struct ScriptedMemory final : backend::Memory {
  ScriptedMemory(uint64_t size, int device)
      : bytes(static_cast<size_t>(size)), made_in_device(device) {}
  uint64_t size() const override { return bytes.size(); }
  std::vector<std::byte> bytes;
  const int made_in_device;
};

struct ScriptedKernel final : backend::Executable {
  explicit ScriptedKernel(int device) : made_in_device(device) {}
  const int made_in_device;
};

class ScriptedWork final : public backend::DeviceWork {
 public:
  explicit ScriptedWork(std::shared_ptr<Script> script) : script_(std::move(script)) {}

  backend::PendingState wait(backend::Deadline deadline) override {
    if (script_->while_waiting) script_->while_waiting();
    std::unique_lock lock(script_->mutex);
    script_->carried += is_canceled_ ? 1 : 0;
    script_->max_waiting = std::max(script_->max_waiting, ++script_->waiting);
    script_->changed.notify_all();
    script_->changed.wait_until(lock, deadline,
                                [&] { return script_->end.has_value() || is_canceled_; });
    --script_->waiting;
    return script_->end.value_or(backend::PendingState::kPending);
  }
  bool cancel() override {
    const std::lock_guard lock(script_->mutex);
    ++script_->canceled;
    is_canceled_ = true;
    script_->changed.notify_all();
    return !script_->end.has_value();
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
  bool is_canceled_ = false;  // guarded by the script's mutex
};

inline profile::DeviceProfile roomy_profile() {
  profile::DeviceProfile profile;
  profile.kind = profile::DeviceKind::kDiscrete;
  profile.max_workgroup_size = {1024, 1024, 64};
  profile.max_workgroup_count = {65535, 65535, 65535};
  profile.max_workgroup_invocations = 1024;
  profile.max_buffer_bytes = 1u << 30;
  profile.max_push_constant_bytes = 256;
  profile.workgroup_memory_bytes = 32768;
  return profile;
}

// A device in host memory that does what its script says, and can be lost and opened again. As a
// plug-in would it trusts its caller with what it is given, and says so when that is from before a
// recovery. A dispatch of two buffers copies the first to the second.
class ScriptedDevice final : public backend::Device {
 public:
  explicit ScriptedDevice(std::string id, profile::DeviceProfile profile = roomy_profile(),
                          std::shared_ptr<Script> script = Script::of_finished_work())
      : name(std::move(id)), profile_(std::move(profile)), script_(std::move(script)) {}

  std::string_view id() const override { return name; }
  std::string_view version() const override { return compiled; }
  const profile::DeviceProfile& profile() const override { return profile_; }
  const backend::Capabilities& capabilities() const override { return can; }
  const spirv::Target* target() const override { return lowered_for ? &*lowered_for : nullptr; }

  Result<std::shared_ptr<backend::Memory>> allocate(uint64_t size,
                                                    const backend::AllocateOptions&) override {
    const Call call(*this);
    if (script_->while_allocating) std::exchange(script_->while_allocating, nullptr)();
    VYRE_RETURN_IF_ERROR(check());
    return std::shared_ptr<backend::Memory>(std::make_shared<ScriptedMemory>(size, number_));
  }
  Status write(backend::Memory& memory, uint64_t offset,
               std::span<const std::byte> bytes) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    note_moved(bytes.size());
    std::memcpy(ours(memory).bytes.data() + offset, bytes.data(), bytes.size());
    return {};
  }
  Status read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    note_moved(bytes.size());
    std::memcpy(bytes.data(), ours(memory).bytes.data() + offset, bytes.size());
    return {};
  }
  Result<backend::LoadedKernel> load(const launch::KernelSource& source,
                                     std::optional<spirv::Module>,
                                     std::optional<backend::DriverData>) override {
    const Call call(*this);
    if (script_->while_compiling) script_->while_compiling();
    VYRE_RETURN_IF_ERROR(check());
    const auto made = std::make_shared<ScriptedKernel>(number_);
    const std::lock_guard lock(script_->mutex);
    script_->workgroup_size = source.workgroup_size;
    script_->newest_kernel = made;
    return backend::LoadedKernel{made};
  }
  Result<std::unique_ptr<backend::DeviceSequence>> create_sequence(
      const backend::SequenceOptions&) override {
    return script_->record ? script_->record() : nullptr;
  }
  Result<std::unique_ptr<backend::DeviceWork>> submit(const backend::Dispatch& dispatch) override {
    const Call call(*this);
    VYRE_RETURN_IF_ERROR(check());
    const std::lock_guard lock(script_->mutex);
    const bool is_refused = script_->refusal && script_->labels.size() >= script_->accepted;
    if (is_refused) return Status(script_->refusal->info());
    script_->grid = dispatch.grid;
    script_->blocking = dispatch.options.blocking;
    script_->labels.emplace_back(dispatch.options.label);
    script_->uses.assign(dispatch.buffers.begin(), dispatch.buffers.end());
    const auto& code = static_cast<const ScriptedKernel&>(*dispatch.executables.front());
    if (code.made_in_device != number_) ++script_->strangers;
    for (const backend::BufferUse& use : dispatch.buffers) {
      if (use.memory != nullptr) (void)ours(*use.memory);
    }
    if (dispatch.buffers.size() == 2 && dispatch.buffers[0].memory && dispatch.buffers[1].memory) {
      ours(*dispatch.buffers[1].memory).bytes = ours(*dispatch.buffers[0].memory).bytes;
    }
    auto work = std::make_unique<ScriptedWork>(script_);
    ++script_->submissions;
    return std::unique_ptr<backend::DeviceWork>(std::move(work));
  }
  bool takes(const backend::Semaphore& semaphore) const override {
    return script_->takes_points || semaphore.owner() == this;
  }
  Result<std::shared_ptr<backend::Semaphore>> create_semaphore() override {
    return std::shared_ptr<backend::Semaphore>(std::make_shared<CountingSemaphore>(this));
  }

  Result<bool> wait_idle(backend::Deadline) override {
    VYRE_RETURN_IF_ERROR(check());
    return true;
  }
  Status shutdown() override {
    script_->is_shut_down = true;
    return {};
  }
  bool device_lost() const override { return script_->lost; }
  Result<std::shared_ptr<backend::Device>> recover() override {
    if (!can.recovers) return Device::recover();
    if (calls_ != 0) ++script_->strangers;  // the device is taken away under a call
    if (script_->while_recovering) script_->while_recovering();
    const Status& failure = script_->recovery_failure;
    VYRE_RETURN_IF_ERROR(failure.ok() ? Status() : Status(failure.info()));
    auto fresh = std::make_shared<ScriptedDevice>(name, profile_, script_);
    fresh->compiled = compiled;
    fresh->can = can;
    fresh->number_ = ++script_->device;
    script_->lost = script_->is_lost_again;
    return std::shared_ptr<backend::Device>(std::move(fresh));
  }

  // Set before a runtime::Device is made of it.
  std::string name;
  std::string compiled = "1";
  std::optional<spirv::Target> lowered_for;
  backend::Capabilities can;

  Script& script() { return *script_; }

  std::atomic<size_t> max_moved = 0;  // bytes of one read or write

 private:
  struct Call {
    explicit Call(ScriptedDevice& of) : backend(of) {
      ++backend.calls_;
      const Script& script = *backend.script_;
      if (script.is_shut_down || script.device != backend.number_) ++backend.script_->strangers;
    }
    ~Call() { --backend.calls_; }
    ScriptedDevice& backend;
  };

  using backend::Device::check;
  Status check() const {
    if (!script_->lost) return {};
    return fail(Code::kDeviceLost, "the device is lost. Fix: recover it");
  }
  ScriptedMemory& ours(backend::Memory& memory) {
    auto& known = static_cast<ScriptedMemory&>(memory);
    if (known.made_in_device != number_) ++script_->strangers;
    return known;
  }
  void note_moved(size_t bytes) { max_moved = std::max(max_moved.load(), bytes); }

  const profile::DeviceProfile profile_;
  const std::shared_ptr<Script> script_;
  std::atomic<int> calls_ = 0;
  int number_ = 1;
};

// That can be lost and recovered.
inline std::shared_ptr<ScriptedDevice> losable_device(
    std::shared_ptr<Script> script = Script::of_finished_work()) {
  auto device = std::make_shared<ScriptedDevice>("losable", roomy_profile(), std::move(script));
  device->can.recovers = true;
  return device;
}

// A backend of scripted devices; those with a |failure| do not open. Without a rank it brings no
// records along.
class ScriptedBackend final : public backend::Backend {
 public:
  struct Member {
    backend::DeviceEntry device;
    std::string failure;
  };
  ScriptedBackend(std::string name, std::optional<uint32_t> rank, std::vector<Member> members,
                  std::shared_ptr<Script> script)
      : name_(std::move(name)),
        rank_(rank),
        members_(std::move(members)),
        script_(std::move(script)) {}

  std::string_view name() const override { return name_; }
  std::optional<uint32_t> rank() const override { return rank_; }
  std::optional<bool> dispatches() const override {
    return rank_ ? std::optional(true) : std::nullopt;
  }
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
  const std::optional<uint32_t> rank_;
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
