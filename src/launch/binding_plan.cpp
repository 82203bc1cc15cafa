#include "launch/binding_plan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "ir/analysis/writers.h"
#include "ir/program/display_name.h"
#include "launch/layout.h"
#include "launch/program_facts.h"

namespace vyre::launch {
namespace {

constexpr uint8_t kScalePerGroup = 2;
constexpr uint8_t kZeroPointPerGroup = 3;

bool has_empty_axis(const ir::TypeTable& types, ir::TypeId id) {
  const auto dims = types.dims(id);
  return std::ranges::find(dims, 0u) != dims.end();
}

bool has_empty_group(const ir::Type& type) {
  return (type.scale == kScalePerGroup && type.size == 0) ||
         (type.zero_point == kZeroPointPerGroup && type.extra == 0);
}

// What is wrong with one level of a type, or null.
const char* defect(const ir::TypeTable& types, ir::TypeId id) {
  const ir::Type& type = types[id];
  switch (type.tag) {
    case ir::DataType::kVec:
      return type.size == 0 ? "a vector of no lanes" : nullptr;
    case ir::DataType::kArray:
      return type.size == 0 ? "an array of no bytes" : nullptr;
    case ir::DataType::kTensorShaped:
      return has_empty_axis(types, id) ? "a shape with an empty axis" : nullptr;
    case ir::DataType::kDeviceMesh:
      return has_empty_axis(types, id) ? "a mesh with an empty axis" : nullptr;
    case ir::DataType::kSparseBsr:
      return type.size == 0 || type.extra == 0 ? "a block of no elements" : nullptr;
    case ir::DataType::kQuantized:
      return has_empty_group(type) ? "a quantization group of no elements" : nullptr;
    default:
      return nullptr;  // no part of it can be empty
  }
}

// Fails with kInvalidProgram when no element of that type can be laid out: a vector of no lanes, an
// array of no bytes, a shape with an empty axis, an empty block, a group of no elements.
Status check_element_type(const ir::TypeTable& types, ir::TypeId element) {
  for (ir::TypeId id = element; id != ir::kNone; id = types[id].element) {
    if (const char* what = defect(types, id)) {
      return fail(Code::kInvalidProgram, "element type ", ir::type_name(types, element), " is ",
                  what, ". Fix: give every part of the type a size of at least 1");
    }
  }
  return {};
}

Status prefixed(const std::string& prefix, const Status& status) {
  return fail(status.code(), prefix, ": ", status.text());
}

Result<uint64_t> alignment_of(const ir::Program& program, const ir::Buffer& buffer,
                              uint32_t element_bytes) {
  const uint32_t hint = buffer.hints.preferred_alignment;
  if (hint != 0 && !std::has_single_bit(hint)) {
    return fail(Code::kInvalidProgram, buffer_label(program, buffer), " asks for an alignment of ",
                hint, " bytes. Fix: use a power of two, or 0 for none");
  }
  return std::max<uint64_t>({hint, element_bytes, 1});
}

Result<uint32_t> element_bytes_of(const ir::Program& program, const ir::Buffer& buffer) {
  const uint64_t bytes = ir::min_bytes(program.types, buffer.element);
  if (bytes > std::numeric_limits<uint32_t>::max()) {
    return fail(Code::kInvalidProgram, buffer_label(program, buffer), " has elements of ", bytes,
                " bytes. Fix: keep an element below 4 GiB");
  }
  return static_cast<uint32_t>(bytes);
}

Result<PlannedBinding> make_binding(const ir::Program& program, uint32_t index) {
  const ir::Buffer& buffer = program.buffers[index];
  PlannedBinding binding;
  binding.buffer = index;
  binding.slot = buffer.binding;
  binding.role = role_of(buffer);
  if (Status status = check_element_type(program.types, buffer.element); !status.ok()) {
    return prefixed(buffer_label(program, buffer), status);
  }
  VYRE_ASSIGN_OR_RETURN(binding.element_bytes, element_bytes_of(program, buffer));
  binding.element_bits = element_bits(program.types, buffer.element);
  VYRE_ASSIGN_OR_RETURN(binding.alignment, alignment_of(program, buffer, binding.element_bytes));
  if (buffer.count != 0) {
    Result<uint64_t> bytes = packed_bytes(program.types, buffer.element, buffer.count);
    if (!bytes.ok()) return prefixed(buffer_label(program, buffer), bytes.error());
    binding.static_bytes = bytes.value();
  }
  return binding;
}

bool is_input(Role role) {
  return role == Role::kInput || role == Role::kInputOutput || role == Role::kUniform;
}

bool is_output(Role role) { return role == Role::kOutput || role == Role::kInputOutput; }

void number(const ir::Program& program, std::vector<PlannedBinding>& bindings) {
  uint32_t inputs = 0;
  uint32_t outputs = 0;
  for (PlannedBinding& binding : bindings) {
    if (binding.role == Role::kShared) continue;
    if (is_input(binding.role)) binding.input_index = inputs++;
    const bool live_out = program.buffers[binding.buffer].pipeline_live_out;
    if (is_output(binding.role) || live_out) binding.output_index = outputs++;
  }
}

// A copy asks for no access.
void find_written(const ir::Program& program, std::vector<PlannedBinding>& bindings) {
  const std::vector<bool> writers = ir::written_buffers(program);
  for (PlannedBinding& binding : bindings) {
    if (binding.role == Role::kShared) continue;
    const ir::Access access = program.buffers[binding.buffer].access;
    binding.has_writer = writers[binding.buffer];
    binding.is_written =
        binding.has_writer || access == ir::Access::kReadWrite || access == ir::Access::kWriteOnly;
  }
}

Status check_slots(const ir::Program& program, const std::vector<PlannedBinding>& bindings) {
  const PlannedBinding* before = nullptr;
  for (const PlannedBinding& binding : bindings) {
    if (binding.role == Role::kShared) continue;
    if (before != nullptr && before->slot == binding.slot) {
      const auto name = [&](const PlannedBinding& b) {
        return ir::display_name(program.names[program.buffers[b.buffer].name]);
      };
      return fail(Code::kInvalidProgram, "parameters ", name(*before), " and ", name(binding),
                  " both have slot ", binding.slot,
                  ". Fix: give every parameter outside workgroup memory a slot of its own");
    }
    before = &binding;
  }
  return {};
}

std::vector<uint32_t> buffers_by_slot(const ir::Program& program) {
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {},
                           [&](uint32_t buffer) { return program.buffers[buffer].binding; });
  return order;
}

}  // namespace

Role role_of(const ir::Buffer& buffer) {
  if (buffer.kind == ir::MemoryKind::kShared) return Role::kShared;
  if (buffer.access == ir::Access::kWorkgroup) return Role::kShared;
  if (buffer.kind == ir::MemoryKind::kPersistent) return Role::kPersistent;
  if (buffer.is_output || buffer.pipeline_live_out) return Role::kOutput;
  switch (buffer.access) {
    case ir::Access::kReadOnly:
      return Role::kInput;
    case ir::Access::kReadWrite:
      return Role::kInputOutput;
    case ir::Access::kUniform:
      return Role::kUniform;
    case ir::Access::kWriteOnly:
      return Role::kOutput;
    case ir::Access::kWorkgroup:
      return Role::kShared;
  }
  return Role::kInput;
}

std::string_view role_name(Role role) {
  constexpr std::string_view kNames[] = {"shared", "persistent",   "output",
                                         "input",  "input-output", "uniform"};
  return kNames[static_cast<size_t>(role)];
}

Result<BindingPlan> BindingPlan::create(const ir::Program& program, bool of_module) {
  BindingPlan plan;
  plan.bindings.reserve(program.buffers.size());
  for (const uint32_t index : buffers_by_slot(program)) {
    VYRE_ASSIGN_OR_RETURN(PlannedBinding binding, make_binding(program, index));
    plan.has_shared |= binding.role == Role::kShared;
    plan.bindings.push_back(binding);
  }
  if (!of_module) VYRE_RETURN_IF_ERROR(check_slots(program, plan.bindings));
  number(program, plan.bindings);
  find_written(program, plan.bindings);
  const ProgramFacts facts = facts_of(program);
  plan.has_atomics = facts.has_atomics;
  plan.has_workgroup_barrier = facts.has_workgroup_barrier;
  plan.has_grid_barrier = facts.has_grid_barrier;
  return plan;
}

}  // namespace vyre::launch
