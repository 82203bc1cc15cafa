#include "runtime/work/start.h"

#include <utility>

namespace vyre::runtime {

Result<std::unique_ptr<backend::Waitable>> start(const Device& device, uint64_t generation,
                                                 const backend::Step& step, Owner owner) {
  if (step.size == 0) return backend::finished_work();
  VYRE_ASSIGN_OR_RETURN(const auto raw, device.use(generation));
  return raw->transfer(step, owner == Owner::kCaller);
}

Status wait_for(Result<std::unique_ptr<backend::Waitable>> started) {
  VYRE_ASSIGN_OR_RETURN(const auto work, std::move(started));
  (void)work->wait(backend::Deadline::max());
  return work->status();
}

Started::Started(std::shared_ptr<Device> device, std::string label, backend::Step::Kind kind,
                 Owner owner)
    : device_(std::move(device)) {
  if (owner == Owner::kNobody) {
    place_ = UnownedWork::make_place(std::move(label));
    return;
  }
  Submission submission;
  submission.device = device_;
  submission.label = std::move(label);
  if (kind == backend::Step::Kind::kRead) submission.reads = Reads::kBytes;
  work_ = std::make_shared<Work>(std::move(submission));
}

std::shared_ptr<Work> Started::hand_over(std::unique_ptr<backend::Waitable> work) {
  if (work_ != nullptr) {
    work_->begin(std::move(work));
  } else if (work != nullptr) {
    place_.put(std::move(work));
    device_->unowned().add(std::move(place_), device_->context().log_sink());
  }
  return std::move(work_);
}

}  // namespace vyre::runtime
