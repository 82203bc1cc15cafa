#include "plugin/interface/request.h"

#include <algorithm>
#include <iterator>

#include "capi/boundary/convert.h"
#include "capi/boundary/role.h"
#include "capi/core/constant.h"
#include "ir/wire/canonical.h"

namespace vyre::plugin {

Request::Request(const launch::KernelSource& source) : source_(source) {
  for (const launch::PlannedBinding& planned : source.plan->bindings) {
    parameters_.push_back(parameter_of(planned));
  }
  add_constants();
  auto wire = ir::encode_canonical(*source.program);
  if (wire.ok()) wire_ = wire.take();
}

vyre_plugin_parameter Request::parameter_of(const launch::PlannedBinding& planned) {
  const ir::Program& program = *source_.program;
  const ir::Buffer& buffer = program.buffers[planned.buffer];
  vyre_plugin_parameter parameter{};
  parameter.name = texts_.keep(program.names[buffer.name]);
  parameter.static_bytes = planned.static_bytes.value_or(0);
  parameter.slot = planned.slot;
  parameter.role = static_cast<vyre_role>(capi::role_number(planned.role));
  parameter.access = static_cast<vyre_access>(buffer.access);
  parameter.element_type = static_cast<vyre_type>(program.types[buffer.element].tag);
  parameter.element_bytes = planned.element_bytes;
  parameter.element_count = buffer.count;
  return parameter;
}

void Request::add_constants() {
  if (source_.specialization == nullptr) return;
  for (const auto& [name, value] : source_.specialization->entries()) {
    vyre_constant constant = capi::to_c(name, value);
    constant.name = texts_.keep(name);
    constant.element = texts_.keep(capi::view(constant.element));
    constants_.push_back(constant);
  }
}

vyre_plugin_compile Request::c() const {
  vyre_plugin_compile request = VYRE_PLUGIN_COMPILE_INIT;
  request.wire = {wire_.data(), wire_.size()};
  request.label = {source_.label.c_str(), source_.label.size()};
  request.flags = source_.division_gives_zero ? VYRE_PIPELINE_DIVISION_GIVES_ZERO : 0;
  request.parameters = parameters_.data();
  request.parameter_count = parameters_.size();
  request.constants = constants_.data();
  request.constant_count = constants_.size();
  std::ranges::copy(source_.workgroup_size, std::begin(request.workgroup));
  request.segment = source_.segment_number;
  return request;
}

}  // namespace vyre::plugin
