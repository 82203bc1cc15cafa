#include "reference/job.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "backend/check.h"
#include "backend/segment.h"

namespace vyre::reference {

using backend::PendingState;

namespace {

constexpr uint64_t kStepsPerSlice = 16384;  // about a millisecond

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
         backend::Deadline limit, std::pmr::memory_resource* memory)
    : owner_(std::move(owner)),
      steps_(std::move(steps)),
      memory_(memory),
      buffers_(std::move(buffers)) {
  set_limit(limit);
  if (steps_.grid_storage == nullptr) begin_next();
}

// Whether there is a step to run. A grid in memory is read here: what comes before is over.
bool Job::begin_next() {
  for (; next_ < uint64_t{steps_.codes.size()} * steps_.repeat; ++next_) {
    const Bytecode& code = *steps_.codes[next_ % steps_.codes.size()];
    if (steps_.grid_storage != nullptr) bad_grid_ = read_grid(code);
    if (!bad_grid_.ok()) return false;
    if (std::ranges::find(steps_.grid, 0u) != steps_.grid.end()) continue;
    scheduler_ = std::make_unique<Scheduler>(code, steps_.grid, steps_.shape,
                                             views_of(code, buffers_), memory_);
    ++next_;
    return true;
  }
  return false;
}

Status Job::read_grid(const Bytecode& code) {
  std::memcpy(steps_.grid.data(), steps_.grid_storage->data() + steps_.grid_offset,
              backend::kGridBytes);
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const uint32_t most = steps_.grid_most[axis];
    if (steps_.grid[axis] > most) return backend::grid_too_large(axis, steps_.grid[axis], most);
  }
  const bool is_empty = std::ranges::find(steps_.grid, 0u) != steps_.grid.end();
  return is_empty ? Status() : Scheduler::check_grid(code, steps_.grid);
}

// A look is a slice, also when its time is over.
bool Job::advance(backend::Deadline) {
  if (is_canceled()) {
    finish(stopped());
    return false;
  }
  if (scheduler_ != nullptr) {
    const Scheduler::Progress progress = scheduler_->advance(kStepsPerSlice);
    if (progress == Scheduler::Progress::kFailed) {
      const auto& code = steps_.codes[(next_ - 1) % steps_.codes.size()];
      finish(backend::of_segment(scheduler_->status(), steps_.codes, code));
      return false;
    }
    if (progress == Scheduler::Progress::kFinished) scheduler_.reset();
  }
  if (scheduler_ == nullptr && !begin_next()) {
    finish(std::move(bad_grid_));
  } else if (Status status = stopped(); !status.ok()) {
    finish(std::move(status));
  }
  return false;
}

void Job::finish(Status status) {
  for (JobBuffer& buffer : buffers_) {
    const bool copies = buffer.result != nullptr && buffer.result != buffer.storage;
    if (copies && buffer.size != 0) {
      std::memcpy(buffer.result->data(), buffer.storage->data() + buffer.offset, buffer.size);
    }
    buffer.storage.reset();
  }
  scheduler_.reset();
  const PendingState state = status.ok() ? PendingState::kReady : PendingState::kFailed;
  end(state, std::move(status));
}

void Job::abandon() {
  if (!done()) return;
  for (JobBuffer& buffer : buffers_) buffer.result.reset();
}

}  // namespace vyre::reference
