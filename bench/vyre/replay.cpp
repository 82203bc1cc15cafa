#include "replay.h"

#include <vyre_driver_sequence.h>

#include "kernel_programs.h"

namespace bench {

VyreReplay::VyreReplay(const VyreDevice& device, uint32_t dispatches, bool barriers)
    : pipeline_(device.create_pipeline(xor_program())) {
  constexpr uint64_t kBytes = kElements * sizeof(uint32_t);
  for (size_t i = 0; i < buffers_.size(); ++i) {
    const bool own_parts = i == 2 && !barriers;
    buffers_[i] = device.create_buffer(own_parts ? dispatches * kBytes : kBytes);
  }
  sequence_ = make<VyreSequence>(vyre_sequence_create, device.device(), nullptr);
  for (uint32_t i = 0; i < dispatches; ++i) {
    const uint64_t offset = barriers ? 0 : i * kBytes;
    const vyre_binding bindings[] = {vyre_bind_buffer(0, buffers_[0].get()),
                                     vyre_bind_buffer(1, buffers_[1].get()),
                                     vyre_bind_range(2, buffers_[2].get(), offset, kBytes)};
    uint32_t step = 0;
    check(
        vyre_sequence_add_dispatch(sequence_.get(), pipeline_.get(), bindings, 3, nullptr, &step));
  }
  check(vyre_sequence_prepare(sequence_.get()));
}

void VyreReplay::wait() {
  vyre_work_state state = VYRE_WORK_RUNNING;
  check(vyre_sequence_wait(sequence_.get(), VYRE_FOREVER, &state));
}

}  // namespace bench
