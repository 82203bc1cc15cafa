#include <algorithm>

#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// Counts how often each buffer is named in the text of a program.
class UseCount {
 public:
  explicit UseCount(const Program& program) : program_(program), uses_(program.names.size(), 0) {
    for (const NodeId id : program.list(program.entry)) node(id);
  }

  uint64_t of(NameId buffer) const { return uses_[buffer]; }

 private:
  void node(NodeId id) {
    const Node& node = program_.nodes[id];
    buffers_of(node);
    for_each_operand(node, [&](ExprId operand) { expr(operand); });
    for_each_child(program_, node, [&](NodeId child) { this->node(child); });
  }

  void buffers_of(const Node& node) {
    switch (node.kind) {
      case NodeKind::kAsyncLoad:
      case NodeKind::kAsyncStore:
      case NodeKind::kAllGather:
      case NodeKind::kReduceScatter:
        ++uses_[node.name];
        ++uses_[node.name2];
        break;
      case NodeKind::kStore:
      case NodeKind::kIndirectDispatch:
      case NodeKind::kAllReduce:
      case NodeKind::kBroadcast:
        ++uses_[node.name];
        break;
      case NodeKind::kLet:
      case NodeKind::kAssign:
      case NodeKind::kIf:
      case NodeKind::kLoop:
      case NodeKind::kReturn:
      case NodeKind::kBlock:
      case NodeKind::kBarrier:
      case NodeKind::kAsyncWait:
      case NodeKind::kRegion:
      case NodeKind::kTrap:
      case NodeKind::kResume:
      case NodeKind::kOpaque:
        break;
    }
  }

  void expr(ExprId id) {
    const Expr& expr = program_.exprs[id];
    const bool names_buffer = expr.kind == ExprKind::kLoad || expr.kind == ExprKind::kBufLen ||
                              expr.kind == ExprKind::kAtomic;
    if (names_buffer) ++uses_[expr.name];
    for_each_operand(program_, expr, [&](ExprId operand) { this->expr(operand); });
  }

  const Program& program_;
  std::vector<uint64_t> uses_;  // by name
};

// What a linear type asks for, or null when |uses| is fine.
const char* broken_promise(LinearType type, uint64_t uses) {
  switch (type) {
    case LinearType::kLinear:
      return uses == 1 ? nullptr : "linear: exactly one use";
    case LinearType::kAffine:
      return uses <= 1 ? nullptr : "affine: one use at most";
    case LinearType::kRelevant:
      return uses >= 1 ? nullptr : "relevant: at least one use";
    case LinearType::kUnrestricted:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

void validate_linear_use(Validation& v) {
  const auto& buffers = v.program.buffers;
  const bool any = std::ranges::any_of(buffers, [](const Buffer& buffer) {
    return buffer.linear_type != LinearType::kUnrestricted;
  });
  if (!any) return;
  const UseCount uses(v.program);
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const char* promise = broken_promise(buffers[i].linear_type, uses.of(buffers[i].name));
    if (promise == nullptr) continue;
    const Findings::Step step(v.findings, "buffers", i);
    v.findings.error("R-LINEAR", "buffer ", v.quoted(buffers[i].name), " is ", promise,
                     ", the program has ", uses.of(buffers[i].name));
  }
}

}  // namespace vyre::ir
