#pragma once

#include <string_view>
#include <vector>

#include "ir/json/input.h"
#include "ir/program/constant_value.h"

namespace vyre::ir::json {

struct StatementForm;
struct ExprForm;

// Reads statements and expressions of the JSON form into an assembler.
class BodyReader {
 public:
  BodyReader(Input& in, Assembler& out) : in_(in), out_(out) {}

  // Reads an array of statements.
  bool nodes(JsonValue array, std::vector<NodeId>& ids);

 private:
  bool enter();
  bool node(JsonValue value, NodeId& id);
  bool node_object(JsonValue value, NodeId& id);
  bool node_fields(JsonValue object, JsonValue main, Node& node);
  bool bare_statement(JsonValue value, NodeId& id);
  bool list(JsonValue array, Range& list);
  bool list_field(JsonValue object, std::string_view key, Range& list);
  bool loop(JsonValue object, JsonValue main, Node& node);
  bool async_copy(JsonValue object, JsonValue main, Node& node);
  bool group(JsonValue object, Node& node);
  bool collective(JsonValue object, Node& node);
  bool opaque(JsonValue object, JsonValue main, NameId& kind, Range& payload);

  bool expr(JsonValue value, ExprId& id);
  bool expr_object(JsonValue object, Expr& expr);
  bool expr_fields(std::string_view name, JsonValue object, JsonValue main, Expr& expr);
  bool operands(JsonValue array, Expr& expr, uint32_t count);
  bool arguments(JsonValue array, Range& list);
  bool axis(JsonValue value, uint8_t& axis);
  bool binary(JsonValue object, JsonValue main, Expr& expr);
  bool unary(JsonValue object, JsonValue main, Expr& expr);
  bool atomic(JsonValue object, JsonValue main, Expr& expr);
  bool opaque_expr(std::string_view name, JsonValue object, JsonValue main, Expr& expr);
  bool constant_default(JsonValue given, ConstantValue& value);
  bool constant_value(JsonValue object, JsonValue main, Expr& expr);
  bool flag(JsonValue value);

  bool name_field(JsonValue object, std::string_view key, NameId& id) {
    return in_.member(object, key, [&](JsonValue value) { return in_.name(value, id); });
  }
  bool expr_field(JsonValue object, std::string_view key, ExprId& id) {
    return in_.member(object, key, [&](JsonValue value) { return expr(value, id); });
  }

  Input& in_;
  Assembler& out_;
  uint32_t depth_ = 0;
};

}  // namespace vyre::ir::json
