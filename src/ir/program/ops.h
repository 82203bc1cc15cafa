#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

// The operators of expressions, made of the rows of ops.def. Values are the tags of the wire form.
namespace vyre::ir {

enum class BinOp : uint8_t {
#define BINARY(name, c_name, json, tag, ...) name = tag,
#include "ir/program/ops.def"
  kOpaque = 0x80,
};

enum class UnOp : uint8_t {
#define UNARY(name, c_name, json, tag, ...) name = tag,
#include "ir/program/ops.def"
  kOpaque = 0x80,
};

enum class AtomicOp : uint8_t {
#define ATOMIC(name, c_name, json, tag, ...) name = tag,
#include "ir/program/ops.def"
  kOpaque = 0x80,
};

// What a subgroup makes one value of those of its lanes by.
enum class ReduceOp : uint8_t {
#define REDUCTION(name, word, json, tag, ...) name = tag,
#include "ir/program/ops.def"
};

namespace ops {

// What the validator takes for operands.
enum class BinaryOperands : uint8_t {
  kAny,
  kArithmetic,  // numbers of one type, of 32 bits
  kSaturating,  // as kArithmetic, U32 alone
  kDistance,    // as kArithmetic, but for I32
  kWords,       // U32 or I32, both the same
  kBits,        // the same, where both are known
  kU32,
  kTruth,     // U32 or Bool
  kSame,      // of one type
  kSubgroup,  // none: there are expressions for it
};
enum class UnaryOperands : uint8_t {
  kUnpacked,  // none, or U32 or I32 in later generations
  kNumber,    // U32 or F32
  kTruth,     // U32 or Bool
  kBits,      // U32, I32 or U64
  kF32,
};

// The static type of the result. kOperands: theirs, and U32 where those of two differ.
enum class Result : uint8_t { kUnknown, kU32, kBool, kF32, kOperands };

// Kinds of operands that there is a result for at run time; it is of their kind, or a truth value
// where the static result is Bool.
enum Kinds : uint8_t {
  kNothing = 0,
  kOfU32 = 1,
  kOfI32 = 2,
  kOfU64 = 4,
  kOfBool = 8,
  kOfF32 = 16,
  kIntegers = kOfU32 | kOfI32 | kOfU64,
  kNumbers = kIntegers | kOfF32,
  kAll = kNumbers | kOfBool,
};

enum Flags : uint8_t {
  kCommutes = 1,    // operands may change places, and no bit of the result changes
  kMayCommute = 2,  // so they may, but for floating point
  kDivides = 4,
  kUnsigned = 8,  // of I32 the result is U32
  kTranscendental = 16,
};

template <typename Operands>
struct Row {
  Operands operands = {};
  Result result = {};
  uint8_t kinds = kNothing;
  uint8_t flags = 0;
};

// By tag: the rows stand in that order, and none is left out (tests/rules/ops.py). The first one is
// that of all operators of extensions.
using BinaryRow = Row<BinaryOperands>;
inline constexpr BinaryRow kBinaryRows[] = {
    {.result = Result::kU32},
#define BINARY(name, c_name, json, tag, operands, result, kinds, flags) \
  {BinaryOperands::operands, Result::result, kinds, flags},
#include "ir/program/ops.def"
};
using UnaryRow = Row<UnaryOperands>;
inline constexpr UnaryRow kUnaryRows[] = {
    {},
#define UNARY(name, c_name, json, tag, operands, result, kinds, flags) \
  {UnaryOperands::operands, Result::result, kinds, flags},
#include "ir/program/ops.def"
};
inline constexpr bool kAtomicIsDefined[] = {
    false,
#define ATOMIC(name, c_name, json, tag, is_defined) is_defined,
#include "ir/program/ops.def"
};

struct Reduction {
  std::string_view word;
  BinOp joins = BinOp::kOpaque;
  uint32_t first_u32 = 0;
  uint32_t first_f32 = 0;
};
inline constexpr Reduction kReductions[] = {
    {},
#define REDUCTION(name, word, json, tag, joins, u32, f32) {word, BinOp::joins, u32, f32},
#include "ir/program/ops.def"
};

// The last tag of each.
inline constexpr uint8_t kLastBinOp = std::size(kBinaryRows) - 1;
inline constexpr uint8_t kLastUnOp = std::size(kUnaryRows) - 1;
inline constexpr uint8_t kLastAtomicOp = std::size(kAtomicIsDefined) - 1;
inline constexpr uint8_t kLastReduceOp = std::size(kReductions) - 1;

constexpr const BinaryRow& row(BinOp op) {
  const auto tag = static_cast<uint8_t>(op);
  return kBinaryRows[tag <= kLastBinOp ? tag : 0];
}
constexpr const UnaryRow& row(UnOp op) {
  const auto tag = static_cast<uint8_t>(op);
  return kUnaryRows[tag <= kLastUnOp ? tag : 0];
}
constexpr const Reduction& row(ReduceOp op) {
  const auto tag = static_cast<uint8_t>(op);
  return kReductions[tag <= kLastReduceOp ? tag : 0];
}
constexpr bool is_for_f32(ReduceOp op) { return (row(row(op).joins).kinds & kOfF32) != 0; }
template <typename Op>
constexpr bool has(Op op, Flags flag) {
  return (row(op).flags & flag) != 0;
}
template <typename Op>
constexpr bool gives_truth(Op op) {
  return row(op).result == Result::kBool;
}
constexpr bool is_defined(AtomicOp op) {
  const auto tag = static_cast<uint8_t>(op);
  return tag <= kLastAtomicOp && kAtomicIsDefined[tag];
}

}  // namespace ops
}  // namespace vyre::ir
