#pragma once

#include <string_view>
#include <vector>

#include "ir/json/input.h"
#include "ir/program/constant_value.h"
#include "ir/program/fields.h"

namespace vyre::ir::json {

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
  bool bare_statement(JsonValue value, NodeId& id);
  template <typename Record>  // Node or Expr
  bool fields(JsonValue object, JsonValue main, Record& record);
  template <Field kField, typename Record>
  bool member(JsonValue object, std::string_view key, Record& record);
  template <Field kField, typename Record>
  bool field(JsonValue value, Record& record);
  bool list(JsonValue array, Range& list);
  bool group(JsonValue value, uint64_t& number);
  bool payload(JsonValue value, Range& payload);

  bool expr(JsonValue value, ExprId& id);
  bool expr_object(JsonValue object, Expr& expr);
  bool expr_fields(JsonValue object, JsonValue main, Expr& expr);
  bool operands(JsonValue array, Expr& expr, uint32_t count);
  bool arguments(JsonValue array, Range& list);
  bool axis(JsonValue value, uint8_t& axis);
  bool extension(JsonValue value, Expr& expr);
  bool atomic_op(JsonValue value, Expr& expr);
  bool boolean(JsonValue value, uint32_t& bits);
  bool constant_default(JsonValue given, ConstantValue& value);
  bool constant_value(JsonValue object, JsonValue main, Expr& expr);
  bool wide_literal(JsonValue main, Expr& expr);
  bool flag(JsonValue value);

  Input& in_;
  Assembler& out_;
  uint32_t depth_ = 0;
};

}  // namespace vyre::ir::json
