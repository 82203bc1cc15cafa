#pragma once

#include "spirv/module/builder.h"
#include "spirv/module/value_ranges.h"

namespace vyre::spirv {

// The main function while it grows. Three streams end up in one function: variables, a prologue
// that dominates everything, and the body. Regions number the bodies of branches and loops: a
// value may be used where its region is still open.
class CodeWriter {
 public:
  explicit CodeWriter(ModuleBuilder& module);
  CodeWriter(const CodeWriter&) = delete;
  CodeWriter& operator=(const CodeWriter&) = delete;

  ModuleBuilder& module() { return module_; }
  ValueRanges& ranges() { return ranges_; }

  Id emit(SpvOp op, Id type, std::initializer_list<uint32_t> operands) {
    return emit(op, type, std::span(operands.begin(), operands.size()));
  }
  Id emit(SpvOp op, Id type, std::span<const uint32_t> operands);
  void emit(SpvOp op, std::initializer_list<uint32_t> operands) { put(body_, op, operands); }
  Id prologue(SpvOp op, Id type, std::initializer_list<uint32_t> operands);
  Id prologue_member(SpvStorageClass storage, Id block, uint32_t word);  // its value
  Id variable(Id pointee, Id initializer = kNoId);

  // Arithmetic on words and on truth values.
  Id constant(uint32_t value) { return module_.u32(value); }
  Id word(SpvOp op, Id a) { return emit(op, module_.u32_type(), {a}); }
  Id word(SpvOp op, Id a, Id b) { return ranged(op, module_.u32_type(), a, b); }
  Id test(SpvOp op, Id a) { return ranged(op, module_.bool_type(), a); }
  Id test(SpvOp op, Id a, Id b) { return ranged(op, module_.bool_type(), a, b); }
  Id select(Id condition, Id yes, Id no) {  // words
    return ranged(SpvOpSelect, module_.u32_type(), condition, yes, no);
  }
  Id select_test(Id condition, Id yes, Id no) {  // truth values
    return emit(SpvOpSelect, module_.bool_type(), {condition, yes, no});
  }
  Id math(GLSLstd450 function, Id type, Id operand) {
    return emit(SpvOpExtInst, type, {module_.math(), static_cast<uint32_t>(function), operand});
  }
  Pair halves(Id two) {  // the members of two words
    const Id low = emit(SpvOpCompositeExtract, module_.u32_type(), {two, 0});
    return {low, emit(SpvOpCompositeExtract, module_.u32_type(), {two, 1})};
  }
  Pair wide_product(SpvOp op, Id a, Id b) { return halves(emit(op, module_.u32_pair(), {a, b})); }

  // Variables.
  Id load(Id variable) { return emit(SpvOpLoad, module_.u32_type(), {variable}); }
  Id load_test(Id variable) { return emit(SpvOpLoad, module_.bool_type(), {variable}); }
  void store(Id variable, Id value) { emit(SpvOpStore, {variable, value}); }
  // Memory that other invocations may see.
  Id load_from(Id type, Id at, bool is_visible) {
    if (!is_visible) return emit(SpvOpLoad, type, {at});
    return emit(SpvOpLoad, type, {at, SpvMemoryAccessNonPrivatePointerMask});
  }
  void store_to(Id at, Id value, bool is_visible) {
    return is_visible ? store_visible(at, value) : store(at, value);
  }
  // Memory that other invocations see; loads are of words.
  Id load_visible(Id at) { return load_from(module_.u32_type(), at, true); }
  void store_visible(Id at, Id value) {
    emit(SpvOpStore, {at, value, SpvMemoryAccessNonPrivatePointerMask});
  }

  // if (condition) body().
  template <typename Body>
  void when(Id condition, Body body) {
    if (module_.truth_of(condition) == true) return body();
    const Id merge = open_branch(condition);
    body();
    close_branch(merge);
  }

  // if (condition) yes() else no().
  template <typename Yes, typename No>
  void when(Id condition, Yes yes, No no) {
    const Id otherwise = module_.allocate();
    const Id merge = open_branch(condition, otherwise);
    yes();
    close_branch(merge, otherwise);
    no();
    close_branch(merge);
  }

  // condition ? body() : 0, evaluating body() only where the condition holds.
  template <typename Body>
  Id when_or_zero(Id condition, Body body) {
    return when_or_zeros(condition, 1, [&] { return std::array{body()}; })[0];
  }

  // As when_or_zero, for the first |count| of the words that body() gives.
  template <typename Body>
  auto when_or_zeros(Id condition, size_t count, Body body) {
    if (module_.truth_of(condition) == true) return body();
    const Id before = block_;
    const Id merge = open_branch(condition);
    auto values = body();
    const Id from = block_;
    close_branch(merge);
    for (size_t i = 0; i < count; ++i) {
      values[i] = emit(SpvOpPhi, module_.u32_type(), {values[i], from, constant(0), before});
    }
    return values;
  }

  // for (i = from; i < to; i += step) body(i), which returns a truth value to leave the loop on
  // or kNoId. The result is the i that the loop ended with.
  template <typename Body>
  Id loop(Id from, Id to, Id step, Body body, SpvLoopControlMask control = SpvLoopControlMaskNone) {
    const Loop loop = open_loop(from, to, step, control);
    const Id leave = body(loop.index);
    close_loop(loop, step, leave);
    return loop.index;
  }

  // The most trips that all loops together have done when the code so far has run, with the looks
  // that end them; UINT64_MAX where that is unknown.
  uint64_t max_trips() const { return max_trips_; }

  uint32_t region() const { return open_regions_.back(); }
  bool is_open(uint32_t region) const;

  // The finished function.
  Words finish() const;

 private:
  struct Loop {
    Id index, next, header, latch, merge;
    uint64_t around;  // as |around_|
  };

  // An instruction that |ranges_| looks at.
  template <typename... Operands>
  Id ranged(SpvOp op, Id type, Operands... operands) {
    const Id result = emit(op, type, {operands...});
    ranges_.define(result, op, operands...);
    return result;
  }
  void begin_block(Id label) {
    emit(SpvOpLabel, {label});
    block_ = label;
  }
  void branch(Id label) { emit(SpvOpBranch, {label}); }
  Id open_branch(Id condition, Id otherwise = kNoId);
  void close_branch(Id merge, Id next = kNoId);
  Loop open_loop(Id from, Id to, Id step, SpvLoopControlMask control);
  void close_loop(const Loop& loop, Id step, Id leave);

  ModuleBuilder& module_;
  ValueRanges ranges_;
  Id block_;  // label of the block that grows
  const Id entry_;
  Words variables_;
  Words prologue_;
  Words body_;
  std::vector<uint32_t> open_regions_ = {0};  // ascending
  uint32_t next_region_ = 1;
  uint64_t max_trips_ = 0;
  uint64_t around_ = 1;  // the most trips of the loops that are open
};

}  // namespace vyre::spirv
