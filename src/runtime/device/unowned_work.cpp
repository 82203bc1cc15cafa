#include "runtime/device/unowned_work.h"

#include <utility>

namespace vyre::runtime {

void UnownedWork::add(std::unique_ptr<backend::Waitable> work, std::string label,
                      const LogSink& log) {
  const std::lock_guard lock(mutex_);
  entries_.push_back({std::move(work), std::move(label)});
  look(log);
}

Status UnownedWork::take_failure(const LogSink& log) {
  const std::lock_guard lock(mutex_);
  look(log);
  return std::exchange(failure_, Status());
}

void UnownedWork::look(const LogSink& log) {
  std::erase_if(entries_, [&](Entry& entry) {
    const backend::PendingState state = entry.work->wait(backend::Deadline());
    if (state == backend::PendingState::kPending) return false;
    if (state != backend::PendingState::kFailed) return true;
    Status status = entry.work->status();
    status.info().label = entry.label;
    if (log) log(LogLevel::kError, status.text());
    if (failure_.ok()) failure_ = std::move(status);
    return true;
  });
}

}  // namespace vyre::runtime
