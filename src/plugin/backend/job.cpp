#include "plugin/backend/job.h"

#include <algorithm>

namespace vyre::plugin {
namespace {

using backend::Deadline;
using backend::PendingState;
using std::chrono::steady_clock;

std::vector<vyre_command_buffer> command_buffers(const std::vector<JobBuffer>& buffers) {
  std::vector<vyre_command_buffer> result;
  result.reserve(buffers.size());
  for (const JobBuffer& buffer : buffers) {
    void* memory = buffer.memory == nullptr ? nullptr : buffer.memory->handle();
    result.push_back({memory, buffer.offset, buffer.size, 0});
  }
  return result;
}

}  // namespace

PluginJob::PluginJob(JobSetup setup) : setup_(std::move(setup)) {}

Status PluginJob::start(const std::shared_ptr<PluginJob>& job) {
  // Nobody else carries it on before it has begun; what never began ends here.
  struct Beginning {
    ~Beginning() {
      if (!has_begun) job.end(PendingState::kFailed);
      job.stop_running();
    }
    PluginJob& job;
    bool has_begun = false;
  } beginning{*job};
  job->running_ = true;
  job->link(job);
  if (first_unfinished(job) == job) VYRE_RETURN_IF_ERROR(job->submit());
  beginning.has_begun = true;
  return {};
}

void PluginJob::stop_running() {
  const std::lock_guard lock(mutex_);
  running_ = false;
  changed_.notify_all();
}

// Nothing in here may throw once the first memory knows the job: it would never end.
void PluginJob::link(const std::shared_ptr<PluginJob>& self) {
  DeviceHandle::Links& links = setup_.device->links();
  std::unique_lock lock(links.mutex);
  earlier_.reserve(setup_.buffers.size());
  links.unfinished.reserve(links.unfinished.size() + 1);
  const bool keeps_order = setup_.device->has(VYRE_PLUGIN_ORDERED);
  const auto is_idle = [&] {
    return std::ranges::all_of(setup_.buffers, [](const JobBuffer& buffer) {
      return buffer.memory == nullptr || buffer.memory->transfers == 0;
    });
  };
  if (!keeps_order) links.transferred.wait(lock, is_idle);
  for (const JobBuffer& buffer : setup_.buffers) {
    if (keeps_order || buffer.memory == nullptr || buffer.memory->last_job == self) continue;
    if (buffer.memory->last_job != nullptr) earlier_.push_back(buffer.memory->last_job);
    buffer.memory->last_job = self;
  }
  links.unfinished.push_back(self);
}

// Nothing is destroyed under the lock: whoever runs the job owns it too.
void PluginJob::unlink() {
  std::vector<std::shared_ptr<PluginJob>> earlier;
  DeviceHandle::Links& links = setup_.device->links();
  const std::lock_guard lock(links.mutex);
  earlier.swap(earlier_);
  for (const JobBuffer& buffer : setup_.buffers) {
    if (buffer.memory != nullptr && buffer.memory->last_job.get() == this) {
      buffer.memory->last_job.reset();
    }
  }
  std::erase_if(links.unfinished, [&](const auto& job) { return job.get() == this; });
}

std::shared_ptr<PluginJob> PluginJob::first_unfinished(std::shared_ptr<PluginJob> job) {
  const std::lock_guard lock(job->setup_.device->links().mutex);
  for (;;) {
    const auto waits_for = std::ranges::find_if(
        job->earlier_, [](const std::shared_ptr<PluginJob>& earlier) { return !earlier->done(); });
    if (waits_for == job->earlier_.end()) return job;
    job = *waits_for;
  }
}

void PluginJob::run_until(const std::shared_ptr<PluginJob>& job, Deadline deadline) {
  while (!job->done()) {
    const std::shared_ptr<PluginJob> first = first_unfinished(job);
    first->advance(deadline);
    if (!first->done() && deadline <= steady_clock::now()) return;
  }
}

void PluginJob::cancel(const std::shared_ptr<PluginJob>& job) {
  job->canceled_ = true;
  while (!job->done()) job->advance(Deadline::max());
}

void PluginJob::advance(Deadline deadline) {
  std::unique_lock lock(mutex_);
  while (running_) {
    if (changed_.wait_until(lock, deadline) == std::cv_status::timeout) return;
  }
  if (done()) return;
  running_ = true;
  lock.unlock();
  const struct Running {
    ~Running() { job.stop_running(); }
    PluginJob& job;
  } running{*this};
  run(deadline);
}

void PluginJob::run(Deadline deadline) {
  while (!done()) {
    if (work_ == nullptr) {
      Status status = canceled_ ? fail(Code::kDispatchFailed, "the backend '", setup_.device->id(),
                                       "' was closed. Fix: keep it open")
                                : submit();
      if (!status.ok()) return finish(std::move(status));
    }
    Status failure;
    const PendingState state = setup_.device->wait(work_, deadline, &failure);
    if (state == PendingState::kPending) return;
    end_work(state == PendingState::kReady);
    if (state == PendingState::kFailed) return finish(std::move(failure));
    if (!has_more()) return finish(keep_results());
  }
}

// The next executable, or all of them in one submission.
Status PluginJob::submit() {
  const std::vector<vyre_command_buffer> buffers = command_buffers(setup_.buffers);
  const auto& executables = setup_.executables;
  const bool all = setup_.device->has(VYRE_PLUGIN_ORDERED);
  const size_t end = all ? executables.size() : next_ + 1;
  std::vector<vyre_command> commands;
  commands.reserve(end - next_);
  for (size_t i = next_; i < end; ++i) {
    vyre_command command{};
    command.executable = executables[i]->handle();
    command.buffers = buffers.data();
    command.buffer_count = buffers.size();
    command.flags = i == next_ ? 0 : VYRE_COMMAND_BARRIER;
    std::copy(setup_.grid.begin(), setup_.grid.end(), command.grid);
    commands.push_back(command);
  }
  vyre_submission submission{};
  submission.struct_size = sizeof submission;
  submission.flags = setup_.timed ? VYRE_SUBMISSION_TIMED : 0;
  submission.commands = commands.data();
  submission.command_count = commands.size();
  auto work = setup_.device->submit(submission);
  if (!work.ok()) {
    Status status = std::move(work).status();
    if (executables.size() > 1) status.info().segment = static_cast<uint32_t>(next_);
    return status;
  }
  work_ = work.take();
  next_ = end;
  return {};
}

void PluginJob::end_work(bool is_ready) {
  if (is_ready && setup_.timed && device_ns_) {
    const std::optional<uint64_t> part = setup_.device->device_ns(work_);
    device_ns_ = part ? std::optional(*device_ns_ + *part) : std::nullopt;
  }
  setup_.device->free_work(work_);
  work_ = nullptr;
}

// Bytes of memory that later work may change.
Status PluginJob::keep_results() {
  for (JobBuffer& buffer : setup_.buffers) {
    if (!buffer.keep || buffer.memory == nullptr) continue;
    buffer.kept.resize(static_cast<size_t>(buffer.size));
    VYRE_RETURN_IF_ERROR(setup_.device->read(buffer.memory->handle(), buffer.offset, buffer.kept));
  }
  return {};
}

void PluginJob::finish(Status status) {
  const PendingState state = status.ok() ? PendingState::kReady : PendingState::kFailed;
  status_ = std::move(status);
  end(state);
}

void PluginJob::end(PendingState state) {
  ended_ = steady_clock::now();
  state_.store(state, std::memory_order_release);
  unlink();
}

backend::Timing PluginJob::timing() const {
  backend::Timing timing;
  timing.host_ns = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(ended_ - submitted_).count());
  if (setup_.timed && device_ns_.value_or(0) > 0) timing.device_ns = device_ns_;
  return timing;
}

}  // namespace vyre::plugin
