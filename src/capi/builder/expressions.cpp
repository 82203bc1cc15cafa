#include <bit>

#include "capi/builder/builder.h"
#include "capi/core/constant.h"
#include "ir/program/display_name.h"
#include "vyre_driver_builder.h"

using vyre::Code;
using vyre::Result;
using vyre::ir::Builder;
using vyre::ir::ConstantValue;
using vyre::ir::Expr;
using vyre::ir::ExprKind;
using namespace vyre::capi;

namespace {

using Made = Result<Builder::Value>;

// Operators have the numbers that the header says.
#define SAME(kind, c_name, tag) static_assert(VYRE_##kind##_##c_name == (tag));
#define BINARY(name, c_name, json, tag, ...) SAME(BINARY, c_name, tag)
#define UNARY(name, c_name, json, tag, ...) SAME(UNARY, c_name, tag)
#define ATOMIC(name, c_name, json, tag, ...) SAME(ATOMIC, c_name, tag)
#include "ir/program/ops.def"
#undef SAME

Result<ExprKind> id_kind(uint32_t id) {
  constexpr ExprKind kKinds[] = {ExprKind::kInvocationId, ExprKind::kWorkgroupId,
                                 ExprKind::kLocalId, ExprKind::kSubgroupLocalId,
                                 ExprKind::kSubgroupSize};
  if (id >= VYRE_ID_INVOCATION && id <= VYRE_ID_SUBGROUP_SIZE) return kKinds[id - 1];
  return vyre::fail(Code::kInvalidArgument, "no id has the number ", id,
                    ". Fix: use a VYRE_ID_ constant");
}

// The operation of that number, without its operands.
Result<Expr> subgroup_operation(uint32_t op) {
  if (op == VYRE_SUBGROUP_SHUFFLE) return Expr{.kind = ExprKind::kSubgroupShuffle};
  if (op == VYRE_SUBGROUP_BALLOT) return Expr{.kind = ExprKind::kSubgroupBallot};
  const uint32_t tag = op == VYRE_SUBGROUP_ADD ? op : op - VYRE_SUBGROUP_MUL + 2;
  if (op >= VYRE_SUBGROUP_ADD && op <= VYRE_SUBGROUP_XOR) {
    return Expr{.kind = ExprKind::kSubgroupReduce, .op = static_cast<uint8_t>(tag)};
  }
  return vyre::fail(Code::kInvalidArgument, "no subgroup operation has the number ", op,
                    ". Fix: use a VYRE_SUBGROUP_ constant");
}

vyre::Status check_initial(std::string_view name, uint32_t kind, const vyre_constant& initial) {
  VYRE_RETURN_IF_ERROR(check_string(initial.name, "initial.name"));
  if (initial.kind != kind) {
    return vyre::fail(Code::kInvalidArgument, "initial is of kind ",
                      static_cast<uint32_t>(initial.kind), ", the constant of kind ", kind,
                      ". Fix: make both of one kind");
  }
  if (initial.name.size == 0 || view(initial.name) == name) return {};
  return vyre::fail(Code::kInvalidArgument, "initial has the name of another constant, ",
                    vyre::ir::display_name(view(initial.name)),
                    ". Fix: leave it empty, or give it that of the constant");
}

Result<ConstantValue> constant_of(std::string_view name, uint32_t kind,
                                  const vyre_constant* initial) {
  VYRE_RETURN_IF_ERROR(check_constant_kind(kind));
  ConstantValue constant{name, static_cast<vyre::ir::ConstantKind>(kind), std::nullopt};
  if (initial == nullptr) return constant;
  VYRE_RETURN_IF_ERROR(check_initial(name, kind, *initial));
  VYRE_ASSIGN_OR_RETURN(const auto value, constant_value_of(*initial));
  constant.initial = value.bits();
  return constant;
}

vyre_expr literal(vyre_builder* builder, const char* function, ExprKind kind, uint32_t bits) {
  return make_id<vyre_expr>(builder, function, {},
                            [&](Builder& b) { return b.literal(kind, bits); });
}

std::vector<Builder::Value> values_of(const vyre_expr* exprs, size_t count) {
  std::vector<Builder::Value> values;
  values.reserve(count);
  for (size_t i = 0; i < count; ++i) values.push_back(to_value(exprs[i]));
  return values;
}

}  // namespace

vyre_expr vyre_builder_u32(vyre_builder* builder, uint32_t value) {
  return literal(builder, __func__, ExprKind::kLitU32, value);
}

vyre_expr vyre_builder_i32(vyre_builder* builder, int32_t value) {
  return literal(builder, __func__, ExprKind::kLitI32, static_cast<uint32_t>(value));
}

vyre_expr vyre_builder_f32(vyre_builder* builder, float value) {
  return literal(builder, __func__, ExprKind::kLitF32, std::bit_cast<uint32_t>(value));
}

vyre_expr vyre_builder_bool(vyre_builder* builder, uint32_t value) {
  return literal(builder, __func__, ExprKind::kLitBool, value != 0 ? 1u : 0u);
}

vyre_expr vyre_builder_constant(vyre_builder* builder, vyre_string name, vyre_constant_kind kind,
                                const vyre_constant* initial) {
  return make_id<vyre_expr>(builder, __func__, {{name, "name"}}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const ConstantValue constant, constant_of(view(name), kind, initial));
    return b.constant(constant);
  });
}

vyre_expr vyre_builder_id(vyre_builder* builder, vyre_invocation_id id, uint32_t axis) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const ExprKind kind, id_kind(id));
    if (axis == 0 || id <= VYRE_ID_LOCAL) return b.id(kind, axis);
    return vyre::fail(Code::kInvalidArgument, "axis ", axis,
                      " of an id of the subgroup. Fix: pass 0");
  });
}

vyre_expr vyre_builder_length(vyre_builder* builder, vyre_parameter array) {
  return make_id<vyre_expr>(builder, __func__, {},
                            [&](Builder& b) { return b.length(to_parameter(array)); });
}

vyre_expr vyre_builder_load(vyre_builder* builder, vyre_parameter array, vyre_expr index) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) {
    return b.load(to_parameter(array), to_value(index));
  });
}

vyre_expr vyre_builder_binary(vyre_builder* builder, vyre_binary op, vyre_expr left,
                              vyre_expr right) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) {
    return b.binary(op, to_value(left), to_value(right));
  });
}

vyre_expr vyre_builder_unary(vyre_builder* builder, vyre_unary op, vyre_expr operand) {
  return make_id<vyre_expr>(builder, __func__, {},
                            [&](Builder& b) { return b.unary(op, to_value(operand)); });
}

vyre_expr vyre_builder_select(vyre_builder* builder, vyre_expr condition, vyre_expr yes,
                              vyre_expr no) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) {
    return b.select(to_value(condition), to_value(yes), to_value(no));
  });
}

vyre_expr vyre_builder_cast(vyre_builder* builder, vyre_type type, vyre_expr value) {
  return make_id<vyre_expr>(builder, __func__, {},
                            [&](Builder& b) { return b.cast(type, to_value(value)); });
}

vyre_expr vyre_builder_fma(vyre_builder* builder, vyre_expr a, vyre_expr b, vyre_expr c) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& rep) {
    return rep.fma(to_value(a), to_value(b), to_value(c));
  });
}

vyre_expr vyre_builder_atomic(vyre_builder* builder, vyre_atomic op, vyre_ordering ordering,
                              vyre_parameter array, vyre_expr index, vyre_expr expected,
                              vyre_expr value) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) {
    return b.atomic(op, ordering, to_parameter(array), to_value(index), to_value(expected),
                    to_value(value));
  });
}

vyre_expr vyre_builder_subgroup(vyre_builder* builder, vyre_subgroup op, vyre_expr value,
                                vyre_expr lane) {
  return make_id<vyre_expr>(builder, __func__, {}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const Expr operation, subgroup_operation(op));
    return b.subgroup(operation.kind, to_value(value), to_value(lane), operation.op);
  });
}

vyre_expr vyre_builder_call(vyre_builder* builder, vyre_string op_id, const vyre_expr* arguments,
                            size_t argument_count) {
  return make_id<vyre_expr>(builder, __func__, {{op_id, "op_id"}}, [&](Builder& b) -> Made {
    if (arguments == nullptr && argument_count != 0) return null_place("arguments");
    return b.call(view(op_id), values_of(arguments, argument_count));
  });
}

vyre_expr vyre_builder_opaque(vyre_builder* builder, vyre_string kind, const void* payload,
                              size_t size) {
  return make_id<vyre_expr>(builder, __func__, {{kind, "kind"}}, [&](Builder& b) -> Made {
    VYRE_RETURN_IF_ERROR(bytes_of(payload, size, "payload").status());
    return b.opaque(view(kind), std::span(static_cast<const uint8_t*>(payload), size));
  });
}
