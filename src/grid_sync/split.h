#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "grid_sync/known_values.h"

namespace vyre::grid_sync {

// A program whose |parameters|, literals that stand as 0 in it, get their bits when it runs.
struct SegmentCode {
  std::shared_ptr<const Program> program;
  std::vector<ExprId> parameters;
  std::vector<NodeId> origins;  // by NodeId: what a statement is a copy of; kNone: of nothing
};

// How a program with grid barriers runs as segments one after another, each on the whole grid,
// with what was written before visible after. A pure function of program and launch: the same
// input gives the same plan in any process. See docs/grid_barriers.md.
struct Plan {
  // The distinct segments. Their buffers are those of the program, in the same order, and behind
  // them hidden ones that keep what is live between segments. They may start as anything.
  std::vector<SegmentCode> programs;
  std::vector<uint32_t> segments;  // in order: index into |programs|
  std::vector<uint32_t> words;     // values of their parameters, one segment after the other
  std::vector<uint64_t> hidden;    // bytes of those at the end of each program's buffers
  uint64_t hidden_bytes = 0;
  uint32_t barriers = 0;  // grid barriers that an invocation passes
};

struct PlanOptions {
  uint32_t max_segments = 16384;
  uint32_t max_parameters = 0;       // of a segment; what is known beyond them becomes literals
  const ir::OpTable* ops = nullptr;  // says what calls give; null: that keeps nothing
};

// A plan, and the same for people: segment by segment what survives the barrier behind it, how and
// why.
struct Report {
  Plan plan;
  uint64_t bytes_per_invocation = 0;  // of the hidden buffers
  uint64_t bytes_per_workgroup = 0;   // likewise: workgroup memory
  std::string text;
};

// |program| is valid. Fails with kUnsupportedFeature, naming the barrier and the rule, when the
// segments could not be equal to the program as it is.
Result<Plan> make_plan(const Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory);
Result<Report> make_report(const Program& program, const Launch& launch, const PlanOptions& options,
                           std::pmr::memory_resource* memory);

// |program| with grid barriers between statements of its outermost list, so that no segment has
// many more than an eighth of |max_accesses| loads, stores and atomics of buffers; null when the
// program has no more than |max_accesses|, or no place where it can be cut. An If that is the end
// of the program is gone into: its condition ends who fails it. Every invocation that has not
// ended passes such a place, so the barriers only choose one of the orders that invocations may run
// in.
std::shared_ptr<const Program> split_large(const Program& program, uint32_t max_accesses,
                                           std::pmr::memory_resource* memory);

}  // namespace vyre::grid_sync
