#include "spirv/external/op_link.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/program/display_name.h"
#include "spirv/external/op_instructions.h"
#include "spirv/external/words.h"

namespace vyre::spirv {
namespace {

constexpr size_t kMaxModuleWords = size_t{1} << 18;
// Drivers put functions in the place of their calls: so many words all of it may then have, and
// variables so many bytes.
constexpr uint64_t kMaxCodeWords = uint64_t{1} << 15;
constexpr uint64_t kMaxVariableWords = 4096;

// A function of the module. What it calls counts for each call.
struct Function {
  Id type = kNoId;
  size_t parameters = 0;  // that are read
  size_t blocks = 0;
  uint64_t code_words = 0;
  uint64_t variable_words = 0;
};

class Linker {
 public:
  Linker(const launch::OpFunction& function, ModuleBuilder& module)
      : function_(function), module_(module) {}

  Result<Id> run() {
    if (function_.words.size() > kMaxModuleWords) {
      return refuse(concat("has ", function_.words.size(), " words, more than ", kMaxModuleWords));
    }
    VYRE_ASSIGN_OR_RETURN(const ModuleWords words, read());
    bound_ = words.bound();
    VYRE_RETURN_IF_ERROR(words.for_each([&](const ModuleInstruction& one) { return add(one); }));
    VYRE_RETURN_IF_ERROR(check_ids());
    VYRE_RETURN_IF_ERROR(check_signature());
    module_.append_function(code_);
    return ids_.at(exported_);
  }

 private:
  template <typename... Parts>
  Status refuse(const Parts&... what) const {
    return fail(Code::kUnsupportedFeature, "the SPIR-V function of op ",
                ir::display_name(function_.op), ' ', what...,
                ". Fix: export one function of words, floats and truths that touches no memory");
  }
  Status refuse_at(const ModuleInstruction& one, std::string_view what) const {
    return refuse(what, ", at word ", one.at);
  }

  Result<ModuleWords> read() const {
    auto words = ModuleWords::read(std::as_bytes(std::span(function_.words)));
    if (words.ok()) return words;
    return fail(Code::kUnsupportedFeature, "the SPIR-V function of op ",
                ir::display_name(function_.op), ": ", words.error().text());
  }

  Status add(const ModuleInstruction& one) {
    if (says_nothing(one.op)) return {};
    switch (one.op) {
      case SpvOpCapability:
        return capability(one[1]);
      case SpvOpExtension:
        return {};  // what it brings is a capability or an instruction
      case SpvOpExtInstImport:
        return import(one);
      case SpvOpDecorate:
        return decorate(one);
      case SpvOpEntryPoint:
        return refuse_at(one, "has an entry point");
      default:
        break;
    }
    if (const auto* form = global_form(one.op); form != nullptr && current_ == 0)
      return global(one, *form);
    if (const auto* form = body_form(one.op)) return in_body(one, *form);
    return refuse_at(one, concat("has instruction ", static_cast<uint32_t>(one.op)));
  }

  Status capability(uint32_t which) const {
    if (which == SpvCapabilityShader || which == SpvCapabilityMatrix ||
        which == SpvCapabilityLinkage) {
      return {};
    }
    const std::string_view name = capability_name(which);
    return refuse("asks for capability ", which, name.empty() ? "" : " ", name);
  }

  Status import(const ModuleInstruction& one) {
    if (literal_text(one, 2) != "GLSL.std.450") {
      return refuse_at(one, "imports other instructions than those of GLSL.std.450");
    }
    math_.insert(one[1]);
    return set(one, one[1], module_.math());
  }

  Status decorate(const ModuleInstruction& one) {
    const auto kind = static_cast<SpvDecoration>(one[2]);
    if (kind == SpvDecorationNoContraction) exact_.insert(one[1]);
    if (kind == SpvDecorationNoContraction || kind == SpvDecorationRelaxedPrecision) return {};
    if (kind != SpvDecorationLinkageAttributes) {
      return refuse_at(one, concat("has decoration ", static_cast<uint32_t>(kind)));
    }
    const std::optional<std::string> name = literal_text(one, 3);
    const size_t last = 3 + text_words(one, 3);
    if (name != function_.op || one.words.size() != last + 1 || one[last] != SpvLinkageTypeExport) {
      return refuse_at(one, "imports or exports something else");
    }
    if (exported_ != 0) return refuse_at(one, "is exported twice");
    exported_ = one[1];
    return {};
  }

  Status global(const ModuleInstruction& one, const InstructionForm& form) {
    VYRE_ASSIGN_OR_RETURN(const Words operands, operands_of(one, form));
    const Id type = form.has_type ? id_of(one[1]) : kNoId;
    const Id made = module_.once(one.op, type, operands);
    VYRE_RETURN_IF_ERROR(check_type(one, made, operands));
    if (one.op == SpvOpConstant) values_[made] = operands[0];
    if (one.op == SpvOpTypeFunction) parameters_[made] = operands.size() - 1;
    return set(one, one[form.result_word()], made);
  }

  Status check_type(const ModuleInstruction& one, Id made, const Words& operands) {
    if ((one.op == SpvOpTypeInt || one.op == SpvOpTypeFloat) && operands[0] != 32) {
      return refuse_at(one, concat("has numbers of ", operands[0], " bits"));
    }
    if (one.op == SpvOpTypeFloat && operands.size() != 1) {
      return refuse_at(one, "has floats of another encoding than IEEE 754's");
    }
    if (one.op == SpvOpConstant && operands.size() != 1) {
      return refuse_at(one, "has a constant of more than 32 bits");
    }
    if (one.op == SpvOpTypeVector && (operands[1] < 2 || operands[1] > 4)) {
      return refuse_at(one, concat("has a vector of ", operands[1]));
    }
    if (one.op == SpvOpTypePointer) {
      if (operands[0] != SpvStorageClassFunction) {
        return refuse_at(one, "has a pointer to other memory than variables of a function");
      }
      pointees_[made] = operands[1];
    }
    const uint64_t words = words_of(one.op, operands);
    if (words > kMaxVariableWords) {
      return refuse_at(one, concat("has a type of more than ", kMaxVariableWords, " words"));
    }
    sizes_[made] = words;
    return {};
  }

  // Of a value of the type. The length of an array is a plain constant that stands before it.
  uint64_t words_of(SpvOp op, const Words& operands) const {
    if (op == SpvOpTypeVector) return operands[1];
    if (op == SpvOpTypeArray) {
      const auto length = values_.find(operands[1]);
      const bool is_known = length != values_.end() && length->second != 0;
      return is_known ? size_of(operands[0]) * length->second : UINT64_MAX;
    }
    if (op != SpvOpTypeStruct) return 1;
    uint64_t sum = 1;
    for (const Id member : operands) sum += size_of(member);
    return sum;
  }
  uint64_t size_of(Id type) const {
    const auto size = sizes_.find(type);
    return size == sizes_.end() ? 1 : size->second;
  }

  Status in_body(const ModuleInstruction& one, const InstructionForm& form) {
    VYRE_ASSIGN_OR_RETURN(Words operands, operands_of(one, form));
    VYRE_RETURN_IF_ERROR(check_place(one));
    VYRE_RETURN_IF_ERROR(check_operands(one, operands));
    Words all;
    if (form.has_type) all.push_back(id_of(one[1]));
    if (form.has_result) {
      const uint32_t result = one[form.result_word()];
      all.push_back(id_of(result));
      VYRE_RETURN_IF_ERROR(set(one, result, all.back()));
      if (exact_.contains(result)) module_.decorate(all.back(), SpvDecorationNoContraction);
    }
    VYRE_RETURN_IF_ERROR(enter(one, operands));
    all.insert(all.end(), operands.begin(), operands.end());
    put(code_, one.op, all);
    return count(one, all.size() + 1);
  }

  // Whether functions are made of parameters and then of blocks, which end as blocks do.
  Status check_place(const ModuleInstruction& one) {
    const bool opens = one.op == SpvOpFunction;
    const bool between = opens || one.op == SpvOpFunctionParameter || one.op == SpvOpLabel ||
                         one.op == SpvOpFunctionEnd;
    if (opens == (current_ != 0) || between == in_block_) {
      return refuse_at(one, concat("has instruction ", static_cast<uint32_t>(one.op),
                                   " where none of these may stand"));
    }
    if (one.op == SpvOpLabel) in_block_ = true;
    if (is_terminator(one.op)) in_block_ = false;
    return {};
  }

  // Hints to drivers are left out: a wrong one would be a false promise.
  Status check_operands(const ModuleInstruction& one, Words& operands) const {
    switch (one.op) {
      case SpvOpFunction:
        operands[0] = SpvFunctionControlMaskNone;
        return {};
      case SpvOpSelectionMerge:
        operands[1] = SpvSelectionControlMaskNone;
        return {};
      case SpvOpLoopMerge:
        operands.resize(3);
        operands[2] = SpvLoopControlMaskNone;
        return {};
      case SpvOpLoad:
        return plain_access(one, 1, operands);
      case SpvOpStore:
        return plain_access(one, 2, operands);
      case SpvOpVariable: {
        const bool is_own = operands[0] == SpvStorageClassFunction && operands.size() <= 2;
        return is_own ? Status() : refuse_at(one, "has a variable of other memory");
      }
      case SpvOpExtInst: {
        if (math_.contains(one[3]) && is_plain_math(one[4])) return {};
        return refuse_at(one, concat("has instruction ", one[4],
                                     " of a set, which is not one of "
                                     "GLSL.std.450 for numbers of 32 bits"));
      }
      default:
        return {};
    }
  }

  // Nobody else sees the variables of a function.
  Status plain_access(const ModuleInstruction& one, size_t count, Words& operands) const {
    constexpr uint32_t kPlain =
        SpvMemoryAccessVolatileMask | SpvMemoryAccessAlignedMask | SpvMemoryAccessNontemporalMask;
    const uint32_t access = operands.size() > count ? operands[count] : 0;
    if ((access & ~kPlain) != 0) return refuse_at(one, "accesses memory that others see");
    operands.resize(count);
    return {};
  }

  Status enter(const ModuleInstruction& one, const Words& operands) {
    if (one.op == SpvOpFunction) {
      current_ = one[2];
      functions_[current_].type = operands[1];
      return {};
    }
    Function& open = functions_[current_];
    if (one.op == SpvOpFunctionParameter && ++open.parameters != 0 && open.blocks != 0) {
      return refuse_at(one, "has a parameter behind the body");
    }
    if (one.op == SpvOpLabel) ++open.blocks;
    if (one.op == SpvOpFunctionCall) return call(one, open);
    if (one.op == SpvOpVariable) return variable(one, open);
    return one.op == SpvOpFunctionEnd ? leave(one, open) : Status();
  }

  // What stands before cannot call back, so nothing calls itself.
  Status call(const ModuleInstruction& one, Function& open) const {
    const auto called = functions_.find(one[3]);
    if (called == functions_.end() || one[3] == current_) {
      return refuse_at(one, "calls a function that does not stand before the one that calls");
    }
    if (called->second.parameters != one.words.size() - 4) {
      return refuse_at(one, "calls a function with another number of arguments than it has");
    }
    open.code_words += called->second.code_words;
    open.variable_words += called->second.variable_words;
    return {};
  }

  Status variable(const ModuleInstruction& one, Function& open) {
    const auto pointee = pointees_.find(id_of(one[1]));
    if (pointee == pointees_.end()) return refuse_at(one, "has a variable that is no pointer");
    open.variable_words += size_of(pointee->second);
    return {};
  }

  Status leave(const ModuleInstruction& one, const Function& open) {
    const auto wanted = parameters_.find(open.type);
    if (open.blocks == 0 || wanted == parameters_.end() || wanted->second != open.parameters) {
      return refuse_at(one,
                       "ends a function without a body or with other parameters than its type");
    }
    last_ = current_;
    current_ = 0;
    return {};
  }

  Status count(const ModuleInstruction& one, size_t words) {
    Function& open = functions_[current_ != 0 ? current_ : last_];
    open.code_words += words;
    if (open.code_words > kMaxCodeWords) {
      return refuse_at(one, concat("has more than ", kMaxCodeWords,
                                   " words of instructions, those of called functions included"));
    }
    if (open.variable_words <= kMaxVariableWords) return {};
    return refuse_at(one, concat("has variables of more than ", kMaxVariableWords,
                                 " words, those of called functions included"));
  }

  Result<Words> operands_of(const ModuleInstruction& one, const InstructionForm& form) {
    Words operands;
    const bool is_whole = for_each_operand(one, form, [&](char what, size_t word) {
      operands.push_back(what == 'i' ? id_of(one[word]) : one[word]);
    });
    if (is_whole) return operands;
    return refuse_at(one, concat("has a broken instruction ", static_cast<uint32_t>(one.op)));
  }

  // In bodies ids may be used before they are made.
  Id id_of(uint32_t id) {
    Id& known = ids_[id];
    if (known == kNoId) known = module_.allocate();
    return known;
  }

  // What is used before it is made has got an id, which types and constants cannot take.
  Status set(const ModuleInstruction& one, uint32_t id, Id as) {
    if (id == 0 || id >= bound_) {
      return refuse_at(one, concat("makes id ", id, ", and its bound is ", bound_));
    }
    const auto [known, is_new] = ids_.try_emplace(id, as);
    if (made_.insert(id).second && known->second == as) return {};
    return refuse_at(one, concat("makes id ", id, " twice, or behind its use"));
  }

  Status check_ids() const {
    if (current_ != 0) return refuse("ends inside function ", current_);
    for (const auto& [id, as] : ids_) {
      if (!made_.contains(id)) return refuse("uses id ", id, ", which nothing makes");
    }
    return {};
  }

  Status check_signature() {
    Words operands = {function_type_of(module_, function_.output)};
    for (const ir::DataType input : function_.inputs) {
      operands.push_back(function_type_of(module_, input));
    }
    const auto found = functions_.find(exported_);
    if (found == functions_.end()) return refuse("is not exported under its id");
    const bool fits = found->second.type == module_.once(SpvOpTypeFunction, kNoId, operands);
    return fits ? Status() : refuse("has other parameters or another result than the op");
  }

  const launch::OpFunction& function_;
  ModuleBuilder& module_;
  uint32_t bound_ = 0;
  // By the module's own ids.
  std::unordered_map<uint32_t, Id> ids_;
  std::unordered_set<uint32_t> made_;
  std::unordered_set<uint32_t> exact_;  // NoContraction
  std::unordered_set<uint32_t> math_;   // GLSL.std.450
  std::unordered_map<uint32_t, Function> functions_;
  // By ids of |module_|.
  std::unordered_map<Id, uint64_t> sizes_;     // words of types
  std::unordered_map<Id, Id> pointees_;        // of pointers
  std::unordered_map<Id, uint32_t> values_;    // of constants
  std::unordered_map<Id, size_t> parameters_;  // of types of functions
  Words code_;
  uint32_t exported_ = 0;
  uint32_t current_ = 0;  // the function that is read; 0: none
  uint32_t last_ = 0;     // the one before
  bool in_block_ = false;
};

}  // namespace

Id function_type_of(ModuleBuilder& module, ir::DataType type) {
  if (type == ir::DataType::kI32) return module.i32_type();
  if (type == ir::DataType::kF32) return module.f32_type();
  return type == ir::DataType::kBool ? module.bool_type() : module.u32_type();
}

Result<Id> link_function(const launch::OpFunction& function, ModuleBuilder& module) {
  return Linker(function, module).run();
}

Status check_link(const launch::OpFunction& function) {
  ModuleBuilder scratch;
  return link_function(function, scratch).status();
}

}  // namespace vyre::spirv
