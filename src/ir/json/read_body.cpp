#include "ir/json/read_body.h"

#include "base/encoding/little_endian.h"
#include "ir/json/form.h"
#include "ir/program/constant_value.h"
#include "ir/program/display_name.h"
#include "ir/program/limits.h"

namespace vyre::ir::json {
namespace {

std::optional<NodeKind> find_node(std::string_view word) {
#define NODE(kind, tag, its_word, ...) \
  if (word == its_word && NodeKind::kind != NodeKind::kReturn) return NodeKind::kind;
#include "ir/program/nodes.def"
  return std::nullopt;
}

bool is_wide_literal(std::string_view word) {
  return word == "u64" || word == "i64" || word == "f64";
}

// Operators are known by their own words too, and some extensions.
std::optional<ExprKind> find_expr(std::string_view word) {
#define EXPR(kind, tag, its_word, ...) \
  if (word == its_word) return ExprKind::kind;
#include "ir/program/nodes.def"
  if (spelling::find(spelling::kBinOps, word)) return ExprKind::kBinOp;
  if (spelling::find(spelling::kUnOps, word)) return ExprKind::kUnOp;
  if (spelling::find(spelling::kReduceOps, word)) return ExprKind::kSubgroupReduce;
  if (is_wide_literal(word) || word == "spec") return ExprKind::kOpaque;
  return std::nullopt;
}

// What stands behind the telling key and may be left out.
constexpr bool is_optional(Field field) {
  using enum Field;
  return field == kSource || field == kGroup || field == kBody || field == kOtherwise ||
         field == kArguments || field == kExpected || field == kOrdering;
}

// Reads statements and expressions of the JSON form into an assembler.
class BodyReader {
 public:
  BodyReader(Input& in, Assembler& out) : in_(in), out_(out) {}

  bool nodes(JsonValue array, std::vector<NodeId>& ids) {
    return each(array, &BodyReader::node, ids);
  }

 private:
  bool each(JsonValue array, bool (BodyReader::*read)(JsonValue, uint32_t&),
            std::vector<uint32_t>& ids) {
    return in_.each(array,
                    [&](JsonValue value) { return (this->*read)(value, ids.emplace_back(kNone)); });
  }

  bool node(JsonValue value, NodeId& id) {
    if (!in_.count_statement() || !enter()) return false;
    const bool read =
        value.is(JsonValue::Kind::kString) ? bare_statement(value, id) : node_object(value, id);
    --depth_;
    return read;
  }

  bool enter() {
    if (depth_ == Program::kMaxDepth) {
      return in_.bad(concat("nested deeper than ", Program::kMaxDepth), "nest less deeply");
    }
    ++depth_;
    return true;
  }

  bool node_object(JsonValue value, NodeId& id) {
    if (!in_.expect(value, JsonValue::Kind::kObject)) return false;
    for (const JsonValue main : value) {
      const std::optional<NodeKind> kind = find_node(main.key());
      if (!kind) continue;
      Node node{.kind = *kind};
      if (!in_.inside({main.key()}, [&] { return fields(value, main, node); })) return false;
      id = out_.add(node);
      return true;
    }
    return in_.bad("no key tells the kind of the statement",
                   "use one of let, assign, store, if, loop, block, barrier, region, trap, ...");
  }

  bool bare_statement(JsonValue value, NodeId& id) {
    const bool is_return = value.string() == "return";
    if (!is_return && value.string() != "barrier") {
      return in_.bad(concat("unknown statement ", display_name(value.string())),
                     "write \"return\", \"barrier\" or an object");
    }
    id = out_.add(Node{.kind = is_return ? NodeKind::kReturn : NodeKind::kBarrier});
    return true;
  }

  template <typename Record>
  bool fields(JsonValue object, JsonValue main, Record& record) {
    return with_row(
        record.kind, [&]<auto kKind>(Constant<kKind>) {
          if (!in_.known_keys(object, kKeys<kKind>)) return false;
          if constexpr (!has_fields(kFields<kKind>)) return flag(main);
          return all_fields<kJsonFields<kKind>>(
              [&]<Field kField>(Constant<kField>, const char* key) {
                return key == main.key() ? field<kField>(main, record)
                                         : member<kField>(object, key, record);
              });
        });
  }

  template <Field kField, typename Record>
  bool member(JsonValue object, std::string_view key, Record& record) {
    const auto read = [&](JsonValue value) { return field<kField>(value, record); };
    if constexpr (is_optional(kField)) return in_.optional(object, key, read);
    if constexpr (kField == Field::kRoot) {  // the group of a broadcast is judged first
      if (!member<Field::kGroup>(object, "group", record)) return false;
    }
    if constexpr (kField == Field::kFrom) {
      if (!object.find(key)) record.exprs[0] = out_.add(Expr{.kind = ExprKind::kLitU32});
      if (record.exprs[0] != kNone) return true;
    }
    return in_.member(object, key, read);
  }

  template <Field kField, typename Record>
  bool field(JsonValue value, Record& record) {
    using enum Field;
    constexpr Operands kOperands = operands_of(kField);
    if constexpr (kField == kName) return in_.name(value, record.name);
    if constexpr (kField == kName2 || kField == kSource) return in_.name(value, record.name2);
    if constexpr (kField == kTag) return in_.name(value, record.tag);
    if constexpr (kField == kOrdering)
      return in_.word(value, spelling::kOrderings, record.ordering);
    if constexpr (kField == kCollectiveOp)
      return in_.word(value, spelling::kCollectiveOps, record.op);
    if constexpr (kField == kBinOp || kField == kUnOp) return extension(value, record);
    if constexpr (kField == kAtomicOp) return atomic_op(value, record);
    if constexpr (kField == kReduceOp) return true;  // the word that tells the kind
    if constexpr (kField == kAxis) return axis(value, record.op);
    if constexpr (kField == kU32) return in_.whole(value, record.value);
    if constexpr (kField == kI32) return read_as<int32_t>(value, &Input::whole, record.value);
    if constexpr (kField == kF32) return in_.f32(value, record.value);
    if constexpr (kField == kBool) return read_as(value, &Input::boolean, record.value);
    if constexpr (kField == kType) return in_.type(value, record.value);
    if constexpr (kField == kRoot) return in_.whole(value, record.root);
    if constexpr (kField == kGroup) return read_as<uint32_t>(value, &Input::whole, record.number);
    if constexpr (kField == kNumber) return in_.wide(value, record.number);
    if constexpr (kField == kArguments) return list(value, &BodyReader::expr, record.args);
    if constexpr (kField == kBody) return list(value, &BodyReader::node, record.body);
    if constexpr (kField == kOtherwise) return list(value, &BodyReader::node, record.otherwise);
    if constexpr (kField == kPayload) return payload(value, payload_in(record));
    if constexpr (kOperands.count > 1) return operands(value, record, kOperands.count);
    if constexpr (kOperands.count == 1) return expr(value, operands_in(record)[kOperands.first]);
  }

  bool list(JsonValue array, bool (BodyReader::*read)(JsonValue, uint32_t&), Range& list) {
    std::vector<uint32_t> ids;
    if (!each(array, read, ids)) return false;
    list = out_.list(ids);
    return true;
  }

  // What |read| reads, kept as a number of another type.
  template <typename Value, typename Out>
  bool read_as(JsonValue value, bool (Input::*read)(JsonValue, Value&), Out& out) {
    Value own = {};
    if (!(in_.*read)(value, own)) return false;
    out = static_cast<Out>(own);
    return true;
  }

  bool payload(JsonValue value, Range& payload) {
    std::vector<uint8_t> bytes;
    if (!in_.hex(value, bytes)) return false;
    payload = out_.payload(bytes);
    return true;
  }

  bool expr(JsonValue value, ExprId& id) {
    if (!enter()) return false;
    Expr expr;
    bool read = false;
    switch (value.kind()) {
      case JsonValue::Kind::kNumber:
        read = in_.whole(value, expr.value);
        break;
      case JsonValue::Kind::kBool:
        expr = {.kind = ExprKind::kLitBool, .value = value.boolean() ? 1u : 0u};
        read = true;
        break;
      case JsonValue::Kind::kString:
        expr.kind = ExprKind::kVar;
        read = in_.name(value, expr.name);
        break;
      case JsonValue::Kind::kObject:
        read = expr_object(value, expr);
        break;
      case JsonValue::Kind::kNull:
      case JsonValue::Kind::kArray:
        read = in_.bad(concat("expected an expression, found ", kind_name(value.kind())),
                       "write a number, true or false, the name of a local, or an object");
    }
    if (!read) return false;
    --depth_;
    id = out_.add(expr);
    return true;
  }

  bool expr_object(JsonValue object, Expr& expr) {
    for (const JsonValue main : object) {
      const std::optional<ExprKind> kind = find_expr(main.key());
      if (!kind) continue;
      expr.kind = *kind;
      return in_.inside({main.key()}, [&] { return expr_fields(object, main, expr); });
    }
    return in_.bad("no key tells the kind of the expression",
                   "use an operator like add, or one of f32, i32, load, select, cast, atomic, ...");
  }

  bool expr_fields(JsonValue object, JsonValue main, Expr& expr) {
    const std::string_view word = main.key();
    if (word == "spec") return constant_value(object, main, expr);
    const auto binary = spelling::find(spelling::kBinOps, word);
    const auto unary = spelling::find(spelling::kUnOps, word);
    const auto reduction = spelling::find(spelling::kReduceOps, word);
    const auto operator_of = binary ? binary : unary ? unary : reduction;
    if (!operator_of && !is_wide_literal(word)) return fields(object, main, expr);
    if (!in_.known_keys(object, {&word, 1})) return false;
    if (is_wide_literal(word)) return wide_literal(main, expr);
    expr.op = *operator_of;
    return binary ? operands(main, expr, 2) : this->expr(main, expr.operands[0]);
  }

  bool extension(JsonValue value, Expr& expr) {
    expr.op = kOpaqueOp;
    if (!in_.whole(value, expr.value)) return false;
    if ((expr.value & kExtensionBit) != 0) return true;
    return in_.bad(concat("extension id ", expr.value, " lacks its top bit"),
                   "write an id from 2147483648 to 4294967295");
  }

  bool atomic_op(JsonValue value, Expr& expr) {
    if (value.is(JsonValue::Kind::kNumber)) return extension(value, expr);
    return in_.word(value, spelling::kAtomicOps, expr.op);
  }

  bool operands(JsonValue array, Expr& expr, uint32_t count) {
    return in_.each_of(array, count, [&](JsonValue value, uint32_t i) {
      return this->expr(value, expr.operands[i]);
    });
  }

  bool axis(JsonValue value, uint8_t& axis) {
    if (value.is(JsonValue::Kind::kNumber)) return in_.whole(value, axis);
    return in_.word(value, spelling::kAxes, axis);
  }

  bool plain_type(JsonValue value, uint32_t& tag) {
    if (!in_.expect(value, JsonValue::Kind::kString)) return false;
    const std::optional<DataType> found = find_tag(value.string());
    if (!found || has_parameters(*found)) {
      return in_.bad(concat(display_name(value.string()), " is no type without parameters"),
                     "write one like \"U32\" or \"F16\"");
    }
    tag = static_cast<uint32_t>(*found);
    return true;
  }

  bool constant_kind(JsonValue value, ConstantKind& out) {
    if (!in_.expect(value, JsonValue::Kind::kString)) return false;
    const std::optional<ConstantKind> found = find_constant_kind(value.string());
    if (!found) {
      return in_.bad(concat("no specialization value is of type ", display_name(value.string())),
                     "write \"U32\", \"I32\", \"F32\", \"Bool\" or \"ElementType\"");
    }
    out = *found;
    return true;
  }

  bool constant_bits(JsonValue value, ConstantKind kind, uint32_t& bits) {
    switch (kind) {
      case ConstantKind::kU32:
        return in_.whole(value, bits);
      case ConstantKind::kI32:
        return read_as<int32_t>(value, &Input::whole, bits);
      case ConstantKind::kF32:
        return in_.f32(value, bits);
      case ConstantKind::kBool:
        return read_as(value, &Input::boolean, bits);
      case ConstantKind::kElementType:
        return plain_type(value, bits);
    }
    return false;
  }

  bool constant_value(JsonValue object, JsonValue main, Expr& expr) {
    static constexpr std::string_view kKnown[] = {"spec", "type", "default"};
    ConstantValue value;
    std::vector<uint8_t> bytes;
    const auto kind = [&](JsonValue given) { return constant_kind(given, value.kind); };
    const auto initial = [&](JsonValue given) {
      return constant_bits(given, value.kind, value.initial.emplace());
    };
    if (!in_.known_keys(object, kKnown) || !in_.name_text(main, value.name, bytes) ||
        !in_.member(object, "type", kind) || !in_.optional(object, "default", initial)) {
      return false;
    }
    const std::string mistake = find_mistake(value);
    if (!mistake.empty()) return in_.bad(mistake, "give the value a name of its own");
    expr.name = out_.name(kConstantKind);
    expr.args = out_.payload(write_constant_value(value));
    return true;
  }

  // An extension with eight payload bytes.
  bool wide_literal(JsonValue main, Expr& expr) {
    const std::string_view word = main.key();
    uint64_t bits = 0;
    if (word == "u64" && !in_.wide(main, bits)) return false;
    if (word == "i64" && !read_as<int64_t>(main, &Input::wide, bits)) return false;
    if (word == "f64" && !in_.f64(main, bits)) return false;
    std::array<uint8_t, kLiteralBytes> payload;
    store_little_endian(payload.data(), bits);
    expr.name = out_.name(concat("vyre.literal.", word));
    expr.args = out_.payload(payload);
    return true;
  }

  bool flag(JsonValue value) {
    bool is_set = false;
    if (!in_.boolean(value, is_set)) return false;
    return is_set || in_.bad("false here means nothing", "write true");
  }

  Input& in_;
  Assembler& out_;
  uint32_t depth_ = 0;
};

}  // namespace

bool read_statements(Input& in, Assembler& out, JsonValue array, std::vector<NodeId>& ids) {
  return BodyReader(in, out).nodes(array, ids);
}

}  // namespace vyre::ir::json
