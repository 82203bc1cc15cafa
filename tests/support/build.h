#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/program/constant_value.h"
#include "ir/program/program.h"
#include "value_of.h"

namespace vyre::test {

// Programs call by call: expressions and statements return ids, finish() wraps statements in one
// region.
class Build {
 public:
  using Exprs = std::vector<ir::ExprId>;
  using Nodes = std::vector<ir::NodeId>;

  struct Named {
    std::string_view name;
    ir::Buffer buffer;
  };
  using Buffers = std::initializer_list<Named>;

  Build() = default;
  explicit Build(uint32_t x, uint32_t y = 1, uint32_t z = 1) { workgroup(x, y, z); }
  explicit Build(Buffers buffers) {
    for (const Named& each : buffers) buffer(each.name, each.buffer);
  }
  Build(uint32_t x, Buffers buffers) : Build(buffers) { workgroup(x); }

  ir::Assembler& assembler() { return assembler_; }

  Build& workgroup(uint32_t x, uint32_t y = 1, uint32_t z = 1) {
    assembler_.program().workgroup_size = {x, y, z};
    return *this;
  }

  // Declares |buffer| under |name|; returns the builder.
  Build& buffer(std::string_view name, ir::Buffer buffer) {
    buffer.name = assembler_.name(name);
    assembler_.add(buffer);
    return *this;
  }

  ir::ExprId u32(uint32_t value) {
    return expression({.kind = ir::ExprKind::kLitU32, .value = value});
  }
  ir::ExprId i32(int32_t value) {
    return expression({.kind = ir::ExprKind::kLitI32, .value = static_cast<uint32_t>(value)});
  }
  ir::ExprId f32(float value) {
    return expression({.kind = ir::ExprKind::kLitF32, .value = std::bit_cast<uint32_t>(value)});
  }
  ir::ExprId boolean(bool value) {
    return expression({.kind = ir::ExprKind::kLitBool, .value = value ? 1u : 0u});
  }
  ir::ExprId var(std::string_view name) { return named(ir::ExprKind::kVar, name); }
  ir::ExprId length(std::string_view buffer) { return named(ir::ExprKind::kBufLen, buffer); }
  ir::ExprId load(std::string_view buffer, ir::ExprId index) {
    return named(ir::ExprKind::kLoad, buffer, {index});
  }
  ir::ExprId gid(uint8_t axis = 0) {
    return expression({.kind = ir::ExprKind::kInvocationId, .op = axis});
  }
  ir::ExprId wid(uint8_t axis = 0) {
    return expression({.kind = ir::ExprKind::kWorkgroupId, .op = axis});
  }
  ir::ExprId lid(uint8_t axis = 0) {
    return expression({.kind = ir::ExprKind::kLocalId, .op = axis});
  }
  ir::ExprId binary(ir::BinOp op, ir::ExprId left, ir::ExprId right) {
    return operation(ir::ExprKind::kBinOp, static_cast<uint8_t>(op), {left, right});
  }
  ir::ExprId add(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kAdd, left, right); }
  ir::ExprId sub(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kSub, left, right); }
  ir::ExprId mul(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kMul, left, right); }
  ir::ExprId div(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kDiv, left, right); }
  ir::ExprId mod(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kMod, left, right); }
  ir::ExprId equal(ir::ExprId left, ir::ExprId right) {
    return binary(ir::BinOp::kEq, left, right);
  }
  ir::ExprId less(ir::ExprId left, ir::ExprId right) { return binary(ir::BinOp::kLt, left, right); }
  ir::ExprId bit_and(ir::ExprId left, ir::ExprId right) {
    return binary(ir::BinOp::kBitAnd, left, right);
  }
  ir::ExprId bit_xor(ir::ExprId left, ir::ExprId right) {
    return binary(ir::BinOp::kBitXor, left, right);
  }
  ir::ExprId unary(ir::UnOp op, ir::ExprId operand) {
    return operation(ir::ExprKind::kUnOp, static_cast<uint8_t>(op), {operand});
  }
  ir::ExprId select(ir::ExprId condition, ir::ExprId yes, ir::ExprId no) {
    return operation(ir::ExprKind::kSelect, 0, {condition, yes, no});
  }
  ir::ExprId fma(ir::ExprId a, ir::ExprId b, ir::ExprId c) {
    return operation(ir::ExprKind::kFma, 0, {a, b, c});
  }
  ir::ExprId cast(ir::TypeId target, ir::ExprId value) {
    ir::Expr expr{.kind = ir::ExprKind::kCast, .value = target};
    expr.operands[0] = value;
    return expression(expr);
  }
  ir::ExprId cast(ir::DataType target, ir::ExprId value) { return cast(ir::scalar(target), value); }
  ir::ExprId atomic(ir::AtomicOp op, std::string_view buffer, ir::ExprId index, ir::ExprId value,
                    ir::ExprId expected = ir::kNone,
                    ir::Ordering ordering = ir::Ordering::kSeqCst) {
    ir::Expr expr{.kind = ir::ExprKind::kAtomic, .op = static_cast<uint8_t>(op)};
    expr.ordering = ordering;
    expr.name = assembler_.name(buffer);
    expr.operands = {index, expected, value};
    return expression(expr);
  }
  ir::ExprId subgroup_reduce(ir::ReduceOp op, ir::ExprId value) {
    return operation(ir::ExprKind::kSubgroupReduce, static_cast<uint8_t>(op), {value});
  }
  ir::ExprId subgroup_add(ir::ExprId value) { return subgroup_reduce(ir::ReduceOp::kAdd, value); }
  ir::ExprId ballot(ir::ExprId condition) {
    return operation(ir::ExprKind::kSubgroupBallot, 0, {condition});
  }
  ir::ExprId shuffle(ir::ExprId value, ir::ExprId lane) {
    return operation(ir::ExprKind::kSubgroupShuffle, 0, {value, lane});
  }
  ir::ExprId subgroup_size() { return expression({.kind = ir::ExprKind::kSubgroupSize}); }
  ir::ExprId call(std::string_view op_id, const Exprs& arguments) {
    ir::Expr expr{.kind = ir::ExprKind::kCall, .name = assembler_.name(op_id)};
    expr.args = assembler_.list(arguments);
    return expression(expr);
  }
  ir::ExprId opaque(std::string_view kind, const std::vector<uint8_t>& payload) {
    ir::Expr expr{.kind = ir::ExprKind::kOpaque, .name = assembler_.name(kind)};
    expr.args = assembler_.payload(payload);
    return expression(expr);
  }
  ir::ExprId spec(std::string_view name, ir::ConstantKind kind = ir::ConstantKind::kU32,
                  std::optional<uint32_t> initial = std::nullopt) {
    return opaque(ir::kConstantKind, ir::write_constant_value({name, kind, initial}));
  }

  ir::NodeId let(std::string_view name, ir::ExprId value) {
    return statement(ir::NodeKind::kLet, name, {value});
  }
  ir::NodeId assign(std::string_view name, ir::ExprId value) {
    return statement(ir::NodeKind::kAssign, name, {value});
  }
  ir::NodeId store(std::string_view buffer, ir::ExprId index, ir::ExprId value) {
    return statement(ir::NodeKind::kStore, buffer, {index, value});
  }
  ir::NodeId branch(ir::ExprId condition, const Nodes& then, const Nodes& otherwise = {}) {
    ir::Node node{.kind = ir::NodeKind::kIf};
    node.exprs[0] = condition;
    node.body = assembler_.list(then);
    node.otherwise = assembler_.list(otherwise);
    return assembler_.add(node);
  }
  ir::NodeId loop(std::string_view variable, ir::ExprId from, ir::ExprId to, const Nodes& body) {
    ir::Node node{.kind = ir::NodeKind::kLoop, .name = assembler_.name(variable)};
    node.exprs = {from, to};
    node.body = assembler_.list(body);
    return assembler_.add(node);
  }
  ir::NodeId block(const Nodes& body) {
    ir::Node node{.kind = ir::NodeKind::kBlock};
    node.body = assembler_.list(body);
    return assembler_.add(node);
  }
  ir::NodeId region(std::string_view generator, const Nodes& body) {
    ir::Node node{.kind = ir::NodeKind::kRegion, .name = assembler_.name(generator)};
    node.body = assembler_.list(body);
    return assembler_.add(node);
  }
  ir::NodeId leave() { return assembler_.add(ir::Node{.kind = ir::NodeKind::kReturn}); }
  ir::NodeId barrier(ir::Ordering ordering = ir::Ordering::kSeqCst) {
    ir::Node node{.kind = ir::NodeKind::kBarrier};
    node.ordering = ordering;
    return assembler_.add(node);
  }

  // The program with |body| as it stands, or inside one region; fails the test when it is
  // malformed.
  std::shared_ptr<const ir::Program> finish_raw(const Nodes& body) {
    assembler_.program().entry = assembler_.list(body);
    return value_of(assembler_.finish());
  }
  std::shared_ptr<const ir::Program> finish(const Nodes& body) {
    return finish_raw({region("vyre.program.root", body)});
  }

 private:
  ir::ExprId expression(const ir::Expr& expr) { return assembler_.add(expr); }
  ir::ExprId named(ir::ExprKind kind, std::string_view name, const Exprs& operands = {}) {
    ir::Expr expr{.kind = kind, .name = assembler_.name(name)};
    std::copy(operands.begin(), operands.end(), expr.operands.begin());
    return expression(expr);
  }
  ir::ExprId operation(ir::ExprKind kind, uint8_t op, const Exprs& operands) {
    ir::Expr expr{.kind = kind, .op = op};
    std::copy(operands.begin(), operands.end(), expr.operands.begin());
    return expression(expr);
  }
  ir::NodeId statement(ir::NodeKind kind, std::string_view name, const Exprs& exprs) {
    ir::Node node{.kind = kind, .name = assembler_.name(name)};
    std::copy(exprs.begin(), exprs.end(), node.exprs.begin());
    return assembler_.add(node);
  }

  ir::Assembler assembler_;
};

// Buffers as the builders of front ends declare them.
inline ir::Buffer input(uint32_t slot, uint32_t count, ir::DataType type = ir::DataType::kU32) {
  ir::Buffer buffer;
  buffer.binding = slot;
  buffer.count = count;
  buffer.element = ir::scalar(type);
  return buffer;
}
inline ir::Buffer in_out(uint32_t slot, uint32_t count, ir::DataType type = ir::DataType::kU32) {
  ir::Buffer buffer = input(slot, count, type);
  buffer.access = ir::Access::kReadWrite;
  buffer.kind = ir::MemoryKind::kGlobal;
  return buffer;
}
inline ir::Buffer output(uint32_t slot, uint32_t count, ir::DataType type = ir::DataType::kU32) {
  ir::Buffer buffer = in_out(slot, count, type);
  buffer.is_output = true;
  buffer.pipeline_live_out = true;
  return buffer;
}
inline ir::Buffer uniform(uint32_t slot, uint32_t count, ir::DataType type = ir::DataType::kU32) {
  ir::Buffer buffer = input(slot, count, type);
  buffer.access = ir::Access::kUniform;
  buffer.kind = ir::MemoryKind::kUniform;
  return buffer;
}
inline ir::Buffer shared(uint32_t count, ir::DataType type = ir::DataType::kU32) {
  ir::Buffer buffer = input(0, count, type);
  buffer.access = ir::Access::kWorkgroup;
  buffer.kind = ir::MemoryKind::kShared;
  return buffer;
}

}  // namespace vyre::test
