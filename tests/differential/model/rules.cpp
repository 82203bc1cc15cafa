#include "rules.h"

#include <algorithm>
#include <bit>
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

namespace ops = ir::ops;

// Sorts that have operators: what they are to the validator, and all they may be at run time.
struct Operand {
  Kind kind;
  ir::DataType type;
  uint8_t kinds;
};
constexpr Operand kOperands[] = {
    {Kind::kU32, ir::DataType::kU32, ops::kOfU32},
    {Kind::kI32, ir::DataType::kI32, ops::kOfI32},
    {Kind::kSignedWord, ir::DataType::kU32, ops::kOfI32},
    {Kind::kEitherWord, ir::DataType::kU32, ops::kOfU32 | ops::kOfI32},
    {Kind::kU64, ir::DataType::kU64, ops::kOfU64},
    {Kind::kWideWord, ir::DataType::kU32, ops::kOfU64},
    {Kind::kBool, ir::DataType::kBool, ops::kOfBool},
    {Kind::kLoadedBool, ir::DataType::kBool, ops::kOfU32},
    {Kind::kEitherBool, ir::DataType::kBool, ops::kOfBool | ops::kOfU32},
    {Kind::kF32, ir::DataType::kF32, ops::kOfF32},
    {Kind::kF64, ir::DataType::kF64, ops::kOfF32},
};

bool is_one_of(ir::DataType type, std::initializer_list<ir::DataType> types) {
  return std::ranges::find(types, type) != types.end();
}

bool accepts(ops::BinaryOperands rule, ir::DataType type) {
  using ir::DataType;
  switch (rule) {
    case ops::BinaryOperands::kAny:
    case ops::BinaryOperands::kSame:
      return true;
    case ops::BinaryOperands::kArithmetic:
      return !is_one_of(type, {DataType::kU64, DataType::kBool});
    case ops::BinaryOperands::kSaturating:
    case ops::BinaryOperands::kDistance:
    case ops::BinaryOperands::kU32:
      return type == DataType::kU32;
    case ops::BinaryOperands::kWords:
    case ops::BinaryOperands::kBits:
      return is_one_of(type, {DataType::kU32, DataType::kI32});
    case ops::BinaryOperands::kTruth:
      return is_one_of(type, {DataType::kU32, DataType::kBool});
    case ops::BinaryOperands::kSubgroup:
      return false;
  }
  return false;
}

bool accepts(ops::UnaryOperands rule, ir::DataType type) {
  using ir::DataType;
  switch (rule) {
    case ops::UnaryOperands::kNone:
      return false;
    case ops::UnaryOperands::kNumber:
      return is_one_of(type, {DataType::kU32, DataType::kF32});
    case ops::UnaryOperands::kTruth:
      return is_one_of(type, {DataType::kU32, DataType::kBool});
    case ops::UnaryOperands::kBits:
      return is_one_of(type, {DataType::kU32, DataType::kI32, DataType::kU64});
    case ops::UnaryOperands::kF32:
      return type == DataType::kF32;
  }
  return false;
}

constexpr std::string_view kIntegers[] = {"U8", "U16", "I8", "I16", "I64"};

class Table {
 public:
  Table() {
    for (const Operand& operand : kOperands) operators(operand);
    casts_to_truth_values();
    casts_to_floats();
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
  void operators(const Operand& operand) {
    for (uint8_t tag = 1; tag <= ops::kLastBinOp; ++tag) binary(static_cast<BinOp>(tag), operand);
    for (uint8_t tag = 1; tag <= ops::kLastUnOp; ++tag) unary(static_cast<UnOp>(tag), operand);
  }

  // Two operands that may be of several kinds each could differ.
  void binary(BinOp op, const Operand& operand) {
    const ops::BinaryRow& row = ops::row(op);
    const bool is_one_kind = std::has_single_bit(operand.kinds);
    if (!is_one_kind || !has_meaning(row, operand)) return;
    const bool is_i32 = operand.kinds == ops::kOfI32;
    Kind result = operand.kind;
    if (row.result == ops::Result::kU32 && operand.kind == Kind::kI32) result = Kind::kSignedWord;
    if (row.result == ops::Result::kU32 && operand.kind == Kind::kU64) result = Kind::kWideWord;
    if (is_i32 && ops::has(op, ops::kUnsigned)) result = Kind::kU32;
    add({What::kBinary, static_cast<uint8_t>(op)}, row.result, ir::spelling::kBinOps, operand,
        result);
    rules_.back().positive_divisor = is_i32 && ops::has(op, ops::kDivides);
  }

  void unary(UnOp op, const Operand& operand) {
    if (!has_meaning(ops::row(op), operand)) return;
    const bool counts = op == UnOp::kPopcount || op == UnOp::kClz || op == UnOp::kCtz;
    const Kind result = counts && operand.kind == Kind::kU64 ? Kind::kSmallU64 : operand.kind;
    add({What::kUnary, static_cast<uint8_t>(op)}, ops::row(op).result, ir::spelling::kUnOps,
        operand, result);
    rules_.back().costly = ops::has(op, ops::kTranscendental);
  }

  // A loaded truth value that became a word would be no truth value any more.
  template <typename Row>
  static bool has_meaning(const Row& row, const Operand& operand) {
    const bool has_kinds = (operand.kinds & ~row.kinds) == 0;
    const bool stays = operand.kind != Kind::kLoadedBool || row.result == ops::Result::kBool;
    return has_kinds && stays && accepts(row.operands, operand.type);
  }

  void add(Rule rule, ops::Result type, ir::spelling::Words words, const Operand& operand,
           Kind result) {
    rule.operand = sort(operand.kind);
    rule.result = sort(type == ops::Result::kBool ? Kind::kBool : result);
    rule.name = concat(ir::spelling::word(words, rule.op), " of ", sort_name(rule.operand));
    rules_.push_back(std::move(rule));
  }

  void cast(const Sort& from, const Sort& to) {
    rules_.push_back(
        {What::kCast, 0, from, to, concat("cast of ", sort_name(from), " to ", sort_name(to))});
  }
  void casts(std::initializer_list<Kind> from, const Sort& to) {
    for (const Kind kind : from) cast(sort(kind), to);
  }

  void casts_to_truth_values() {
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

  void casts_to_floats() {
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

const std::vector<uint32_t>& rules_for(const Sort& result) {
  static const auto by_name = [] {
    std::map<std::string, std::vector<uint32_t>> index;
    for (uint32_t i = 0; i < rules().size(); ++i) {
      index[sort_name(rules()[i].result)].push_back(i);
    }
    return index;
  }();
  static const std::vector<uint32_t> kNone;
  const auto found = by_name.find(sort_name(result));
  return found == by_name.end() ? kNone : found->second;
}

}  // namespace vyre::differential
