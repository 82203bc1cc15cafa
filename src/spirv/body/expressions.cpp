#include "spirv/body/expressions.h"

#include <algorithm>

#include "ir/math/canonical_f32.h"
#include "ir/program/display_name.h"
#include "ir/program/tag_names.h"
#include "spirv/body/privatized_atomics.h"

namespace vyre::spirv {

namespace {

template <typename Tag>
std::string_view spelled(ir::spelling::Words words, Tag op) {
  const std::string_view word = ir::spelling::word(words, op);
  return word.empty() ? "an opaque operator" : word;
}

Kind literal_kind(ExprKind kind) {
  if (kind == ExprKind::kLitU32) return Kind::kU32;
  if (kind == ExprKind::kLitI32) return Kind::kI32;
  return kind == ExprKind::kLitF32 ? Kind::kF32 : Kind::kBool;
}

bool orders(BinOp op) {
  return op == BinOp::kLt || op == BinOp::kGt || op == BinOp::kLe || op == BinOp::kGe ||
         op == BinOp::kMin || op == BinOp::kMax;
}

}  // namespace

Value Expressions::part(ExprId id) {
  const ExprId first = on_.analysis.equal[id];
  if (const auto known = values_.find(first); known != values_.end()) return known->second;
  const Value value = lowered(id);
  if (on_.program.exprs[id].kind == ExprKind::kAtomic) values_.clear();
  values_.emplace(first, value);
  return value;
}

Value Expressions::lowered(ExprId id) {
  const Expr& expr = on_.program.exprs[id];
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
      return literal(id, expr);
    case ExprKind::kVar:
      return on_.locals.read_local(on_.analysis.declaration[id]);
    case ExprKind::kLoad:
      return load(id, expr);
    case ExprKind::kBufLen:
      return length(expr);
    case ExprKind::kInvocationId:
    case ExprKind::kWorkgroupId:
    case ExprKind::kLocalId:
      return lane_id(expr);
    case ExprKind::kBinOp:
      return binary(expr);
    case ExprKind::kUnOp:
      return unary(expr);
    case ExprKind::kSelect:
      return select(expr);
    case ExprKind::kCast:
      return on_.conversions.cast(part(expr.operands[0]), on_.program.types[expr.value].tag,
                                  on_.program.semantics);
    case ExprKind::kFma:
      return fused(expr);
    case ExprKind::kAtomic:
      return atomic(expr);
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
      return subgroup_id(expr.kind);
    case ExprKind::kBufferRef:
      return no_meaning("a whole buffer");
    case ExprKind::kOpaque:
      return opaque(expr);
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
      return results_.at(id);
    case ExprKind::kCall:
      return call(expr);
  }
  return {};
}

// A trap, where the oracle fails whatever the operands are.
// Subgroups are those of Subgroups, not of the device.
Value Expressions::subgroup_id(ExprKind kind) {
  const bool is_size = kind == ExprKind::kSubgroupSize;
  if (!ir::has_subgroup_ids(on_.program)) {
    return no_meaning(is_size ? "SubgroupSize" : "SubgroupLocalId");
  }
  if (is_size) return Value::of(Kind::kU32, on_.code.constant(ir::kSubgroupSize));
  const Id mask = on_.code.constant(ir::kSubgroupSize - 1);
  return Value::of(Kind::kU32, on_.code.word(SpvOpBitwiseAnd, on_.invocation.linear(), mask));
}

Value Expressions::no_meaning(std::string_view what) {
  on_.traps.raise(TrapKind::kNoMeaning, concat(what, " at ", on_.path.text()),
                  on_.code.constant(0));
  return {};
}

// Values travel as words: what goes into the function and comes out of it is of its own types.
Value Expressions::call(const Expr& expr) {
  const launch::OpFunction& function = on_.functions.find(on_.program.names[expr.name]);
  Words operands = {on_.functions.id_of(function)};
  for (size_t i = 0; i < function.inputs.size(); ++i) {
    const Value given = part(on_.program.arguments(expr)[i]);
    const DataType type = function.inputs[i];
    const Value value = on_.conversions.cast(given, type, on_.program.semantics);
    operands.push_back(type == DataType::kBool ? on_.conversions.truth(value)
                                               : as(function_type_of(on_.module, type), value));
  }
  const DataType type = function.output;
  const Id result = on_.code.emit(SpvOpFunctionCall, function_type_of(on_.module, type), operands);
  if (type == DataType::kBool) return Value::of_truth(result);
  if (type == DataType::kU32) return Value::of(Kind::kU32, result);
  const Id word = on_.code.word(SpvOpBitcast, result);
  if (type == DataType::kI32) return Value::of(Kind::kI32, word);
  return Value::of(Kind::kF32, on_.float32.bits.canonical(word));
}

// The word of |value| as a number of |type|.
Id Expressions::as(Id type, const Value& value) {
  const Id word = on_.conversions.word(value);
  return type == on_.module.u32_type() ? word : on_.code.emit(SpvOpBitcast, type, {word});
}

Value Expressions::lane_id(const Expr& expr) {
  if (expr.op > 2) return no_meaning(concat("axis ", uint32_t{expr.op}, " of an id"));
  if (expr.kind == ExprKind::kInvocationId) {
    return Value::of(Kind::kU32, on_.invocation.global(expr.op));
  }
  const bool of_workgroup = expr.kind == ExprKind::kWorkgroupId;
  return Value::of(
      Kind::kU32, of_workgroup ? on_.invocation.workgroup(expr.op) : on_.invocation.local(expr.op));
}

// A truth value is pushed as 0 or 1.
Value Expressions::literal(ExprId id, const Expr& expr) {
  const Kind kind = literal_kind(expr.kind);
  if (const std::optional<Id> word = on_.invocation.parameter(id)) return Value::of(kind, *word);
  if (kind != Kind::kBool) {
    const bool is_float = kind == Kind::kF32;
    return Value::of(kind,
                     on_.code.constant(is_float ? ir::canonical_f32(expr.value) : expr.value));
  }
  const uint32_t bit = expr.value != 0 ? 1 : 0;
  Value value = Value::of(kind, on_.code.constant(bit));
  value.truth = on_.code.module().boolean(bit != 0);
  return value;
}

Value Expressions::opaque(const Expr& expr) {
  if (const std::optional<Value> named = on_.specs.value(on_.program, expr)) return *named;
  return no_meaning(concat("opaque expression ", ir::display_name(on_.program.names[expr.name])));
}

Value Expressions::length(const Expr& expr) {
  const uint32_t buffer = on_.program.find_buffer(expr.name);
  if (on_.views[buffer].element.length_bits != 0) {
    return Value::of(Kind::kU32, on_.buffers.length(buffer));
  }
  return no_meaning(concat("the length of ", ir::display_name(on_.program.names[expr.name]),
                           ", whose elements have no size,"));
}

Value Expressions::load(ExprId id, const Expr& expr) {
  const uint32_t buffer = on_.program.find_buffer(expr.name);
  if (const std::optional<Id> word = on_.vectors.load(id, buffer)) {
    return loaded(buffer, {{*word}, on_.code.module().boolean(true)});
  }
  return load_element(buffer, part_u32(expr.operands[0], "the index of the load"));
}

Value Expressions::loaded(uint32_t buffer, const Buffers::Loaded& loaded) {
  const Element& element = on_.views[buffer].element;
  Value value;
  value.kinds = loaded_kinds(element);
  value.word = loaded.bits[0];
  std::copy(loaded.bits.begin() + 1, loaded.bits.end(), value.upper.begin());
  if (ir::is_half(element.repr)) {
    value.word = on_.conversions.loaded_half(element, value.word);
  } else if (value.kinds == KindSet(Kind::kF32)) {
    make_canonical(buffer, value);
  }
  if (!value.kinds.merged()) return value;
  const Id within = on_.conversions.number_of(loaded_kind(element));
  const Id outside = on_.conversions.number_of(outside_kind(element));
  value.kind = on_.code.select(loaded.inside, within, outside);
  return value;
}

// What is in workgroup memory was stored by this kernel.
void Expressions::make_canonical(uint32_t buffer, Value& loaded) {
  loaded.uncanonical = on_.optimizations.uncanonical_floats;
  if (on_.views[buffer].may_be_uncanonical) return;
  loaded.word = loaded.uncanonical ? on_.float32.bits.flushed(loaded.word)
                                   : on_.float32.bits.canonical(loaded.word);
}

Value Expressions::binary(const Expr& expr) {
  const Value left = part(expr.operands[0]);
  const Value right = part(expr.operands[1]);
  const Value narrowed = on_.conversions.narrowed(left);
  return binary_of(expr.bin_op(), narrowed, on_.conversions.narrowed(right));
}

// Both operands have to have the same kind, and the operator a result for it. Where only the run
// tells, the result is computed for each common kind and a mismatch traps.
Value Expressions::binary_of(BinOp op, const Value& left, const Value& right) {
  if (left.kinds.empty() || right.kinds.empty()) return {};
  const bool known = !left.kinds.merged() && left.kinds == right.kinds;
  if (known && result_kind(op, left.kinds.first())) {
    return binary_as(op, left.kinds.first(), left, right);
  }
  Value result;
  Id fits = on_.code.module().boolean(false);
  for (const Kind kind : kAllKinds) {
    if (!left.kinds.has(kind) || !right.kinds.has(kind) || !result_kind(op, kind)) continue;
    const Id is_left = on_.conversions.has_kind(left, kind);
    const Id is_kind =
        on_.code.test(SpvOpLogicalAnd, is_left, on_.conversions.has_kind(right, kind));
    const Value one = binary_as(op, kind, left, right, is_kind);
    fits = on_.code.test(SpvOpLogicalOr, fits, is_kind);
    result = merge(is_kind, one, result);
  }
  mismatch_unless(fits,
                  concat("operands of kind ", kind_names(left.kinds), " and ",
                         kind_names(right.kinds), " of ", spelled(ir::spelling::kBinOps, op)),
                  on_.conversions.word(right));
  return result;
}

// |applies|: whether the operands are of that kind, where only the run tells.
Value Expressions::binary_as(BinOp op, Kind kind, const Value& left, const Value& right,
                             Id applies) {
  if (kind == Kind::kBool) return bool_binary(op, left, right);
  if (kind == Kind::kU64) {
    Pair a = on_.conversions.pair(left);
    if (orders(op)) a.high = hidden(a.high);
    return on_.uint64.binary(op, a, on_.conversions.pair(right));
  }
  if (kind == Kind::kF32) return float_binary(op, left, right);
  const Id a = on_.conversions.word(left);
  const Id b = on_.conversions.word(right);
  const bool divides = kind == Kind::kI32 && ir::ops::has(op, ir::ops::kDivides);
  return divides ? signed_division(op, a, b, applies) : integer_binary(on_.code, op, kind, a, b);
}

// A trap where there is no quotient, with the value that is divided. The invocation goes on with
// the one that pipelines may ask for: a small one, which may be the bound of a loop.
Value Expressions::signed_division(BinOp op, Id a, Id b, Id applies) {
  const NoQuotient none = no_quotient(on_.code, a, b);
  if (none.any != kNoId && !on_.source.kernel.division_gives_zero) {
    const Id fails =
        applies == kNoId ? none.any : on_.code.test(SpvOpLogicalAnd, none.any, applies);
    const std::string_view name = spelled(ir::spelling::kBinOps, op);
    on_.traps.raise_if(fails, division_trap(none), concat(name, " at ", on_.path.text()), a, name);
  }
  return Value::of(Kind::kI32, signed_quotient(on_.code, op, a, b, none));
}

Id Expressions::division_trap(const NoQuotient& none) {
  const Id by_zero = on_.traps.number_of(TrapKind::kDivisionByZero);
  const Id overflow = on_.traps.number_of(TrapKind::kDivisionOverflow);
  if (none.overflows == kNoId) return by_zero;
  return none.by_zero == kNoId ? overflow : on_.code.select(none.by_zero, by_zero, overflow);
}

// Elsewhere words stay canonical: a compiler that flushes asks a quotient, not its word, whether it
// is zero when nothing but the flush stands between.
Value Expressions::float_binary(BinOp op, const Value& left, const Value& right) {
  const bool is_sum = op == BinOp::kAdd || op == BinOp::kSub || op == BinOp::kMul;
  if (is_sum && on_.optimizations.uncanonical_floats && !left.kinds.merged() &&
      !right.kinds.merged()) {
    const Id a = on_.conversions.float_word(left);
    return on_.float32.uncanonical_binary(op, a, on_.conversions.float_word(right));
  }
  const Id a = on_.conversions.word(left);
  return on_.float32.binary(op, a, on_.conversions.word(right));
}

Value Expressions::bool_binary(BinOp op, const Value& left, const Value& right) {
  const Id a = on_.conversions.truth(left);
  const Id b = on_.conversions.truth(right);
  const auto of = [&](SpvOp instruction) {
    return Value::of_truth(on_.code.test(instruction, a, b));
  };
  if (op == BinOp::kEq) return of(SpvOpLogicalEqual);
  if (op == BinOp::kNe) return of(SpvOpLogicalNotEqual);
  return of(op == BinOp::kAnd ? SpvOpLogicalAnd : SpvOpLogicalOr);
}

Value Expressions::unary(const Expr& expr) {
  const UnOp op = expr.un_op();
  const Value operand = on_.conversions.narrowed(part(expr.operands[0]));
  if (operand.kinds.empty()) return {};
  if (!operand.kinds.merged() && result_kind(op, operand.kinds.first())) {
    return unary_as(op, operand.kinds.first(), operand);
  }
  Value result;
  Id fits = on_.code.module().boolean(false);
  for (const Kind kind : kAllKinds) {
    if (!operand.kinds.has(kind) || !result_kind(op, kind)) continue;
    const Id is_kind = on_.conversions.has_kind(operand, kind);
    fits = on_.code.test(SpvOpLogicalOr, fits, is_kind);
    result = merge(is_kind, unary_as(op, kind, operand), result);
  }
  mismatch_unless(fits,
                  concat("an operand of kind ", kind_names(operand.kinds), " of ",
                         spelled(ir::spelling::kUnOps, op)),
                  on_.conversions.word(operand));
  return result;
}

// NVIDIA's compiler counts the bits of some loaded bytes as if they went on with their sign, unless
// it cannot tell that it counts a byte; and takes b - 1 < c, where b is 0 or 1, for b < c + 1, also
// where c is 0 by an extended product, unless it cannot tell that b is 0 or 1.
Id Expressions::hidden(Id word) {
  return on_.code.word(SpvOpBitwiseXor, word, on_.invocation.hidden_zero());
}

Value Expressions::unary_as(UnOp op, Kind kind, const Value& operand) {
  if (kind == Kind::kBool) {
    return Value::of_truth(on_.code.test(SpvOpLogicalNot, on_.conversions.truth(operand)));
  }
  if (kind == Kind::kU64) {
    Pair pair = on_.conversions.pair(operand);
    if (op == UnOp::kPopcount) pair.low = hidden(pair.low);
    return on_.uint64.unary(op, pair);
  }
  const Id word = on_.conversions.word(operand);
  if (kind == Kind::kF32) return on_.float32.unary(op, word);
  return integer_unary(on_.code, op, kind, op == UnOp::kPopcount ? hidden(word) : word);
}

Value Expressions::select(const Expr& expr) {
  const Id condition = on_.conversions.truth(part(expr.operands[0]));
  const Value yes = part(expr.operands[1]);
  return merge(condition, yes, part(expr.operands[2]));
}

// condition ? yes : no, with a kind of its own where the two differ.
Value Expressions::merge(Id condition, const Value& yes, const Value& no) {
  if (yes.kinds.empty()) return no;
  if (no.kinds.empty()) return yes;
  if (yes.truth != kNoId && no.truth != kNoId) {
    return Value::of_truth(on_.code.select_test(condition, yes.truth, no.truth));
  }
  Value merged;
  merged.kinds = yes.kinds | no.kinds;
  merged.uncanonical = !merged.kinds.merged() && (yes.uncanonical || no.uncanonical);
  const auto word = [&](const Value& value) {
    return merged.uncanonical ? on_.conversions.float_word(value) : on_.conversions.word(value);
  };
  const Id yes_word = on_.float32.hidden(word(yes));
  merged.word = on_.code.select(condition, yes_word, word(no));
  if (merged.kinds.merged()) {
    const Id yes_kind = on_.conversions.kind_number(yes);
    merged.kind = on_.code.select(condition, yes_kind, on_.conversions.kind_number(no));
  }
  for (size_t i = 0; i < merged.upper.size(); ++i) {
    if (yes.upper[i] == kNoId && no.upper[i] == kNoId) continue;
    const Id yes_upper = on_.float32.hidden(on_.conversions.upper(yes, i));
    merged.upper[i] = on_.code.select(condition, yes_upper, on_.conversions.upper(no, i));
  }
  return merged;
}

void Expressions::mismatch_unless(Id fits, std::string_view what, Id value) {
  on_.traps.raise_if(on_.code.test(SpvOpLogicalNot, fits), TrapKind::kKindMismatch,
                     concat(what, " at ", on_.path.text()), value);
}

Value Expressions::fused(const Expr& expr) {
  const Id a = fma_operand(expr.operands[0]);
  const Id b = fma_operand(expr.operands[1]);
  const Id c = fma_operand(expr.operands[2]);
  return Value::of(Kind::kF32, on_.float32.fma(a, b, c));
}

// A u32 stands for the f32 of those bits.
Id Expressions::fma_operand(ExprId id) {
  const Value value = on_.conversions.narrowed(part(id));
  const Id is_f32 = on_.conversions.has_kind(value, Kind::kF32);
  const Id is_u32 = on_.conversions.has_kind(value, Kind::kU32);
  if (value.kinds != KindSet(Kind::kF32) && !value.kinds.empty()) {
    mismatch_unless(on_.code.test(SpvOpLogicalOr, is_f32, is_u32),
                    concat("an operand of kind ", kind_names(value.kinds), " of Fma"),
                    on_.conversions.word(value));
  }
  const Id bits = on_.conversions.word(value);
  return value.kinds == KindSet(Kind::kF32) ? bits : on_.float32.bits.canonical(bits);
}

// Why the oracle fails at an atomic; empty where it does not.
std::string_view Expressions::atomic_lack(const Expr& expr) const {
  const AtomicOp op = expr.atomic_op();
  const bool has_expected = expr.operands[1] != ir::kNone;
  if (has_expected != (op == AtomicOp::kCompareExchange)) {
    return ", whose expected value does not suit it";
  }
  if (!ir::ops::is_defined(op)) return ", which is not defined";
  const ir::Buffer& buffer = on_.program.buffers[on_.program.find_buffer(expr.name)];
  const bool suits = buffer.access == ir::Access::kReadWrite &&
                     on_.program.types[buffer.element].tag == DataType::kU32;
  return suits ? "" : ", which is not a ReadWrite buffer of U32";
}

Value Expressions::atomic(const Expr& expr) {
  if (const std::string_view lack = atomic_lack(expr); !lack.empty()) {
    return no_meaning(concat("atomic ", spelled(ir::spelling::kAtomicOps, expr.atomic_op()), " on ",
                             ir::display_name(on_.program.names[expr.name]), lack));
  }
  const Id index = part_u32(expr.operands[0], "the index of the atomic");
  const bool exchanges = expr.atomic_op() == AtomicOp::kCompareExchange;
  const Id expected =
      exchanges ? part_u32(expr.operands[1], "the expected value of the atomic") : kNoId;
  const Id value = part_u32(expr.operands[2], "the value of the atomic");
  const uint32_t buffer = on_.program.find_buffer(expr.name);
  return Value::of(Kind::kU32, on_.views[buffer].privatized
                                   ? privatized_atomic(on_, buffer, index, value)
                                   : on_.buffers.atomic(buffer, expr, index, expected, value));
}

}  // namespace vyre::spirv
