#pragma once

#include "base/status/status.h"

namespace vyre {

// A status is moved; for who tells the same failure several times.
inline Status copy_of(const Status& status) {
  return status.ok() ? Status() : Status(ErrorInfo(status.info()));
}

}  // namespace vyre
