#include "kernel_host/trap.h"

#include "backend/check.h"
#include "ir/math/division.h"

namespace vyre::kernel_host {
namespace {

struct TrapText {
  std::string_view what;
  std::string_view fix;
};

TrapText describe(spirv::TrapKind kind) {
  switch (kind) {
    case spirv::TrapKind::kNone:
    case spirv::TrapKind::kDivisionByZero:
    case spirv::TrapKind::kDivisionOverflow:
    case spirv::TrapKind::kGrid:
      break;
    case spirv::TrapKind::kProgram:
      return {"the program trapped", "see what the program says about this trap"};
    case spirv::TrapKind::kLoopLimit:
      return {"the device stops every loop before its end here",
              "shorten the loops of one invocation or choose another device"};
    case spirv::TrapKind::kConversion:
      return {"a value cannot be converted", "keep the value inside the range of the target type"};
    case spirv::TrapKind::kKindMismatch:
      return {"a value is not of the kind that its use needs",
              "cast it to U32, I32 or F32 before it is used"};
    case spirv::TrapKind::kNoMeaning:
      return {"the program reached what cannot be executed",
              "remove it, or do not let an invocation reach it"};
  }
  return {"the kernel reported an unknown trap", "report it with the program"};
}

// As the oracle says it.
Status divided(const TrapWords& words, const spirv::TrapSite& site) {
  const bool by_zero = words.kind == static_cast<uint32_t>(spirv::TrapKind::kDivisionByZero);
  return fail(Code::kDispatchFailed, site.path, ": ", site.name, " of I32 ",
              static_cast<int32_t>(words.value), ", I32 ", by_zero ? 0 : -1, ": ",
              by_zero ? ir::kDivisionByZero : ir::kDivisionOverflow,
              backend::in_invocation(words.invocation),
              ". Fix: ", by_zero ? ir::kDivisionByZeroFix : ir::kDivisionOverflowFix);
}

Status other(spirv::TrapKind kind, const TrapWords& words, const spirv::TrapSite& site) {
  const TrapText text = describe(kind);
  return fail(Code::kDispatchFailed, text.what, ": ", site.text, ", value ", words.value,
              backend::in_invocation(words.invocation), ". Fix: ", text.fix);
}

}  // namespace

Status trapped(const TrapWords& words, const spirv::TrapSite& site) {
  const auto kind = static_cast<spirv::TrapKind>(words.kind);
  if (kind == spirv::TrapKind::kGrid) {
    return backend::grid_too_large(words.site, words.value, words.segment_number);
  }
  const bool divides =
      kind == spirv::TrapKind::kDivisionByZero || kind == spirv::TrapKind::kDivisionOverflow;
  Status status = divides ? divided(words, site) : other(kind, words, site);
  status.info().path = site.path;
  backend::set_lane(words.invocation, status.info());
  if (kind != spirv::TrapKind::kProgram) return status;
  status.info().trap_address = words.value;
  status.info().trap_tag = site.name;
  return status;
}

}  // namespace vyre::kernel_host
