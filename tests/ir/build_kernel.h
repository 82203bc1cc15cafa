#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "ir/build/builder.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "support/value_of.h"

namespace vyre::test {

// A builder whose calls fail the test when they fail, with three parameters of U32: "in" is only
// read, "a" and "out" are read and written.
class Kernel {
 public:
  using Value = ir::Builder::Value;
  using Parameter = ir::Builder::Parameter;
  using Local = ir::Builder::Local;

  ir::Builder b{std::pmr::get_default_resource()};
  const Parameter in = declare("in", ir::Access::kReadOnly);
  const Parameter a = declare("a", ir::Access::kReadWrite);
  const Parameter out = declare("out", ir::Access::kReadWrite);

  Parameter declare(std::string_view name, ir::Access access) {
    const bool reads = access == ir::Access::kReadOnly;
    const auto kind = reads ? ir::MemoryKind::kReadonly : ir::MemoryKind::kGlobal;
    return value_of(b.declare(name, {.binding = ir::kNone, .access = access, .kind = kind}));
  }

  Value u32(uint32_t value) { return value_of(b.literal(ir::ExprKind::kLitU32, value)); }
  Value i32(int32_t value) {
    return value_of(b.literal(ir::ExprKind::kLitI32, static_cast<uint32_t>(value)));
  }
  Value index() { return value_of(b.id(ir::ExprKind::kInvocationId, 0)); }
  Value length(Parameter array) { return value_of(b.length(array)); }
  Value load(Parameter array, Value index) { return value_of(b.load(array, index)); }
  Value add(Value left, Value right) { return binary(ir::BinOp::kAdd, left, right); }
  Value div(Value left, Value right) { return binary(ir::BinOp::kDiv, left, right); }
  Value negate(Value operand) {
    return value_of(b.unary(static_cast<uint32_t>(ir::UnOp::kNegate), operand));
  }
  Value cast(ir::DataType type, Value value) { return value_of(b.cast(ir::scalar(type), value)); }
  Value atomic_add(Parameter array, Value value) {
    return value_of(b.atomic(static_cast<uint32_t>(ir::AtomicOp::kAdd),
                             static_cast<uint32_t>(ir::Ordering::kRelaxed), array, u32(0), {},
                             value));
  }
  Value subgroup_add(Value value) {
    return value_of(b.subgroup(ir::ExprKind::kSubgroupReduce, value, {},
                               static_cast<uint8_t>(ir::ReduceOp::kAdd)));
  }
  Value call(std::string_view op_id, const std::vector<Value>& arguments = {}) {
    return value_of(b.call(op_id, arguments));
  }
  Value opaque(std::string_view kind, const std::vector<uint8_t>& payload = {}) {
    return value_of(b.opaque(kind, payload));
  }
  Value let(std::string_view name, Value value) { return value_of(b.let(name, value)); }
  Local local(std::string_view name, Value initial) { return value_of(b.local(name, initial)); }
  Value get(Local local) { return value_of(b.get(local)); }
  void assign(Local local, Value value) { expect(b.assign(local, value)); }

  void store(Parameter array, Value index, Value value) { expect(b.store(array, index, value)); }
  void store(Parameter array, Value value) { store(array, u32(0), value); }
  void begin_if(Value condition) { expect(b.begin_if(condition)); }
  void begin_else() { expect(b.begin_else()); }
  Value begin_loop(std::string_view name, Value to) {
    return value_of(b.begin_loop(name, u32(0), to));
  }
  void begin_block() { expect(b.begin_block()); }
  void begin_region(std::string_view generator) { expect(b.begin_region(generator)); }
  void end() { expect(b.end()); }
  void leave() { expect(b.leave()); }
  void barrier() { expect(b.barrier(static_cast<uint32_t>(ir::Ordering::kSeqCst))); }

  // Checks that what was built has the |statements| of a JSON list.
  void expect_body(std::string_view statements) {
    const auto built = value_of(b.finish());
    const auto read = value_of(
        read_built(concat(R"({"buffers": [{"name": "in", "type": "U32"},)"
                          R"( {"name": "a", "type": "U32", "access": "read_write"},)"
                          R"( {"name": "out", "type": "U32", "access": "read_write"}], "body": [)",
                          statements, "]}")));
    EXPECT_EQ(ir::write_json(*built), ir::write_json(*read));
  }

 private:
  // By the semantics that built programs have.
  static Result<std::shared_ptr<const ir::Program>> read_built(const std::string& json) {
    return ir::read_json(json, std::pmr::get_default_resource(), {}, ir::Semantics::kV0_7);
  }

  Value binary(ir::BinOp op, Value left, Value right) {
    return value_of(b.binary(static_cast<uint32_t>(op), left, right));
  }
  static void expect(const Status& status) {
    if (!status.ok()) ADD_FAILURE() << status.text();
  }
};

}  // namespace vyre::test
