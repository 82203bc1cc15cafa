#include "grid_sync/segment_builder.h"

namespace vyre::grid_sync {

SegmentBuilder::SegmentBuilder(const Program& source, const SpillBuffers& hidden,
                               uint32_t max_parameters, std::pmr::memory_resource* memory)
    : source_(source),
      hidden_(hidden),
      assembler_(memory),
      lists_(1),
      rewriter_(source, assembler_),
      max_parameters_(max_parameters) {
  Program& program = assembler_.program();
  program.workgroup_size = source.workgroup_size;
  program.semantics = source.semantics;
  if (source.entry_op_id) program.entry_op_id = rewriter_.name(*source.entry_op_id);
  declare_buffers();
}

void SegmentBuilder::declare_buffers() {
  for (const ir::Buffer& buffer : source_.buffers) {
    ir::Buffer copy = buffer;
    copy.name = rewriter_.name(buffer.name);
    copy.element = rewriter_.type(buffer.element);
    copy.shape_predicate = kNone;
    assembler_.add(copy);
  }
  uint32_t slot = hidden_.first_slot;
  for (const SpillBuffers::Buffer& buffer : hidden_.buffers) {
    ir::Buffer declared;
    declared.name = assembler_.name(buffer.name);
    declared.binding = slot++;
    declared.count = static_cast<uint32_t>(buffer.count);
    declared.access = ir::Access::kReadWrite;
    declared.kind = ir::MemoryKind::kGlobal;
    declared.element = rewriter_.type(buffer.element);
    assembler_.add(declared);
  }
}

void SegmentBuilder::open() { lists_.push_back({Node{.kind = NodeKind::kBlock}}); }

void SegmentBuilder::open_if(ExprId condition) {
  lists_.push_back({Node{.kind = NodeKind::kIf, .exprs = {condition, kNone}}});
}

void SegmentBuilder::open_loop(std::string_view variable, ExprId from, ExprId to) {
  const Node loop = {
      .kind = NodeKind::kLoop, .name = assembler_.name(variable), .exprs = {from, to}};
  lists_.push_back({loop});
}

void SegmentBuilder::close() {
  List list = std::move(lists_.back());
  lists_.pop_back();
  if (list.node.kind == NodeKind::kBlock && list.statements.empty()) return;
  list.node.body = assembler_.list(list.statements);
  append(list.node);
}

SegmentCode SegmentBuilder::finish() {
  while (lists_.size() > 1) close();
  assembler_.entry(lists_.front().statements);
  return {assembler_.finish_unchecked(), std::move(parameters_), std::move(origins_)};
}

NodeId SegmentBuilder::add(const Node& node, NodeId origin) {
  const NodeId id = assembler_.add(node);
  origins_.resize(id + 1, kNone);
  origins_[id] = origin;
  return id;
}

void SegmentBuilder::copy(NodeId statement, bool notes_returns) {
  const NodeId copy = copied(statement, notes_returns);
  lists_.back().statements.push_back(copy);
}

NodeId SegmentBuilder::copied(NodeId statement, bool notes_returns) {
  const Node& node = source_.nodes[statement];
  if (node.kind == NodeKind::kReturn && notes_returns) return noted_return();
  Node copy = rewriter_.renamed(node);
  for (uint32_t i = 0; i < ir::operand_count(node.kind); ++i) {
    copy.exprs[i] = copy_value(node.exprs[i]);
  }
  if (ir::has_body(node.kind)) copy.body = copied_list(node.body, notes_returns);
  if (node.kind == NodeKind::kIf) copy.otherwise = copied_list(node.otherwise, notes_returns);
  return add(copy, statement);
}

Range SegmentBuilder::copied_list(Range list, bool notes_returns) {
  std::vector<NodeId> copies;
  for (const NodeId id : source_.list(list)) copies.push_back(copied(id, notes_returns));
  return assembler_.list(copies);
}

NodeId SegmentBuilder::noted_return() {
  open();
  store(hidden_.buffers[hidden_.dead].name, local(hidden_.invocation), number(1));
  leave();
  List list = std::move(lists_.back());
  lists_.pop_back();
  list.node.body = assembler_.list(list.statements);
  return add(list.node, kNone);
}

ExprId SegmentBuilder::copy_value(ExprId value) {
  Expr copy = rewriter_.renamed(source_.exprs[value]);
  rewriter_.replace_operands(copy, [&](ExprId operand) { return copy_value(operand); });
  return assembler_.add(copy);
}

ExprId SegmentBuilder::number(uint32_t value) {
  return assembler_.add(Expr{.kind = ExprKind::kLitU32, .value = value});
}

ExprId SegmentBuilder::known(const KnownValue& value) {
  const bool is_parameter = parameters_.size() < max_parameters_;
  const ExprKind kind = value.type == DataType::kU32   ? ExprKind::kLitU32
                        : value.type == DataType::kI32 ? ExprKind::kLitI32
                                                       : ExprKind::kLitBool;
  const ExprId literal = assembler_.add(Expr{.kind = kind, .value = is_parameter ? 0 : value.bits});
  if (!is_parameter) return literal;
  parameters_.push_back(literal);
  words_.push_back(value.bits);
  return literal;
}

ExprId SegmentBuilder::local(std::string_view name) {
  return assembler_.add(Expr{.kind = ExprKind::kVar, .name = assembler_.name(name)});
}

ExprId SegmentBuilder::id(ExprKind kind, uint32_t axis) {
  return assembler_.add(Expr{.kind = kind, .op = static_cast<uint8_t>(axis)});
}

ExprId SegmentBuilder::binary(BinOp op, ExprId left, ExprId right) {
  return assembler_.add(Expr{
      .kind = ExprKind::kBinOp, .op = static_cast<uint8_t>(op), .operands = {left, right, kNone}});
}

ExprId SegmentBuilder::load(std::string_view buffer, ExprId index) {
  return assembler_.add(Expr{
      .kind = ExprKind::kLoad, .name = assembler_.name(buffer), .operands = {index, kNone, kNone}});
}

ExprId SegmentBuilder::cast(DataType to, ExprId value) {
  return assembler_.add(
      Expr{.kind = ExprKind::kCast, .value = scalar(to), .operands = {value, kNone, kNone}});
}

void SegmentBuilder::let(std::string_view name, ExprId value, NodeId origin) {
  append({.kind = NodeKind::kLet, .name = assembler_.name(name), .exprs = {value, kNone}}, origin);
}

void SegmentBuilder::store(std::string_view buffer, ExprId index, ExprId value) {
  append({.kind = NodeKind::kStore, .name = assembler_.name(buffer), .exprs = {index, value}});
}

void SegmentBuilder::workgroup_barrier() { append({.kind = NodeKind::kBarrier}); }

void SegmentBuilder::leave() { append({.kind = NodeKind::kReturn}); }

}  // namespace vyre::grid_sync
