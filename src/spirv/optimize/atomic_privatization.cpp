#include <algorithm>

#include "spirv/optimize/optimizations.h"

// Gathered atomics.
//
// Atomics of one kind whose results nobody reads, on a buffer that nothing else touches, may happen
// in any order and in any grouping: a workgroup gathers its own in workgroup memory and brings them
// to the buffer once, at its end. That pays where loops repeat them on few elements.

namespace vyre::spirv {
namespace {

constexpr uint32_t kMaxPerLane = 4;  // elements that each lane brings at the end, without a loop
constexpr uint64_t kLittle = 16384;  // bytes: not worth barriers where compiling is slow

class PrivatizationFinder {
 public:
  PrivatizationFinder(const Program& program, const Analysis& analysis)
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
    ir::walk(program_, program_.entry, false, [&](NodeId id, const Node& node, bool in_loop) {
      ir::for_each_buffer(node, [&](NameId name, ir::BufferUse) { spoil(name); });
      const ExprId dropped =
          node.kind == NodeKind::kLet && !is_read_[id] ? node.exprs[0] : ir::kNone;
      ir::for_each_expr(program_, node, [&](ExprId place, const Expr& expr) {
        if (expr.kind == ExprKind::kLoad) spoil(expr.name);
        if (expr.kind == ExprKind::kAtomic) atomic(expr, place == dropped, in_loop);
      });
      return in_loop || node.kind == NodeKind::kLoop;
    });
    return std::move(uses_);
  }

 private:
  void atomic(const Expr& expr, bool is_dropped, bool in_loop) {
    const AtomicOp op =
        expr.atomic_op() == AtomicOp::kLruUpdate ? AtomicOp::kMax : expr.atomic_op();
    const bool suits = is_dropped && neutral_word(op) && expr.operands[1] == ir::kNone;
    Use& use = uses_[program_.find_buffer(expr.name)];
    if (!suits || use.op.value_or(op) != op) return spoil(expr.name);
    use.op = op;
    use.repeated |= in_loop;
  }

  void spoil(NameId name) {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer != ir::kNone) uses_[buffer].alone = false;
  }

  const Program& program_;
  std::vector<bool> is_read_;  // by declaration
  std::vector<Use> uses_;      // by buffer
};

bool works_on_little(const launch::BindingPlan& plan, const launch::KnownLaunch& launch) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    if (plan.bindings[i].role == launch::Role::kShared) continue;
    bytes += std::min(launch.bytes_of(i).value_or(kLittle), kLittle);
  }
  return bytes < kLittle;
}

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
    const Program& program, const launch::BindingPlan& plan, const launch::KnownLaunch& launch,
    const Target& target, uint32_t lanes, uint64_t& spare_bytes, const Analysis& analysis) {
  std::vector<std::optional<AtomicOp>> privatized(program.buffers.size());
  if (!plan.has_atomics || analysis.subgroups.any) return privatized;
  const bool all = target.optimizations == OptimizationMode::kAll;
  if (target.max_buffer_accesses && !all && works_on_little(plan, launch)) return privatized;
  const auto uses = PrivatizationFinder(program, analysis).run();
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    const launch::PlannedBinding& binding = plan.bindings[i];
    const auto& use = uses[binding.buffer];
    const std::optional<uint64_t> size = launch.bytes_of(i);
    const bool pays = use.repeated || all;
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
