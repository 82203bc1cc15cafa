#include "ir/program/display_name.h"
#include "spirv/analysis/analysis.h"
#include "spirv/module/diagnostic_path.h"

namespace vyre::spirv {

using ir::Expr;
using ir::ExprId;
using ir::ExprKind;
using ir::kNone;
using ir::NameId;
using ir::Node;
using ir::NodeId;
using ir::NodeKind;

Analysis::Analysis(const ir::Program& program)
    : declaration(program.exprs.size(), kNone),
      target(program.nodes.size(), kNone),
      kinds(program.nodes.size()),
      assigned(program.nodes.size()),
      kills(program.nodes.size()),
      uniform(program.nodes.size()),
      written(program.buffers.size()),
      subgroups(program) {}

namespace {

// One walk in program order with the scopes of the language.
class NameResolver {
 public:
  NameResolver(const ir::Program& program, Analysis& analysis)
      : program_(program), analysis_(analysis), bound_(program.names.size(), kNone) {}

  Status list(ir::Range range, std::string_view list_name) {
    const size_t outer = undo_.size();
    size_t index = 0;
    for (const NodeId id : program_.list(range)) {
      const DiagnosticPath::Scope here(path_, list_name, index++);
      VYRE_RETURN_IF_ERROR(statement(id));
    }
    unbind(outer);
    return {};
  }

 private:
  Status statement(NodeId id) {
    const Node& node = program_.nodes[id];
    for (uint32_t i = 0; i < ir::operand_count(node.kind); ++i) {
      VYRE_RETURN_IF_ERROR(expression(node.exprs[i]));
    }
    if (node.kind == NodeKind::kLet) bind(node.name, id);
    if (node.kind == NodeKind::kAssign) assign(id);
    if (node.kind == NodeKind::kStore) mark_written(node.name);
    const bool copies = node.kind == NodeKind::kAsyncLoad || node.kind == NodeKind::kAsyncStore;
    if (copies || copies_as_single_rank(node)) mark_written(node.name2);
    analysis_.kills[id] = node.kind == NodeKind::kReturn || ir::always_traps(node);
    return enter(id, node);
  }

  Status enter(NodeId id, const Node& node) {
    const size_t outer = undo_.size();
    if (node.kind == NodeKind::kLoop) bind(node.name, id);
    for (const ir::Body& body : ir::bodies(node)) {
      VYRE_RETURN_IF_ERROR(list(body.range, body.name));
      for (const NodeId child : program_.list(body.range)) {
        if (analysis_.kills[child]) analysis_.kills[id] = true;
      }
    }
    unbind(outer);
    return {};
  }

  static bool copies_as_single_rank(const Node& node) {
    return ir::is_collective(node.kind) && ir::single_rank_meaning(node) == ir::SingleRank::kCopy;
  }

  void bind(NameId name, NodeId declaration) {
    undo_.emplace_back(name, bound_[name]);
    bound_[name] = declaration;
  }

  void unbind(size_t outer) {
    for (; undo_.size() > outer; undo_.pop_back()) bound_[undo_.back().first] = undo_.back().second;
  }

  void assign(NodeId id) {
    const NodeId local = bound_[program_.nodes[id].name];
    if (local == kNone || program_.nodes[local].kind == NodeKind::kLoop) return;
    analysis_.target[id] = local;
    analysis_.assigned[local] = true;
  }

  void mark_written(NameId name) {
    const uint32_t buffer = program_.find_buffer(name);
    if (buffer != kNone) analysis_.written[buffer] = true;
  }

  Status expression(ExprId id) {
    const Expr& expr = program_.exprs[id];
    if (expr.kind == ExprKind::kVar) return variable(id, expr);
    if (expr.kind == ExprKind::kAtomic) mark_written(expr.name);
    for (const ExprId operand : expr.operands) {
      if (operand != kNone) VYRE_RETURN_IF_ERROR(expression(operand));
    }
    return {};
  }

  Status variable(ExprId id, const Expr& expr) {
    const NodeId local = bound_[expr.name];
    if (local == kNone) {
      return fail(Code::kInvalidProgram, "local ", ir::display_name(program_.names[expr.name]),
                  " is read at ", path_.text(),
                  " where nothing binds it. Fix: bind it with a Let that encloses the use");
    }
    analysis_.declaration[id] = local;
    return {};
  }

  const ir::Program& program_;
  Analysis& analysis_;
  DiagnosticPath path_;
  std::vector<NodeId> bound_;                    // by name
  std::vector<std::pair<NameId, NodeId>> undo_;  // what to restore when scopes end
};

}  // namespace

Status resolve_names(const ir::Program& program, Analysis& analysis) {
  return NameResolver(program, analysis).list(program.entry, "body");
}

}  // namespace vyre::spirv
