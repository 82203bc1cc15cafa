#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backend/device.h"

namespace vyre::backend {

// Work that the host carries on: nothing of it happens but in whoever waits for it, for later work
// on the same memory, or for that memory. Work on the same memory runs in the order of submission.
class HostJob {
 public:
  virtual ~HostJob();

  PendingState state() const { return state_.load(std::memory_order_acquire); }
  bool done() const { return state() != PendingState::kPending; }

  // Carries on what |job| waits for and then |job|, until it has ended or |deadline| has passed.
  static void run_until(const std::shared_ptr<HostJob>& job, Deadline deadline);
  // The same for who wants the results, of which there are none once it is canceled: then one step
  // is made.
  static PendingState wait_for(const std::shared_ptr<HostJob>& job, Deadline deadline);

  // Nothing more of it is begun, and it ends when its turn comes. False when it had ended.
  bool cancel();

  // Ends it after what is under way, when its device goes.
  virtual void give_up();

  // Nothing of it happens before the first are reached. At its end it moves the second, unless the
  // device is lost. Before HostQueue::start().
  void set_points(SyncPoints wait_points, SyncPoints signal_points);

  // Once done:
  const Status& status() const { return status_; }
  std::chrono::nanoseconds duration() const { return ended_ - submitted_; }

 protected:
  // What is done of it at once when it waits for nothing. After a failure it never was.
  virtual Status begin() { return {}; }
  // Why nothing more of it is to begin: it was canceled, or its time is over.
  Status stopped() const;
  bool is_canceled() const { return canceled_.load(std::memory_order_acquire); }
  void set_limit(Deadline limit) { limit_ = limit; }  // before it is started

  // Some of it, on one thread at a time. Whether what waits for it may go on after |deadline|.
  virtual bool advance(Deadline deadline) = 0;
  // Whether something of it goes on while nobody advances it.
  virtual bool is_under_way() const { return false; }
  // It was canceled: asks what is under way to end, if it was not asked, and never blocks. On the
  // thread that alone advances it.
  virtual void stop_under_way() {}
  // After its end; lets go of what only work under way needs.
  virtual void ended() {}

  void end(PendingState state, Status status = {});
  bool carry_on(Deadline deadline);  // whatever it waits for

 private:
  friend class HostQueue;
  class Running;

  static bool step(const std::shared_ptr<HostJob>& job, Deadline deadline);
  std::vector<std::shared_ptr<HostJob>> earlier_jobs();
  bool pass_points(Deadline deadline);
  void settle();
  void drop();
  void unlink(std::shared_ptr<HostJob>& chain);
  void signal_points(bool is_lost);
  static std::shared_ptr<HostJob> first_unfinished(std::shared_ptr<HostJob> job);

  const std::chrono::steady_clock::time_point submitted_ = std::chrono::steady_clock::now();
  std::atomic<PendingState> state_ = PendingState::kPending;
  std::atomic<bool> canceled_ = false;
  std::atomic<bool> is_given_up_ = false;
  Deadline limit_ = Deadline::max();

  std::shared_ptr<HostJob> next_in_chain_;  // of those that a destructor lets go of
  std::mutex links_mutex_;
  std::vector<std::shared_ptr<HostJob>> earlier_;  // guarded by links_mutex_; empty once done

  std::mutex mutex_;
  std::condition_variable changed_;
  bool running_ = false;  // guarded by mutex_; one thread advances it

  std::vector<SyncPoint> wait_points_;  // not reached yet; of the thread that advances it
  std::vector<SyncPoint> signal_points_;

  // Constant once done.
  Status status_;
  std::chrono::steady_clock::time_point ended_;
};

// What uses a memory. Guarded by the queue.
struct HostMemory {
  std::shared_ptr<HostJob> last_job;
  uint32_t transfers = 0;  // under way
};

// The jobs of one device.
class HostQueue {
 public:
  // Puts |job| behind those that use |memories|, and begins it when there are none.
  Status start(const std::shared_ptr<HostJob>& job, std::span<HostMemory* const> memories);

  // Moves bytes when no job uses the memories, and keeps later ones from them meanwhile.
  template <typename Move>
  Status transfer(std::initializer_list<HostMemory*> memories, Move move) {
    begin_transfer(memories);
    const struct Transfer {
      ~Transfer() { queue.end_transfer(memories); }
      HostQueue& queue;
      std::initializer_list<HostMemory*> memories;
    } under_way{*this, memories};
    return move();
  }

  // That somebody keeps, in the order of submission.
  std::vector<std::shared_ptr<HostJob>> unfinished();
  // Gives all of these up: their device goes.
  void give_up();

  // Carries these on until |deadline| at the longest; whether all have ended.
  bool run_until(Deadline deadline);

  // |memory| does not keep |job|, which has ended and is kept by whoever ended it.
  void forget(const HostJob& job, HostMemory& memory);

 private:
  std::shared_ptr<HostJob> oldest_unfinished();
  void link(const std::shared_ptr<HostJob>& job, std::span<HostMemory* const> memories);
  void begin_transfer(std::initializer_list<HostMemory*> memories);
  void end_transfer(std::initializer_list<HostMemory*> memories);

  std::mutex mutex_;
  std::condition_variable transferred_;  // some memory's transfers are 0 again
  // In order, the oldest of those perhaps not done first. Guarded by mutex_.
  std::deque<std::weak_ptr<HostJob>> submitted_;
};

}  // namespace vyre::backend
