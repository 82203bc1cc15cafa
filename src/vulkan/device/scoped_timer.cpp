#include "vulkan/device/scoped_timer.h"

namespace vyre::vulkan {

void ScopedTimer::finish() const {
  const uint64_t end = trace_clock();
  kernel_host::DeviceCounters& counters = device_.counters();
  if (counters.times()) kernel_host::DeviceCounters::add(counters.*sum_, end - start_);
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

void trace_end(const LogicalDevice& device, TraceEvent submission,
               const std::optional<Ticks>& ticks) {
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
