#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "grid_sync/barrier_facts.h"
#include "grid_sync/liveness.h"

namespace vyre::grid_sync {

// The buffers that keep what is live between segments. All are indexed by the number of the
// invocation in the grid: workgroups in order, and within one its invocations in order.
struct SpillBuffers {
  struct Buffer {
    std::string name;
    TypeId element = scalar(DataType::kU32);  // of the source program
    uint64_t count = 0;                       // elements
  };
  struct Place {
    uint32_t buffer = 0;
    uint32_t first = 0;  // element of invocation 0
  };

  std::vector<Buffer> buffers;
  std::unordered_map<NodeId, Place> locals;       // by declaration
  std::unordered_map<uint32_t, uint32_t> shared;  // workgroup buffer: its copy, group after group
  uint32_t dead = kNone;                          // set for invocations that have returned
  uint32_t first_slot = 0;                        // binding number of the first
  std::string invocation;                         // local: the number of the invocation in the grid
  std::string lane;                               // local: its number in the workgroup
  std::string index;                              // variable of loops over workgroup memory
};

// One place per declaration that some cut spills. Fails when a local cannot be kept, or indices
// would not fit 32 bits.
Result<SpillBuffers> plan_hidden(const Program& program, const BarrierFacts& facts,
                                 const Launch& launch, const std::vector<Cut>& cuts);

uint64_t workgroups_of(const Launch& launch);
uint64_t lanes_of(const Launch& launch);  // of one workgroup

}  // namespace vyre::grid_sync
