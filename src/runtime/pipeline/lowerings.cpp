#include "runtime/pipeline/lowerings.h"

#include <algorithm>
#include <cstring>

#include "base/status/copy.h"
#include "ir/program/display_name.h"
#include "launch/program_facts.h"
#include "runtime/pipeline/compiled_program.h"
#include "spirv/external/op_link.h"

namespace vyre::runtime {
namespace {

using launch::OpFunction;
using registry::OpDef;
using registry::Target;

const Target kSpirV{Target::Kind::kSpirV, {}};

Result<ir::DataType> type_of(const OpDef& op, const std::string& spelling) {
  const std::optional<ir::DataType> type = ir::find_spelled_type(spelling);
  if (type && spirv::is_function_type(*type)) return *type;
  return fail(Code::kUnsupportedFeature, "op ", ir::display_name(op.id), " has an operand of type ",
              ir::display_name(spelling),
              ", which no SPIR-V function of an op takes. Fix: use u32, i32, f32 or bool");
}

Result<OpFunction> signature_of(const OpDef& op) {
  if (op.types.outputs.size() != 1) {
    return fail(Code::kUnsupportedFeature, "op ", ir::display_name(op.id), " has ",
                op.types.outputs.size(),
                " outputs, and a SPIR-V function has one result. Fix: give the op one output");
  }
  OpFunction function;
  function.op = op.id;
  for (const std::string& input : op.types.inputs) {
    VYRE_ASSIGN_OR_RETURN(const ir::DataType type, type_of(op, input));
    function.inputs.push_back(type);
  }
  VYRE_ASSIGN_OR_RETURN(function.output, type_of(op, op.types.outputs[0]));
  return function;
}

Result<OpFunction> function_of(const OpDef& op, const registry::Lowering& lowering) {
  VYRE_ASSIGN_OR_RETURN(OpFunction function, signature_of(op));
  VYRE_ASSIGN_OR_RETURN(const registry::Lowering::Bytes* bytes, lowering.bytes(op.id, kSpirV));
  function.words.resize(bytes->size() / sizeof(uint32_t));
  std::memcpy(function.words.data(), bytes->data(), function.words.size() * sizeof(uint32_t));
  VYRE_RETURN_IF_ERROR(spirv::check_function(function));
  return function;
}

Lowerings::Misfit misfit_of(const OpDef& op, const Status& status) {
  constexpr std::string_view kFix = ". Fix: ";
  const std::string& text = status.text();
  const size_t at = text.rfind(kFix);
  const bool has_fix = at != std::string::npos;
  return {text.substr(0, at), has_fix ? text.substr(at + kFix.size()) : "mend the lowering",
          op.composition != nullptr};
}

void leave(const OpDef& op, Lowerings& found) {
  found.left.push_back(op.id);
  if (op.composition != nullptr) found.composed.push_back(op.id);
}

// |refusal|: of functions in this program at all; empty: they may be linked.
void find_function(const OpDef& op, const Status& refusal, Lowerings& found) {
  const auto lowering = op.lowerings.find(kSpirV);
  if (lowering == op.lowerings.end()) return;
  Result<OpFunction> function =
      refusal.ok() ? function_of(op, *lowering->second) : Result<OpFunction>(copy_of(refusal));
  if (!function.ok()) {
    found.misfits.emplace(op.id, misfit_of(op, function.error()));
    return;
  }
  leave(op, found);
  found.functions.push_back(std::make_shared<const OpFunction>(function.take()));
}

void find_lowering(const backend::Capabilities& can, const OpDef& op, const Status& refusal,
                   Lowerings& found) {
  if (can.links_op_functions) return find_function(op, refusal, found);
  if (can.carries_out.empty()) return;
  if (op.lowerings.contains({Target::Kind::kExtension, can.carries_out})) leave(op, found);
}

// Subgroup operations are followed step by step.
Status takes_functions(const ir::Program& program) {
  if (!launch::facts_of(program).has_subgroup_operations) return {};
  return fail(Code::kUnsupportedFeature,
              "the program has subgroup operations, beside which no SPIR-V function of an op runs. "
              "Fix: call the op in a program of its own, or give it a composition");
}

// Those that have no composition can only be left to the device.
Lowerings without_compositions(const Lowerings& lowerings) {
  const auto has_composition = [&](std::string_view op) {
    return std::ranges::binary_search(lowerings.composed, op, std::less<>());
  };
  Lowerings rest = lowerings;
  std::erase_if(rest.left, has_composition);
  std::erase_if(rest.functions, [&](const auto& one) { return has_composition(one->op); });
  rest.composed.clear();
  return rest;
}

bool any_composed(const Lowerings& lowerings, const CompiledProgram& compiled) {
  return std::ranges::any_of(compiled.left, [&](const std::string& op) {
    return std::ranges::binary_search(lowerings.composed, op);
  });
}

std::string beginning(const Compilation& on, const CompiledProgram& compiled) {
  return concat("program ", ir::display_name(compiled.source.label), " on '", on.device, "': ");
}

void tell_misfits(const Compilation& on, const Lowerings& lowerings,
                  const CompiledProgram& compiled) {
  for (const auto& [op, misfit] : lowerings.misfits) {
    if (!misfit.has_composition) continue;
    on.context.log(LogLevel::kWarning,
                   concat(beginning(on, compiled), "op ", ir::display_name(op),
                          " by its composition: ", misfit.why, ". Fix: ", misfit.fix));
  }
}

// Says which ops of the program the device carries out itself, or |why| it does not.
void tell_left(const Compilation& on, const CompiledProgram& compiled, const Status& why) {
  std::string text = beginning(on, compiled);
  for (const std::string& op : compiled.left) {
    text += concat(op == compiled.left.front() ? "op " : ", ", ir::display_name(op));
  }
  text += why.ok() ? " by its lowering" : concat(" by its composition: ", why.text());
  on.context.log(LogLevel::kInfo, text);
}

}  // namespace

bool Lowerings::carries_out(std::string_view op) const {
  return std::ranges::binary_search(left, op, std::less<>());
}

Lowerings find_lowerings(const backend::Capabilities& can, const ir::Program& program,
                         const registry::CalledOps& called) {
  Lowerings found;
  if (called.size() == 0) return found;
  const Status refusal = takes_functions(program);
  for (const auto& [id, op] : called.all()) find_lowering(can, *op, refusal, found);
  return found;
}

Lowerings find_lowerings(const backend::Capabilities& can, const OpDef& op) {
  Lowerings found;
  find_lowering(can, op, {}, found);
  return found;
}

Status compile_with_lowerings(const Compilation& on, const Lowerings& lowerings, bool tells,
                              CompiledProgram& compiled, const Compile& compile) {
  const CompiledProgram fresh = compiled;
  if (tells) tell_misfits(on, lowerings, compiled);
  Status status = compile(lowerings, compiled);
  const bool is_refused = !status.ok() && status.code() == Code::kUnsupportedFeature &&
                          any_composed(lowerings, compiled);
  if (tells && !compiled.left.empty() && (status.ok() || is_refused)) {
    tell_left(on, compiled, status);
  }
  if (!is_refused) return status;
  compiled = fresh;
  return compile(without_compositions(lowerings), compiled);
}

}  // namespace vyre::runtime
