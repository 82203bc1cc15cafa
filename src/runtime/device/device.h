#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "backend/device.h"
#include "runtime/context/context.h"
#include "runtime/device/addressed_buffers.h"
#include "runtime/device/background_gate.h"
#include "runtime/device/lifecycle_lock.h"
#include "runtime/device/unowned_work.h"
#include "runtime/kernel_cache/kernel_cache.h"

namespace vyre::runtime {

class Comparison;

// What is counted the same way on every device. Thread-safe.
struct CallCounters : backend::Counts {
  Count buffers_freed = 0;  // early
};

// An open device together with the context that it was opened from. Says from when on its objects
// are those of a device that is gone, and keeps recovery and shutdown apart from all other calls.
class Device {
 public:
  static Result<std::shared_ptr<Device>> open(std::shared_ptr<Context> context,
                                              const backend::SelectOptions& options) {
    VYRE_ASSIGN_OR_RETURN(auto raw, context->inventory().open(options));
    return std::make_shared<Device>(std::move(context), std::move(raw));
  }
  Device(std::shared_ptr<Context> context, std::shared_ptr<backend::Device> raw);
  ~Device() { background_gate_->close(); }

  Context& context() const { return *context_; }
  const std::shared_ptr<Context>& shared_context() const { return context_; }
  // What stays the same through recoveries and behind a shutdown.
  const std::string& id() const { return id_; }
  const std::string& version() const { return version_; }
  const profile::DeviceProfile& profile() const { return profile_; }
  const backend::Capabilities& capabilities() const { return capabilities_; }
  // What sources are lowered for; null: it takes programs as they are.
  const spirv::Target* target() const { return target_ ? &*target_ : nullptr; }

  CallCounters& call_counters() const { return call_counters_; }
  // Bytes that a call brought from the host, and to it.
  void count_uploaded(uint64_t bytes) const { count(call_counters_.uploaded_bytes, bytes); }
  void count_downloaded(uint64_t bytes) const { count(call_counters_.downloaded_bytes, bytes); }
  Trace* trace() const { return context_->trace(); }

  // Grows with each recovery. Objects remember the one in which they were made. After a later one
  // check_current() refuses them: pipelines and pending work for good, buffers that are not
  // restorable too, others get new memory.
  uint64_t generation() const { return generation_.load(); }

  // While it lives the device is neither recovered nor shut down. Held for one call of the device,
  // never for two at a time.
  class Use {
   public:
    explicit Use(const Device& device) : device_(&device) { device.lifecycle_lock_.enter(); }
    ~Use() {
      if (device_ != nullptr) device_->lifecycle_lock_.leave();
    }
    Use(Use&& other) noexcept : device_(std::exchange(other.device_, nullptr)) {}
    Use& operator=(Use&&) = delete;
    backend::Device* operator->() const { return device_->raw_.get(); }
    backend::Device& operator*() const { return *device_->raw_; }

   private:
    const Device* device_;
  };

  // Fails after a shutdown, and when objects of |generation| are from before a recovery.
  Result<Use> use(uint64_t generation) const;

  Result<std::shared_ptr<backend::Executable>> compile(uint64_t generation,
                                                       const launch::KernelSource& source,
                                                       Origin* origin = nullptr,
                                                       bool only_kept = false) const;

  // Compiled when it is first asked for, and again after a recovery.
  Result<std::shared_ptr<const Comparison>> comparison(uint64_t generation) const;

  // Of all compiled code that is in memory, for prepare() in a later process.
  std::vector<cache::Key> code_keys() const { return code_.keys(); }
  // Loads what the disk has under that key: whether a pipeline will find it.
  Result<bool> prepare(const cache::Key& key);
  cache::MemoryCounters code_counters() const { return code_.counters(); }

  // The device as it is now, for calls that only ask: they wait for no recovery and no shutdown.
  Result<std::shared_ptr<backend::Device>> current() const;

  // What |call| gives for the device as it is now.
  template <typename Call>
  auto with_raw(Call call) const -> decltype(call(std::declval<backend::Device&>())) {
    VYRE_ASSIGN_OR_RETURN(const Use raw, use(generation()));
    return call(*raw);
  }

  const std::shared_ptr<BackgroundGate>& background_gate() const { return background_gate_; }

  // Memory that it may take, here and after recoveries.
  Status set_budget(backend::Budget budget);

  UnownedWork& unowned() const { return unowned_; }
  AddressedBuffers& addressed() const { return addressed_; }

  Status shutdown();
  bool is_lost() const;
  Status recover();
  backend::Counters counters() const;

  // What a room above keeps with the device until that goes; |make()| makes it once.
  template <typename Make>
  void* attached(Make make) const {
    std::call_once(attaching_, [&] { attached_ = make(); });
    return attached_.get();
  }

  // Refuses what was made in another generation; |what()| names it.
  template <typename What>
  Status check_current(uint64_t made_in, What what) const {
    return made_in == generation() ? Status() : outdated(what());
  }
  static Status outdated(std::string_view what);

 private:
  // Once: threads share the counts.
  void count(CallCounters::Count& of, uint64_t bytes) const {
    if (bytes != 0 && !capabilities_.counts_bytes) CallCounters::add(of, bytes);
  }
  Status check_open() const;
  void forget_comparison();
  // What was there before. Only while lifecycle_lock_ is closed.
  std::shared_ptr<backend::Device> replace(std::shared_ptr<backend::Device> fresh);

  const std::shared_ptr<Context> context_;  // outlives the device
  mutable std::mutex raw_mutex_;
  // Null after a shutdown. Changes with raw_mutex_ held and lifecycle_lock_ closed: read with
  // either.
  std::shared_ptr<backend::Device> raw_;
  const std::string id_;
  const std::string version_;
  const profile::DeviceProfile profile_;
  const backend::Capabilities capabilities_;
  const std::optional<spirv::Target> target_;
  const std::shared_ptr<backend::CounterSource> counter_source_;

  mutable CallCounters call_counters_;
  mutable KernelCache code_;  // gone before the device
  mutable AddressedBuffers addressed_;
  mutable UnownedWork unowned_;  // likewise

  mutable LifecycleLock lifecycle_lock_;
  std::mutex lifecycle_mutex_;            // held by recover() and shutdown(), which close the lock
  std::atomic<uint64_t> generation_ = 0;  // changes while lifecycle_lock_ is closed

  const std::shared_ptr<BackgroundGate> background_gate_ = std::make_shared<BackgroundGate>();

  mutable std::once_flag attaching_;
  mutable std::shared_ptr<void> attached_;

  mutable std::mutex comparison_mutex_;
  mutable std::shared_ptr<const Comparison> comparison_;  // guarded by it; gone before the device
};

}  // namespace vyre::runtime
