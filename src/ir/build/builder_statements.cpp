#include "ir/build/builder.h"
#include "ir/program/tag_names.h"

// Names, variables and statements of a program under construction.

namespace vyre::ir {
namespace {

bool reduces(NodeKind kind) {
  return kind == NodeKind::kAllReduce || kind == NodeKind::kReduceScatter;
}

bool is_in_place(NodeKind kind) {
  return kind == NodeKind::kAllReduce || kind == NodeKind::kBroadcast;
}

}  // namespace

Status Builder::use_in(Node& node, Operands operands) const {
  size_t i = 0;
  for (const Operand& operand : operands) {
    VYRE_ASSIGN_OR_RETURN(node.exprs[i++], use(operand));
  }
  return check_room();
}

Status Builder::statement(Node node, Operands operands) {
  VYRE_RETURN_IF_ERROR(use_in(node, operands));
  draft_.add_statement(node);
  return {};
}

uint32_t Builder::bind(std::string_view name) {
  return draft_.add_binding(name.empty() ? kNone : assembler_.name(name));
}

Builder::Value Builder::bound(uint32_t binding) {
  const Expr expr{.kind = ExprKind::kVar, .name = binding};
  return {id_of(draft_.add_value(expr, Draft::Nature::kFree))};
}

Result<Builder::Value> Builder::let(std::string_view name, Value value) {
  Node node{.kind = NodeKind::kLet, .name = bind(name)};
  VYRE_RETURN_IF_ERROR(statement(node, {{value, "value"}}));
  return bound(node.name);
}

Result<Builder::Local> Builder::local(std::string_view name, Value initial) {
  Node node{.kind = NodeKind::kLet, .name = bind(name)};
  VYRE_RETURN_IF_ERROR(statement(node, {{initial, "initial"}}));
  variables_.push_back(node.name);
  return Local{id_of(static_cast<uint32_t>(variables_.size() - 1))};
}

Result<uint32_t> Builder::variable_of(Local local) const {
  VYRE_ASSIGN_OR_RETURN(const uint32_t index,
                        index_of(local.id, variables_.size(), "local", "variable"));
  const uint32_t binding = variables_[index];
  VYRE_RETURN_IF_ERROR(check_open(draft_.bindings[binding].made, "local"));
  return binding;
}

Result<Builder::Value> Builder::get(Local local) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t binding, variable_of(local));
  VYRE_RETURN_IF_ERROR(check_room());
  const Expr expr{.kind = ExprKind::kVar, .name = binding};
  return Value{id_of(draft_.add_value(expr, Draft::Nature::kVariable))};
}

Status Builder::assign(Local local, Value value) {
  VYRE_ASSIGN_OR_RETURN(const uint32_t binding, variable_of(local));
  return statement({.kind = NodeKind::kAssign, .name = binding}, {{value, "value"}});
}

Status Builder::store(Parameter array, Value index, Value value) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, written(array, "array"));
  return statement({.kind = NodeKind::kStore, .name = name}, {{index, "index"}, {value, "value"}});
}

Status Builder::begin(Node node, Operands operands) {
  VYRE_RETURN_IF_ERROR(use_in(node, operands));
  if (draft_.block().depth == Program::kMaxDepth) {
    return fail(Code::kInvalidArgument, "statements nest deeper than ", Program::kMaxDepth,
                ". Fix: nest less deeply");
  }
  draft_.begin(node);
  return {};
}

Status Builder::begin_else() {
  const Draft::Block& block = draft_.block();
  if (block.depth == 0 || block.kind != NodeKind::kIf || block.in_else) {
    return fail(Code::kInvalidArgument,
                "an else that belongs to no if. Fix: begin it after the statements of an if, once");
  }
  draft_.begin_else();
  return {};
}

Result<Builder::Value> Builder::begin_loop(std::string_view name, Value from, Value to) {
  Node node{.kind = NodeKind::kLoop, .name = bind(name)};
  VYRE_RETURN_IF_ERROR(begin(node, {{from, "from"}, {to, "to"}}));
  return bound(node.name);
}

Status Builder::end() {
  if (draft_.block().depth == 0) {
    return fail(Code::kInvalidArgument, "an end where nothing is open. Fix: end each block once");
  }
  draft_.end();
  return {};
}

Status Builder::barrier(uint32_t ordering) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kOrderings, ordering, "memory ordering"));
  return statement({.kind = NodeKind::kBarrier, .ordering = static_cast<Ordering>(ordering)}, {});
}

Status Builder::indirect_dispatch(Parameter counts, uint64_t offset) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, name_of(counts, "counts"));
  return statement({.kind = NodeKind::kIndirectDispatch, .name = name, .number = offset}, {});
}

Status Builder::async_copy(NodeKind kind, Parameter source, Parameter destination, Value offset,
                           Value size, std::string_view tag) {
  Node node{.kind = kind};
  VYRE_ASSIGN_OR_RETURN(node.name, name_of(source, "source"));
  VYRE_ASSIGN_OR_RETURN(node.name2, written(destination, "destination"));
  node.tag = assembler_.name(tag);
  return statement(node, {{offset, "offset"}, {size, "size"}});
}

Status Builder::check_reduction(NodeKind kind, uint32_t op) {
  if (reduces(kind)) return check_number(spelling::kCollectiveOps, op, "reduction");
  if (op == 0) return {};
  return fail(Code::kInvalidArgument, "reduction ", op,
              " of an exchange that does not reduce. Fix: pass 0");
}

Status Builder::collective(NodeKind kind, uint32_t op, Parameter source, Parameter destination,
                           uint32_t root, uint64_t group) {
  VYRE_RETURN_IF_ERROR(check_reduction(kind, op));
  Node node{.kind = kind, .op = static_cast<uint8_t>(op), .root = root, .number = group};
  if (is_in_place(kind)) {
    if (destination.id != 0) {
      return fail(Code::kInvalidArgument,
                  "destination is given to an exchange in place. Fix: pass the id 0");
    }
    VYRE_ASSIGN_OR_RETURN(node.name, written(source, "source"));
    return statement(node, {});
  }
  VYRE_ASSIGN_OR_RETURN(node.name, name_of(source, "source"));
  VYRE_ASSIGN_OR_RETURN(node.name2, written(destination, "destination"));
  return statement(node, {});
}

Status Builder::opaque_statement(std::string_view kind, std::span<const uint8_t> payload) {
  draft_.all_written = true;  // nobody here knows what it does
  const NameId name = assembler_.name(kind);
  return statement({.kind = NodeKind::kOpaque, .name = name, .body = assembler_.payload(payload)},
                   {});
}

}  // namespace vyre::ir
