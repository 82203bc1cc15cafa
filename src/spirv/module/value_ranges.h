#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spirv/module/builder.h"

namespace vyre::spirv {

// The values that a word may have, both ends included.
struct ValueRange {
  uint32_t low = 0;
  uint32_t high = UINT32_MAX;
};

// What is known of the words of a kernel before it runs, from the instructions that make them and
// from the branches that are open. A word is an SSA id: what holds where it is made holds wherever
// it is used. Each question takes constant time.
class ValueRanges {
 public:
  explicit ValueRanges(const ModuleBuilder& module) : module_(module) {}

  // Off: nothing is known but the values of constants.
  void use(bool on) { used_ = on; }
  bool is_used() const { return used_; }

  // |result| was made here. What is not understood stays unknown.
  void define(Id result, SpvOp op, Id a, Id b = kNoId, Id c = kNoId);
  // These hold whatever branches are open.
  void set(Id word, ValueRange range) { fact(word).range = range; }
  void set_zeros(Id word, uint32_t low_bits) { fact(word).zeros = low_bits; }
  void alias(Id word, Id same) { fact(word) = {{}, SpvOpCopyObject, same}; }  // always equal
  Id origin(Id id) const;  // the first of those that are always equal

  // What runs from here on does so only where |condition| is |holds|, until leave().
  void enter(Id condition, bool holds) { enter(condition, holds, kSteps); }
  void leave();
  Id condition() const { return scopes_.back().condition; }  // of the innermost one that is open

  ValueRange of(Id word) { return of(word, kSteps); }
  bool is_less(Id a, Id b) {
    if (!used_) return false;
    return is_ordered(origin(a), origin(b), false) || of(a).high < of(b).low;
  }
  bool may_be(Id word, uint32_t value) {
    if (!used_) return module_.value_of(word).value_or(value) == value;
    const ValueRange range = of(word);
    return range.low <= value && value <= range.high;
  }
  uint32_t zeros(Id word) const;  // at least so many low bits are zero
  // What a condition is whenever the current branch runs, where that is known.
  std::optional<bool> decided(Id condition) { return decided(condition, kSteps); }

 private:
  static constexpr int kSteps = 3;  // instructions that a question goes back

  struct Fact {
    ValueRange range;
    SpvOp op = SpvOpNop;
    Id a = kNoId, b = kNoId, c = kNoId;
    uint32_t zeros = 0;  // low bits
  };
  struct Order {
    Id smaller, larger;
    bool equal;  // they may be
  };
  struct Scope {
    Id condition;
    size_t narrowed, ordered;  // how many there were before
  };

  Fact& fact(Id id);
  void enter(Id condition, bool holds, int steps);
  ValueRange of(Id word, int steps);
  std::optional<bool> decided(Id condition, int steps);
  std::optional<bool> are_equal(Id a, Id b);
  ValueRange result(const Fact& made, int steps);
  uint32_t zeros_of(const Fact& made);
  ValueRange difference(const Fact& made, ValueRange a, ValueRange b) const;
  ValueRange either(const Fact& select, int steps);
  bool is_ordered(Id smaller, Id larger, bool may_be_equal) const;
  void assume(Id condition, bool holds, int steps, int depth);
  void assume_less(Id a, Id b, int steps);
  void assume_not_more(Id a, Id b, int steps);
  void assume_equal(Id a, Id b, int steps);
  void assume_unequal(Id a, Id b, int steps);
  void assume_signed_order(Id a, Id b, bool may_be_equal, int steps);
  void narrow(Id word, ValueRange to);

  const ModuleBuilder& module_;
  bool used_ = true;
  std::vector<Fact> facts_;  // by id
  std::unordered_map<Id, ValueRange> narrowed_;
  std::vector<std::pair<Id, ValueRange>> before_;  // what |narrowed_| held, to put it back
  std::vector<Order> ordered_;
  std::vector<Scope> scopes_;
};

}  // namespace vyre::spirv
