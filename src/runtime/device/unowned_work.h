#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/status/log.h"
#include "base/status/status.h"

namespace vyre::runtime {

// Work whose caller wanted no handle. A failure of it is logged when it is seen, and the first is
// kept for who waits for the device. No lock is held while work, or the log, is called.
class UnownedWork {
 public:
  void add(std::unique_ptr<backend::Waitable> work, std::string label, const LogSink& log);
  void add(std::shared_ptr<backend::Waitable> work, const LogSink& log);  // says its own name
  void make_room();  // for one more, before it is begun

  // The first failure since the last call. Work that has not ended stays.
  Status take_failure(const LogSink& log);

  // Waits for all of it until |deadline| at the longest; whether it has ended.
  bool wait(backend::Deadline deadline, const LogSink& log);

  // A failure that somebody else has seen.
  void note(Status failure, const std::string& label, const LogSink& log);

  // Looks once more and lets all of it go: its device is gone.
  void forget(const LogSink& log);

 private:
  struct Entry {
    std::unique_ptr<backend::Waitable> owned;
    std::shared_ptr<backend::Waitable> shared;  // where there is none of these
    std::string label;

    backend::Waitable& work() const { return owned != nullptr ? *owned : *shared; }
  };

  void add(Entry entry, const LogSink& log);
  bool is_due();
  bool look(const LogSink& log, backend::Deadline deadline = backend::Deadline());

  std::mutex mutex_;
  std::vector<Entry> entries_;  // guarded by mutex_, like all below
  size_t left_ = 0;             // of them, when they were last looked at
  Status failure_;
};

}  // namespace vyre::runtime
