#include "spirv/body/expressions.h"

// Loads of neighbours in memory, several elements at once (find_rows.cpp, find_fours.cpp).

namespace vyre::spirv {

using ir::Expr;
using ir::ExprId;

Id Expressions::first_of(const Fours::Four& four) {
  const Id local = on_.locals.read_local(four.local).word;
  return four.offset == 0 ? local : on_.code.word(SpvOpIAdd, local, on_.code.constant(four.offset));
}

// The first load of a four loads all of it, again wherever its list is lowered again.
std::optional<Id> Expressions::load_of_four(ExprId id, uint32_t buffer) {
  const auto found = on_.fours.loads.find(id);
  if (found == on_.fours.loads.end()) return std::nullopt;
  const auto [number, place, is_first] = found->second;
  const Fours::Four& four = on_.fours.all[number];
  OpenFour& open = open_fours_[number];
  const Id local = on_.code.ranges().origin(on_.locals.read_local(four.local).word);
  if (is_first || open.local != local || !on_.code.is_open(open.region)) {
    open = {local, on_.code.region(), on_.memory.load_row(buffer, first_of(four))};
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
