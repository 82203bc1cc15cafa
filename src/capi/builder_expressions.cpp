#include <bit>

#include "capi/builder.h"
#include "capi/spec_value.h"

using vyre::Code;
using vyre::Result;
using vyre::ir::Builder;
using vyre::ir::ConstantValue;
using vyre::ir::ExprKind;
using namespace vyre::capi;

namespace {

using Made = Result<vyre_expr>;

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

Result<ExprKind> subgroup_kind(uint32_t op) {
  constexpr ExprKind kKinds[] = {ExprKind::kSubgroupAdd, ExprKind::kSubgroupShuffle,
                                 ExprKind::kSubgroupBallot};
  if (op >= VYRE_SUBGROUP_ADD && op <= VYRE_SUBGROUP_BALLOT) return kKinds[op - 1];
  return vyre::fail(Code::kInvalidArgument, "no subgroup operation has the number ", op,
                    ". Fix: use a VYRE_SUBGROUP_ constant");
}

Result<ConstantValue> spec_value(std::string_view name, uint32_t kind,
                                 const vyre_spec_value* initial) {
  VYRE_RETURN_IF_ERROR(check_constant_kind(kind));
  ConstantValue value{name, static_cast<vyre::ir::ConstantKind>(kind), std::nullopt};
  if (initial == nullptr) return value;
  VYRE_ASSIGN_OR_RETURN(const auto known, constant_value_of(*initial));
  if (static_cast<uint32_t>(known.kind()) != kind) {
    return vyre::fail(Code::kInvalidArgument, "the default is of kind ", initial->kind,
                      ", the value of kind ", kind, ". Fix: make both of one kind");
  }
  value.initial = known.bits();
  return value;
}

vyre_expr literal(vyre_builder* builder, const char* function, ExprKind kind, uint32_t bits) {
  return make_expr(builder, function, {}, [&](Builder& b) { return b.literal(kind, bits); });
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

vyre_expr vyre_builder_boolean(vyre_builder* builder, int32_t value) {
  return literal(builder, __func__, ExprKind::kLitBool, value != 0 ? 1u : 0u);
}

vyre_expr vyre_builder_id(vyre_builder* builder, uint32_t id, uint32_t axis) {
  return make_expr(builder, __func__, {}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const ExprKind kind, id_kind(id));
    if (axis == 0 || id <= VYRE_ID_LOCAL) return b.id(kind, axis);
    return vyre::fail(Code::kInvalidArgument, "axis ", axis,
                      " of an id of the subgroup. Fix: pass 0");
  });
}

vyre_expr vyre_builder_local(vyre_builder* builder, vyre_string name) {
  return make_expr(builder, __func__, {name}, [&](Builder& b) { return b.local(view(name)); });
}

vyre_expr vyre_builder_length(vyre_builder* builder, vyre_string buffer) {
  return make_expr(builder, __func__, {buffer}, [&](Builder& b) { return b.length(view(buffer)); });
}

vyre_expr vyre_builder_load(vyre_builder* builder, vyre_string buffer, vyre_expr index) {
  return make_expr(builder, __func__, {buffer},
                   [&](Builder& b) { return b.load(view(buffer), index); });
}

vyre_expr vyre_builder_binary(vyre_builder* builder, uint32_t op, vyre_expr left, vyre_expr right) {
  return make_expr(builder, __func__, {}, [&](Builder& b) { return b.binary(op, left, right); });
}

vyre_expr vyre_builder_unary(vyre_builder* builder, uint32_t op, vyre_expr operand) {
  return make_expr(builder, __func__, {}, [&](Builder& b) { return b.unary(op, operand); });
}

vyre_expr vyre_builder_select(vyre_builder* builder, vyre_expr condition, vyre_expr yes,
                              vyre_expr no) {
  return make_expr(builder, __func__, {}, [&](Builder& b) { return b.select(condition, yes, no); });
}

vyre_expr vyre_builder_cast(vyre_builder* builder, vyre_string type, vyre_expr value) {
  return make_expr(builder, __func__, {type},
                   [&](Builder& b) { return b.cast(view(type), value); });
}

vyre_expr vyre_builder_fma(vyre_builder* builder, vyre_expr a, vyre_expr b, vyre_expr c) {
  return make_expr(builder, __func__, {}, [&](Builder& rep) { return rep.fma(a, b, c); });
}

vyre_expr vyre_builder_atomic(vyre_builder* builder, uint32_t op, uint32_t ordering,
                              vyre_string buffer, vyre_expr index, vyre_expr expected,
                              vyre_expr value) {
  return make_expr(builder, __func__, {buffer}, [&](Builder& b) {
    return b.atomic(op, ordering, view(buffer), index, expected, value);
  });
}

vyre_expr vyre_builder_subgroup(vyre_builder* builder, uint32_t op, vyre_expr value,
                                vyre_expr lane) {
  return make_expr(builder, __func__, {}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const ExprKind kind, subgroup_kind(op));
    return b.subgroup(kind, value, lane);
  });
}

vyre_expr vyre_builder_call(vyre_builder* builder, vyre_string op_id, const vyre_expr* arguments,
                            size_t count) {
  return make_expr(builder, __func__, {op_id}, [&](Builder& b) -> Made {
    if (arguments == nullptr && count != 0) VYRE_RETURN_IF_ERROR(require(nullptr, "arguments"));
    return b.call(view(op_id), std::span(arguments, count));
  });
}

vyre_expr vyre_builder_opaque(vyre_builder* builder, vyre_string kind, const void* payload,
                              size_t size) {
  return make_expr(builder, __func__, {kind}, [&](Builder& b) -> Made {
    VYRE_RETURN_IF_ERROR(bytes_of(payload, size, "payload").status());
    return b.opaque(view(kind), std::span(static_cast<const uint8_t*>(payload), size));
  });
}

vyre_expr vyre_builder_spec_value(vyre_builder* builder, vyre_string name, uint32_t kind,
                                  const vyre_spec_value* initial) {
  return make_expr(builder, __func__, {name}, [&](Builder& b) -> Made {
    VYRE_ASSIGN_OR_RETURN(const ConstantValue value, spec_value(view(name), kind, initial));
    return b.constant_value(value);
  });
}

vyre_expr vyre_builder_let(vyre_builder* builder, vyre_string name, vyre_expr value) {
  return make_expr(builder, __func__, {name}, [&](Builder& b) { return b.let(view(name), value); });
}

vyre_expr vyre_builder_begin_loop(vyre_builder* builder, vyre_string name, vyre_expr from,
                                  vyre_expr to) {
  return make_expr(builder, __func__, {name},
                   [&](Builder& b) { return b.begin_loop(view(name), from, to); });
}
