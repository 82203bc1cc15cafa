#include "spirv/body/subnormal_flag.h"

#include <algorithm>

namespace vyre::spirv {

SubnormalFlag::SubnormalFlag(const SubnormalFreeLoops& loops, CodeWriter& code)
    : loops_(loops), code_(code) {
  if (std::ranges::find(loops.published, true) == loops.published.end()) return;
  ModuleBuilder& module = code.module();
  found_ = module.global(SpvStorageClassWorkgroup, module.u32_type());
  own_ = code.variable(module.bool_type(), module.boolean(false));
}

void SubnormalFlag::publish(Id is_subnormal_free) {
  const Id before = code_.load_test(own_);
  const Id subnormal = code_.test(SpvOpLogicalNot, is_subnormal_free);
  code_.store(own_, code_.test(SpvOpLogicalOr, before, subnormal));
}

void SubnormalFlag::publish_at(NodeId barrier) {
  if (loops_.publishes.empty() || !loops_.publishes[barrier]) return;
  code_.when(code_.load_test(own_), [&] {
    code_.emit(SpvOpAtomicStore, {found_, code_.constant(SpvScopeWorkgroup),
                                  code_.constant(SpvMemorySemanticsMaskNone), code_.constant(1)});
  });
}

Id SubnormalFlag::stores_were_subnormal_free(bool unpublished) {
  const Id published = code_.emit(
      SpvOpAtomicLoad, code_.module().u32_type(),
      {found_, code_.constant(SpvScopeWorkgroup), code_.constant(SpvMemorySemanticsMaskNone)});
  const Id others = code_.test(SpvOpIEqual, published, code_.constant(0));
  if (!unpublished) return others;
  const Id own = code_.load_test(own_);
  return code_.test(SpvOpLogicalAnd, others, code_.test(SpvOpLogicalNot, own));
}

bool SubnormalFlag::forget(Invocation& invocation) {
  if (found_ == kNoId) return false;
  const Id is_first = code_.test(SpvOpIEqual, invocation.linear(), code_.constant(0));
  code_.when(is_first, [&] { code_.store_visible(found_, code_.constant(0)); });
  return true;
}

}  // namespace vyre::spirv
