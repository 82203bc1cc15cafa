#include "kernel_host/trap.h"

#include "backend/check.h"
#include "ir/math/division.h"
#include "ir/program/display_name.h"
#include "ir/program/trap_text.h"

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
    case spirv::TrapKind::kProgram:
      break;
    case spirv::TrapKind::kLoopLimit:
      return {"the device stops every loop before its end here",
              "shorten the loops of one invocation or choose another device"};
    case spirv::TrapKind::kConversion:
      return {ir::kCastOutOfRange, ir::kCastOutOfRangeFix};
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

// As the oracle says it.
Status trapped_itself(const TrapWords& words, const spirv::TrapSite& site) {
  return fail(Code::kDispatchFailed, site.path, site.path.empty() ? "" : ": ", "trap of U32 ",
              words.value, ": ", ir::kTrapped, " (", ir::display_tag(site.name), ")",
              backend::in_invocation(words.invocation), ". Fix: ", ir::kTrappedFix);
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
  const bool is_own = kind == spirv::TrapKind::kProgram;
  const bool divides =
      kind == spirv::TrapKind::kDivisionByZero || kind == spirv::TrapKind::kDivisionOverflow;
  Status status = is_own    ? trapped_itself(words, site)
                  : divides ? divided(words, site)
                            : other(kind, words, site);
  status.info().path = site.path;
  backend::set_lane(words.invocation, status.info());
  if (!is_own) return status;
  status.info().trap_address = words.value;
  status.info().trap_tag = site.name;
  return status;
}

}  // namespace vyre::kernel_host
