#pragma once

#include "spirv/body/async_copies.h"
#include "spirv/body/loops.h"
#include "spirv/body/masked_branches.h"

namespace vyre::spirv {

// Lowers statements. A Return sets a flag instead of leaving, for the sake of later barriers. What
// follows it goes into flat regions that only invocations enter which have not ended; statements in
// uniform control flow (Analysis) stay outside of these.
class Statements {
 public:
  Statements(Parts& parts, Expressions& expressions, Subgroups& subgroups, Copies& copies,
             MaskedBranches& masks, Loops& loops)
      : on_(parts),
        expressions_(expressions),
        subgroups_(subgroups),
        copies_(copies),
        masks_(masks),
        loops_(loops) {}

  // |some_ended|: invocations that have ended may execute the list.
  void lower(const ir::Body& body, bool some_ended);

 private:
  // Within bounds no invocation ends.
  bool kills(NodeId id) const {
    return !on_.optimizations.coarsening.possible && on_.analysis.kills[id];
  }
  size_t lower_run(const ir::Body& body, size_t first);
  void together(NodeId id, bool some_ended);
  void forget_locals(const ir::Body& body, bool some_ended);
  void statement(NodeId id, bool some_ended);
  void make_fit(NodeId local, Value& value);
  void let(NodeId id, const Node& node);
  void assign(NodeId id, const Node& node);
  void store(const Node& node);
  bool store_group(std::span<const NodeId> list);
  Bits stored_bits(uint32_t buffer, const Value& value);
  void store_element(uint32_t buffer, Id index, const Value& value);
  void collective(const Node& node);
  void no_meaning(std::string_view what, NameId name);  // a trap
  void branch(NodeId id, const Node& node, bool some_ended);
  std::optional<ir::Body> decided_arm(const Node& node, Id condition);
  void trap(const Node& node);

  Parts& on_;
  Expressions& expressions_;
  Subgroups& subgroups_;
  Copies& copies_;
  MaskedBranches& masks_;
  Loops& loops_;
};

}  // namespace vyre::spirv
