#pragma once

#include <unordered_map>

#include "spirv/body/expressions.h"

namespace vyre::spirv {

// Subgroup operations: 32 lanes by linear index, through hidden workgroup memory. Every lane of the
// workgroup comes to each of them, see analysis/subgroup_uses.cpp and analysis/subgroup_check.cpp.
class Subgroups {
 public:
  static constexpr uint32_t kLaneWords = 2;  // of hidden memory: the operand and its state

  Subgroups(Parts& parts, Expressions& expressions)
      : on_(parts), code_(parts.code), expressions_(expressions) {}

  // Executes the operations in the expressions of |node|, which then have their results.
  // |takes_part| is true for lanes that execute the statement; kNoId where all do.
  void execute(const Node& node, Id takes_part);

  // Says that lanes here bind, or no longer have, a local that other lanes may lack.
  void set_bound(NodeId local, bool bound);
  bool may_lack(NodeId local) const { return bound_.contains(local); }

 private:
  // What every lane has put into memory. |state| is the id of its state, kNoId where all lanes have
  // all locals and values of one kind.
  struct Operand {
    Value value;
    Id state = kNoId;
  };

  void execute_in(ExprId id, Id takes_part);
  void operation(ExprId id, const Expr& expr, Id takes_part);
  bool loads_written(ExprId id) const;
  Operand operand(const Expr& expr, const Value& value);
  Id bound_locals(const Expr& operation);
  void put(const Operand& operand);

  // These are executed by lanes that take part, and leave the result in variables.
  void take(const Expr& expr, const Operand& operand, const Value& lane);
  void ballot(const Operand& operand);
  void reduce(ir::ReduceOp op, const Operand& operand);
  void shuffle(const Operand& operand, const Value& lane);
  void note_state(const Operand& operand, Id lane);
  void check_state(const Expr& expr, const Operand& operand);
  struct Unrolling {
    uint32_t by = 1;
    SpvLoopControlMask control = SpvLoopControlMaskNone;
  };
  Unrolling unrolling() const;
  template <typename Each>
  void for_each_lane(Each each);

  Id slot(Id index);
  Id load_slot(Id index) { return code_.load_visible(slot(index)); }
  void store_slot(Id index, Id word) { code_.store_visible(slot(index), word); }
  Id first_lane();
  Id lane_count();
  void start(Id& variable, Id word);

  Parts& on_;
  CodeWriter& code_;
  Expressions& expressions_;
  Id memory_ = kNoId;
  Id result_ = kNoId;  // variables
  Id f32_result_ = kNoId;
  Id states_ = kNoId;                     // a bit for each state that some lane has
  std::unordered_map<NodeId, Id> bound_;  // by local: a variable
};

}  // namespace vyre::spirv
