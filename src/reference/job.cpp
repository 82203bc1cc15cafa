#include "reference/job.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

namespace vyre::reference {

using backend::PendingState;

namespace {

constexpr uint64_t kStepsPerSlice = 16384;  // about a millisecond
constexpr std::chrono::microseconds kPause{50};

std::vector<BufferView> views_of(const Bytecode& code, std::span<const JobBuffer> buffers) {
  std::vector<BufferView> views(code.program->buffers.size());
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (buffers[i].storage == nullptr) continue;
    const uint32_t buffer = code.plan->bindings[i].buffer;
    views[buffer] = BufferView(buffers[i].storage->data() + buffers[i].offset, buffers[i].size,
                               code.elements[buffer]);
  }
  return views;
}

}  // namespace

Job::Job(std::shared_ptr<backend::Device> owner, JobSteps steps, std::vector<JobBuffer> buffers,
         std::pmr::memory_resource* memory)
    : owner_(std::move(owner)),
      steps_(std::move(steps)),
      memory_(memory),
      buffers_(std::move(buffers)) {
  begin_next();
}

bool Job::begin_next() {
  if (next_ >= uint64_t{steps_.codes.size()} * steps_.repeat) return false;
  const Bytecode& code = *steps_.codes[next_++ % steps_.codes.size()];
  scheduler_ = std::make_unique<Scheduler>(code, steps_.grid, views_of(code, buffers_), memory_);
  return true;
}

// A long chain of jobs that never ran goes link by link, not by recursion.
Job::~Job() {
  std::vector<std::shared_ptr<Job>> chain = std::move(earlier_);
  while (!chain.empty()) {
    const std::shared_ptr<Job> job = std::move(chain.back());
    chain.pop_back();
    if (job.use_count() != 1) continue;
    for (std::shared_ptr<Job>& link : job->earlier_) chain.push_back(std::move(link));
    job->earlier_.clear();
  }
}

void Job::run_after(std::shared_ptr<Job> earlier) {
  if (std::ranges::find(earlier_, earlier) == earlier_.end()) {
    earlier_.push_back(std::move(earlier));
  }
}

std::vector<std::shared_ptr<Job>> Job::earlier_jobs() {
  const std::lock_guard lock(links_mutex_);
  return earlier_;
}

std::shared_ptr<Job> Job::first_unfinished(std::shared_ptr<Job> job) {
  for (;;) {
    std::shared_ptr<Job> before;
    for (const std::shared_ptr<Job>& earlier : job->earlier_jobs()) {
      if (!earlier->done()) before = earlier;
    }
    if (before == nullptr) return job;
    job = std::move(before);
  }
}

void Job::run_until(const std::shared_ptr<Job>& job, backend::Deadline deadline) {
  while (!job->done()) {
    if (!first_unfinished(job)->run_slice()) std::this_thread::sleep_for(kPause);
    if (std::chrono::steady_clock::now() >= deadline) return;
  }
}

bool Job::run_slice() {
  const std::unique_lock lock(run_mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  if (done()) return true;
  const Scheduler::Progress progress = scheduler_->advance(kStepsPerSlice);
  if (progress == Scheduler::Progress::kFinished && !begin_next()) finish(PendingState::kReady);
  if (progress == Scheduler::Progress::kFailed) {
    status_ = scheduler_->status();
    finish(PendingState::kFailed);
  }
  return true;
}

void Job::finish(PendingState state) {
  for (JobBuffer& buffer : buffers_) {
    const bool copies = buffer.result != nullptr && buffer.result != buffer.storage;
    if (copies && buffer.size != 0) {
      std::memcpy(buffer.result->data(), buffer.storage->data() + buffer.offset, buffer.size);
    }
    buffer.storage.reset();
  }
  scheduler_.reset();
  ended_ = std::chrono::steady_clock::now();
  std::vector<std::shared_ptr<Job>> finished;
  {
    const std::lock_guard lock(links_mutex_);
    finished.swap(earlier_);
  }
  state_.store(state, std::memory_order_release);
}

void Job::abandon() {
  if (!done()) return;
  for (JobBuffer& buffer : buffers_) buffer.result.reset();
}

}  // namespace vyre::reference
