#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "grid_sync/control_path.h"

namespace vyre::grid_sync {

// What has to survive one grid barrier. Declarations are in rising order of their ids.
struct Cut {
  std::vector<NodeId> spilled;         // stored before and loaded after it
  std::vector<NodeId> recomputed;      // from what is spilled, ids and literals
  std::map<NodeId, KnownValue> known;  // all invocations hold it: a parameter of the segment
  std::vector<uint32_t> shared;        // buffers of workgroup memory
  bool may_be_dead = false;            // some invocations may have returned before it
};

struct Liveness {
  std::vector<Cut> cuts;          // in order
  std::vector<bool> opens_value;  // by step: a kOpen whose loop variable is read in its segment
};

// Why a local is kept and not computed again; empty when it is computed again.
std::string_view why_kept(const Program& program, const BarrierFacts& facts, NodeId local);

// Liveness on the walked path. A local is recomputed when it is never assigned and its value is
// made of ids, lengths, literals and other such locals alone; it is not kept either where the host
// knows it. Refuses what no plan can keep.
Result<Liveness> find_live(const Program& program, const BarrierFacts& facts,
                           const ControlPath& path);

}  // namespace vyre::grid_sync
