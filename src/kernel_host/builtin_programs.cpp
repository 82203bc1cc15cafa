#include "kernel_host/builtin_programs.h"

#include "ir/build/builder.h"

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

}  // namespace vyre::kernel_host
