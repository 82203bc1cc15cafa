#include "vyre/layer.h"

namespace bench {

VyreLayer::VyreLayer(const VyreDevice& device) {
  for (int i = 0; i < LAYER_ARRAY_COUNT; ++i) {
    const auto array = static_cast<layer_array>(i);
    std::vector<float> numbers(layer_count(array));
    arrays_[i] = device.create_buffer(numbers.size() * sizeof(float));
    if (i >= LAYER_GIVEN_COUNT) continue;
    layer_fill(array, numbers.data());
    check(vyre_buffer_write(arrays_[i].get(), 0, numbers.data(), numbers.size() * sizeof(float)));
  }
  for (int i = 0; i < LAYER_KERNEL_COUNT; ++i) {
    const layer_code code = layer_code_of(static_cast<layer_kernel>(i));
    pipelines_[i] = device.create_module(code.words, code.size, code.workgroup);
  }
  sequence_ = make<VyreSequence>(vyre_sequence_create, device.device(), nullptr);
  for (const layer_step& step : kLayerSteps) add(step);
  check(vyre_sequence_prepare(sequence_.get()));
}

// Attention reads one array alone, and what adds is pushed nothing.
void VyreLayer::add(const layer_step& step) {
  const vyre_binding bindings[] = {vyre_bind_buffer(0, arrays_[step.from].get()),
                                   vyre_bind_buffer(2, arrays_[step.to].get()),
                                   vyre_bind_buffer(1, arrays_[step.with].get())};
  const vyre_push_range push = vyre_push(step.pushed, sizeof step.pushed);
  vyre_dispatch_desc desc = vyre_grid(step.groups[0], step.groups[1], 1);
  desc.push = &push;
  desc.push_count = step.kernel != LAYER_ADD ? 1 : 0;
  uint32_t number = 0;
  check(vyre_sequence_add_dispatch(sequence_.get(), pipelines_[step.kernel].get(), bindings,
                                   step.kernel == LAYER_ATTEND ? 2 : 3, &desc, &number));
}

std::vector<float> VyreLayer::result() const {
  std::vector<float> numbers(layer_count(LAYER_RESULT));
  check(vyre_buffer_read(arrays_[LAYER_RESULT].get(), 0, numbers.data(),
                         numbers.size() * sizeof(float)));
  return numbers;
}

}  // namespace bench
