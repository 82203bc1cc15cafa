#pragma once

#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "spirv/analysis/analysis.h"
#include "spirv/module/target.h"

namespace vyre::spirv {

inline constexpr uint32_t kElementBytes = 4;

// What is known of a condition where all elements are within bounds.
enum class Guard : uint8_t { kNone, kHolds, kFails };

inline constexpr uint32_t kAllWorkgroups = UINT32_MAX;

// How one invocation does the work of several, see thread_coarsening.cpp.
struct Coarsening {
  bool possible = false;
  std::vector<bool> own;   // by buffer: within bounds each element is touched by its own invocation
  std::vector<bool> read;  // by buffer: within bounds some Load names it
  std::vector<Guard> guards;           // by NodeId, of an If
  uint32_t max_elements = UINT32_MAX;  // the smallest number that guards compare with
  std::vector<bool> stored;            // by buffer: all within bounds store to it, nobody loads
  std::vector<bool> bounds;            // by buffer: its length is one that guards compare with
};

// A number is safe when it is zero, not finite, or not below 2^kSubnormalFreeExponent.
inline constexpr int kSubnormalFreeExponent = -51;
inline constexpr uint32_t kSubnormalFlagBytes = 4;  // of workgroup memory, in which stores publish
inline constexpr int kSubnormalFreeCarriedExponent = -103;  // of locals that the loop assigns

// What makes a loop's f32 arithmetic free of subnormal results, see subnormal_free_loops.cpp.
struct SubnormalFreeLoop {
  struct Entry {
    NodeId local;
    bool carried;  // the loop assigns it
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;     // locals that are to be safe before the loop
  std::vector<uint32_t> buffers;  // of which everything stored is to be safe
  bool unpublished = true;        // lanes may have stored to them since the last barrier
};

struct SubnormalFreeLoops {
  std::vector<bool> published;  // by buffer: stores say whether what they store is safe
  std::unordered_map<NodeId, SubnormalFreeLoop> loops;
  std::vector<bool> publishes;  // by NodeId: a barrier before which lanes may have stored to them
};

// Loops that load elements of workgroup memory one beside the other, see loop_unrolling.cpp.
struct UnrolledLoads {
  std::vector<bool> buffers;                              // that such a load names
  std::unordered_map<NodeId, std::vector<ExprId>> loads;  // by loop
};

// Elements one beside the other that are accessed at once, see slp_vectorization.cpp.
struct VectorGroups {
  struct Group {
    NodeId local;     // the first is where it says
    uint32_t offset;  // and so many further, a multiple of four
    bool operator==(const Group&) const = default;
  };
  struct Place {
    uint32_t group;  // index into |all|
    uint32_t place;  // in it
    bool is_first;   // of the loads
  };
  std::vector<Group> all;
  std::vector<bool> buffers;  // that have any; of storage every access is part of one
  std::unordered_map<ExprId, Place> loads;
  std::unordered_map<NodeId, uint32_t> stores;  // by the first of four statements
};

// By buffer: those of single words of which there are, as far as is known, four times as many.
struct GroupedBuffers {
  std::vector<bool> shared;  // workgroup memory
  std::vector<bool> storage;
};

// What a buffer in workgroup memory holds before the program runs, see zero_init_elision.cpp.
enum class InitialContents : uint8_t {
  kZero,
  kAny,     // no lane can tell
  kUnused,  // nothing touches it
};

// What the passes found; as it begins, nothing is made faster.
struct Optimizations {
  Coarsening coarsening;
  // By buffer index: each workgroup gathers its atomics, which are all of that kind.
  std::vector<std::optional<AtomicOp>> privatized;
  SubnormalFreeLoops subnormal_free_loops;
  UnrolledLoads unrolled_loads;
  VectorGroups vector_groups;
  std::vector<InitialContents> initial_contents;  // by buffer; empty: all are zero
  bool private_memory = false;                    // workgroup memory is variables
  bool barriers_order_storage = true;             // beside workgroup memory
  bool uncanonical_floats = false;                // see Value::uncanonical
};

Coarsening find_coarsening(const Program& program, const launch::BindingPlan& plan,
                           const Analysis& analysis);

bool barriers_order_storage(const Program& program, const launch::BindingPlan& plan,
                            const Analysis& analysis);
// |lanes|: of a workgroup. |spare_bytes| of workgroup memory become fewer by what is gathered.
std::vector<std::optional<AtomicOp>> find_privatized_atomics(
    const Program& program, const launch::BindingPlan& plan, const launch::KnownLaunch& launch,
    const Target& target, uint32_t lanes, uint64_t& spare_bytes, const Analysis& analysis);
SubnormalFreeLoops find_subnormal_free_loops(const Program& program,
                                             const launch::BindingPlan& plan,
                                             const Analysis& analysis);
// The value of a literal, unless it is one of |parameters|, which stand for other values.
std::optional<uint32_t> literal(const Program& program, std::span<const ExprId> parameters,
                                ExprId id);
// |size|: of a workgroup, where it is known. |parameters|: as of literal().
// |may_end|: lanes may end where no statement says so.
std::vector<InitialContents> find_initial_contents(
    const Program& program, const launch::BindingPlan& plan,
    const std::optional<std::array<uint32_t, 3>>& size, std::span<const ExprId> parameters,
    bool may_end, const Analysis& analysis);
UnrolledLoads find_unrolled_loads(const Program& program, const launch::BindingPlan& plan,
                                  const Analysis& analysis);
GroupedBuffers grouped_buffers(const Program& program, const launch::BindingPlan& plan,
                               const launch::KnownLaunch& launch);
VectorGroups find_vector_groups(const Program& program, const launch::BindingPlan& plan,
                                const launch::KnownLaunch& launch,
                                std::span<const ExprId> parameters, const Analysis& analysis);
// How many workgroups on the x axis, from the first, change anything where no lane traps.
uint32_t find_active_workgroups(const Program& program, std::span<const ExprId> parameters,
                                const Analysis& analysis);

// The operand that changes nothing, of kinds of atomics that may happen in any order.
std::optional<uint32_t> neutral_word(AtomicOp op);

}  // namespace vyre::spirv
