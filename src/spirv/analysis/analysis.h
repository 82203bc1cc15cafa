#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "ir/program/visit.h"
#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// How many neighbours one invocation does the work of in an elementwise program.
inline constexpr uint32_t kNeighbours = 4;
inline constexpr uint32_t kElementBytes = 4;

// What is known of a condition where all elements are within bounds.
enum class Guard : uint8_t { kNone, kHolds, kFails };

inline constexpr uint32_t kAllWorkgroups = UINT32_MAX;

struct Target;

// How one invocation does the work of several, see find_elementwise.cpp.
struct Elementwise {
  bool possible = false;
  std::vector<bool> own;   // by buffer: within bounds each element is touched by its own invocation
  std::vector<bool> read;  // by buffer: within bounds some Load names it
  std::vector<Guard> guards;            // by NodeId, of an If
  uint32_t most_elements = UINT32_MAX;  // the smallest number that guards compare with
  std::vector<bool> stored;             // by buffer: all within bounds store to it, nobody loads
  std::vector<bool> bounds;             // by buffer: its length is one that guards compare with
};

// Where subgroup operations stand. All lanes of a workgroup walk to each of them together, so an If
// around one becomes a mask, see find_subgroups.cpp.
struct SubgroupUses {
  explicit SubgroupUses(const ir::Program& program);

  bool any = false;
  std::vector<bool> direct;  // by NodeId: in an expression of the statement
  std::vector<bool> inside;  // by NodeId: in a statement inside the statement
  std::vector<bool> masked;  // by NodeId: an If with one inside and no barrier
  std::vector<bool> read;    // by declaration: some operand of one reads the local
};

// Where the bytes of an asynchronous copy move, see find_copies.cpp.
enum class Moves : uint8_t { kAtWait, kAtIssue, kKept };

struct Copy {
  ir::NodeId issue = ir::kNone;
  ir::NameId tag = ir::kNone;
  uint32_t source = ir::kNone;
  uint32_t destination = ir::kNone;
  Moves moves = Moves::kAtWait;
  uint32_t kept_bytes = 0;
};

// A number is tame when it is zero, not finite, or not below 2^kTameExponent.
inline constexpr int kTameExponent = -51;
inline constexpr uint32_t kWildBytes = 4;          // of workgroup memory, that stores tell by
inline constexpr int kTameCarriedExponent = -103;  // of locals that the loop assigns

// What makes a loop's f32 arithmetic free of subnormal results, see find_tame.cpp.
struct TameLoop {
  struct Entry {
    ir::NodeId local;
    bool carried;  // the loop assigns it
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;     // locals that are to be tame before the loop
  std::vector<uint32_t> buffers;  // of which everything stored is to be tame
  bool untold = true;             // lanes may have stored to them since the last barrier
};

struct TameLoops {
  std::vector<bool> told;  // by buffer: stores say whether what they store is tame
  std::unordered_map<ir::NodeId, TameLoop> loops;
  std::vector<bool> tells;  // by NodeId: a barrier before which lanes may have stored to them
};

// Loops that load elements of workgroup memory one beside the other, see find_rows.cpp.
struct Rows {
  std::vector<bool> buffers;                                      // that such a load names
  std::unordered_map<ir::NodeId, std::vector<ir::ExprId>> loads;  // by loop
};

// Elements one beside the other that are accessed at once, see find_fours.cpp.
struct Fours {
  struct Four {
    ir::NodeId local;  // the first is where it says
    uint32_t offset;   // and so many further, a multiple of four
    bool operator==(const Four&) const = default;
  };
  struct Place {
    uint32_t four;   // index into |all|
    uint32_t place;  // in it
    bool is_first;   // of the loads
  };
  std::vector<Four> all;
  std::vector<bool> buffers;  // that have any; of storage every access is part of one
  std::unordered_map<ir::ExprId, Place> loads;
  std::unordered_map<ir::NodeId, uint32_t> stores;  // by the first of four statements
};

// What a buffer in workgroup memory holds before the program runs, see find_start.cpp.
enum class Start : uint8_t {
  kZero,
  kAny,     // no lane can tell
  kUnused,  // nothing touches it
};

// What the lowering knows about a program before it emits a word. A local is named by its
// declaration: the Let or the Loop that binds it.
struct Analysis {
  explicit Analysis(const ir::Program& program);

  std::vector<ir::NodeId> declaration;  // by ExprId: what a Var names
  std::vector<ir::NodeId> target;       // by NodeId: what an Assign writes; kNone = no local
  std::vector<KindSet> kinds;           // by declaration
  std::vector<bool> assigned;           // by declaration: more than its Let writes it
  std::vector<bool> kills;              // by NodeId: holds a Return or what always traps
  std::vector<bool> lockstep;  // by NodeId: executed by all invocations of a workgroup, the
                               // ended ones included
  std::vector<bool> written;   // by buffer index: some Store or Atomic names it
  SubgroupUses subgroups;
  std::vector<Copy> copies;
  std::unordered_map<ir::NodeId, uint32_t> copy_of;  // by issue: index into |copies|
  Elementwise elementwise;
  // By buffer index: each workgroup gathers its atomics, which are all of that kind.
  std::vector<std::optional<ir::AtomicOp>> gathered;
  TameLoops tame;
  Rows rows;
  Fours fours;
  std::vector<Start> start;            // by buffer; empty: all are zero
  bool barriers_order_storage = true;  // beside workgroup memory
  bool loose_floats = false;           // see Value::loose
};

// The passes, in this order. Each takes time linear in the size of the program.
Status resolve_names(const ir::Program& program, Analysis& analysis);
void infer_kinds(const ir::Program& program, Analysis& analysis);
void find_subgroups(const ir::Program& program, Analysis& analysis);
Status find_lockstep(const ir::Program& program, Analysis& analysis);
Status check_subgroups(const ir::Program& program, const std::array<uint32_t, 3>& workgroup_size,
                       const Analysis& analysis);
Status find_copies(const ir::Program& program, Analysis& analysis);
Elementwise find_elementwise(const ir::Program& program, const launch::BindingPlan& plan,
                             const Analysis& analysis);

bool barriers_order_storage(const ir::Program& program, const launch::BindingPlan& plan,
                            const Analysis& analysis);
// |lanes|: of a workgroup. |spare_bytes| of workgroup memory become fewer by what is gathered.
std::vector<std::optional<ir::AtomicOp>> find_gathered(
    const ir::Program& program, const launch::BindingPlan& plan, const launch::KnownLaunch& launch,
    const Target& target, uint32_t lanes, uint64_t& spare_bytes, const Analysis& analysis);
TameLoops find_tame(const ir::Program& program, const launch::BindingPlan& plan,
                    const Analysis& analysis);
// The value of a literal, unless it is one of |parameters|, which stand for other values.
std::optional<uint32_t> literal(const ir::Program& program, std::span<const ir::ExprId> parameters,
                                ir::ExprId id);
// |size|: of a workgroup, where it is known. |parameters|: as of literal().
// |may_end|: lanes may end where no statement says so.
std::vector<Start> find_start(const ir::Program& program, const launch::BindingPlan& plan,
                              const std::optional<std::array<uint32_t, 3>>& size,
                              std::span<const ir::ExprId> parameters, bool may_end,
                              const Analysis& analysis);
Rows find_rows(const ir::Program& program, const launch::BindingPlan& plan,
               const Analysis& analysis);
Fours find_fours(const ir::Program& program, const launch::BindingPlan& plan,
                 const launch::KnownLaunch& launch, std::span<const ir::ExprId> parameters,
                 const Analysis& analysis);
// How many workgroups on the x axis, from the first, change anything where no lane traps.
uint32_t find_busy(const ir::Program& program, std::span<const ir::ExprId> parameters,
                   const Analysis& analysis);

// The operand that changes nothing, of kinds of atomics that may happen in any order.
std::optional<uint32_t> neutral_word(ir::AtomicOp op);

constexpr bool is_collective(ir::NodeKind kind) {
  return kind == ir::NodeKind::kAllReduce || kind == ir::NodeKind::kAllGather ||
         kind == ir::NodeKind::kReduceScatter || kind == ir::NodeKind::kBroadcast;
}

// "SubgroupAdd" and its like; empty for every other expression.
std::string_view subgroup_operation(ir::ExprKind kind);

// Whether |node| ends the dispatch wherever it is reached.
bool always_traps(const ir::Node& node);

struct Body {
  ir::Range range;
  std::string_view name;  // of the list, in paths
};

// The lists of statements inside |node|; a list that it does not have is empty.
inline std::array<Body, 2> bodies(const ir::Node& node) {
  if (!ir::has_body(node.kind)) return {};
  if (node.kind != ir::NodeKind::kIf) return {Body{node.body, "body"}, Body{}};
  return {Body{node.body, "then"}, Body{node.otherwise, "otherwise"}};
}

}  // namespace vyre::spirv
