#include <algorithm>

#include "ir/program/display_name.h"
#include "spirv/external/bounds.h"
#include "spirv/external/constants.h"
#include "spirv/external/uses.h"

namespace vyre::spirv {
namespace {

// Far beyond any device.
constexpr uint32_t kMaxPushBytes = 1u << 16;
constexpr size_t kMaxBuffers = 1024;
constexpr uint32_t kAddressBytes = 8;

std::string_view what_is(SpvOp type) {
  switch (type) {
    case SpvOpTypeImage:
      return "an image";
    case SpvOpTypeSampler:
      return "a sampler";
    case SpvOpTypeSampledImage:
      return "a sampled image";
    case SpvOpTypeArray:
      return "an array of descriptors whose length is not known";
    case SpvOpTypeRuntimeArray:
      return "an array of descriptors of open length";
    default:
      return "no buffer";
  }
}

Status cannot_bind(std::string_view label, std::string_view what) {
  return fail(Code::kUnsupportedFeature, "the SPIR-V module's ", label, " is ", what,
              ", and kernels here have storage and uniform buffers, alone or in arrays of plain "
              "lengths. Fix: compile the kernel with such");
}

}  // namespace

// Finds out what one entry point of a module is to its host; see ModuleInterface.
class InterfaceReader {
 public:
  // |needs_size|: every axis of the workgroup size has to be a number above 0.
  InterfaceReader(const ExternalModule& module, std::span<const SpecChoice> choices,
                  bool needs_size)
      : module_(module), values_(module, choices), needs_size_(needs_size) {}

  Result<ModuleInterface> read(std::string_view entry_point) {
    VYRE_RETURN_IF_ERROR(check_type_bounds(module_, values_, needs_size_));
    VYRE_ASSIGN_OR_RETURN(const ExternalModule::EntryPoint* entry, choose(entry_point));
    result_.entry_point = entry->name;
    result_.workgroup_memory_bytes = 0;
    VYRE_RETURN_IF_ERROR(read_workgroup_size(entry->function));
    VYRE_ASSIGN_OR_RETURN(const ModuleUses uses, ModuleUses::of(module_, values_, entry->function));
    for (const uint32_t at : module_.variables_) {
      const ModuleInstruction variable = module_.words_.instruction(at);
      if (uses.uses_variable(variable[2])) VYRE_RETURN_IF_ERROR(read_variable(variable));
    }
    take_uses(uses);
    const std::vector<uint32_t>& asked = module_.capabilities_;
    result_.takes_addresses =
        std::ranges::find(asked, SpvCapabilityPhysicalStorageBufferAddresses) != asked.end();
    std::ranges::stable_sort(result_.bindings, {}, [](const ModuleBinding& one) {
      return uint64_t{one.set} << 32 | one.binding;
    });
    return std::move(result_);
  }

 private:
  // What a variable outside of functions is, when the kernel uses it.
  struct Variable {
    uint32_t id = 0;
    uint32_t storage = 0;  // class
    uint32_t type = 0;     // of what it points to
  };

  Result<const ExternalModule::EntryPoint*> choose(std::string_view name) const {
    const ExternalModule::EntryPoint* found = nullptr;
    for (const ExternalModule::EntryPoint& one : module_.entry_points_) {
      if (!one.is_compute || (!name.empty() && one.name != name)) continue;
      if (found != nullptr && name.empty()) return not_found(several());
      if (found == nullptr) found = &one;
    }
    return found != nullptr ? Result<const ExternalModule::EntryPoint*>(found)
                            : not_found(none_called(name));
  }

  std::string several() const {
    return concat("the SPIR-V module has several entry points for compute (", known(),
                  ", ...). Fix: name one of them");
  }

  std::string none_called(std::string_view name) const {
    const std::string there = known();
    return concat("the SPIR-V module has no entry point ",
                  name.empty() ? std::string() : concat(ir::display_name(name), " "),
                  "for compute, it has ", there.empty() ? "none" : there,
                  ". Fix: name one of these, or compile a compute kernel");
  }

  std::string known() const {
    std::string text;
    for (const ExternalModule::EntryPoint& one : module_.entry_points_) {
      if (!one.is_compute || text.size() > 200) continue;
      text += concat(text.empty() ? "" : ", ", ir::display_name(one.name));
    }
    return text;
  }

  // With a finding for each entry point, up to a number.
  Status not_found(std::string text) const {
    constexpr size_t kMaxFindings = 64;
    Status status = fail(Code::kNotFound, text);
    for (const ExternalModule::EntryPoint& one : module_.entry_points_) {
      if (status.info().findings.size() == kMaxFindings) break;
      Finding finding{one.is_compute ? "compute" : "no compute",
                      concat("entry point ", ir::display_name(one.name)),
                      one.is_compute ? "it is for compute" : "it is for something else"};
      finding.fix =
          one.is_compute ? "name it in vyre_program_desc.entry" : "compile it for compute";
      status.info().findings.push_back(std::move(finding));
    }
    return status;
  }

  // A constant that is decorated as the workgroup size stands above the modes of the entry point.
  Status read_workgroup_size(uint32_t function) {
    for (const ExternalModule::Note& note : module_.notes_) {
      if (note.kind != SpvDecorationBuiltIn || note.value != SpvBuiltInWorkgroupSize) continue;
      const auto made = module_.find(note.id);
      const bool is_vector =
          made && (made->op == SpvOpConstantComposite || made->op == SpvOpSpecConstantComposite);
      if (is_vector) return take_size(made->words.subspan(3), true);
    }
    for (const uint32_t at : module_.execution_modes_) {
      const ModuleInstruction mode = module_.words_.instruction(at);
      if (mode[1] != function) continue;
      if (mode[2] == SpvExecutionModeLocalSize) return take_size(mode.words.subspan(3), false);
      if (mode[2] == SpvExecutionModeLocalSizeId) return take_size(mode.words.subspan(3), true);
    }
    result_.workgroup_size = {0, 0, 0};
    if (!needs_size_) return {};
    return fail(Code::kInvalidProgram, "the SPIR-V module gives entry point '", result_.entry_point,
                "' no workgroup size. Fix: compile it with one (local_size_x, numthreads)");
  }

  Status take_size(std::span<const uint32_t> numbers, bool are_ids) {
    for (size_t axis = 0; axis < 3; ++axis) {
      std::optional<uint32_t> size;
      if (axis < numbers.size()) size = are_ids ? values_.value(numbers[axis]) : numbers[axis];
      if (are_ids && axis < numbers.size()) {
        const auto* number = module_.note(numbers[axis], SpvDecorationSpecId);
        if (number != nullptr) result_.workgroup_constants[axis] = number->value;
      }
      if (needs_size_ && size.value_or(0) == 0) {
        return fail(Code::kInvalidProgram, "the workgroup size of entry point '",
                    result_.entry_point, "' on axis ", axis, " is ",
                    size ? "0" : "no number that can be computed here",
                    ". Fix: give it a number above 0, or choose its specialization constant so");
      }
      result_.workgroup_size[axis] = size.value_or(0);
    }
    return {};
  }

  void take_uses(const ModuleUses& uses) {
    result_.dimensions = uses.axes();
    for (uint32_t axis = 1; axis < 3; ++axis) {
      if (result_.workgroup_size[axis] > 1) {
        result_.dimensions = std::max(result_.dimensions, axis + 1);
      }
    }
    result_.has_atomics = uses.has_atomics();
    result_.has_workgroup_barrier = uses.has_workgroup_barrier();
    result_.has_transcendental = uses.has_transcendental();
  }

  Status read_variable(const ModuleInstruction& one) {
    const auto pointer = module_.find(one[1]);
    if (!pointer || pointer->op != SpvOpTypePointer) {
      return fail(Code::kMalformedModule, "the SPIR-V module's ", label(one[2]),
                  " is no pointer. Fix: pass the words as the compiler wrote them");
    }
    const Variable variable{one[2], one[3], (*pointer)[3]};
    switch (variable.storage) {
      case SpvStorageClassInput:
      case SpvStorageClassPrivate:
        return {};
      case SpvStorageClassWorkgroup:
        add_workgroup_memory(variable.type);
        return {};
      case SpvStorageClassPushConstant:
        return read_push_constants(variable);
      case SpvStorageClassStorageBuffer:
      case SpvStorageClassUniform:
      case SpvStorageClassUniformConstant:
        return read_buffer(variable);
      default:
        return cannot_bind(label(variable.id), concat("of storage class ", variable.storage));
    }
  }

  Status read_buffer(const Variable& variable) {
    VYRE_ASSIGN_OR_RETURN(ModuleBinding binding, describe_buffer(variable));
    const auto same = std::ranges::find_if(result_.bindings, [&](const ModuleBinding& other) {
      return other.set == binding.set && other.binding == binding.binding;
    });
    if (same == result_.bindings.end()) {
      descriptors_ += binding.array_count;
      if (descriptors_ > kMaxBuffers) {
        return fail(Code::kUnsupportedFeature, "the SPIR-V module uses more than ", kMaxBuffers,
                    " buffers. Fix: use fewer");
      }
      result_.bindings.push_back(std::move(binding));
      return {};
    }
    if (same->is_uniform != binding.is_uniform || same->array_count != binding.array_count) {
      return fail(Code::kMalformedModule, "binding ", binding.binding, " of set ", binding.set,
                  " is two things in the SPIR-V module, ",
                  same->is_uniform != binding.is_uniform ? "a uniform and a storage buffer"
                                                         : "arrays of different lengths",
                  ". Fix: number them apart");
    }
    if (same->name.empty()) same->name = std::move(binding.name);
    if (same->element != binding.element) same->element = "Bytes";
    same->is_read |= binding.is_read;
    same->is_written |= binding.is_written;
    same->fixed_bytes = std::max(same->fixed_bytes, binding.fixed_bytes);
    same->open_element_bytes = std::max(same->open_element_bytes, binding.open_element_bytes);
    return {};
  }

  // How many there are of what is left in |type|: one unless it was an array. One whose length
  // nobody knows stays.
  uint32_t take_array(uint32_t& type) const {
    const auto array = module_.find(type);
    if (!array || array->op != SpvOpTypeArray) return 1;
    const uint32_t count = values_.value((*array)[3]).value_or(0);
    if (count != 0) type = (*array)[2];
    return std::max(count, 1u);
  }

  Result<ModuleBinding> describe_buffer(Variable variable) const {
    const uint32_t array_count = take_array(variable.type);
    const auto block = module_.find(variable.type);
    const bool is_block = block && block->op == SpvOpTypeStruct;
    if (!is_block || variable.storage == SpvStorageClassUniformConstant) {
      return cannot_bind(label(variable.id), what_is(block ? block->op : SpvOpNop));
    }
    const ExternalModule::Note* set = module_.note(variable.id, SpvDecorationDescriptorSet);
    const ExternalModule::Note* number = module_.note(variable.id, SpvDecorationBinding);
    if (set == nullptr || number == nullptr) {
      return fail(Code::kMalformedModule, "the SPIR-V module's ", label(variable.id), " has no ",
                  set == nullptr ? "descriptor set" : "binding",
                  ". Fix: compile it for Vulkan, with sets and bindings");
    }
    ModuleBinding binding;
    binding.array_count = array_count;
    binding.set = set->value;
    binding.binding = number->value;
    binding.name = module_.name_of(variable.id);
    if (binding.name.empty()) binding.name = module_.name_of(variable.type);
    binding.is_uniform = variable.storage == SpvStorageClassUniform &&
                         module_.note(variable.type, SpvDecorationBufferBlock) == nullptr;
    binding.is_written =
        !binding.is_uniform && !every_member(variable.id, *block, SpvDecorationNonWritable);
    binding.is_read =
        binding.is_uniform || !every_member(variable.id, *block, SpvDecorationNonReadable);
    VYRE_RETURN_IF_ERROR(describe_block(variable.type, binding));
    return binding;
  }

  Status describe_block(uint32_t block, ModuleBinding& binding) const {
    const TypeSize size = values_.size(block);
    if (!size.bytes) {
      return fail(Code::kUnsupportedFeature, "the size of the SPIR-V module's buffer '",
                  binding.name, "' cannot be computed here. Fix: give its arrays plain lengths");
    }
    binding.fixed_bytes = *size.bytes;
    binding.open_element_bytes = size.open_element_bytes;
    binding.element = "Bytes";
    const ModuleInstruction members = *module_.find(block);
    const auto member = members.words.size() == 3 ? module_.find(members[2]) : std::nullopt;
    if (!member) return {};
    const bool is_array = member->op == SpvOpTypeArray || member->op == SpvOpTypeRuntimeArray;
    const ExternalModule::Note* stride = module_.note(members[2], SpvDecorationArrayStride);
    if (is_array && stride != nullptr) binding.element = element_of((*member)[2], stride->value);
    if (!is_array) binding.element = element_of(members[2], *size.bytes);
    return {};
  }

  std::string element_of(uint32_t type, uint64_t stride) const {
    const auto made = module_.find(type);
    if (!made || values_.size(type).bytes != stride) return "Bytes";
    if (made->op == SpvOpTypeVector) {
      const auto component = module_.find((*made)[2]);
      if (!component || component->op == SpvOpTypeVector) return "Bytes";
      const std::string of = element_of((*made)[2], stride / std::max(1u, (*made)[3]));
      return of == "Bytes" ? of : concat("Vec<", of, ",", (*made)[3], ">");
    }
    const bool is_number = made->op == SpvOpTypeInt || made->op == SpvOpTypeFloat;
    const uint32_t width = is_number ? (*made)[2] : 0;
    if (width != 8 && width != 16 && width != 32 && width != 64) return "Bytes";
    if (made->op == SpvOpTypeFloat) return width == 8 ? "Bytes" : concat("F", width);
    return concat((*made)[3] != 0 ? "I" : "U", width);
  }

  bool every_member(uint32_t variable, const ModuleInstruction& block, SpvDecoration kind) const {
    if (module_.note(variable, kind) != nullptr) return true;
    const auto count = static_cast<uint32_t>(block.words.size() - 2);
    for (uint32_t member = 0; member < count; ++member) {
      if (module_.note(block[1], kind, member) == nullptr) return false;
    }
    return count > 0;
  }

  Status read_push_constants(const Variable& variable) {
    const auto block = module_.find(variable.type);
    const TypeSize size = values_.size(variable.type);
    const bool is_known = block && block->op == SpvOpTypeStruct && size.bytes &&
                          *size.bytes <= kMaxPushBytes && size.open_element_bytes == 0;
    if (!is_known || result_.push_constant_bytes != 0) {
      return fail(Code::kMalformedModule, "the SPIR-V module's push constants (",
                  label(variable.id), ") are ",
                  is_known ? "more than one block" : "no block of a known size",
                  ". Fix: give entry point '", result_.entry_point, "' one block of plain members");
    }
    result_.push_constant_bytes = static_cast<uint32_t>((*size.bytes + 3) / 4 * 4);
    for (uint32_t member = 0; member + 2 < block->words.size(); ++member) {
      const auto* offset = module_.note(variable.type, SpvDecorationOffset, member);
      const uint64_t begin = offset != nullptr ? offset->value : 0;
      const uint64_t bytes = values_.size((*block)[member + 2]).bytes.value_or(0);
      result_.push_constants.push_back({begin, bytes});
    }
    add_addresses(variable.type, 0);
    if (pushed_parts_ <= kMaxPushBytes) return {};
    return fail(Code::kUnsupportedFeature, "the SPIR-V module's push constants (",
                label(variable.id), ") have more than ", kMaxPushBytes,
                " parts. Fix: give each part bytes of its own");
  }

  // The pointers to buffers in what lies at |offset| of the push constants. Parts may lie in the
  // same bytes, so that a few types can have any number of them.
  void add_addresses(uint32_t type, uint64_t offset) {
    if (++pushed_parts_ > kMaxPushBytes) return;
    const auto made = module_.find(type);
    if (!made || offset >= result_.push_constant_bytes) return;
    if (made->op == SpvOpTypePointer) {
      result_.push_addresses.push_back(offset);
    } else if (made->op == SpvOpTypeStruct) {
      for (uint32_t member = 0; member + 2 < made->words.size(); ++member) {
        const auto* at = module_.note(type, SpvDecorationOffset, member);
        add_addresses((*made)[member + 2], offset + (at != nullptr ? at->value : 0));
      }
    } else if (made->op == SpvOpTypeArray) {
      const auto* stride = module_.note(type, SpvDecorationArrayStride);
      const uint32_t count = values_.value((*made)[3]).value_or(0);
      if (stride == nullptr || stride->value < kAddressBytes) return;
      for (uint64_t i = 0; i < count && offset < result_.push_constant_bytes; ++i) {
        add_addresses((*made)[2], offset);
        offset += stride->value;
      }
    }
  }

  void add_workgroup_memory(uint32_t type) {
    result_.has_workgroup_memory = true;
    const std::optional<uint64_t> bytes = values_.size(type).bytes;
    std::optional<uint64_t>& all = result_.workgroup_memory_bytes;
    all = all && bytes ? std::optional(std::min(*all + *bytes, uint64_t{1} << 62)) : std::nullopt;
  }

  std::string label(uint32_t variable) const {
    const std::string name = module_.name_of(variable);
    return name.empty() ? concat("variable %", variable) : concat("'", name.substr(0, 200), "'");
  }

  const ExternalModule& module_;
  const ExternalConstants values_;
  const bool needs_size_;
  size_t descriptors_ = 0;     // in all bindings
  uint64_t pushed_parts_ = 0;  // that were looked at for addresses
  ModuleInterface result_;
};

Result<ModuleInterface> ExternalModule::interface_of(std::string_view name,
                                                     std::span<const SpecChoice> choices) const {
  return InterfaceReader(*this, choices, true).read(name);
}

Result<ModuleInterface> ExternalModule::initial_interface(std::string_view name) const {
  return InterfaceReader(*this, {}, false).read(name);
}

std::vector<uint32_t> ExternalModule::rebound(const ModuleInterface& interface,
                                              std::span<const uint32_t> numbers) const {
  std::vector<uint32_t> words(words_.words().begin(), words_.words().end());
  for (const uint32_t at : variables_) {
    const uint32_t id = words_.instruction(at)[2];
    const Note* set = note(id, SpvDecorationDescriptorSet);
    const Note* number = note(id, SpvDecorationBinding);
    if (set == nullptr || number == nullptr) continue;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const ModuleBinding& binding = interface.bindings[i];
      if (binding.set != set->value || binding.binding != number->value) continue;
      words[set->at] = 0;
      words[number->at] = numbers[i];
    }
  }
  for (const uint32_t at : execution_modes_) {
    const ModuleInstruction mode = words_.instruction(at);
    if (mode.op != SpvOpExecutionModeId || mode[2] != SpvExecutionModeLocalSizeId) continue;
    if (mode.words.size() != 6) continue;
    words[at] = 6u << SpvWordCountShift | SpvOpExecutionMode;
    words[at + 2] = SpvExecutionModeLocalSize;
    std::copy_n(interface.workgroup_size.begin(), 3, words.begin() + at + 3);
  }
  return words;
}

}  // namespace vyre::spirv
