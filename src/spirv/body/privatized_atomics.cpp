#include "spirv/body/privatized_atomics.h"

#include <utility>

namespace vyre::spirv {

Id PrivatizedAtomics::pointer(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
  return code_.emit(SpvOpAccessChain, type, {view.own_copy, index});
}

// Each lane takes every |lanes|-th element. No loop: a device that stops loops by itself would end
// this one silently.
template <typename Work>
void PrivatizedAtomics::for_each(const View& view, Work work) {
  const uint32_t lanes = *invocation_.known_lanes();
  for (uint32_t first = 0; first < *view.count; first += lanes) {
    const Id index = first == 0
                         ? invocation_.linear()
                         : code_.word(SpvOpIAdd, invocation_.linear(), code_.constant(first));
    if (*view.count - first >= lanes) {
      work(index);
    } else {
      code_.when(code_.test(SpvOpULessThan, index, code_.constant(*view.count)),
                 [&] { work(index); });
    }
  }
}

bool PrivatizedAtomics::clear() {
  bool any = false;
  for (const View& view : views_.all) {
    if (!view.privatized) continue;
    any = true;
    const Id neutral = code_.constant(*neutral_word(*view.privatized));
    for_each(view, [&](Id index) { code_.store_visible(pointer(view, index), neutral); });
  }
  return any;
}

Id PrivatizedAtomics::atomic(uint32_t buffer, Id index, Id value) {
  const View& view = views_[buffer];
  return buffers_.within_bounds(buffer, index, [&] {
    return relaxed_atomic(code_, *view.privatized, pointer(view, index), SpvScopeWorkgroup, value);
  });
}

void PrivatizedAtomics::bring() {
  bool waited = false;
  for (const View& view : views_.all) {
    if (!view.privatized) continue;
    if (!std::exchange(waited, true)) buffers_.barrier();
    const Id neutral = code_.constant(*neutral_word(*view.privatized));
    for_each(view, [&](Id index) {
      const Id own = code_.load_visible(pointer(view, index));
      code_.when(code_.test(SpvOpINotEqual, own, neutral), [&] {
        relaxed_atomic(code_, *view.privatized, buffers_.pointer(view, index), SpvScopeDevice, own);
      });
    });
  }
}

}  // namespace vyre::spirv
