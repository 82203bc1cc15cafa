#include <array>
#include <optional>

#include "ir/json/read_body.h"

namespace vyre::ir::json {

// The key that tells the kind of an expression, and the other keys it may have.
struct ExprForm {
  ExprKind kind;
  std::array<std::string_view, 6> keys;  // the telling one first
};

namespace {

constexpr ExprForm kExpressions[] = {
    {ExprKind::kLitU32, {"u32"}},
    {ExprKind::kLitI32, {"i32"}},
    {ExprKind::kLitF32, {"f32"}},
    {ExprKind::kLitBool, {"bool"}},
    {ExprKind::kOpaque, {"u64"}},
    {ExprKind::kOpaque, {"i64"}},
    {ExprKind::kOpaque, {"f64"}},
    {ExprKind::kVar, {"var"}},
    {ExprKind::kLoad, {"load", "at"}},
    {ExprKind::kBufLen, {"buf_len"}},
    {ExprKind::kInvocationId, {"invocation_id"}},
    {ExprKind::kWorkgroupId, {"workgroup_id"}},
    {ExprKind::kLocalId, {"local_id"}},
    {ExprKind::kBinOp, {"binary", "of"}},
    {ExprKind::kUnOp, {"unary", "of"}},
    {ExprKind::kCall, {"call", "args"}},
    {ExprKind::kSelect, {"select"}},
    {ExprKind::kCast, {"cast", "value"}},
    {ExprKind::kAtomic, {"atomic", "buffer", "at", "expected", "value", "ordering"}},
    {ExprKind::kFma, {"fma"}},
    {ExprKind::kSubgroupAdd, {"subgroup_add"}},
    {ExprKind::kSubgroupShuffle, {"subgroup_shuffle"}},
    {ExprKind::kSubgroupBallot, {"subgroup_ballot"}},
    {ExprKind::kSubgroupLocalId, {"subgroup_local_id"}},
    {ExprKind::kSubgroupSize, {"subgroup_size"}},
    {ExprKind::kOpaque, {"spec", "type", "default"}},
    {ExprKind::kOpaque, {"opaque", "payload"}},
};

// The form that |key| tells. Operators are known by their own words and have no other key.
std::optional<ExprForm> find_form(std::string_view key) {
  for (const ExprForm& form : kExpressions) {
    if (form.keys[0] == key) return form;
  }
  if (spelling::find(spelling::kBinOps, key)) return ExprForm{ExprKind::kBinOp, {key}};
  if (spelling::find(spelling::kUnOps, key)) return ExprForm{ExprKind::kUnOp, {key}};
  return std::nullopt;
}

}  // namespace

bool BodyReader::expr(JsonValue value, ExprId& id) {
  if (!enter()) return false;
  Expr expr;
  bool read = false;
  switch (value.kind()) {
    case JsonValue::Kind::kNumber:
      read = in_.u32(value, expr.value);
      break;
    case JsonValue::Kind::kBool:
      expr = {.kind = ExprKind::kLitBool, .value = value.boolean() ? 1u : 0u};
      read = true;
      break;
    case JsonValue::Kind::kString:
      expr.kind = ExprKind::kVar;
      read = in_.name(value, expr.name);
      break;
    case JsonValue::Kind::kObject:
      read = expr_object(value, expr);
      break;
    case JsonValue::Kind::kNull:
    case JsonValue::Kind::kArray:
      read = in_.bad(concat("expected an expression, found ", kind_name(value.kind())),
                     "write a number, true or false, the name of a local, or an object");
  }
  if (!read) return false;
  --depth_;
  id = out_.add(expr);
  return true;
}

bool BodyReader::expr_object(JsonValue object, Expr& expr) {
  for (const JsonValue member : object) {
    const std::optional<ExprForm> form = find_form(member.key());
    if (!form) continue;
    expr.kind = form->kind;
    return in_.inside(member.key(), [&] {
      return in_.known_keys(object, form->keys) && expr_fields(member.key(), object, member, expr);
    });
  }
  return in_.bad("no key tells the kind of the expression",
                 "use an operator like add, or one of f32, i32, load, select, cast, atomic, ...");
}

bool BodyReader::expr_fields(std::string_view name, JsonValue object, JsonValue main, Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kLitU32:
      return in_.u32(main, expr.value);
    case ExprKind::kLitI32:
      return in_.i32(main, expr.value);
    case ExprKind::kLitF32:
      return in_.f32(main, expr.value);
    case ExprKind::kLitBool: {
      bool value = false;
      if (!in_.boolean(main, value)) return false;
      expr.value = value ? 1 : 0;
      return true;
    }
    case ExprKind::kVar:
    case ExprKind::kBufLen:
      return in_.name(main, expr.name);
    case ExprKind::kLoad:
      return in_.name(main, expr.name) && expr_field(object, "at", expr.operands[0]);
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
      return axis(main, expr.op);
    case ExprKind::kBinOp:
      return binary(object, main, expr);
    case ExprKind::kUnOp:
      return unary(object, main, expr);
    case ExprKind::kCall:
      return in_.name(main, expr.name) && in_.optional(object, "args", [&](JsonValue array) {
        return arguments(array, expr.args);
      });
    case ExprKind::kSelect:
    case ExprKind::kFma:
      return operands(main, expr, 3);
    case ExprKind::kCast:
      return in_.type(main, expr.value) && expr_field(object, "value", expr.operands[0]);
    case ExprKind::kAtomic:
      return atomic(object, main, expr);
    case ExprKind::kSubgroupAdd:
    case ExprKind::kSubgroupBallot:
      return this->expr(main, expr.operands[0]);
    case ExprKind::kSubgroupShuffle:
      return operands(main, expr, 2);
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return flag(main);
    case ExprKind::kOpaque:
      return opaque_expr(name, object, main, expr);
  }
  return false;
}

bool BodyReader::operands(JsonValue array, Expr& expr, uint32_t count) {
  if (!in_.expect_size(array, count)) return false;
  uint32_t next = 0;
  return in_.each(array, [&](JsonValue value) { return this->expr(value, expr.operands[next++]); });
}

bool BodyReader::arguments(JsonValue array, Range& list) {
  std::vector<ExprId> ids;
  const auto read = [&](JsonValue value) {
    ExprId id = kNone;
    if (!expr(value, id)) return false;
    ids.push_back(id);
    return true;
  };
  if (!in_.each(array, read)) return false;
  list = out_.list(ids);
  return true;
}

bool BodyReader::axis(JsonValue value, uint8_t& axis) {
  if (value.is(JsonValue::Kind::kNumber)) return in_.u8(value, axis);
  return in_.word(value, spelling::kAxes, axis);
}

bool BodyReader::binary(JsonValue object, JsonValue main, Expr& expr) {
  if (const auto op = spelling::find(spelling::kBinOps, main.key())) {
    expr.op = *op;
    return operands(main, expr, 2);
  }
  expr.op = static_cast<uint8_t>(BinOp::kOpaque);
  return in_.extension_id(main, expr.value) &&
         in_.member(object, "of", [&](JsonValue array) { return operands(array, expr, 2); });
}

bool BodyReader::unary(JsonValue object, JsonValue main, Expr& expr) {
  if (const auto op = spelling::find(spelling::kUnOps, main.key())) {
    expr.op = *op;
    return this->expr(main, expr.operands[0]);
  }
  expr.op = static_cast<uint8_t>(UnOp::kOpaque);
  return in_.extension_id(main, expr.value) && expr_field(object, "of", expr.operands[0]);
}

bool BodyReader::atomic(JsonValue object, JsonValue main, Expr& expr) {
  if (main.is(JsonValue::Kind::kNumber)) {
    expr.op = static_cast<uint8_t>(AtomicOp::kOpaque);
    if (!in_.extension_id(main, expr.value)) return false;
  } else if (!in_.word(main, spelling::kAtomicOps, expr.op)) {
    return false;
  }
  const auto ordering = [&](JsonValue value) {
    return in_.word(value, spelling::kOrderings, expr.ordering);
  };
  const auto expected = [&](JsonValue value) { return this->expr(value, expr.operands[1]); };
  return name_field(object, "buffer", expr.name) && expr_field(object, "at", expr.operands[0]) &&
         in_.optional(object, "expected", expected) &&
         expr_field(object, "value", expr.operands[2]) &&
         in_.optional(object, "ordering", ordering);
}

bool BodyReader::constant_default(JsonValue given, ConstantValue& value) {
  uint32_t bits = 0;
  switch (value.kind) {
    case ConstantKind::kU32:
      if (!in_.u32(given, bits)) return false;
      break;
    case ConstantKind::kI32:
      if (!in_.i32(given, bits)) return false;
      break;
    case ConstantKind::kF32:
      if (!in_.f32(given, bits)) return false;
      break;
    case ConstantKind::kBool: {
      bool is_set = false;
      if (!in_.boolean(given, is_set)) return false;
      bits = is_set ? 1 : 0;
      break;
    }
    case ConstantKind::kElementType:
      if (!in_.plain_type(given, bits)) return false;
  }
  value.initial = bits;
  return true;
}

bool BodyReader::constant_value(JsonValue object, JsonValue main, Expr& expr) {
  ConstantValue value;
  std::vector<uint8_t> bytes;
  const auto kind = [&](JsonValue given) { return in_.spec_kind(given, value.kind); };
  const auto initial = [&](JsonValue given) { return constant_default(given, value); };
  if (!in_.name_text(main, value.name, bytes) || !in_.member(object, "type", kind) ||
      !in_.optional(object, "default", initial)) {
    return false;
  }
  const std::string mistake = find_mistake(value);
  if (!mistake.empty()) return in_.bad(mistake, "give the value a name of its own");
  expr.name = out_.name(kConstantKind);
  expr.args = out_.payload(write_constant_value(value));
  return true;
}

// A 64-bit literal, which is an extension with eight payload bytes, a specialization value, or any
// other extension.
bool BodyReader::opaque_expr(std::string_view name, JsonValue object, JsonValue main, Expr& expr) {
  if (name == "spec") return constant_value(object, main, expr);
  if (name == "opaque") return opaque(object, main, expr.name, expr.args);
  uint64_t bits = 0;
  int64_t number = 0;
  if (name == "u64" && !in_.u64(main, bits)) return false;
  if (name == "f64" && !in_.f64(main, bits)) return false;
  if (name == "i64") {
    if (!in_.i64(main, number)) return false;
    bits = static_cast<uint64_t>(number);
  }
  std::array<uint8_t, 8> payload;
  for (size_t i = 0; i < payload.size(); ++i) payload[i] = static_cast<uint8_t>(bits >> (8 * i));
  expr.name = out_.name(concat("vyre.literal.", name));
  expr.args = out_.payload(payload);
  return true;
}

bool BodyReader::flag(JsonValue value) {
  bool is_set = false;
  if (!in_.boolean(value, is_set)) return false;
  return is_set || in_.bad("false here means nothing", "write true");
}

}  // namespace vyre::ir::json
