#include "vulkan/backend/transfer.h"

#include <atomic>
#include <chrono>
#include <cstring>

#include "base/status/copy.h"
#include "vulkan/dispatch/submit_transfer.h"

// Transfers that nobody waits for here.
namespace vyre::vulkan {
namespace {

using backend::Step;
using Clock = std::chrono::steady_clock;
using Started = Result<std::unique_ptr<backend::Waitable>>;

Started start_copy(VulkanDevice& opened, const Step& step) {
  opened.device().counters().copied(step.size);
  if (const auto by_kernel = opened.copies().dispatch_of(opened.shared_from_this(), step)) {
    VYRE_ASSIGN_OR_RETURN(auto work, opened.submit(by_kernel->get()));
    return std::unique_ptr<backend::Waitable>(std::move(work));
  }
  const DeviceBuffer& from = own(opened, *step.from, step.from_offset, step.size);
  const DeviceBuffer& to = own(opened, *step.to, step.to_offset, step.size);
  return submit_transfer(opened, "copy", [&](SubmissionContext& context) -> Status {
    context.begin_transfer(from.owned());
    context.owned_memory.push_back(to.owned());
    context.next.uploads.push_back(
        {from.range(step.from_offset, step.size), to.range(step.to_offset, step.size)});
    return {};
  });
}

Started start_fill(VulkanDevice& opened, const Step& step) {
  const DeviceBuffer& to = own(opened, *step.to, step.to_offset, step.size);
  const BufferRange range = to.range(step.to_offset, step.size);
  VYRE_RETURN_IF_ERROR(check_words(range));
  return submit_transfer(opened, "fill", [&](SubmissionContext& context) -> Status {
    context.begin_transfer(to.owned());
    context.next.fills.push_back({range, step.word});
    return {};
  });
}

// One of the writes of a batch.
class UploadWork final : public backend::Waitable {
 public:
  UploadWork(std::shared_ptr<VulkanDevice> opened, std::shared_ptr<UploadBatch::Shared> shared,
             const BufferRange& to)
      : opened_(std::move(opened)), shared_(std::move(shared)), to_(to) {}

  backend::PendingState wait(backend::Deadline deadline) override {
    if (state_ != backend::PendingState::kPending) return state_;
    Result<bool> over = is_over(deadline);
    if (over.ok() && !over.value()) return state_;
    host_ns_ = static_cast<uint64_t>((Clock::now() - start_).count());
    state_ = over.ok() ? backend::PendingState::kReady : backend::PendingState::kFailed;
    failure_ = std::move(over).status();
    return state_;
  }
  bool cancel() override {
    canceled_.store(1, std::memory_order_release);
    return opened_->uploads().cancel(*shared_, to_);
  }
  Status status() override { return copy_of(failure_); }
  backend::Timing timing() const override { return {host_ns_, std::nullopt}; }
  uint64_t submission() const override {
    const Result<uint64_t> number = opened_->uploads().submit(*shared_);
    return number.ok() ? number.value() : 0;
  }

 private:
  Result<bool> is_over(backend::Deadline deadline) {
    VYRE_ASSIGN_OR_RETURN(const uint64_t number, opened_->uploads().submit(*shared_));
    return opened_->queue().wait(number, deadline, nullptr, {&canceled_});
  }

  const std::shared_ptr<VulkanDevice> opened_;
  const std::shared_ptr<UploadBatch::Shared> shared_;
  const BufferRange to_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<uint64_t> canceled_ = 0;
  backend::PendingState state_ = backend::PendingState::kPending;
  Status failure_;
  uint64_t host_ns_ = 0;
};

// Of writes that nobody has, one tells how all of a batch end.
std::unique_ptr<backend::Waitable> work_of(VulkanDevice& opened, bool is_owned,
                                           std::shared_ptr<UploadBatch::Shared> shared,
                                           const BufferRange& to) {
  if (!is_owned && !opened.uploads().watch(*shared)) return nullptr;
  return std::make_unique<UploadWork>(opened.shared_from_this(), std::move(shared), to);
}

Started start_write(VulkanDevice& opened, const Step& step, bool is_owned) {
  const DeviceBuffer& to = own(opened, *step.to, step.to_offset, step.size);
  opened.device().counters().uploaded(step.size);
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach_now(opened, to, step.to_offset, step.size));
  if (!reached.empty()) {
    std::memcpy(reached.data(), step.bytes.data(), step.bytes.size());
    return backend::finished_work();
  }
  VYRE_RETURN_IF_ERROR(opened.staged().check_room(step.size));
  const BufferRange range = to.range(step.to_offset, step.size);
  VYRE_ASSIGN_OR_RETURN(auto batch, opened.uploads().add(to.owned(), range, step.bytes));
  if (batch != nullptr) return work_of(opened, is_owned, std::move(batch), range);
  VYRE_ASSIGN_OR_RETURN(auto work,
                        submit_transfer(opened, "write", [&](SubmissionContext& context) -> Status {
                          auto& staging = context.begin_transfer(to.owned());
                          VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> upload,
                                                context.add_upload(staging, range));
                          std::memcpy(upload.data(), step.bytes.data(), step.bytes.size());
                          return {};
                        }));
  opened.staged().add(step.size, work->submission());
  return work;
}

Started start_read(VulkanDevice& opened, const Step& step) {
  const DeviceBuffer& from = own(opened, *step.from, step.from_offset, step.size);
  opened.device().counters().downloaded(step.size);
  return submit_transfer(opened, "read", [&](SubmissionContext& context) {
    auto& staging = context.begin_transfer(from.owned());
    return context.add_download(staging, from.range(step.from_offset, step.size), step.size);
  });
}

}  // namespace

Started VulkanDevice::transfer(const Step& step, bool is_owned) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (device_->records_only()) return Device::transfer(step, is_owned);
  if (step.from_region != nullptr || step.to_region != nullptr) return move_texels(*this, step);
  switch (step.kind) {
    case Step::Kind::kDispatch:
      break;
    case Step::Kind::kCopy:
      return start_copy(*this, step);
    case Step::Kind::kFill:
      return start_fill(*this, step);
    case Step::Kind::kWrite:
      return start_write(*this, step, is_owned);
    case Step::Kind::kRead:
      return start_read(*this, step);
  }
  return Device::transfer(step, is_owned);
}

}  // namespace vyre::vulkan
