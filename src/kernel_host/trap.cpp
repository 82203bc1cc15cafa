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

// A site reads "trap 'tag' at body[2]".
std::string_view after_last(std::string_view text, std::string_view word) {
  const size_t at = text.rfind(word);
  return at == std::string_view::npos ? std::string_view() : text.substr(at + word.size());
}

std::string_view within_quotes(std::string_view text) {
  const size_t first = text.find('\'');
  const size_t last = text.rfind('\'');
  return first == last ? std::string_view() : text.substr(first + 1, last - first - 1);
}

}  // namespace

Status trapped(const TrapWords& words, std::string_view site) {
  const auto kind = static_cast<spirv::TrapKind>(words.kind);
  const TrapText text = describe(kind);
  Status status = fail(Code::kDispatchFailed, text.what, ": ", site, ", value ", words.value,
                       " (trap kind ", words.kind, "). Fix: ", text.fix);
  status.info().path = after_last(site, " at ");
  if (kind != spirv::TrapKind::kProgram) return status;
  status.info().trap_address = words.value;
  status.info().trap_tag = within_quotes(site);
  return status;
}

}  // namespace vyre::kernel_host
