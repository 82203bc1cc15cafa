#include "grid_sync/barrier_facts.h"

#include "ir/program/visit.h"
#include "ir/types/element.h"

namespace vyre::grid_sync {
namespace {

bool waits_for_grid(NodeId, const Node& node) { return ir::is_grid_barrier(node); }
bool is_return(NodeId, const Node& node) { return node.kind == NodeKind::kReturn; }

bool uses_subgroups(const Program& program) {
  bool found = false;
  ir::walk(program, program.entry, [&](NodeId, const Node& node) {
    found = found || ir::any_expr(program, node, [](ExprId, const Expr& expr) {
              return ir::is_subgroup_expr(expr.kind);
            });
  });
  return found;
}

// What locals hold. The rules are those of values at run time (docs/lowering.md), which are not the
// static types.

constexpr SpillType kWord = {scalar(DataType::kU32), false};
constexpr SpillType kTruth = {scalar(DataType::kU32), true};
constexpr SpillType kF32 = {scalar(DataType::kF32), false};
constexpr SpillType kF64 = {scalar(DataType::kF64), false};
// Raw bytes, whatever type they were loaded as.
constexpr SpillType kRaw4 = {scalar(DataType::kHandle), false};
constexpr SpillType kRaw8 = {scalar(DataType::kI64), false};

bool is_float(const SpillType& kept) { return kept == kF32 || kept == kF64; }

// Only the run tells which: nothing keeps it.
constexpr SpillType kSeveral = {kNone, false};

// What holds the values of both, of which nothing may be known yet: an f64 holds every f32.
std::optional<SpillType> join(const std::optional<SpillType>& a,
                              const std::optional<SpillType>& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  return is_float(*a) && is_float(*b) ? kF64 : kSeveral;
}

// The least solution over all assignments, by rounds: a local is none until something reaches it.
class SpillSearch {
 public:
  SpillSearch(const Program& program, const ir::OpTable* ops, BarrierFacts& facts)
      : program_(program), ops_(ops), facts_(facts) {}

  void run() {
    while (round()) {
    }
    for (std::optional<SpillType>& kept : facts_.kept) {
      if (kept == kSeveral) kept.reset();
    }
  }

 private:
  bool round() {
    changed_ = false;
    for (NodeId id = 0; id < program_.nodes.size(); ++id) {
      const Node& node = program_.nodes[id];
      if (node.kind == NodeKind::kLoop) reach(id, kWord);
      if (node.kind == NodeKind::kLet) reach(id, of(node.exprs[0]));
      if (node.kind == NodeKind::kAssign) reach(facts_.target[id], of(node.exprs[0]));
    }
    return changed_;
  }

  void reach(NodeId local, const std::optional<SpillType>& value) {
    if (local == kNone) return;
    const std::optional<SpillType> joined = join(facts_.kept[local], value);
    changed_ |= joined != facts_.kept[local];
    facts_.kept[local] = joined;
  }

  std::optional<SpillType> of(ExprId id) const {
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kLitI32:
        return SpillType{scalar(DataType::kI32), false};
      case ExprKind::kLitBool:
        return kTruth;
      case ExprKind::kLitF32:
      case ExprKind::kFma:
        return kF32;
      case ExprKind::kVar:
        return facts_.declaration[id] == kNone ? std::nullopt : facts_.kept[facts_.declaration[id]];
      case ExprKind::kLoad:
        return loaded(expr);
      case ExprKind::kBinOp:
        return binary(expr);
      case ExprKind::kUnOp:
        return unary(expr);
      case ExprKind::kSelect:
        return join(of(expr.operands[1]), of(expr.operands[2]));
      case ExprKind::kCast:
        return cast(expr);
      case ExprKind::kSubgroupReduce:
      case ExprKind::kSubgroupShuffle:
        return of(expr.operands[0]);
      case ExprKind::kCall:
        return called(program_.names[expr.name]);
      case ExprKind::kOpaque:
      case ExprKind::kBufferRef:
        return std::nullopt;
      case ExprKind::kLitU32:
      case ExprKind::kBufLen:
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
      case ExprKind::kAtomic:
      case ExprKind::kSubgroupBallot:
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
        return kWord;
    }
    return std::nullopt;
  }

  // A loaded truth value is its word. An element without a size cannot be kept.
  std::optional<SpillType> loaded(const Expr& expr) const {
    const uint32_t buffer = program_.find_buffer(expr.name);
    if (buffer == kNone) return std::nullopt;
    const TypeId element = program_.buffers[buffer].element;
    if (element == scalar(DataType::kBool)) return kWord;
    if (ir::min_bytes(program_.types, element) == 0) return std::nullopt;
    return SpillType{plain_type(program_, element), false};
  }

  std::optional<SpillType> binary(const Expr& expr) const {
    if (ir::ops::gives_truth(expr.bin_op())) return kTruth;
    const std::optional<SpillType> left = of(expr.operands[0]);
    const bool told = left && *left != kSeveral;
    const std::optional<SpillType> known = told ? left : of(expr.operands[1]);
    if (!known) return left;
    if (is_float(*known)) return kF32;
    const bool is_i32 = known->element == scalar(DataType::kI32);
    return is_i32 && ir::ops::has(expr.bin_op(), ir::ops::kUnsigned) ? kWord : *known;
  }

  std::optional<SpillType> unary(const Expr& expr) const {
    if (ir::ops::gives_truth(expr.un_op())) return kTruth;
    const std::optional<SpillType> operand = of(expr.operands[0]);
    return operand && is_float(*operand) ? kF32 : operand;
  }

  std::optional<SpillType> cast(const Expr& expr) const {
    const DataType target = ir::cast_type(program_.types[expr.value].tag, program_.semantics);
    const std::optional<SpillType> value = of(expr.operands[0]);
    switch (target) {
      case DataType::kBool:
        return kTruth;
      case DataType::kU32:
      case DataType::kI32:
      case DataType::kU64:
      case DataType::kVec2U32:
      case DataType::kVec4U32:
        return SpillType{scalar(target), false};
      case DataType::kF32:
        return value && (is_float(*value) || *value == kSeveral) ? value : kF32;
      default:
        return value ? bytes_of(*value) : std::nullopt;
    }
  }

  std::optional<SpillType> called(std::string_view op) const {
    const ir::OpSignature* signature = ops_ != nullptr ? ops_->signature(op) : nullptr;
    if (signature == nullptr || signature->outputs.empty()) return std::nullopt;
    switch (ir::find_spelled_type(signature->outputs[0]).value_or(DataType::kHandle)) {
      case DataType::kBool:
        return kTruth;
      case DataType::kU32:
        return kWord;
      case DataType::kI32:
        return SpillType{scalar(DataType::kI32), false};
      case DataType::kF32:
        return kF32;
      default:
        return std::nullopt;
    }
  }

  static std::optional<SpillType> bytes_of(const SpillType& value) {
    const bool is_word =
        value == kWord || value.is_truth || value.element == scalar(DataType::kI32);
    if (is_word) return kRaw4;
    const bool is_long = is_float(value) || value.element == scalar(DataType::kU64);
    return is_long ? kRaw8 : value;
  }

  const Program& program_;
  const ir::OpTable* ops_;  // may be null
  BarrierFacts& facts_;
  bool changed_ = false;
};

}  // namespace

BarrierFacts::BarrierFacts(const Program& program, const ir::OpTable* ops)
    : ResolvedNames(program),
      has_grid_barrier(ir::flag_upward(program, waits_for_grid)),
      has_return(ir::flag_upward(program, is_return)),
      has_subgroup_operations(uses_subgroups(program)),
      kept(program.nodes.size()) {
  SpillSearch(program, ops, *this).run();
}

TypeId plain_type(const Program& program, TypeId element) {
  const ir::Element loaded = ir::element_of(program.types, element, program.semantics);
  if (loaded.repr != ir::Element::Repr::kRaw) return element;
  switch (loaded.stride) {
    case 1:
      return scalar(DataType::kI8);
    case 2:
      return scalar(DataType::kI16);
    case 4:
      return kRaw4.element;
    case 8:
      return kRaw8.element;
    case 16:
      return scalar(DataType::kVec4U32);
    default:
      return element;
  }
}

}  // namespace vyre::grid_sync
