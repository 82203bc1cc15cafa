#include "runtime/device/unowned_work.h"

#include <algorithm>
#include <iterator>

namespace vyre::runtime {

using backend::PendingState;

// One thread has the work of an entry while this lives, and not the lock.
class UnownedWork::Waiting {
 public:
  Waiting(UnownedWork& all, Entry& entry, Lock& lock) : all_(all), entry_(entry), lock_(lock) {
    entry_.is_waited_for = true;
    lock_.unlock();
  }
  ~Waiting() {
    lock_.lock();
    entry_.is_waited_for = false;
    all_.changed_.notify_all();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  UnownedWork& all_;
  Entry& entry_;
  Lock& lock_;
};

UnownedWork::Place UnownedWork::make_place(std::string label) {
  Place place;
  place.entry_.push_back({std::move(label)});
  return place;
}

void UnownedWork::add(Place place, const LogSink& log) {
  uint64_t last = 0;
  bool looks = false;
  {
    const std::lock_guard lock(mutex_);
    last = added_;
    looks = is_due();
    place.entry_.front().number = ++added_;
    entries_.splice(entries_.end(), place.entry_);
  }
  if (looks) (void)wait(last, backend::Deadline(), log);
}

Status UnownedWork::take_failure(const LogSink& log) {
  (void)wait(backend::Deadline(), log);
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, Status());
}

// What another thread has goes when that is back.
void UnownedWork::forget(const LogSink& log) {
  (void)wait(backend::Deadline(), log);
  std::list<Entry> gone;  // after the lock
  const std::lock_guard lock(mutex_);
  for (auto at = entries_.begin(); at != entries_.end();) {
    const auto entry = at++;
    entry->is_forgotten = true;
    if (!entry->is_waited_for) gone.splice(gone.end(), entries_, entry);
  }
}

// Work that comes looks at all that is under way while that is little, and when it has doubled: on
// the average it is looked at a few times, however much there is.
bool UnownedWork::is_due() const {
  constexpr size_t kFew = 8;
  return entries_.size() < kFew || entries_.size() >= 2 * left_;
}

bool UnownedWork::wait(backend::Deadline deadline, const LogSink& log) {
  uint64_t last = 0;
  {
    const std::lock_guard lock(mutex_);
    last = added_;
  }
  return wait(last, deadline, log);
}

// For those up to |last|.
bool UnownedWork::wait(uint64_t last, backend::Deadline deadline, const LogSink& log) {
  std::list<Entry> over;  // let go of without the lock
  Lock lock(mutex_);
  for (;;) {
    over.splice(over.end(), pass(lock, last, deadline, log));
    left_ = entries_.size();
    if (!has_any(last)) return true;
    if (!has_waited_for(last)) return false;
    if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) return false;
  }
}

// Waits for each that no other thread waits for; those to let go of. The one that this thread has
// stays in the list meanwhile, so that it finds the next.
std::list<UnownedWork::Entry> UnownedWork::pass(Lock& lock, uint64_t last,
                                                backend::Deadline deadline, const LogSink& log) {
  std::list<Entry> gone;
  for (auto at = entries_.begin(); at != entries_.end() && at->number <= last;) {
    if (at->is_waited_for) {
      ++at;
      continue;
    }
    const bool is_over = wait_for(lock, *at, deadline, log);
    const auto entry = at++;
    if (is_over || entry->is_forgotten) gone.splice(gone.end(), entries_, entry);
  }
  return gone;
}

// Whether it is over, and lets go of the work then.
bool UnownedWork::wait_for(Lock& lock, Entry& entry, backend::Deadline deadline,
                           const LogSink& log) {
  const Waiting waiting(*this, entry, lock);
  const PendingState state = entry.work().wait(deadline);
  if (state == PendingState::kFailed) note(entry.work().status(), entry.label, log);
  if (state == PendingState::kPending) return false;
  entry.owned = nullptr;
  entry.shared = nullptr;
  return true;
}

bool UnownedWork::has_any(uint64_t last) const {
  return !entries_.empty() && entries_.front().number <= last;
}

bool UnownedWork::has_waited_for(uint64_t last) const {
  return std::ranges::any_of(
      entries_, [&](const Entry& entry) { return entry.number <= last && entry.is_waited_for; });
}

void UnownedWork::note(Status failure, const std::string& label, const LogSink& log) {
  failure = with_label(std::move(failure), label);
  if (log) log(LogLevel::kError, failure.text());
  const std::lock_guard lock(mutex_);
  if (failure_.ok()) failure_ = std::move(failure);
}

}  // namespace vyre::runtime
