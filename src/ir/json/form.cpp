#include "ir/json/form.h"

#include <algorithm>

#include "ir/build/assembler.h"

namespace vyre::ir::json {
namespace {

using Kind = ShapePredicate::Kind;

constexpr PredicateForm kPredicates[] = {
    {"at_least", Kind::kAtLeast, 1, 0},
    {"at_most", Kind::kAtMost, 1, 0},
    {"exactly", Kind::kExactly, 1, 0},
    {"multiple_of", Kind::kMultipleOf, 1, 0},
    {"mod_equals", Kind::kModEquals, 2, 0},
    {"affine", Kind::kAffineRange, 4, 0},
    {"and", Kind::kAnd, 0, 2},
    {"or", Kind::kOr, 0, 2},
    {"not", Kind::kNot, 0, 1},
};

}  // namespace

MemoryKind default_kind(Access access) {
  constexpr MemoryKind kKinds[] = {MemoryKind::kReadonly, MemoryKind::kGlobal, MemoryKind::kUniform,
                                   MemoryKind::kShared, MemoryKind::kGlobal};
  static_assert(std::size(kKinds) == static_cast<size_t>(Access::kWriteOnly) + 1);
  return kKinds[static_cast<size_t>(access)];
}

const PredicateForm& form_of(ShapePredicate::Kind kind) {
  return kPredicates[static_cast<size_t>(kind) - 1];
}

const PredicateForm* find_predicate(std::string_view name) {
  const auto found = std::ranges::find(kPredicates, name, &PredicateForm::name);
  return found == std::end(kPredicates) ? nullptr : &*found;
}

bool is_wrapped(const Program& program, std::span<const NodeId> list) {
  if (list.size() != 1) return false;
  const Node& root = program.nodes[list[0]];
  return root.kind == NodeKind::kRegion && root.name2 == kNone &&
         program.names[root.name] == kRootRegion &&
         !is_all_regions(program, program.list(root.body));
}

}  // namespace vyre::ir::json
