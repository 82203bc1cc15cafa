#include "ir/build/builder.h"

#include <algorithm>

#include "ir/build/draft_writer.h"
#include "ir/build/nature.h"
#include "ir/program/display_name.h"
#include "ir/program/limits.h"
#include "ir/program/tag_names.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

constexpr std::string_view kUseOwnIds = ". Fix: pass what a call on this builder gave";

// Lower ones are those of types without parameters.
constexpr TypeId kFirstOwnType = scalar(DataType::kQuantized) + 1;

Status too_many(std::string_view what, size_t limit) {
  return fail(Code::kInvalidArgument, "more than ", limit, ' ', what,
              ". Fix: build several programs");
}

bool is_returned(const Buffer& buffer) { return buffer.is_output || buffer.pipeline_live_out; }

bool is_workgroup_memory(const Buffer& buffer) { return buffer.access == Access::kWorkgroup; }

}  // namespace

Status Builder::check_number(std::span<const std::string_view> words, uint32_t number,
                             std::string_view what) {
  if (number < words.size() && !words[number].empty()) return {};
  return fail(Code::kInvalidArgument, "no ", what, " has the number ", number,
              ". Fix: use a constant of the header");
}

Result<uint32_t> Builder::index_of(uint64_t id, size_t count, std::string_view argument,
                                   std::string_view what) const {
  if (id == 0) {
    return fail(Code::kInvalidArgument, argument, " is no ", what, ", its id is 0", kUseOwnIds);
  }
  const auto number = static_cast<uint32_t>(id >> 32);
  const auto index = static_cast<uint32_t>(id);
  if (number != identity_.number) {
    const uint32_t age = identity_.number - number;
    return fail(
        Code::kInvalidArgument, argument, " is ", what, ' ', index,
        age <= identity_.earlier ? " from before vyre_builder_finish" : " of another builder",
        kUseOwnIds);
  }
  if (index != 0 && index <= count) return index - 1;
  return fail(Code::kInvalidArgument, argument, " is ", what, ' ', index,
              ", and this builder has made ", count, kUseOwnIds);
}

Status Builder::check_open(Draft::Place made, std::string_view argument) const {
  if (draft_.blocks[made.block].is_open) return {};
  return fail(Code::kInvalidArgument, argument, " was made at ", draft_.path(made),
              ", inside a block that has ended. Fix: make it in front of that block; what changes "
              "inside is a variable");
}

Result<uint32_t> Builder::use(const Operand& operand) const {
  if (operand.optional && operand.value.id == 0) return kNone;
  VYRE_ASSIGN_OR_RETURN(const uint32_t index, index_of(operand.value.id, draft_.values.size(),
                                                       operand.name, "expression"));
  VYRE_RETURN_IF_ERROR(check_open(draft_.values[index].made, operand.name));
  return index;
}

Result<NameId> Builder::name_of(Parameter parameter, std::string_view argument) const {
  VYRE_ASSIGN_OR_RETURN(const uint32_t index,
                        index_of(parameter.id, returned_.size(), argument, "parameter"));
  return assembler_.program().buffers[index].name;
}

Result<NameId> Builder::written(Parameter parameter, std::string_view argument) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, name_of(parameter, argument));
  draft_.set_written(name);
  return name;
}

Status Builder::check_room() const {
  if (draft_.steps.size() < kMaxRecords) return {};
  return too_many("expressions and statements", kMaxRecords);
}

Status Builder::check_type(TypeId type) const {
  const TypeTable& types = assembler_.program().types;
  const bool is_plain = type <= UINT8_MAX && is_data_type_tag(static_cast<uint8_t>(type)) &&
                        !has_parameters(static_cast<DataType>(type));
  if (is_plain || (type >= kFirstOwnType && type < types.size())) return {};
  return fail(Code::kInvalidArgument, "type ", type,
              " is none. Fix: use a constant of the header, or a number that this builder gave for "
              "a spelling");
}

Result<TypeId> Builder::type(std::string_view spelling) {
  auto type = parse_type_name(assembler_.program().types, spelling);
  if (type.ok()) return type;
  return fail(Code::kInvalidArgument, type.error().text());
}

// No parameter has a lower one.
uint32_t Builder::free_slot() {
  const auto& buffers = assembler_.program().buffers;
  const auto takes = [&](const Buffer& buffer) {
    return !is_workgroup_memory(buffer) && buffer.binding == next_slot_;
  };
  while (std::ranges::any_of(buffers, takes)) ++next_slot_;
  return next_slot_;
}

Result<Builder::Parameter> Builder::declare(std::string_view name, Buffer buffer, bool returned) {
  auto& buffers = assembler_.program().buffers;
  VYRE_RETURN_IF_ERROR(check_type(buffer.element));
  buffer.name = assembler_.name(name);
  if (std::ranges::find(buffers, buffer.name, &Buffer::name) != buffers.end()) {
    return fail(Code::kInvalidArgument, "parameter ", display_name(name),
                " is declared already. Fix: give each parameter a name of its own");
  }
  if (buffers.size() == kMaxBuffers) return too_many("parameters", kMaxBuffers);
  if (buffer.binding == kNone) buffer.binding = is_workgroup_memory(buffer) ? 0 : free_slot();
  assembler_.add(buffer);
  returned_.push_back(returned);
  return Parameter{id_of(static_cast<uint32_t>(buffers.size() - 1))};
}

std::optional<uint32_t> Builder::slot(Parameter parameter) const {
  const auto index = index_of(parameter.id, returned_.size(), "parameter", "parameter");
  if (!index.ok()) return std::nullopt;
  const Buffer& buffer = assembler_.program().buffers[index.value()];
  return is_workgroup_memory(buffer) ? std::nullopt : std::optional(buffer.binding);
}

Result<Builder::Value> Builder::make(const Expr& expr) {
  VYRE_RETURN_IF_ERROR(check_room());
  return Value{id_of(draft_.add_value(expr, nature_of(expr, draft_, assembler_.program())))};
}

Result<Builder::Value> Builder::operation(Expr expr, Operands operands) {
  size_t i = 0;
  for (const Operand& operand : operands) {
    VYRE_ASSIGN_OR_RETURN(expr.operands[i++], use(operand));
  }
  return make(expr);
}

Result<Builder::Value> Builder::id(ExprKind kind, uint32_t axis) {
  if (axis < spelling::kAxes.size()) return make({.kind = kind, .op = static_cast<uint8_t>(axis)});
  return fail(Code::kInvalidArgument, "axis ", axis, " of an id. Fix: use 0, 1 or 2");
}

Result<Builder::Value> Builder::length(Parameter array) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, name_of(array, "array"));
  return make({.kind = ExprKind::kBufLen, .name = name});
}

Result<Builder::Value> Builder::load(Parameter array, Value index) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, name_of(array, "array"));
  return operation({.kind = ExprKind::kLoad, .name = name}, {{index, "index"}});
}

Result<Builder::Value> Builder::binary(uint32_t op, Value left, Value right) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kBinOps, op, "operator of two operands"));
  return operation({.kind = ExprKind::kBinOp, .op = static_cast<uint8_t>(op)},
                   {{left, "left"}, {right, "right"}});
}

Result<Builder::Value> Builder::unary(uint32_t op, Value operand) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kUnOps, op, "operator of one operand"));
  return operation({.kind = ExprKind::kUnOp, .op = static_cast<uint8_t>(op)},
                   {{operand, "operand"}});
}

Result<Builder::Value> Builder::cast(TypeId type, Value value) {
  VYRE_RETURN_IF_ERROR(check_type(type));
  return operation({.kind = ExprKind::kCast, .value = type}, {{value, "value"}});
}

Result<Builder::Value> Builder::atomic(uint32_t op, uint32_t ordering, Parameter array, Value index,
                                       Value expected, Value value) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kAtomicOps, op, "atomic operation"));
  VYRE_RETURN_IF_ERROR(check_number(spelling::kOrderings, ordering, "memory ordering"));
  Expr expr{.kind = ExprKind::kAtomic, .op = static_cast<uint8_t>(op)};
  expr.ordering = static_cast<Ordering>(ordering);
  VYRE_ASSIGN_OR_RETURN(expr.name, written(array, "array"));
  return operation(expr, {{index, "index"}, {expected, "expected", true}, {value, "value"}});
}

Result<Builder::Value> Builder::subgroup(ExprKind kind, Value value, Value lane, uint8_t op) {
  if (operand_count(kind) == 2) {
    return operation({.kind = kind}, {{value, "value"}, {lane, "lane"}});
  }
  if (lane.id == 0) return operation({.kind = kind, .op = op}, {{value, "value"}});
  return fail(Code::kInvalidArgument,
              "lane is an expression, and the operation has none. Fix: pass vyre_expr_none()");
}

Result<Builder::Value> Builder::call(std::string_view op_id, std::span<const Value> arguments) {
  if (arguments.size() > kMaxArguments) {
    return fail(Code::kInvalidArgument, arguments.size(), " arguments, more than ", kMaxArguments,
                ". Fix: pass fewer");
  }
  const auto first = static_cast<uint32_t>(draft_.arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(const uint32_t index, use({arguments[i], concat("arguments[", i, ']')}));
    draft_.arguments.push_back(index);
  }
  const Range range{first, static_cast<uint32_t>(arguments.size())};
  return make({.kind = ExprKind::kCall, .name = assembler_.name(op_id), .args = range});
}

Result<Builder::Value> Builder::opaque(std::string_view kind, std::span<const uint8_t> payload) {
  const Expr expr{.kind = ExprKind::kOpaque,
                  .name = assembler_.name(kind),
                  .args = assembler_.payload(payload)};
  VYRE_ASSIGN_OR_RETURN(const Value value, make(expr));
  // Nobody here knows what it does.
  if (draft_.values.back().nature == Draft::Nature::kEffect) draft_.all_written = true;
  return value;
}

Result<Builder::Value> Builder::constant(const ConstantValue& constant) {
  const std::string mistake = find_mistake(constant);
  if (!mistake.empty()) {
    return fail(Code::kInvalidArgument, "a constant: ", mistake,
                ". Fix: give it a name in UTF-8 and an initial value that it can have");
  }
  Expr expr{.kind = ExprKind::kOpaque, .name = assembler_.name(kConstantKind)};
  expr.args = assembler_.payload(write_constant_value(constant));
  return make(expr);
}

// The mark is for one that is returned alone.
void Builder::mark_output() {
  auto& buffers = assembler_.program().buffers;
  Buffer* only = nullptr;
  for (size_t i = 0; i < buffers.size(); ++i) {
    if (is_returned(buffers[i]) || (returned_[i] && only != nullptr)) return;
    if (returned_[i]) only = &buffers[i];
  }
  if (only != nullptr) only->is_output = true;
}

Result<std::shared_ptr<const Program>> Builder::finish() {
  const uint32_t open = draft_.block().depth;
  if (open != 0) {
    return fail(Code::kInvalidArgument, open, " blocks are open at the end, the innermost at ",
                draft_.path(draft_.block().place), ". Fix: end each that was begun");
  }
  mark_output();
  assembler_.entry(DraftWriter(draft_, assembler_).write());
  return assembler_.finish();
}

}  // namespace vyre::ir
