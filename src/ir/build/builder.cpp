#include "ir/build/builder.h"

#include <algorithm>

#include "ir/program/display_name.h"
#include "ir/program/tag_names.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

std::string_view text_of(ExprKind kind) {
  if (kind == ExprKind::kAtomic) return "an atomic";
  return kind == ExprKind::kLoad ? "a load" : "an operation";
}

}  // namespace

Status Builder::check_number(std::span<const std::string_view> words, uint32_t number,
                             std::string_view what) {
  if (number < words.size() && !words[number].empty()) return {};
  return fail(Code::kInvalidArgument, "no ", what, " has the number ", number,
              ". Fix: use a constant of the header");
}

Status Builder::declare(std::string_view name, std::string_view element, Buffer buffer) {
  if (declared(name).ok()) {
    return fail(Code::kInvalidArgument, "buffer ", display_name(name),
                " is declared already. Fix: give each buffer a name of its own");
  }
  auto type = parse_type_name(assembler_.program().types, element);
  if (!type.ok()) return fail(Code::kInvalidArgument, type.error().text());
  buffer.name = assembler_.name(name);
  buffer.element = type.value();
  assembler_.add(buffer);
  return {};
}

Builder::Handle Builder::keep(const Made& made) {
  made_.push_back(made);
  return static_cast<Handle>(made_.size());
}

Result<NameId> Builder::declared(std::string_view buffer) {
  const NameId name = assembler_.name(buffer);
  const auto& buffers = assembler_.program().buffers;
  const auto has_name = [&](const Buffer& one) { return one.name == name; };
  if (std::ranges::any_of(buffers, has_name)) return name;
  return fail(Code::kInvalidArgument, "buffer ", display_name(buffer),
              " is not declared. Fix: declare it before the first use");
}

Result<NameId> Builder::bound(std::string_view local) {
  const NameId name = assembler_.name(local);
  if (std::ranges::find(locals_, name) != locals_.end()) return name;
  return fail(Code::kInvalidArgument, "local ", display_name(local),
              " is not bound here. Fix: bind it by a let or loop that encloses the use");
}

// The record of an expression that is the operand at |position|, counted from 1.
Result<ExprId> Builder::use(Handle handle, size_t position) {
  if (handle == 0 || handle > made_.size()) {
    return fail(Code::kInvalidArgument, "operand ", position, " is expression ", handle,
                " and the builder has expressions 1 to ", made_.size(),
                ". Fix: pass what a call on this builder gave");
  }
  Made& made = made_[handle - 1];
  if (made.record == kNone) {
    if (made.expr.kind == ExprKind::kVar) {
      VYRE_RETURN_IF_ERROR(bound(assembler_.program().names[made.expr.name]).status());
    }
    return assembler_.add(made.expr);
  }
  if (made.used) {
    return fail(Code::kInvalidArgument, "operand ", position, " is expression ", handle, ", ",
                text_of(made.expr.kind),
                " that is used already. Fix: bind it by a let and use the local");
  }
  made.used = true;
  return made.record;
}

Result<Builder::Handle> Builder::operation(Expr expr, std::span<const Handle> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(expr.operands[i], use(operands[i], i + 1));
  }
  return keep({expr, assembler_.add(expr), false});
}

Result<Builder::Handle> Builder::id(ExprKind kind, uint32_t axis) {
  if (axis < spelling::kAxes.size()) return value({.kind = kind, .op = static_cast<uint8_t>(axis)});
  return fail(Code::kInvalidArgument, "axis ", axis, " of an id. Fix: use 0, 1 or 2");
}

Result<Builder::Handle> Builder::local(std::string_view name) {
  VYRE_ASSIGN_OR_RETURN(const NameId id, bound(name));
  return value({.kind = ExprKind::kVar, .name = id});
}

Result<Builder::Handle> Builder::length(std::string_view buffer) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, declared(buffer));
  return value({.kind = ExprKind::kBufLen, .name = name});
}

Result<Builder::Handle> Builder::load(std::string_view buffer, Handle index) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, declared(buffer));
  return operation({.kind = ExprKind::kLoad, .name = name}, {{index}});
}

Result<Builder::Handle> Builder::binary(uint32_t op, Handle left, Handle right) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kBinOps, op, "operator of two operands"));
  return operation({.kind = ExprKind::kBinOp, .op = static_cast<uint8_t>(op)}, {{left, right}});
}

Result<Builder::Handle> Builder::unary(uint32_t op, Handle operand) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kUnOps, op, "operator of one operand"));
  return operation({.kind = ExprKind::kUnOp, .op = static_cast<uint8_t>(op)}, {{operand}});
}

Result<Builder::Handle> Builder::cast(std::string_view type, Handle value) {
  const auto id = parse_type_name(assembler_.program().types, type);
  if (!id.ok()) return fail(Code::kInvalidArgument, id.error().text());
  return operation({.kind = ExprKind::kCast, .value = id.value()}, {{value}});
}

Result<Builder::Handle> Builder::atomic(uint32_t op, uint32_t ordering, std::string_view buffer,
                                        Handle index, Handle expected, Handle value) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kAtomicOps, op, "atomic operation"));
  VYRE_RETURN_IF_ERROR(check_number(spelling::kOrderings, ordering, "memory ordering"));
  Expr expr{.kind = ExprKind::kAtomic, .op = static_cast<uint8_t>(op)};
  expr.ordering = static_cast<Ordering>(ordering);
  VYRE_ASSIGN_OR_RETURN(expr.name, declared(buffer));
  VYRE_ASSIGN_OR_RETURN(expr.operands[0], use(index, 1));
  if (expected != 0) {
    VYRE_ASSIGN_OR_RETURN(expr.operands[1], use(expected, 2));
  }
  VYRE_ASSIGN_OR_RETURN(expr.operands[2], use(value, 3));
  return operation(expr, {});
}

Result<Builder::Handle> Builder::subgroup(ExprKind kind, Handle value, Handle lane) {
  if (operand_count(kind) == 2) return operation({.kind = kind}, {{value, lane}});
  if (lane == 0) return operation({.kind = kind}, {{value}});
  return fail(Code::kInvalidArgument, "expression ", lane,
              " is the lane of an operation that has none. Fix: pass 0");
}

Result<Builder::Handle> Builder::call(std::string_view op_id, std::span<const Handle> arguments) {
  std::vector<ExprId> records;
  for (size_t i = 0; i < arguments.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(const ExprId record, use(arguments[i], i + 1));
    records.push_back(record);
  }
  const NameId name = assembler_.name(op_id);
  return operation({.kind = ExprKind::kCall, .name = name, .args = assembler_.list(records)}, {});
}

Result<Builder::Handle> Builder::opaque(std::string_view kind, std::span<const uint8_t> payload) {
  const NameId name = assembler_.name(kind);
  return operation({.kind = ExprKind::kOpaque, .name = name, .args = assembler_.payload(payload)},
                   {});
}

Result<Builder::Handle> Builder::constant_value(const ConstantValue& spec) {
  const std::string mistake = find_mistake(spec);
  if (!mistake.empty()) {
    return fail(Code::kInvalidArgument, "a specialization value: ", mistake,
                ". Fix: give it a name in UTF-8 and a default that it can have");
  }
  Expr expr{.kind = ExprKind::kOpaque, .name = assembler_.name(kConstantKind)};
  expr.args = assembler_.payload(write_constant_value(spec));
  return value(expr);
}

Result<std::shared_ptr<const Program>> Builder::finish() {
  if (blocks_.size() > 1) {
    return fail(Code::kInvalidArgument, blocks_.size() - 1,
                " blocks are open at the end. Fix: end each that was begun");
  }
  const auto unused = std::ranges::find_if(made_, [](const Made& m) { return !m.used; });
  if (unused != made_.end()) {
    return fail(Code::kInvalidArgument, "expression ", unused - made_.begin() + 1, ", ",
                text_of(unused->expr.kind),
                ", is used by no statement. Fix: bind it by a let, store it or leave it out");
  }
  assembler_.entry(blocks_.front().body);
  return assembler_.finish();
}

}  // namespace vyre::ir
