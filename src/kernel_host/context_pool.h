#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace vyre::kernel_host {

// Submission contexts, of which each has all that one submission needs for itself, while no
// submission holds them: idle ones, and ones whose work the device has not finished. Thread-safe.
//
// A Context has recorded_kernel(), the kernel that it ran last or 0; retire(), which lets go of
// what its work, now over, kept alive; reserved_bytes() and release_memory(). The Timeline numbers
// submissions from 1 up and tells which are over: reached(number) asks the device, completed() says
// what is known.
template <typename Context, typename Timeline>
class ContextPool {
 public:
  // The number of a submission that is never known to be over.
  static constexpr uint64_t kNever = UINT64_MAX;

  explicit ContextPool(Timeline& timeline) : timeline_(timeline) {}

  // For work of |kernel|, if possible the context that last did that kernel; else |make()|.
  template <typename Make>
  std::unique_ptr<Context> acquire(uint64_t kernel, Make make) {
    {
      const std::lock_guard lock(mutex_);
      make_room();
      const bool has_nothing_to_collect = busy_.empty() && kept_.empty();
      if (has_nothing_to_collect) return take_idle_or(kernel, make);
    }
    collect();
    const std::lock_guard lock(mutex_);
    return take_idle_or(kernel, make);
  }

  // Takes |context| back, and allocates nothing. Its work, submission |number|, may still be
  // running; 0: it has none.
  void give_back(std::unique_ptr<Context> context, uint64_t number) {
    if (number == 0 || (number != kNever && timeline_.reached(number))) {
      make_idle(std::move(context), true);
      return;
    }
    const std::lock_guard lock(mutex_);
    --lent_;
    busy_.push_back({std::move(context), number});
  }

  // Room for one more keep(), which allocates nothing then.
  void expect_work() {
    const std::lock_guard lock(mutex_);
    const size_t all = kept_.size() + expected_ + 1;
    if (kept_.capacity() < all) kept_.reserve(2 * all);
    ++expected_;
  }
  // Lets go of |work|, which was expected, when submission |number| is over; 0: now.
  void keep(std::shared_ptr<const void> work, uint64_t number) {
    const bool is_over = number == 0 || timeline_.reached(number);
    const std::lock_guard lock(mutex_);
    --expected_;
    if (!is_over) kept_.push_back({std::move(work), number});
  }

  // Brings contexts whose work is over back to the idle ones, letting go of what they kept alive.
  // Allocates nothing.
  void collect() {
    {
      const std::lock_guard lock(mutex_);
      look_at_newest();
    }
    take_what_is_over(kept_, [](Kept&&) {});
    take_what_is_over(busy_, [&](Busy&& busy) { make_idle(std::move(busy.context), false); });
  }

  void release_idle_memory() {
    const std::lock_guard lock(mutex_);
    for (const auto& context : idle_) context->release_memory();
  }

 private:
  static constexpr size_t kMaxIdle = 16;
  static constexpr size_t kAtOnce = 16;
  static constexpr uint64_t kMaxIdleBytes = uint64_t{512} << 20;  // of idle ones, together

  struct Busy {
    std::unique_ptr<Context> context;
    uint64_t number = 0;
  };
  struct Kept {
    std::shared_ptr<const void> work;
    uint64_t number = 0;
  };

  template <typename Make>
  std::unique_ptr<Context> take_idle_or(uint64_t kernel, Make make) {
    auto found = std::find_if(idle_.rbegin(), idle_.rend(), [&](const auto& context) {
      return context->recorded_kernel() == kernel;
    });
    if (found == idle_.rend()) {
      if (idle_.size() < kMaxIdle) return make();
      found = idle_.rend() - 1;  // the one that was not used for longest
    }
    std::unique_ptr<Context> context = std::move(*found);
    idle_.erase(found.base() - 1);
    return context;
  }

  // Asks the device how far it is once, however many submissions there are, and not at all when all
  // are known to be over.
  void look_at_newest() {
    uint64_t newest = 0;
    for (const Kept& kept : kept_) newest = std::max(newest, kept.number);
    for (const Busy& busy : busy_) {
      if (busy.number != kNever) newest = std::max(newest, busy.number);
    }
    (void)timeline_.reached(newest);
  }

  // Some at a time, because |take| runs without the lock.
  template <typename Held, typename Take>
  void take_what_is_over(std::vector<Held>& all, Take take) {
    for (size_t count = kAtOnce; count == kAtOnce;) {
      std::array<Held, kAtOnce> over;
      count = move_what_is_over(all, over);
      for (size_t i = 0; i < count; ++i) take(std::move(over[i]));
    }
  }

  template <typename Held>
  size_t move_what_is_over(std::vector<Held>& all, std::array<Held, kAtOnce>& over) {
    const std::lock_guard lock(mutex_);
    const uint64_t completed = timeline_.completed();
    size_t count = 0;
    std::erase_if(all, [&](Held& held) {
      if (held.number > completed || count == over.size()) return false;
      over[count++] = std::move(held);
      return true;
    });
    return count;
  }

  // For one more that is going to be given back.
  void make_room() {
    const size_t all = idle_.size() + busy_.size() + lent_ + 1;
    if (busy_.capacity() < all) busy_.reserve(2 * all);
    if (idle_.capacity() < all) idle_.reserve(2 * all);
    ++lent_;
  }

  // Lets go of what the context kept alive, with no lock held: that may call the host.
  void make_idle(std::unique_ptr<Context> context, bool was_lent) {
    context->retire();
    const std::lock_guard lock(mutex_);
    if (was_lent) --lent_;
    idle_.push_back(std::move(context));
    trim();
  }

  void trim() {
    if (idle_.size() > kMaxIdle) idle_.erase(idle_.begin());
    uint64_t bytes = 0;
    for (auto context = idle_.rbegin(); context != idle_.rend(); ++context) {
      bytes += (*context)->reserved_bytes();
      if (bytes <= kMaxIdleBytes) continue;
      bytes -= (*context)->reserved_bytes();
      (*context)->release_memory();
    }
  }

  Timeline& timeline_;

  std::mutex mutex_;
  // State below is protected by mutex_.
  std::vector<std::unique_ptr<Context>> idle_;  // the one used last at the end
  std::vector<Busy> busy_;
  std::vector<Kept> kept_;
  size_t lent_ = 0;      // contexts that somebody has
  size_t expected_ = 0;  // works that are going to be kept
};

}  // namespace vyre::kernel_host
