#include "spirv/operators/f32_conversions.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kTwoTo31 = 0x4F000000u;
constexpr uint32_t kTwoTo32 = 0x4F800000u;

}  // namespace

Id F32Conversions::from_u32(Id word) {
  const Id f32 = code_.module().f32_type();
  return code_.word(SpvOpBitcast, code_.emit(SpvOpConvertUToF, f32, {word}));
}

Id F32Conversions::from_i32(Id word) {
  const Id f32 = code_.module().f32_type();
  return code_.word(SpvOpBitcast, code_.emit(SpvOpConvertSToF, f32, {word}));
}

// Of positive values the bits order like the numbers, and every negative one has larger bits.
Id F32Conversions::to_u32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, bits, code_.constant(kTwoTo32));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToU, safe);
  const Id is_large = code_.test(SpvOpULessThanEqual, bits, code_.constant(f32::kInfinity));
  const Id bound = code_.select(is_large, code_.constant(0xFFFFFFFFu), zero);
  return code_.select(in_range, converted, bound);
}

Id F32Conversions::to_i32(Id bits) {
  const Id zero = code_.constant(0);
  const Id in_range = code_.test(SpvOpULessThan, bits_.magnitude(bits), code_.constant(kTwoTo31));
  const Id safe = as_f32(code_.select(in_range, bits, zero));
  const Id converted = code_.word(SpvOpConvertFToS, safe);
  const Id bound = code_.select(bits_.is_negative(bits), code_.constant(f32::kSignBit),
                                code_.constant(f32::kMagnitudeBits));
  return code_.select(in_range, converted, code_.select(bits_.is_nan(bits), zero, bound));
}

Id F32Conversions::fits_u32(Id bits) {
  const Id positive = code_.test(SpvOpULessThan, bits, code_.constant(kTwoTo32));
  const Id minus_zero = code_.test(SpvOpIEqual, bits, code_.constant(f32::kSignBit));
  return code_.test(SpvOpLogicalOr, positive, minus_zero);
}

}  // namespace vyre::spirv
