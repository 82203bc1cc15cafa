#include "spirv/body/async_copies.h"

#include "ir/program/display_name.h"

namespace vyre::spirv {

void Copies::issue(NodeId id, const Node& node) {
  CodeWriter& code = on_.code;
  const Value offset_value = expressions_.lower(node.exprs[0]);
  const Value size_value = expressions_.lower(node.exprs[1]);
  const Id offset = byte_count(offset_value, "the offset of the copy");
  const Id size = byte_count(size_value, "the size of the copy");
  const auto found = on_.analysis.copy_of.find(id);
  if (found == on_.analysis.copy_of.end()) {
    on_.traps.raise(TrapKind::kNoMeaning, text(node, "whose buffers are not both declared"),
                    code.constant(0));
    return;
  }
  const Copy& copy = on_.analysis.copies[found->second];
  const Id tag = pending(node.tag);
  const Id already = code.test(SpvOpINotEqual, code.load(tag), code.constant(0));
  on_.traps.raise_if(already, TrapKind::kNoMeaning, text(node, "while its tag is pending"),
                     code.load(tag));
  const Extent extent = extent_of(node, copy, offset, size);
  if (copy.moves == Moves::kAtIssue) {
    move(copy, extent);
  } else {
    const State& state = state_of(found->second);
    if (copy.moves == Moves::kKept) keep(copy, state, extent);
    code.store(state.from, extent.from);
    code.store(state.to, extent.to);
    code.store(state.count, extent.count);
  }
  code.store(tag, code.constant(found->second + 1));
}

// No buffer has 2^32 bytes, so that stands for all larger numbers.
Id Copies::byte_count(const Value& value, std::string_view role) {
  CodeWriter& code = on_.code;
  const Pair number = on_.conversions.as_u64(value, role);
  const Id fits = code.test(SpvOpIEqual, number.high, code.constant(0));
  return code.select(fits, number.low, code.constant(UINT32_MAX));
}

Copies::State& Copies::state_of(uint32_t copy) {
  CodeWriter& code = on_.code;
  State& state = states_[copy];
  if (state.from != kNoId) return state;
  ModuleBuilder& module = code.module();
  for (Id* const variable : {&state.from, &state.to, &state.count}) {
    *variable = code.variable(module.u32_type());
  }
  const uint32_t words = (on_.analysis.copies[copy].kept_bytes + 3) / 4;
  if (words != 0) state.kept = code.variable(module.u32_array(words));
  return state;
}

// A load reads from the offset on and lands at byte 0, a store reads from byte 0 on and lands at
// the offset. What cannot land is not taken.
Copies::Extent Copies::extent_of(const Node& node, const Copy& copy, Id offset, Id size) {
  const Id zero = on_.code.constant(0);
  const Id there = bytes_.length(copy.destination);
  if (node.kind == NodeKind::kAsyncLoad) {
    const Id from = minimum(offset, bytes_.length(copy.source));
    return {from, zero, minimum(size, there)};
  }
  const Id to = minimum(offset, there);
  return {zero, to, minimum(size, on_.code.word(SpvOpISub, there, to))};
}

Id Copies::minimum(Id a, Id b) {
  return on_.code.select(on_.code.test(SpvOpULessThan, a, b), a, b);
}

void Copies::wait(const Node& node) {
  CodeWriter& code = on_.code;
  const Id tag = pending(node.tag);
  const Id which = code.load(tag);
  on_.traps.raise_if(code.test(SpvOpIEqual, which, code.constant(0)), TrapKind::kNoMeaning,
                     text(node, "without a copy under its tag"), which);
  for (uint32_t i = 0; i < on_.analysis.copies.size(); ++i) {
    const Copy& copy = on_.analysis.copies[i];
    const bool finishes = copy.tag == node.tag && copy.moves != Moves::kAtIssue;
    if (!finishes) continue;
    const Id is_it = code.test(SpvOpIEqual, which, code.constant(i + 1));
    code.when(is_it, [&] { finish(copy, state_of(i)); });
  }
  code.store(tag, code.constant(0));
}

void Copies::end() {
  CodeWriter& code = on_.code;
  for (const NameId tag : tags_) {
    const Id which = code.load(pending(tag));
    on_.traps.raise_at_end(code.test(SpvOpINotEqual, which, code.constant(0)), TrapKind::kNoMeaning,
                           concat("a copy under tag ", ir::display_name(on_.program.names[tag]),
                                  ", which an invocation has ended without waiting for"),
                           which);
  }
}

void Copies::move(const Copy& copy, const Extent& extent) {
  CodeWriter& code = on_.code;
  const Id apart = code.word(SpvOpISub, extent.from, extent.to);
  for_each_word(extent.to, extent.count, [&](Id word) {
    const Id byte = code.word(SpvOpShiftLeftLogical, word, code.constant(2));
    const Id bytes = bytes_.load(copy.source, code.word(SpvOpIAdd, byte, apart));
    bytes_.store(copy.destination, word, bytes, mask_of(extent, word));
  });
}

void Copies::keep(const Copy& copy, const State& state, const Extent& extent) {
  CodeWriter& code = on_.code;
  if (state.kept == kNoId) return;
  for_each_word(code.constant(0), code.constant(copy.kept_bytes), [&](Id word) {
    const Id byte = code.word(SpvOpShiftLeftLogical, word, code.constant(2));
    const Id from = code.word(SpvOpIAdd, extent.from, byte);
    code.store(kept_pointer(state, word), bytes_.load(copy.source, from));
  });
}

Id Copies::kept_pointer(const State& state, Id index) {
  ModuleBuilder& module = on_.code.module();
  const Id pointer = module.pointer(SpvStorageClassFunction, module.u32_type());
  return on_.code.emit(SpvOpAccessChain, pointer, {state.kept, index});
}

void Copies::finish(const Copy& copy, const State& state) {
  CodeWriter& code = on_.code;
  const Extent extent = {code.load(state.from), code.load(state.to), code.load(state.count)};
  if (copy.moves == Moves::kAtWait) return move(copy, extent);
  if (state.kept == kNoId) return;  // of no bytes
  for_each_word(extent.to, extent.count, [&](Id word) {
    const Id byte = code.word(SpvOpShiftLeftLogical, word, code.constant(2));
    const Id bytes = kept_bytes(copy, state, code.word(SpvOpISub, byte, extent.to));
    bytes_.store(copy.destination, word, bytes, mask_of(extent, word));
  });
}

// Four of the kept bytes from byte |byte| on; 0 where none are.
Id Copies::kept_bytes(const Copy& copy, const State& state, Id byte) {
  CodeWriter& code = on_.code;
  const Id two = code.constant(2);
  const Id low = kept_word(copy, state, code.word(SpvOpShiftRightLogical, byte, two));
  const Id behind = code.word(SpvOpIAdd, byte, code.constant(3));
  const Id high = kept_word(copy, state, code.word(SpvOpShiftRightLogical, behind, two));
  return join_bytes(code, low, high, byte);
}

Id Copies::kept_word(const Copy& copy, const State& state, Id index) {
  CodeWriter& code = on_.code;
  const Id count = code.constant((copy.kept_bytes + 3) / 4);
  return code.when_or_zero(code.test(SpvOpULessThan, index, count),
                           [&] { return code.load(kept_pointer(state, index)); });
}

template <typename Each>
void Copies::for_each_word(Id from, Id count, Each each) {
  CodeWriter& code = on_.code;
  const Id two = code.constant(2);
  const Id end = code.word(SpvOpIAdd, from, count);
  const Id whole = code.word(SpvOpShiftRightLogical, end, two);
  const Id rest = code.word(SpvOpBitwiseAnd, end, code.constant(3));
  const Id has_rest = code.test(SpvOpINotEqual, rest, code.constant(0));
  const Id one_more = code.select(has_rest, code.constant(1), code.constant(0));
  const Id behind = code.word(SpvOpIAdd, whole, one_more);
  const Id first = code.word(SpvOpShiftRightLogical, from, two);
  const Id is_empty = code.test(SpvOpIEqual, count, code.constant(0));
  const Id last = code.select(is_empty, first, behind);
  const Id ended = code.loop(first, last, code.constant(1), [&](Id word) {
    each(word);
    return kNoId;
  });
  if (!on_.target.max_loop_trips) return;
  on_.traps.raise_if(code.test(SpvOpULessThan, ended, last), TrapKind::kLoopLimit,
                     concat("the copy at ", on_.path.text()), ended);
}

// The bytes of destination word |word| that the copy writes.
Id Copies::mask_of(const Extent& extent, Id word) {
  CodeWriter& code = on_.code;
  const Id all = code.constant(UINT32_MAX);
  const Id three = code.constant(3);
  const Id byte = code.word(SpvOpShiftLeftLogical, word, code.constant(2));
  const Id lead = code.word(SpvOpISub, extent.to, byte);  // bytes before the first one
  const Id is_first = code.test(SpvOpULessThan, byte, extent.to);
  const Id low =
      code.select(is_first, code.word(SpvOpShiftLeftLogical, lead, three), code.constant(0));
  const Id end = code.word(SpvOpIAdd, extent.to, extent.count);
  const Id left = code.word(SpvOpISub, end, byte);
  const Id is_last = code.test(SpvOpULessThan, left, code.constant(4));
  const Id bits = code.word(SpvOpShiftLeftLogical, left, three);
  const Id cut = code.word(SpvOpISub, code.constant(32), bits);
  const Id high = code.select(is_last, cut, code.constant(0));
  return code.word(SpvOpBitwiseAnd, code.word(SpvOpShiftLeftLogical, all, low),
                   code.word(SpvOpShiftRightLogical, all, high));
}

Id Copies::pending(NameId tag) {
  CodeWriter& code = on_.code;
  Id& variable = pending_[tag];
  if (variable != kNoId) return variable;
  tags_.push_back(tag);
  return variable = code.variable(code.module().u32_type(), code.constant(0));
}

// "AsyncWait 'tag' at body[0] ..."
std::string Copies::text(const Node& node, std::string_view why) const {
  const std::string_view what = node.kind == NodeKind::kAsyncWait    ? "AsyncWait "
                                : node.kind == NodeKind::kAsyncStore ? "AsyncStore "
                                                                     : "AsyncLoad ";
  return concat(what, ir::display_name(on_.program.names[node.tag]), " at ", on_.path.text(), ", ",
                why);
}

}  // namespace vyre::spirv
