#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/program/ops.h"
#include "ir/types/generation.h"
#include "ir/types/type_table.h"

namespace vyre::ir {

// Values of all enums in this file are the wire tags.

enum class NodeKind : uint8_t {
#define NODE(kind, tag, ...) kind = tag,
#include "ir/program/nodes.def"
};

enum class ExprKind : uint8_t {
#define EXPR(kind, tag, ...) kind = tag,
#include "ir/program/nodes.def"
};

enum class Ordering : uint8_t { kRelaxed, kAcquire, kRelease, kAcqRel, kSeqCst, kGridSync };

enum class Access : uint8_t { kReadOnly, kReadWrite, kUniform, kWorkgroup, kWriteOnly };

enum class MemoryKind : uint8_t {
  kGlobal,
  kShared,
  kUniform,
  kLocal,
  kReadonly,
  kPush,
  kPersistent
};

enum class Locality : uint8_t { kStreaming, kTemporal, kRandom };

enum class LinearType : uint8_t { kLinear, kAffine, kRelevant, kUnrestricted };

using NameId = uint32_t;  // index into Program::names
using ExprId = uint32_t;  // index into Program::exprs
using NodeId = uint32_t;  // index into Program::nodes

// One expression; its row in nodes.def says which members count. Operands stand in the order in
// which they are evaluated: condition, true and false value of a Select; index, expected value or
// kNone, and value of an Atomic. |args| is a run of ExprIds in Program::lists, of an Opaque one in
// Program::payload.
struct Expr {
  ExprKind kind = ExprKind::kLitU32;
  uint8_t op = 0;  // operator, or axis of an id
  Ordering ordering = Ordering::kSeqCst;
  uint32_t value = 0;   // bits of a literal, target of a Cast, extension id of an opaque operator
  NameId name = kNone;  // of a local, a buffer, an op or an extension
  std::array<ExprId, 3> operands = {kNone, kNone, kNone};
  Range args = {};

  bool operator==(const Expr&) const = default;

  BinOp bin_op() const { return static_cast<BinOp>(op); }
  UnOp un_op() const { return static_cast<UnOp>(op); }
  AtomicOp atomic_op() const { return static_cast<AtomicOp>(op); }
  ReduceOp reduce_op() const { return static_cast<ReduceOp>(op); }
};

// One statement; its row in nodes.def says which members count. |body| and |otherwise| are runs of
// NodeIds in Program::lists, the body of an Opaque one in Program::payload.
struct Node {
  NodeKind kind = NodeKind::kReturn;
  uint8_t op = 0;
  Ordering ordering = Ordering::kSeqCst;
  NameId name = kNone;   // of a local, a buffer (the source of two), a generator or an extension
  NameId name2 = kNone;  // of the destination, or the region that a Region was made from
  NameId tag = kNone;
  uint32_t root = 0;
  uint64_t number = 0;  // byte offset of an IndirectDispatch, group of a collective operation
  std::array<ExprId, 2> exprs = {kNone, kNone};
  Range body = {};
  Range otherwise = {};

  bool operator==(const Node&) const = default;
};

struct Hints {
  std::optional<uint8_t> coalesce_axis = {};
  uint32_t preferred_alignment = 0;
  Locality locality = Locality::kTemporal;
  bool operator==(const Hints&) const = default;
};

struct ByteRange {
  uint64_t start = 0;
  uint64_t end = 0;
  bool operator==(const ByteRange&) const = default;
};

// A predicate on a buffer's count.
struct ShapePredicate {
  enum class Kind : uint8_t {
    kAtLeast = 1,
    kAtMost,
    kExactly,
    kMultipleOf,
    kModEquals,    // a = modulus, b = remainder
    kAffineRange,  // a = scale, b = offset, c = min, d = max
    kAnd,          // left, right
    kOr,
    kNot  // left
  };
  Kind kind = Kind::kAtLeast;
  int64_t a = 0, b = 0, c = 0, d = 0;
  uint32_t left = kNone, right = kNone;  // indices into Program::predicates
};

// How many of |left| and |right| there are.
constexpr uint32_t part_count(ShapePredicate::Kind kind) {
  if (kind == ShapePredicate::Kind::kNot) return 1;
  return kind == ShapePredicate::Kind::kAnd || kind == ShapePredicate::Kind::kOr ? 2 : 0;
}

struct Buffer {
  NameId name = kNone;
  uint32_t binding = 0;
  uint32_t count = 0;  // elements; 0 = known at the launch
  Access access = Access::kReadOnly;
  MemoryKind kind = MemoryKind::kReadonly;
  bool is_output = false;
  bool pipeline_live_out = false;
  TypeId element = scalar(DataType::kU32);
  std::optional<ByteRange> output_byte_range = {};
  Hints hints = {};
  // On the wire in form 6 alone:
  bool bytes_extraction = false;
  LinearType linear_type = LinearType::kUnrestricted;
  uint32_t shape_predicate = kNone;
};

// Strings of one program, each stored once, in one block.
class NameTable {
 public:
  explicit NameTable(std::pmr::memory_resource* memory) : text_(memory), ends_(memory) {}

  NameId append(std::string_view name) {  // does not look for an equal one: Assembler does
    text_.insert(text_.end(), name.begin(), name.end());
    ends_.push_back(static_cast<uint32_t>(text_.size()));
    return static_cast<NameId>(ends_.size() - 1);
  }
  void reserve(size_t count, size_t bytes) {
    ends_.reserve(count);
    text_.reserve(bytes);
  }
  std::string_view operator[](NameId id) const {
    const uint32_t begin = id == 0 ? 0 : ends_[id - 1];
    return {text_.data() + begin, ends_[id] - begin};
  }
  size_t size() const { return ends_.size(); }

 private:
  std::pmr::vector<char> text_;
  std::pmr::vector<uint32_t> ends_;
};

// A program: flat and immutable once an Assembler has finished it. Equal names have equal ids.
// Every index stored in a record is valid and no record stands in two places; nesting of nodes and
// expressions together is at most kMaxDepth, so recursive walks are safe. Nothing else is promised
// before validate().
struct Program {
  static constexpr uint32_t kMaxDepth = 480;  // its JSON form nests twice as deep, at most 1000

  explicit Program(std::pmr::memory_resource* memory)
      : names(memory),
        types(memory),
        buffers(memory),
        predicates(memory),
        exprs(memory),
        nodes(memory),
        lists(memory),
        payload(memory),
        buffer_of_name(memory) {}

  WireForm form = WireForm::kAny;  // that it was read in
  Semantics semantics = Semantics::kV0_6_2;
  std::optional<NameId> entry_op_id;
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};
  bool non_composable_with_self = false;
  NameTable names;
  TypeTable types;
  std::pmr::vector<Buffer> buffers;
  std::pmr::vector<ShapePredicate> predicates;
  std::pmr::vector<Expr> exprs;
  std::pmr::vector<Node> nodes;
  std::pmr::vector<uint32_t> lists;
  std::pmr::vector<uint8_t> payload;
  Range entry;

  std::span<const NodeId> list(Range range) const {
    return std::span(lists).subspan(range.first, range.count);
  }
  std::span<const ExprId> arguments(const Expr& expr) const { return list(expr.args); }
  std::span<const uint8_t> bytes(Range range) const {
    return std::span(payload).subspan(range.first, range.count);
  }
  // Index of the first buffer with that name, or kNone.
  uint32_t find_buffer(NameId name) const {
    return name < buffer_of_name.size() ? buffer_of_name[name] : kNone;
  }
  uint32_t find_buffer(std::string_view name) const {
    for (uint32_t i = 0; i < buffers.size(); ++i) {
      if (names[buffers[i].name] == name) return i;
    }
    return kNone;
  }

  std::pmr::vector<uint32_t> buffer_of_name;  // filled by Assembler::finish
};

// Invocations of a subgroup, in linear order.
inline constexpr uint32_t kSubgroupSize = 32;
// Whether they can ask for their number in it, and for its size.
inline bool has_subgroup_ids(const Program& program) {
  return program.semantics >= Semantics::kV0_7;
}

}  // namespace vyre::ir
