#pragma once

#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/status/status.h"
#include "ir/analysis/equal_exprs.h"
#include "ir/analysis/names.h"
#include "launch/binding_plan.h"
#include "launch/geometry.h"
#include "launch/kernel_source.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// Where subgroup operations stand. All lanes of a workgroup walk to each of them together, so an If
// around one becomes a mask, see subgroup_uses.cpp.
struct SubgroupUses {
  explicit SubgroupUses(size_t nodes) : direct(nodes), inside(nodes), masked(nodes), read(nodes) {}

  bool any = false;
  std::vector<bool> direct;  // by NodeId: in an expression of the statement
  std::vector<bool> inside;  // by NodeId: in a statement inside the statement
  std::vector<bool> masked;  // by NodeId: an If with one inside and no barrier
  std::vector<bool> read;    // by declaration: some operand of one reads the local
};

// Where the bytes of an asynchronous copy move, see analysis/async_copies.cpp.
enum class Moves : uint8_t { kAtWait, kAtIssue, kKept };

struct Copy {
  NameId tag = ir::kNone;
  uint32_t source = ir::kNone;
  uint32_t destination = ir::kNone;
  Moves moves = Moves::kAtWait;
  uint32_t kept_bytes = 0;
};

// What the lowering knows about a program before it emits a word.
struct Analysis : ir::ResolvedNames {
  explicit Analysis(const Program& program);

  std::vector<KindSet> kinds;  // by declaration
  std::vector<bool> kills;     // by NodeId: holds a Return or what always traps
  std::vector<bool> uniform;   // by NodeId: executed by all invocations of a workgroup, the
                               // ended ones included
  std::vector<bool> written;   // by buffer index: some Store or Atomic names it
  SubgroupUses subgroups;
  std::vector<ExprId> equal;  // by ExprId: see find_equal_exprs
  std::vector<Copy> copies;
  std::unordered_map<NodeId, uint32_t> copy_of;  // by issue: index into |copies|
};

// The passes, in this order. Each takes time linear in the size of the program.
Status check_names(const Program& program, const Analysis& analysis);
void infer_kinds(const launch::KernelSource& kernel, Analysis& analysis);
void find_subgroup_uses(const Program& program, Analysis& analysis);
Status find_uniformity(const Program& program, Analysis& analysis);
Status check_subgroups(const Program& program, const std::array<uint32_t, 3>& workgroup_size,
                       const Analysis& analysis);
Status find_async_copies(const Program& program, Analysis& analysis);

// By NodeId: whether the lanes of one subgroup of workgroups of that size, or of a whole workgroup,
// may give a local different values, or decide an If or the bounds of a Loop differently.
std::vector<bool> find_divergence(const Program& program,
                                  std::optional<std::array<uint32_t, 3>> of_subgroups,
                                  const Analysis& analysis);

}  // namespace vyre::spirv
