#pragma once

#include <optional>

#include "spirv/analysis.h"
#include "spirv/expressions.h"

namespace vyre::spirv {

// Lowers statements. A Return sets a flag instead of leaving, for the sake of later barriers. What
// follows it goes into flat regions that only invocations enter which have not ended; statements in
// lockstep (Analysis) stay outside of these.
class Statements {
 public:
  Statements(const Expressions::Parts& parts, Expressions& expressions, const Analysis& analysis,
             Path& path, std::optional<uint32_t> max_loop_trips)
      : on_(parts),
        expressions_(expressions),
        analysis_(analysis),
        path_(path),
        loops_may_stop_(max_loop_trips.has_value()) {}

  // |some_ended|: invocations that have ended may execute the list.
  void lower(const Body& body, bool some_ended);

 private:
  // Within bounds no invocation ends.
  bool kills(ir::NodeId id) const { return !analysis_.elementwise.possible && analysis_.kills[id]; }
  size_t lower_run(const Body& body, size_t first);
  void statement(ir::NodeId id, bool some_ended);
  void let(ir::NodeId id, const ir::Node& node);
  void assign(ir::NodeId id, const ir::Node& node);
  void store(const ir::Node& node);
  void store_element(uint32_t buffer, Id index, const Value& value);
  void collective(const ir::Node& node);
  void no_meaning(std::string_view what, ir::NameId name);  // a trap
  void branch(ir::NodeId id, const ir::Node& node, bool some_ended);
  void loop(ir::NodeId id, const ir::Node& node, bool some_ended);
  void trap(const ir::Node& node);

  const Expressions::Parts on_;
  Expressions& expressions_;
  const Analysis& analysis_;
  Path& path_;
  const bool loops_may_stop_;
};

}  // namespace vyre::spirv
