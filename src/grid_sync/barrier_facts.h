#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/names.h"
#include "ir/program/program.h"

namespace vyre::grid_sync {

using ir::BinOp, ir::DataType, ir::Expr, ir::ExprId, ir::ExprKind, ir::kNone, ir::Node, ir::NodeId;
using ir::NodeKind, ir::UnOp;

// What a local holds at run time, by the type whose buffer keeps it unchanged: a loaded value has
// the same bytes and the same kind. Truth values are kept as words.
struct SpillType {
  ir::TypeId element = ir::scalar(ir::DataType::kU32);
  bool is_truth = false;
  bool operator==(const SpillType&) const = default;
};

// What is known of a valid program before any launch.
struct BarrierFacts : ir::ResolvedNames {
  explicit BarrierFacts(const ir::Program& program);

  std::vector<bool> has_grid_barrier;  // by statement, with all that it encloses
  std::vector<bool> has_return;        // likewise
  bool has_subgroup_operations = false;
  // By declaration; none when what reaches the local is of several kinds or cannot be kept.
  std::vector<std::optional<SpillType>> kept;
};

// The type that stands for all whose elements are loaded as the same bytes. Two of its elements
// never share a byte, as they do in a buffer of four-bit ones.
ir::TypeId plain_type(const ir::TypeTable& types, ir::TypeId element);

}  // namespace vyre::grid_sync
