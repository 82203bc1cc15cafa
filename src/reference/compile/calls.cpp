#include "ir/program/display_name.h"
#include "reference/compile/expression_compiler.h"
#include "reference/compile/limits.h"

namespace vyre::reference {
namespace {

// How many bytes of an argument a reference function gets (docs/compositions.md).
uint8_t bytes_of(std::string_view spelling) {
  for (const std::string_view four : {"u32", "i32", "f32", "vec-count"}) {
    if (spelling == four) return 4;
  }
  for (const std::string_view eight : {"u64", "i64", "f64"}) {
    if (spelling == eight) return 8;
  }
  return 1;
}

Kind result_of(const ir::OpSignature& signature) {
  if (signature.outputs.empty()) return Kind::kRaw;
  const std::string& spelling = signature.outputs.front();
  if (spelling == "u32") return Kind::kU32;
  if (spelling == "i32") return Kind::kI32;
  return spelling == "f32" ? Kind::kFloat : Kind::kRaw;
}

Status refused(std::string_view op_id, std::string_view why, std::string_view fix) {
  return fail(Code::kUnsupportedFeature, "call of ", ir::display_name(op_id), ": ", why,
              ". Fix: ", fix);
}

}  // namespace

Result<uint32_t> ExpressionCompiler::call(const ir::Expr& expr, uint32_t temp, uint32_t wanted) {
  const std::string_view id = program_.names[expr.name];
  const ir::OpSignature* signature = code_.ops == nullptr ? nullptr : code_.ops->signature(id);
  if (signature == nullptr) return refused(id, "cpu-ref knows no such op", "register it");
  CallSite site{.reference = code_.ops->reference(id), .op = expr.name};
  if (site.reference == nullptr) {
    return refused(id, "the op has no reference function, so cpu-ref cannot run it",
                   "register it with one or with a composition");
  }
  const auto arguments = program_.arguments(expr);
  if (arguments.size() != signature->inputs.size()) {
    return fail(Code::kInvalidProgram, "call of ", ir::display_name(id), ": ", arguments.size(),
                " arguments where the op takes ", signature->inputs.size(),
                ". Fix: pass one for each input.");
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t operand, expression(arguments[i], temp + i));
    const std::string& spelling = signature->inputs[i];
    site.arguments.push_back({operand, bytes_of(spelling), spelling == "f32"});
    site.input_bytes += bytes_of(spelling);
  }
  if (site.input_bytes > kMaxCallBytes) return emitter_.fail_at(Fault::kCallInput, expr.name, temp);
  site.result = result_of(*signature);
  const uint32_t dst = emitter_.result_place(temp, wanted);
  emitter_.emit({.op = Opcode::kCall, .dst = dst, .c = static_cast<uint32_t>(code_.calls.size())});
  code_.calls.push_back(std::move(site));
  return dst;
}

}  // namespace vyre::reference
