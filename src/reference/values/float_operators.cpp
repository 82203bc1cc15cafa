#include <cmath>

#include "reference/values/operators.h"
#include "reference/values/transcendental.h"

namespace vyre::reference {
namespace {

using ir::BinOp;
using ir::UnOp;

Fault number(Value* out, float v) {
  *out = make_f32(ir::canonical_f32(v));
  return Fault::kNone;
}

Fault truth(Value* out, bool v) {
  *out = make_bool(v);
  return Fault::kNone;
}

// A number wins over NaN; of equal operands (+0 and -0 too) the left one.
float minimum(float a, float b) {
  if (std::isnan(a)) return b;
  return b < a ? b : a;
}

float maximum(float a, float b) {
  if (std::isnan(a)) return b;
  return b > a ? b : a;
}

float sign(float v) {
  if (std::isnan(v)) return v;
  if (v == 0.0f) return 0.0f;
  return v > 0.0f ? 1.0f : -1.0f;
}

}  // namespace

Fault binary_f32(BinOp op, float a, float b, Value* out) {
  switch (op) {
    case BinOp::kAdd:
      return number(out, a + b);
    case BinOp::kSub:
      return number(out, a - b);
    case BinOp::kMul:
      return number(out, a * b);
    case BinOp::kDiv:
      return number(out, a / b);
    case BinOp::kEq:
      return truth(out, a == b);
    case BinOp::kNe:
      return truth(out, a != b);
    case BinOp::kLt:
      return truth(out, a < b);
    case BinOp::kGt:
      return truth(out, a > b);
    case BinOp::kLe:
      return truth(out, a <= b);
    case BinOp::kGe:
      return truth(out, a >= b);
    case BinOp::kMin:
      return number(out, minimum(a, b));
    case BinOp::kMax:
      return number(out, maximum(a, b));
    case BinOp::kMod:
    case BinOp::kBitAnd:
    case BinOp::kBitOr:
    case BinOp::kBitXor:
    case BinOp::kShl:
    case BinOp::kShr:
    case BinOp::kAnd:
    case BinOp::kOr:
    case BinOp::kAbsDiff:
    case BinOp::kSaturatingAdd:
    case BinOp::kSaturatingSub:
    case BinOp::kSaturatingMul:
    case BinOp::kShuffle:
    case BinOp::kBallot:
    case BinOp::kWaveReduce:
    case BinOp::kWaveBroadcast:
    case BinOp::kRotateLeft:
    case BinOp::kRotateRight:
    case BinOp::kWrappingAdd:
    case BinOp::kWrappingSub:
    case BinOp::kMulHigh:
    case BinOp::kOpaque:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

Fault unary_f32(UnOp op, float v, Value* out) {
  switch (op) {
    case UnOp::kNegate:
      return number(out, -v);
    case UnOp::kAbs:
      return number(out, std::fabs(v));
    case UnOp::kSqrt:
      return number(out, std::sqrt(v));
    case UnOp::kInverseSqrt:
      return number(out, 1.0f / std::sqrt(v));
    case UnOp::kReciprocal:
      return number(out, 1.0f / v);
    case UnOp::kFloor:
      return number(out, std::floor(v));
    case UnOp::kCeil:
      return number(out, std::ceil(v));
    case UnOp::kRound:
      return number(out, std::round(v));
    case UnOp::kTrunc:
      return number(out, std::trunc(v));
    case UnOp::kSign:
      return number(out, sign(v));
    case UnOp::kIsNan:
      return truth(out, std::isnan(v));
    case UnOp::kIsInf:
      return truth(out, std::isinf(v));
    case UnOp::kIsFinite:
      return truth(out, std::isfinite(v));
    case UnOp::kSin:
    case UnOp::kCos:
    case UnOp::kTan:
    case UnOp::kAsin:
    case UnOp::kAcos:
    case UnOp::kAtan:
    case UnOp::kSinh:
    case UnOp::kCosh:
    case UnOp::kTanh:
    case UnOp::kExp:
    case UnOp::kExp2:
    case UnOp::kLog:
    case UnOp::kLog2:
      return number(out, transcendental(op, ir::canonical_f32(v)));
    case UnOp::kBitNot:
    case UnOp::kLogicalNot:
    case UnOp::kPopcount:
    case UnOp::kClz:
    case UnOp::kCtz:
    case UnOp::kReverseBits:
    case UnOp::kUnpack4Low:
    case UnOp::kUnpack4High:
    case UnOp::kUnpack8Low:
    case UnOp::kUnpack8High:
    case UnOp::kOpaque:
      return Fault::kNoMeaning;
  }
  return Fault::kNoMeaning;
}

Fault fused_multiply_add(const Value& a, const Value& b, const Value& c, Value* out) {
  const auto fa = as_f32(a), fb = as_f32(b), fc = as_f32(c);
  if (!fa || !fb || !fc) return Fault::kNotAnFmaOperand;
  return number(out,
                std::fma(ir::canonical_f32(*fa), ir::canonical_f32(*fb), ir::canonical_f32(*fc)));
}

}  // namespace vyre::reference
