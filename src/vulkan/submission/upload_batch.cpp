#include "vulkan/submission/upload_batch.h"

#include <algorithm>
#include <cstring>

#include "base/status/copy.h"

namespace vyre::vulkan {
namespace {

constexpr uint64_t kAlignment = 16;  // of writes in staging memory

Status failure_of(const UploadBatch::Shared& shared) {
  if (!shared.failure.ok()) return copy_of(shared.failure);
  return fail(Code::kOutOfHostMemory, "writes were not submitted. Fix: free memory, write again");
}

bool overlap(const BufferRange& a, const BufferRange& b) {
  return a.block == b.block && a.offset < b.offset + b.size && b.offset < a.offset + a.size;
}

}  // namespace

// A host's memory may have several names, and its queue other users: they get theirs at once.
Result<std::shared_ptr<UploadBatch::Shared>> UploadBatch::add(
    const std::shared_ptr<OwnedAllocation>& memory, const BufferRange& to,
    std::span<const std::byte> bytes) {
  const bool is_hosts = memory->allocation().block->imported != nullptr;
  if (is_hosts || bytes.size() > kMaxWrite || pool_.device().borrowed() != nullptr) {
    return std::shared_ptr<Shared>();
  }
  std::unique_lock lock(mutex_);
  for (;;) {
    if (open_ != nullptr && !has_room(to)) flush_open();
    if (open_ != nullptr) break;
    lock.unlock();  // getting memory may call the host
    ScopedSubmission fresh(pool_, nullptr);
    SubmissionContext& context = fresh.context();
    auto& staging = context.begin_transfer(nullptr);
    Status reserved =
        context.reserve(staging.upload, MemoryUse::kUpload, kBytes, {.optional = true});
    if (!reserved.ok() && reserved.code() == Code::kDeviceOutOfMemory) {
      return std::shared_ptr<Shared>();
    }
    VYRE_RETURN_IF_ERROR(std::move(reserved));
    auto shared = std::make_shared<Shared>();
    lock.lock();
    if (open_ != nullptr) continue;  // another thread was quicker
    submission_.emplace(std::move(fresh));
    open_ = std::move(shared);
    filled_ = 0;
  }
  put(memory, to, bytes);
  pool_.queue().submit_ahead(this);
  return open_;
}

bool UploadBatch::has_room(const BufferRange& to) const {
  const auto& uploads = submission_->context().next.uploads;
  if (uploads.size() == kMaxWrites || filled_ + to.size > kBytes) return false;
  return std::ranges::none_of(uploads, [&](const auto& copy) { return overlap(copy.to, to); });
}

void UploadBatch::put(const std::shared_ptr<OwnedAllocation>& memory, const BufferRange& to,
                      std::span<const std::byte> bytes) {
  SubmissionContext& context = submission_->context();
  const Allocation& upload = context.staging[0].upload;
  auto& owned = context.owned_memory;
  if (owned.empty() || owned.back() != memory) owned.push_back(memory);
  context.next.uploads.push_back({range_of(upload, filled_, to.size), to});
  std::memcpy(upload.data() + filled_, bytes.data(), bytes.size());
  filled_ = kernel_host::round_up(filled_ + to.size, kAlignment);
}

bool UploadBatch::watch(Shared& shared) {
  const std::lock_guard lock(mutex_);
  return !std::exchange(shared.is_watched, true);
}

void UploadBatch::flush() {
  const std::lock_guard lock(mutex_);
  if (open_ != nullptr) flush_open();
}

Status UploadBatch::take_failure() {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Shared> failed = std::move(failed_);
  if (open_ == nullptr) pool_.queue().submit_ahead(nullptr);
  if (failed == nullptr) return {};
  Status failure = failure_of(*failed);
  failure.info().text = concat("writes ahead of it were not submitted: ", failure.text());
  return failure;
}

// A batch that was not submitted when this ends stays ahead of the queue until that is told.
class UploadBatch::Flushing {
 public:
  explicit Flushing(UploadBatch& all) : all_(all), batch_(std::move(all.open_)) {}
  ~Flushing() {
    if (batch_->number == 0 && all_.failed_ == nullptr) all_.failed_ = batch_;
    if (all_.failed_ == nullptr) all_.pool_.queue().submit_ahead(nullptr);
  }
  Flushing(const Flushing&) = delete;
  Flushing& operator=(const Flushing&) = delete;

  Shared& batch() { return *batch_; }

 private:
  UploadBatch& all_;
  const std::shared_ptr<Shared> batch_;
};

// Others wait for this where they submit what comes behind. Nothing of it is tried twice.
void UploadBatch::flush_open() {
  Flushing flushing(*this);
  Shared* const batch = &flushing.batch();
  ScopedSubmission submission = std::move(*submission_);
  submission_.reset();
  batch->failure = submission.submit("writes", {}, Turn::kAhead);
  batch->number = submission.number();
  if (batch->number != 0) staged_.add(filled_, batch->number);
}

// No other write of the batch goes there.
bool UploadBatch::cancel(const Shared& shared, const BufferRange& to) {
  const std::lock_guard lock(mutex_);
  if (&shared != open_.get()) return shared.number != 0 && !pool_.queue().reached(shared.number);
  std::erase_if(submission_->context().next.uploads,
                [&](const auto& copy) { return overlap(copy.to, to); });
  return true;
}

Result<uint64_t> UploadBatch::submit(const Shared& shared) {
  const std::lock_guard lock(mutex_);
  if (&shared == open_.get()) flush_open();
  return shared.number != 0 ? Result<uint64_t>(shared.number) : failure_of(shared);
}

}  // namespace vyre::vulkan
