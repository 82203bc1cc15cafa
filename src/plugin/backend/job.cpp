#include "plugin/backend/job.h"

#include <algorithm>
#include <span>

#include "backend/device_time.h"
#include "backend/segment.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

using backend::Deadline;
using backend::PendingState;

std::vector<vyre_plugin_range> ranges_of(const std::vector<JobBuffer>& buffers) {
  std::vector<vyre_plugin_range> ranges;
  ranges.reserve(buffers.size());
  for (const JobBuffer& buffer : buffers) {
    void* memory = buffer.memory == nullptr ? nullptr : buffer.memory->handle();
    ranges.push_back({memory, buffer.offset, buffer.size, 0});
  }
  return ranges;
}

}  // namespace

PluginJob::PluginJob(JobSetup setup)
    : setup_(std::move(setup)),
      failure_(fail(Code::kOutOfHostMemory, "an allocation on the host failed while '",
                    setup_.device->id(), "' told why its work has failed. Fix: free memory")) {
  set_limit(setup_.limit);
}

Status PluginJob::start(const std::shared_ptr<PluginJob>& job) {
  DeviceHandle& device = *job->setup_.device;
  std::vector<backend::HostMemory*> memories;
  for (const JobBuffer& buffer : job->setup_.buffers) {
    if (buffer.memory != nullptr) memories.push_back(&buffer.memory->users);
  }
  if (const auto& words = job->setup_.grid_words.memory) memories.push_back(&words->users);
  if (device.has(VYRE_PLUGIN_ORDERED)) memories.clear();
  job->self_ = job;
  return device.queue().start(job, memories);
}

void PluginJob::ended() {
  for (const JobBuffer& buffer : setup_.buffers) {
    if (buffer.memory != nullptr) setup_.device->queue().forget(*this, buffer.memory->users);
  }
  if (const auto& words = setup_.grid_words.memory) {
    setup_.device->queue().forget(*this, words->users);
  }
  self_ = nullptr;
}

void PluginJob::give_up() {
  closed_ = true;
  HostJob::give_up();
}

void PluginJob::stop_under_way() {
  if (!is_told_) is_told_ = setup_.device->cancel(work_);
}

bool PluginJob::advance(Deadline deadline) {
  if (work_ == nullptr && !has_more()) finish(keep_results());
  while (!done()) {
    if (work_ == nullptr) {
      Status status = submit_next();
      if (!status.ok()) {
        finish(std::move(status));
        break;
      }
    }
    const PendingState state = setup_.device->wait(work_, deadline, &failure_);
    if (state == PendingState::kPending) return false;
    end_work(state == PendingState::kReady);
    if (state == PendingState::kFailed) {
      finish(of_segment(std::move(failure_), next_ - 1));
    } else if (!has_more()) {
      finish(keep_results());
    }
  }
  return true;
}

Status PluginJob::submit_next() {
  if (!closed_) {
    VYRE_RETURN_IF_ERROR(stopped());
    return submit();
  }
  return fail(Code::kDispatchFailed, "the device '", setup_.device->id(),
              "' was closed. Fix: keep it open");
}

// The executables up to |end|, on the same ranges.
std::vector<vyre_plugin_command> PluginJob::commands(const std::vector<vyre_plugin_range>& ranges,
                                                     size_t end) const {
  std::vector<vyre_plugin_command> commands;
  commands.reserve(end - next_);
  for (size_t i = next_; i < end; ++i) {
    vyre_plugin_command command{};
    command.executable = setup_.executables[i]->handle();
    command.ranges = ranges.data();
    command.range_count = ranges.size();
    command.flags = i == next_ ? 0 : VYRE_COMMAND_BARRIER;
    command.label = {setup_.label.c_str(), setup_.label.size()};
    if (const auto& words = setup_.grid_words; words.memory != nullptr) {
      command.grid_memory = words.memory->handle();
      command.grid_offset = words.offset;
    }
    std::copy(setup_.grid.begin(), setup_.grid.end(), command.grid);
    commands.push_back(command);
  }
  return commands;
}

// The next executable, or all of them in one submission.
Status PluginJob::submit() {
  const bool all = setup_.device->has(VYRE_PLUGIN_ORDERED);
  const size_t end = all ? setup_.executables.size() : next_ + 1;
  const std::vector<vyre_plugin_range> ranges = ranges_of(setup_.buffers);
  const std::vector<vyre_plugin_command> given = commands(ranges, end);
  vyre_plugin_submission submission = VYRE_PLUGIN_SUBMISSION_INIT;
  submission.flags = setup_.timed ? VYRE_SUBMISSION_TIMED : 0;
  submission.commands = given.data();
  submission.command_count = given.size();
  auto work = setup_.device->submit(submission);
  if (!work.ok()) return of_segment(std::move(work).status(), next_);
  work_ = work.take();
  next_ = end;
  return {};
}

// |status| of the executable |at|. What was submitted at once tells nothing of its parts.
Status PluginJob::of_segment(Status status, size_t at) const {
  if (setup_.device->has(VYRE_PLUGIN_ORDERED)) return status;
  const std::span order = std::span(setup_.executables).first(setup_.segments);
  return backend::of_segment(std::move(status), order, order[at % order.size()]);
}

void PluginJob::end_work(bool is_ready) {
  if (is_ready && setup_.timed && device_ns_) {
    device_ns_ = backend::sum_of_times(device_ns_, setup_.device->device_ns(work_));
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
  end(state, std::move(status));
}

backend::Timing PluginJob::timing() const {
  backend::Timing timing;
  timing.host_ns = static_cast<uint64_t>(duration().count());
  if (setup_.timed && device_ns_.value_or(0) > 0) timing.device_ns = device_ns_;
  return timing;
}

}  // namespace vyre::plugin
