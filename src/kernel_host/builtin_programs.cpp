#include "kernel_host/builtin_programs.h"

#include <array>

#include "ir/build/builder.h"
#include "spirv/module/module.h"

namespace vyre::kernel_host {
namespace {

using ir::Builder;

// i < length(array)
Result<Builder::Value> is_inside(Builder& builder, Builder::Parameter array, Builder::Value i) {
  VYRE_ASSIGN_OR_RETURN(const auto length, builder.length(array));
  return builder.binary(static_cast<uint32_t>(ir::BinOp::kLt), i, length);
}

// before[i] != after[i], for an i within both.
Result<Builder::Value> word_differs(Builder& builder, Builder::Parameter before,
                                    Builder::Parameter after, Builder::Value i) {
  VYRE_ASSIGN_OR_RETURN(const auto left, builder.load(before, i));
  VYRE_ASSIGN_OR_RETURN(const auto right, builder.load(after, i));
  return builder.binary(static_cast<uint32_t>(ir::BinOp::kNe), left, right);
}

// array[0] = 1
Status mark(Builder& builder, Builder::Parameter array) {
  VYRE_ASSIGN_OR_RETURN(const auto first, builder.literal(ir::ExprKind::kLitU32, 0));
  VYRE_ASSIGN_OR_RETURN(const auto yes, builder.literal(ir::ExprKind::kLitU32, 1));
  return builder.store(array, first, yes);
}

Status compare(Builder& builder, Builder::Parameter before, Builder::Parameter after,
               Builder::Parameter changed) {
  VYRE_RETURN_IF_ERROR(builder.begin_region("vyre.compare"));
  VYRE_ASSIGN_OR_RETURN(const auto i, builder.id(ir::ExprKind::kInvocationId, 0));
  VYRE_ASSIGN_OR_RETURN(const auto inside, is_inside(builder, before, i));
  VYRE_RETURN_IF_ERROR(builder.begin_if(inside));
  VYRE_ASSIGN_OR_RETURN(const auto differs, word_differs(builder, before, after, i));
  VYRE_RETURN_IF_ERROR(builder.begin_if(differs));
  VYRE_RETURN_IF_ERROR(mark(builder, changed));
  for (int open = 0; open < 3; ++open) VYRE_RETURN_IF_ERROR(builder.end());
  return {};
}

// Makes the body of grid_program().
class GridCheck {
 public:
  explicit GridCheck(Builder& builder) : builder_(builder) {}

  Status add() {
    VYRE_ASSIGN_OR_RETURN(counts_, builder_.declare("counts", {.binding = kCounts}));
    VYRE_ASSIGN_OR_RETURN(block_, words("block", kGridBlock, kGridBlockWords));
    VYRE_ASSIGN_OR_RETURN(trap_, words("trap", kGridTrap, spirv::kTrapWords));
    VYRE_RETURN_IF_ERROR(builder_.begin_region("vyre.grid"));
    VYRE_ASSIGN_OR_RETURN(Value any, builder_.literal(ir::ExprKind::kLitBool, 0));
    std::array<Value, 3> found;
    for (uint32_t axis = 0; axis < 3; ++axis) {
      VYRE_ASSIGN_OR_RETURN(found[axis], count(axis));
      VYRE_ASSIGN_OR_RETURN(const Value too_large, check(axis, found[axis]));
      VYRE_ASSIGN_OR_RETURN(any, binary(ir::BinOp::kOr, any, too_large));
    }
    for (uint32_t axis = 0; axis < 3; ++axis) VYRE_RETURN_IF_ERROR(put(axis, any, found[axis]));
    return builder_.end();
  }

 private:
  using Value = Builder::Value;

  Result<Builder::Parameter> words(std::string_view name, uint32_t binding, uint32_t count) {
    return builder_.declare(name,
                            {.binding = binding, .count = count, .access = ir::Access::kReadWrite});
  }
  Result<Value> word(uint32_t value) { return builder_.literal(ir::ExprKind::kLitU32, value); }
  Result<Value> binary(ir::BinOp op, Value left, Value right) {
    return builder_.binary(static_cast<uint32_t>(op), left, right);
  }
  Result<Value> load(Builder::Parameter array, uint32_t index) {
    VYRE_ASSIGN_OR_RETURN(const Value at, word(index));
    return builder_.load(array, at);
  }
  Status store(Builder::Parameter array, uint32_t index, Value value) {
    VYRE_ASSIGN_OR_RETURN(const Value at, word(index));
    return builder_.store(array, at, value);
  }

  // What stands there, as it is seen once.
  Result<Value> count(uint32_t axis) {
    VYRE_ASSIGN_OR_RETURN(const Value first, load(block_, kFirstCount));
    VYRE_ASSIGN_OR_RETURN(const Value behind, word(axis));
    VYRE_ASSIGN_OR_RETURN(const Value at, binary(ir::BinOp::kAdd, first, behind));
    VYRE_ASSIGN_OR_RETURN(const Value value, builder_.load(counts_, at));
    return builder_.let(concat("count", axis), value);
  }

  // Whether |count| is too large; the first one that is is told.
  Result<Value> check(uint32_t axis, Value count) {
    VYRE_ASSIGN_OR_RETURN(const Value most, load(block_, kGridMost + axis));
    VYRE_ASSIGN_OR_RETURN(const Value over, binary(ir::BinOp::kGt, count, most));
    VYRE_ASSIGN_OR_RETURN(const Value too_large, builder_.let(concat("over", axis), over));
    VYRE_ASSIGN_OR_RETURN(const Value kind, load(trap_, 0));
    VYRE_ASSIGN_OR_RETURN(const Value none, word(0));
    VYRE_ASSIGN_OR_RETURN(const Value is_first, binary(ir::BinOp::kEq, kind, none));
    VYRE_ASSIGN_OR_RETURN(const Value tells, binary(ir::BinOp::kAnd, too_large, is_first));
    VYRE_RETURN_IF_ERROR(builder_.begin_if(tells));
    VYRE_ASSIGN_OR_RETURN(const Value grid, word(static_cast<uint32_t>(spirv::TrapKind::kGrid)));
    VYRE_ASSIGN_OR_RETURN(const Value place, word(axis));
    const Value told[] = {grid, place, count, most};
    for (uint32_t i = 0; i < 4; ++i) VYRE_RETURN_IF_ERROR(store(trap_, i, told[i]));
    VYRE_RETURN_IF_ERROR(builder_.end());
    return too_large;
  }

  Status put(uint32_t axis, Value too_large, Value count) {
    VYRE_ASSIGN_OR_RETURN(const Value none, word(0));
    VYRE_ASSIGN_OR_RETURN(const Value runs, builder_.select(too_large, none, count));
    return store(block_, kGridOut + axis, runs);
  }

  Builder& builder_;
  Builder::Parameter counts_;
  Builder::Parameter block_;
  Builder::Parameter trap_;
};

}  // namespace

Result<std::shared_ptr<const ir::Program>> copy_program(uint32_t width,
                                                        std::pmr::memory_resource* memory) {
  Builder builder(memory);
  builder.set_workgroup({width, 1, 1});
  VYRE_ASSIGN_OR_RETURN(const auto from, builder.declare("from", {.binding = 0}));
  VYRE_ASSIGN_OR_RETURN(const auto to,
                        builder.declare("to", {.binding = 1, .access = ir::Access::kReadWrite}));
  VYRE_RETURN_IF_ERROR(builder.begin_region("vyre.copy"));
  VYRE_ASSIGN_OR_RETURN(const auto index, builder.id(ir::ExprKind::kInvocationId, 0));
  VYRE_ASSIGN_OR_RETURN(const auto word, builder.load(from, index));
  VYRE_RETURN_IF_ERROR(builder.store(to, index, word));
  VYRE_RETURN_IF_ERROR(builder.end());
  return builder.finish();
}

Result<std::shared_ptr<const ir::Program>> comparing_program(uint32_t width,
                                                             std::pmr::memory_resource* memory) {
  Builder builder(memory);
  builder.set_workgroup({width, 1, 1});
  VYRE_ASSIGN_OR_RETURN(const auto before, builder.declare("before", {.binding = 0}));
  VYRE_ASSIGN_OR_RETURN(const auto after, builder.declare("after", {.binding = 1}));
  VYRE_ASSIGN_OR_RETURN(
      const auto changed,
      builder.declare("changed",
                      {.binding = kChanged, .count = 1, .access = ir::Access::kReadWrite}));
  VYRE_RETURN_IF_ERROR(compare(builder, before, after, changed));
  return builder.finish();
}

Result<std::shared_ptr<const ir::Program>> grid_program(std::pmr::memory_resource* memory) {
  Builder builder(memory);
  VYRE_RETURN_IF_ERROR(GridCheck(builder).add());
  return builder.finish();
}

}  // namespace vyre::kernel_host
