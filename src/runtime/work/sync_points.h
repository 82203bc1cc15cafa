#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "runtime/device/device.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// What work begins behind, and what is reached at its end.
struct WorkPoints {
  std::vector<backend::SyncPoint> waits = {};
  std::vector<backend::SyncPoint> signals = {};
  bool any() const { return !waits.empty() || !signals.empty(); }
};

// On this thread. Whether all are reached by |deadline|; fails when one never can be.
Result<bool> wait_for_points(backend::SyncPoints points, backend::Deadline deadline);

// On this thread, unless |ended| says that the device is lost.
void signal_points(backend::SyncPoints points, const Status& ended);

// Has |work|, which keeps |context|, carried on wherever that has its background work done, whoever
// lets go of it; a Work only as long as somebody holds it where there is no thread. Prepared before
// the work is begun, to be started behind that.
CompletionDispatcher::Prepared prepare_carrying(Context& context,
                                                std::shared_ptr<backend::Waitable> work);
CompletionDispatcher::Prepared prepare_carrying(const std::shared_ptr<Work>& work);

// Points of |all| that |device| takes, and the others.
struct DividedPoints {
  WorkPoints taken;
  WorkPoints others;
};
DividedPoints divide(const backend::Device& device, const WorkPoints& all);

// The same for |what|, which is waited for. With a time limit the host waits for all: a device does
// not stop to wait. Fails where nobody would move a point behind the limit.
Result<DividedPoints> divide_for_call(const backend::Device& device, const WorkPoints& all,
                                      bool has_limit, std::string_view what);

// Points of asynchronous work. The device waits for those that it takes; the context waits for the
// others in the background, and moves a semaphore of the device then; and the other way round.
class AsyncPoints {
 public:
  AsyncPoints() = default;
  ~AsyncPoints();  // what was begun ends with work that was submitted, or here
  AsyncPoints(const AsyncPoints&) = delete;
  AsyncPoints& operator=(const AsyncPoints&) = delete;

  // Before the work is submitted with taken(); start(), which calls the host, with no device in
  // use. submitted() cannot fail.
  Status begin(const Device& device, backend::Device& raw, const WorkPoints& all);
  void start(const Device& device);
  const WorkPoints& taken() const { return taken_; }
  void submitted(const Device& device);

 private:
  struct Relay;

  WorkPoints taken_;
  std::shared_ptr<Completion> before_;  // the work; in the background until it is submitted
  CompletionDispatcher::Prepared carrying_before_;
  CompletionDispatcher::Prepared carrying_after_;  // the work; to be started once it is submitted
};

}  // namespace vyre::runtime
