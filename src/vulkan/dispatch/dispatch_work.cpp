#include "vulkan/dispatch/dispatch_work.h"

#include <algorithm>
#include <cstring>

#include "base/status/copy.h"
#include "vulkan/backend/transfer.h"

namespace vyre::vulkan {
namespace {

Status check_kept(uint32_t binding, uint64_t offset, uint64_t size, uint64_t kept) {
  if (offset <= kept && size <= kept - offset) return {};
  return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", size, " of binding ",
              binding, " are read, ", kept,
              " were kept. Fix: submit the binding with read_back and read inside it");
}

}  // namespace

std::unique_ptr<backend::DeviceWork> DispatchWork::create(
    std::shared_ptr<VulkanDevice> opened, ScopedSubmission&& submission,
    std::vector<SlicedSubmission> slices, bool timed, std::chrono::steady_clock::time_point start) {
  static_assert(sizeof(DispatchWork) <= SubmissionContext::kRoom);
  void* const room = submission.context().room();
  return std::unique_ptr<backend::DeviceWork>(::new (room) DispatchWork(
      std::move(opened), std::move(submission), std::move(slices), timed, start));
}

// The context goes back after the object in it is gone, and the device after the context.
void DispatchWork::operator delete(DispatchWork* self, std::destroying_delete_t) {
  const std::shared_ptr<VulkanDevice> opened = std::move(self->opened_);
  const ScopedSubmission submission = std::move(self->submission_);
  self->~DispatchWork();
}

backend::PendingState DispatchWork::wait(backend::Deadline deadline) {
  if (state_ != backend::PendingState::kPending) return state_;
  Result<bool> over = opened_->queue().wait(submission_.number(), deadline,
                                            &submission_.context().fence, {&canceled_});
  if (over.ok() && !over.value()) return state_;
  if (over.ok()) {
    finish();
  } else {
    failure_ = std::move(over).status();
    // The caller's memory goes back to the caller with nothing under way.
    if (submission_.context().has_zero_copy_memory()) (void)opened_->queue().wait_for_all();
  }
  state_ = failure_.ok() ? backend::PendingState::kReady : backend::PendingState::kFailed;
  return state_;
}

// The device has all of it, so it runs on.
bool DispatchWork::cancel() {
  canceled_.store(1, std::memory_order_release);
  return !opened_->queue().reached(submission_.number());
}

void DispatchWork::finish() {
  using Clock = std::chrono::steady_clock;
  if (start_ != Clock::time_point()) {
    const std::chrono::nanoseconds host_time = Clock::now() - start_;
    timing_.host_ns = static_cast<uint64_t>(host_time.count());
  }
  const std::optional<uint64_t> device_ns = device_time();
  if (timed_) timing_.device_ns = device_ns;
  submission_.context().end_trace();
  if (timing_.device_ns) opened_->device().counters().timed(*timing_.device_ns);
  failure_ = trap_status(submission_.context());
  if (!failure_.ok()) kernel_host::DeviceCounters::add(opened_->device().counters().traps);
}

std::optional<uint64_t> DispatchWork::device_time() {
  if (!slices_.empty()) return learn_from(slices_);
  return timed_ ? submission_.context().timestamps().nanoseconds() : std::nullopt;
}

Status DispatchWork::status() { return copy_of(failure_); }

// Null: there is no such binding.
const SubmissionContext::Staging* DispatchWork::find_staging(uint32_t binding) const {
  const std::vector<KernelBinding>& bindings = submission_.context().kernels.front()->bindings();
  const auto found = std::ranges::find(bindings, binding, &KernelBinding::index);
  if (found == bindings.end()) return nullptr;
  return &submission_.context().staging[static_cast<size_t>(found - bindings.begin())];
}

Result<std::span<const std::byte>> DispatchWork::bytes(uint32_t) {
  return submission_.context().staging[0].result;
}

Status DispatchWork::read(uint32_t binding, uint64_t offset, std::span<std::byte> out) {
  if (state_ != backend::PendingState::kReady) {
    return fail(Code::kInvalidArgument, "binding ", binding,
                " is read before the dispatch has succeeded. Fix: wait until it is ready");
  }
  const SubmissionContext::Staging* const staging = find_staging(binding);
  const bool stays = staging != nullptr && staging->stays;
  const auto bytes = staging != nullptr ? staging->result : std::span<const std::byte>();
  VYRE_RETURN_IF_ERROR(
      check_kept(binding, offset, out.size(), stays ? staging->stays->size : bytes.size()));
  if (stays) {
    VYRE_RETURN_IF_ERROR(download_bytes(*opened_, staging->stays->part(offset, out.size()), out,
                                        submission_.context().used_by));
  } else {
    if (out.empty() || out.data() == bytes.data() + offset) return {};  // in place already
    std::memcpy(out.data(), bytes.data() + offset, out.size());
  }
  opened_->device().counters().downloaded(out.size());
  return {};
}

}  // namespace vyre::vulkan
