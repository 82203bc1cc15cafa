#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "base/memory/scope_exit.h"
#include "base/status/status.h"
#include "ir/build/assembler.h"
#include "ir/build/rewriter.h"
#include "registry/composition/composition.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// A program that is read while calls are replaced: the caller's, or an op's composition.
class InlineSource {
 public:
  InlineSource(const ir::Program& program_in, const Compositions& compositions, bool is_caller_in,
               ir::Assembler& copies);

  // The op that a call of that name is replaced by, or null.
  const OpDef* composition_of(ir::NameId op_id);

  // Whether a call inside expression |id|, or that expression, is replaced.
  bool calls(ir::ExprId id);

  void forget_names();

  const ir::Program& program;
  const bool is_caller;
  ir::Rewriter rewriter;

  // Of a composition: its buffers, its statements without the region around them, and whether the
  // result is stored once and last, so that it needs no variable.
  CompositionParts parts;
  ir::Range body;
  bool stores_once_and_last = false;

  // Of a composition while it is copied: the locals that stand for its own, its arguments and its
  // result.
  std::vector<ir::NameId> locals;    // by name; kNone: not met yet
  std::vector<ir::NameId> met;       // names with an entry in |locals|
  std::vector<ir::NameId> operands;  // by buffer
  ir::NameId result = ir::kNone;

 private:
  const Compositions& compositions_;
  std::vector<std::optional<bool>> calls_;        // by expression; none: not asked yet
  std::vector<std::optional<const OpDef*>> ops_;  // by name
};

// Copies a program and puts compositions where they are called. One object makes one program.
//
// A call becomes, before the statement that it stands in: a Let for each argument, the statements
// of the composition with locals of new names, and a local with the result. Where a statement has
// a call, everything that is evaluated before the call and could change is bound by a Let too.
class Inliner {
 public:
  Inliner(const ir::Program& program, const Compositions& compositions,
          std::pmr::memory_resource* memory);

  Result<std::shared_ptr<const ir::Program>> run();

 private:
  using List = std::vector<ir::NodeId>;

  // How deep the walk over caller and compositions together may go: it recurses.
  static constexpr uint32_t kMaxWalkDepth = 4 * ir::Program::kMaxDepth;

  // One level of the walk, as long as the answer lives; check_depth() says whether it is one too
  // many.
  auto deeper() {
    ++depth_;
    return ScopeExit([this] { --depth_; });
  }
  Status check_depth() const;

  void copy_declarations();

  // Statements. All append to |out|.
  Status statements(InlineSource& from, std::span<const ir::NodeId> list, List& out);
  Status statement(InlineSource& from, const ir::Node& node, List& out);
  Status store_result(InlineSource& from, const ir::Node& store, List& out);
  Status bodies(InlineSource& from, const ir::Node& node, ir::Node& copy);
  Result<ir::Range> body(InlineSource& from, ir::Range list);

  // Expressions: the copy of |id|, with what has to come first appended to |out|. |held|: a call is
  // evaluated between this expression and the end of its statement.
  Result<ir::ExprId> expression(InlineSource& from, ir::ExprId id, bool held, List& out);
  Status operands(InlineSource& from, bool held, List& out, ir::Expr& expr);
  Result<ir::ExprId> argument(const InlineSource& from, const ir::Expr& load);
  Result<ir::ExprId> call(InlineSource& from, const ir::Expr& expr, const OpDef& op, List& out);
  Result<ir::ExprId> value_of(InlineSource& composition, List& out);

  // New records.
  ir::ExprId variable(ir::NameId name);
  ir::ExprId bind(ir::ExprId value, List& out);
  ir::ExprId converted(ir::DataType type, ir::ExprId value);
  ir::ExprId cast(ir::DataType type, ir::ExprId value);
  ir::ExprId zero(ir::DataType type);

  ir::NameId local(InlineSource& from, ir::NameId id);
  ir::NameId fresh_name();

  InlineSource& source_of(const OpDef& op);
  Status check_entering(const OpDef& op) const;
  Status check_size();

  const ir::Program& program_;        // borrowed
  const Compositions& compositions_;  // borrowed
  ir::Assembler assembler_;
  InlineSource caller_;
  std::map<const OpDef*, std::unique_ptr<InlineSource>> sources_;
  std::vector<const OpDef*> open_;  // calls that are being replaced, outermost first
  uint64_t next_name_ = 0;
  uint32_t depth_ = 0;  // of the walk
};

}  // namespace vyre::registry
