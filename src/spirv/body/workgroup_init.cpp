#include "spirv/body/workgroup_init.h"

namespace vyre::spirv {

namespace {

void fill(Parts& on, const View& view, Id word) {
  const std::optional<uint32_t> lanes = on.invocation.known_lanes();
  const uint32_t words = *view.count * view.units;
  const Id count = on.code.constant(words);
  if (lanes && words <= *lanes) {
    const Id takes_part = on.code.test(SpvOpULessThan, on.invocation.linear(), count);
    return on.code.when(takes_part,
                        [&] { on.buffers.store_unit(view, on.invocation.linear(), word); });
  }
  on.code.loop(on.invocation.linear(), count, on.invocation.lanes(), [&](Id index) {
    on.buffers.store_unit(view, index, word);
    return kNoId;
  });
}

}  // namespace

void init_workgroup_memory(Parts& on) {
  const Id zero = on.code.constant(0);
  bool any = on.privatized.clear();
  any |= on.subnormal_flag.forget(on.invocation);
  for (const View& view : on.views.all) {
    if (!view.shared || view.units == 0 || view.start != InitialContents::kZero) continue;
    any = true;
    fill(on, view, zero);
  }
  if (any) on.buffers.barrier();
}

}  // namespace vyre::spirv
