#include "spirv/analysis/analysis.h"
#include "spirv/module/spec_constants.h"

namespace vyre::spirv {
namespace {

// The kinds that reach each local: the least solution, found by a worklist. A local grows at most
// once per kind, and only the assignments that read it are looked at again.
class KindInference {
 public:
  KindInference(const launch::KernelSource& kernel, Analysis& analysis)
      : kernel_(kernel), analysis_(analysis), readers_(program_.nodes.size()) {}

  void run() {
    collect();
    for (uint32_t i = 0; i < assignments_.size(); ++i) pending_.push_back(i);
    while (!pending_.empty()) {
      const Assignment assignment = assignments_[pending_.back()];
      pending_.pop_back();
      KindSet& known = analysis_.kinds[assignment.local];
      const KindSet grown = known | kinds_of(assignment.value);
      if (grown == known) continue;
      known = grown;
      const auto& readers = readers_[assignment.local];
      pending_.insert(pending_.end(), readers.begin(), readers.end());
    }
  }

 private:
  struct Assignment {
    NodeId local;
    ExprId value;
  };

  void collect() {
    for (NodeId id = 0; id < program_.nodes.size(); ++id) {
      const Node& node = program_.nodes[id];
      if (node.kind == NodeKind::kLoop) analysis_.kinds[id] = Kind::kU32;
      if (node.kind == NodeKind::kLet) add({id, node.exprs[0]});
      if (node.kind == NodeKind::kAssign && analysis_.target[id] != ir::kNone) {
        add({analysis_.target[id], node.exprs[0]});
      }
    }
  }

  void add(Assignment assignment) {
    ir::for_each_expr(program_, assignment.value, [&](ExprId id, const Expr&) {
      const NodeId local = analysis_.declaration[id];
      if (local == ir::kNone) return;
      readers_[local].push_back(static_cast<uint32_t>(assignments_.size()));
    });
    assignments_.push_back(assignment);
  }

  KindSet kinds_of(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kLitI32:
        return Kind::kI32;
      case ExprKind::kLitBool:
        return Kind::kBool;
      case ExprKind::kLitF32:
      case ExprKind::kFma:
        return Kind::kF32;
      case ExprKind::kVar:
        return local_kinds(id);
      case ExprKind::kLoad:
        return loaded(expr);
      case ExprKind::kBinOp:
        return result_kinds(expr.bin_op(), kinds_of(expr.operands[0]), kinds_of(expr.operands[1]));
      case ExprKind::kUnOp:
        return result_kinds(expr.un_op(), kinds_of(expr.operands[0]));
      case ExprKind::kSelect:
        return kinds_of(expr.operands[1]) | kinds_of(expr.operands[2]);
      case ExprKind::kCast:
        return cast_kinds(ir::cast_type(program_.types[expr.value].tag, program_.semantics),
                          kinds_of(expr.operands[0]));
      case ExprKind::kLitU32:
      case ExprKind::kBufLen:
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
      case ExprKind::kAtomic:
      case ExprKind::kSubgroupBallot:
        return Kind::kU32;
      case ExprKind::kSubgroupReduce:
      case ExprKind::kSubgroupShuffle:
        return narrowed(kinds_of(expr.operands[0])) & exchanged_kinds(expr);
      case ExprKind::kCall:
        return call_kinds(program_.names[expr.name]);
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
        return ir::has_subgroup_ids(program_) ? KindSet(Kind::kU32) : KindSet();
      case ExprKind::kBufferRef:
        return {};
      case ExprKind::kOpaque: {
        const auto named = constant_value(program_, expr);
        return named ? KindSet(kind_of(named->kind)) : KindSet();
      }
    }
    return {};
  }

  KindSet call_kinds(std::string_view op) const {
    const launch::OpFunction* function = launch::find_function(kernel_, op);
    return function != nullptr ? KindSet(cast_kind(function->output, Kind::kU32)) : KindSet();
  }

  KindSet local_kinds(ExprId id) const {
    const NodeId local = analysis_.declaration[id];
    return local == ir::kNone ? KindSet() : analysis_.kinds[local];
  }

  KindSet loaded(const Expr& expr) const {
    const uint32_t buffer = program_.find_buffer(expr.name);
    if (buffer == ir::kNone) return {};
    return loaded_kinds(
        ir::element_of(program_.types, program_.buffers[buffer].element, program_.semantics));
  }

  const launch::KernelSource& kernel_;
  const Program& program_ = *kernel_.program;
  Analysis& analysis_;
  std::vector<Assignment> assignments_;
  std::vector<std::vector<uint32_t>> readers_;  // by local: assignments that read it
  std::vector<uint32_t> pending_;
};

}  // namespace

void infer_kinds(const launch::KernelSource& kernel, Analysis& analysis) {
  KindInference(kernel, analysis).run();
}

}  // namespace vyre::spirv
