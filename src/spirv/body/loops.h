#pragma once

#include <functional>

#include "spirv/body/masked_branches.h"
#include "spirv/body/subgroups.h"

namespace vyre::spirv {

// Lowers loops: the form without subnormal numbers beside the other one, and four trips at once
// where they load what lies side by side.
class Loops {
 public:
  Loops(Parts& parts, Expressions& expressions, Subgroups& subgroups, MaskedBranches& masks)
      : on_(parts), expressions_(expressions), subgroups_(subgroups), masks_(masks) {}

  // Lowers the body of a loop; the argument says whether invocations that have ended execute it.
  using LowerBody = std::function<void(bool)>;
  void loop(NodeId id, bool some_ended, const LowerBody& lower);
  // Whether the device may have stopped the last loop: it counts the trips of all so far.
  bool may_have_stopped() const;

 private:
  struct Bounds {
    Id from, to;
  };

  Id enters_subnormal_free(const SubnormalFreeLoop& loop);
  void trips(NodeId id, const Bounds& bounds, bool some_ended, const LowerBody& lower);
  bool can_unroll(NodeId id, const Bounds& bounds) const;
  void unrolled_trips(NodeId id, Id trip, Id end, bool some_ended, const LowerBody& lower);
  void open_unrolled_loads(NodeId id);
  void bind_index(NodeId id, Id trip, bool some_ended);

  Parts& on_;
  Expressions& expressions_;
  Subgroups& subgroups_;
  MaskedBranches& masks_;
  bool is_subnormal_free_ = false;  // in that form of a loop
};

}  // namespace vyre::spirv
