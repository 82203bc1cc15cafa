#include <algorithm>

#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "registry/composition/inliner.h"

namespace vyre::registry {

using ir::kNone;
using ir::Node;
using ir::NodeKind;

namespace {

// Whether it may give something else, or do something, when it is evaluated at another time.
bool depends_on_time(ir::ExprKind kind) {
  return kind == ir::ExprKind::kLoad || kind == ir::ExprKind::kAtomic ||
         kind == ir::ExprKind::kCall || kind == ir::ExprKind::kOpaque ||
         is_subgroup_operation(kind);
}

// What arguments and results of that type are bound through, so that inside and outside of the
// composition they are of the declared kind. Other types keep the width that they come with.
bool is_converted(ir::DataType type) {
  return type == ir::DataType::kU32 || type == ir::DataType::kI32 || type == ir::DataType::kU64 ||
         type == ir::DataType::kF32 || type == ir::DataType::kBool;
}

// The op whose call inside |id| is replaced; the first of several.
std::string_view called_in(InlineSource& from, ir::ExprId id) {
  std::string_view found;
  ir::any_expr(from.program, id, [&](ir::ExprId, const ir::Expr& expr) {
    const bool calls =
        expr.kind == ir::ExprKind::kCall && from.composition_of(expr.name) != nullptr;
    if (calls) found = from.program.names[expr.name];
    return calls;
  });
  return found;
}

}  // namespace

Result<ir::ExprId> Inliner::expression(InlineSource& from, ir::ExprId id, bool held, List& out) {
  const auto level = deeper();
  VYRE_RETURN_IF_ERROR(check_depth());
  VYRE_RETURN_IF_ERROR(check_size());
  const ir::Expr& expr = from.program.exprs[id];
  if (expr.kind == ir::ExprKind::kCall) {
    if (const OpDef* op = from.composition_of(expr.name)) return call(from, expr, *op, out);
  }
  if (expr.kind == ir::ExprKind::kLoad && !from.is_caller) return argument(from, expr);
  if (is_subgroup_operation(expr.kind) && from.calls(id)) {
    return fail(Code::kUnsupportedFeature, "op ", ir::display_name(called_in(from, id)),
                " is called inside the operand of a subgroup operation, which runs for every "
                "invocation of the subgroup. Fix: bind the call with a Let and use that local");
  }
  ir::Expr copy = expr;
  VYRE_RETURN_IF_ERROR(operands(from, held, out, copy));
  if (expr.kind == ir::ExprKind::kVar) {
    copy.name = local(from, expr.name);
  } else {
    copy = from.rewriter.renamed(copy);
  }
  const ir::ExprId added = assembler_.add(copy);
  const bool may_differ = depends_on_time(expr.kind) && !ir::is_constant_value(from.program, expr);
  return held && may_differ ? bind(added, out) : added;
}

// The operands of a subgroup operation run as one with it, on other invocations too.
Status Inliner::operands(InlineSource& from, bool held, List& out, ir::Expr& expr) {
  std::vector<ir::ExprId> all;
  ir::for_each_operand(from.program, expr, [&](ir::ExprId operand) { all.push_back(operand); });
  const auto last_call = std::find_if(all.rbegin(), all.rend(),
                                      [&](ir::ExprId operand) { return from.calls(operand); });
  const auto before_call = static_cast<size_t>(all.rend() - last_call);
  for (size_t i = 0; i < all.size(); ++i) {
    const bool hold = !is_subgroup_operation(expr.kind) && (held || i + 1 < before_call);
    VYRE_ASSIGN_OR_RETURN(all[i], expression(from, all[i], hold, out));
  }
  size_t next = 0;
  from.rewriter.replace_operands(expr, [&](ir::ExprId) { return all[next++]; });
  return {};
}

// A load in a composition: of an argument, or of the result so far.
Result<ir::ExprId> Inliner::argument(const InlineSource& from, const ir::Expr& load) {
  const uint32_t buffer = from.program.find_buffer(load.name);
  return variable(buffer == from.parts.output ? from.result : from.operands[buffer]);
}

Result<ir::ExprId> Inliner::call(InlineSource& from, const ir::Expr& expr, const OpDef& op,
                                 List& out) {
  VYRE_RETURN_IF_ERROR(check_entering(op));
  InlineSource& into = source_of(op);
  const auto arguments = from.program.arguments(expr);
  const auto& inputs = into.parts.inputs;
  if (arguments.size() != inputs.size()) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(op.id), " takes ", inputs.size(),
                " arguments, a call has ", arguments.size(), ". Fix: validate the program");
  }
  std::vector<ir::NameId> bound;
  for (size_t i = 0; i < inputs.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(const ir::ExprId value, expression(from, arguments[i], false, out));
    const ir::TypeId element = into.program.buffers[inputs[i]].element;
    const ir::ExprId local = bind(converted(into.program.types[element].tag, value), out);
    bound.push_back(assembler_.program().exprs[local].name);
  }
  for (size_t i = 0; i < inputs.size(); ++i) into.operands[inputs[i]] = bound[i];
  open_.push_back(&op);
  auto value = value_of(into, out);
  open_.pop_back();
  into.forget_names();
  return value;
}

Result<ir::ExprId> Inliner::value_of(InlineSource& composition, List& out) {
  const ir::Program& program = composition.program;
  auto list = program.list(composition.body);
  const uint32_t output = composition.parts.output;
  if (output == kNone) {
    VYRE_RETURN_IF_ERROR(statements(composition, list, out));
    return assembler_.add(ir::Expr{.kind = ir::ExprKind::kLitU32});
  }
  const ir::DataType type = program.types[program.buffers[output].element].tag;
  if (composition.stores_once_and_last) {
    const Node& store = program.nodes[list.back()];
    VYRE_RETURN_IF_ERROR(statements(composition, list.first(list.size() - 1), out));
    VYRE_ASSIGN_OR_RETURN(const ir::ExprId value,
                          expression(composition, store.exprs[1], false, out));
    return bind(converted(type, value), out);
  }
  const ir::ExprId result = bind(zero(type), out);
  composition.result = assembler_.program().exprs[result].name;
  VYRE_RETURN_IF_ERROR(statements(composition, list, out));
  return result;
}

ir::ExprId Inliner::variable(ir::NameId name) {
  return assembler_.add(ir::Expr{.kind = ir::ExprKind::kVar, .name = name});
}

// Binds |value| to a new local and gives its variable.
ir::ExprId Inliner::bind(ir::ExprId value, List& out) {
  const Node let{.kind = NodeKind::kLet, .name = fresh_name(), .exprs = {value, kNone}};
  out.push_back(assembler_.add(let));
  return variable(let.name);
}

ir::ExprId Inliner::converted(ir::DataType type, ir::ExprId value) {
  const ir::Expr& expr = assembler_.program().exprs[value];
  const bool same = (expr.kind == ir::ExprKind::kCast && expr.value == ir::scalar(type)) ||
                    (expr.kind == ir::ExprKind::kLitU32 && type == ir::DataType::kU32) ||
                    (expr.kind == ir::ExprKind::kLitI32 && type == ir::DataType::kI32) ||
                    (expr.kind == ir::ExprKind::kLitF32 && type == ir::DataType::kF32) ||
                    (expr.kind == ir::ExprKind::kLitBool && type == ir::DataType::kBool);
  if (same || !is_converted(type)) return value;
  return cast(type, value);
}

ir::ExprId Inliner::cast(ir::DataType type, ir::ExprId value) {
  return assembler_.add(ir::Expr{
      .kind = ir::ExprKind::kCast, .value = ir::scalar(type), .operands = {value, kNone, kNone}});
}

ir::ExprId Inliner::zero(ir::DataType type) {
  ir::Expr literal{.kind = ir::ExprKind::kLitU32};
  if (type == ir::DataType::kI32) literal.kind = ir::ExprKind::kLitI32;
  if (type == ir::DataType::kF32) literal.kind = ir::ExprKind::kLitF32;
  if (type == ir::DataType::kBool) literal.kind = ir::ExprKind::kLitBool;
  const ir::ExprId id = assembler_.add(literal);
  if (literal.kind != ir::ExprKind::kLitU32 || type == ir::DataType::kU32) return id;
  return cast(type, id);
}

}  // namespace vyre::registry
