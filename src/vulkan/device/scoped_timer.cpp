#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

void Phase::finish() const {
  const uint64_t end = trace_clock();
  Tally& tally = device_.tally();
  if (tally.times()) Tally::add(tally.*sum_, end - start_);
  if (device_.trace() == nullptr) return;
  TraceEvent event;
  event.name = name_;
  event.start = start_;
  event.end = end;
  event.number = number_;
  event.thread = trace_thread();
  event.queue = device_.trace_queue();
  device_.trace()->add(event);
}

void trace_end(const Device& device, TraceEvent submission, const std::optional<Ticks>& ticks) {
  submission.end = trace_clock();
  TraceEvent work = submission;
  work.kind = TraceEvent::Kind::kDevice;
  if (ticks) {
    device.clock().place((*ticks)[0], (*ticks)[1], submission.start, submission.end, work);
  }
  device.trace()->add(submission);
  device.trace()->add(work);
}

}  // namespace vyre::vulkan
