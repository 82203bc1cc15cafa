#pragma once

#include <string>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/program/constant_value.h"

namespace vyre::ir {

// Builds a program call by call and finds a mistake in the call that makes it: unknown names, ids
// of no expression, expressions used twice, blocks that do not match. The rules of the IR are
// validate()'s. After a failure the builder can only be thrown away.
//
// An expression that has no operands is a value to be used any number of times. Any other one
// stands where it is used, so it is used once; finish() refuses one that nothing uses.
class Builder {
 public:
  using Handle = uint32_t;  // of an expression; 0 is none

  explicit Builder(std::pmr::memory_resource* memory) : assembler_(memory), blocks_(1) {}

  void set_workgroup(const std::array<uint32_t, 3>& size) {
    assembler_.program().workgroup_size = size;
  }
  void set_entry(std::string_view op_id) {
    assembler_.program().entry_op_id = assembler_.name(op_id);
  }
  Status declare(std::string_view name, std::string_view element, Buffer buffer);

  Result<Handle> literal(ExprKind kind, uint32_t bits) {
    return value({.kind = kind, .value = bits});
  }
  Result<Handle> id(ExprKind kind, uint32_t axis);
  Result<Handle> local(std::string_view name);
  Result<Handle> length(std::string_view buffer);
  Result<Handle> load(std::string_view buffer, Handle index);
  Result<Handle> binary(uint32_t op, Handle left, Handle right);
  Result<Handle> unary(uint32_t op, Handle operand);
  Result<Handle> select(Handle condition, Handle yes, Handle no) {
    return operation({.kind = ExprKind::kSelect}, {{condition, yes, no}});
  }
  Result<Handle> cast(std::string_view type, Handle value);
  Result<Handle> fma(Handle a, Handle b, Handle c) {
    return operation({.kind = ExprKind::kFma}, {{a, b, c}});
  }
  Result<Handle> atomic(uint32_t op, uint32_t ordering, std::string_view buffer, Handle index,
                        Handle expected, Handle value);
  Result<Handle> subgroup(ExprKind kind, Handle value, Handle lane);
  Result<Handle> call(std::string_view op_id, std::span<const Handle> arguments);
  Result<Handle> opaque(std::string_view kind, std::span<const uint8_t> payload);
  Result<Handle> constant_value(const ConstantValue& spec);

  Result<Handle> let(std::string_view name, Handle value);
  Status assign(std::string_view name, Handle value);
  Status store(std::string_view buffer, Handle index, Handle value);
  Status begin_if(Handle condition) { return begin({.kind = NodeKind::kIf}, {{condition}}); }
  Status begin_else();
  Result<Handle> begin_loop(std::string_view name, Handle from, Handle to);
  Status begin_block() { return begin({.kind = NodeKind::kBlock}, {}); }
  Status begin_region(std::string_view generator) {
    return begin({.kind = NodeKind::kRegion, .name = assembler_.name(generator)}, {});
  }
  Status end();
  Status leave() { return statement({.kind = NodeKind::kReturn}, {}); }
  Status barrier(uint32_t ordering);
  Status trap(Handle address, std::string_view tag) {
    return statement({.kind = NodeKind::kTrap, .tag = assembler_.name(tag)}, {{address}});
  }
  Status resume(std::string_view tag) {
    return statement({.kind = NodeKind::kResume, .tag = assembler_.name(tag)}, {});
  }
  Status indirect_dispatch(std::string_view count_buffer, uint64_t offset);
  Status async_copy(NodeKind kind, std::string_view source, std::string_view destination,
                    Handle offset, Handle size, std::string_view tag);
  Status async_wait(std::string_view tag) {
    return statement({.kind = NodeKind::kAsyncWait, .tag = assembler_.name(tag)}, {});
  }
  // |op| of those that reduce, |destination| of those that have one.
  Status collective(NodeKind kind, uint32_t op, std::string_view source,
                    std::string_view destination, uint32_t root, uint64_t group);
  Status opaque_statement(std::string_view kind, std::span<const uint8_t> payload);

  // Where the next statement will stand: "body[2].then[0]".
  std::string place() const;

  Result<std::shared_ptr<const Program>> finish();

 private:
  static Status check_number(std::span<const std::string_view> words, uint32_t number,
                             std::string_view what);

  struct Made {
    Expr expr;              // of a value that can be used again
    ExprId record = kNone;  // of any other expression
    bool used = false;
  };

  struct Block {
    Node node = {};  // what it becomes when it ends
    std::vector<NodeId> body = {};
    std::vector<NodeId> then = {};  // of an If in its else part
    bool in_else = false;
    size_t first_local = 0;
  };

  Handle keep(const Made& made);
  Handle value(const Expr& expr) { return keep({expr, kNone, true}); }
  Result<Handle> operation(Expr expr, std::span<const Handle> operands);
  Result<ExprId> use(Handle handle, size_t position);
  Result<NameId> declared(std::string_view buffer);
  Result<NameId> bound(std::string_view local);

  void append(const Node& node) { blocks_.back().body.push_back(assembler_.add(node)); }
  Status use_in(Node& node, std::span<const Handle> operands);
  Status statement(Node node, std::span<const Handle> operands);
  Status begin(Node node, std::span<const Handle> operands);

  Assembler assembler_;
  std::vector<Made> made_;
  std::vector<Block> blocks_;   // the program's body and all that is open in it
  std::vector<NameId> locals_;  // bound here, the innermost last
};

}  // namespace vyre::ir
