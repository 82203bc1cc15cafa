#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/build/draft.h"
#include "ir/program/constant_value.h"

namespace vyre::ir {

// Builds a program call by call and finds a mistake in the call that makes it: an id that is none,
// two parameters of one name, an end without a begin. The rules of the IR are validate()'s. After a
// failure the builder can only be thrown away.
//
// An expression means its value where it was made and may be used any number of times. finish()
// puts in the lets that this takes.
class Builder {
 public:
  // The lower half counts from 1, the upper half is the number of the builder. 0 is none.
  struct Value {
    uint64_t id = 0;
  };
  struct Parameter {
    uint64_t id = 0;
  };
  struct Local {
    uint64_t id = 0;
  };

  // Ids are told apart by the number of their builder. The |earlier| numbers below it are those of
  // programs that its owner finished before.
  struct Identity {
    uint32_t number = 1;
    uint32_t earlier = 0;
  };

  explicit Builder(std::pmr::memory_resource* memory) : Builder(memory, Identity()) {}
  Builder(std::pmr::memory_resource* memory, Identity identity)
      : identity_(identity), assembler_(memory) {
    assembler_.program().semantics = Semantics::kV0_7;
  }

  void set_workgroup(const std::array<uint32_t, 3>& size) {
    assembler_.program().workgroup_size = size;
  }
  void set_entry(std::string_view op_id) {
    assembler_.program().entry_op_id = assembler_.name(op_id);
  }

  Result<TypeId> type(std::string_view spelling);
  // |buffer| without its name; the slot kNone is the next free one. What is |returned| gets the
  // mark of an output when it alone is.
  Result<Parameter> declare(std::string_view name, Buffer buffer, bool returned = false);
  // None for workgroup memory and for what is no parameter.
  std::optional<uint32_t> slot(Parameter parameter) const;

  Result<Value> literal(ExprKind kind, uint32_t bits) {
    return make({.kind = kind, .value = bits});
  }
  Result<Value> id(ExprKind kind, uint32_t axis);
  Result<Value> length(Parameter array);
  Result<Value> load(Parameter array, Value index);
  Result<Value> binary(uint32_t op, Value left, Value right);
  Result<Value> unary(uint32_t op, Value operand);
  Result<Value> select(Value condition, Value yes, Value no) {
    return operation({.kind = ExprKind::kSelect},
                     {{condition, "condition"}, {yes, "yes"}, {no, "no"}});
  }
  Result<Value> cast(TypeId type, Value value);
  Result<Value> fma(Value a, Value b, Value c) {
    return operation({.kind = ExprKind::kFma}, {{a, "a"}, {b, "b"}, {c, "c"}});
  }
  Result<Value> atomic(uint32_t op, uint32_t ordering, Parameter array, Value index, Value expected,
                       Value value);
  // |op| of a reduction.
  Result<Value> subgroup(ExprKind kind, Value value, Value lane, uint8_t op = 0);
  Result<Value> call(std::string_view op_id, std::span<const Value> arguments);
  Result<Value> opaque(std::string_view kind, std::span<const uint8_t> payload);
  Result<Value> constant(const ConstantValue& constant);

  // An empty name is made up.
  Result<Value> let(std::string_view name, Value value);
  Result<Local> local(std::string_view name, Value initial);
  Result<Value> get(Local local);
  Status assign(Local local, Value value);

  Status store(Parameter array, Value index, Value value);
  Status begin_if(Value condition) {
    return begin({.kind = NodeKind::kIf}, {{condition, "condition"}});
  }
  Status begin_else();
  Result<Value> begin_loop(std::string_view name, Value from, Value to);
  Status begin_block() { return begin({.kind = NodeKind::kBlock}, {}); }
  Status begin_region(std::string_view generator) {
    return begin({.kind = NodeKind::kRegion, .name = assembler_.name(generator)}, {});
  }
  Status end();
  Status leave() { return statement({.kind = NodeKind::kReturn}, {}); }
  Status barrier(uint32_t ordering);
  Status trap(Value address, std::string_view tag) {
    return statement({.kind = NodeKind::kTrap, .tag = assembler_.name(tag)},
                     {{address, "address"}});
  }
  Status resume(std::string_view tag) {
    return statement({.kind = NodeKind::kResume, .tag = assembler_.name(tag)}, {});
  }
  Status indirect_dispatch(Parameter counts, uint64_t offset);
  Status async_copy(NodeKind kind, Parameter source, Parameter destination, Value offset,
                    Value size, std::string_view tag);
  Status async_wait(std::string_view tag) {
    return statement({.kind = NodeKind::kAsyncWait, .tag = assembler_.name(tag)}, {});
  }
  // |op| of those that reduce, |destination| of those that have one.
  Status collective(NodeKind kind, uint32_t op, Parameter source, Parameter destination,
                    uint32_t root, uint64_t group);
  Status opaque_statement(std::string_view kind, std::span<const uint8_t> payload);

  // Where the next statement will stand, without the lets that finish() adds: "body[2].then[0]".
  std::string place() const { return draft_.path(draft_.here()); }

  Result<std::shared_ptr<const Program>> finish();

 private:
  // An argument of a call, with its name.
  struct Operand {
    Value value;
    std::string_view name;
    bool optional = false;
  };
  using Operands = std::initializer_list<Operand>;

  static Status check_number(std::span<const std::string_view> words, uint32_t number,
                             std::string_view what);
  static Status check_reduction(NodeKind kind, uint32_t op);

  uint64_t id_of(uint32_t index) const { return uint64_t{identity_.number} << 32 | (index + 1); }
  Result<uint32_t> index_of(uint64_t id, size_t count, std::string_view argument,
                            std::string_view what) const;
  Result<uint32_t> use(const Operand& operand) const;
  Status check_open(Draft::Place made, std::string_view argument) const;
  Result<uint32_t> variable_of(Local local) const;
  Result<NameId> name_of(Parameter parameter, std::string_view argument) const;
  Result<NameId> written(Parameter parameter, std::string_view argument);
  Status check_type(TypeId type) const;
  Status check_room() const;
  uint32_t free_slot();

  Result<Value> make(const Expr& expr);
  Result<Value> operation(Expr expr, Operands operands);

  uint32_t bind(std::string_view name);
  Value bound(uint32_t binding);
  Status use_in(Node& node, Operands operands) const;
  Status statement(Node node, Operands operands);
  Status begin(Node node, Operands operands);
  void mark_output();

  Identity identity_;
  Assembler assembler_;
  Draft draft_;
  std::vector<bool> returned_;       // by parameter
  std::vector<uint32_t> variables_;  // the bindings that change
  uint32_t next_slot_ = 0;
};

}  // namespace vyre::ir
