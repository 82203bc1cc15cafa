#pragma once

#include <vector>

#include "ir/build/rewriter.h"
#include "ir/program/program.h"
#include "registry/composition/composition.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// A program that is read while calls are replaced: the caller's, or an op's composition.
class InlineSource {
 public:
  InlineSource(const ir::Program& program, const Snapshot& snapshot, bool is_caller,
               ir::Assembler& copies);

  const ir::Program& program() const { return program_; }
  bool is_caller() const { return is_caller_; }

  // The op that a call of that name is replaced by, or null.
  const OpDef* composition_of(ir::NameId op_id);

  // Whether a call inside expression |id|, or that expression, is replaced.
  bool calls(ir::ExprId id);

  // Of a composition: its buffers, its statements without the region around them, and whether the
  // result is stored once and last, so that it needs no variable.
  const CompositionParts& parts() const { return parts_; }
  ir::Range body() const { return body_; }
  bool stores_once_and_last() const { return stores_once_and_last_; }

  // Of a composition while it is copied: the locals that stand for its own, its arguments and its
  // result.
  std::vector<ir::NameId> locals;    // by name; kNone: not met yet
  std::vector<ir::NameId> met;       // names with an entry in |locals|
  std::vector<ir::NameId> operands;  // by buffer
  ir::NameId result = ir::kNone;

  void forget_names();

  ir::Rewriter rewriter;

 private:
  enum class Known : uint8_t { kNothing, kNo, kYes };

  bool stores_once_and_last_in(ir::Range body) const;

  const ir::Program& program_;
  const Snapshot& snapshot_;
  const bool is_caller_;
  CompositionParts parts_;
  ir::Range body_;
  bool stores_once_and_last_ = false;
  std::vector<Known> calls_;           // by expression
  std::vector<const OpDef*> ops_;      // by name
  std::vector<Known> is_composition_;  // by name
};

}  // namespace vyre::registry
