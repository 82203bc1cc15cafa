#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "ir/program.h"
#include "spirv/module_builder.h"

namespace vyre::spirv {

// What a value is at run time, whatever its static type says. A raw value is the zero-extended
// word of a narrow type; a truth value is 0 or 1.
enum class Kind : uint32_t { kU32, kI32, kBool, kF32, kRaw };

inline constexpr std::array kAllKinds = {Kind::kU32, Kind::kI32, Kind::kBool, Kind::kF32,
                                         Kind::kRaw};

// The kinds that a value may have. Empty: no value can ever get here.
class KindSet {
 public:
  constexpr KindSet() = default;
  constexpr KindSet(Kind kind) : bits_(bit(kind)) {}  // NOLINT: a kind is a set of one

  bool operator==(const KindSet&) const = default;
  KindSet operator|(KindSet other) const { return KindSet(bits_ | other.bits_); }
  KindSet operator&(KindSet other) const { return KindSet(bits_ & other.bits_); }
  KindSet& operator|=(KindSet other) { return *this = *this | other; }
  bool has(Kind kind) const { return (bits_ & bit(kind)) != 0; }
  bool empty() const { return bits_ == 0; }
  bool merged() const { return std::popcount(bits_) > 1; }
  Kind first() const { return static_cast<Kind>(std::countr_zero(bits_)); }  // only when !empty()

 private:
  explicit constexpr KindSet(uint32_t bits) : bits_(bits) {}
  static constexpr uint32_t bit(Kind kind) { return 1u << static_cast<uint32_t>(kind); }

  uint32_t bits_ = 0;
};

std::string kind_names(KindSet kinds);  // "U32 or Bool"

// What an operator makes of operands of one kind; none: the oracle fails.
std::optional<Kind> result_kind(ir::BinOp op, Kind operands);
std::optional<Kind> result_kind(ir::UnOp op, Kind operand);
KindSet result_kinds(ir::BinOp op, KindSet left, KindSet right);
KindSet result_kinds(ir::UnOp op, KindSet operand);

// Element and cast types of the lowering; none for every other type.
std::optional<Kind> loaded_kind(ir::DataType element);
std::optional<Kind> cast_kind(ir::DataType target);

// A value in flight. |word| holds its bits; a truth value may be held as |truth| instead. |kind|
// is the id of the kind's number and counts only when |kinds| has several members.
struct Value {
  KindSet kinds;
  Id word = kNoId;
  Id truth = kNoId;
  Id kind = kNoId;

  static Value of(Kind kind, Id word) { return {kind, word, kNoId, kNoId}; }
  static Value of_truth(Id truth) { return {Kind::kBool, kNoId, truth, kNoId}; }
};

}  // namespace vyre::spirv
