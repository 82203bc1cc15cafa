#pragma once

#include <cstddef>
#include <vector>

#include "base/status/status.h"
#include "vyre_driver.h"

// What a callback of the host writes, and the first write that failed.
struct vyre_writer {
  std::vector<std::byte> bytes;
  vyre::Status mistake;
};

namespace vyre::capi {

// What the callback wrote, unless it returned |error| or a write failed. |error| is destroyed.
Result<std::vector<std::byte>> written(vyre_writer writer, vyre_error* error);

}  // namespace vyre::capi
