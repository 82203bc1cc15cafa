#include "spirv/body/buffers.h"

// What workgroup memory knows of the numbers in it, for tame loops (find_tame.cpp). Each lane
// remembers what it stored, without a branch, and tells the others at the next barrier, before
// which they may not look at it.

namespace vyre::spirv {

void Memory::add_wild() {
  ModuleBuilder& module = code_.module();
  wild_ = module.global(SpvStorageClassWorkgroup, module.u32_type());
  own_wild_ = code_.variable(module.bool_type(), module.boolean(false));
}

void Memory::tell(Id is_tame) {
  const Id before = code_.emit(SpvOpLoad, code_.module().bool_type(), {own_wild_});
  const Id wild = code_.test(SpvOpLogicalNot, is_tame);
  code_.emit(SpvOpStore, {own_wild_, code_.test(SpvOpLogicalOr, before, wild)});
}

void Memory::tell_others() {
  code_.when(code_.emit(SpvOpLoad, code_.module().bool_type(), {own_wild_}), [&] {
    code_.emit(SpvOpAtomicStore, {wild_, code_.constant(SpvScopeWorkgroup),
                                  code_.constant(SpvMemorySemanticsMaskNone), code_.constant(1)});
  });
}

Id Memory::stores_were_tame(bool untold) {
  const Id told = code_.emit(
      SpvOpAtomicLoad, code_.module().u32_type(),
      {wild_, code_.constant(SpvScopeWorkgroup), code_.constant(SpvMemorySemanticsMaskNone)});
  const Id others = code_.test(SpvOpIEqual, told, code_.constant(0));
  if (!untold) return others;
  const Id own = code_.emit(SpvOpLoad, code_.module().bool_type(), {own_wild_});
  return code_.test(SpvOpLogicalAnd, others, code_.test(SpvOpLogicalNot, own));
}

bool Memory::forget_wild_stores(Invocation& invocation) {
  if (wild_ == kNoId) return false;
  const Id is_first = code_.test(SpvOpIEqual, invocation.linear(), code_.constant(0));
  code_.when(is_first, [&] {
    code_.emit(SpvOpStore, {wild_, code_.constant(0), SpvMemoryAccessNonPrivatePointerMask});
  });
  return true;
}

}  // namespace vyre::spirv
