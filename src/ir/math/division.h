#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "ir/program/ops.h"

namespace vyre::ir {

// What is told of a signed division that has no result.
inline constexpr std::string_view kDivisionByZero = "signed division by zero";
inline constexpr std::string_view kDivisionByZeroFix =
    "guard the divisor, divide U32, where the result is defined, or make the pipeline with "
    "VYRE_PIPELINE_DIVISION_GIVES_ZERO";
inline constexpr std::string_view kDivisionOverflow = "the smallest I32 divided by -1";
inline constexpr std::string_view kDivisionOverflowFix =
    "guard the operands, or make the pipeline with VYRE_PIPELINE_DIVISION_GIVES_ZERO";

// Its result where one is asked for.
constexpr int32_t fixed_quotient(BinOp op, bool overflows) {
  return overflows && op == BinOp::kDiv ? std::numeric_limits<int32_t>::min() : 0;
}

}  // namespace vyre::ir
