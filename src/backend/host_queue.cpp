#include "backend/host_queue.h"

#include <algorithm>
#include <utility>

#include "base/status/guarded.h"

namespace vyre::backend {
namespace {

// Longest time that who waits for a job overlooks that it was canceled.
constexpr std::chrono::milliseconds kSlice{2};

Status given_up() {
  return fail(Code::kCancelled,
              "the device was closed before a point was reached. Fix: keep it open");
}

}  // namespace

// One thread alone advances the job while this lives.
class HostJob::Running {
 public:
  explicit Running(HostJob& job) : job_(job) {}
  ~Running() {
    const std::lock_guard lock(job_.mutex_);
    job_.running_ = false;
    job_.changed_.notify_all();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  HostJob& job_;
};

// A long chain of jobs that never ran goes link by link, not by recursion. What never ran and
// nobody can carry on ends here.
HostJob::~HostJob() {
  signal_points(false);
  std::shared_ptr<HostJob> chain;
  unlink(chain);
  while (chain != nullptr) {
    const std::shared_ptr<HostJob> job = std::move(chain);
    chain = std::move(job->next_in_chain_);
    const std::lock_guard lock(job->links_mutex_);
    job->unlink(chain);
  }
}

// Lets go of earlier jobs; those that nobody else has stand before |chain| then.
void HostJob::unlink(std::shared_ptr<HostJob>& chain) {
  for (std::shared_ptr<HostJob>& link : earlier_) {
    if (link.use_count() != 1) continue;
    link->next_in_chain_ = std::move(chain);
    chain = std::move(link);
  }
  earlier_.clear();
}

std::vector<std::shared_ptr<HostJob>> HostJob::earlier_jobs() {
  const std::lock_guard lock(links_mutex_);
  return earlier_;
}

std::shared_ptr<HostJob> HostJob::first_unfinished(std::shared_ptr<HostJob> job) {
  for (;;) {
    std::shared_ptr<HostJob> before;
    for (const std::shared_ptr<HostJob>& earlier : job->earlier_jobs()) {
      if (!earlier->done()) before = earlier;
    }
    if (before == nullptr) return job;
    job = std::move(before);
  }
}

// Whether there is time for more.
bool HostJob::step(const std::shared_ptr<HostJob>& job, Deadline deadline) {
  const Deadline slice = std::min(deadline, std::chrono::steady_clock::now() + kSlice);
  const bool goes_on = first_unfinished(job)->carry_on(slice);
  return goes_on || deadline > std::chrono::steady_clock::now();
}

void HostJob::run_until(const std::shared_ptr<HostJob>& job, Deadline deadline) {
  while (!job->done() && step(job, deadline)) {
  }
}

PendingState HostJob::wait_for(const std::shared_ptr<HostJob>& job, Deadline deadline) {
  bool goes_on = true;
  while (goes_on && !job->done()) goes_on = step(job, deadline) && !job->is_canceled();
  return job->state();
}

bool HostJob::cancel() {
  const bool was_over = done();  // canceled, it may be over before this call is
  canceled_.store(true, std::memory_order_release);
  settle();
  return !was_over;
}

// Of a job that was canceled. What was to be reached behind one that is begun no more is reached
// here; one that is at work is asked to stop. Who advances it does this behind that.
void HostJob::settle() {
  std::vector<SyncPoint> reached;
  bool stops = false;
  {
    const std::lock_guard lock(mutex_);
    if (running_ || done()) return;
    stops = running_ = is_under_way();
    if (!stops) reached.swap(signal_points_);
  }
  for (const SyncPoint& point : reached) (void)point.semaphore->signal(point.value);
  if (!stops) return;
  const Running running(*this);
  stop_under_way();
}

void HostJob::give_up() {
  is_given_up_ = true;
  while (!done()) {
    if (run_guarded([&] { carry_on(Deadline::max()); }) != Thrown::kNothing) drop();
  }
}

// Without a reason, for want of memory to say it, and only what is not under way.
void HostJob::drop() {
  {
    const std::lock_guard lock(mutex_);
    if (running_ || done() || is_under_way()) return;
    running_ = true;
  }
  const Running running(*this);
  end(PendingState::kFailed);
}

Status HostJob::stopped() const {
  if (is_canceled()) return fail(Code::kCancelled, "the work was cancelled. Fix: start it again");
  if (limit_ == Deadline::max() || std::chrono::steady_clock::now() < limit_) return {};
  return fail(Code::kTimedOut, "the work has not ended in time. Fix: allow more time");
}

void HostJob::set_points(SyncPoints wait_points, SyncPoints signal_points) {
  wait_points_.assign(wait_points.begin(), wait_points.end());
  signal_points_.assign(signal_points.begin(), signal_points.end());
}

// Whether all are reached. A point that never can be fails the job, as what stops it does.
bool HostJob::pass_points(Deadline deadline) {
  while (!wait_points_.empty()) {
    Status why = is_given_up_ ? given_up() : stopped();
    if (!why.ok()) {
      end(PendingState::kFailed, std::move(why));
      return false;
    }
    Result<bool> reached = wait_points_.back().semaphore->wait(wait_points_.back().value, deadline);
    if (reached.ok() && !reached.value()) return false;
    if (!reached.ok()) {
      end(PendingState::kFailed, std::move(reached).status());
      return false;
    }
    wait_points_.pop_back();
  }
  return true;
}

// A semaphore that does not move any more has a device that is lost, which its owner is told.
void HostJob::signal_points(bool is_lost) {
  for (const SyncPoint& point : signal_points_) {
    if (!is_lost) (void)point.semaphore->signal(point.value);
  }
  signal_points_.clear();
}

bool HostJob::carry_on(Deadline deadline) {
  std::unique_lock lock(mutex_);
  while (running_) {
    if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) return false;
  }
  if (done()) return true;
  running_ = true;
  lock.unlock();
  bool goes_on = false;
  {
    const Running running(*this);
    goes_on = pass_points(deadline) && advance(deadline);
  }
  if (is_canceled()) settle();
  return goes_on;
}

void HostJob::end(PendingState state, Status status) {
  status_ = std::move(status);
  ended_ = std::chrono::steady_clock::now();
  std::vector<std::shared_ptr<HostJob>> finished;
  {
    const std::lock_guard lock(links_mutex_);
    finished.swap(earlier_);
  }
  signal_points(!status_.ok() && status_.code() == Code::kDeviceLost);
  wait_points_.clear();
  state_.store(state, std::memory_order_release);
  ended();
}

Status HostQueue::start(const std::shared_ptr<HostJob>& job,
                        std::span<HostMemory* const> memories) {
  // Nobody else carries it on before it has begun; what never began ends here.
  struct Beginning {
    ~Beginning() {
      if (has_begun) return;
      job.signal_points_.clear();
      job.end(PendingState::kFailed);
    }
    HostJob& job;
    bool has_begun = false;
  };
  job->running_ = true;
  const HostJob::Running running(*job);
  Beginning beginning{*job};
  link(job, memories);
  const auto earlier = job->earlier_jobs();
  const bool waits = !job->wait_points_.empty() ||
                     std::ranges::any_of(earlier, [](const auto& one) { return !one->done(); });
  if (!waits) VYRE_RETURN_IF_ERROR(job->begin());
  beginning.has_begun = true;
  return {};
}

// Nothing in here may throw once the first memory knows the job: it would never end.
void HostQueue::link(const std::shared_ptr<HostJob>& job, std::span<HostMemory* const> memories) {
  std::vector<std::shared_ptr<HostJob>> oldest;  // let go of without the lock
  std::unique_lock lock(mutex_);
  while (!submitted_.empty()) {
    oldest.push_back(submitted_.front().lock());
    if (oldest.back() != nullptr && !oldest.back()->done()) break;
    submitted_.pop_front();
  }
  job->earlier_.reserve(memories.size());
  submitted_.push_back(job);
  for (HostMemory* memory : memories) {
    if (memory->last_job == job) continue;
    const bool waits = memory->last_job != nullptr && !memory->last_job->done();
    if (waits) job->earlier_.push_back(std::move(memory->last_job));
    memory->last_job = job;
  }
  // New transfers wait for the job by now, so that these come to an end.
  transferred_.wait(lock, [&] {
    return std::ranges::all_of(memories, [](const HostMemory* one) { return one->transfers == 0; });
  });
}

std::vector<std::shared_ptr<HostJob>> HostQueue::unfinished() {
  std::vector<std::shared_ptr<HostJob>> jobs;
  const std::lock_guard lock(mutex_);
  jobs.reserve(submitted_.size());
  for (const std::weak_ptr<HostJob>& one : submitted_) {
    std::shared_ptr<HostJob> job = one.lock();
    if (job != nullptr && !job->done()) jobs.push_back(std::move(job));
  }
  return jobs;
}

std::shared_ptr<HostJob> HostQueue::oldest_unfinished() {
  const std::lock_guard lock(mutex_);
  for (const std::weak_ptr<HostJob>& one : submitted_) {
    if (std::shared_ptr<HostJob> job = one.lock(); job != nullptr && !job->done()) return job;
  }
  return nullptr;
}

void HostQueue::give_up() {
  while (const std::shared_ptr<HostJob> job = oldest_unfinished()) job->give_up();
}

bool HostQueue::run_until(Deadline deadline) {
  for (const std::shared_ptr<HostJob>& job : unfinished()) {
    HostJob::run_until(job, deadline);
    if (!job->done()) return false;
  }
  return true;
}

void HostQueue::forget(const HostJob& job, HostMemory& memory) {
  const std::lock_guard lock(mutex_);
  if (memory.last_job.get() == &job) memory.last_job.reset();
}

void HostQueue::begin_transfer(std::initializer_list<HostMemory*> memories) {
  for (;;) {
    std::shared_ptr<HostJob> before;
    std::unique_lock lock(mutex_);
    for (HostMemory* memory : memories) {
      if (memory->last_job != nullptr && memory->last_job->done()) memory->last_job.reset();
      if (memory->last_job != nullptr) before = memory->last_job;
    }
    if (before == nullptr) {
      for (HostMemory* memory : memories) ++memory->transfers;
      return;
    }
    lock.unlock();
    HostJob::run_until(before, Deadline::max());
  }
}

void HostQueue::end_transfer(std::initializer_list<HostMemory*> memories) {
  const std::lock_guard lock(mutex_);
  for (HostMemory* memory : memories) --memory->transfers;
  transferred_.notify_all();
}

}  // namespace vyre::backend
