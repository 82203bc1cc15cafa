#include "spirv/external/uses.h"

#include <spirv/unified1/GLSL.std.450.h>

#include <algorithm>

#include "spirv/external/grammar.h"

namespace vyre::spirv {
namespace {

bool is_atomic(SpvOp op) {
  constexpr uint32_t kOfExtensions[] = {5614, 5615, 6035};  // minimum, maximum, sum of floats
  const auto number = static_cast<uint32_t>(op);
  return (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor) ||
         std::ranges::find(kOfExtensions, number) != std::end(kOfExtensions);
}

bool is_transcendental(uint32_t glsl) { return glsl >= GLSLstd450Sin && glsl <= GLSLstd450Log2; }

// Reads a texture through a sampler that compares.
bool is_comparison(SpvOp op) {
  return op == SpvOpImageSampleDrefImplicitLod || op == SpvOpImageSampleDrefExplicitLod ||
         op == SpvOpImageSampleProjDrefImplicitLod || op == SpvOpImageSampleProjDrefExplicitLod ||
         op == SpvOpImageDrefGather || op == SpvOpImageSparseSampleDrefImplicitLod ||
         op == SpvOpImageSparseSampleDrefExplicitLod || op == SpvOpImageSparseDrefGather;
}

bool is_id(uint32_t builtin) {
  return builtin == SpvBuiltInGlobalInvocationId || builtin == SpvBuiltInLocalInvocationId ||
         builtin == SpvBuiltInWorkgroupId;
}

}  // namespace

ModuleUses::ModuleUses(const ExternalModule& module, const ExternalConstants& values)
    : module_(&module), values_(&values) {
  for (const uint32_t at : module.variables_) {
    const uint32_t id = module.words_.instruction(at)[2];
    candidates_.push_back(id);
    const ExternalModule::Note* builtin = module.note(id, SpvDecorationBuiltIn);
    if (builtin != nullptr && is_id(builtin->value)) id_variables_.push_back(id);
  }
  std::ranges::stable_sort(candidates_);
  std::ranges::stable_sort(id_variables_);
  if (!id_variables_.empty()) loaded_.assign(module.words_.bound(), false);
  used_.assign(candidates_.size(), false);
}

Result<ModuleUses> ModuleUses::of(const ExternalModule& module, const ExternalConstants& values,
                                  uint32_t function) {
  ModuleUses uses(module, values);
  VYRE_RETURN_IF_ERROR(uses.follow_calls(function));
  return uses;
}

bool ModuleUses::uses_variable(uint32_t id) const {
  const std::optional<size_t> place = place_of(id);
  return place && used_[*place];
}

std::optional<size_t> ModuleUses::place_of(uint32_t id) const {
  const auto found = std::ranges::lower_bound(candidates_, id);
  if (found == candidates_.end() || *found != id) return std::nullopt;
  return static_cast<size_t>(found - candidates_.begin());
}

Status ModuleUses::follow_calls(uint32_t function) {
  std::vector<bool> visited(module_->bodies_.size());
  for (std::vector<uint32_t> calls = {function}; !calls.empty();) {
    const uint32_t id = calls.back();
    calls.pop_back();
    const auto* body = ExternalModule::row_of(module_->bodies_, id);
    if (body == nullptr) {
      return fail(Code::kMalformedModule, "the SPIR-V module calls function ", id,
                  ", which it does not have. Fix: pass the words as the compiler wrote them");
    }
    const auto index = static_cast<size_t>(body - module_->bodies_.data());
    if (visited[index]) continue;
    visited[index] = true;
    VYRE_RETURN_IF_ERROR(
        module_->words_.for_each(body->begin, body->end, [&](const ModuleInstruction& one) {
          if (one.op == SpvOpFunctionCall) calls.push_back(one[3]);
          note_pointers(one);
          note_ids(one);
          note_operation(one);
          return Status();
        }));
  }
  return {};
}

// What nobody knows may name a variable in each of its words.
void ModuleUses::note_pointers(const ModuleInstruction& one) {
  const InstructionForm* const form = instruction_form(one.op);
  constexpr InstructionForm kUnknown = {SpvOpNop, false, false, Makes::kOther, "(i)"};
  for_each_operand(one, form != nullptr ? *form : kUnknown, [&](char what, size_t word) {
    const auto place = what == 'i' ? place_of(one[word]) : std::nullopt;
    if (place) used_[*place] = true;
  });
}

void ModuleUses::note_ids(const ModuleInstruction& one) {
  const auto is_variable = [&] { return std::ranges::binary_search(id_variables_, one[3]); };
  const auto is_loaded = [&] { return one[3] < loaded_.size() && loaded_[one[3]]; };
  switch (one.op) {
    case SpvOpLoad:
      if (one[2] < loaded_.size() && is_variable()) loaded_[one[2]] = true;
      break;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
      if (one.words.size() == 5 && is_variable()) see_axis(values_->value(one[4]).value_or(0));
      break;
    case SpvOpCompositeExtract:
      if (one.words.size() == 5 && is_loaded()) see_axis(one[4]);
      break;
    case SpvOpVectorShuffle:
      if (!is_loaded()) break;
      for (const uint32_t component : one.words.subspan(5)) see_axis(component);
      break;
    default:
      break;
  }
}

void ModuleUses::note_operation(const ModuleInstruction& one) {
  has_atomics_ |= is_atomic(one.op);
  has_comparison_ |= is_comparison(one.op);
  has_workgroup_barrier_ |= one.op == SpvOpControlBarrier;
  has_transcendental_ |= one.op == SpvOpExtInst && is_transcendental(one[4]) &&
                         std::ranges::binary_search(module_->glsl_sets_, one[3]);
}

// Components of a second vector of a shuffle are above 2.
void ModuleUses::see_axis(uint32_t axis) {
  if (axis < 3) axes_ = std::max(axes_, axis + 1);
}

}  // namespace vyre::spirv
