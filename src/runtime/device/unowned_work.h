#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "backend/device.h"
#include "base/status/log.h"
#include "base/status/status.h"

namespace vyre::runtime {

// Work whose caller wanted no handle. A failure of it is logged when it is seen, and the first is
// kept for who waits for the device. No lock is held while work, or the log, is called, and each
// work is called by one thread at a time.
class UnownedWork {
  struct Entry {
    std::string label;  // of its failure; empty: the work says its own
    std::unique_ptr<backend::Waitable> owned = nullptr;
    std::shared_ptr<backend::Waitable> shared = nullptr;  // where there is none of these
    uint64_t number = 0;
    bool is_waited_for = false;  // by one thread, which has the work
    bool is_forgotten = false;

    backend::Waitable& work() const { return owned != nullptr ? *owned : *shared; }
  };

 public:
  // For one work, before that is begun.
  class Place {
   public:
    bool is_empty() const { return entry_.empty(); }
    void put(std::unique_ptr<backend::Waitable> work) { entry_.front().owned = std::move(work); }
    void put(std::shared_ptr<backend::Waitable> work) { entry_.front().shared = std::move(work); }

   private:
    friend class UnownedWork;
    std::list<Entry> entry_;
  };
  static Place make_place(std::string label);
  // The work is in the list whatever fails in here, where others are looked at.
  void add(Place place, const LogSink& log);

  // The first failure since the last call. Work that has not ended stays.
  Status take_failure(const LogSink& log);

  // Waits for all of it until |deadline| at the longest; whether it has ended. What comes meanwhile
  // stands behind that.
  bool wait(backend::Deadline deadline, const LogSink& log);

  // A failure that somebody else has seen.
  void note(Status failure, const std::string& label, const LogSink& log);

  // Looks once more and lets all of it go: its device is gone.
  void forget(const LogSink& log);

 private:
  class Waiting;
  using Lock = std::unique_lock<std::mutex>;

  bool is_due() const;
  bool wait(uint64_t last, backend::Deadline deadline, const LogSink& log);
  std::list<Entry> pass(Lock& lock, uint64_t last, backend::Deadline deadline, const LogSink& log);
  bool wait_for(Lock& lock, Entry& entry, backend::Deadline deadline, const LogSink& log);
  bool has_any(uint64_t last) const;
  bool has_waited_for(uint64_t last) const;

  std::mutex mutex_;
  std::condition_variable changed_;  // an entry is waited for no more
  std::list<Entry> entries_;         // by number; guarded by mutex_, like all below
  uint64_t added_ = 0;
  size_t left_ = 0;  // of them, when they were last looked at
  Status failure_;
};

}  // namespace vyre::runtime
