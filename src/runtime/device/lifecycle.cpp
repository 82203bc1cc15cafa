#include "runtime/device/device.h"

namespace vyre::runtime {

Status Device::check_open() const {
  if (!shut_down_.load()) return {};
  return fail(Code::kInvalidArgument, "backend '", raw_->id(),
              "' was shut down. Fix: acquire it again");
}

Status Device::outdated(std::string_view what) {
  return fail(Code::kDeviceLost, what,
              " belongs to the device before the recovery. Fix: create it again");
}

Result<Device::Use> Device::use(uint64_t generation) const {
  Use use(*this);
  VYRE_RETURN_IF_ERROR(check_open());
  if (generation == generation_.load()) return use;
  return fail(Code::kDeviceLost, "backend '", raw_->id(),
              "' was recovered during the call. Fix: do it again with objects created since");
}

Result<std::shared_ptr<backend::Executable>> Device::compile(uint64_t generation,
                                                             const backend::CompileRequest& request,
                                                             Origin* origin) const {
  VYRE_ASSIGN_OR_RETURN(const Use raw, use(generation));
  return code_.get(request, compiler(raw), origin);
}

KernelCache::Compile Device::compiler(const Use& raw) const {
  return [&](const backend::CompileRequest& request) {
    const TraceCall call(trace(), "compile");
    auto executable = raw->compile(request);
    if (executable.ok()) CallCounters::add(call_counters_.kernels_compiled);
    return executable;
  };
}

Result<bool> Device::prepare(const cache::Key& key) {
  VYRE_ASSIGN_OR_RETURN(const Use raw, use(generation()));
  return code_.prepare(key, compiler(raw));
}

Status Device::shutdown() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  lifecycle_lock_.close();
  shut_down_.store(true);
  code_.clear();
  Status status = raw_->shutdown();
  lifecycle_lock_.open();
  return status;
}

// Several threads may find the loss; the first recovers, the others find nothing left to do.
Status Device::recover() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  if (!raw_->capabilities().recovers) return raw_->recover();
  if (!raw_->device_lost()) return {};
  lifecycle_lock_.close();
  Status status = raw_->recover();
  if (status.ok()) {
    code_.clear();
    generation_.fetch_add(1);
    CallCounters::add(call_counters_.recoveries);
  }
  lifecycle_lock_.open();
  return status;
}

backend::Counters Device::counters() const {
  backend::Counters counters = raw_->counters();
  call_counters_.complete(counters);
  return counters;
}

}  // namespace vyre::runtime
