#include "spirv/module/value_ranges.h"

#include <algorithm>
#include <bit>
#include <span>

namespace vyre::spirv {
namespace {

constexpr ValueRange kAny = {};
constexpr uint32_t kWordBits = 32;
constexpr uint32_t kSignedMin = 0x80000000u;
constexpr uint32_t kSignedMax = 0x7FFFFFFFu;
constexpr size_t kMaxOrdered = 16;  // of which one is looked for

// Empty where |to| contradicts |range|: such code never runs, and anything may be said of it.
ValueRange both(ValueRange range, ValueRange to) {
  const ValueRange common = {std::max(range.low, to.low), std::min(range.high, to.high)};
  return common.low <= common.high ? common : range;
}

ValueRange joined(ValueRange a, ValueRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

// Ends that may be beyond a word: then the instruction wraps around somewhere between them.
ValueRange exact(uint64_t low, uint64_t high) {
  if (high > UINT32_MAX) return kAny;
  return {static_cast<uint32_t>(low), static_cast<uint32_t>(high)};
}

ValueRange quotient(ValueRange a, ValueRange b) {
  return b.low == 0 ? kAny : ValueRange{a.low / b.high, a.high / b.low};
}

ValueRange remainder(ValueRange a, ValueRange b) {
  return b.low == 0 ? kAny : ValueRange{0, std::min(a.high, b.high - 1)};
}

ValueRange shifted_left(ValueRange a, ValueRange by) {
  if (by.high > 31) return kAny;
  return exact(uint64_t{a.low} << by.low, uint64_t{a.high} << by.high);
}

ValueRange shifted_right(ValueRange a, ValueRange by) {
  return by.high > 31 ? kAny : ValueRange{a.low >> by.high, a.high >> by.low};
}

bool is_one_value(ValueRange range) { return range.low == range.high; }

// Of two words neither of which has a bit above.
ValueRange all_bits(SpvOp op, ValueRange a, ValueRange b) {
  if (is_one_value(a) && is_one_value(b)) {
    const uint32_t value = op == SpvOpBitwiseXor ? a.low ^ b.low : a.low | b.low;
    return {value, value};
  }
  const uint32_t most = a.high | b.high;
  const uint32_t least = op == SpvOpBitwiseOr ? std::max(a.low, b.low) : 0;
  return {least, static_cast<uint32_t>((uint64_t{1} << std::bit_width(most)) - 1)};
}

}  // namespace

ValueRanges::Fact& ValueRanges::fact(Id id) {
  if (id >= facts_.size()) facts_.resize(std::max<size_t>(id + 1, facts_.size() * 2));
  return facts_[id];
}

Id ValueRanges::origin(Id id) const {
  while (id < facts_.size() && facts_[id].op == SpvOpCopyObject) id = facts_[id].a;
  return id;
}

void ValueRanges::define(Id result_id, SpvOp op, Id a, Id b, Id c) {
  const Fact made{kAny, op, origin(a), origin(b), origin(c)};
  const ValueRange range = result(made, op == SpvOpSelect ? kSteps : 0);
  fact(result_id) = {range, made.op, made.a, made.b, made.c, zeros_of(made)};
}

uint32_t ValueRanges::zeros(Id word) const {
  const Id id = origin(word);
  if (const auto value = module_.value_of(id)) {
    return static_cast<uint32_t>(std::countr_zero(*value));
  }
  return id < facts_.size() ? facts_[id].zeros : 0;
}

// Of the words that an instruction gives, whether it wraps around or not.
uint32_t ValueRanges::zeros_of(const Fact& made) {
  if (made.b == kNoId) return 0;
  const uint32_t a = zeros(made.a), b = zeros(made.b);
  switch (made.op) {
    case SpvOpIAdd:
    case SpvOpISub:
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
      return std::min(a, b);
    case SpvOpBitwiseAnd:
      return std::max(a, b);
    case SpvOpIMul:
      return std::min(a + b, kWordBits);
    case SpvOpShiftLeftLogical:
      return std::min(a + std::min(of(made.b, 0).low, kWordBits), kWordBits);
    default:
      return 0;
  }
}

std::optional<bool> ValueRanges::are_equal(Id a, Id b) {
  const ValueRange first = of(a), second = of(b);
  if (first.high < second.low || second.high < first.low) return false;
  if (is_one_value(first) && is_one_value(second)) return true;
  return std::nullopt;
}

std::optional<bool> ValueRanges::decided(Id condition, int steps) {
  const Id id = origin(condition);
  if (const auto known = module_.truth_of(id)) return known;
  if (!used_ || steps == 0 || id >= facts_.size()) return std::nullopt;
  const Fact made = facts_[id];
  if (made.op == SpvOpULessThan || made.op == SpvOpULessThanEqual) {
    const bool or_equal = made.op == SpvOpULessThanEqual;
    if (or_equal ? of(made.a).high <= of(made.b).low : is_less(made.a, made.b)) return true;
    if (or_equal ? is_less(made.b, made.a) : of(made.b).high <= of(made.a).low) return false;
    return std::nullopt;
  }
  if (made.op == SpvOpIEqual) return are_equal(made.a, made.b);
  if (made.op == SpvOpINotEqual || made.op == SpvOpLogicalNot) {
    const auto opposite =
        made.op == SpvOpINotEqual ? are_equal(made.a, made.b) : decided(made.a, steps - 1);
    return opposite ? std::optional(!*opposite) : std::nullopt;
  }
  if (made.op != SpvOpLogicalAnd && made.op != SpvOpLogicalOr) return std::nullopt;
  const bool decides = made.op == SpvOpLogicalOr;  // alone
  const auto a = decided(made.a, steps - 1), b = decided(made.b, steps - 1);
  if (a == decides || b == decides) return decides;
  return a && b ? std::optional(!decides) : std::nullopt;
}

void ValueRanges::enter(Id condition, bool holds, int steps) {
  scopes_.push_back({condition, before_.size(), ordered_.size()});
  assume(condition, holds, steps, kSteps);
}

void ValueRanges::leave() {
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  for (; before_.size() > scope.narrowed; before_.pop_back()) {
    narrowed_[before_.back().first] = before_.back().second;
  }
  ordered_.resize(scope.ordered);
}

ValueRange ValueRanges::of(Id word, int steps) {
  const Id id = origin(word);
  if (const auto value = module_.value_of(id)) return {*value, *value};
  ValueRange range = id < facts_.size() ? facts_[id].range : kAny;
  if (scopes_.empty()) return range;
  if (const auto found = narrowed_.find(id); found != narrowed_.end()) {
    range = both(range, found->second);
  }
  if (steps == 0 || id >= facts_.size()) return range;
  const Fact made = facts_[id];
  return both(range, result(made, steps - 1));
}

// What the instruction gives, whose operands are looked at |steps| further back.
ValueRange ValueRanges::result(const Fact& made, int steps) {
  if (made.op == SpvOpNop) return kAny;
  if (made.op == SpvOpSelect) return either(made, steps);
  const ValueRange a = of(made.a, steps);
  const ValueRange b = made.b == kNoId ? kAny : of(made.b, steps);
  switch (made.op) {
    case SpvOpIAdd:
      return exact(uint64_t{a.low} + b.low, uint64_t{a.high} + b.high);
    case SpvOpISub:
      return difference(made, a, b);
    case SpvOpIMul:
      return exact(uint64_t{a.low} * b.low, uint64_t{a.high} * b.high);
    case SpvOpUDiv:
      return quotient(a, b);
    case SpvOpUMod:
      return remainder(a, b);
    case SpvOpShiftLeftLogical:
      return shifted_left(a, b);
    case SpvOpShiftRightLogical:
      return shifted_right(a, b);
    case SpvOpBitwiseAnd:
      if (is_one_value(a) && is_one_value(b)) return {a.low & b.low, a.low & b.low};
      return {0, std::min(a.high, b.high)};
    case SpvOpBitwiseOr:
    case SpvOpBitwiseXor:
      return all_bits(made.op, a, b);
    default:
      return kAny;
  }
}

bool ValueRanges::is_ordered(Id smaller, Id larger, bool may_be_equal) const {
  const auto last = std::span(ordered_).last(std::min(ordered_.size(), kMaxOrdered));
  return std::ranges::any_of(last, [&](const Order& order) {
    return order.smaller == smaller && order.larger == larger && (may_be_equal || !order.equal);
  });
}

ValueRange ValueRanges::difference(const Fact& made, ValueRange a, ValueRange b) const {
  if (a.low < b.high && !is_ordered(made.b, made.a, true)) return kAny;
  return {a.low > b.high ? a.low - b.high : 0, a.high - std::min(a.high, b.low)};
}

ValueRange ValueRanges::either(const Fact& select, int steps) {
  if (steps == 0) return kAny;
  enter(select.a, true, 0);
  const ValueRange yes = of(select.b, steps - 1);
  leave();
  enter(select.a, false, 0);
  const ValueRange no = of(select.c, steps - 1);
  leave();
  return joined(yes, no);
}

void ValueRanges::assume(Id condition, bool holds, int steps, int depth) {
  const Id id = origin(condition);
  if (depth == 0 || id >= facts_.size()) return;
  const Fact made = facts_[id];
  switch (made.op) {
    case SpvOpLogicalNot:
      return assume(made.a, !holds, steps, depth - 1);
    case SpvOpLogicalAnd:
    case SpvOpLogicalOr:
      if (holds != (made.op == SpvOpLogicalAnd)) return;
      assume(made.a, holds, steps, depth - 1);
      return assume(made.b, holds, steps, depth - 1);
    case SpvOpULessThan:
      return holds ? assume_less(made.a, made.b, steps) : assume_not_more(made.b, made.a, steps);
    case SpvOpULessThanEqual:
      return holds ? assume_not_more(made.a, made.b, steps) : assume_less(made.b, made.a, steps);
    case SpvOpSLessThan:
      return holds ? assume_signed_order(made.a, made.b, false, steps)
                   : assume_signed_order(made.b, made.a, true, steps);
    case SpvOpSLessThanEqual:
      return holds ? assume_signed_order(made.a, made.b, true, steps)
                   : assume_signed_order(made.b, made.a, false, steps);
    case SpvOpIEqual:
    case SpvOpINotEqual:
      if (holds == (made.op == SpvOpIEqual)) return assume_equal(made.a, made.b, steps);
      assume_unequal(made.a, made.b, steps);
      return assume_unequal(made.b, made.a, steps);
    default:
      return;
  }
}

void ValueRanges::assume_less(Id a, Id b, int steps) {
  const ValueRange smaller = of(a, steps), larger = of(b, steps);
  if (larger.high > 0) narrow(a, {0, larger.high - 1});
  if (smaller.low < UINT32_MAX) narrow(b, {smaller.low + 1, UINT32_MAX});
  ordered_.push_back({a, b, false});
}

void ValueRanges::assume_not_more(Id a, Id b, int steps) {
  const ValueRange smaller = of(a, steps), larger = of(b, steps);
  narrow(a, {0, larger.high});
  narrow(b, {smaller.low, UINT32_MAX});
  ordered_.push_back({a, b, true});
}

void ValueRanges::assume_equal(Id a, Id b, int steps) {
  const ValueRange first = of(a, steps), second = of(b, steps);
  narrow(a, second);
  narrow(b, first);
}

// |a| is not the value of |b|, where that has one.
void ValueRanges::assume_unequal(Id a, Id b, int steps) {
  const ValueRange range = of(a, steps), other = of(b, steps);
  if (!is_one_value(other) || is_one_value(range)) return;
  if (range.low == other.low) narrow(a, {range.low + 1, UINT32_MAX});
  if (range.high == other.high) narrow(a, {0, range.high - 1});
}

// |a| is less than |b|, or not more, as i32. What is above a number from 0 on is one too; what is
// below a negative one, or 0, is negative.
void ValueRanges::assume_signed_order(Id a, Id b, bool may_be_equal, int steps) {
  const ValueRange smaller = of(a, steps), larger = of(b, steps);
  const uint32_t step = may_be_equal ? 0 : 1;
  if (smaller.high < kSignedMin) narrow(b, {std::min(smaller.low + step, kSignedMax), kSignedMax});
  if (larger.low >= kSignedMin) {
    narrow(a, {kSignedMin, std::max(larger.high - step, kSignedMin)});
  } else if (larger.high == 0 && !may_be_equal) {
    narrow(a, {kSignedMin, UINT32_MAX});
  }
}

void ValueRanges::narrow(Id word, ValueRange to) {
  const auto [at, is_new] = narrowed_.try_emplace(word, kAny);
  before_.emplace_back(word, at->second);
  at->second = both(at->second, to);
}

}  // namespace vyre::spirv
