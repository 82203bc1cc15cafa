#include "spirv/memory.h"

// What workgroup memory knows of the numbers in it, for tame loops (find_tame.cpp).

namespace vyre::spirv {

void Memory::store_was_wild() {
  code_.emit(SpvOpAtomicStore, {wild_, code_.constant(SpvScopeWorkgroup),
                                code_.constant(SpvMemorySemanticsMaskNone), code_.constant(1)});
}

Id Memory::stores_were_tame() {
  const Id wild = code_.emit(
      SpvOpAtomicLoad, code_.module().u32_type(),
      {wild_, code_.constant(SpvScopeWorkgroup), code_.constant(SpvMemorySemanticsMaskNone)});
  return code_.test(SpvOpIEqual, wild, code_.constant(0));
}

void Memory::forget_wild_stores(Invocation& invocation) {
  if (wild_ == kNoId) return;
  const Id is_first = code_.test(SpvOpIEqual, invocation.linear(), code_.constant(0));
  code_.when(is_first, [&] {
    code_.emit(SpvOpStore, {wild_, code_.constant(0), SpvMemoryAccessNonPrivatePointerMask});
  });
}

}  // namespace vyre::spirv
