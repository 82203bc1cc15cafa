#include "kernel_host/builtin_programs.h"

#include "ir/build/builder.h"

namespace vyre::kernel_host {
namespace {

Status declare_comparison(ir::Builder& builder) {
  VYRE_RETURN_IF_ERROR(builder.declare("before", "U32", {.binding = 0}));
  VYRE_RETURN_IF_ERROR(builder.declare("after", "U32", {.binding = 1}));
  return builder.declare("changed", "U32",
                         {.binding = kChanged, .count = 1, .access = ir::Access::kReadWrite});
}

// before[i] != after[i], for an i within both.
Result<ir::Builder::Handle> word_differs(ir::Builder& builder) {
  VYRE_ASSIGN_OR_RETURN(const auto index, builder.id(ir::ExprKind::kInvocationId, 0));
  VYRE_ASSIGN_OR_RETURN(const auto before, builder.load("before", index));
  VYRE_ASSIGN_OR_RETURN(const auto after, builder.load("after", index));
  return builder.binary(static_cast<uint32_t>(ir::BinOp::kNe), before, after);
}

Result<ir::Builder::Handle> is_inside(ir::Builder& builder) {
  VYRE_ASSIGN_OR_RETURN(const auto index, builder.id(ir::ExprKind::kInvocationId, 0));
  VYRE_ASSIGN_OR_RETURN(const auto length, builder.length("before"));
  return builder.binary(static_cast<uint32_t>(ir::BinOp::kLt), index, length);
}

}  // namespace

Result<std::shared_ptr<const ir::Program>> copy_program(uint32_t width,
                                                        std::pmr::memory_resource* memory) {
  ir::Builder builder(memory);
  builder.set_workgroup({width, 1, 1});
  VYRE_RETURN_IF_ERROR(builder.declare("from", "U32", {.binding = 0}));
  VYRE_RETURN_IF_ERROR(
      builder.declare("to", "U32", {.binding = 1, .access = ir::Access::kReadWrite}));
  VYRE_RETURN_IF_ERROR(builder.begin_region("vyre.copy"));
  VYRE_ASSIGN_OR_RETURN(const auto index, builder.id(ir::ExprKind::kInvocationId, 0));
  VYRE_ASSIGN_OR_RETURN(const auto word, builder.load("from", index));
  VYRE_RETURN_IF_ERROR(builder.store("to", index, word));
  VYRE_RETURN_IF_ERROR(builder.end());
  return builder.finish();
}

Result<std::shared_ptr<const ir::Program>> comparing_program(uint32_t width,
                                                             std::pmr::memory_resource* memory) {
  ir::Builder builder(memory);
  builder.set_workgroup({width, 1, 1});
  VYRE_RETURN_IF_ERROR(declare_comparison(builder));
  VYRE_RETURN_IF_ERROR(builder.begin_region("vyre.compare"));
  VYRE_ASSIGN_OR_RETURN(const auto inside, is_inside(builder));
  VYRE_RETURN_IF_ERROR(builder.begin_if(inside));
  VYRE_ASSIGN_OR_RETURN(const auto differs, word_differs(builder));
  VYRE_RETURN_IF_ERROR(builder.begin_if(differs));
  VYRE_ASSIGN_OR_RETURN(const auto first, builder.literal(ir::ExprKind::kLitU32, 0));
  VYRE_ASSIGN_OR_RETURN(const auto yes, builder.literal(ir::ExprKind::kLitU32, 1));
  VYRE_RETURN_IF_ERROR(builder.store("changed", first, yes));
  for (int open = 0; open < 3; ++open) VYRE_RETURN_IF_ERROR(builder.end());
  return builder.finish();
}

}  // namespace vyre::kernel_host
