#pragma once

#include <algorithm>

#include "spirv/module/code_writer.h"
#include "spirv/module/invocation.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// What workgroup memory knows of the numbers in it, for subnormal-free loops. Each lane remembers
// what it stored, without a branch, and publishes it at the next barrier, before which they may
// not look at it.
class SubnormalFlag {
 public:
  SubnormalFlag(const SubnormalFreeLoops& loops, CodeWriter& code) : loops_(loops), code_(code) {
    if (std::ranges::find(loops.published, true) == loops.published.end()) return;
    ModuleBuilder& module = code.module();
    found_ = module.global(SpvStorageClassWorkgroup, module.u32_type());
    own_ = code.variable(module.bool_type(), module.boolean(false));
  }

  bool watches(uint32_t buffer) const {
    return !loops_.published.empty() && loops_.published[buffer];
  }
  void publish(Id is_subnormal_free) {  // of a word that is stored to such a buffer
    const Id before = code_.load_test(own_);
    const Id subnormal = code_.test(SpvOpLogicalNot, is_subnormal_free);
    code_.store(own_, code_.test(SpvOpLogicalOr, before, subnormal));
  }
  // All of this workgroup before the last barrier, and all own ones where some may be
  // |unpublished|.
  Id stores_were_subnormal_free(bool unpublished) {
    const Id published = code_.emit(
        SpvOpAtomicLoad, code_.module().u32_type(),
        {found_, code_.constant(SpvScopeWorkgroup), code_.constant(SpvMemorySemanticsMaskNone)});
    const Id others = code_.test(SpvOpIEqual, published, code_.constant(0));
    if (!unpublished) return others;
    const Id own = code_.load_test(own_);
    return code_.test(SpvOpLogicalAnd, others, code_.test(SpvOpLogicalNot, own));
  }
  void publish_at(NodeId barrier) {
    if (loops_.publishes.empty() || !loops_.publishes[barrier]) return;
    code_.when(code_.load_test(own_), [&] {
      code_.emit(SpvOpAtomicStore, {found_, code_.constant(SpvScopeWorkgroup),
                                    code_.constant(SpvMemorySemanticsMaskNone), code_.constant(1)});
    });
  }
  // Every invocation of a workgroup executes it. Whether there is anything to forget.
  bool forget(Invocation& invocation) {
    if (found_ == kNoId) return false;
    const Id is_first = code_.test(SpvOpIEqual, invocation.linear(), code_.constant(0));
    code_.when(is_first, [&] { code_.store_visible(found_, code_.constant(0)); });
    return true;
  }

 private:
  const SubnormalFreeLoops& loops_;
  CodeWriter& code_;
  Id found_ = kNoId;  // a word of workgroup memory: not 0 where some lane's own one is true
  Id own_ = kNoId;    // a truth value: this lane has stored what is not subnormal-free
};

}  // namespace vyre::spirv
