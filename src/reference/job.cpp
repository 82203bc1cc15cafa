#include "reference/job.h"

#include <cstring>
#include <utility>

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
  begin_next();
}

bool Job::begin_next() {
  if (next_ >= uint64_t{steps_.codes.size()} * steps_.repeat) return false;
  const Bytecode& code = *steps_.codes[next_++ % steps_.codes.size()];
  scheduler_ = std::make_unique<Scheduler>(code, steps_.grid, steps_.shape,
                                           views_of(code, buffers_), memory_);
  return true;
}

// A look is a slice, also when its time is over.
bool Job::advance(backend::Deadline) {
  if (is_canceled()) {
    finish(stopped());
    return false;
  }
  if (scheduler_ == nullptr) {
    finish({});
    return false;
  }
  const Scheduler::Progress progress = scheduler_->advance(kStepsPerSlice);
  if (progress == Scheduler::Progress::kFailed) {
    finish(scheduler_->status());
  } else if (progress == Scheduler::Progress::kFinished && !begin_next()) {
    finish({});
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
