#include "runtime/device/unowned_work.h"

#include <iterator>
#include <utility>

namespace vyre::runtime {

void UnownedWork::add(std::unique_ptr<backend::Waitable> work, std::string label,
                      const LogSink& log) {
  add(Entry{std::move(work), nullptr, std::move(label)}, log);
}

void UnownedWork::add(std::shared_ptr<backend::Waitable> work, const LogSink& log) {
  add(Entry{nullptr, std::move(work), std::string()}, log);
}

void UnownedWork::add(Entry entry, const LogSink& log) {
  if (is_due()) (void)look(log);
  const std::lock_guard lock(mutex_);
  entries_.push_back(std::move(entry));
}

void UnownedWork::make_room() {
  const std::lock_guard lock(mutex_);
  if (entries_.size() == entries_.capacity()) entries_.reserve(2 * entries_.size() + 4);
}

Status UnownedWork::take_failure(const LogSink& log) {
  (void)look(log);
  const std::lock_guard lock(mutex_);
  return std::exchange(failure_, Status());
}

void UnownedWork::forget(const LogSink& log) {
  (void)look(log);
  std::vector<Entry> gone;  // after the lock
  const std::lock_guard lock(mutex_);
  gone.swap(entries_);
}

// Work that comes looks at all that is under way while that is little, and when it has doubled: on
// the average it is looked at a few times, however much there is.
bool UnownedWork::is_due() {
  constexpr size_t kFew = 8;
  const std::lock_guard lock(mutex_);
  return entries_.size() < kFew || entries_.size() >= 2 * left_;
}

bool UnownedWork::wait(backend::Deadline deadline, const LogSink& log) {
  return look(log, deadline);
}

// Lets go of what has ended; whether nothing is left. What comes meanwhile stands behind that.
bool UnownedWork::look(const LogSink& log, backend::Deadline deadline) {
  std::vector<Entry> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(entries_);
  }
  std::erase_if(all, [&](Entry& entry) {
    const backend::PendingState state = entry.work().wait(deadline);
    if (state == backend::PendingState::kFailed) note(entry.work().status(), entry.label, log);
    return state != backend::PendingState::kPending;
  });
  const std::lock_guard lock(mutex_);
  left_ = all.size();
  all.insert(all.end(), std::move_iterator(entries_.begin()), std::move_iterator(entries_.end()));
  entries_.swap(all);
  return left_ == 0;
}

void UnownedWork::note(Status failure, const std::string& label, const LogSink& log) {
  failure = with_label(std::move(failure), label);
  if (log) log(LogLevel::kError, failure.text());
  const std::lock_guard lock(mutex_);
  if (failure_.ok()) failure_ = std::move(failure);
}

}  // namespace vyre::runtime
