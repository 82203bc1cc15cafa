#pragma once

#include <optional>
#include <vector>

#include "constants.h"
#include "expressions.h"

namespace vyre::differential {

// Draws the statements of a program.
class Statements {
 public:
  using List = std::vector<Statement>;

  // What fails comes by turns, beginning with |turn|.
  Statements(Case& sketch, Random& random, const Features& features, Memory& memory, Scope& scope,
             Expressions& expressions, uint64_t turn)
      : case_(sketch),
        random_(random),
        features_(features),
        memory_(memory),
        scope_(scope),
        expressions_(expressions),
        known_(sketch, random, memory, scope),
        turn_(turn) {}

  // A local of |type| is to live past all grid barriers.
  void keep(const std::string& type) { kept_ = type; }

  // The whole body; |focus| are rules that it must use, |forced| what else.
  List body(const std::vector<uint32_t>& focus, std::optional<Feature> forced, uint32_t statements);

 private:
  void phases(List& list, uint32_t nesting, bool fixed_trips);
  void phase(List& list);
  void uniform_loop(List& list, uint32_t nesting);
  void uniform_if(List& list, uint32_t nesting);
  void uniform_local(List& list);
  void barrier(List& list);

  // Past grid barriers, in grid_statements.cpp.
  void grid_body(List& list);
  void grid_phases(List& list, uint32_t nesting);
  void grid_structure(List& list, uint32_t nesting);
  void grid_phase(List& list, bool behind_barrier, bool may_wait);
  void grid_loop(List& list, uint32_t nesting);
  void grid_if(List& list, uint32_t nesting);
  void grid_nested(List& list, uint32_t nesting);
  void grid_barrier(List& list);
  void known_local(List& list);
  void known_return(List& list);

  void guard(List& list);
  void copy_element(List& list);
  void one_of(Feature feature, List& list);
  void several(List& list, uint32_t count);
  void one(List& list);
  void let(List& list);
  void let(List& list, const Sort& sort, Expression value);
  void assign(List& list);
  void store(List& list);
  void store(List& list, const Sort& sort, Expression value);
  void branch(List& list);
  void loop(List& list);
  void nested(List& list);  // a Block or a Region
  void leave(List& list);
  void trap(List& list);
  void failing(List& list);
  void failing_expression(List& list, uint64_t which);
  Expression without_meaning();
  void rarely(List& list, Statement reached);
  void collective(List& list);
  void subgroup(List& list);
  void reduction(List& list);
  void copy(List& list);
  void commutative_atomic(List& list);
  List scoped(uint32_t count, size_t bound_before);
  // Stores what was bound since the scope had |depth| locals, each with |percent|.
  void observe(List& list, size_t depth, uint32_t percent);

  void note(std::string feature) { case_.features.insert(std::move(feature)); }

  Case& case_;
  Random& random_;
  const Features& features_;
  Memory& memory_;
  Scope& scope_;
  Expressions& expressions_;
  KnownValues known_;
  uint64_t turn_;  // of what fails
  std::string kept_ = "U32";
  uint32_t left_ = 0;     // statements to be drawn
  uint32_t nesting_ = 0;  // of what is not uniform
  uint32_t loops_ = 0;    // around here
  uint32_t uniform_loops_ = 0;
  uint32_t trips_ = 1;  // of all loops with grid barriers around here, at the most
  uint32_t copies_ = 0;
  bool first_ = true;        // no phase has begun
  bool left_early_ = false;  // some invocation may have returned
};

}  // namespace vyre::differential
