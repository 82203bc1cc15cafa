#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "base/status/status.h"
#include "grid_sync/barrier_facts.h"
#include "grid_sync/known_values.h"

namespace vyre::grid_sync {

// One step of the way that every invocation takes through the program, as far as grid barriers
// stand on it. Statements without a grid barrier are steps as a whole.
struct Step {
  enum class Kind : uint8_t { kStatement, kOpen, kClose, kCut };
  Kind kind = Kind::kStatement;
  NodeId node = kNone;  // the statement; of kOpen the If, Loop, Block or Region
  uint32_t value = 0;   // of kOpen: the loop variable in this trip
};

struct ControlPath {
  std::vector<Step> steps;
  uint32_t cuts = 0;  // grid barriers passed
  // By cut: what the host knows there of locals that are assigned; also of some out of scope.
  std::vector<std::map<NodeId, KnownValue>> known;
};

// Of the Ifs on the way that have no grid barrier inside and a condition that the host knows.
enum class KnownIfs : uint8_t {
  kStay,    // they are statements as others are
  kDecided  // only the arm that is taken is on the way
};

// Executes on the host all control flow that decides about grid barriers. Refuses by name a
// branch or loop around one that the host cannot know, and more than |max_segments| segments.
Result<ControlPath> walk(const Program& program, const BarrierFacts& facts, const Launch& launch,
                         uint32_t max_segments, KnownIfs known_ifs);

}  // namespace vyre::grid_sync
