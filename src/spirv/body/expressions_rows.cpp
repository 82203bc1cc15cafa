#include "spirv/body/expressions.h"

// Loads of neighbors in memory, several elements at once (find_rows.cpp, find_fours.cpp).

namespace vyre::spirv {

using ir::Expr;
using ir::ExprId;

Id Expressions::first_of(const VectorGroups::Four& group) {
  const Id local = on_.locals.read_local(group.local).word;
  return group.offset == 0 ? local
                           : on_.code.word(SpvOpIAdd, local, on_.code.constant(group.offset));
}

// The first load of a four loads all of it, again wherever its list is lowered again.
std::optional<Id> Expressions::load_of_group(ExprId id, uint32_t buffer) {
  const auto found = on_.groups.loads.find(id);
  if (found == on_.groups.loads.end()) return std::nullopt;
  const auto [number, place, is_first] = found->second;
  const VectorGroups::Four& group = on_.groups.all[number];
  OpenFour& open = open_groups_[number];
  const Id local = on_.code.ranges().origin(on_.locals.read_local(group.local).word);
  if (is_first || open.local != local || !on_.code.is_open(open.region)) {
    open = {local, on_.code.region(), on_.memory.load_row(buffer, first_of(group))};
  }
  return open.elements ? std::optional((*open.elements)[place]) : std::nullopt;
}

void Expressions::open_rows(std::span<const ExprId> loads) {
  for (const ExprId id : loads) {
    const Expr& expr = on_.program.exprs[id];
    const Id index = lower_u32(expr.operands[0], "the index of the load");
    const auto row = on_.memory.load_row(on_.program.find_buffer(expr.name), index);
    if (row) rows_.emplace(id, *row);
  }
}

}  // namespace vyre::spirv
