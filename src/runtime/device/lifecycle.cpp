#include "runtime/device/device.h"

namespace vyre::runtime {

void LifecycleLock::enter() {
  while ((inside_.fetch_add(1) & kClosed) != 0) {
    leave();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return (inside_.load() & kClosed) == 0; });
  }
}

void LifecycleLock::leave() {
  if (inside_.fetch_sub(1) != (kClosed | 1)) return;
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

// One that looks in and goes away again is inside for a moment too.
void LifecycleLock::close() {
  inside_.fetch_or(kClosed);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return inside_.load() == kClosed; });
}

void LifecycleLock::open() {
  {
    const std::lock_guard lock(mutex_);
    inside_.fetch_and(~kClosed);
  }
  changed_.notify_all();
}

Device::Device(std::shared_ptr<Context> context, std::shared_ptr<backend::Device> raw)
    : context_(std::move(context)),
      raw_(std::move(raw)),
      id_(raw_->id()),
      version_(raw_->version()),
      profile_(raw_->profile()),
      capabilities_(raw_->capabilities()),
      target_(raw_->target() != nullptr ? std::optional(*raw_->target()) : std::nullopt),
      counter_source_(raw_->counter_source()),
      code_(*context_, *raw_, call_counters_) {}

Status Device::check_open() const {
  if (raw_ != nullptr) return {};
  return fail(Code::kInvalidArgument, "device '", id_, "' was shut down. Fix: open it again");
}

Status Device::outdated(std::string_view what) {
  return fail(Code::kDeviceLost, what,
              " belongs to the device before the recovery. Fix: create it again");
}

Result<Device::Use> Device::use(uint64_t generation) const {
  Use use(*this);
  VYRE_RETURN_IF_ERROR(check_open());
  if (generation == generation_.load()) return use;
  return fail(Code::kDeviceLost, "device '", id_,
              "' was recovered during the call. Fix: do it again with objects created since");
}

Result<std::shared_ptr<backend::Executable>> Device::compile(uint64_t generation,
                                                             const launch::KernelSource& source,
                                                             Origin* origin, bool only_kept) const {
  VYRE_ASSIGN_OR_RETURN(const Use raw, use(generation));
  return code_.get(*raw, source, origin, only_kept);
}

Result<bool> Device::prepare(const cache::Key& key) {
  VYRE_ASSIGN_OR_RETURN(const Use raw, use(generation()));
  return code_.prepare(*raw, key);
}

Status Device::shutdown() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  Status status;
  {
    const LifecycleLock::Closed closed(lifecycle_lock_);
    code_.clear();
    status = replace(nullptr)->shutdown();
  }
  forget_comparison();
  unowned_.forget(context_->log_sink());
  return status;
}

// Several threads may find the loss; the first recovers, the others find nothing left to do.
Status Device::recover() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  if (!capabilities_.recovers) return raw_->recover().status();
  if (!raw_->device_lost()) return {};
  {
    const LifecycleLock::Closed closed(lifecycle_lock_);
    VYRE_ASSIGN_OR_RETURN(auto fresh, raw_->recover());
    code_.clear();
    const auto lost = replace(std::move(fresh));
    generation_.fetch_add(1);
    CallCounters::add(call_counters_.recoveries);
  }
  forget_comparison();
  unowned_.forget(context_->log_sink());
  return {};
}

std::shared_ptr<backend::Device> Device::replace(std::shared_ptr<backend::Device> fresh) {
  const std::lock_guard lock(raw_mutex_);
  raw_.swap(fresh);
  return fresh;
}

Result<std::shared_ptr<backend::Device>> Device::current() const {
  const std::lock_guard lock(raw_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  return raw_;
}

Status Device::set_budget(backend::Budget budget) {
  VYRE_ASSIGN_OR_RETURN(const auto raw, current());
  const auto account = raw->memory_account();
  if (account == nullptr) {
    return fail(Code::kUnsupportedFeature, "device '", id_,
                "' keeps no account of its memory. Fix: leave the budget as it is");
  }
  account->set_budget(std::move(budget));
  return {};
}

bool Device::is_lost() const {
  const auto raw = current();
  return raw.ok() && raw.value()->device_lost();
}

// Its kernel would keep a device open that is gone. Not while lifecycle_lock_ is closed: who makes
// one waits for it.
void Device::forget_comparison() {
  std::shared_ptr<const Comparison> gone;
  const std::lock_guard lock(comparison_mutex_);
  gone.swap(comparison_);
}

// The device's own; calls are counted where it has none.
backend::Counters Device::counters() const {
  backend::Counters counters = counter_source_ ? counter_source_->counters() : backend::Counters{};
  for (const auto& [name, by, count, value] : backend::kMetrics) {
    const bool counted = by == backend::CountedBy::kCalls || by == backend::CountedBy::kEither;
    if (counted && !(counters.*value)) counters.*value = (call_counters_.*count).load();
  }
  return counters;
}

}  // namespace vyre::runtime
