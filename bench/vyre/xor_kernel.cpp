#include "xor_kernel.h"

#include "harness/give_up.h"
#include "kernel_programs.h"

namespace bench {

void check(vyre_error* error) {
  if (!error) return;
  const vyre_string text = vyre_error_text(error);
  give_up({text.data, text.size});
}

VyreDevice::VyreDevice(const std::string& id, const std::string& cache) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.cache_directory = vyre_str(cache.c_str());
  context_ = make<Context>(vyre_context_create, &desc);
  backend_ = id.empty()
                 ? make<Backend>(vyre_backend_acquire_preferred, context(), nullptr)
                 : make<Backend>(vyre_backend_acquire, context(), vyre_str(id.c_str()), nullptr);
}

vyre_device_profile VyreDevice::profile() const {
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  check(vyre_backend_get_profile(backend(), &profile));
  return profile;
}

std::string VyreDevice::name() const {
  const vyre_string name = profile().name;
  return {name.data, name.size};
}

std::array<uint8_t, 16> VyreDevice::uuid() const { return std::to_array(profile().device_uuid); }

VyrePipeline VyreDevice::create_pipeline(const std::string& text) const {
  const auto program = make<Owner<vyre_program, vyre_program_destroy>>(
      vyre_program_from_json, context(), vyre_string{text.data(), text.size()});
  return make<VyrePipeline>(vyre_pipeline_create, backend(), program.get(), nullptr);
}

VyreBuffer VyreDevice::create_buffer(uint64_t bytes) const {
  return make<VyreBuffer>(vyre_buffer_create, backend(), bytes);
}

VyreXor::VyreXor(const VyreDevice& device) : pipeline_(device.create_pipeline(xor_program())) {}

void VyreXor::run(XorInputs& words) const {
  const vyre_binding bindings[] = {vyre_bind_input(0, words.left.data(), words.bytes()),
                                   vyre_bind_input(1, words.right.data(), words.bytes()),
                                   vyre_bind_output(2, words.result.data(), words.bytes())};
  check(vyre_dispatch(pipeline_.get(), bindings, 3, nullptr, nullptr));
}

}  // namespace bench
