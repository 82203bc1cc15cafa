#include "runtime/device/device.h"

namespace vyre::runtime {

Status Backend::check_open() const {
  if (!shut_down_.load()) return {};
  return fail(Code::kInvalidArgument, "backend '", device_->id(),
              "' was shut down. Fix: acquire it again");
}

Status Backend::outdated(std::string_view what) {
  return fail(Code::kDeviceLost, what,
              " belongs to the device before the recovery. Fix: create it again");
}

Result<Backend::Use> Backend::use(uint64_t generation) const {
  Use use(*this);
  VYRE_RETURN_IF_ERROR(check_open());
  if (generation == generation_.load()) return use;
  return fail(Code::kDeviceLost, "backend '", device_->id(),
              "' was recovered during the call. Fix: do it again with objects created since");
}

Result<std::shared_ptr<backend::Executable>> Backend::compile(
    uint64_t generation, const backend::CompileRequest& request, Origin* origin) const {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation));
  return code_.get(request, compiler(device), origin);
}

CodeStore::Compile Backend::compiler(const Use& device) const {
  return [&](const backend::CompileRequest& request) {
    const TraceCall call(trace(), "compile");
    auto executable = device->compile(request);
    if (executable.ok()) Tally::add(tally_.kernels_compiled);
    return executable;
  };
}

std::vector<cache::Key> Backend::code_keys() const { return code_.keys(); }

Result<bool> Backend::prepare(const cache::Key& key) {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation()));
  return code_.prepare(key, compiler(device));
}

Status Backend::prepare() {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation()));
  return device->prepare();
}

Status Backend::flush() {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation()));
  return device->flush();
}

Result<backend::SubmitPolicy> Backend::submit_policy() const {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation()));
  return device->submit_policy();
}

Status Backend::set_submit_policy(const backend::SubmitPolicy& policy) {
  VYRE_ASSIGN_OR_RETURN(const Use device, use(generation()));
  return device->set_submit_policy(policy);
}

Status Backend::shutdown() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  gate_.close();
  shut_down_.store(true);
  code_.clear();
  Status status = device_->shutdown();
  gate_.open();
  return status;
}

// Several threads may find the loss; the first recovers, the others find nothing left to do.
Status Backend::recover() {
  const std::lock_guard lock(lifecycle_mutex_);
  VYRE_RETURN_IF_ERROR(check_open());
  if (!device_->recovers()) return device_->recover();
  if (!device_->device_lost()) return {};
  gate_.close();
  Status status = device_->recover();
  if (status.ok()) {
    code_.clear();
    generation_.fetch_add(1);
    Tally::add(tally_.recoveries);
  }
  gate_.open();
  return status;
}

backend::Counters Backend::counters() const {
  backend::Counters counters = device_->counters();
  tally_.complete(counters);
  return counters;
}

}  // namespace vyre::runtime
