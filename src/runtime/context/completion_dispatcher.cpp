#include "runtime/context/completion_dispatcher.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "base/status/guarded.h"

#if defined(__linux__)
#include <pthread.h>
#endif

namespace vyre::runtime {
namespace {

using std::chrono::steady_clock;
using Step = Completion::Step;

// Longest wait for one work before looking at others, or whether it was given up.
constexpr std::chrono::milliseconds kSlice{1};

void wait_and_call(Completion& completion) {
  while (completion.advance(steady_clock::now() + kSlice) == Step::kWaiting) {
  }
}

}  // namespace

// What fails for want of memory is tried again: nobody else would look at the work.
Completion::Step Completion::advance(backend::Deadline deadline) {
  Step step = Step::kWaiting;
  const Thrown thrown = run_guarded([&] { step = look(deadline); });
  if (thrown != Thrown::kNothing) std::this_thread::sleep_until(deadline);
  return step;
}

Completion::Step Completion::look(backend::Deadline deadline) {
  if (canceled_) return Step::kGone;
  std::unique_lock lock(mutex_);
  if (pending_ == nullptr) return Step::kGone;
  const backend::PendingState state = pending_->wait(deadline);
  if (state == backend::PendingState::kPending) return Step::kWaiting;
  pending_ = nullptr;
  CompletionCallback callback;
  callback.swap(callback_);
  lock.unlock();
  if (!callback) return Step::kGone;
  callback(state);
  return Step::kCalled;
}

void Completion::cancel() {
  canceled_ = true;  // keeps a watcher from taking the lock again and again
  CompletionCallback dropped;
  std::lock_guard lock(mutex_);
  pending_ = nullptr;
  dropped.swap(callback_);
}

void name_this_thread([[maybe_unused]] const char* name) {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), name);
#endif
}

CompletionDispatcher::CompletionDispatcher(JobRunner run_job, bool own_threads,
                                           const char* thread_name)
    : run_job_(std::move(run_job)),
      own_threads_(own_threads),
      thread_name_(thread_name),
      shared_(std::make_shared<Shared>()) {}

CompletionDispatcher::~CompletionDispatcher() {
  {
    std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
  }
  shared_->changed.notify_all();
  if (!thread_.joinable()) return;
  // A callback may have destroyed the last object; a thread cannot join itself.
  if (thread_.get_id() == std::this_thread::get_id()) {
    thread_.detach();
  } else {
    thread_.join();
  }
}

CompletionDispatcher::Prepared CompletionDispatcher::prepare(
    std::shared_ptr<Completion> completion) {
  Prepared prepared;
  if (run_job_) {
    prepared.hand_over =
        run_job_([completion = std::move(completion)] { wait_and_call(*completion); });
    return prepared;
  }
  if (own_threads_) start_thread();
  prepared.watched.push_back(std::move(completion));
  return prepared;
}

void CompletionDispatcher::start(Prepared prepared) {
  if (prepared.hand_over) return prepared.hand_over();
  {
    std::lock_guard lock(shared_->mutex);
    shared_->watched.splice(shared_->watched.end(), prepared.watched);
  }
  shared_->changed.notify_all();
}

void CompletionDispatcher::run(std::function<void()> job) {
  if (!has_threads()) return job();
  run_later(std::move(job));
}

void CompletionDispatcher::run_later(std::function<void()> job) {
  if (run_job_) return run_job_(std::move(job))();
  if (own_threads_) start_thread();
  {
    std::lock_guard lock(shared_->mutex);
    shared_->jobs.push_back(std::move(job));
  }
  shared_->changed.notify_all();
}

// A thread of ours that found no list meanwhile may sleep.
uint32_t CompletionDispatcher::poll() {
  run_due_jobs(*shared_);
  const uint32_t called = make_due_callbacks(*shared_);
  shared_->changed.notify_all();
  return called;
}

void CompletionDispatcher::start_thread() {
  std::lock_guard lock(thread_mutex_);
  if (thread_.joinable()) return;
  thread_ = std::thread([shared = shared_, name = thread_name_] {
    name_this_thread(name);
    work(shared);
  });
}

void CompletionDispatcher::work(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  while (!shared->stop) {
    run_next_job(*shared, lock);
    if (shared->watched.empty() && shared->jobs.empty() && !shared->stop) {
      shared->changed.wait(lock);
      continue;
    }
    if (!shared->watched.empty()) wait_for_first(*shared, lock);
  }
}

// Without the lock: it may be the last to keep the context.
void CompletionDispatcher::wait_for_first(Shared& shared, std::unique_lock<std::mutex>& lock) {
  std::shared_ptr<Completion> first = shared.watched.front();
  lock.unlock();
  (void)first->advance(steady_clock::now() + kSlice);
  first = nullptr;
  make_due_callbacks(shared);
  lock.lock();
}

void CompletionDispatcher::run_next_job(Shared& shared, std::unique_lock<std::mutex>& lock) {
  if (shared.jobs.empty()) return;
  std::function<void()> job = std::move(shared.jobs.front());
  shared.jobs.pop_front();
  lock.unlock();
  (void)run_guarded(job);  // whoever waits for what it does is told there
  job = nullptr;
  lock.lock();
}

// Those that there are: a job may add to them.
void CompletionDispatcher::run_due_jobs(Shared& shared) {
  std::unique_lock lock(shared.mutex);
  for (size_t left = shared.jobs.size(); left > 0; --left) run_next_job(shared, lock);
}

// Takes the list away while callbacks run: they may add to it.
uint32_t CompletionDispatcher::make_due_callbacks(Shared& shared) {
  struct Taken {
    explicit Taken(Shared& from) : shared(from) {
      std::lock_guard lock(shared.mutex);
      watched.swap(shared.watched);
    }
    ~Taken() {  // what still waits goes back, whatever is thrown
      std::lock_guard lock(shared.mutex);
      shared.watched.splice(shared.watched.end(), watched);
    }
    Shared& shared;
    std::list<std::shared_ptr<Completion>> watched;
  } taken(shared);
  uint32_t called = 0;
  for (auto at = taken.watched.begin(); at != taken.watched.end();) {
    const Step step = (*at)->advance(steady_clock::time_point());
    called += step == Step::kCalled ? 1 : 0;
    at = step == Step::kWaiting ? std::next(at) : taken.watched.erase(at);
  }
  return called;
}

}  // namespace vyre::runtime
