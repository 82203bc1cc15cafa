#include "runtime/program/external_kernel.h"

#include <algorithm>
#include <charconv>

#include "ir/build/builder.h"
#include "ir/program/display_name.h"

namespace vyre::runtime {
namespace {

using spirv::ConstantKind;
using spirv::SpecConstant;

ConstantKind constant_kind(specialization::Kind kind) {
  using enum ConstantKind;
  constexpr ConstantKind kKinds[] = {kU32, kI32, kF32, kBool, kOther};
  static_assert(std::size(kKinds) == static_cast<size_t>(specialization::Kind::kElementType) + 1);
  return kKinds[static_cast<size_t>(kind)];
}

std::string describe(const SpecConstant& constant) {
  const std::string name =
      constant.name.empty() ? std::string() : concat(ir::display_name(constant.name), " or ");
  return concat(name, "'#", constant.number, "' (", kind_name(constant.kind), ")");
}

std::string known_constants(std::span<const SpecConstant> constants) {
  constexpr size_t kMax = 8;
  std::string text;
  for (size_t i = 0; i < std::min(constants.size(), kMax); ++i) {
    text += concat(i == 0 ? "" : ", ", describe(constants[i]));
  }
  if (constants.empty()) return "no constant to choose";
  return constants.size() > kMax ? concat(text, " and ", constants.size() - kMax, " more") : text;
}

std::optional<uint32_t> number_of(std::string_view name) {
  if (name.size() < 2 || name[0] != '#') return std::nullopt;
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? std::optional(number)
                                                                  : std::nullopt;
}

Result<const SpecConstant*> find_constant(std::span<const SpecConstant> constants,
                                          std::string_view name) {
  const std::optional<uint32_t> number = number_of(name);
  const SpecConstant* found = nullptr;
  for (const SpecConstant& one : constants) {
    if (number ? one.number != *number : name.empty() || one.name != name) continue;
    if (found != nullptr) {
      return fail(Code::kInvalidArgument, "two constants of the SPIR-V module are called ",
                  ir::display_name(name), ". Fix: choose them by number: ", describe(*found), ", ",
                  describe(one));
    }
    found = &one;
  }
  if (found != nullptr) return found;
  return fail(Code::kNotFound, "the SPIR-V module has no specialization constant ",
              ir::display_name(name), ". Fix: choose one of its own: ", known_constants(constants));
}

Status wrong_kind(const SpecConstant& constant, specialization::Kind given) {
  const bool is_type = given == specialization::Kind::kElementType;
  if (constant.kind == ConstantKind::kOther) {
    return fail(Code::kUnsupportedFeature, "constant ", describe(constant),
                " of the SPIR-V module cannot be chosen here, only those of 32 bits and truths "
                "can. Fix: leave it out, or compile it with 32 bits");
  }
  return fail(Code::kInvalidArgument, "constant ", describe(constant),
              " of the SPIR-V module is given a value of another kind, ",
              is_type ? "an element type" : kind_name(constant_kind(given)),
              ". Fix: give it one of its own kind");
}

// By number; the same constant named in two ways is a mistake.
Result<std::vector<spirv::SpecChoice>> choices_of(const specialization::Map& values,
                                                  std::span<const SpecConstant> constants) {
  std::vector<spirv::SpecChoice> choices;
  for (const auto& [name, value] : values.entries()) {
    VYRE_ASSIGN_OR_RETURN(const SpecConstant* constant, find_constant(constants, name));
    if (constant->kind == ConstantKind::kOther || constant->kind != constant_kind(value.kind())) {
      return wrong_kind(*constant, value.kind());
    }
    choices.push_back({constant->number, value.bits()});
  }
  std::ranges::stable_sort(choices, {}, [](const auto& choice) { return choice.number; });
  const auto twice = std::ranges::adjacent_find(
      choices, [](const auto& a, const auto& b) { return a.number == b.number; });
  if (twice == choices.end()) return choices;
  return fail(Code::kInvalidArgument, "constant '#", twice->number,
              "' of the SPIR-V module is chosen by name and by number. Fix: choose it once");
}

// Whether both say something of one buffer.
template <typename One, typename Other>
bool same_place(const One& one, const Other& other) {
  return one.set == other.set && one.binding == other.binding;
}

std::string place(uint32_t set, uint32_t binding) {
  return concat("set", set, ".binding", binding);
}

ir::Access access_of(const spirv::ModuleBinding& binding) {
  if (binding.is_uniform) return ir::Access::kUniform;
  if (!binding.is_written) return ir::Access::kReadOnly;
  return binding.is_read ? ir::Access::kReadWrite : ir::Access::kWriteOnly;
}

// As the module says it: slots are its binding numbers.
Result<std::vector<ExternalBinding>> reflected(const spirv::ModuleInterface& interface) {
  std::vector<ExternalBinding> all;
  for (const spirv::ModuleBinding& one : interface.bindings) {
    for (const ExternalBinding& other : all) {
      if (other.slot != one.binding) continue;
      return fail(Code::kInvalidArgument, "the SPIR-V module's buffers ",
                  place(other.set, other.binding), " and ", place(one.set, one.binding),
                  " would have one slot, which is the binding number. Fix: give the slots in "
                  "vyre_spirv_desc.bindings");
    }
    all.push_back({one.set, one.binding, one.binding, one.name, one.element, 0, access_of(one)});
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
      Code::kInvalidArgument, "buffer ", place(given.set, given.binding),
      " of the SPIR-V module is a ", known.is_uniform ? "uniform" : "storage",
      " buffer and is described with another access. Fix: give it ",
      known.is_uniform ? "VYRE_ACCESS_UNIFORM" : "VYRE_ACCESS_READ_ONLY, READ_WRITE or WRITE_ONLY");
}

// The caller's, each of a buffer that the module has, and each of these described.
Result<std::vector<ExternalBinding>> described(const spirv::ModuleInterface& interface,
                                               std::span<const ExternalBinding> given) {
  std::vector<ExternalBinding> all;
  for (const spirv::ModuleBinding& known : interface.bindings) {
    const auto is_it = [&](const ExternalBinding& one) { return same_place(one, known); };
    const auto found = std::ranges::find_if(given, is_it);
    if (found == given.end() || std::find_if(found + 1, given.end(), is_it) != given.end()) {
      return fail(Code::kInvalidArgument, "buffer ", place(known.set, known.binding), " (",
                  ir::display_name(known.name), ") of the SPIR-V module is described ",
                  found == given.end() ? "by no entry" : "twice",
                  " of vyre_spirv_desc.bindings. Fix: describe each once");
    }
    VYRE_RETURN_IF_ERROR(check_access(*found, known));
    all.push_back(*found);
    if (all.back().name.empty()) all.back().name = known.name;
    if (all.back().element.empty()) all.back().element = "Bytes";
  }
  for (const ExternalBinding& one : given) {
    const auto is_it = [&](const ExternalBinding& other) { return same_place(one, other); };
    if (std::ranges::any_of(all, is_it)) continue;
    return fail(Code::kNotFound, "entry point '", interface.entry_point,
                "' of the SPIR-V module uses no buffer ", place(one.set, one.binding),
                ". Fix: describe only what it uses");
  }
  return all;
}

// Every buffer gets a name of its own: what two would share goes to the first.
void name_apart(std::vector<ExternalBinding>& bindings) {
  for (size_t i = 0; i < bindings.size(); ++i) {
    const auto same = [&](const ExternalBinding& one) { return one.name == bindings[i].name; };
    const auto before = bindings.begin() + static_cast<ptrdiff_t>(i);
    if (bindings[i].name.empty() || std::any_of(bindings.begin(), before, same)) {
      bindings[i].name = place(bindings[i].set, bindings[i].binding);
    }
  }
}

Result<std::shared_ptr<const ir::Program>> declare(std::span<const ExternalBinding> bindings,
                                                   const spirv::ModuleInterface& interface,
                                                   std::pmr::memory_resource* memory) {
  ir::Builder builder(memory);
  builder.set_workgroup(interface.workgroup_size);
  for (const ExternalBinding& one : bindings) {
    ir::Buffer buffer;
    buffer.binding = one.slot;
    buffer.count = one.count;
    buffer.access = one.access;
    buffer.kind =
        one.access == ir::Access::kUniform ? ir::MemoryKind::kUniform : ir::MemoryKind::kGlobal;
    VYRE_RETURN_IF_ERROR(builder.declare(one.name, one.element, buffer));
  }
  return builder.finish();
}

// The place of each of the module's buffers among all by slot.
std::vector<uint32_t> numbers_of(const spirv::ModuleInterface& interface,
                                 std::span<const ExternalBinding> by_slot) {
  std::vector<uint32_t> numbers;
  for (const spirv::ModuleBinding& known : interface.bindings) {
    const auto is_it = [&](const ExternalBinding& one) { return same_place(one, known); };
    const auto found = std::ranges::find_if(by_slot, is_it);
    numbers.push_back(static_cast<uint32_t>(found - by_slot.begin()));
  }
  return numbers;
}

// An array of open length has to hold an element where indexes are kept inside.
std::vector<uint64_t> min_bytes_of(const spirv::ModuleInterface& interface,
                                   std::span<const uint32_t> numbers, bool checked) {
  std::vector<uint64_t> least(numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const spirv::ModuleBinding& known = interface.bindings[i];
    least[numbers[i]] = known.fixed_bytes + (checked ? known.open_element_bytes : 0);
  }
  return least;
}

launch::ExternalCode code_of(const spirv::ExternalModule& module,
                             const spirv::ModuleInterface& interface,
                             std::span<const ExternalBinding> by_slot,
                             std::span<const spirv::SpecChoice> choices, bool checked) {
  const std::vector<uint32_t> numbers = numbers_of(interface, by_slot);
  launch::ExternalCode code;
  code.words = module.rebound(interface, numbers);
  code.entry_point = interface.entry_point;
  for (const spirv::SpecChoice& one : choices) code.constants.push_back({one.number, one.bits});
  code.push_constant_bytes = interface.push_constant_bytes;
  code.min_bytes = min_bytes_of(interface, numbers, checked);
  code.checked = checked;
  code.minor_version = module.words().minor_version();
  code.capabilities.assign(module.capabilities().begin(), module.capabilities().end());
  code.extensions = module.extensions();
  code.workgroup_memory_bytes = interface.workgroup_memory_bytes;
  return code;
}

Result<std::vector<ExternalBinding>> bindings_by_slot(const spirv::ModuleInterface& interface,
                                                      const ExternalOptions& options) {
  VYRE_ASSIGN_OR_RETURN(
      std::vector<ExternalBinding> all,
      options.bindings ? described(interface, *options.bindings) : reflected(interface));
  std::ranges::stable_sort(all, {}, [](const ExternalBinding& binding) { return binding.slot; });
  name_apart(all);
  return all;
}

// The first byte of a member that no range gives.
std::optional<uint64_t> missing_byte(const spirv::ModuleInterface& interface,
                                     const std::vector<bool>& given) {
  for (const spirv::ByteSpan& member : interface.push_constants) {
    const uint64_t end = std::min<uint64_t>(member.offset + member.size, given.size());
    for (uint64_t at = member.offset; at < end; ++at) {
      if (!given[static_cast<size_t>(at)]) return at;
    }
  }
  return std::nullopt;
}

Status check_range(const PushRange& range, uint64_t size) {
  if (range.offset <= size && range.bytes.size() <= size - range.offset) return {};
  return fail(Code::kInvalidArgument, range.bytes.size(), " bytes of push constants at offset ",
              range.offset, " reach beyond the ", size,
              " bytes that the SPIR-V module has. Fix: stay within its block");
}

}  // namespace

Result<std::shared_ptr<const ExternalKernel>> make_external_kernel(std::shared_ptr<Context> context,
                                                                   const ExternalOptions& options) {
  VYRE_ASSIGN_OR_RETURN(const spirv::ExternalModule module,
                        spirv::ExternalModule::read(options.words));
  VYRE_ASSIGN_OR_RETURN(const auto choices, choices_of(options.values, module.constants()));
  VYRE_ASSIGN_OR_RETURN(spirv::ModuleInterface interface,
                        module.interface_of(options.entry_point, choices));
  const auto kernel = std::make_shared<ExternalKernel>();
  VYRE_ASSIGN_OR_RETURN(kernel->bindings, bindings_by_slot(interface, options));
  VYRE_ASSIGN_OR_RETURN(auto program, declare(kernel->bindings, interface, context->memory()));
  kernel->program = std::make_shared<const Program>(std::move(context), std::move(program));
  kernel->code = std::make_shared<const launch::ExternalCode>(
      code_of(module, interface, kernel->bindings, choices, options.checked));
  kernel->interface = std::move(interface);
  return std::shared_ptr<const ExternalKernel>(kernel);
}

Result<std::vector<uint32_t>> push_words(const ExternalKernel* kernel,
                                         std::span<const PushRange> ranges) {
  const uint64_t size = kernel != nullptr ? kernel->interface.push_constant_bytes : 0;
  if (size == 0 && !ranges.empty()) {
    return fail(Code::kInvalidArgument, "push constants are given, and ",
                kernel != nullptr ? "the SPIR-V module has none" : "programs have none",
                ". Fix: leave them out");
  }
  std::vector<uint32_t> words(static_cast<size_t>(size / sizeof(uint32_t)));
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  std::vector<bool> given(bytes.size());
  for (const PushRange& range : ranges) {
    VYRE_RETURN_IF_ERROR(check_range(range, size));
    const auto offset = static_cast<ptrdiff_t>(range.offset);
    std::copy(range.bytes.begin(), range.bytes.end(), bytes.begin() + offset);
    std::fill_n(given.begin() + offset, range.bytes.size(), true);
  }
  const auto missing =
      kernel != nullptr ? missing_byte(kernel->interface, given) : std::optional<uint64_t>();
  if (!missing) return words;
  return fail(Code::kInvalidArgument, "the SPIR-V module's push constants have ", size,
              " bytes, and byte ", *missing,
              " is not given. Fix: give them all (vyre_dispatch_desc.push_constants)");
}

}  // namespace vyre::runtime
