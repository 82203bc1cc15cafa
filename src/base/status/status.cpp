#include "base/status/status.h"

namespace vyre {

void Status::forget() noexcept { delete info_; }

Status fail_with(Code code, const PartKind* kinds, const PartSlot* slots) {
  return Status(ErrorInfo{code, join(kinds, slots), {}, std::nullopt, 0});
}

}  // namespace vyre
