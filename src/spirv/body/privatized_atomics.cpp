#include <utility>

#include "spirv/body/buffers.h"

// Atomics that each workgroup gathers in its own memory (find_gathered.cpp).

namespace vyre::spirv {

// There is a place for each element of the buffer, so an index within its bounds has one.
void Memory::add_privatized(View& view, ir::AtomicOp op) {
  ModuleBuilder& module = code_.module();
  view.privatized = op;
  view.gathering = module.global(SpvStorageClassWorkgroup, module.u32_array(*view.count));
}

Id Memory::privatized_pointer(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
  return code_.emit(SpvOpAccessChain, type, {view.gathering, index});
}

// Each lane takes every |lanes|-th element. No loop: a device that stops loops by itself would end
// this one silently.
template <typename Work>
void Memory::for_each_privatized(Invocation& invocation, const View& view, Work work) {
  const uint32_t lanes = *invocation.known_lanes();
  for (uint32_t first = 0; first < *view.count; first += lanes) {
    const Id index = first == 0 ? invocation.linear()
                                : code_.word(SpvOpIAdd, invocation.linear(), code_.constant(first));
    if (*view.count - first >= lanes) {
      work(index);
    } else {
      code_.when(code_.test(SpvOpULessThan, index, code_.constant(*view.count)),
                 [&] { work(index); });
    }
  }
}

bool Memory::empty_privatized(Invocation& invocation) {
  bool any = false;
  for (const View& view : views_) {
    if (!view.privatized) continue;
    any = true;
    const Id neutral = code_.constant(*neutral_word(*view.privatized));
    for_each_privatized(invocation, view, [&](Id index) {
      code_.emit(SpvOpStore,
                 {privatized_pointer(view, index), neutral, SpvMemoryAccessNonPrivatePointerMask});
    });
  }
  return any;
}

void Memory::bring_privatized(Invocation& invocation) {
  bool waited = false;
  for (const View& view : views_) {
    if (!view.privatized) continue;
    if (!std::exchange(waited, true)) barrier();
    const Id neutral = code_.constant(*neutral_word(*view.privatized));
    for_each_privatized(invocation, view, [&](Id index) {
      const Id own =
          code_.emit(SpvOpLoad, code_.module().u32_type(),
                     {privatized_pointer(view, index), SpvMemoryAccessNonPrivatePointerMask});
      code_.when(code_.test(SpvOpINotEqual, own, neutral), [&] {
        relaxed_atomic(*view.privatized, pointer(view, index), SpvScopeDevice, own);
      });
    });
  }
}

}  // namespace vyre::spirv
