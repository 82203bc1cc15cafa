#include "ir/program/structure.h"

#include <algorithm>
#include <vector>

#include "ir/program/limits.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

// One walk over a program's records. Expressions and statements share one numbering here: statement
// n is vertex n, expression e is vertex node_count + e.
class StructureCheck {
 public:
  explicit StructureCheck(const Program& program) : program_(program) {}

  Status run() {
    VYRE_RETURN_IF_ERROR(indices());
    VYRE_RETURN_IF_ERROR(single_places());
    VYRE_RETURN_IF_ERROR(depths());
    return predicates();
  }

 private:
  static Status bad(std::string_view what, uint64_t index, std::string_view problem) {
    return fail(Code::kInvalidArgument, what, " ", index, ": ", problem,
                ". Fix: give every record its own children, added through the same assembler.");
  }

  bool is_name(NameId id) const { return id < program_.names.size(); }

  static bool inside(Range range, size_t size) {
    return uint64_t{range.first} + range.count <= size;
  }

  Status indices() const {
    for (size_t i = 0; i < program_.exprs.size(); ++i) {
      if (!valid(program_.exprs[i])) return bad("expression", i, "an index or tag is out of range");
    }
    for (size_t i = 0; i < program_.nodes.size(); ++i) {
      if (!valid(program_.nodes[i])) return bad("statement", i, "an index or tag is out of range");
    }
    for (size_t i = 0; i < program_.buffers.size(); ++i) {
      if (!valid(program_.buffers[i])) return bad("buffer", i, "an index or tag is out of range");
    }
    if (!is_node_list(program_.entry)) return bad("entry", 0, "an index or tag is out of range");
    if (program_.entry_op_id && !is_name(*program_.entry_op_id)) {
      return bad("entry op id", *program_.entry_op_id, "no such name");
    }
    return {};
  }

  template <typename Record>  // Expr or Node
  bool valid(const Record& record) const {
    const auto fields = [&]<auto kKind>(Constant<kKind>) {
      return all_fields<kFields<kKind>>([&]<Field kField>(Constant<kField>, const char*) {
        return valid_field<kField>(record) &&
               valid_operands(record, operands_of(kField), kField == Field::kExpected);
      });
    };
    return is_ordering(static_cast<uint8_t>(record.ordering)) && with_row(record.kind, fields);
  }

  template <Field kField, typename Record>
  bool valid_field(const Record& record) const {
    using enum Field;
    if constexpr (kField == kName) return is_name(record.name);
    if constexpr (kField == kName2) return is_name(record.name2);
    if constexpr (kField == kSource) return record.name2 == kNone || is_name(record.name2);
    if constexpr (kField == kTag) return is_name(record.tag);
    if constexpr (kField == kCollectiveOp) return is_collective_op(record.op);
    if constexpr (kField == kBinOp) return is_bin_op(record.op);
    if constexpr (kField == kUnOp) return is_un_op(record.op);
    if constexpr (kField == kAtomicOp) return is_atomic_op(record.op);
    if constexpr (kField == kReduceOp) return is_reduce_op(record.op);
    if constexpr (kField == kType) return record.value < program_.types.size();
    if constexpr (kField == kArguments) return is_list(record.args, program_.exprs.size());
    if constexpr (kField == kBody) return is_node_list(record.body);
    if constexpr (kField == kOtherwise) return is_node_list(record.otherwise);
    if constexpr (kField == kPayload) return inside(payload_in(record), program_.payload.size());
    return true;
  }

  template <typename Record>
  bool valid_operands(const Record& record, Operands operands, bool optional) const {
    const auto valid = [&](ExprId id) {
      return id < program_.exprs.size() || (optional && id == kNone);
    };
    return std::ranges::all_of(operands_in(record).subspan(operands.first, operands.count), valid);
  }

  bool valid(const Buffer& buffer) const {
    return is_name(buffer.name) && buffer.element < program_.types.size() &&
           (buffer.shape_predicate == kNone || buffer.shape_predicate < program_.predicates.size());
  }

  bool is_list(Range range, size_t limit) const {
    return inside(range, program_.lists.size()) &&
           std::ranges::all_of(program_.list(range), [&](uint32_t id) { return id < limit; });
  }
  bool is_node_list(Range range) const { return is_list(range, program_.nodes.size()); }

  size_t vertex_count() const { return program_.nodes.size() + program_.exprs.size(); }
  size_t vertex(ExprId id) const { return program_.nodes.size() + id; }

  // Calls |visit(vertex)| for everything directly inside a vertex.
  template <typename Visit>
  void for_each_inside(size_t at, Visit visit) const {
    const auto expr = [&](ExprId id) { visit(vertex(id)); };
    if (at >= program_.nodes.size()) {
      return for_each_operand(program_, program_.exprs[at - program_.nodes.size()], expr);
    }
    for_each_operand(program_.nodes[at], expr);
    for_each_child(program_, program_.nodes[at], visit);
  }

  Status single_places() {
    used_.assign(vertex_count(), false);
    size_t twice = SIZE_MAX;
    const auto use = [&](size_t at) {
      if (used_[at]) twice = at;
      used_[at] = true;
    };
    for (const NodeId id : program_.list(program_.entry)) use(id);
    for (size_t at = 0; at < vertex_count(); ++at) for_each_inside(at, use);
    if (twice == SIZE_MAX) return {};
    return bad_vertex(twice, "stands in two places");
  }

  Status bad_vertex(size_t at, std::string_view problem) const {
    const bool is_node = at < program_.nodes.size();
    return bad(is_node ? "statement" : "expression", is_node ? at : at - program_.nodes.size(),
               problem);
  }

  // Walks every tree of the forest from its root. What is inside itself has no root.
  Status depths() {
    struct Visit {
      size_t at;
      uint32_t depth;
    };
    std::vector<Visit> stack;
    for (size_t at = 0; at < vertex_count(); ++at) {
      if (!used_[at]) stack.push_back({at, 1});
    }
    for (const NodeId id : program_.list(program_.entry)) stack.push_back({id, 1});
    size_t visited = 0;
    for (; !stack.empty(); ++visited) {
      const Visit visit = stack.back();
      stack.pop_back();
      if (visit.depth > Program::kMaxDepth) {
        return fail(Code::kInvalidArgument, "statements and expressions nest deeper than ",
                    Program::kMaxDepth, ". Fix: nest less deeply.");
      }
      for_each_inside(visit.at, [&](size_t at) { stack.push_back({at, visit.depth + 1}); });
    }
    if (visited == vertex_count()) return {};
    return bad("statement or expression", visited, "some stand inside themselves");
  }

  // Parts of a predicate come before it, which also excludes circles.
  Status predicates() const {
    std::vector<uint32_t> depth(program_.predicates.size(), 1);
    std::vector<bool> used(program_.predicates.size());
    for (uint32_t i = 0; i < program_.predicates.size(); ++i) {
      const ShapePredicate& predicate = program_.predicates[i];
      const uint32_t parts[] = {predicate.left, predicate.right};
      for (const uint32_t part : std::span(parts).first(part_count(predicate.kind))) {
        if (part >= i) return bad("shape predicate", i, "a part does not come before it");
        if (used[part]) return bad("shape predicate", part, "stands in two places");
        used[part] = true;
        depth[i] = std::max(depth[i], depth[part] + 1);
      }
      if (depth[i] > Program::kMaxDepth) return bad("shape predicate", i, "nested too deeply");
    }
    return {};
  }

  const Program& program_;
  std::vector<bool> used_;  // by vertex: something stands around it
};

}  // namespace

Status check_structure(const Program& program) { return StructureCheck(program).run(); }

}  // namespace vyre::ir
