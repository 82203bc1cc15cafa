#pragma once

#include <utility>

#include "sketch.h"

namespace vyre::differential::tree {

// Trees in one line each.

inline Expression literal(ir::ExprKind kind, uint32_t bits) {
  return {ir::Expr{.kind = kind, .value = bits}, {}, {}};
}
inline Expression u32(uint32_t value) { return literal(ir::ExprKind::kLitU32, value); }
inline Expression i32(uint32_t bits) { return literal(ir::ExprKind::kLitI32, bits); }
inline Expression f32(uint32_t bits) { return literal(ir::ExprKind::kLitF32, bits); }
inline Expression boolean(bool value) { return literal(ir::ExprKind::kLitBool, value ? 1 : 0); }
inline Expression id(ir::ExprKind kind, uint32_t axis) {
  return {ir::Expr{.kind = kind, .op = static_cast<uint8_t>(axis)}, {}, {}};
}
inline Expression var(std::string name) {
  return {ir::Expr{.kind = ir::ExprKind::kVar}, std::move(name), {}};
}
inline Expression length(std::string buffer) {
  return {ir::Expr{.kind = ir::ExprKind::kBufLen}, std::move(buffer), {}};
}
inline Expression node(ir::ExprKind kind, std::vector<Expression> operands, uint8_t op = 0) {
  return {ir::Expr{.kind = kind, .op = op}, {}, std::move(operands)};
}
inline Expression load(std::string buffer, Expression index) {
  Expression made = node(ir::ExprKind::kLoad, {std::move(index)});
  made.name = std::move(buffer);
  return made;
}
inline Expression binary(ir::BinOp op, Expression left, Expression right) {
  return node(ir::ExprKind::kBinOp, {std::move(left), std::move(right)}, static_cast<uint8_t>(op));
}
inline Expression unary(ir::UnOp op, Expression operand) {
  return node(ir::ExprKind::kUnOp, {std::move(operand)}, static_cast<uint8_t>(op));
}
inline Expression cast(std::string type, Expression value) {
  Expression made = node(ir::ExprKind::kCast, {std::move(value)});
  made.name = std::move(type);
  return made;
}
inline Expression pinned(Expression expression) {
  expression.pinned = true;
  return expression;
}

inline Statement statement(ir::NodeKind kind, std::string name = {},
                           std::vector<Expression> operands = {}) {
  Statement made{ir::Node{.kind = kind}};
  made.name = std::move(name);
  made.operands = std::move(operands);
  return made;
}
inline Statement let(std::string name, Expression value) {
  return statement(ir::NodeKind::kLet, std::move(name), {std::move(value)});
}
inline Statement assign(std::string name, Expression value) {
  return statement(ir::NodeKind::kAssign, std::move(name), {std::move(value)});
}
inline Statement store(std::string buffer, Expression index, Expression value) {
  return statement(ir::NodeKind::kStore, std::move(buffer), {std::move(index), std::move(value)});
}
inline Statement branch(Expression condition, std::vector<Statement> then,
                        std::vector<Statement> otherwise = {}) {
  Statement made = statement(ir::NodeKind::kIf, {}, {std::move(condition)});
  made.body = std::move(then);
  made.otherwise = std::move(otherwise);
  return made;
}
inline Statement loop(std::string variable, Expression from, Expression to,
                      std::vector<Statement> body) {
  Statement made =
      statement(ir::NodeKind::kLoop, std::move(variable), {std::move(from), std::move(to)});
  made.body = std::move(body);
  return made;
}
inline Statement barrier(ir::Ordering ordering) {
  Statement made = statement(ir::NodeKind::kBarrier);
  made.record.ordering = ordering;
  made.pinned = true;
  return made;
}

}  // namespace vyre::differential::tree
