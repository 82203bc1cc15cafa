#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "spirv/module/builder.h"
#include "spirv/module/ir_names.h"

namespace vyre::spirv {

// What a value is at run time, whatever its static type says. A truth value is 0 or 1. Raw values
// are the bytes of a type without operators: up to four, up to eight, or more.
enum class Kind : uint32_t {
  kU32,
  kI32,
  kBool,
  kF32,
  kRaw,
  kU64,
  kF64,  // as it was loaded; every operator takes it as the f32 nearest to it
  kRaw8,
  kRawLong
};

inline constexpr std::array kAllKinds = {Kind::kU32, Kind::kI32,  Kind::kBool,
                                         Kind::kF32, Kind::kRaw,  Kind::kU64,
                                         Kind::kF64, Kind::kRaw8, Kind::kRawLong};

inline constexpr uint32_t kMaxWords = ir::kMaxLoadedBytes / 4;
using Bits = std::array<Id, kMaxWords>;  // words, the low one first; kNoId: zero

// The kinds that a value may have. Empty: no value can ever get here.
class KindSet {
 public:
  constexpr KindSet() = default;
  constexpr KindSet(Kind kind) : bits_(bit(kind)) {}  // NOLINT: a kind is a set of one

  bool operator==(const KindSet&) const = default;
  constexpr KindSet operator|(KindSet other) const { return KindSet(bits_ | other.bits_); }
  constexpr KindSet operator&(KindSet other) const { return KindSet(bits_ & other.bits_); }
  KindSet& operator|=(KindSet other) { return *this = *this | other; }
  constexpr KindSet operator-(KindSet other) const { return KindSet(bits_ & ~other.bits_); }
  bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool merged() const { return std::popcount(bits_) > 1; }
  Kind first() const { return static_cast<Kind>(std::countr_zero(bits_)); }  // only when !empty()

 private:
  explicit constexpr KindSet(uint32_t bits) : bits_(bits) {}
  static constexpr uint32_t bit(Kind kind) { return 1u << static_cast<uint32_t>(kind); }

  uint32_t bits_ = 0;
};

std::string kind_names(KindSet kinds);          // "U32 or Bool"
uint32_t word_count(KindSet kinds);             // the most words that a value has
KindSet narrowed(KindSet kinds);                // as operators take them: F64 as F32
KindSet exchanged_kinds(const ir::Expr& expr);  // by a reduction or shuffle of a subgroup

// What an operator makes of operands of one kind; none: the oracle fails.
std::optional<Kind> result_kind(BinOp op, Kind operands);
std::optional<Kind> result_kind(UnOp op, Kind operand);
KindSet result_kinds(BinOp op, KindSet left, KindSet right);
KindSet result_kinds(UnOp op, KindSet operand);

Kind raw_kind(uint64_t bytes);
Kind loaded_kind(const Element& element);   // of an element within bounds
Kind outside_kind(const Element& element);  // of what a load out of bounds gives
KindSet loaded_kinds(const Element& element);
Kind cast_kind(DataType target,
               Kind from);  // |target| as of ir::cast_type(); also where such a cast always fails
KindSet cast_kinds(DataType target, KindSet from);

// A value in flight. |word| holds its low bits; a truth value may be held as |truth| instead.
// |upper| are the words above it, kNoId where they are zero. |kind| is the id of the kind's number
// and counts only when |kinds| has several members.
struct Value {
  KindSet kinds;
  Id word = kNoId;
  Id truth = kNoId;
  Id kind = kNoId;
  std::array<Id, kMaxWords - 1> upper = {};
  // An f32 whose NaN may have any bits: they are made canonical where they can be seen. Arithmetic,
  // comparisons and locals of that kind take it as it is.
  bool uncanonical = false;

  bool is(KindSet one_of) const { return (kinds - one_of).empty(); }

  static Value of(Kind kind, Id word) { return {.kinds = kind, .word = word}; }
  static Value of(Kind kind, Pair pair) {
    return {.kinds = kind, .word = pair.low, .upper = {pair.high}};
  }
  static Value of_truth(Id truth) { return {.kinds = Kind::kBool, .truth = truth}; }
};

}  // namespace vyre::spirv
