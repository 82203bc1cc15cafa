#pragma once

#include <functional>
#include <utility>

#include "spirv/body/expressions.h"

namespace vyre::spirv {

// Which lanes execute what is lowered: those that have not ended and, in arms of Ifs around
// subgroup operations, those that were sent there. All lanes walk through both arms of such an If.
class MaskedBranches {
 public:
  MaskedBranches(Parts& parts, Expressions& expressions) : on_(parts), expressions_(expressions) {}

  // The truth value of lanes that execute what follows; kNoId where all do.
  Id takes_part(bool some_ended);
  // work() by lanes that take part.
  template <typename Work>
  void guarded(Id takes_part, Work work) {
    if (takes_part == kNoId) return work();
    const Id mask = std::exchange(mask_, kNoId);
    const bool was_guarded = std::exchange(is_guarded_, true);
    on_.code.when(takes_part, work);
    mask_ = mask;
    is_guarded_ = was_guarded;
  }

  bool is_masked() const { return mask_ != kNoId; }
  bool is_guarded() const { return is_guarded_; }

  using LowerArm = std::function<void(const ir::Body&)>;
  void branch(const Node& node, bool some_ended, const LowerArm& lower);

 private:
  void arm(const ir::Body& body, Id mask, const LowerArm& lower);

  Parts& on_;
  Expressions& expressions_;
  Id mask_ = kNoId;  // truth value of lanes that Ifs around have sent here; kNoId: all
  bool is_guarded_ = false;
};

}  // namespace vyre::spirv
