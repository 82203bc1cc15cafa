#include <algorithm>
#include <cstring>

#include "vulkan/submission/submission_context.h"

namespace vyre::vulkan {
namespace {

struct TrapWords {
  uint32_t kind = 0;
  uint32_t site = 0;
  uint32_t value = 0;
  uint32_t number = 0;  // of the segment
};

struct TrapText {
  std::string_view what;
  std::string_view fix;
};

TrapText describe(spirv::TrapKind kind) {
  switch (kind) {
    case spirv::TrapKind::kNone:
      break;
    case spirv::TrapKind::kProgram:
      return {"the program trapped", "see what the program says about this trap"};
    case spirv::TrapKind::kLoopLimit:
      return {"the device stops every loop before its end here",
              "shorten the loops of one invocation or choose another device"};
    case spirv::TrapKind::kConversion:
      return {"a value cannot be converted", "keep the value inside the range of the target type"};
    case spirv::TrapKind::kKindMismatch:
      return {"a value is not of the kind that its use needs", "cast it before it is used"};
    case spirv::TrapKind::kNoMeaning:
      return {"the program reached what cannot be executed",
              "remove it, or do not let an invocation reach it"};
  }
  return {"the kernel reported an unknown trap", "report it with the program"};
}

}  // namespace

Status trap_status(const SubmissionContext& context) {
  if (!any_can_trap(context.kernels)) return {};
  TrapWords words;
  std::memcpy(&words, context.trap.data(), sizeof words);
  if (words.kind == 0) return {};
  const auto trapped = [&](const auto& kernel) { return kernel->segment_number() == words.number; };
  const auto kernel = std::ranges::find_if(context.kernels, trapped);
  const std::string_view site =
      kernel == context.kernels.end() ? "unknown" : (*kernel)->trap_site(words.site);
  const TrapText text = describe(static_cast<spirv::TrapKind>(words.kind));
  return fail(Code::kDispatchFailed, text.what, ": ", site, ", value ", words.value, " (trap kind ",
              words.kind, "). Fix: ", text.fix);
}

}  // namespace vyre::vulkan
