#include "ir/program/visit.h"
#include "ir/validate/alias.h"
#include "ir/validate/returns.h"
#include "ir/validate/rules.h"

namespace vyre::ir {

namespace {

bool operands_uniform(Validation& v, const Expr& expr) {
  bool uniform = true;
  for_each_operand(v.program, expr,
                   [&](ExprId operand) { uniform = uniform && is_uniform(v, operand); });
  return uniform;
}

}  // namespace

bool is_uniform(Validation& v, ExprId id) {
  const Expr& expr = v.program.exprs[id];
  switch (expr.kind) {
    case ExprKind::kLitU32:
    case ExprKind::kLitI32:
    case ExprKind::kLitBool:
    case ExprKind::kLitF32:
    case ExprKind::kBufLen:
    case ExprKind::kWorkgroupId:
      return true;
    case ExprKind::kVar: {
      const Local* local = v.scopes.find(expr.name);
      return local != nullptr && local->uniform;
    }
    case ExprKind::kBinOp:
    case ExprKind::kUnOp:
    case ExprKind::kSelect:
    case ExprKind::kCast:
    case ExprKind::kFma:
      return operands_uniform(v, expr);
    case ExprKind::kLoad:
    case ExprKind::kInvocationId:
    case ExprKind::kLocalId:
    case ExprKind::kCall:
    case ExprKind::kAtomic:
    case ExprKind::kSubgroupReduce:
    case ExprKind::kSubgroupShuffle:
    case ExprKind::kSubgroupBallot:
    case ExprKind::kSubgroupLocalId:
    case ExprKind::kSubgroupSize:
    case ExprKind::kBufferRef:
      return false;
    case ExprKind::kOpaque:
      return is_constant_value(v.program, expr);
  }
  return false;
}

namespace {

constexpr uint32_t kMaxNesting = 64;
constexpr uint64_t kMaxStatements = 100000;
constexpr uint64_t kMaxStatementsV0_6_2 = 8192;
constexpr std::string_view kSelfExclusive = "#self-exclusive";  // ends names of generators

// Where a statement stands.
struct Place {
  uint32_t depth = 0;      // lists around it, less the top level
  bool divergent = false;  // some invocations of a workgroup may not come here

  Place inner(bool diverges) const { return {depth + 1, divergent || diverges}; }
};

// Walks the statements in program order.
class NodeRules {
 public:
  explicit NodeRules(Validation& validation)
      : v_(validation), aliases_(validation), returns_(validation) {}

  void run() {
    list("body", v_.program.entry, {});
    for (const auto& [place, generator] : repeated_) {
      v_.findings.error_at(place, "R-SELFEXCL", "a second region of the self-exclusive generator ",
                           v_.quoted(generator));
    }
  }

 private:
  void list(const char* label, Range range, Place place) {
    const auto scope = v_.scopes.open();
    const auto aliases = aliases_.open_list();
    const auto nodes = v_.program.list(range);
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      const auto step = v_.findings.step(label, i);
      const Node& node = v_.program.nodes[nodes[i]];
      const auto kind = v_.findings.step(word_of(node.kind));
      limits(place);
      if (node.kind == NodeKind::kRegion) note_region(node.name);
      if (node.kind == NodeKind::kReturn && i + 1 < nodes.size()) {
        v_.findings.error("R-UNREACH", "statements follow a return");
      }
      statement(nodes[i], node, place);
      aliases_.after(node);
      returns_.after(nodes[i], node);
    }
  }

  void limits(Place place) {
    if (place.depth > kMaxNesting && !depth_reported_) {
      depth_reported_ = true;
      v_.findings.error("V018", "statements nest deeper than ", kMaxNesting);
    }
    if (++statements_ == max_statements_ + 1) {
      v_.findings.error("V019", "the program has more than ", max_statements_, " statements");
    }
  }

  // Those that may stand in a program once are reported behind all statements.
  void note_region(NameId generator) {
    if (!v_.program.names[generator].ends_with(kSelfExclusive)) return;
    met_.resize(v_.program.names.size());
    const bool is_told = repeated_.size() < ValidationReport::kMaxFindings;
    if (met_[generator]) repeated_.emplace_back(is_told ? v_.findings.path() : "", generator);
    met_[generator] = true;
  }

  void statement(NodeId id, const Node& node, Place place) {
    switch (node.kind) {
      case NodeKind::kLet:
        return let(node);
      case NodeKind::kAssign:
        return assign(node);
      case NodeKind::kStore:
        return store(node);
      case NodeKind::kIf:
        return branch(node, place);
      case NodeKind::kLoop:
        return loop(id, node, place);
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        return list("body", node.body, place.inner(false));
      case NodeKind::kBarrier:
        return barrier(node, place);
      case NodeKind::kIndirectDispatch:
        return indirect_dispatch(node);
      case NodeKind::kAsyncLoad:
      case NodeKind::kAsyncStore:
        return async_copy(node);
      case NodeKind::kAsyncWait:
        return tag(node);
      case NodeKind::kTrap:
        return validate_expression(v_, "address", node.exprs[0]);
      case NodeKind::kAllReduce:
      case NodeKind::kBroadcast:
      case NodeKind::kAllGather:
      case NodeKind::kReduceScatter:
        return collective(node);
      case NodeKind::kOpaque:
        return opaque(node);
      case NodeKind::kReturn:
        return returns_.at_return();
      case NodeKind::kResume:
        return;
    }
  }

  void let(const Node& node) {
    validate_expression(v_, "value", node.exprs[0]);
    const TypeId type = v_.types.of(node.exprs[0]);
    const bool uniform = is_uniform(v_, node.exprs[0]);
    const Local* same = v_.scopes.find(node.name);
    if (same != nullptr && v_.scopes.in_current_scope(*same)) {
      v_.findings.error("V032", "a second local named ", v_.quoted(node.name),
                        " in the same list of statements");
    } else {
      shadowing(node.name);
    }
    v_.scopes.declare({.name = node.name,
                       .type = type == kUnknownType ? scalar(DataType::kU32) : type,
                       .uniform = uniform,
                       .settled = returns_.settles(node.exprs[0])});
  }

  void shadowing(NameId name) {
    if (v_.options.allow_shadowing || v_.scopes.find(name) == nullptr) return;
    v_.findings.error("V008", "a local named ", v_.quoted(name), " is already in scope");
  }

  void assign(const Node& node) {
    validate_expression(v_, "value", node.exprs[0]);
    if (Local* local = v_.scopes.find(node.name)) {
      assign_local(node, *local);
    } else {
      assign_buffer(node);
    }
  }

  void assign_local(const Node& node, Local& local) {
    if (local.loop_variable) {
      v_.findings.error("V011", "assignment to the loop variable ", v_.quoted(node.name));
    }
    const TypeId type = v_.types.of(node.exprs[0]);
    if (type != kUnknownType && type != local.type && !is_relaxed(type, local.type)) {
      v_.findings.error("V045", "local ", v_.quoted(node.name), " is ", v_.type(local.type),
                        ", the value is ", v_.type(type));
    }
    local.uniform = local.uniform && is_uniform(v_, node.exprs[0]);
    local.settled = local.settled && returns_.settles(node.exprs[0]);
  }

  // Locals take no Bytes for words.
  bool is_relaxed(TypeId from, TypeId to) const {
    return v_.semantics >= Semantics::kV0_6_5 && storable(v_.semantics, from, to);
  }

  void assign_buffer(const Node& node) {
    const Buffer* buffer = v_.buffer(node.name);
    if (buffer == nullptr) {
      return v_.findings.error("R-ASSIGN", "no local and no buffer is named ",
                               v_.quoted(node.name));
    }
    if (buffer->access != Access::kReadWrite) {
      v_.findings.error("R-ASSIGNBUF", "assignment to the ", access_name(buffer->access),
                        " buffer ", v_.quoted(node.name));
    }
    const TypeId type = v_.types.of(node.exprs[0]);
    if (type == kUnknownType || assignable(type, buffer->element)) return;
    v_.findings.error("V045", "buffer ", v_.quoted(node.name), " has ", v_.type(buffer->element),
                      " elements, the value is ", v_.type(type));
  }

  // An assignment takes a Bool for a U32 and the reverse, which a store does not.
  bool assignable(TypeId from, TypeId to) const {
    const auto word = [](TypeId type) {
      return type == scalar(DataType::kU32) || type == scalar(DataType::kBool);
    };
    return storable(v_.semantics, from, to) || (word(from) && word(to));
  }

  void store(const Node& node) {
    if (const Buffer* buffer = v_.buffer(node.name)) {
      store_target(node, *buffer);
    } else {
      v_.findings.error("R-STOREBUF", "no buffer is named ", v_.quoted(node.name));
    }
    validate_expression(v_, "at", node.exprs[0]);
    validate_expression(v_, "value", node.exprs[1]);
  }

  void store_target(const Node& node, const Buffer& buffer) {
    if (buffer.access == Access::kReadOnly || buffer.access == Access::kUniform) {
      v_.findings.error("R-STOREACC", "store to the ", access_name(buffer.access), " buffer ",
                        v_.quoted(node.name));
    }
    if (buffer.element == scalar(DataType::kBytes) && !buffer.bytes_extraction) {
      v_.findings.error("V013", "store to the Bytes buffer ", v_.quoted(node.name));
    }
    const TypeId type = v_.types.of(node.exprs[1]);
    if (type != kUnknownType && !storable(v_.semantics, type, buffer.element)) {
      v_.findings.error("R-STORETYPE", "buffer ", v_.quoted(node.name), " has ",
                        v_.type(buffer.element), " elements, the value is ", v_.type(type));
    }
    if (v_.types.differs(node.exprs[0], DataType::kU32)) {
      v_.findings.error("R-STOREINDEX", "the index of a store is ",
                        v_.type(v_.types.of(node.exprs[0])), ", not U32");
    }
    literal_index(node, buffer);
  }

  void literal_index(const Node& node, const Buffer& buffer) {
    const Expr& index = v_.program.exprs[node.exprs[0]];
    const bool literal = index.kind == ExprKind::kLitU32 || index.kind == ExprKind::kLitI32;
    // A negative I32 has a higher bit pattern than any count of one that is in bounds.
    const bool negative = index.kind == ExprKind::kLitI32 && static_cast<int32_t>(index.value) < 0;
    if (!literal || buffer.count == 0 || (index.value < buffer.count && !negative)) return;
    v_.findings.error("V036", "index ", negative ? "-" : "",
                      negative ? 0u - index.value : index.value, " is outside buffer ",
                      v_.quoted(node.name), " of ", buffer.count, " elements");
  }

  void branch(const Node& node, Place place) {
    validate_expression(v_, "condition", node.exprs[0]);
    const TypeId type = v_.types.of(node.exprs[0]);
    const bool accepted =
        type == kUnknownType || type == scalar(DataType::kU32) || type == scalar(DataType::kBool);
    if (!accepted) {
      v_.findings.error("R-IFTYPE", "the condition is ", v_.type(type), ", not U32 or Bool");
    }
    const bool diverges = !is_uniform(v_, node.exprs[0]);
    const auto branch = returns_.open_branch({node.exprs[0]});
    list("then", node.body, place.inner(diverges));
    list("else", node.otherwise, place.inner(diverges));
  }

  void loop(NodeId id, const Node& node, Place place) {
    validate_expression(v_, "from", node.exprs[0]);
    validate_expression(v_, "to", node.exprs[1]);
    loop_bound("from", node.exprs[0]);
    loop_bound("to", node.exprs[1]);
    shadowing(node.name);
    const bool bounds = is_uniform(v_, node.exprs[0]) && is_uniform(v_, node.exprs[1]);
    const auto scope = v_.scopes.open();
    v_.scopes.declare({.name = node.name,
                       .type = scalar(DataType::kU32),
                       .uniform = bounds && !place.divergent,
                       .loop_variable = true});
    const auto branch = returns_.open_branch({node.exprs[0], node.exprs[1]});
    const auto body = returns_.open_loop(id, node);
    list("body", node.body, place.inner(!bounds));
  }

  void loop_bound(const char* which, ExprId id) {
    if (!v_.types.differs(id, DataType::kU32)) return;
    v_.findings.error("R-LOOPTYPE", "the bound '", which, "' of a loop is ",
                      v_.type(v_.types.of(id)), ", not U32");
  }

  void barrier(const Node& node, Place place) {
    if (place.divergent) {
      v_.findings.error("V010", "a barrier that only some invocations of a workgroup may reach");
    }
    if (node.ordering == Ordering::kRelaxed) {
      v_.findings.error("V043", "a barrier cannot have relaxed ordering");
    }
  }

  void indirect_dispatch(const Node& node) {
    if (node.number % 4 != 0) {
      v_.findings.error("R-INDIRECT", "the offset ", node.number, " is no multiple of 4");
    }
    if (v_.buffer(node.name) == nullptr) {
      v_.findings.error("R-INDIRECT", "no buffer is named ", v_.quoted(node.name));
    }
  }

  void async_copy(const Node& node) {
    validate_expression(v_, "offset", node.exprs[0]);
    validate_expression(v_, "size", node.exprs[1]);
    tag(node);
  }

  void tag(const Node& node) {
    if (v_.program.names[node.tag].empty()) v_.findings.error("R-TAG", "the tag is empty");
  }

  void collective(const Node& node) {
    if (!v_.options.distributed_collectives) {
      v_.findings.error("V046", "collective operations are not supported");
    }
    const Buffer* first = collective_buffer(node.name);
    const bool has_output =
        node.kind == NodeKind::kAllGather || node.kind == NodeKind::kReduceScatter;
    const Buffer* second = has_output ? collective_buffer(node.name2) : nullptr;
    if (first == nullptr || second == nullptr || first->element == second->element) return;
    v_.findings.error("V046", "input ", v_.quoted(node.name), " has ", v_.type(first->element),
                      " elements, output ", v_.quoted(node.name2), " has ",
                      v_.type(second->element));
  }

  const Buffer* collective_buffer(NameId name) {
    const Buffer* buffer = v_.buffer(name);
    if (buffer == nullptr) {
      v_.findings.error("V046", "no buffer is named ", v_.quoted(name));
    } else if (buffer->access == Access::kWorkgroup) {
      v_.findings.error("V046", "collective operation on the workgroup buffer ", v_.quoted(name));
    }
    return buffer;
  }

  // No kind of opaque statement is registered.
  void opaque(const Node& node) {
    if (v_.program.names[node.name].empty()) {
      return v_.findings.error("V031", "an opaque statement has no kind");
    }
    v_.findings.error("V031", "opaque statement ", v_.quoted(node.name), " is not registered");
  }

  Validation& v_;
  AliasRule aliases_;
  ReturnRule returns_;
  const uint64_t max_statements_ =
      v_.semantics == Semantics::kV0_6_2 ? kMaxStatementsV0_6_2 : kMaxStatements;
  uint64_t statements_ = 0;
  bool depth_reported_ = false;
  std::vector<bool> met_;  // by generator: self-exclusive regions
  std::vector<std::pair<std::string, NameId>> repeated_;
};

}  // namespace

void validate_statements(Validation& v) { NodeRules(v).run(); }

}  // namespace vyre::ir
