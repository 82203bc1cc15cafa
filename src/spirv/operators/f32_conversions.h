#pragma once

#include "spirv/operators/f32_bits.h"

namespace vyre::spirv {

// Between integers and f32 values.
class F32Conversions {
 public:
  explicit F32Conversions(CodeWriter& code) : code_(code), bits_(code) {}

  Id from_u32(Id word);
  Id from_i32(Id word);
  Id to_u32(Id bits);  // truncated, saturated, NaN to 0
  Id to_i32(Id bits);
  Id fits_u32(Id bits);  // finite and within [0, 2^32 - 1]

 private:
  Id as_f32(Id bits) { return code_.emit(SpvOpBitcast, code_.module().f32_type(), {bits}); }

  CodeWriter& code_;
  F32Bits bits_;
};

}  // namespace vyre::spirv
