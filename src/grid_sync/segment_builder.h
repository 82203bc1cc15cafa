#pragma once

#include <memory_resource>
#include <string_view>
#include <vector>

#include "grid_sync/spill_buffers.h"
#include "grid_sync/split.h"
#include "ir/build/rewriter.h"

namespace vyre::grid_sync {

// Puts one segment together: copies of statements of the source program, and new ones around
// them. Statements go into the list that was opened last.
class SegmentBuilder {
 public:
  // The buffers are those of |source| and the hidden ones.
  SegmentBuilder(const Program& source, const SpillBuffers& hidden, uint32_t max_parameters,
                 std::pmr::memory_resource* memory);

  // A list that becomes a Block when it is closed, or nothing when it is empty.
  void open();
  void open_if(ExprId condition);
  void open_loop(std::string_view variable, ExprId from, ExprId to);
  void close();
  const std::vector<uint32_t>& words() const { return words_; }  // of the parameters
  SegmentCode finish();                                          // closes what is open

  // Copies with all that they enclose. With |notes_returns| an invocation that returns there says
  // so in the buffer of the dead first.
  void copy(NodeId statement, bool notes_returns);
  ExprId copy_value(ExprId value);

  ExprId number(uint32_t value);
  ExprId known(const KnownValue& value);  // a parameter, as long as there may be more
  ExprId local(std::string_view name);
  ExprId id(ExprKind kind, uint32_t axis);
  ExprId binary(BinOp op, ExprId left, ExprId right);
  ExprId load(std::string_view buffer, ExprId index);
  ExprId cast(DataType type, ExprId value);

  // |origin|: the statement of the source program that it stands for.
  void let(std::string_view name, ExprId value, NodeId origin = kNone);
  void store(std::string_view buffer, ExprId index, ExprId value);
  void workgroup_barrier();
  void leave();  // Return

 private:
  struct List {
    Node node = {};  // what it becomes: an If, a Loop or a Block
    std::vector<NodeId> statements = {};
  };

  void declare_buffers();
  NodeId add(const Node& node, NodeId origin);
  NodeId copied(NodeId statement, bool notes_returns);
  Range copied_list(Range list, bool notes_returns);
  NodeId noted_return();
  void append(const Node& node, NodeId origin = kNone) {
    lists_.back().statements.push_back(add(node, origin));
  }

  const Program& source_;
  const SpillBuffers& hidden_;
  ir::Assembler assembler_;
  std::vector<List> lists_;
  ir::Rewriter rewriter_;
  const uint32_t max_parameters_;
  std::vector<ExprId> parameters_;
  std::vector<uint32_t> words_;  // parallel to parameters_
  std::vector<NodeId> origins_;  // as of SegmentCode
};

}  // namespace vyre::grid_sync
