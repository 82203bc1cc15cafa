#include "ir/build/builder.h"
#include "ir/program/tag_names.h"

// The statements of a program under construction.

namespace vyre::ir {

Status Builder::use_in(Node& node, std::span<const Handle> operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    VYRE_ASSIGN_OR_RETURN(node.exprs[i], use(operands[i], i + 1));
  }
  return {};
}

Status Builder::statement(Node node, std::span<const Handle> operands) {
  VYRE_RETURN_IF_ERROR(use_in(node, operands));
  append(node);
  return {};
}

Result<Builder::Handle> Builder::let(std::string_view name, Handle value) {
  const NameId id = assembler_.name(name);
  VYRE_RETURN_IF_ERROR(statement({.kind = NodeKind::kLet, .name = id}, {{value}}));
  locals_.push_back(id);
  return local(name);
}

Status Builder::assign(std::string_view name, Handle value) {
  VYRE_ASSIGN_OR_RETURN(const NameId id, bound(name));
  return statement({.kind = NodeKind::kAssign, .name = id}, {{value}});
}

Status Builder::store(std::string_view buffer, Handle index, Handle value) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, declared(buffer));
  return statement({.kind = NodeKind::kStore, .name = name}, {{index, value}});
}

Status Builder::begin(Node node, std::span<const Handle> operands) {
  VYRE_RETURN_IF_ERROR(use_in(node, operands));
  blocks_.push_back({.node = node, .first_local = locals_.size()});
  return {};
}

Status Builder::begin_else() {
  Block& block = blocks_.back();
  if (blocks_.size() == 1 || block.node.kind != NodeKind::kIf || block.in_else) {
    return fail(Code::kInvalidArgument,
                "an else that belongs to no if. Fix: begin it after the statements of an if, once");
  }
  block.in_else = true;
  block.then = std::exchange(block.body, {});
  locals_.resize(block.first_local);
  return {};
}

Result<Builder::Handle> Builder::begin_loop(std::string_view name, Handle from, Handle to) {
  const NameId id = assembler_.name(name);
  VYRE_RETURN_IF_ERROR(begin({.kind = NodeKind::kLoop, .name = id}, {{from, to}}));
  locals_.push_back(id);
  return local(name);
}

Status Builder::end() {
  if (blocks_.size() == 1) {
    return fail(Code::kInvalidArgument, "an end where nothing is open. Fix: end each block once");
  }
  Block block = std::move(blocks_.back());
  blocks_.pop_back();
  locals_.resize(block.first_local);
  block.node.body = assembler_.list(block.in_else ? block.then : block.body);
  if (block.in_else) block.node.otherwise = assembler_.list(block.body);
  append(block.node);
  return {};
}

Status Builder::barrier(uint32_t ordering) {
  VYRE_RETURN_IF_ERROR(check_number(spelling::kOrderings, ordering, "memory ordering"));
  return statement({.kind = NodeKind::kBarrier, .ordering = static_cast<Ordering>(ordering)}, {});
}

Status Builder::indirect_dispatch(std::string_view count_buffer, uint64_t offset) {
  VYRE_ASSIGN_OR_RETURN(const NameId name, declared(count_buffer));
  return statement({.kind = NodeKind::kIndirectDispatch, .name = name, .number = offset}, {});
}

Status Builder::async_copy(NodeKind kind, std::string_view source, std::string_view destination,
                           Handle offset, Handle size, std::string_view tag) {
  Node node{.kind = kind};
  VYRE_ASSIGN_OR_RETURN(node.name, declared(source));
  VYRE_ASSIGN_OR_RETURN(node.name2, declared(destination));
  node.tag = assembler_.name(tag);
  return statement(node, {{offset, size}});
}

Status Builder::collective(NodeKind kind, uint32_t op, std::string_view source,
                           std::string_view destination, uint32_t root, uint64_t group) {
  Node node{.kind = kind};
  const bool reduces = kind == NodeKind::kAllReduce || kind == NodeKind::kReduceScatter;
  if (reduces) VYRE_RETURN_IF_ERROR(check_number(spelling::kCollectiveOps, op, "reduction"));
  if (!reduces && op != 0) {
    return fail(Code::kInvalidArgument, "reduction ", op,
                " of an exchange that does not reduce. Fix: pass 0");
  }
  node.op = static_cast<uint8_t>(op);
  node.root = root;
  node.number = group;
  VYRE_ASSIGN_OR_RETURN(node.name, declared(source));
  const bool in_place = kind == NodeKind::kAllReduce || kind == NodeKind::kBroadcast;
  if (!in_place) {
    VYRE_ASSIGN_OR_RETURN(node.name2, declared(destination));
  }
  return statement(node, {});
}

Status Builder::opaque_statement(std::string_view kind, std::span<const uint8_t> payload) {
  const NameId name = assembler_.name(kind);
  return statement({.kind = NodeKind::kOpaque, .name = name, .body = assembler_.payload(payload)},
                   {});
}

std::string Builder::place() const {
  std::string text;
  for (const Block& block : blocks_) {
    const bool is_if = !text.empty() && block.node.kind == NodeKind::kIf;
    const std::string_view list = !is_if ? "body" : block.in_else ? "otherwise" : "then";
    text += concat(text.empty() ? "" : ".", list, '[', block.body.size(), ']');
  }
  return text;
}

}  // namespace vyre::ir
