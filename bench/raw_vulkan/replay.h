#pragma once

#include <cstdint>
#include <mutex>

#include "operands.h"
#include "submit.h"

namespace bench {

// Dispatches of 256 elements, recorded once into one command buffer.
class RawReplay {
 public:
  static constexpr uint32_t kElements = 256;

  // |barriers|: one between two dispatches. But for kResident one dispatch: run_host_bytes().
  RawReplay(const RawDevice& device, uint32_t dispatches, bool barriers,
            RawBytes bytes = RawBytes::kResident);

  void submit(RawWait wait, std::mutex& queue) { work_.submit(wait, &queue); }
  void wait(RawWait wait) { work_.wait(wait); }
  void run(RawWait how, std::mutex& queue) {
    submit(how, queue);
    wait(how);
  }
  void run_host_bytes(RawWait how, std::mutex& queue, XorInputs& words) {
    operands_.write(words);
    run(how, queue);
    operands_.read(words);
  }

 private:
  void record(const RawDevice& device, uint32_t dispatches, bool barriers) const;

  RawSubmit work_;
  RawOperands operands_;
  RawPipeline pipeline_;
  RawSet set_;
};

// Finds out which way to wait is the fastest on |device|, and lets all its work wait so.
void choose_wait(RawDevice& device, int trials);

}  // namespace bench
