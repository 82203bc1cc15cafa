#include "ir/analysis/names.h"

#include <utility>

#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

// One walk in program order with the scopes of the language.
class Resolver {
 public:
  Resolver(const Program& program, ResolvedNames& names)
      : program_(program), names_(names), bound_(program.names.size(), kNone) {}

  void list(Range range) {
    const size_t outer = undo_.size();
    for (const NodeId id : program_.list(range)) statement(id, program_.nodes[id]);
    unbind(outer);
  }

 private:
  void statement(NodeId id, const Node& node) {
    for_each_expr(program_, node, [&](ExprId expr, const Expr& part) {
      if (part.kind == ExprKind::kVar) read(id, expr, bound_[part.name]);
    });
    if (node.kind == NodeKind::kLet) bind(node.name, id);
    if (node.kind == NodeKind::kAssign) assign(id, bound_[node.name]);
    const size_t outer = undo_.size();
    if (node.kind == NodeKind::kLoop) bind(node.name, id);
    for (const Body& body : bodies(node)) list(body.range);
    if (node.kind == NodeKind::kLoop) unbind(outer);
  }

  void read(NodeId statement, ExprId variable, NodeId local) {
    names_.declaration[variable] = local;
    if (local != kNone || names_.unbound != kNone) return;
    names_.unbound = variable;
    names_.unbound_in = statement;
  }

  void assign(NodeId statement, NodeId local) {
    if (local == kNone || program_.nodes[local].kind == NodeKind::kLoop) return;
    names_.target[statement] = local;
    names_.assigned[local] = true;
  }

  void bind(NameId name, NodeId declaration) {
    undo_.emplace_back(name, bound_[name]);
    bound_[name] = declaration;
  }

  void unbind(size_t outer) {
    for (; undo_.size() > outer; undo_.pop_back()) bound_[undo_.back().first] = undo_.back().second;
  }

  const Program& program_;
  ResolvedNames& names_;
  std::vector<NodeId> bound_;                    // by name
  std::vector<std::pair<NameId, NodeId>> undo_;  // what to restore when scopes end
};

}  // namespace

ResolvedNames::ResolvedNames(const Program& program)
    : declaration(program.exprs.size(), kNone),
      target(program.nodes.size(), kNone),
      assigned(program.nodes.size()) {
  Resolver(program, *this).list(program.entry);
}

}  // namespace vyre::ir
