#pragma once

#include <optional>
#include <vector>

#include "ir/analysis/names.h"
#include "ir/program/program.h"

namespace vyre::grid_sync {

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

}  // namespace vyre::grid_sync
