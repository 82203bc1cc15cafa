#include "vyre/steps_anew.h"

#include "raw_vulkan/steps_anew.h"
#include "step.h"

namespace bench {

VyreStepsAnew::VyreStepsAnew(const VyreDevice& device, uint32_t steps, bool built)
    : built_(built),
      pipeline_(device.create_module(step, sizeof step, RawStepsAnew::kElements)),
      steps_(steps),
      updates_(steps) {
  for (VyreBuffer& buffer : buffers_) {
    buffer = device.create_buffer(RawStepsAnew::kParts * RawStepsAnew::kPartBytes);
  }
  sequence_ = make<VyreSequence>(vyre_sequence_create, device.device(), nullptr);
  for (uint32_t i = 0; i < steps; ++i) {
    Step& step = steps_[i];
    updates_[i] = {};
    updates_[i].step = i;
    updates_[i].bindings = step.bindings.data();
    updates_[i].binding_count = step.bindings.size();
    updates_[i].push = &step.push;
    updates_[i].push_count = 1;
    set(step);
    if (!built_) add(step);
  }
}

void VyreStepsAnew::set(Step& step) {
  const uint64_t offset = next_ % RawStepsAnew::kParts * RawStepsAnew::kPartBytes;
  for (uint32_t i = 0; i < 3; ++i) {
    step.bindings[i] = vyre_bind_range(i, buffers_[i].get(), offset, RawStepsAnew::kPartBytes);
  }
  step.pushed = {RawStepsAnew::kElements, next_++};
  step.push = vyre_push(step.pushed.data(), sizeof step.pushed);
}

void VyreStepsAnew::add(const Step& step) {
  vyre_dispatch_desc desc = vyre_grid(1, 1, 1);
  desc.push = &step.push;
  desc.push_count = 1;
  uint32_t number = 0;
  check(vyre_sequence_add_dispatch(sequence_.get(), pipeline_.get(), step.bindings.data(), 3, &desc,
                                   &number));
}

void VyreStepsAnew::update() {
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.updates = updates_.data();
  desc.update_count = updates_.size();
  for (Step& step : steps_) set(step);
  check(vyre_sequence_run(sequence_.get(), &desc, nullptr));
}

void VyreStepsAnew::run() {
  if (!built_) return update();
  for (Step& step : steps_) {
    set(step);
    add(step);
  }
  check(vyre_sequence_run(sequence_.get(), nullptr, nullptr));
  check(vyre_sequence_clear(sequence_.get()));
}

}  // namespace bench
