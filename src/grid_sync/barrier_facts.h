#pragma once

#include <optional>
#include <vector>

#include "ir/program/program.h"

namespace vyre::grid_sync {

// What a local holds at run time, by the type whose buffer keeps it unchanged: a loaded value has
// the same bytes and the same kind. Truth values are kept as words.
struct SpillType {
  ir::TypeId element = ir::scalar(ir::DataType::kU32);
  bool is_truth = false;
  bool operator==(const SpillType&) const = default;
};

// What is known of a valid program before any launch. A declaration is a Let or a Loop, which
// declares its variable.
struct BarrierFacts {
  explicit BarrierFacts(const ir::Program& program);

  std::vector<ir::NodeId> declaration;  // by expression: what a Var reads, else kNone
  std::vector<ir::NodeId> target;       // by statement: what an Assign sets, else kNone
  std::vector<bool> assigned;           // by declaration: some Assign sets it
  std::vector<bool> has_grid_barrier;   // by statement, with all that it encloses
  std::vector<bool> has_return;         // likewise
  bool has_subgroup_operations = false;
  // By declaration; none when what reaches the local is of several kinds or cannot be kept.
  std::vector<std::optional<SpillType>> kept;
};

}  // namespace vyre::grid_sync
