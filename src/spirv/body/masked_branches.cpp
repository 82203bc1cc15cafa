#include "spirv/body/masked_branches.h"

namespace vyre::spirv {

Id MaskedBranches::takes_part(bool some_ended) {
  if (!some_ended) return mask_;
  const Id alive = on_.traps.alive();
  return mask_ == kNoId ? alive : on_.code.test(SpvOpLogicalAnd, mask_, alive);
}

// Each lane is masked in one of the arms at most.
void MaskedBranches::branch(const Node& node, bool some_ended, const LowerArm& lower) {
  const Id here = takes_part(some_ended);
  if (here == kNoId) {
    const Id condition = expressions_.lower_truth(node.exprs[0]);
    arm({node.body, "then"}, condition, lower);
    return arm({node.otherwise, "otherwise"}, on_.code.test(SpvOpLogicalNot, condition), lower);
  }
  const Id word = on_.code.when_or_zero(here, [&] {
    return on_.conversions.word(Value::of_truth(expressions_.lower_truth(node.exprs[0])));
  });
  const Id condition = on_.code.test(SpvOpINotEqual, word, on_.code.constant(0));
  arm({node.body, "then"}, condition, lower);  // false where a lane is not here
  const Id fails = on_.code.test(SpvOpLogicalNot, condition);
  arm({node.otherwise, "otherwise"}, on_.code.test(SpvOpLogicalAnd, here, fails), lower);
}

void MaskedBranches::arm(const ir::Body& body, Id mask, const LowerArm& lower) {
  if (body.range.count == 0) return;
  const Id outer = std::exchange(mask_, mask);
  lower(body);
  mask_ = outer;
}

}  // namespace vyre::spirv
