#pragma once

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "backend/device.h"
#include "base/status/status.h"
#include "launch/geometry.h"
#include "runtime/binding/resolve.h"
#include "runtime/context/completion_dispatcher.h"
#include "runtime/pipeline/pipeline.h"

namespace vyre::runtime {

// What is known about a dispatch when it has ended.
struct DispatchReport {
  backend::Timing timing;
  // Of the host: from the call to the submission, and waiting for the end. None: not measured.
  std::optional<uint64_t> enqueue_ns, wait_ns;
  uint64_t output_bytes = 0;
  launch::Axes grid = {1, 1, 1};
  launch::Axes workgroup_size = {1, 1, 1};
  uint32_t iterations = 1;  // that ran
  uint32_t segments = 1;    // that it was cut into
};

// What work has read for Work::bytes: nothing, some bytes, or those of the steps of a sequence.
enum class Reads : uint8_t { kNothing, kBytes, kSteps };

// Whether somebody is going to have the work. Of work without an owner nothing is given, and the
// device tells a failure.
enum class Owner : uint8_t { kCaller, kNobody };

// What of a submission is kept until its end. Made before it, so that nothing can fail after.
struct Submission {
  std::shared_ptr<Device> device;      // of a file transfer, which has no pipeline
  std::shared_ptr<Pipeline> pipeline;  // of a dispatch
  std::unique_ptr<backend::Waitable> work;
  backend::DeviceWork* dispatch =
      nullptr;                       // of |work|, that outputs are read of; null: there are none
  std::vector<OutputRange> outputs;  // read back, by slot
  DispatchReport report;             // timing and output bytes come at the end
  std::string label;
  Reads reads = Reads::kNothing;
  uint64_t asked = trace_clock();  // when
};

// A dispatch or a file transfer on its way. Any thread may poll, wait and collect; one of the
// waiting threads waits for the device, the others for that one. Destroying it never waits for the
// device.
class Work final : public backend::Waitable {
 public:
  explicit Work(Submission submission);
  ~Work() override;

  // What was submitted, with the part of it that outputs are read of; before anybody else has this
  // object.
  void begin(std::unique_ptr<backend::Waitable> work, backend::DeviceWork* dispatch = nullptr);

  backend::PendingState poll() { return wait(backend::Deadline()); }
  backend::PendingState wait(backend::Deadline deadline) override;
  // As wait(), for who waits in slices: nothing is traced.
  backend::PendingState look(backend::Deadline deadline);
  // As look(), for who carries it on: also what the host still has to do of it when it was ended
  // early.
  backend::PendingState carry(backend::Deadline deadline);

  // Fails it as cancelled unless it has ended.
  bool cancel() override;

  // Why it failed; success unless it has.
  Status status() override;

  // Waits for the end and writes outputs to the caller's memory, once.
  Status collect(std::span<const Binding> bindings);

  // Waits for the end and copies what it read, all of it, once.
  Status collect_bytes(std::span<std::byte> out);
  // Waits for the end. What it read, of a sequence in that step; stays as long as this.
  Result<std::span<const std::byte>> bytes(uint32_t read) override;

  // Fails unless the work is ready.
  Result<DispatchReport> report();

  backend::Timing timing() const override;
  uint64_t submission() const override { return submission_.work->submission(); }
  const Device& device() const;
  const std::shared_ptr<Device>& shared_device() const;
  Status check_current() const;  // fails when the device was recovered since it began

  Status on_complete(CompletionCallback callback);

  // Has work that only waiting carries on done wherever the context has its background work done,
  // as long as somebody holds it. Prepared before it is begun, started behind that.
  CompletionDispatcher::Prepared prepare_carrying();
  void carry_on();

  // carry() as a wait.
  backend::Waitable& carried() { return carried_; }

 private:
  class Alone;
  struct Carried final : backend::Waitable {
    explicit Carried(Work& of) : work(of) {}
    backend::PendingState wait(backend::Deadline deadline) override { return work.carry(deadline); }
    bool cancel() override { return false; }
    Status status() override { return work.status(); }
    backend::Timing timing() const override { return {}; }
    Work& work;
  };

  void wait_for_device(std::unique_lock<std::mutex>& lock, backend::Deadline deadline);
  Result<std::vector<Capture>> captures_of(std::span<const Binding> bindings) const;
  Status copy_failure() const;
  Status check_not_collected() const;
  std::string label() const;

  Submission submission_;  // constant once the object is handed out

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // State below is guarded by mutex_; while |waiting_| one thread uses submission_.work without it.
  backend::PendingState state_ = backend::PendingState::kPending;
  bool waiting_ = false;
  bool canceling_ = false;  // one thread ends it, without the lock
  bool collected_ = false;
  uint64_t waited_ns_ = 0;
  Status failure_;
  std::shared_ptr<Completion> completion_;

  Carried carried_{*this};
  std::shared_ptr<Completion> carrier_;  // constant once the object is handed out
};

// |timeout| from now, at most as far as the clock reaches.
backend::Deadline deadline_after(std::chrono::nanoseconds timeout);

}  // namespace vyre::runtime
