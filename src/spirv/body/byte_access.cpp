#include "spirv/body/byte_access.h"

namespace vyre::spirv {
namespace {

struct Place {
  Id unit;
  Id shift;  // by bits
};

// Whether byte b lies in word b / 4 of the view.
bool lies_in_words(const View& view) { return view.element.stride % 4 == 0; }

// The unit that holds byte |byte| of a view that does not lie in words.
Place place_of(Parts& on, const View& view, Id byte) {
  if (!view.shared) {
    if (view.unit_bytes == 1) return {byte, on.code.constant(0)};
    const Id unit = on.code.word(SpvOpShiftRightLogical, byte, on.code.constant(1));
    const Id within = on.code.word(SpvOpBitwiseAnd, byte, on.code.constant(1));
    return {unit, on.code.word(SpvOpShiftLeftLogical, within, on.code.constant(3))};
  }
  const Id stride = on.code.constant(static_cast<uint32_t>(view.element.stride));
  const Id within = on.code.word(SpvOpUMod, byte, stride);
  const Id first = on.buffers.first_unit(view, on.code.word(SpvOpUDiv, byte, stride));
  const Id unit = on.code.word(SpvOpShiftRightLogical, within, on.code.constant(2));
  const Id in_unit = on.code.word(SpvOpBitwiseAnd, within, on.code.constant(3));
  return {on.code.word(SpvOpIAdd, first, unit),
          on.code.word(SpvOpShiftLeftLogical, in_unit, on.code.constant(3))};
}

Id load_word(Parts& on, uint32_t buffer, Id byte) {
  const Id inside = on.code.test(SpvOpULessThan, byte, byte_length(on, buffer));
  return on.code.when_or_zero(inside, [&] {
    return on.buffers.load_unit(on.views[buffer],
                                on.code.word(SpvOpShiftRightLogical, byte, on.code.constant(2)));
  });
}

Id load_byte(Parts& on, uint32_t buffer, Id byte) {
  const View& view = on.views[buffer];
  const Id inside = on.code.test(SpvOpULessThan, byte, byte_length(on, buffer));
  return on.code.when_or_zero(inside, [&] {
    const Place place = place_of(on, view, byte);
    const Id unit =
        on.code.word(SpvOpShiftRightLogical, on.buffers.load_unit(view, place.unit), place.shift);
    return on.code.word(SpvOpBitwiseAnd, unit, on.code.constant(0xFF));
  });
}

// A part of a word by atomics, so that what other lanes write of it stays. Bits that are right
// already are right all the time: a lane that copied the same bytes before may be reading them.
void store_masked(Parts& on, const View& view, Id unit, Id word, Id mask) {
  const Id is_whole = on.code.test(SpvOpIEqual, mask, on.code.constant(UINT32_MAX));
  on.code.when(
      is_whole, [&] { on.buffers.store_unit(view, unit, word); },
      [&] {
        const Id at = on.buffers.pointer(view, unit);
        const Id u32 = on.code.module().u32_type();
        const Id scope = on.code.constant(SpvScopeDevice);
        const Id relaxed = on.code.constant(SpvMemorySemanticsMaskNone);
        const Id part = on.code.word(SpvOpBitwiseAnd, word, mask);
        const Id stays = on.code.word(SpvOpBitwiseOr, on.code.word(SpvOpNot, mask), part);
        on.code.emit(SpvOpAtomicAnd, u32, {at, scope, relaxed, stays});
        on.code.emit(SpvOpAtomicOr, u32, {at, scope, relaxed, part});
      });
}

// Half of a unit of two bytes is the one thing that no instruction writes alone: lanes that copy
// different bytes of one such element at once would have a race.
void store_byte(Parts& on, const View& view, Id byte, Id value) {
  const Place place = place_of(on, view, byte);
  if (!view.shared && view.unit_bytes == 1) return on.buffers.store_unit(view, place.unit, value);
  const Id mask = on.code.word(SpvOpShiftLeftLogical, on.code.constant(0xFF), place.shift);
  const Id moved = on.code.word(SpvOpShiftLeftLogical, value, place.shift);
  if (view.shared) return store_masked(on, view, place.unit, moved, mask);
  const Id kept = on.code.word(SpvOpBitwiseAnd, on.buffers.load_unit(view, place.unit),
                               on.code.word(SpvOpNot, mask));
  on.buffers.store_unit(view, place.unit, on.code.word(SpvOpBitwiseOr, kept, moved));
}

}  // namespace

Id join_bytes(CodeWriter& code, Id low, Id high, Id byte) {
  const Id within = code.word(SpvOpBitwiseAnd, byte, code.constant(3));
  const Id shift = code.word(SpvOpShiftLeftLogical, within, code.constant(3));
  const Id is_whole = code.test(SpvOpIEqual, within, code.constant(0));
  const Id lower = code.word(SpvOpShiftRightLogical, low, shift);
  const Id back = code.word(SpvOpISub, code.constant(32), shift);
  const Id safe = code.word(SpvOpBitwiseAnd, back, code.constant(31));
  const Id upper = code.word(SpvOpShiftLeftLogical, high, safe);
  return code.select(is_whole, low, code.word(SpvOpBitwiseOr, lower, upper));
}

Id byte_length(Parts& on, uint32_t buffer) {
  const Id stride = on.code.constant(static_cast<uint32_t>(on.views[buffer].element.stride));
  return on.code.word(SpvOpIMul, on.buffers.accessible(buffer), stride);
}

Id load_bytes(Parts& on, uint32_t buffer, Id byte) {
  const View& view = on.views[buffer];
  if (lies_in_words(view)) {
    const Id low = load_word(on, buffer, byte);
    const Id last = on.code.word(SpvOpIAdd, byte, on.code.constant(3));
    return join_bytes(on.code, low, load_word(on, buffer, last), byte);
  }
  Id word = kNoId;
  for (uint32_t i = 0; i < 4; ++i) {
    const Id one = load_byte(on, buffer, on.code.word(SpvOpIAdd, byte, on.code.constant(i)));
    const Id moved = on.code.word(SpvOpShiftLeftLogical, one, on.code.constant(8 * i));
    word = i == 0 ? one : on.code.word(SpvOpBitwiseOr, word, moved);
  }
  return word;
}

void store_bytes(Parts& on, uint32_t buffer, Id number, Id word, Id mask) {
  const View& view = on.views[buffer];
  if (lies_in_words(view)) return store_masked(on, view, number, word, mask);
  const Id first = on.code.word(SpvOpShiftLeftLogical, number, on.code.constant(2));
  for (uint32_t i = 0; i < 4; ++i) {
    const Id bit = on.code.word(SpvOpBitwiseAnd, mask, on.code.constant(1u << (8 * i)));
    on.code.when(on.code.test(SpvOpINotEqual, bit, on.code.constant(0)), [&] {
      const Id one = on.code.word(SpvOpShiftRightLogical, word, on.code.constant(8 * i));
      const Id byte = on.code.word(SpvOpIAdd, first, on.code.constant(i));
      store_byte(on, view, byte, on.code.word(SpvOpBitwiseAnd, one, on.code.constant(0xFF)));
    });
  }
}

}  // namespace vyre::spirv
