#pragma once

#include "ir/program/program.h"

namespace vyre::ir {

// What a collective operation does where a process of its own is the whole world, group 0 with
// root 0: reductions and broadcasts change nothing; gathering and scattering copy, each invocation
// the element of its own id on the x axis as far as both buffers have it.
enum class SingleRank : uint8_t { kNothing, kCopy, kForeign };

constexpr SingleRank single_rank_meaning(const Node& collective) {
  const bool broadcasts = collective.kind == NodeKind::kBroadcast;
  if (collective.number != 0 || (broadcasts && collective.root != 0)) return SingleRank::kForeign;
  const bool keeps = broadcasts || collective.kind == NodeKind::kAllReduce;
  return keeps ? SingleRank::kNothing : SingleRank::kCopy;
}

}  // namespace vyre::ir
