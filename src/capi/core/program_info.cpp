#include "capi/boundary/convert.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "capi/boundary/role.h"
#include "ir/program/constant_value.h"
#include "launch/layout.h"
#include "launch/program_facts.h"
#include "runtime/program/device_requirements.h"

namespace vyre::capi {
namespace {

using ir::ConstantKind;
using ir::ConstantValue;
using runtime::Program;
using spirv::SpecConstant;

static_assert(static_cast<int>(ir::Access::kReadOnly) == VYRE_ACCESS_READ_ONLY);
static_assert(static_cast<int>(ir::Access::kReadWrite) == VYRE_ACCESS_READ_WRITE);
static_assert(static_cast<int>(ir::Access::kUniform) == VYRE_ACCESS_UNIFORM);
static_assert(static_cast<int>(ir::Access::kWorkgroup) == VYRE_ACCESS_WORKGROUP);
static_assert(static_cast<int>(ir::Access::kWriteOnly) == VYRE_ACCESS_WRITE_ONLY);
static_assert(static_cast<int>(launch::Resource::kSampledTexture) == VYRE_RESOURCE_SAMPLED_TEXTURE);
static_assert(static_cast<int>(ir::Semantics::kAny) == VYRE_SEMANTICS_ANY);
static_assert(static_cast<int>(ir::Semantics::kV0_6_2) == VYRE_SEMANTICS_V0_6_2);
static_assert(static_cast<int>(ir::Semantics::kV0_6_5) == VYRE_SEMANTICS_V0_6_5);
static_assert(static_cast<int>(ir::Semantics::kV0_7) == VYRE_SEMANTICS_V0_7);

vyre_needs bits_of(const runtime::DeviceRequirements& needs) {
  vyre_needs bits = 0;
#define VYRE_NEED(bit, name, field, tool, words) bits |= needs.field ? VYRE_NEEDS_##name : 0;
#include "runtime/program/needs.def"
  return bits;
}

vyre_parameter_flags flags_of(const ir::Buffer& buffer, launch::Role role) {
  using launch::Role;
  const bool returns = role == Role::kOutput || role == Role::kInputOutput ||
                       (role != Role::kShared && buffer.pipeline_live_out);
  vyre_parameter_flags flags = 0;
  if (buffer.is_output) flags |= VYRE_PARAMETER_MARKED_OUTPUT;
  if (buffer.pipeline_live_out) flags |= VYRE_PARAMETER_MARKED_LIVE_OUT;
  if (returns) flags |= VYRE_PARAMETER_RETURNED;
  if (buffer.output_byte_range) flags |= VYRE_PARAMETER_RETURNS_RANGE;
  return flags;
}

vyre_parameter_info parameter_of(const ir::Program& program, const ir::Buffer& buffer) {
  const launch::Role role = launch::role_of(buffer);
  const auto packed = launch::packed_bytes(program.types, buffer.element, buffer.count);
  vyre_parameter_info info = {};
  info.struct_size = sizeof info;
  info.flags = flags_of(buffer, role);
  info.element_bytes = ir::min_bytes(program.types, buffer.element);
  info.element_count = buffer.count;
  info.static_bytes = packed.ok() ? packed.value() : 0;
  info.min_bytes = role == launch::Role::kShared ? 0 : info.static_bytes;
  if (buffer.output_byte_range) {
    info.return_start = buffer.output_byte_range->start;
    info.return_end = buffer.output_byte_range->end;
  }
  info.slot = buffer.binding;
  info.element_type = static_cast<vyre_type>(program.types[buffer.element].tag);
  info.access = static_cast<vyre_access>(buffer.access);
  info.role = static_cast<vyre_role>(role_number(role));
  info.array_count = 1;
  return info;
}

vyre_constant constant_of(const ConstantValue& value, uint32_t bits) {
  vyre_constant constant = {};
  constant.kind = static_cast<vyre_constant_kind>(value.kind);
  if (value.kind == ConstantKind::kElementType) {
    constant.element = to_c(ir::tag_name(static_cast<ir::DataType>(bits)));
  } else {
    constant.bits = bits;
  }
  return constant;
}

// A workgroup size that has no default of its own is the declared one.
vyre_constant_info constant_info_of(const ConstantValue& value, const launch::Axes& declared) {
  vyre_constant_info info = {};
  info.struct_size = sizeof info;
  info.kind = static_cast<vyre_constant_kind>(value.kind);
  info.initial = constant_of(value, value.initial.value_or(0));
  info.has_initial = value.initial ? 1 : 0;
  const std::optional<uint32_t> axis = ir::workgroup_axis(value.name);
  if (!axis) return info;
  info.workgroup_axis = *axis + 1;
  info.initial.bits = value.initial.value_or(declared[*axis]);
  info.has_initial = 1;
  return info;
}

vyre_constant_kind kind_of(spirv::ConstantKind kind) {
  using enum spirv::ConstantKind;
  constexpr vyre_constant_kind kKinds[] = {VYRE_CONSTANT_U32, VYRE_CONSTANT_I32, VYRE_CONSTANT_F32,
                                           VYRE_CONSTANT_BOOL, VYRE_CONSTANT_OTHER};
  static_assert(std::size(kKinds) == static_cast<size_t>(kOther) + 1);
  return kKinds[static_cast<size_t>(kind)];
}

vyre_constant_info constant_info_of(const SpecConstant& constant,
                                    const spirv::ModuleInterface& interface) {
  vyre_constant_info info = {};
  info.struct_size = sizeof info;
  info.kind = info.initial.kind = kind_of(constant.kind);
  info.initial.bits = uint64_t{constant.high_bits} << 32 | constant.bits;
  info.has_initial = 1;
  info.number = constant.number;
  for (uint32_t axis = 3; axis-- > 0;) {
    if (interface.workgroup_constants[axis] == constant.number) info.workgroup_axis = axis + 1;
  }
  return info;
}

// A program as its info shows it, with all that this points at.
class ProgramInfo {
 public:
  explicit ProgramInfo(const Program& program) {
    info.struct_size = sizeof info;
    info.label = texts_.keep(program.label());
    info.format = static_cast<vyre_format>(program.format());
    info.form = static_cast<vyre_wire_form>(program.form());
    info.semantics = static_cast<vyre_semantics>(program.semantics());
    add_parameters(program.ir(), program.external());
    if (program.external() != nullptr) {
      describe(*program.external());
    } else {
      describe(program.ir());
    }
    info.parameters = parameters_.data();
    info.parameter_count = parameters_.size();
    info.constants = constants_.data();
    info.constant_count = constants_.size();
    info.entry_points = entry_points_.data();
    info.entry_point_count = entry_points_.size();
  }

  vyre_program_info info = {};

 private:
  // Of an array of descriptors the first stands for all.
  void add_parameters(const ir::Program& ir, const runtime::ExternalProgram* external) {
    for (size_t i = 0; i < ir.buffers.size(); ++i) {
      if (external != nullptr && external->bindings[i].descriptor.array_index != 0) continue;
      const ir::Buffer& buffer = ir.buffers[i];
      vyre_parameter_info& parameter =
          *all_.emplace_back(&parameters_.add(parameter_of(ir, buffer)));
      parameter.name = texts_.keep(ir.names[buffer.name]);
      parameter.element = texts_.keep(ir::type_name(ir.types, buffer.element));
    }
  }

  void set_needs(const runtime::DeviceRequirements& needs) {
    info.needs = bits_of(needs);
    info.workgroup_memory_bytes = needs.workgroup_memory_bytes;
  }

  void add(vyre_constant_info constant, std::string_view name) {
    constant.name = constant.initial.name = texts_.keep(name);
    constant.initial.element = texts_.keep(view(constant.initial.element));
    constants_.add(constant);
  }

  void describe(const ir::Program& ir) {
    set_needs(runtime::device_requirements(ir));
    info.entry = texts_.keep(ir.entry_op_id ? ir.names[*ir.entry_op_id] : std::string_view());
    info.expression_count = ir.exprs.size();
    info.statement_count = ir.nodes.size();
    std::ranges::copy(ir.workgroup_size, info.workgroup);
    info.dimensions = launch::dimensions_of(ir, ir.workgroup_size);
    for (const ConstantValue& value : ir::named_constants(ir)) {
      add(constant_info_of(value, ir.workgroup_size), value.name);
    }
  }

  void describe(const runtime::ExternalProgram& external) {
    const spirv::ModuleInterface& interface = external.interface;
    set_needs(runtime::device_requirements(external));
    info.entry = texts_.keep(interface.entry_point);
    for (const std::string& name : external.module.compute_entry_points()) {
      entry_points_.add(texts_.keep(name));
    }
    std::ranges::copy(interface.workgroup_size, info.workgroup);
    info.dimensions = interface.dimensions;
    info.push_constant_bytes = interface.push_constant_bytes;
    place_parameters(external);
    add_constants(external);
  }

  // The module's own numbers, and what it wants at least.
  void place_parameters(const runtime::ExternalProgram& external) {
    size_t next = 0;
    for (const runtime::ExternalBinding& binding : external.bindings) {
      if (binding.descriptor.array_index != 0) continue;
      vyre_parameter_info& parameter = *all_[next++];
      parameter.set = binding.set;
      parameter.binding = binding.binding;
      parameter.resource = static_cast<vyre_resource>(binding.descriptor.resource);
      parameter.array_count = binding.array_count;
      for (const spirv::ModuleBinding& known : external.interface.bindings) {
        if (!runtime::same_place(known, binding)) continue;
        parameter.min_bytes = std::max(parameter.static_bytes, known.fixed_bytes);
      }
    }
  }

  // One without a name has its number for it.
  void add_constants(const runtime::ExternalProgram& external) {
    std::vector<std::pair<std::string, const SpecConstant*>> named;
    for (const SpecConstant& one : external.module.constants()) {
      named.emplace_back(one.name.empty() ? concat("#", one.number) : one.name, &one);
    }
    std::ranges::stable_sort(
        named, {}, [](const auto& one) -> const auto& { return one.first; });
    for (const auto& [name, constant] : named) {
      add(constant_info_of(*constant, external.interface), name);
    }
  }

  Texts texts_;
  Items<vyre_parameter_info> parameters_;
  Items<vyre_constant_info> constants_;
  Items<vyre_string> entry_points_;
  std::vector<vyre_parameter_info*> all_;  // the parameters
};

std::shared_ptr<const vyre_program_info> info_of(const Program& program) {
  const auto made = std::make_shared<const ProgramInfo>(program);
  return {made, &made->info};
}

// That of no program.
constexpr vyre_program_info empty_info() {
  vyre_program_info info = {};
  info.struct_size = sizeof info;
  info.label = info.entry = {"", 0};
  return info;
}

constexpr vyre_program_info kNone = empty_info();

}  // namespace
}  // namespace vyre::capi

vyre_program::vyre_program(std::shared_ptr<const vyre::runtime::Program> program)
    : rep(std::move(program)), info(vyre::capi::info_of(*rep)) {}

const vyre_program_info* vyre_program_get_info(const vyre_program* program) {
  return program == nullptr ? &vyre::capi::kNone : program->info.get();
}
