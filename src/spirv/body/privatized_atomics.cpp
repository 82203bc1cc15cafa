#include "spirv/body/privatized_atomics.h"

#include <utility>

namespace vyre::spirv {
namespace {

Id own_pointer(Parts& on, const View& view, Id index) {
  ModuleBuilder& module = on.code.module();
  const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
  return on.code.emit(SpvOpAccessChain, type, {view.own_copy, index});
}

// Each lane takes every |lanes|-th element. No loop: a device that stops loops by itself would end
// this one silently.
template <typename Work>
void for_each(Parts& on, const View& view, Work work) {
  const uint32_t lanes = *on.invocation.known_lanes();
  for (uint32_t first = 0; first < *view.count; first += lanes) {
    const Id index = first == 0
                         ? on.invocation.linear()
                         : on.code.word(SpvOpIAdd, on.invocation.linear(), on.code.constant(first));
    if (*view.count - first >= lanes) {
      work(index);
    } else {
      on.code.when(on.code.test(SpvOpULessThan, index, on.code.constant(*view.count)),
                   [&] { work(index); });
    }
  }
}

}  // namespace

bool clear_privatized(Parts& on) {
  bool any = false;
  for (const View& view : on.views.all) {
    if (!view.privatized) continue;
    any = true;
    const Id neutral = on.code.constant(*neutral_word(*view.privatized));
    for_each(on, view,
             [&](Id index) { on.code.store_visible(own_pointer(on, view, index), neutral); });
  }
  return any;
}

Id privatized_atomic(Parts& on, uint32_t buffer, Id index, Id value) {
  const View& view = on.views[buffer];
  return on.buffers.within_bounds(buffer, index, [&] {
    return relaxed_atomic(on.code, *view.privatized, own_pointer(on, view, index),
                          SpvScopeWorkgroup, value);
  });
}

void bring_privatized(Parts& on) {
  bool waited = false;
  for (const View& view : on.views.all) {
    if (!view.privatized) continue;
    if (!std::exchange(waited, true)) on.buffers.barrier();
    const Id neutral = on.code.constant(*neutral_word(*view.privatized));
    for_each(on, view, [&](Id index) {
      const Id own = on.code.load_visible(own_pointer(on, view, index));
      on.code.when(on.code.test(SpvOpINotEqual, own, neutral), [&] {
        relaxed_atomic(on.code, *view.privatized, on.buffers.pointer(view, index), SpvScopeDevice,
                       own);
      });
    });
  }
}

}  // namespace vyre::spirv
