#include "named_values.h"

#include <optional>

#include "ir/build/assembler.h"
#include "ir/program/constant_value.h"

namespace vyre::differential {
namespace {

using ir::ConstantKind;
using ir::ExprKind;
using specialization::Value;

std::optional<ConstantKind> kind_of(const ir::Expr& expr) {
  if (expr.kind == ExprKind::kLitU32) return ConstantKind::kU32;
  if (expr.kind == ExprKind::kLitI32) return ConstantKind::kI32;
  if (expr.kind == ExprKind::kLitF32) return ConstantKind::kF32;
  if (expr.kind == ExprKind::kLitBool) return ConstantKind::kBool;
  return std::nullopt;
}

Value value_of(ConstantKind kind, uint32_t bits) {
  if (kind == ConstantKind::kI32) return Value::i32(static_cast<int32_t>(bits));
  if (kind == ConstantKind::kF32) return Value::f32_bits(bits);
  return kind == ConstantKind::kBool ? Value::boolean(bits != 0) : Value::u32(bits);
}

}  // namespace

Named with_names(const ir::Program& program) {
  auto copy = std::make_shared<ir::Program>(std::pmr::get_default_resource());
  *copy = program;
  const ir::NameId opaque = copy->names.append(ir::kConstantKind);
  auto values = std::make_shared<specialization::Map>();
  uint32_t literals = 0;
  for (ir::Expr& expr : copy->exprs) {
    const std::optional<ConstantKind> kind = kind_of(expr);
    if (!kind || ++literals % 2 == 0) continue;
    const std::string name = concat("value ", literals);
    const std::optional<uint32_t> initial =
        literals % 4 == 1
            ? std::optional((expr.value ^ 1) & (*kind == ConstantKind::kBool ? 1 : ~0u))
            : std::nullopt;
    if (!values->set(name, value_of(*kind, expr.value)).ok()) continue;
    const auto payload = ir::write_constant_value({name, *kind, initial});
    const ir::Range range = {static_cast<uint32_t>(copy->payload.size()),
                             static_cast<uint32_t>(payload.size())};
    copy->payload.insert(copy->payload.end(), payload.begin(), payload.end());
    expr = {.kind = ExprKind::kOpaque, .name = opaque, .args = range};
  }
  copy->buffer_of_name.resize(copy->names.size(), ir::kNone);
  return {std::move(copy), std::move(values)};
}

}  // namespace vyre::differential
