#include "spirv/body/async_copies.h"

#include "ir/program/display_name.h"
#include "spirv/body/byte_access.h"

namespace vyre::spirv {

void Copies::issue(NodeId id, const Node& node) {
  const Value offset_value = expressions_.lower(node.exprs[0]);
  const Value size_value = expressions_.lower(node.exprs[1]);
  const Id offset = byte_count(offset_value, "the offset of the copy");
  const Id size = byte_count(size_value, "the size of the copy");
  const auto found = on_.analysis.copy_of.find(id);
  if (found == on_.analysis.copy_of.end()) {
    on_.traps.raise(TrapKind::kNoMeaning, text(node, "whose buffers are not both declared"),
                    code_.constant(0));
    return;
  }
  const Copy& copy = on_.analysis.copies[found->second];
  const Id tag = pending(node.tag);
  const Id already = code_.test(SpvOpINotEqual, code_.load(tag), code_.constant(0));
  on_.traps.raise_if(already, TrapKind::kNoMeaning, text(node, "while its tag is pending"),
                     code_.load(tag));
  const Extent extent = extent_of(node, copy, offset, size);
  if (copy.moves == Moves::kAtIssue) {
    move(copy, extent);
  } else {
    const State& state = state_of(found->second);
    if (copy.moves == Moves::kKept) keep(copy, state, extent);
    code_.store(state.from, extent.from);
    code_.store(state.to, extent.to);
    code_.store(state.count, extent.count);
  }
  code_.store(tag, code_.constant(found->second + 1));
}

// No buffer has 2^32 bytes, so that stands for all larger numbers.
Id Copies::byte_count(const Value& value, std::string_view role) {
  const Pair number = on_.conversions.as_u64(value, role);
  const Id fits = code_.test(SpvOpIEqual, number.high, code_.constant(0));
  return code_.select(fits, number.low, code_.constant(UINT32_MAX));
}

Copies::State& Copies::state_of(uint32_t copy) {
  State& state = states_[copy];
  if (state.from != kNoId) return state;
  ModuleBuilder& module = code_.module();
  for (Id* const variable : {&state.from, &state.to, &state.count}) {
    *variable = code_.variable(module.u32_type());
  }
  const uint32_t words = (on_.analysis.copies[copy].kept_bytes + 3) / 4;
  if (words != 0) state.kept = code_.variable(module.u32_array(words));
  return state;
}

// A load reads from the offset on and lands at byte 0, a store reads from byte 0 on and lands at
// the offset. What cannot land is not taken.
Copies::Extent Copies::extent_of(const Node& node, const Copy& copy, Id offset, Id size) {
  const Id zero = code_.constant(0);
  const Id there = byte_length(on_, copy.destination);
  if (node.kind == NodeKind::kAsyncLoad) {
    const Id from = minimum(offset, byte_length(on_, copy.source));
    return {from, zero, minimum(size, there)};
  }
  const Id to = minimum(offset, there);
  return {zero, to, minimum(size, code_.word(SpvOpISub, there, to))};
}

void Copies::wait(const Node& node) {
  const Id tag = pending(node.tag);
  const Id which = code_.load(tag);
  on_.traps.raise_if(code_.test(SpvOpIEqual, which, code_.constant(0)), TrapKind::kNoMeaning,
                     text(node, "without a copy under its tag"), which);
  for (uint32_t i = 0; i < on_.analysis.copies.size(); ++i) {
    const Copy& copy = on_.analysis.copies[i];
    const bool finishes = copy.tag == node.tag && copy.moves != Moves::kAtIssue;
    if (!finishes) continue;
    const Id is_it = code_.test(SpvOpIEqual, which, code_.constant(i + 1));
    code_.when(is_it, [&] { finish(copy, state_of(i)); });
  }
  code_.store(tag, code_.constant(0));
}

void Copies::end() {
  for (const NameId tag : tags_) {
    const Id which = code_.load(pending(tag));
    on_.traps.raise_even_if_returned(
        code_.test(SpvOpINotEqual, which, code_.constant(0)), TrapKind::kNoMeaning,
        concat("a copy under tag ", ir::display_name(on_.program.names[tag]),
               ", which an invocation has ended without waiting for"),
        which);
  }
}

void Copies::move(const Copy& copy, const Extent& extent) {
  const Id apart = code_.word(SpvOpISub, extent.from, extent.to);
  for_each_word(extent.to, extent.count, [&](Id word) {
    const Id byte = code_.word(SpvOpShiftLeftLogical, word, code_.constant(2));
    const Id bytes = load_bytes(on_, copy.source, code_.word(SpvOpIAdd, byte, apart));
    store_bytes(on_, copy.destination, word, bytes, mask_of(extent, word));
  });
}

void Copies::keep(const Copy& copy, const State& state, const Extent& extent) {
  if (state.kept == kNoId) return;
  for_each_word(code_.constant(0), code_.constant(copy.kept_bytes), [&](Id word) {
    const Id byte = code_.word(SpvOpShiftLeftLogical, word, code_.constant(2));
    const Id from = code_.word(SpvOpIAdd, extent.from, byte);
    code_.store(kept_pointer(state, word), load_bytes(on_, copy.source, from));
  });
}

Id Copies::kept_pointer(const State& state, Id index) {
  ModuleBuilder& module = code_.module();
  const Id pointer = module.pointer(SpvStorageClassFunction, module.u32_type());
  return code_.emit(SpvOpAccessChain, pointer, {state.kept, index});
}

void Copies::finish(const Copy& copy, const State& state) {
  const Extent extent = {code_.load(state.from), code_.load(state.to), code_.load(state.count)};
  if (copy.moves == Moves::kAtWait) return move(copy, extent);
  if (state.kept == kNoId) return;  // of no bytes
  for_each_word(extent.to, extent.count, [&](Id word) {
    const Id byte = code_.word(SpvOpShiftLeftLogical, word, code_.constant(2));
    const Id bytes = kept_bytes(copy, state, code_.word(SpvOpISub, byte, extent.to));
    store_bytes(on_, copy.destination, word, bytes, mask_of(extent, word));
  });
}

// Four of the kept bytes from byte |byte| on; 0 where none are.
Id Copies::kept_bytes(const Copy& copy, const State& state, Id byte) {
  const Id two = code_.constant(2);
  const Id low = kept_word(copy, state, code_.word(SpvOpShiftRightLogical, byte, two));
  const Id behind = code_.word(SpvOpIAdd, byte, code_.constant(3));
  const Id high = kept_word(copy, state, code_.word(SpvOpShiftRightLogical, behind, two));
  return join_bytes(code_, low, high, byte);
}

Id Copies::kept_word(const Copy& copy, const State& state, Id index) {
  const Id count = code_.constant((copy.kept_bytes + 3) / 4);
  return code_.when_or_zero(code_.test(SpvOpULessThan, index, count),
                            [&] { return code_.load(kept_pointer(state, index)); });
}

template <typename Each>
void Copies::for_each_word(Id from, Id count, Each each) {
  const Id two = code_.constant(2);
  const Id end = code_.word(SpvOpIAdd, from, count);
  const Id whole = code_.word(SpvOpShiftRightLogical, end, two);
  const Id rest = code_.word(SpvOpBitwiseAnd, end, code_.constant(3));
  const Id has_rest = code_.test(SpvOpINotEqual, rest, code_.constant(0));
  const Id one_more = code_.select(has_rest, code_.constant(1), code_.constant(0));
  const Id behind = code_.word(SpvOpIAdd, whole, one_more);
  const Id first = code_.word(SpvOpShiftRightLogical, from, two);
  const Id is_empty = code_.test(SpvOpIEqual, count, code_.constant(0));
  const Id last = code_.select(is_empty, first, behind);
  const Id ended = code_.loop(first, last, code_.constant(1), [&](Id word) {
    each(word);
    return kNoId;
  });
  if (!on_.may_have_stopped()) return;
  on_.traps.raise_if(code_.test(SpvOpULessThan, ended, last), TrapKind::kLoopLimit,
                     concat("the copy at ", on_.path.text()), ended);
}

// The bytes of destination word |word| that the copy writes.
Id Copies::mask_of(const Extent& extent, Id word) {
  const Id all = code_.constant(UINT32_MAX);
  const Id three = code_.constant(3);
  const Id byte = code_.word(SpvOpShiftLeftLogical, word, code_.constant(2));
  const Id lead = code_.word(SpvOpISub, extent.to, byte);  // bytes before the first one
  const Id is_first = code_.test(SpvOpULessThan, byte, extent.to);
  const Id low =
      code_.select(is_first, code_.word(SpvOpShiftLeftLogical, lead, three), code_.constant(0));
  const Id end = code_.word(SpvOpIAdd, extent.to, extent.count);
  const Id left = code_.word(SpvOpISub, end, byte);
  const Id is_last = code_.test(SpvOpULessThan, left, code_.constant(4));
  const Id bits = code_.word(SpvOpShiftLeftLogical, left, three);
  const Id cut = code_.word(SpvOpISub, code_.constant(32), bits);
  const Id high = code_.select(is_last, cut, code_.constant(0));
  return code_.word(SpvOpBitwiseAnd, code_.word(SpvOpShiftLeftLogical, all, low),
                    code_.word(SpvOpShiftRightLogical, all, high));
}

Id Copies::pending(NameId tag) {
  Id& variable = pending_[tag];
  if (variable != kNoId) return variable;
  tags_.push_back(tag);
  return variable = code_.variable(code_.module().u32_type(), code_.constant(0));
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
