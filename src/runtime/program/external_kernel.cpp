#include "runtime/program/external_kernel.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "ir/program/display_name.h"
#include "specialization/resolve.h"

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

// Null when there is none.
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
  return found;
}

bool is_integer(ConstantKind kind) {
  return kind == ConstantKind::kU32 || kind == ConstantKind::kI32;
}

// An integer is taken for the other kind of integer, by its bits, and for a truth.
Status check_kind(const SpecConstant& constant, specialization::Kind given) {
  const ConstantKind kind = constant_kind(given);
  if (constant.kind == ConstantKind::kOther) {
    return fail(Code::kUnsupportedFeature, "constant ", describe(constant),
                " of the SPIR-V module cannot be chosen here, only those of 32 bits and truths "
                "can. Fix: leave it out, or compile it with 32 bits");
  }
  const bool takes_integer = is_integer(constant.kind) || constant.kind == ConstantKind::kBool;
  if (kind == constant.kind || (is_integer(kind) && takes_integer)) return {};
  const bool is_type = given == specialization::Kind::kElementType;
  return fail(Code::kInvalidArgument, "constant ", describe(constant),
              " of the SPIR-V module is given a value of another kind, ",
              is_type ? "an element type" : kind_name(kind), ". Fix: give it one of its own kind");
}

struct Choices {
  std::vector<spirv::SpecChoice> all;  // by number
  std::vector<std::string> unknown;    // names that the module does not have
};

// The same constant named in two ways is a mistake.
Status check_once(std::span<const spirv::SpecChoice> choices) {
  const auto twice = std::ranges::adjacent_find(
      choices, [](const auto& a, const auto& b) { return a.number == b.number; });
  if (twice == choices.end()) return {};
  return fail(Code::kInvalidArgument, "constant '#", twice->number,
              "' of the SPIR-V module is chosen by name and by number. Fix: choose it once");
}

Result<Choices> choices_of(const specialization::Map& values,
                           std::span<const SpecConstant> constants) {
  Choices choices;
  for (const auto& [name, value] : values.entries()) {
    VYRE_ASSIGN_OR_RETURN(const SpecConstant* constant, find_constant(constants, name));
    if (constant == nullptr) {
      choices.unknown.push_back(name);
      continue;
    }
    VYRE_RETURN_IF_ERROR(check_kind(*constant, value.kind()));
    const bool is_truth = constant->kind == ConstantKind::kBool;
    choices.all.push_back({constant->number, is_truth ? value.bits() != 0 : value.bits()});
  }
  std::ranges::stable_sort(choices.all, {}, &spirv::SpecChoice::number);
  VYRE_RETURN_IF_ERROR(check_once(choices.all));
  return choices;
}

Status no_such_constants(std::span<const std::string> names,
                         std::span<const SpecConstant> constants) {
  Status status =
      fail(Code::kNotFound, "the SPIR-V module has no specialization constant ",
           ir::display_names(names), ". Fix: choose among its own: ", known_constants(constants));
  status.info().findings = specialization::findings_of_unknown(names);
  return status;
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

// Of each descriptor by slot. An array of open length has to hold an element where indexes are kept
// inside.
std::vector<uint64_t> min_bytes_of(const spirv::ModuleInterface& interface,
                                   std::span<const uint32_t> numbers, size_t count, bool checked) {
  std::vector<uint64_t> least(count);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const spirv::ModuleBinding& known = interface.bindings[i];
    std::fill_n(least.begin() + numbers[i], known.array_count,
                known.fixed_bytes + (checked ? known.open_element_bytes : 0));
  }
  return least;
}

launch::ExternalCode code_of(const spirv::ExternalModule& module,
                             const spirv::ModuleInterface& interface,
                             std::span<const ExternalBinding> by_slot,
                             std::span<const spirv::SpecChoice> choices,
                             const ExternalOptions& options) {
  const std::vector<uint32_t> numbers = numbers_of(interface, by_slot);
  launch::ExternalCode code;
  code.words = module.rebound(interface, numbers);
  if (options.allow_overlap) code.words = module.aliased(code.words);
  code.entry_point = interface.entry_point;
  for (const spirv::SpecChoice& one : choices) code.constants.push_back({one.number, one.bits});
  code.push_constant_bytes = interface.push_constant_bytes;
  code.min_bytes = min_bytes_of(interface, numbers, by_slot.size(), options.checked);
  for (const ExternalBinding& one : by_slot) code.descriptors.push_back(one.descriptor);
  code.checked = options.checked;
  code.subgroup_size = options.subgroup_size;
  code.full_subgroups = options.full_subgroups;
  code.minor_version = module.words().minor_version();
  code.capabilities.assign(module.capabilities().begin(), module.capabilities().end());
  code.extensions = module.extensions();
  code.workgroup_memory_bytes = interface.workgroup_memory_bytes;
  return code;
}

// Constants may give an array of descriptors another length than its program declares.
Status check_arrays(const ExternalProgram& program, const spirv::ModuleInterface& interface) {
  for (const spirv::ModuleBinding& known : interface.bindings) {
    for (const ExternalBinding& one : program.bindings) {
      if (!same_place(one, known) || one.array_count == known.array_count) continue;
      return fail(Code::kUnsupportedFeature, "the constants of the SPIR-V module make ",
                  ir::display_name(one.name), " an array of ", known.array_count,
                  " descriptors, by their defaults it has ", one.array_count,
                  ". Fix: compile it with that length");
    }
  }
  return {};
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

// What of |range| lies in a block of |size| bytes.
std::span<const std::byte> part_inside(const PushRange& range, uint64_t size) {
  if (range.offset >= size) return {};
  return range.bytes.first(std::min(range.bytes.size(), static_cast<size_t>(size - range.offset)));
}

Status check_all_given(const ExternalKernel& kernel, std::span<const PushRange> ranges) {
  const uint64_t size = kernel.interface.push_constant_bytes;
  std::vector<bool> given(static_cast<size_t>(size));
  for (const PushRange& range : ranges) {
    const size_t count = part_inside(range, size).size();
    if (count != 0) std::fill_n(given.begin() + static_cast<ptrdiff_t>(range.offset), count, true);
  }
  const auto missing = missing_byte(kernel.interface, given);
  if (!missing) return {};
  return fail(Code::kInvalidArgument, "the SPIR-V module's push constants have ", size,
              " bytes, and byte ", *missing,
              " is not given. Fix: give them all (vyre_dispatch_desc.push)");
}

}  // namespace

Result<std::shared_ptr<const ExternalKernel>> make_external_kernel(const ExternalProgram& program,
                                                                   const ExternalOptions& options) {
  const spirv::ExternalModule& module = program.module;
  VYRE_ASSIGN_OR_RETURN(Choices choices, choices_of(options.constants, module.constants()));
  if (!choices.unknown.empty() && !options.ignore_unknown) {
    return no_such_constants(choices.unknown, module.constants());
  }
  const auto kernel = std::make_shared<ExternalKernel>();
  VYRE_ASSIGN_OR_RETURN(kernel->interface,
                        module.interface_of(program.interface.entry_point, choices.all));
  VYRE_RETURN_IF_ERROR(check_arrays(program, kernel->interface));
  kernel->code = std::make_shared<const launch::ExternalCode>(
      code_of(module, kernel->interface, program.bindings, choices.all, options));
  kernel->unknown = std::move(choices.unknown);
  return std::shared_ptr<const ExternalKernel>(kernel);
}

Status push_words(const ExternalKernel* kernel, std::span<const PushRange> ranges,
                  std::vector<uint32_t>& words) {
  if (kernel == nullptr && !ranges.empty()) {
    return fail(Code::kInvalidArgument,
                "push constants are given, and programs of the IR have none. Fix: leave them out");
  }
  const uint64_t size = kernel != nullptr ? kernel->interface.push_constant_bytes : 0;
  bool is_complete = words.size() * sizeof(uint32_t) == size;
  words.resize(static_cast<size_t>(size / sizeof(uint32_t)));
  for (const PushRange& range : ranges) {
    const std::span<const std::byte> inside = part_inside(range, size);
    if (inside.empty()) continue;
    std::memcpy(reinterpret_cast<std::byte*>(words.data()) + range.offset, inside.data(),
                inside.size());
    is_complete |= inside.size() == size;
  }
  return is_complete ? Status() : check_all_given(*kernel, ranges);
}

}  // namespace vyre::runtime
