#include <algorithm>

#include "ir/program/display_name.h"
#include "spirv/external/bounds.h"
#include "spirv/external/constants.h"
#include "spirv/external/descriptors.h"
#include "spirv/external/divisions.h"
#include "spirv/external/uses.h"

namespace vyre::spirv {
namespace {

// Far beyond any device.
constexpr uint32_t kMaxPushBytes = 1u << 16;
constexpr size_t kMaxDescriptors = 1024;
constexpr uint32_t kAddressBytes = 8;

std::string_view what(const ModuleBinding& binding) {
  return binding.is_uniform ? "a uniform buffer"
                            : launch::resource_name(binding.descriptor.resource);
}

bool are_alike(const ModuleBinding& a, const ModuleBinding& b) {
  return a.is_uniform == b.is_uniform && a.array_count == b.array_count &&
         a.descriptor.resource == b.descriptor.resource &&
         (!launch::is_image(a.descriptor.resource) || a.descriptor.shape == b.descriptor.shape);
}

// A texture and a sampler with one number are the two halves of a sampled texture.
void merge_resources(ModuleBinding& known, ModuleBinding& other) {
  using enum launch::Resource;
  launch::Descriptor& a = known.descriptor;
  launch::Descriptor& b = other.descriptor;
  const auto is_half = [](const launch::Descriptor& one) {
    return one.resource == kTexture || one.resource == kSampler || one.resource == kSampledTexture;
  };
  if (!is_half(a) || !is_half(b) || a.resource == b.resource) return;
  if (a.resource == kSampler) a = b;
  if (b.resource == kSampler) b = a;
  a.resource = b.resource = kSampledTexture;
}

}  // namespace

// Finds out what one entry point of a module is to its host; see ModuleInterface.
class InterfaceReader {
 public:
  // |are_chosen|: the constants, so that every axis of the workgroup size has to be above 0.
  InterfaceReader(const ExternalModule& module, std::span<const SpecChoice> choices,
                  bool are_chosen)
      : module_(module),
        values_(module, choices),
        reader_(module, values_),
        are_chosen_(are_chosen) {}

  Result<ModuleInterface> read(std::string_view entry_point) {
    VYRE_RETURN_IF_ERROR(check_type_bounds(module_, values_, are_chosen_));
    if (are_chosen_) VYRE_RETURN_IF_ERROR(check_divisions(module_, values_));
    VYRE_ASSIGN_OR_RETURN(const ExternalModule::EntryPoint* entry, choose(entry_point));
    result_.entry_point = entry->name;
    result_.workgroup_memory_bytes = 0;
    VYRE_RETURN_IF_ERROR(read_workgroup_size(entry->function));
    VYRE_ASSIGN_OR_RETURN(const ModuleUses uses, ModuleUses::of(module_, values_, entry->function));
    if (uses.has_comparison()) {
      return fail(
          Code::kUnsupportedFeature, "entry point ", ir::display_name(entry->name),
          " of the SPIR-V module reads textures through samplers that compare, which samplers "
          "here do not. Fix: read the texture and compare in the kernel");
    }
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
    if (!are_chosen_) return {};
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
      if (are_chosen_ && size.value_or(0) == 0) {
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
      return fail(Code::kMalformedModule, "the SPIR-V module's ", reader_.label(one[2]),
                  " is no pointer. Fix: pass the words as the compiler wrote them");
    }
    const ModuleVariable variable{one[2], one[3], (*pointer)[3]};
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
        return read_descriptor(variable);
      default:
        return reader_.cannot_bind(variable.id, concat("of storage class ", variable.storage));
    }
  }

  Status read_descriptor(const ModuleVariable& variable) {
    VYRE_ASSIGN_OR_RETURN(ModuleBinding binding, reader_.describe(variable));
    const auto same = std::ranges::find_if(result_.bindings, [&](const ModuleBinding& other) {
      return other.set == binding.set && other.binding == binding.binding;
    });
    if (same == result_.bindings.end()) {
      descriptors_ += binding.array_count;
      if (descriptors_ > kMaxDescriptors) {
        return fail(Code::kUnsupportedFeature, "the SPIR-V module uses more than ", kMaxDescriptors,
                    " buffers and images. Fix: use fewer");
      }
      result_.bindings.push_back(std::move(binding));
      return {};
    }
    merge_resources(*same, binding);
    if (!are_alike(*same, binding)) {
      return fail(Code::kMalformedModule, "binding ", binding.binding, " of set ", binding.set,
                  " is two things in the SPIR-V module, ",
                  same->array_count == binding.array_count
                      ? concat(what(*same), " and ", what(binding))
                      : std::string("arrays of different lengths"),
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

  Status read_push_constants(const ModuleVariable& variable) {
    const auto block = module_.find(variable.type);
    const TypeSize size = values_.size(variable.type);
    const bool is_known = block && block->op == SpvOpTypeStruct && size.bytes &&
                          *size.bytes <= kMaxPushBytes && size.open_element_bytes == 0;
    if (!is_known || result_.push_constant_bytes != 0) {
      return fail(Code::kMalformedModule, "the SPIR-V module's push constants (",
                  reader_.label(variable.id), ") are ",
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
                reader_.label(variable.id), ") have more than ", kMaxPushBytes,
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

  const ExternalModule& module_;
  const ExternalConstants values_;
  const DescriptorReader reader_;
  const bool are_chosen_;
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
