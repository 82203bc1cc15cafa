#include "spirv/body/workgroup_init.h"

namespace vyre::spirv {

void WorkgroupInit::run() {
  const Id zero = code_.constant(0);
  bool any = privatized_.clear();
  any |= subnormal_flag_.forget(invocation_);
  for (const View& view : views_.all) {
    if (!view.shared || view.units == 0 || view.start != InitialContents::kZero) continue;
    any = true;
    fill(view, zero);
  }
  if (any) buffers_.barrier();
}

void WorkgroupInit::fill(const View& view, Id word) {
  const std::optional<uint32_t> lanes = invocation_.known_lanes();
  const uint32_t words = *view.count * view.units;
  const Id count = code_.constant(words);
  if (lanes && words <= *lanes) {
    const Id takes_part = code_.test(SpvOpULessThan, invocation_.linear(), count);
    return code_.when(takes_part, [&] { buffers_.store_unit(view, invocation_.linear(), word); });
  }
  code_.loop(invocation_.linear(), count, invocation_.lanes(), [&](Id index) {
    buffers_.store_unit(view, index, word);
    return kNoId;
  });
}

}  // namespace vyre::spirv
