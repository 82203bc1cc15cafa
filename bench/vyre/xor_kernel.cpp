#include "xor_kernel.h"

#include "harness/give_up.h"
#include "kernel_programs.h"

namespace bench {

void check(vyre_error* error) {
  if (error != nullptr) give_up(vyre_error_text(error));
}

VyreDevice::VyreDevice(const std::string& id, const std::string& cache) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_folder = vyre_str(cache.c_str());
  context_ = make<Context>(vyre_context_create, &desc);
  device_ = make<Device>(vyre_device_open_id, context(), id.c_str());
}

uint64_t VyreDevice::metric(vyre_metric_id id) const {
  const auto list =
      make<Owner<vyre_metric_list, vyre_metric_list_destroy>>(vyre_metric_list_create, device());
  return vyre_metric_list_get_info(list.get())->metrics[id]->value;
}

std::string VyreDevice::name() const { return {info().name.data, info().name.size}; }

std::array<uint8_t, 16> VyreDevice::uuid() const { return std::to_array(info().device_uuid); }

VyrePipeline VyreDevice::create_pipeline(const std::string& text, vyre_pipeline_flags flags) const {
  const auto program = make<Owner<vyre_program, vyre_program_destroy>>(
      vyre_program_load, context(), text.data(), text.size(), nullptr);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.flags = flags;
  return make<VyrePipeline>(vyre_pipeline_create, device(), program.get(), &desc);
}

VyrePipeline VyreDevice::create_module(const uint32_t* words, size_t size,
                                       uint32_t workgroup) const {
  using Program = Owner<vyre_program, vyre_program_destroy>;
  const vyre_program_desc* const reading = nullptr;
  const auto program = make<Program>(vyre_program_load, context(), words, size, reading);
  const vyre_constant constant = vyre_constant_u32("#0", workgroup);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.constants = &constant;
  desc.constant_count = 1;
  return make<VyrePipeline>(vyre_pipeline_create, device(), program.get(), &desc);
}

VyreBuffer VyreDevice::create_buffer(uint64_t bytes) const {
  return make<VyreBuffer>(vyre_buffer_create, device(), bytes, nullptr);
}

VyreXor::VyreXor(const VyreDevice& device) : pipeline_(device.create_pipeline(xor_program())) {}

void VyreXor::run(XorInputs& words) const {
  const vyre_binding bindings[] = {vyre_bind_input(0, words.left.data(), words.bytes()),
                                   vyre_bind_input(1, words.right.data(), words.bytes()),
                                   vyre_bind_output(2, words.result.data(), words.bytes())};
  check(vyre_dispatch(pipeline_.get(), bindings, 3, nullptr, nullptr));
}

}  // namespace bench
