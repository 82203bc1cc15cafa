#include "plugin/backend/compile.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/role.h"
#include "capi/spec_value.h"
#include "ir/wire/canonical.h"

namespace vyre::plugin {
namespace {

vyre_compile_binding describe(const ir::Program& program, const launch::Binding& planned) {
  const ir::Buffer& buffer = program.buffers[planned.buffer];
  vyre_compile_binding binding{};
  binding.name = capi::to_c(program.names[buffer.name]);
  binding.static_bytes = planned.static_bytes.value_or(0);
  binding.slot = planned.slot;
  binding.role = capi::role_number(planned.role);
  binding.access = static_cast<uint32_t>(buffer.access);
  binding.element_type = static_cast<uint32_t>(program.types[buffer.element].tag);
  binding.element_bytes = planned.element_bytes;
  binding.element_count = buffer.count;
  return binding;
}

Status check_buffer_count(const DeviceHandle& device, const profile::DeviceProfile& profile,
                          const launch::BindingPlan& plan) {
  const auto bound = std::ranges::count_if(
      plan.bindings, [](const auto& binding) { return binding.role != launch::Role::kShared; });
  if (profile.max_buffers == 0 || bound <= static_cast<ptrdiff_t>(profile.max_buffers)) return {};
  return fail(Code::kUnsupportedFeature, "the program binds ", bound, " buffers, '", device.id(),
              "' takes at most ", profile.max_buffers,
              ". Fix: use fewer buffers or another backend");
}

}  // namespace

Result<void*> compile_with(DeviceHandle& device, const profile::DeviceProfile& profile,
                           std::shared_ptr<runtime::Context> context,
                           const launch::KernelSource& source) {
  VYRE_RETURN_IF_ERROR(check_buffer_count(device, profile, *source.plan));
  std::vector<vyre_compile_binding> bindings;
  for (const launch::Binding& planned : source.plan->bindings) {
    bindings.push_back(describe(*source.program, planned));
  }
  const auto wire = ir::encode_canonical(*source.program);
  std::vector<vyre_spec_entry> specialization;
  if (source.specialization != nullptr) {
    for (const auto& [name, value] : source.specialization->entries()) {
      specialization.push_back({capi::to_c(name), capi::to_c(value)});
    }
  }
  vyre_compilation compilation{source, profile, device.plugin().host(), std::nullopt, {}};
  const vyre_program program{
      std::make_shared<const runtime::Program>(std::move(context), source.program)};
  vyre_compile_request request{};
  request.struct_size = sizeof request;
  request.host = device.plugin().host().table();
  request.compilation = &compilation;
  request.program = &program;
  request.wire = wire.ok() ? wire.value().data() : nullptr;
  request.wire_size = wire.ok() ? wire.value().size() : 0;
  request.bindings = bindings.data();
  request.binding_count = bindings.size();
  request.specialization = specialization.data();
  request.specialization_count = specialization.size();
  std::copy(source.workgroup_size.begin(), source.workgroup_size.end(), request.workgroup);
  request.segment = source.segment_number;
  return device.compile(request);
}

}  // namespace vyre::plugin
