#include "spirv/body/byte_access.h"

namespace vyre::spirv {
namespace {

// Whether byte b lies in word b / 4 of the view.
bool lies_in_words(const View& view) { return view.element.stride % 4 == 0; }

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

Id ByteAccess::load(uint32_t buffer, Id byte) {
  const View& view = views_[buffer];
  if (lies_in_words(view)) {
    const Id low = load_word(buffer, byte);
    const Id last = code_.word(SpvOpIAdd, byte, code_.constant(3));
    return join_bytes(code_, low, load_word(buffer, last), byte);
  }
  Id word = kNoId;
  for (uint32_t i = 0; i < 4; ++i) {
    const Id one = load_byte(buffer, code_.word(SpvOpIAdd, byte, code_.constant(i)));
    const Id moved = code_.word(SpvOpShiftLeftLogical, one, code_.constant(8 * i));
    word = i == 0 ? one : code_.word(SpvOpBitwiseOr, word, moved);
  }
  return word;
}

Id ByteAccess::load_word(uint32_t buffer, Id byte) {
  const Id inside = code_.test(SpvOpULessThan, byte, length(buffer));
  return code_.when_or_zero(inside, [&] {
    return buffers_.load_unit(views_[buffer],
                              code_.word(SpvOpShiftRightLogical, byte, code_.constant(2)));
  });
}

// The unit that holds byte |byte| of a view that does not lie in words.
ByteAccess::Place ByteAccess::place_of(const View& view, Id byte) {
  if (!view.shared) {
    if (view.unit_bytes == 1) return {byte, code_.constant(0)};
    const Id unit = code_.word(SpvOpShiftRightLogical, byte, code_.constant(1));
    const Id within = code_.word(SpvOpBitwiseAnd, byte, code_.constant(1));
    return {unit, code_.word(SpvOpShiftLeftLogical, within, code_.constant(3))};
  }
  const Id stride = code_.constant(static_cast<uint32_t>(view.element.stride));
  const Id within = code_.word(SpvOpUMod, byte, stride);
  const Id first = buffers_.first_unit(view, code_.word(SpvOpUDiv, byte, stride));
  const Id unit = code_.word(SpvOpShiftRightLogical, within, code_.constant(2));
  const Id in_unit = code_.word(SpvOpBitwiseAnd, within, code_.constant(3));
  return {code_.word(SpvOpIAdd, first, unit),
          code_.word(SpvOpShiftLeftLogical, in_unit, code_.constant(3))};
}

Id ByteAccess::load_byte(uint32_t buffer, Id byte) {
  const View& view = views_[buffer];
  const Id inside = code_.test(SpvOpULessThan, byte, length(buffer));
  return code_.when_or_zero(inside, [&] {
    const Place place = place_of(view, byte);
    const Id unit =
        code_.word(SpvOpShiftRightLogical, buffers_.load_unit(view, place.unit), place.shift);
    return code_.word(SpvOpBitwiseAnd, unit, code_.constant(0xFF));
  });
}

void ByteAccess::store(uint32_t buffer, Id number, Id word, Id mask) {
  const View& view = views_[buffer];
  if (lies_in_words(view)) return store_masked(view, number, word, mask);
  const Id first = code_.word(SpvOpShiftLeftLogical, number, code_.constant(2));
  for (uint32_t i = 0; i < 4; ++i) {
    const Id bit = code_.word(SpvOpBitwiseAnd, mask, code_.constant(1u << (8 * i)));
    code_.when(code_.test(SpvOpINotEqual, bit, code_.constant(0)), [&] {
      const Id one = code_.word(SpvOpShiftRightLogical, word, code_.constant(8 * i));
      const Id byte = code_.word(SpvOpIAdd, first, code_.constant(i));
      store_byte(view, byte, code_.word(SpvOpBitwiseAnd, one, code_.constant(0xFF)));
    });
  }
}

// Half of a unit of two bytes is the one thing that no instruction writes alone: lanes that copy
// different bytes of one such element at once would have a race.
void ByteAccess::store_byte(const View& view, Id byte, Id value) {
  const Place place = place_of(view, byte);
  if (!view.shared && view.unit_bytes == 1) return buffers_.store_unit(view, place.unit, value);
  const Id mask = code_.word(SpvOpShiftLeftLogical, code_.constant(0xFF), place.shift);
  const Id moved = code_.word(SpvOpShiftLeftLogical, value, place.shift);
  if (view.shared) return store_masked(view, place.unit, moved, mask);
  const Id kept =
      code_.word(SpvOpBitwiseAnd, buffers_.load_unit(view, place.unit), code_.word(SpvOpNot, mask));
  buffers_.store_unit(view, place.unit, code_.word(SpvOpBitwiseOr, kept, moved));
}

// A part of a word by atomics, so that what other lanes write of it stays. Bits that are right
// already are right all the time: a lane that copied the same bytes before may be reading them.
void ByteAccess::store_masked(const View& view, Id unit, Id word, Id mask) {
  const Id is_whole = code_.test(SpvOpIEqual, mask, code_.constant(UINT32_MAX));
  code_.when(
      is_whole, [&] { buffers_.store_unit(view, unit, word); },
      [&] {
        const Id at = buffers_.pointer(view, unit);
        const Id u32 = code_.module().u32_type();
        const Id scope = code_.constant(SpvScopeDevice);
        const Id relaxed = code_.constant(SpvMemorySemanticsMaskNone);
        const Id part = code_.word(SpvOpBitwiseAnd, word, mask);
        const Id stays = code_.word(SpvOpBitwiseOr, code_.word(SpvOpNot, mask), part);
        code_.emit(SpvOpAtomicAnd, u32, {at, scope, relaxed, stays});
        code_.emit(SpvOpAtomicOr, u32, {at, scope, relaxed, part});
      });
}

}  // namespace vyre::spirv
