#include "vulkan/submission/submission_pool.h"

#include <algorithm>

namespace vyre::vulkan {
namespace {

constexpr size_t kMaxIdle = 16;                          // contexts
constexpr uint64_t kMaxIdleBytes = uint64_t{512} << 20;  // memory that idle contexts keep, together

}  // namespace

std::unique_ptr<SubmissionContext> SubmissionPool::acquire(const Kernel* kernel) {
  const uint64_t id = kernel != nullptr ? kernel->id() : 0;
  {
    const std::lock_guard lock(mutex_);
    const bool has_nothing_to_collect = busy_.empty() && kept_.empty();
    if (has_nothing_to_collect) return take_idle_or_new(id);
  }
  collect();
  const std::lock_guard lock(mutex_);
  return take_idle_or_new(id);
}

std::unique_ptr<SubmissionContext> SubmissionPool::take_idle_or_new(uint64_t kernel) {
  auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& context) {
    return context->recorded_kernel() == kernel;
  });
  if (found == idle_.rend()) {
    if (idle_.size() < kMaxIdle) return std::make_unique<SubmissionContext>(device_, allocator_);
    found = idle_.rend() - 1;  // the one that was not used for longest
  }
  std::unique_ptr<SubmissionContext> context = std::move(*found);
  idle_.erase(found.base() - 1);
  return context;
}

void SubmissionPool::give_back(std::unique_ptr<SubmissionContext> context, uint64_t number) {
  if (number == 0 || (number != kNever && queue_.reached(number))) {
    make_idle(std::move(context));
    return;
  }
  std::lock_guard lock(mutex_);
  busy_.push_back({std::move(context), number});
}

void SubmissionPool::keep(std::shared_ptr<const void> work, uint64_t number) {
  if (number == 0 || queue_.reached(number)) return;
  std::lock_guard lock(mutex_);
  kept_.push_back({std::move(work), number});
}

void SubmissionPool::collect() {
  std::vector<std::unique_ptr<SubmissionContext>> over;
  std::vector<Kept> done;  // let go of without the lock
  {
    std::lock_guard lock(mutex_);
    look_at_newest();
    std::erase_if(kept_, [&](Kept& kept) {
      if (kept.number > queue_.completed()) return false;
      done.push_back(std::move(kept));
      return true;
    });
    std::erase_if(busy_, [&](Busy& busy) {
      if (busy.number > queue_.completed()) return false;
      over.push_back(std::move(busy.context));
      return true;
    });
  }
  for (auto& context : over) make_idle(std::move(context));
}

// Asks the device how far it is once, however many submissions there are, and not at all when all
// are known to be over.
void SubmissionPool::look_at_newest() {
  uint64_t newest = 0;
  for (const Kept& kept : kept_) newest = std::max(newest, kept.number);
  for (const Busy& busy : busy_) {
    if (busy.number != kNever) newest = std::max(newest, busy.number);
  }
  (void)queue_.reached(newest);
}

void SubmissionPool::release_idle_memory() {
  std::lock_guard lock(mutex_);
  for (const auto& context : idle_) context->release_memory();
}

void SubmissionPool::make_idle(std::unique_ptr<SubmissionContext> context) {
  context->end_trace();
  context->forget_references();
  std::lock_guard lock(mutex_);
  idle_.push_back(std::move(context));
  trim();
}

void SubmissionPool::trim() {
  if (idle_.size() > kMaxIdle) idle_.erase(idle_.begin());
  uint64_t bytes = 0;
  for (auto context = idle_.rbegin(); context != idle_.rend(); ++context) {
    bytes += (*context)->reserved_bytes();
    if (bytes <= kMaxIdleBytes) continue;
    bytes -= (*context)->reserved_bytes();
    (*context)->release_memory();
  }
}

}  // namespace vyre::vulkan
