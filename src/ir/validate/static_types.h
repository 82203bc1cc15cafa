#pragma once

#include <vector>

#include "ir/program/program.h"
#include "ir/types/op_table.h"
#include "ir/validate/scope.h"

namespace vyre::ir {

inline constexpr TypeId kUnknownType = kNone;

// The static type of each expression, as far as it can be told. An expression is typed when it is
// first asked for, with the locals then in scope, and never again: each stands in one place.
class StaticTypes {
 public:
  // |ops| may be null: then the type of a call is not known.
  StaticTypes(const Program& program, Scopes& scopes, const OpTable* ops)
      : program_(program), scopes_(scopes), ops_(ops), types_(program.exprs.size(), kNotAsked) {}

  TypeId of(ExprId id) {
    if (types_[id] == kNotAsked) types_[id] = infer(program_.exprs[id]);
    return types_[id];
  }

  // Known and not |wanted|.
  bool differs(ExprId id, DataType wanted) {
    const TypeId type = of(id);
    return type != kUnknownType && type != scalar(wanted);
  }

 private:
  static constexpr TypeId kNotAsked = kNone - 1;

  TypeId infer(const Expr& expr);
  TypeId infer_operator(const Expr& expr);
  TypeId common(ExprId left, ExprId right, TypeId otherwise);
  TypeId result_of_call(NameId op_id) const;
  TypeId element_of(NameId buffer) const;

  const Program& program_;
  Scopes& scopes_;
  const OpTable* const ops_;
  std::vector<TypeId> types_;
};

// Result type of a registered opaque expression, or kUnknownType.
TypeId opaque_type(const Program& program, const Expr& expr);

}  // namespace vyre::ir
