#pragma once

#include <utility>

#include "spirv/body/async_copies.h"
#include "spirv/body/subgroups.h"

namespace vyre::spirv {

// Lowers statements. A Return sets a flag instead of leaving, for the sake of later barriers. What
// follows it goes into flat regions that only invocations enter which have not ended; statements in
// uniform control flow (Analysis) stay outside of these.
//
// In arms of Ifs around subgroup operations only those lanes take part that were sent there. All
// lanes walk through both arms of such an If.
class Statements {
 public:
  explicit Statements(Parts& parts) : on_(parts) {}

  void lower_program();

 private:
  // |some_ended|: invocations that have ended may execute the list.
  void lower(const ir::Body& body, bool some_ended);
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
  bool store_group(const ir::Body& body, size_t at);
  Bits stored_bits(uint32_t buffer, const Value& value);
  void store_element(uint32_t buffer, Id index, const Value& value);
  void collective(const Node& node);
  void no_meaning(std::string_view what, NameId name);
  void branch(NodeId id, const Node& node, bool some_ended);
  void masked_branch(const Node& node, bool some_ended);
  void masked_arm(const ir::Body& body, Id mask);
  std::optional<ir::Body> decided_arm(const Node& node, Id condition);
  void trap(const Node& node);

  // Loops: the form without subnormal numbers beside the other one, and four trips at once where
  // they load what lies side by side. They are in loops.cpp.
  void loop(NodeId id, bool some_ended);
  Id enters_subnormal_free(const SubnormalFreeLoop& loop);
  void trips(NodeId id, Id from, Id to, bool some_ended);
  SpvLoopControlMask control_of(NodeId id, Id from, Id to) const;
  bool can_unroll(NodeId id, Id from, Id to) const;
  void unrolled_trips(NodeId id, Id trip, Id end, bool some_ended);
  void open_unrolled_loads(NodeId id);
  void bind_index(NodeId id, Id trip, bool some_ended);

  // The truth value of lanes that execute what follows; kNoId where all do.
  Id takes_part(bool some_ended);
  // work() by lanes that take part.
  template <typename Work>
  void guarded(Id takes_part, Work work) {
    if (takes_part == kNoId) return work();
    const Id mask = std::exchange(mask_, kNoId);
    const bool was_guarded = std::exchange(is_guarded_, true);
    on_.code.when(takes_part, work);
    mask_ = mask;
    is_guarded_ = was_guarded;
  }

  Parts& on_;
  Expressions expressions_{on_};
  Subgroups subgroups_{on_, expressions_};
  Copies copies_{on_, expressions_};
  Id mask_ = kNoId;  // truth value of lanes that Ifs around have sent here; kNoId: all
  bool is_guarded_ = false;
  bool is_subnormal_free_ = false;  // in that form of a loop
};

}  // namespace vyre::spirv
