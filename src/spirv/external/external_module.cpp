#include "spirv/external/external_module.h"

#include <algorithm>
#include <tuple>

#include "spirv/external/grammar.h"

namespace vyre::spirv {
namespace {

template <typename... Parts>
Status broken(const Parts&... what) {
  return fail(Code::kMalformedModule, "the SPIR-V module is broken: ", what...,
              ". Fix: pass the words as the compiler wrote them");
}

// The operand that holds the id of what a type, constant, variable or function makes; 0: none.
size_t result_word(SpvOp op) {
  const InstructionForm* const form = instruction_form(op);
  if (form == nullptr || !form->has_result) return 0;
  const bool is_kept = form->makes != Makes::kOther || op == SpvOpVariable || op == SpvOpFunction;
  return is_kept ? form->result_word() : 0;
}

bool has_value(uint32_t kind) {
  constexpr uint32_t kWithValue[] = {SpvDecorationSpecId,       SpvDecorationArrayStride,
                                     SpvDecorationMatrixStride, SpvDecorationBuiltIn,
                                     SpvDecorationBinding,      SpvDecorationDescriptorSet,
                                     SpvDecorationOffset};
  return std::ranges::find(kWithValue, kind) != std::end(kWithValue);
}

// What a number is given as that constants of both kinds have: a word stands for a truth as well,
// and no word for both where one has other bits than 32.
ConstantKind common_kind(ConstantKind a, ConstantKind b) {
  if (a == ConstantKind::kOther || b == ConstantKind::kOther) return ConstantKind::kOther;
  return a == ConstantKind::kBool ? b : a;
}

}  // namespace

std::string_view kind_name(ConstantKind kind) {
  constexpr std::string_view kNames[] = {"u32", "i32", "f32", "boolean", "of 8, 16 or 64 bits"};
  return kNames[static_cast<size_t>(kind)];
}

Result<ExternalModule> ExternalModule::read(std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(ModuleWords words, ModuleWords::read(bytes));
  ExternalModule module(std::move(words));
  VYRE_RETURN_IF_ERROR(module.read_tables());
  VYRE_RETURN_IF_ERROR(module.read_constants());
  return module;
}

Status ExternalModule::read_tables() {
  VYRE_RETURN_IF_ERROR(
      words_.for_each([&](const ModuleInstruction& one) { return read_one(one); }));
  if (in_function_) return broken("function ", bodies_.back().id, " has no end");
  std::ranges::stable_sort(definitions_, {}, &Definition::id);
  std::ranges::stable_sort(names_, {}, &Definition::id);
  std::ranges::stable_sort(bodies_, {}, &Body::id);
  std::ranges::stable_sort(glsl_sets_);
  std::ranges::stable_sort(
      notes_, {}, [](const Note& note) { return std::tuple(note.id, note.member, note.kind); });
  const auto twice = std::ranges::adjacent_find(definitions_, {}, &Definition::id);
  return twice == definitions_.end() ? Status() : broken("two instructions make id ", twice->id);
}

Status ExternalModule::define(uint32_t id, uint32_t at) {
  if (id == 0 || id >= words_.bound()) {
    return broken("id ", id, " is 0 or not below the bound ", words_.bound());
  }
  definitions_.push_back({id, at});
  return {};
}

Status ExternalModule::read_function(const ModuleInstruction& one) {
  if (one.op == SpvOpFunction) {
    if (in_function_) return broken("function ", one[2], " begins inside another");
    bodies_.push_back({one[2], one.at, one.at});
    in_function_ = true;
  } else {
    if (!in_function_) return broken("the end at word ", one.at, " is of no function");
    bodies_.back().end = one.at;
    in_function_ = false;
  }
  return {};
}

Status ExternalModule::read_one(const ModuleInstruction& one) {
  if (one.op == SpvOpFunction || one.op == SpvOpFunctionEnd) {
    VYRE_RETURN_IF_ERROR(read_function(one));
  } else if (in_function_) {
    if (one.op == SpvOpVariable) local_variables_.push_back(one.at);
    return {};
  }
  if (const size_t word = result_word(one.op); word != 0) {
    VYRE_RETURN_IF_ERROR(define(one[word], one.at));
  }
  switch (one.op) {
    case SpvOpCapability:
      capabilities_.push_back(one[1]);
      break;
    case SpvOpExtension:
      extensions_.push_back(literal_text(one, 1).value_or("?"));
      break;
    case SpvOpExtInstImport:
      if (literal_text(one, 2) == "GLSL.std.450") glsl_sets_.push_back(one[1]);
      break;
    case SpvOpEntryPoint: {
      std::optional<std::string> name = literal_text(one, 3);
      if (!name) return broken("the entry point at word ", one.at, " has no name");
      entry_points_.push_back({std::move(*name), one[2], one[1] == SpvExecutionModelGLCompute});
      break;
    }
    case SpvOpExecutionMode:
    case SpvOpExecutionModeId:
      execution_modes_.push_back(one.at);
      break;
    case SpvOpName:
      names_.push_back({one[1], one.at});
      break;
    case SpvOpDecorate:
    case SpvOpMemberDecorate: {
      const size_t first = one.op == SpvOpDecorate ? 2 : 3;
      const uint32_t kind = one[first];
      Note note{one[1], first == 2 ? kWhole : one[2], kind};
      if (has_value(kind)) {
        if (one.words.size() < first + 2) {
          return broken("the decoration at word ", one.at, " has no value");
        }
        note.value = one[first + 1];
        note.at = one.at + static_cast<uint32_t>(first) + 1;
      }
      notes_.push_back(note);
      break;
    }
    case SpvOpDecorationGroup:
    case SpvOpGroupDecorate:
    case SpvOpGroupMemberDecorate:
      return fail(Code::kUnsupportedFeature,
                  "the SPIR-V module decorates groups of ids (OpDecorationGroup). Fix: compile it "
                  "with a newer compiler, or run spirv-opt --flatten-decorations over it");
    case SpvOpTypeFloat:
      float_widths_.insert(one[2]);
      break;
    case SpvOpVariable:
      variables_.push_back(one.at);
      break;
    default:
      break;
  }
  return {};
}

// A compiler may make a constant once for the kernel and once for its workgroup size, with another
// type perhaps: it is one for its number.
Status ExternalModule::read_constants() {
  for (const Note& one : notes_) {
    if (one.kind == SpvDecorationSpecId && one.member == kWhole) {
      VYRE_RETURN_IF_ERROR(add_constant(one));
    }
  }
  std::ranges::stable_sort(constants_, {}, &SpecConstant::number);
  std::vector<SpecConstant> different;
  for (SpecConstant& one : constants_) {
    if (different.empty() || different.back().number != one.number) {
      different.push_back(std::move(one));
      continue;
    }
    SpecConstant& first = different.back();
    first.kind = common_kind(first.kind, one.kind);
    if (first.name.empty()) first.name = std::move(one.name);
  }
  constants_ = std::move(different);
  return {};
}

Status ExternalModule::add_constant(const Note& number) {
  const auto one = find(number.id);
  const bool is_truth =
      one && (one->op == SpvOpSpecConstantTrue || one->op == SpvOpSpecConstantFalse);
  if (!one || (!is_truth && one->op != SpvOpSpecConstant)) {
    return broken("what has the number ", number.value, " is no constant to be chosen");
  }
  SpecConstant constant{number.value, name_of(number.id), kind_of((*one)[1]), 0};
  if (one->words.size() > 4) constant.high_bits = (*one)[4];
  if (is_truth != (constant.kind == ConstantKind::kBool)) {
    return broken("the constant with the number ", number.value, " has another type than its own");
  }
  constant.bits = is_truth ? one->op == SpvOpSpecConstantTrue : (*one)[3];
  constants_.push_back(std::move(constant));
  return {};
}

std::optional<ModuleInstruction> ExternalModule::find(uint32_t id) const {
  const Definition* row = row_of(definitions_, id);
  return row != nullptr ? std::optional(words_.instruction(row->at)) : std::nullopt;
}

const ExternalModule::Note* ExternalModule::note(uint32_t id, uint32_t kind,
                                                 uint32_t member) const {
  const auto key = std::tuple(id, member, kind);
  const auto key_of = [](const Note& note) { return std::tuple(note.id, note.member, note.kind); };
  const auto found = std::ranges::lower_bound(notes_, key, {}, key_of);
  return found != notes_.end() && key_of(*found) == key ? &*found : nullptr;
}

std::string ExternalModule::name_of(uint32_t id) const {
  const Definition* row = row_of(names_, id);
  if (row == nullptr) return {};
  return literal_text(words_.instruction(row->at), 2).value_or(std::string());
}

std::optional<uint64_t> ExternalModule::literal(uint32_t id) const {
  const auto made = find(id);
  const bool is_number = made && (made->op == SpvOpConstant || made->op == SpvOpSpecConstant) &&
                         made->words.size() > 3;
  if (!is_number) return std::nullopt;
  const uint64_t high = made->words.size() > 4 ? (*made)[4] : 0;
  return high << 32 | (*made)[3];
}

ConstantKind ExternalModule::kind_of(uint32_t type) const {
  const auto made = find(type);
  if (!made) return ConstantKind::kOther;
  if (made->op == SpvOpTypeBool) return ConstantKind::kBool;
  const bool is_number = made->op == SpvOpTypeInt || made->op == SpvOpTypeFloat;
  if (!is_number || (*made)[2] != 32) return ConstantKind::kOther;
  if (made->op == SpvOpTypeFloat) return ConstantKind::kF32;
  return (*made)[3] != 0 ? ConstantKind::kI32 : ConstantKind::kU32;
}

std::vector<std::string> ExternalModule::compute_entry_points() const {
  std::vector<std::string> names;
  for (const EntryPoint& one : entry_points_) {
    if (one.is_compute) names.push_back(one.name);
  }
  return names;
}

}  // namespace vyre::spirv
