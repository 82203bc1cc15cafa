#include "vulkan/dispatch/dispatch_work.h"

#include <cstring>

#include "vulkan/context/transfer.h"
#include "vulkan/submission/trap.h"

namespace vyre::vulkan {

std::unique_ptr<backend::Pending> PendingDispatch::create(
    std::shared_ptr<Core> core, Lease lease, std::vector<PartSubmission> parts, bool timed,
    std::chrono::steady_clock::time_point start) {
  static_assert(sizeof(PendingDispatch) <= Slot::kRoom);
  void* const room = lease.slot().room();
  return std::unique_ptr<backend::Pending>(::new (room) PendingDispatch(
      std::move(core), std::move(lease), std::move(parts), timed, start));
}

// The slot goes back after the object in it is gone, and the core after the slot.
void PendingDispatch::operator delete(PendingDispatch* self, std::destroying_delete_t) {
  const std::shared_ptr<Core> core = std::move(self->core_);
  const Lease lease = std::move(self->lease_);
  self->~PendingDispatch();
}

backend::PendingState PendingDispatch::wait(backend::Deadline deadline) {
  if (state_ != backend::PendingState::kPending) return state_;
  Result<bool> over = core_->queue().wait(lease_.number(), deadline, &lease_.slot().fence);
  if (over.ok() && !over.value()) return state_;
  if (over.ok()) {
    finish();
  } else {
    failure_ = std::move(over).status();
    // The caller's memory goes back to the caller with nothing under way.
    if (lease_.slot().has_lent_memory()) (void)core_->queue().wait_for_all();
  }
  state_ = failure_.ok() ? backend::PendingState::kReady : backend::PendingState::kFailed;
  return state_;
}

void PendingDispatch::finish() {
  const auto host_time = std::chrono::steady_clock::now() - start_;
  timing_.host_ns = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(host_time).count());
  const std::optional<uint64_t> device_ns = device_time();
  if (timed_) timing_.device_ns = device_ns;
  lease_.slot().end_trace();
  if (timing_.device_ns) core_->device().tally().timed(*timing_.device_ns);
  failure_ = trap_status(lease_.slot());
  if (!failure_.ok()) Tally::add(core_->device().tally().traps);
}

std::optional<uint64_t> PendingDispatch::device_time() {
  if (!parts_.empty()) return learn_from(parts_);
  return timed_ ? lease_.slot().device_time() : std::nullopt;
}

Status PendingDispatch::status() { return failure_.ok() ? Status() : Status(failure_.info()); }

Status PendingDispatch::not_kept(uint32_t binding, uint64_t offset, uint64_t size, uint64_t kept) {
  return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", size, " of binding ",
              binding, " are read, ", kept,
              " were kept. Fix: submit the binding with read_back and read inside it");
}

std::optional<size_t> PendingDispatch::find_binding(uint32_t binding) const {
  const std::vector<KernelBinding>& bindings = lease_.slot().kernels.front()->bindings();
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (bindings[i].index == binding) return i;
  }
  return std::nullopt;
}

Status PendingDispatch::read(uint32_t binding, uint64_t offset, std::span<std::byte> out) {
  if (state_ != backend::PendingState::kReady) {
    return fail(Code::kInvalidArgument, "binding ", binding,
                " is read before the dispatch has succeeded. Fix: wait until it is ready");
  }
  const std::optional<size_t> i = find_binding(binding);
  if (i && lease_.slot().staging[*i].stays) return read_stayed(*i, binding, offset, out);
  const auto bytes = i ? lease_.slot().staging[*i].result : std::span<const std::byte>();
  if (offset > bytes.size() || out.size() > bytes.size() - offset) {
    return not_kept(binding, offset, out.size(), bytes.size());
  }
  if (out.empty() || out.data() == bytes.data() + offset) return {};  // in place already
  std::memcpy(out.data(), bytes.data() + offset, out.size());
  core_->device().tally().downloaded(out.size());
  return {};
}

Status PendingDispatch::read_stayed(size_t i, uint32_t binding, uint64_t offset,
                                    std::span<std::byte> out) {
  const BufferRange& from = *lease_.slot().staging[i].stays;
  if (offset > from.size || out.size() > from.size - offset) {
    return not_kept(binding, offset, out.size(), from.size);
  }
  VYRE_RETURN_IF_ERROR(download_bytes(*core_, from, offset, out));
  core_->device().tally().downloaded(out.size());
  return {};
}

}  // namespace vyre::vulkan
