#include "expressions.h"

#include "differential/model/tree.h"
#include "differential/model/values.h"
#include "ir/program/tag_names.h"

namespace vyre::differential {
namespace {

using ir::BinOp;
using ir::ExprKind;
using Kind = Sort::Kind;

// Whether a value of sort |from| may stand where |to| is wanted.
bool suits(const Sort& from, const Sort& to) {
  if (from == to) return true;
  if (to.kind == Kind::kU64) return from.kind == Kind::kSmallU64;
  if (to.kind == Kind::kEitherWord)
    return from.kind == Kind::kU32 || from.kind == Kind::kSignedWord;
  return to.kind == Kind::kEitherBool &&
         (from.kind == Kind::kBool || from.kind == Kind::kLoadedBool);
}

// Validation refuses a literal zero as a divisor, also under casts.
void avoid_literal_zero(Expression& divisor) {
  Expression* inner = &divisor;
  while (inner->record.kind == ExprKind::kCast) inner = &inner->operands[0];
  const ExprKind kind = inner->record.kind;
  uint32_t& bits = inner->record.value;
  if ((kind == ExprKind::kLitU32 || kind == ExprKind::kLitI32) && bits == 0) bits = 3;
  if (kind == ExprKind::kLitF32 && (bits & 0x7FFFFFFFu) == 0) bits |= 0x3F800000u;
}

using Weighted = std::vector<std::pair<Sort, uint32_t>>;

const Weighted kSorts = [] {
  const std::pair<Kind, uint32_t> kinds[] = {
      {Kind::kU32, 30},       {Kind::kI32, 14},       {Kind::kF32, 22},
      {Kind::kBool, 8},       {Kind::kLoadedBool, 4}, {Kind::kSignedWord, 6},
      {Kind::kEitherWord, 6}, {Kind::kEitherBool, 5}, {Kind::kU64, 12},
      {Kind::kSmallU64, 3},   {Kind::kWideWord, 8},   {Kind::kF64, 8}};
  Weighted sorts;
  for (const auto& [kind, weight] : kinds) sorts.emplace_back(sort(kind), weight);
  const Weighted raws = {{raw("U8", 1), 5},       {raw("U8", 4), 3},  {raw("I8", 1), 3},
                         {raw("U16", 2), 3},      {raw("I16", 2), 3}, {raw("I64", 8), 3},
                         {raw("I16", 4), 3},      {raw("U16", 8), 2}, {raw("Vec2U32", 8), 3},
                         {raw("Vec4U32", 16), 3}, {raw("F16", 2), 2}, {raw("I4", 1), 1}};
  sorts.insert(sorts.end(), raws.begin(), raws.end());
  return sorts;
}();

}  // namespace

bool Expressions::may_load(const Sort& sort) const {
  return features_.allows(sort) && element_of(sort.type).loaded == sort;
}

Sort Expressions::draw_sort() {
  std::vector<uint32_t> weights;
  for (const auto& [each, weight] : kSorts) weights.push_back(features_.allows(each) ? weight : 0);
  return kSorts[random_.weighted(weights)].first;
}

Expression Expressions::make(const Sort& wanted, uint32_t depth) {
  --left_;
  if (wanted.kind == Kind::kEitherWord && random_.percent(60)) {
    return make(sort(random_.percent(50) ? Kind::kU32 : Kind::kSignedWord), depth);
  }
  if (wanted.kind == Kind::kEitherBool && random_.percent(60)) {
    return make(sort(random_.percent(50) ? Kind::kBool : Kind::kLoadedBool), depth);
  }
  if (depth == 0 || left_ <= 0) return leaf(wanted);
  const bool is_f32 = wanted.kind == Kind::kF32, is_word = wanted.kind == Kind::kU32;
  const uint32_t weights[] = {
      20,
      50,
      may_load(wanted) ? 20u : 0,
      8,
      is_f32 ? 8u : 0,
      is_word && features_.has(Feature::kAtomics) && !atomics_forbidden_ ? 5u : 0,
      features_.has(Feature::kRisky) ? 3u : 0};
  switch (random_.weighted(weights)) {
    case 1:
      if (const Rule* rule = draw_rule(wanted)) return apply(*rule, depth);
      return leaf(wanted);
    case 2:
      return load(wanted, depth);
    case 3:
      return select(wanted, depth);
    case 4:
      return fma(depth);
    case 5:
      return owned_atomic(depth);
    case 6:
      return risky(wanted, depth);
    default:
      return leaf(wanted);
  }
}

const Rule* Expressions::draw_rule(const Sort& wanted) {
  const bool may_cost = costly_left_ > 0 && features_.has(Feature::kTranscendental);
  const std::vector<uint32_t>& list = rules_for(wanted, may_cost);
  for (int attempt = 0; attempt < 5 && !list.empty(); ++attempt) {
    const Rule& rule = rules()[random_.pick(list)];
    if (!features_.allows(rule.operand)) continue;
    return &rule;
  }
  return nullptr;
}

Expression Expressions::apply(const Rule& rule, uint32_t depth) {
  note(rule.name);
  if (rule.costly) --costly_left_;
  const uint32_t below = depth > 0 ? depth - 1 : 0;
  Expression first = make(rule.operand, below);
  if (rule.what == Rule::What::kCast) return tree::cast(rule.result.type, std::move(first));
  if (rule.what == Rule::What::kUnary)
    return tree::unary(static_cast<ir::UnOp>(rule.op), std::move(first));
  const auto op = static_cast<BinOp>(rule.op);
  Expression second =
      rule.positive_divisor && !(features_.has(Feature::kRisky) && random_.percent(30))
          ? divisor(rule, below)
          : make(rule.operand, below);
  if (op == BinOp::kDiv || op == BinOp::kMod) avoid_literal_zero(second);
  return tree::binary(op, std::move(first), std::move(second));
}

// Neither 0 nor -1.
Expression Expressions::divisor(const Rule& rule, uint32_t depth) {
  const uint32_t least = random_.between(1, 9);
  if (rule.operand.kind == Kind::kI32) {
    if (random_.percent(40)) return tree::i32(random_.percent(50) ? least : ~least);
    return tree::binary(BinOp::kMax, make(rule.operand, depth), tree::i32(least));
  }
  Expression positive = tree::binary(BinOp::kBitAnd, tree::i32(least), tree::i32(least | 16));
  return tree::binary(BinOp::kMax, make(rule.operand, depth), std::move(positive));
}

Expression Expressions::select(const Sort& wanted, uint32_t depth) {
  note("select");
  Expression decision = condition(depth - 1, true);
  Expression yes = make(wanted, depth - 1);
  Expression no = make(wanted, depth - 1);
  return tree::node(ExprKind::kSelect, {std::move(decision), std::move(yes), std::move(no)});
}

Expression Expressions::fma(uint32_t depth) {
  note("fma");
  Expression a = make(sort(Kind::kF32), depth - 1);
  Expression b = make(sort(Kind::kF32), depth - 1);
  Expression c = make(sort(Kind::kF32), depth - 1);
  return tree::node(ExprKind::kFma, {std::move(a), std::move(b), std::move(c)});
}

Expression Expressions::load(const Sort& wanted, uint32_t depth) {
  note(concat("load of ", wanted.type));
  const Memory::Buffer buffer = memory_.to_load(wanted.type);
  const std::string name = memory_.name(buffer);
  if (buffer.state == Memory::State::kOwn) return tree::load(name, memory_.own_index(buffer));
  if (buffer.was_owned) note("grid.read_of_others");
  return tree::load(name, depth > 0 ? index(depth - 1) : index(0));
}

Expression Expressions::index(uint32_t depth) {
  if (features_.has(Feature::kPlain) && random_.percent(85)) return memory_.linear_id(false);
  const uint32_t weights[] = {45, 15, 12, 10, 10, 8};
  switch (random_.weighted(weights)) {
    case 0:
      return memory_.linear_id(random_.percent(25));
    case 1: {
      Expression value = make(sort(Kind::kU32), depth);
      Expression length = tree::length(memory_.name(memory_.to_measure()));
      return tree::binary(BinOp::kMod, std::move(value), std::move(length));
    }
    case 2: {
      Expression value = make(sort(Kind::kU32), depth);
      const uint32_t mask = (2u << random_.below(6)) - 1;
      return tree::binary(BinOp::kBitAnd, std::move(value), tree::u32(mask));
    }
    case 3:
      return tree::u32(random_.below(12));
    case 4:
      note("index out of bounds");
      return make(sort(Kind::kU32), depth);
    default:
      return features_.has(Feature::kPlain) ? make(sort(Kind::kU32), depth) : odd_index(depth);
  }
}

// Values that are no U32 and are converted to one.
Expression Expressions::odd_index(uint32_t depth) {
  Expression small = tree::binary(BinOp::kBitAnd, make(sort(Kind::kU32), depth), tree::u32(31));
  const uint32_t weights[] = {25, 25, 25, 25};
  switch (random_.weighted(weights)) {
    case 0:
      return make(sort(random_.percent(50) ? Kind::kBool : Kind::kLoadedBool), depth);
    case 1:
      return tree::binary(BinOp::kBitAnd, make(sort(Kind::kI32), depth), tree::i32(15));
    case 2:
      return tree::binary(BinOp::kAdd, tree::cast("F32", std::move(small)), tree::f32(0x3F400000));
    default:
      return tree::cast("I32", std::move(small));
  }
}

Expression Expressions::owned_atomic(uint32_t depth) {
  static constexpr ir::AtomicOp kOps[] = {ir::AtomicOp::kAdd,
                                          ir::AtomicOp::kOr,
                                          ir::AtomicOp::kAnd,
                                          ir::AtomicOp::kXor,
                                          ir::AtomicOp::kMin,
                                          ir::AtomicOp::kMax,
                                          ir::AtomicOp::kExchange,
                                          ir::AtomicOp::kCompareExchange,
                                          ir::AtomicOp::kCompareExchange,
                                          ir::AtomicOp::kLruUpdate};
  const Memory::Buffer buffer = memory_.for_atomics(true);
  const ir::AtomicOp op = kOps[next_atomic_++ % std::size(kOps)];
  note(concat("atomic ", ir::spelling::word(ir::spelling::kAtomicOps, op)));
  note("atomic result");
  std::vector<Expression> operands = {memory_.own_index(buffer)};
  operands.push_back(make(sort(Kind::kU32), depth - 1));
  if (op == ir::AtomicOp::kCompareExchange) operands.push_back(tree::u32(random_.below(4)));
  Expression made = tree::node(ExprKind::kAtomic, std::move(operands), static_cast<uint8_t>(op));
  made.name = memory_.name(buffer);
  made.record.ordering = static_cast<ir::Ordering>(random_.below(5));
  return made;
}

// Validates, and may fail where it is executed.
Expression Expressions::risky(const Sort& wanted, uint32_t depth) {
  if (wanted.kind == Kind::kBool) {
    Expression left = make(sort(Kind::kLoadedBool), depth - 1);
    return tree::binary(BinOp::kEq, std::move(left), make(sort(Kind::kBool), depth - 1));
  }
  if (wanted.kind == Kind::kU32) {
    Expression left = make(sort(Kind::kSignedWord), depth - 1);
    return tree::binary(BinOp::kMin, std::move(left), make(sort(Kind::kU32), depth - 1));
  }
  if (may_load(wanted)) {
    const Memory::Buffer buffer = memory_.to_load(wanted.type);
    if (buffer.state == Memory::State::kRead)
      return tree::load(memory_.name(buffer), make(sort(Kind::kI32), depth - 1));
  }
  return leaf(wanted);
}

Expression Expressions::condition(uint32_t depth, bool any) {
  const uint32_t weights[] = {60, 8, 8, 5, 5, any ? 14u : 0u};
  switch (random_.weighted(weights)) {
    case 0:
      return make(sort(Kind::kBool), depth);
    case 1:
      return make(sort(Kind::kU32), depth);
    case 2:
      return make(sort(Kind::kLoadedBool), depth);
    case 3:
      return make(sort(Kind::kSignedWord), depth);
    case 4:
      return tree::binary(BinOp::kLt, memory_.linear_id(false),
                          tree::u32(random_.below(memory_.lanes(false) + 1)));
    default:
      return make(draw_sort(), depth);
  }
}

Expression Expressions::uniform_word(uint32_t depth) {
  static constexpr BinOp kOps[] = {BinOp::kAdd, BinOp::kMul, BinOp::kMin, BinOp::kBitXor,
                                   BinOp::kShr};
  const uint32_t weights[] = {30, 25, 25, depth > 0 ? 25u : 0u};
  switch (random_.weighted(weights)) {
    case 0:
      return tree::u32(random_.below(8));
    case 1:
      note("workgroup id");
      return tree::id(ExprKind::kWorkgroupId, random_.below(3));
    case 2: {
      const auto local = scope_.find([](const Local& each) { return each.uniform; });
      if (local) return tree::var(local->name);
      return tree::length(memory_.name(memory_.to_measure()));
    }
    default: {
      Expression left = uniform_word(depth - 1);
      Expression right = uniform_word(depth - 1);
      return tree::binary(random_.pick(kOps), std::move(left), std::move(right));
    }
  }
}

Expression Expressions::uniform_condition(uint32_t depth) {
  static constexpr BinOp kOps[] = {BinOp::kLt, BinOp::kGe, BinOp::kNe, BinOp::kEq};
  Expression left = uniform_word(depth);
  Expression right = uniform_word(depth);
  return tree::binary(random_.pick(kOps), std::move(left), std::move(right));
}

Expression Expressions::chain(const Sort& wanted, uint32_t depth) {
  if (depth == 0) return leaf(wanted);
  const Rule* rule = draw_rule(wanted);
  if (rule == nullptr || rule->positive_divisor || rule->costly) return leaf(wanted);
  note(rule->name);
  Expression deep = chain(rule->operand, depth - 1);
  if (rule->what == Rule::What::kCast) return tree::cast(rule->result.type, std::move(deep));
  if (rule->what == Rule::What::kUnary)
    return tree::unary(static_cast<ir::UnOp>(rule->op), std::move(deep));
  Expression other = leaf(rule->operand);
  if (random_.percent(50)) std::swap(deep, other);
  const auto op = static_cast<BinOp>(rule->op);
  if (op == BinOp::kDiv || op == BinOp::kMod) avoid_literal_zero(other);
  return tree::binary(op, std::move(deep), std::move(other));
}

Expression Expressions::leaf(const Sort& wanted) {
  if (random_.percent(65)) {
    const auto local = scope_.find([&](const Local& each) { return suits(each.sort, wanted); });
    if (local) return tree::var(local->name);
  }
  if (may_load(wanted) && random_.percent(35)) return load(wanted, 0);
  return constant(wanted);
}

Expression Expressions::word_leaf() {
  const uint32_t weights[] = {50, 30, 12};
  switch (random_.weighted(weights)) {
    case 0:
      return tree::u32(draw_word(random_));
    case 1:
      return id();
    default:
      note("buf_len");
      return tree::length(memory_.name(memory_.to_measure()));
  }
}

Expression Expressions::id() {
  if (features_.has(Feature::kPlain)) return memory_.linear_id(false);
  const uint32_t axis = random_.percent(60) ? 0 : random_.below(3);
  const uint32_t weights[] = {50, 25, 25};
  switch (random_.weighted(weights)) {
    case 0:
      note("invocation id");
      return tree::id(ExprKind::kInvocationId, axis);
    case 1:
      note("workgroup id");
      return tree::id(ExprKind::kWorkgroupId, axis);
    default:
      note("local id");
      return tree::id(ExprKind::kLocalId, axis);
  }
}

// A value without operands, or the least that gives one of that sort.
Expression Expressions::constant(const Sort& wanted) {
  switch (wanted.kind) {
    case Kind::kU32:
    case Kind::kEitherWord:
      return word_leaf();
    case Kind::kI32:
      return tree::i32(draw_word(random_));
    case Kind::kBool:
    case Kind::kEitherBool:
      return tree::boolean(random_.percent(50));
    case Kind::kF32:
      return tree::f32(draw_float(random_));
    case Kind::kSignedWord: {
      Expression left = tree::i32(draw_word(random_));
      return tree::binary(BinOp::kBitXor, std::move(left), tree::i32(draw_word(random_)));
    }
    case Kind::kSmallU64:
      return tree::cast("U64", word_leaf());
    case Kind::kU64: {
      Expression word = tree::cast("U64", word_leaf());
      return random_.percent(50) ? tree::unary(ir::UnOp::kReverseBits, std::move(word)) : word;
    }
    case Kind::kWideWord: {
      Expression left = constant(sort(Kind::kU64));
      return tree::binary(BinOp::kWrappingSub, std::move(left), constant(sort(Kind::kU64)));
    }
    case Kind::kLoadedBool:
    case Kind::kF64:
      return load(wanted, 0);
    case Kind::kRaw:
      break;
  }
  if (may_load(wanted)) return load(wanted, 0);
  if (wanted.type == "Vec2U32" || wanted.type == "Vec4U32" || wanted.bytes == 4)
    return tree::cast(wanted.type, word_leaf());
  if (wanted.type == "F64") return tree::cast("F64", load(sort(Kind::kF64), 0));
  if (wanted.bytes == 8) return tree::cast(wanted.type, constant(sort(Kind::kU64)));
  // A narrow value of another type of the same width.
  static constexpr std::string_view kIntegers[] = {"U8", "U16"};
  const std::string_view source = kIntegers[wanted.bytes == 1 ? 0 : 1];
  return tree::cast(wanted.type, load(raw(source, wanted.bytes), 0));
}

}  // namespace vyre::differential
