#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "grid_sync/ir_names.h"

namespace vyre::grid_sync {

// A program whose |parameters|, literals that stand as 0 in it, get their bits when it runs.
struct SegmentCode {
  std::shared_ptr<const Program> program;
  std::vector<ExprId> parameters;
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

}  // namespace vyre::grid_sync
