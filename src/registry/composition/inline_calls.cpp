#include <algorithm>

#include "ir/program/display_name.h"
#include "ir/program/visit.h"
#include "registry/composition/composition.h"
#include "registry/composition/inliner.h"

namespace vyre::registry {

using ir::kNone;
using ir::Node;
using ir::NodeKind;

Inliner::Inliner(const ir::Program& program, const Compositions& compositions,
                 std::pmr::memory_resource* memory)
    : program_(program),
      compositions_(compositions),
      assembler_(memory),
      caller_(program, compositions, true, assembler_) {}

Result<std::shared_ptr<const ir::Program>> Inliner::run() {
  copy_declarations();
  List entry;
  VYRE_RETURN_IF_ERROR(statements(caller_, program_.list(program_.entry), entry));
  assembler_.program().entry = assembler_.list(entry);
  auto finished = assembler_.finish();
  if (finished.ok()) return finished;
  return fail(Code::kInvalidProgram,
              "the program with its calls replaced: ", finished.error().text(),
              " Nest calls less deeply.");
}

// Names come first, so that those of the caller keep their numbers and new ones differ.
void Inliner::copy_declarations() {
  for (ir::NameId id = 0; id < program_.names.size(); ++id) assembler_.name(program_.names[id]);
  ir::Program& out = assembler_.program();
  out.entry_op_id = program_.entry_op_id;
  out.semantics = program_.semantics;
  out.workgroup_size = program_.workgroup_size;
  out.non_composable_with_self = program_.non_composable_with_self;
  out.predicates.assign(program_.predicates.begin(), program_.predicates.end());
  for (ir::Buffer buffer : program_.buffers) {
    buffer.element = caller_.rewriter.type(buffer.element);
    assembler_.add(buffer);
  }
}

Status Inliner::statements(InlineSource& from, std::span<const ir::NodeId> list, List& out) {
  for (const ir::NodeId id : list) {
    VYRE_RETURN_IF_ERROR(statement(from, from.program.nodes[id], out));
  }
  return {};
}

Status Inliner::statement(InlineSource& from, const Node& node, List& out) {
  if (!from.is_caller && node.kind == NodeKind::kStore) return store_result(from, node, out);
  Node copy = node;
  const uint32_t count = ir::operand_count(node.kind);
  for (uint32_t i = 0; i < count; ++i) {
    const bool held = i + 1 < count && from.calls(node.exprs[i + 1]);
    VYRE_ASSIGN_OR_RETURN(copy.exprs[i], expression(from, node.exprs[i], held, out));
  }
  VYRE_RETURN_IF_ERROR(check_size());
  const bool is_local =
      node.kind == NodeKind::kLet || node.kind == NodeKind::kLoop || node.kind == NodeKind::kAssign;
  if (is_local) copy.name = kNone;
  copy = from.rewriter.renamed(copy);
  if (is_local) copy.name = local(from, node.name);
  VYRE_RETURN_IF_ERROR(bodies(from, node, copy));
  out.push_back(assembler_.add(copy));
  return {};
}

Status Inliner::store_result(InlineSource& from, const Node& store, List& out) {
  VYRE_ASSIGN_OR_RETURN(const ir::ExprId value, expression(from, store.exprs[1], false, out));
  const ir::Buffer& output = from.program.buffers[from.parts.output];
  const ir::ExprId result = converted(from.program.types[output.element].tag, value);
  out.push_back(assembler_.add(
      Node{.kind = NodeKind::kAssign, .name = from.result, .exprs = {result, kNone}}));
  return {};
}

// Regions of a composition only open a scope: what they say about the op is not true of the caller.
Status Inliner::bodies(InlineSource& from, const Node& node, Node& copy) {
  if (!ir::has_body(node.kind)) return {};
  VYRE_ASSIGN_OR_RETURN(copy.body, body(from, node.body));
  if (node.kind == NodeKind::kIf) {
    VYRE_ASSIGN_OR_RETURN(copy.otherwise, body(from, node.otherwise));
  }
  if (node.kind == NodeKind::kRegion && !from.is_caller) {
    copy.kind = NodeKind::kBlock;
    copy.name = copy.name2 = kNone;
  }
  return {};
}

Status Inliner::check_depth() const {
  if (depth_ <= kMaxWalkDepth) return {};
  return fail(Code::kInvalidProgram, "op ", ir::display_name(open_.front()->id),
              ": calls nest more than ", kMaxWalkDepth,
              " statements and expressions in each other. Fix: nest calls less deeply");
}

Result<ir::Range> Inliner::body(InlineSource& from, ir::Range list) {
  const auto level = deeper();
  VYRE_RETURN_IF_ERROR(check_depth());
  List copies;
  VYRE_RETURN_IF_ERROR(statements(from, from.program.list(list), copies));
  return assembler_.list(copies);
}

ir::NameId Inliner::local(InlineSource& from, ir::NameId id) {
  if (from.is_caller) return id;
  if (from.locals[id] == kNone) {
    from.locals[id] = fresh_name();
    from.met.push_back(id);
  }
  return from.locals[id];
}

ir::NameId Inliner::fresh_name() {
  for (;;) {
    const auto known = static_cast<ir::NameId>(assembler_.program().names.size());
    const ir::NameId id = assembler_.name(concat('%', next_name_++));
    if (id == known) return id;
  }
}

InlineSource& Inliner::source_of(const OpDef& op) {
  std::unique_ptr<InlineSource>& source = sources_[&op];
  if (source == nullptr) {
    source = std::make_unique<InlineSource>(*op.composition, compositions_, false, assembler_);
  }
  return *source;
}

Status Inliner::check_entering(const OpDef& op) const {
  if (std::ranges::find(open_, &op) != open_.end()) {
    return fail(Code::kInvalidProgram, "op ", ir::display_name(op.id),
                " calls itself through compositions. Fix: let calls end without a circle");
  }
  if (open_.size() < kMaxCallDepth) return {};
  return fail(Code::kInvalidProgram, "the call of op ", ir::display_name(op.id), " stands inside ",
              kMaxCallDepth, " others, from op ", ir::display_name(open_.front()->id),
              " on. Fix: call ops less deeply inside each other");
}

Status Inliner::check_size() {
  const ir::Program& out = assembler_.program();
  if (out.exprs.size() + out.nodes.size() <= kMaxInlinedRecords) return {};
  const std::string at =
      open_.empty() ? std::string() : concat(", at op ", ir::display_name(open_.front()->id));
  return fail(Code::kInvalidProgram, "the program grows beyond ", kMaxInlinedRecords,
              " statements and expressions when its calls are replaced", at,
              ". Fix: call ops with smaller compositions, or fewer of them");
}

const OpDef* Compositions::of(std::string_view op_id) const {
  const OpDef* op = snapshot.find(op_id);
  if (op == nullptr || op->composition == nullptr) return nullptr;
  return std::ranges::binary_search(left, op_id, std::less<>()) ? nullptr : op;
}

Result<std::shared_ptr<const ir::Program>> inline_calls(std::shared_ptr<const ir::Program> program,
                                                        const Compositions& compositions,
                                                        std::pmr::memory_resource* memory) {
  const bool calls = std::ranges::any_of(program->exprs, [&](const ir::Expr& expr) {
    return expr.kind == ir::ExprKind::kCall &&
           compositions.of(program->names[expr.name]) != nullptr;
  });
  if (!calls) return program;
  return Inliner(*program, compositions, memory).run();
}

}  // namespace vyre::registry
