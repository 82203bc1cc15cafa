#pragma once

#include "differential/model/features.h"
#include "differential/model/random.h"
#include "differential/model/scope.h"
#include "differential/model/sketch.h"
#include "memory.h"

namespace vyre::differential {

// Draws expressions of a wanted sort.
class Expressions {
 public:
  // Atomic operators come by turns, beginning with number |first_atomic|.
  Expressions(Case& sketch, Random& random, const Features& features, Memory& memory, Scope& scope,
              uint64_t first_atomic)
      : case_(sketch),
        random_(random),
        features_(features),
        memory_(memory),
        scope_(scope),
        next_atomic_(first_atomic) {}

  Expression make(const Sort& sort, uint32_t depth);
  Expression apply(const Rule& rule, uint32_t depth);
  // What may decide an If; |any| also for a Select, which takes every sort.
  Expression condition(uint32_t depth, bool any = false);
  // The same for all invocations of a workgroup, by the rules of validation too.
  Expression uniform_word(uint32_t depth);
  Expression uniform_condition(uint32_t depth);
  // On an element of its own, so that the result can be looked at.
  Expression owned_atomic(uint32_t depth);
  // A chain of |depth| operators.
  Expression chain(const Sort& sort, uint32_t depth);

  // Any sort that the program may use.
  Sort draw_sort();
  // An element of some buffer; |sort| is what an element type gives.
  Expression load(const Sort& sort, uint32_t depth);
  // An index into any buffer.
  Expression index(uint32_t depth);
  // Where an operand is evaluated more than once.
  void forbid_atomics(bool forbidden) { atomics_forbidden_ = forbidden; }

  // How many expressions are still to be made before only leaves are.
  void allow(int expressions) { left_ = expressions; }

 private:
  Expression leaf(const Sort& sort);
  Expression constant(const Sort& sort);
  Expression word_leaf();
  Expression id();
  Expression odd_index(uint32_t depth);
  Expression select(const Sort& sort, uint32_t depth);
  Expression fma(uint32_t depth);
  Expression divisor(const Rule& rule, uint32_t depth);
  Expression risky(const Sort& sort, uint32_t depth);
  const Rule* draw_rule(const Sort& sort);
  bool may_load(const Sort& sort) const;
  void note(std::string feature) { case_.features.insert(std::move(feature)); }

  Case& case_;
  Random& random_;
  const Features& features_;
  Memory& memory_;
  Scope& scope_;
  uint64_t next_atomic_;
  int left_ = 0;
  int costly_left_ = 3;
  bool atomics_forbidden_ = false;
};

}  // namespace vyre::differential
