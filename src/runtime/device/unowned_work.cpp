#include "runtime/device/unowned_work.h"

#include <iterator>
#include <utility>

namespace vyre::runtime {

void UnownedWork::add(std::unique_ptr<backend::Waitable> work, std::string label,
                      const LogSink& log) {
  std::vector<Entry> left = look(log);
  left.push_back({std::move(work), std::move(label)});
  const std::lock_guard lock(mutex_);
  entries_.insert(entries_.end(), std::move_iterator(left.begin()), std::move_iterator(left.end()));
}

Status UnownedWork::take_failure(const LogSink& log) {
  std::vector<Entry> left = look(log);
  const std::lock_guard lock(mutex_);
  entries_.insert(entries_.end(), std::move_iterator(left.begin()), std::move_iterator(left.end()));
  return std::exchange(failure_, Status());
}

void UnownedWork::forget(const LogSink& log) { look(log); }

// Takes what there is, and gives what has not ended.
std::vector<UnownedWork::Entry> UnownedWork::look(const LogSink& log) {
  std::vector<Entry> all;
  {
    const std::lock_guard lock(mutex_);
    all.swap(entries_);
  }
  std::vector<Entry> left;
  left.reserve(all.size() + 1);
  for (Entry& entry : all) {
    const backend::PendingState state = entry.work->wait(backend::Deadline());
    if (state == backend::PendingState::kPending) left.push_back(std::move(entry));
    if (state == backend::PendingState::kFailed) note(entry.work->status(), entry.label, log);
  }
  return left;
}

void UnownedWork::note(Status failure, const std::string& label, const LogSink& log) {
  if (failure.info().label.empty()) failure.info().label = label;
  if (log) log(LogLevel::kError, failure.text());
  const std::lock_guard lock(mutex_);
  if (failure_.ok()) failure_ = std::move(failure);
}

}  // namespace vyre::runtime
