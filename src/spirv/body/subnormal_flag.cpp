#include "spirv/body/buffers.h"

// What workgroup memory knows of the numbers in it, for tame loops (find_tame.cpp). Each lane
// remembers what it stored, without a branch, and tells the others at the next barrier, before
// which they may not look at it.

namespace vyre::spirv {

void Memory::add_subnormal_flag() {
  ModuleBuilder& module = code_.module();
  subnormal_ = module.global(SpvStorageClassWorkgroup, module.u32_type());
  own_subnormal_ = code_.variable(module.bool_type(), module.boolean(false));
}

void Memory::publish(Id is_subnormal_free) {
  const Id before = code_.emit(SpvOpLoad, code_.module().bool_type(), {own_subnormal_});
  const Id wild = code_.test(SpvOpLogicalNot, is_subnormal_free);
  code_.emit(SpvOpStore, {own_subnormal_, code_.test(SpvOpLogicalOr, before, wild)});
}

void Memory::publish_to_others() {
  code_.when(code_.emit(SpvOpLoad, code_.module().bool_type(), {own_subnormal_}), [&] {
    code_.emit(SpvOpAtomicStore, {subnormal_, code_.constant(SpvScopeWorkgroup),
                                  code_.constant(SpvMemorySemanticsMaskNone), code_.constant(1)});
  });
}

Id Memory::stores_were_subnormal_free(bool unpublished) {
  const Id published = code_.emit(
      SpvOpAtomicLoad, code_.module().u32_type(),
      {subnormal_, code_.constant(SpvScopeWorkgroup), code_.constant(SpvMemorySemanticsMaskNone)});
  const Id others = code_.test(SpvOpIEqual, published, code_.constant(0));
  if (!unpublished) return others;
  const Id own = code_.emit(SpvOpLoad, code_.module().bool_type(), {own_subnormal_});
  return code_.test(SpvOpLogicalAnd, others, code_.test(SpvOpLogicalNot, own));
}

bool Memory::forget_subnormal_stores(Invocation& invocation) {
  if (subnormal_ == kNoId) return false;
  const Id is_first = code_.test(SpvOpIEqual, invocation.linear(), code_.constant(0));
  code_.when(is_first, [&] {
    code_.emit(SpvOpStore, {subnormal_, code_.constant(0), SpvMemoryAccessNonPrivatePointerMask});
  });
  return true;
}

}  // namespace vyre::spirv
