#include "runtime/program/external_program.h"

#include <algorithm>
#include <tuple>

#include "ir/build/assembler.h"
#include "ir/program/display_name.h"

namespace vyre::runtime {
namespace {

std::string place(uint32_t set, uint32_t binding) {
  return concat("set", set, ".binding", binding);
}

ir::Access access_of(const spirv::ModuleBinding& binding) {
  if (binding.is_uniform) return ir::Access::kUniform;
  if (!binding.is_written) return ir::Access::kReadOnly;
  return binding.is_read ? ir::Access::kReadWrite : ir::Access::kWriteOnly;
}

// As the module says it: slots are its binding numbers.
std::vector<ExternalBinding> reflected(const spirv::ModuleInterface& interface) {
  std::vector<ExternalBinding> all;
  for (const spirv::ModuleBinding& one : interface.bindings) {
    all.push_back({one.set, one.binding, one.binding, one.name, one.element, 0, access_of(one),
                   one.descriptor, one.array_count});
  }
  return all;
}

Status check_access(const ExternalBinding& given, const spirv::ModuleBinding& known) {
  const bool uniform = given.access == ir::Access::kUniform;
  const bool storage = given.access == ir::Access::kReadOnly ||
                       given.access == ir::Access::kReadWrite ||
                       given.access == ir::Access::kWriteOnly;
  if (known.is_uniform ? uniform : storage) return {};
  return fail(
      Code::kInvalidArgument, "parameter ", place(given.set, given.binding),
      " of the SPIR-V module is a ", known.is_uniform ? "uniform" : "storage",
      " buffer and is described with another access. Fix: give it ",
      known.is_uniform ? "VYRE_ACCESS_UNIFORM" : "VYRE_ACCESS_READ_ONLY, READ_WRITE or WRITE_ONLY");
}

// The entry of |given| that describes |known|.
Result<const ExternalBinding*> description_of(const spirv::ModuleBinding& known,
                                              std::span<const ExternalBinding> given) {
  const auto is_it = [&](const ExternalBinding& one) { return same_place(one, known); };
  const auto found = std::ranges::find_if(given, is_it);
  if (found != given.end() && std::find_if(found + 1, given.end(), is_it) == given.end()) {
    return &*found;
  }
  return fail(Code::kInvalidArgument, "parameter ", place(known.set, known.binding), " (",
              ir::display_name(known.name), ") of the SPIR-V module is described ",
              found == given.end() ? "by no entry" : "twice",
              " of vyre_program_desc.parameters. Fix: describe each once");
}

Status check_used(const spirv::ModuleInterface& interface, const ExternalBinding& given) {
  const auto is_it = [&](const spirv::ModuleBinding& known) { return same_place(known, given); };
  if (std::ranges::any_of(interface.bindings, is_it)) return {};
  return fail(Code::kNotFound, "entry point ", ir::display_name(interface.entry_point),
              " of the SPIR-V module uses no parameter ", place(given.set, given.binding),
              ". Fix: describe only what it uses");
}

// Texels have no elements that somebody could count.
void make_texels(ExternalBinding& binding) {
  binding.element = "Bytes";
  binding.count = 0;
}

// The caller's, each of a buffer that the module has, and each of these described.
Result<std::vector<ExternalBinding>> described(const spirv::ModuleInterface& interface,
                                               std::span<const ExternalBinding> given) {
  std::vector<ExternalBinding> all;
  for (const spirv::ModuleBinding& known : interface.bindings) {
    VYRE_ASSIGN_OR_RETURN(const ExternalBinding* one, description_of(known, given));
    VYRE_RETURN_IF_ERROR(check_access(*one, known));
    all.push_back(*one);
    if (all.back().name.empty()) all.back().name = known.name;
    if (all.back().element.empty()) all.back().element = "Bytes";
    all.back().descriptor = known.descriptor;
    all.back().array_count = known.array_count;
    if (!known.descriptor.is_buffer()) make_texels(all.back());
  }
  for (const ExternalBinding& one : given) VYRE_RETURN_IF_ERROR(check_used(interface, one));
  return all;
}

// |bindings| are by slot, then by set.
Status check_slots(std::span<const ExternalBinding> bindings) {
  const auto twice = std::ranges::adjacent_find(
      bindings, [](const auto& a, const auto& b) { return a.slot == b.slot && a.set == b.set; });
  if (twice == bindings.end()) return {};
  return fail(Code::kInvalidArgument, "parameters ", place(twice->set, twice->binding), " and ",
              place((twice + 1)->set, (twice + 1)->binding),
              " of the SPIR-V module both have slot ", twice->slot,
              ". Fix: give each a slot of its own within its set");
}

// Every buffer gets a name of its own: what two would share goes to the first.
void name_apart(std::vector<ExternalBinding>& bindings) {
  for (size_t i = 0; i < bindings.size(); ++i) {
    const auto same = [&](const ExternalBinding& one) { return one.name == bindings[i].name; };
    const auto before = bindings.begin() + static_cast<ptrdiff_t>(i);
    if (bindings[i].name.empty() || std::any_of(bindings.begin(), before, same)) {
      bindings[i].name = place(bindings[i].set, bindings[i].binding);
    }
    while (std::any_of(bindings.begin(), before, same)) bindings[i].name += '_';
  }
}

// Each descriptor of an array for itself: "pages", "pages[1]" and so on.
std::vector<ExternalBinding> one_by_one(std::span<const ExternalBinding> bindings) {
  std::vector<ExternalBinding> all;
  for (const ExternalBinding& one : bindings) {
    for (uint32_t i = 0; i < one.array_count; ++i) {
      all.push_back(one);
      all.back().descriptor.array_index = i;
      if (i != 0) all.back().name = array_name(one.name, i);
    }
  }
  return all;
}

Result<std::vector<ExternalBinding>> bindings_by_slot(
    const spirv::ModuleInterface& interface,
    const std::optional<std::vector<ExternalBinding>>& given) {
  std::vector<ExternalBinding> all;
  if (given) {
    VYRE_ASSIGN_OR_RETURN(all, described(interface, *given));
  } else {
    all = reflected(interface);
  }
  std::ranges::stable_sort(
      all, {}, [](const ExternalBinding& one) { return std::tuple(one.slot, one.set); });
  VYRE_RETURN_IF_ERROR(check_slots(all));
  name_apart(all);
  return one_by_one(all);
}

// What is no buffer stays as the last dispatch left it.
ir::MemoryKind memory_of(const ExternalBinding& binding) {
  if (!binding.descriptor.is_buffer()) return ir::MemoryKind::kPersistent;
  return binding.access == ir::Access::kUniform ? ir::MemoryKind::kUniform
                                                : ir::MemoryKind::kGlobal;
}

Result<ir::Buffer> declare(ir::Assembler& assembler, const ExternalBinding& binding) {
  auto type = ir::parse_type_name(assembler.program().types, binding.element);
  if (!type.ok()) {
    return fail(Code::kInvalidArgument, "parameter ", place(binding.set, binding.binding),
                " of the SPIR-V module: ", type.error().text());
  }
  ir::Buffer buffer;
  buffer.name = assembler.name(binding.name);
  buffer.element = type.value();
  buffer.binding = binding.slot;
  buffer.count = binding.count;
  buffer.access = binding.access;
  buffer.kind = memory_of(binding);
  return buffer;
}

}  // namespace

Result<std::shared_ptr<const ExternalProgram>> read_external_program(
    std::span<const std::byte> bytes, std::string_view entry_point,
    const std::optional<std::vector<ExternalBinding>>& bindings) {
  VYRE_ASSIGN_OR_RETURN(spirv::ExternalModule module, spirv::ExternalModule::read(bytes));
  VYRE_ASSIGN_OR_RETURN(spirv::ModuleInterface interface, module.initial_interface(entry_point));
  VYRE_ASSIGN_OR_RETURN(std::vector<ExternalBinding> all, bindings_by_slot(interface, bindings));
  return std::make_shared<const ExternalProgram>(
      ExternalProgram{std::move(module), std::move(interface), std::move(all)});
}

Result<std::shared_ptr<const ir::Program>> declare_buffers(const ExternalProgram& external,
                                                           std::pmr::memory_resource* memory) {
  ir::Assembler assembler(memory);
  for (size_t axis = 0; axis < 3; ++axis) {
    assembler.program().workgroup_size[axis] =
        std::max(1u, external.interface.workgroup_size[axis]);
  }
  for (const ExternalBinding& binding : external.bindings) {
    VYRE_ASSIGN_OR_RETURN(const ir::Buffer buffer, declare(assembler, binding));
    assembler.add(buffer);
  }
  assembler.entry({});
  return assembler.finish();
}

}  // namespace vyre::runtime
