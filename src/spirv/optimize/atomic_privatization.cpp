#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Gathered atomics.
//
// Atomics of one kind whose results nobody reads, on a buffer that nothing else touches, may happen
// in any order and in any grouping: a workgroup gathers its own in workgroup memory and brings them
// to the buffer once, at its end. That pays where loops repeat them on few elements.

namespace vyre::spirv {
namespace {

using ir::AtomicOp;
using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

constexpr uint32_t kMaxPerLane = 4;  // elements that each lane brings at the end, without a loop

class PrivatizationFinder {
 public:
  PrivatizationFinder(const ir::Program& program, const Analysis& analysis)
      : program_(program), is_read_(program.nodes.size()), uses_(program.buffers.size()) {
    for (const NodeId local : analysis.declaration) {
      if (local != ir::kNone) is_read_[local] = true;
    }
  }

  struct Use {
    std::optional<AtomicOp> op;
    bool alone = true;      // nothing else touches the buffer
    bool repeated = false;  // in a loop
  };

  std::vector<Use> run() {
    walk(program_.entry, false);
    return std::move(uses_);
  }

 private:
  void walk(ir::Range range, bool in_loop) {
    for (const NodeId id : program_.list(range)) statement(id, program_.nodes[id], in_loop);
  }

  void statement(NodeId id, const Node& node, bool in_loop) {
    const bool is_dropped = node.kind == NodeKind::kLet && !is_read_[id];
    ir::for_each_operand(node, [&](ExprId expr) { expression(expr, is_dropped, in_loop); });
    if (node.kind == NodeKind::kStore) spoil(node.name);
    if (node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore ||
        node.kind == NodeKind::kIndirectDispatch || ir::is_collective(node.kind)) {
      spoil(node.name);
      spoil(node.name2);
    }
    for (const ir::Body& body : ir::bodies(node))
      walk(body.range, in_loop || node.kind == NodeKind::kLoop);
  }

  void expression(ExprId id, bool is_dropped, bool in_loop) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kLoad) spoil(expr.name);
    if (expr.kind == ExprKind::kAtomic) atomic(expr, is_dropped, in_loop);
    ir::for_each_operand(program_, expr,
                         [&](ExprId operand) { expression(operand, false, in_loop); });
  }

  void atomic(const Expr& expr, bool is_dropped, bool in_loop) {
    const AtomicOp op =
        expr.atomic_op() == AtomicOp::kLruUpdate ? AtomicOp::kMax : expr.atomic_op();
    const bool suits = is_dropped && neutral_word(op) && expr.operands[1] == ir::kNone;
    Use& use = uses_[program_.find_buffer(expr.name)];
    if (!suits || use.op.value_or(op) != op) return spoil(expr.name);
    use.op = op;
    use.repeated |= in_loop;
  }

  void spoil(ir::NameId name) {
    const uint32_t buffer = name == ir::kNone ? ir::kNone : program_.find_buffer(name);
    if (buffer != ir::kNone) uses_[buffer].alone = false;
  }

  const ir::Program& program_;
  std::vector<bool> is_read_;  // by declaration
  std::vector<Use> uses_;      // by buffer
};

}  // namespace

std::optional<uint32_t> neutral_word(AtomicOp op) {
  switch (op) {
    case AtomicOp::kAdd:
    case AtomicOp::kOr:
    case AtomicOp::kXor:
    case AtomicOp::kMax:
    case AtomicOp::kLruUpdate:
      return 0;
    case AtomicOp::kAnd:
    case AtomicOp::kMin:
      return UINT32_MAX;
    default:
      return std::nullopt;
  }
}

std::vector<std::optional<AtomicOp>> find_privatized_atomics(
    const ir::Program& program, const launch::BindingPlan& plan, const launch::KnownLaunch& launch,
    const Target& target, uint32_t lanes, uint64_t& spare_bytes, const Analysis& analysis) {
  std::vector<std::optional<AtomicOp>> privatized(program.buffers.size());
  if (!plan.has_atomics || analysis.subgroups.any) return privatized;
  const auto uses = PrivatizationFinder(program, analysis).run();
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    const launch::Binding& binding = plan.bindings[i];
    const auto& use = uses[binding.buffer];
    const std::optional<uint64_t> size = launch.bytes_of(i);
    const bool pays = use.repeated || target.optimizations == OptimizationMode::kAll;
    if (!use.op || !use.alone || !pays || !size || *size < 4) continue;
    if (binding.role == launch::Role::kShared || binding.element_bytes != 4) continue;
    if (*size / 4 > uint64_t{lanes} * kMaxPerLane) continue;
    if (*size > spare_bytes) continue;
    spare_bytes -= *size;
    privatized[binding.buffer] = use.op;
  }
  return privatized;
}

}  // namespace vyre::spirv
