#include "kernel_host/trap.h"

#include "spirv/module/module.h"

namespace vyre::kernel_host {
namespace {

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

Status trapped(const TrapWords& words, std::string_view site) {
  const TrapText text = describe(static_cast<spirv::TrapKind>(words.kind));
  return fail(Code::kDispatchFailed, text.what, ": ", site, ", value ", words.value, " (trap kind ",
              words.kind, "). Fix: ", text.fix);
}

}  // namespace vyre::kernel_host
