#include <algorithm>
#include <utility>

#include "ir/math/canonical_f32.h"
#include "ir/math/f32_size.h"
#include "spirv/operators/float32.h"
#include "spirv/optimize/optimizations.h"

// Subnormal-free loops.
//
// A result of f32 arithmetic is flushed where it would be subnormal. Where every number that enters
// a loop is zero or not too small, no sum, difference or product in it can be: a number that is not
// below 2^L is a multiple of 2^(L - 23), products of two are not below 2^(L1 + L2), and sums of
// multiples of 2^G are multiples of it, rounded or not. So such a loop has a second form, without
// the flushes, that runs when the numbers that enter it are safe. Those are
//   - loads from workgroup memory, of which every store says whether what it stores is safe;
//   - locals, which are looked at before the loop.

namespace vyre::spirv {
namespace {

using ir::F32Size;

constexpr int kSmallestExponent = F32Size().least, kLargestExponent = F32Size().most;
constexpr uint32_t kMaxExpressions = 256;  // the code of the loop is there twice

// Of an expression: whether it is an f32, and what is known of it then.
struct Size {
  bool is_float = false;
  F32Size f32;
};

constexpr Size kNoFloat = {};
using MaybeSize = std::optional<Size>;  // none: the loop is not subnormal-free

Size at_least(int exponent) { return {true, ir::f32_between(exponent, kLargestExponent)}; }

class LoopCheck {
 public:
  LoopCheck(const Program& program, const Analysis& analysis, const std::vector<bool>& publishable)
      : program_(program), analysis_(analysis), publishable_(publishable) {}

  // What is to be known before the loop, where it can be subnormal-free.
  std::optional<SubnormalFreeLoop> run(const Node& loop) {
    note(loop.body);
    walk(loop.body);
    if (!good_ || !calculates_) return std::nullopt;
    return std::move(found_);
  }

 private:
  void note(Range range) {
    for (const NodeId id : program_.list(range)) {
      const Node& node = program_.nodes[id];
      if (++seen_ > kMaxExpressions) return fail();
      if (node.kind == NodeKind::kLet) inside_.push_back(id);
      if (node.kind == NodeKind::kAssign) assigned_.push_back(analysis_.target[id]);
      for (const ir::Body& body : ir::bodies(node)) note(body.range);
    }
  }

  void walk(Range range) {
    for (const NodeId id : program_.list(range)) {
      if (good_) statement(id, program_.nodes[id]);
    }
  }

  void statement(NodeId id, const Node& node) {
    switch (node.kind) {
      case NodeKind::kLet:
        return bind(id, size_of(node.exprs[0]));
      case NodeKind::kAssign:
        return assign(analysis_.target[id], size_of(node.exprs[0]));
      case NodeKind::kIf:
      case NodeKind::kLoop:
      case NodeKind::kBlock:
      case NodeKind::kRegion:
        ir::for_each_operand(node, [&](ExprId expr) {
          const MaybeSize size = size_of(expr);
          if (!size || size->is_float) fail();
        });
        for (const ir::Body& body : ir::bodies(node)) walk(body.range);
        return;
      default:
        return fail();
    }
  }

  void bind(NodeId local, const MaybeSize& size) {
    if (!size) return fail();
    if (is_assigned(local)) return assign(local, size);
    bound_.emplace_back(local, *size);
  }

  void assign(NodeId local, const MaybeSize& size) {
    if (!size || local == ir::kNone) return fail();
    if (size->is_float != is_float(local)) return fail();
    if (size->is_float && size->f32.multiple < kSmallestExponent) fail();
  }

  bool is_float(NodeId local) const { return analysis_.kinds[local] == KindSet(Kind::kF32); }
  bool is_assigned(NodeId local) const {
    return std::ranges::find(assigned_, local) != assigned_.end();
  }

  MaybeSize size_of(ExprId id) {
    if (++seen_ > kMaxExpressions) return std::nullopt;
    const Expr& expr = program_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kLitF32:
        return Size{true, ir::f32_size_of(ir::canonical_f32(expr.value))};
      case ExprKind::kVar:
        return variable(analysis_.declaration[id]);
      case ExprKind::kLoad:
        return load(expr);
      case ExprKind::kBinOp:
        return binary(expr);
      case ExprKind::kUnOp:
        return unary(expr);
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
      case ExprKind::kLitBool:
      case ExprKind::kBufLen:
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        return kNoFloat;
      default:
        return std::nullopt;
    }
  }

  MaybeSize variable(NodeId local) {
    if (local == ir::kNone) return std::nullopt;
    const KindSet kinds = analysis_.kinds[local];
    if (!is_float(local)) {
      const bool other = kinds.has(Kind::kF32) || kinds.has(Kind::kF64);
      return other ? std::nullopt : MaybeSize(kNoFloat);
    }
    const bool carried = is_assigned(local);
    const bool enters = std::ranges::find(inside_, local) == inside_.end();
    const SubnormalFreeLoop::Entry entry{local, carried};
    if (enters && std::ranges::find(found_.entries, entry) == found_.entries.end()) {
      found_.entries.push_back(entry);
    }
    if (carried) return Size{true, {kSmallestExponent, kLargestExponent, kSmallestExponent}};
    if (enters) return at_least(kSubnormalFreeExponent);
    const auto bound = std::ranges::find(bound_, local, &std::pair<NodeId, Size>::first);
    return bound == bound_.end() ? std::nullopt : MaybeSize(bound->second);
  }

  MaybeSize load(const Expr& expr) {
    const MaybeSize index = size_of(expr.operands[0]);
    if (!index || index->is_float) return std::nullopt;
    const uint32_t buffer = program_.find_buffer(expr.name);
    const ir::TypeId element = program_.buffers[buffer].element;
    const Element::Repr repr = ir::element_of(program_.types, element, program_.semantics).repr;
    if (repr == Element::Repr::kF64 || ir::is_half(repr)) return std::nullopt;
    if (repr != Element::Repr::kF32) return kNoFloat;
    if (!publishable_[buffer]) return std::nullopt;
    found_.buffers.push_back(buffer);
    return at_least(kSubnormalFreeExponent);
  }

  MaybeSize binary(const Expr& expr) {
    const MaybeSize a = size_of(expr.operands[0]), b = size_of(expr.operands[1]);
    if (!a || !b || a->is_float != b->is_float) return std::nullopt;
    if (!a->is_float) return kNoFloat;
    calculates_ = true;
    const BinOp op = expr.bin_op();
    if (op != BinOp::kAdd && op != BinOp::kSub && op != BinOp::kMul) return std::nullopt;
    const Size size = {true, ir::f32_size_of(op, a->f32, b->f32)};
    return size.f32.is_normal() ? MaybeSize(size) : std::nullopt;
  }

  MaybeSize unary(const Expr& expr) {
    const MaybeSize operand = size_of(expr.operands[0]);
    if (!operand || !operand->is_float) return operand;
    const bool keeps = expr.un_op() == UnOp::kNegate || expr.un_op() == UnOp::kAbs;
    return keeps ? operand : std::nullopt;
  }

  void fail() { good_ = false; }

  const Program& program_;
  const Analysis& analysis_;
  const std::vector<bool>& publishable_;
  SubnormalFreeLoop found_;
  std::vector<NodeId> inside_, assigned_;       // declarations; what assignments write
  std::vector<std::pair<NodeId, Size>> bound_;  // of declarations inside that are not assigned
  uint32_t seen_ = 0;
  bool calculates_ = false;
  bool good_ = true;
};

// By buffer: workgroup memory of f32 that nothing but stores writes.
std::vector<bool> publishable_buffers(const Program& program, const launch::BindingPlan& plan,
                                      const Analysis& analysis) {
  std::vector<bool> publishable(program.buffers.size());
  for (const launch::PlannedBinding& binding : plan.bindings) {
    const ir::Buffer& buffer = program.buffers[binding.buffer];
    publishable[binding.buffer] = binding.role == launch::Role::kShared &&
                                  program.types[buffer.element].tag == DataType::kF32;
  }
  for (const Copy& copy : analysis.copies) {
    if (copy.destination != ir::kNone) publishable[copy.destination] = false;
  }
  return publishable;
}

// Which barriers lanes have something to publish at.
class PublishingBarriers {
 public:
  PublishingBarriers(const Program& program, SubnormalFreeLoops& subnormal_free)
      : program_(program), subnormal_free_(subnormal_free) {
    subnormal_free_.publishes.resize(program.nodes.size());
    stores_ = ir::flag_upward(program, [&](NodeId, const Node& node) { return publishes(node); });
    walk(program_.entry, false);
  }

 private:
  bool publishes(const Node& node) const {
    bool any = false;
    ir::for_each_buffer(node, [&](NameId name, ir::BufferUse use) {
      const uint32_t buffer =
          use == ir::BufferUse::kWritten ? program_.find_buffer(name) : ir::kNone;
      any |= buffer != ir::kNone && subnormal_free_.published[buffer];
    });
    return any;
  }

  // |unpublished|: lanes may have stored since the last barrier. The result is so behind the list.
  bool walk(Range range, bool unpublished) {
    for (const NodeId id : program_.list(range)) {
      const Node& node = program_.nodes[id];
      // A trip may follow one that ended with a store.
      if (node.kind == NodeKind::kLoop) unpublished |= stores_[id];
      if (const auto loop = subnormal_free_.loops.find(id); loop != subnormal_free_.loops.end()) {
        loop->second.unpublished = unpublished;
      }
      if (node.kind == NodeKind::kBarrier)
        subnormal_free_.publishes[id] = std::exchange(unpublished, false);
      if (!ir::has_body(node.kind)) {
        unpublished |= stores_[id];
        continue;
      }
      const bool then = walk(node.body, unpublished);
      const bool may_skip = node.kind == NodeKind::kIf || node.kind == NodeKind::kLoop;
      const bool otherwise =
          node.kind == NodeKind::kIf ? walk(node.otherwise, unpublished) : unpublished;
      unpublished = then || (may_skip && otherwise);
    }
    return unpublished;
  }

  const Program& program_;
  SubnormalFreeLoops& subnormal_free_;
  std::vector<bool> stores_;  // by NodeId: holds a store to published buffers
};

}  // namespace

SubnormalFreeLoops find_subnormal_free_loops(const Program& program,
                                             const launch::BindingPlan& plan,
                                             const Analysis& analysis) {
  SubnormalFreeLoops found;
  found.published.resize(program.buffers.size());
  if (analysis.subgroups.any || !analysis.copies.empty()) return found;
  const std::vector<bool> publishable = publishable_buffers(program, plan, analysis);
  ir::walk(program, program.entry, false, [&](NodeId id, const Node& node, bool inside) {
    if (inside || node.kind != NodeKind::kLoop) return inside;
    auto loop = LoopCheck(program, analysis, publishable).run(node);
    if (!loop) return false;
    for (const uint32_t buffer : loop->buffers) found.published[buffer] = true;
    found.loops.emplace(id, std::move(*loop));
    return true;
  });
  if (std::ranges::find(found.published, true) != found.published.end())
    PublishingBarriers(program, found);
  return found;
}

}  // namespace vyre::spirv
