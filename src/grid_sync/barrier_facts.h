#pragma once

#include <optional>
#include <vector>

#include "grid_sync/ir_names.h"
#include "ir/analysis/names.h"
#include "ir/types/op_table.h"

namespace vyre::grid_sync {

// What a local holds at run time, by the type whose buffer keeps it unchanged: a loaded value has
// the same bytes and the same kind. Truth values are kept as words.
struct SpillType {
  TypeId element = scalar(DataType::kU32);
  bool is_truth = false;
  bool operator==(const SpillType&) const = default;
};

// What is known of a valid program before any launch.
struct BarrierFacts : ir::ResolvedNames {
  // |ops| says what calls give; null: nothing does.
  explicit BarrierFacts(const Program& program, const ir::OpTable* ops = nullptr);

  std::vector<bool> has_grid_barrier;  // by statement, with all that it encloses
  std::vector<bool> has_return;        // likewise
  bool has_subgroup_operations = false;
  // By declaration; none when what reaches the local is of several kinds or cannot be kept.
  std::vector<std::optional<SpillType>> kept;
};

// The type that stands for all whose elements are loaded as the same bytes. Two of its elements
// never share a byte, as they do in a buffer of four-bit ones.
TypeId plain_type(const Program& program, TypeId element);

}  // namespace vyre::grid_sync
