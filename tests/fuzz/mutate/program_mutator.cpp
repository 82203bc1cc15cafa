#include "program_mutator.h"

#include <vector>

#include "grafter.h"
#include "ir/program/visit.h"

namespace vyre::fuzz {
namespace {

using namespace ir;

// What a program consists of, as far as the entry list leads to it.
struct Parts {
  struct List {
    NodeId owner = kNone;  // kNone: the entry list
    bool otherwise = false;
  };
  std::vector<ExprId> exprs;
  std::vector<NodeId> nodes;
  std::vector<List> lists = {{}};

  explicit Parts(const Program& program) {
    for (const NodeId id : program.list(program.entry)) node(program, id);
  }

  void node(const Program& program, NodeId id) {
    const Node& node = program.nodes[id];
    nodes.push_back(id);
    if (has_body(node.kind)) lists.push_back({id, false});
    if (node.kind == NodeKind::kIf) lists.push_back({id, true});
    for_each_operand(node, [&](ExprId operand) { expr(program, operand); });
    for_each_child(program, node, [&](NodeId child) { this->node(program, child); });
  }

  void expr(const Program& program, ExprId id) {
    exprs.push_back(id);
    for_each_operand(program, program.exprs[id], [&](ExprId operand) { expr(program, operand); });
  }
};

constexpr uint32_t kWords[] = {
    0,          1,          2,          3,          4,          5,          7,
    8,          15,         31,         32,         33,         63,         64,
    127,        128,        255,        256,        1023,       65535,      0x3F800000,
    0xBF800000, 0x7F800000, 0x7FC00000, 0x00800000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
constexpr DataType kCommonTypes[] = {DataType::kU32, DataType::kI32, DataType::kF32,
                                     DataType::kBool};

class Mutator {
 public:
  Mutator(const Program& program, const Program& donor, Random& random)
      : program_(program), donor_(donor), random_(random), parts_(program), out_(program) {}

  Program run() {
    change();
    return std::move(out_);
  }

 private:
  uint32_t below(size_t limit) { return fuzz::below(random_, limit); }
  // A number from 1 to |last|, as operators have them.
  uint8_t number(uint32_t last) { return static_cast<uint8_t>(1 + below(last)); }
  bool one_in(uint32_t n) { return below(n) == 0; }
  template <typename List>
  auto any(const List& list) {
    return list[below(std::size(list))];
  }

  void change() {
    const uint32_t what = below(16);
    if (what == 0) return change_buffer();
    if (what == 1) return add_buffer();
    if (what == 2) return change_workgroup();
    if (what == 7) return change_node();
    if (what < 7 || parts_.exprs.empty()) return change_list();
    change_expr(any(parts_.exprs));
  }

  // --- expressions ---

  void change_expr(ExprId id) {
    const uint32_t how = below(6);
    if (how == 1) return wrap(id);
    if (how == 2) return void(out_.exprs[id] = leaf());
    if (how == 3) return replace(id, any(parts_.exprs), program_);
    if (how != 4) return tweak(out_.exprs[id]);
    const Parts others(donor_);
    if (!others.exprs.empty()) replace(id, any(others.exprs), donor_);
  }

  void replace(ExprId id, ExprId by, const Program& from) {
    const ExprId copy = Grafter(from, out_).expr(by);
    out_.exprs[id] = out_.exprs[copy];
  }

  ExprId add(const Expr& expr) {
    out_.exprs.push_back(expr);
    return static_cast<ExprId>(out_.exprs.size() - 1);
  }

  TypeId plain_type() {
    const DataType tag = one_in(3) ? any(kAllDataTypes) : any(kCommonTypes);
    return scalar(has_parameters(tag) ? DataType::kU8 : tag);
  }

  uint32_t word() { return one_in(4) ? static_cast<uint32_t>(random_()) : any(kWords); }

  Expr leaf() {
    static constexpr ExprKind kLeaves[] = {
        ExprKind::kLitU32,  ExprKind::kLitU32,      ExprKind::kLitI32,
        ExprKind::kLitF32,  ExprKind::kLitBool,     ExprKind::kInvocationId,
        ExprKind::kLocalId, ExprKind::kWorkgroupId, ExprKind::kSubgroupSize};
    Expr expr{.kind = any(kLeaves), .value = word()};
    if (expr.kind == ExprKind::kLitBool) expr.value &= 1;
    if (expr.kind == ExprKind::kInvocationId || expr.kind == ExprKind::kLocalId ||
        expr.kind == ExprKind::kWorkgroupId) {
      expr.op = static_cast<uint8_t>(below(3));
    }
    return expr;
  }

  // Another operator, value or name; the kind stays.
  void tweak(Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kBinOp:
        return void(expr.op = number(ops::kLastBinOp));
      case ExprKind::kUnOp:
        return void(expr.op = number(ops::kLastUnOp));
      case ExprKind::kAtomic:
        expr.ordering = static_cast<Ordering>(below(5));
        if (expr.operands[1] == kNone) expr.op = number(ops::kLastAtomicOp);
        return;
      case ExprKind::kCast:
        return void(expr.value = plain_type());
      case ExprKind::kLitU32:
      case ExprKind::kLitI32:
      case ExprKind::kLitF32:
        if (one_in(3)) {
          static constexpr ExprKind kLiterals[] = {ExprKind::kLitU32, ExprKind::kLitI32,
                                                   ExprKind::kLitF32};
          expr.kind = any(kLiterals);
        }
        return void(expr.value = word());
      case ExprKind::kLitBool:
        return void(expr.value ^= 1);
      case ExprKind::kInvocationId:
      case ExprKind::kWorkgroupId:
      case ExprKind::kLocalId:
        return void(expr.op = static_cast<uint8_t>(below(3)));
      case ExprKind::kSelect:
      case ExprKind::kFma:
        return std::swap(expr.operands[0], expr.operands[1 + below(2)]);
      case ExprKind::kVar:
      case ExprKind::kLoad:
      case ExprKind::kBufLen:
      case ExprKind::kBufferRef:
        return void(expr.name = other_name(expr.name));
      case ExprKind::kSubgroupReduce:
        return void(expr.op = number(ops::kLastReduceOp));
      case ExprKind::kCall:
      case ExprKind::kSubgroupShuffle:
      case ExprKind::kSubgroupBallot:
      case ExprKind::kSubgroupLocalId:
      case ExprKind::kSubgroupSize:
      case ExprKind::kOpaque:
        return;
    }
  }

  // A name that an expression or a buffer has.
  NameId other_name(NameId name) {
    if (!out_.buffers.empty() && one_in(2)) return out_.buffers[below(out_.buffers.size())].name;
    const Expr& other = out_.exprs[any(parts_.exprs)];
    return other.name == kNone ? name : other.name;
  }

  // Puts something around an expression.
  void wrap(ExprId id) {
    const ExprId inner = add(Expr(out_.exprs[id]));
    switch (below(6)) {
      case 0:
        return void(out_.exprs[id] = {.kind = ExprKind::kUnOp,
                                      .op = number(ops::kLastUnOp),
                                      .operands = {inner, kNone, kNone}});
      case 1:
        return void(out_.exprs[id] = {.kind = ExprKind::kCast,
                                      .value = scalar(any(kCommonTypes)),
                                      .operands = {inner, kNone, kNone}});
      case 2: {
        const ExprId condition = add({.kind = ExprKind::kLitBool, .value = below(2)});
        const ExprId other = add(leaf());
        return void(
            out_.exprs[id] = {.kind = ExprKind::kSelect, .operands = {condition, inner, other}});
      }
      case 3:
        return wrap_subgroup(id, inner);
      default: {
        const ExprId other =
            one_in(2) ? Grafter(program_, out_).expr(any(parts_.exprs)) : add(leaf());
        return void(out_.exprs[id] = {.kind = ExprKind::kBinOp,
                                      .op = number(ops::kLastBinOp),
                                      .operands = {inner, other, kNone}});
      }
    }
  }

  void wrap_subgroup(ExprId id, ExprId inner) {
    if (one_in(3)) {
      const ExprId lane = add(leaf());
      out_.exprs[id] = {.kind = ExprKind::kSubgroupShuffle, .operands = {inner, lane, kNone}};
      return;
    }
    out_.exprs[id] = {.kind = ExprKind::kSubgroupBallot, .operands = {inner, kNone, kNone}};
    if (one_in(2)) return;
    out_.exprs[id].kind = ExprKind::kSubgroupReduce;
    out_.exprs[id].op = number(ops::kLastReduceOp);
  }

  // --- statements ---

  Range& range_of(Parts::List list) {
    if (list.owner == kNone) return out_.entry;
    Node& node = out_.nodes[list.owner];
    return list.otherwise ? node.otherwise : node.body;
  }

  Range appended(const std::vector<NodeId>& ids) {
    const Range range{static_cast<uint32_t>(out_.lists.size()), static_cast<uint32_t>(ids.size())};
    out_.lists.insert(out_.lists.end(), ids.begin(), ids.end());
    return range;
  }

  void change_list() {
    // The entry list holds the regions; what is inside them is worth more.
    const Parts::List list = parts_.lists.size() > 1 && !one_in(16)
                                 ? parts_.lists[1 + below(parts_.lists.size() - 1)]
                                 : any(parts_.lists);
    const auto old = out_.list(range_of(list));
    std::vector<NodeId> ids(old.begin(), old.end());
    edit(ids);
    const Range range = appended(ids);
    range_of(list) = range;
  }

  void edit(std::vector<NodeId>& ids) {
    const auto at = [&](size_t index) { return ids.begin() + static_cast<std::ptrdiff_t>(index); };
    const uint32_t place = below(ids.size() + 1);
    switch (ids.empty() ? 4 + below(3) : below(8)) {
      case 0:
        return void(ids.erase(at(below(ids.size()))));
      case 1:
        return std::swap(ids[below(ids.size())], ids[below(ids.size())]);
      case 2:
      case 3: {
        const uint32_t index = below(ids.size());
        return void(ids[index] = wrapped(ids[index]));
      }
      case 4:
        return void(ids.insert(at(place), small_statement()));
      case 5: {
        const Parts others(donor_);
        if (!others.nodes.empty()) {
          ids.insert(at(place), Grafter(donor_, out_).node(any(others.nodes)));
        }
        return;
      }
      default:
        if (!parts_.nodes.empty()) {
          ids.insert(at(place), Grafter(program_, out_).node(any(parts_.nodes)));
        }
    }
  }

  NodeId add(const Node& node) {
    out_.nodes.push_back(node);
    return static_cast<NodeId>(out_.nodes.size() - 1);
  }

  NodeId small_statement() {
    if (one_in(3)) return add(Node{.kind = NodeKind::kReturn});
    if (one_in(3)) {
      const Ordering ordering = one_in(4) ? Ordering::kGridSync : Ordering::kSeqCst;
      return add(Node{.kind = NodeKind::kBarrier, .ordering = ordering});
    }
    const ExprId value = parts_.exprs.empty() || one_in(2)
                             ? add(leaf())
                             : Grafter(program_, out_).expr(any(parts_.exprs));
    return add(Node{.kind = NodeKind::kLet,
                    .name = out_.names.append(concat("m", out_.names.size(), "_", below(1000))),
                    .exprs = {value, kNone}});
  }

  NodeId wrapped(NodeId id) {
    Node node{.kind = NodeKind::kBlock, .body = appended({id})};
    const uint32_t how = below(4);
    if (how == 1) {
      node.kind = NodeKind::kRegion;
      node.name = out_.names.append(concat("r", out_.names.size(), "#", below(1000)));
    } else if (how == 2) {
      node.kind = NodeKind::kLoop;
      node.name = out_.names.append(concat("l", out_.names.size(), "_", below(1000)));
      node.exprs[0] = add({.kind = ExprKind::kLitU32, .value = below(2)});
      node.exprs[1] = add({.kind = ExprKind::kLitU32, .value = below(5)});
    } else if (how == 3) {
      node.kind = NodeKind::kIf;
      node.exprs[0] = parts_.exprs.empty() || one_in(2)
                          ? add({.kind = ExprKind::kLitBool, .value = below(2)})
                          : Grafter(program_, out_).expr(any(parts_.exprs));
      if (one_in(2)) std::swap(node.body, node.otherwise);
    }
    return add(node);
  }

  void change_node() {
    if (parts_.nodes.empty()) return;
    Node& node = out_.nodes[any(parts_.nodes)];
    if (node.kind == NodeKind::kBarrier) {
      node.ordering = static_cast<Ordering>(number(5));
    } else if (node.kind == NodeKind::kIf) {
      std::swap(node.body, node.otherwise);
    } else if (node.kind == NodeKind::kStore && !out_.buffers.empty()) {
      node.name = any(out_.buffers).name;
    } else if (node.kind == NodeKind::kLet) {
      node.kind = NodeKind::kAssign;
    } else if (node.kind == NodeKind::kAssign) {
      node.kind = NodeKind::kLet;
    }
  }

  // --- the rest ---

  void change_buffer() {
    if (out_.buffers.empty()) return add_buffer();
    Buffer& buffer = out_.buffers[below(out_.buffers.size())];
    const uint32_t what = below(5);
    if (what == 0) buffer.element = plain_type();
    if (what == 1) buffer.count = any(kWords);
    if (what == 2) buffer.access = static_cast<Access>(below(5));
    if (what == 3) buffer.kind = static_cast<MemoryKind>(below(7));
    if (what == 4) {
      buffer.is_output = one_in(2);
      buffer.pipeline_live_out = one_in(2);
      if (buffer.count == 0) buffer.count = 1;
    }
  }

  void add_buffer() {
    Buffer buffer;
    if (!out_.buffers.empty()) buffer = any(out_.buffers);
    buffer.name = out_.names.append(concat("b", out_.names.size(), "_", below(1000)));
    buffer.binding = static_cast<uint32_t>(out_.buffers.size());
    out_.buffers.push_back(buffer);
    if (!parts_.exprs.empty()) out_.exprs[any(parts_.exprs)].name = buffer.name;
  }

  void change_workgroup() {
    static constexpr uint32_t kSizes[] = {1, 1, 2, 3, 8, 31, 32, 33, 64, 128, 256, 1024};
    out_.workgroup_size[below(3)] = one_in(32) ? word() | 1 : any(kSizes);
  }

  const Program& program_;
  const Program& donor_;
  Random& random_;
  const Parts parts_;  // of program_: its ids are those of the same things in out_
  Program out_;
};

}  // namespace

Program mutated(const Program& program, const Program& donor, Random& random) {
  Program result = Mutator(program, donor, random).run();
  for (uint32_t more = below(random, 4); more > 0; --more) {
    const Program before = result;
    result = Mutator(before, donor, random).run();
  }
  return result;
}

}  // namespace vyre::fuzz
