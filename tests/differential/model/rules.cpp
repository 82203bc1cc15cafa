#include "rules.h"

#include <array>
#include <map>
#include <set>

#include "base/status/status.h"
#include "ir/program/tag_names.h"

namespace vyre::differential {
namespace {

using ir::BinOp;
using ir::UnOp;
using Kind = Sort::Kind;
using What = Rule::What;

constexpr BinOp kComparisons[] = {BinOp::kEq, BinOp::kNe, BinOp::kLt,
                                  BinOp::kGt, BinOp::kLe, BinOp::kGe};
constexpr BinOp kBitwise[] = {BinOp::kBitAnd, BinOp::kBitOr, BinOp::kBitXor};
constexpr BinOp kWrapping[] = {BinOp::kWrappingAdd, BinOp::kWrappingSub};
constexpr BinOp kArithmetic[] = {BinOp::kAdd, BinOp::kSub, BinOp::kMul, BinOp::kMin, BinOp::kMax};
constexpr BinOp kDivisions[] = {BinOp::kDiv, BinOp::kMod};
constexpr BinOp kSaturating[] = {BinOp::kSaturatingAdd, BinOp::kSaturatingSub,
                                 BinOp::kSaturatingMul};
constexpr BinOp kShifts[] = {BinOp::kShl, BinOp::kShr};
constexpr UnOp kBitCounts[] = {UnOp::kBitNot, UnOp::kPopcount, UnOp::kClz, UnOp::kCtz,
                               UnOp::kReverseBits};
constexpr UnOp kFloatTests[] = {UnOp::kIsNan, UnOp::kIsInf, UnOp::kIsFinite};
constexpr UnOp kFloatFunctions[] = {UnOp::kNegate,      UnOp::kAbs,       UnOp::kFloor, UnOp::kCeil,
                                    UnOp::kRound,       UnOp::kTrunc,     UnOp::kSign,  UnOp::kSqrt,
                                    UnOp::kInverseSqrt, UnOp::kReciprocal};
constexpr UnOp kTranscendental[] = {
#define TRANSCENDENTAL(name, ...) UnOp::name,
#include "ir/program/ops.def"
};

constexpr std::string_view kIntegers[] = {"U8", "U16", "I8", "I16", "I64"};

class Table {
 public:
  Table() {
    words();
    signed_integers();
    uint64();
    truth_values();
    floats();
    casts_to_words();
    casts_to_wide();
    casts_to_raw();
  }

  // Each name once.
  std::vector<Rule> take() {
    std::set<std::string> seen;
    std::erase_if(rules_, [&](const Rule& rule) { return !seen.insert(rule.name).second; });
    return std::move(rules_);
  }

 private:
  template <typename Ops>
  void binary(const Ops& ops, Kind operand, Kind result) {
    for (const BinOp op : ops) binary(op, operand, result);
  }
  void binary(BinOp op, Kind operand, Kind result) {
    const std::string name =
        concat(ir::spelling::word(ir::spelling::kBinOps, op), " of ", sort_name(sort(operand)));
    rules_.push_back({What::kBinary, static_cast<uint8_t>(op), sort(operand), sort(result), name});
  }
  template <typename Ops>
  void unary(const Ops& ops, Kind operand, Kind result, bool costly = false) {
    for (const UnOp op : ops) unary(op, operand, result, costly);
  }
  void unary(UnOp op, Kind operand, Kind result, bool costly = false) {
    const std::string name =
        concat(ir::spelling::word(ir::spelling::kUnOps, op), " of ", sort_name(sort(operand)));
    rules_.push_back(
        {What::kUnary, static_cast<uint8_t>(op), sort(operand), sort(result), name, costly});
  }
  void cast(const Sort& from, const Sort& to) {
    rules_.push_back(
        {What::kCast, 0, from, to, concat("cast of ", sort_name(from), " to ", sort_name(to))});
  }
  void casts(std::initializer_list<Kind> from, const Sort& to) {
    for (const Kind kind : from) cast(sort(kind), to);
  }

  void words() {
    const Kind word = Kind::kU32;
    binary(kArithmetic, word, word);
    binary(kDivisions, word, word);
    binary(kBitwise, word, word);
    binary(kShifts, word, word);
    binary(kSaturating, word, word);
    binary(kWrapping, word, word);
    for (const BinOp op :
         {BinOp::kRotateLeft, BinOp::kRotateRight, BinOp::kAbsDiff, BinOp::kMulHigh})
      binary(op, word, word);
    binary(kComparisons, word, Kind::kBool);
    unary(kBitCounts, word, word);
    unary(UnOp::kNegate, word, word);
  }

  void signed_integers() {
    const Kind word = Kind::kSignedWord;
    binary(kArithmetic, Kind::kI32, Kind::kI32);
    binary(kBitwise, Kind::kI32, word);
    binary(kWrapping, Kind::kI32, word);
    signed_division(BinOp::kDiv, Kind::kI32, Kind::kI32);
    signed_division(BinOp::kMod, Kind::kI32, word);
    binary(kComparisons, Kind::kI32, Kind::kBool);
    unary(kBitCounts, Kind::kI32, Kind::kI32);
    binary(kArithmetic, word, word);
    binary(kBitwise, word, word);
    binary(kWrapping, word, word);
    binary(kShifts, word, word);
    binary(kSaturating, word, word);
    signed_division(BinOp::kDiv, word, word);
    signed_division(BinOp::kMod, word, word);
    binary(BinOp::kAbsDiff, word, Kind::kU32);
    binary(kComparisons, word, Kind::kBool);
    unary(kBitCounts, word, word);
    unary(UnOp::kNegate, word, word);
    unary(kBitCounts, Kind::kEitherWord, Kind::kEitherWord);
    unary(UnOp::kNegate, Kind::kEitherWord, Kind::kEitherWord);
  }
  void signed_division(BinOp op, Kind operand, Kind result) {
    binary(op, operand, result);
    rules_.back().positive_divisor = true;
  }

  void uint64() {
    const Kind word = Kind::kWideWord;
    binary(kWrapping, Kind::kU64, word);
    binary(BinOp::kMulHigh, Kind::kU64, word);
    binary(kComparisons, Kind::kU64, Kind::kBool);
    unary(UnOp::kBitNot, Kind::kU64, Kind::kU64);
    unary(UnOp::kReverseBits, Kind::kU64, Kind::kU64);
    for (const UnOp op : {UnOp::kPopcount, UnOp::kClz, UnOp::kCtz})
      unary(op, Kind::kU64, Kind::kSmallU64);
    binary(kArithmetic, word, word);
    binary(kDivisions, word, word);
    binary(kBitwise, word, word);
    binary(kShifts, word, word);
    binary(kSaturating, word, word);
    binary(kWrapping, word, word);
    binary(BinOp::kAbsDiff, word, word);
    binary(BinOp::kMulHigh, word, word);
    binary(kComparisons, word, Kind::kBool);
    unary(kBitCounts, word, word);
    unary(UnOp::kNegate, word, word);
  }

  void truth_values() {
    for (const BinOp op : {BinOp::kEq, BinOp::kNe}) binary(op, Kind::kBool, Kind::kBool);
    binary(kComparisons, Kind::kLoadedBool, Kind::kBool);
    for (const Kind kind :
         {Kind::kU32, Kind::kBool, Kind::kLoadedBool, Kind::kSignedWord, Kind::kWideWord}) {
      binary(BinOp::kAnd, kind, Kind::kBool);
      binary(BinOp::kOr, kind, Kind::kBool);
      unary(UnOp::kLogicalNot, kind, Kind::kBool);
    }
    unary(UnOp::kLogicalNot, Kind::kEitherWord, Kind::kBool);
    unary(UnOp::kLogicalNot, Kind::kEitherBool, Kind::kBool);
    for (const Kind kind :
         {Kind::kU32, Kind::kI32, Kind::kU64, Kind::kF32, Kind::kBool, Kind::kLoadedBool,
          Kind::kSignedWord, Kind::kWideWord, Kind::kEitherWord, Kind::kEitherBool}) {
      cast(sort(kind), sort(Kind::kBool));
    }
    for (const std::string_view type : kIntegers) {
      cast(element_of(type).loaded, sort(Kind::kBool));
      cast(raw(type, 4), sort(Kind::kBool));
    }
    cast(raw("Vec2U32", 8), sort(Kind::kBool));
    cast(raw("Vec4U32", 16), sort(Kind::kBool));
  }

  void floats() {
    binary(kArithmetic, Kind::kF32, Kind::kF32);
    binary(BinOp::kDiv, Kind::kF32, Kind::kF32);
    binary(kComparisons, Kind::kF32, Kind::kBool);
    unary(kFloatFunctions, Kind::kF32, Kind::kF32);
    unary(kFloatTests, Kind::kF32, Kind::kBool);
    unary(kTranscendental, Kind::kF32, Kind::kF32, true);
    binary(kArithmetic, Kind::kF64, Kind::kF64);
    binary(BinOp::kDiv, Kind::kF64, Kind::kF64);
    binary(kComparisons, Kind::kF64, Kind::kBool);
    casts({Kind::kU32, Kind::kI32, Kind::kBool, Kind::kF32, Kind::kLoadedBool, Kind::kSignedWord,
           Kind::kWideWord, Kind::kEitherWord, Kind::kEitherBool},
          sort(Kind::kF32));
  }

  void casts_to_words() {
    casts({Kind::kU32, Kind::kI32, Kind::kBool, Kind::kF32, Kind::kLoadedBool, Kind::kSmallU64,
           Kind::kEitherBool},
          sort(Kind::kU32));
    // A cast to U32 makes a U32 of everything.
    casts({Kind::kSignedWord, Kind::kEitherWord}, sort(Kind::kU32));
    casts({Kind::kU32, Kind::kI32, Kind::kBool, Kind::kF32, Kind::kLoadedBool, Kind::kSmallU64,
           Kind::kEitherBool, Kind::kSignedWord, Kind::kEitherWord},
          sort(Kind::kI32));
    for (const Kind target : {Kind::kU32, Kind::kI32}) {
      for (const std::string_view type : kIntegers) {
        if (type != "I64") cast(element_of(type).loaded, sort(target));
        cast(raw(type, 4), sort(target));
      }
    }
  }

  void casts_to_wide() {
    casts({Kind::kU32, Kind::kBool, Kind::kLoadedBool, Kind::kEitherBool}, sort(Kind::kSmallU64));
    casts({Kind::kU64, Kind::kWideWord}, sort(Kind::kU64));
    for (const std::string_view type : kIntegers) {
      const Sort loaded = element_of(type).loaded;
      cast(loaded, sort(loaded.bytes < 8 ? Kind::kSmallU64 : Kind::kU64));
      cast(raw(type, 4), sort(Kind::kSmallU64));
      cast(raw(type, 8), sort(Kind::kU64));
    }
    cast(raw("Vec2U32", 8), sort(Kind::kU64));
  }

  void casts_to_raw() {
    for (const std::string_view type : kIntegers) {
      casts({Kind::kU32, Kind::kI32, Kind::kBool, Kind::kLoadedBool, Kind::kSignedWord,
             Kind::kEitherWord, Kind::kEitherBool},
            raw(type, 4));
      casts({Kind::kU64, Kind::kWideWord}, raw(type, 8));
      for (const std::string_view from : kIntegers) {
        const Sort loaded = element_of(from).loaded;
        cast(loaded, raw(type, loaded.bytes));
        if (type != from) cast(raw(from, 4), raw(type, 4));
      }
    }
    for (const Sort& target : {raw("Vec2U32", 8), raw("Vec4U32", 16)}) {
      casts({Kind::kU32, Kind::kI32, Kind::kBool, Kind::kLoadedBool, Kind::kSignedWord,
             Kind::kWideWord, Kind::kEitherWord},
            target);
      cast(raw("Vec4U32", 16), target);
    }
    cast(sort(Kind::kU64), raw("Vec2U32", 8));
    cast(raw("Vec2U32", 8), raw("Vec2U32", 8));
    for (const std::string_view type : {"F16", "BF16", "I4", "Handle<3>"}) {
      cast(element_of(type).loaded, element_of(type).loaded);
    }
    cast(sort(Kind::kF64), raw("F64", 8));
  }

  std::vector<Rule> rules_;
};

}  // namespace

const std::vector<Rule>& rules() {
  static const std::vector<Rule> all = Table().take();
  return all;
}

const std::vector<uint32_t>& rules_for(const Sort& result, bool with_costly) {
  using ByName = std::map<std::string, std::vector<uint32_t>>;
  static const auto index = [] {
    std::array<ByName, 2> made;  // without and with costly ones
    for (uint32_t i = 0; i < rules().size(); ++i) {
      const Rule& rule = rules()[i];
      if (!rule.costly) made[0][sort_name(rule.result)].push_back(i);
      made[1][sort_name(rule.result)].push_back(i);
    }
    return made;
  }();
  static const std::vector<uint32_t> kNone;
  const ByName& by_name = index[with_costly ? 1 : 0];
  const auto found = by_name.find(sort_name(result));
  return found == by_name.end() ? kNone : found->second;
}

}  // namespace vyre::differential
