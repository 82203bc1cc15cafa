#pragma once

#include <cstdint>
#include <string_view>

namespace vyre::backend {

// What is asked for beside the work itself, from the caller down to the device.
struct RunOptions {
  uint32_t iterations = 1;      // of all of it, one after the other on the same buffers
  bool timed = false;           // ask the device for its own time
  std::string_view label = {};  // for debuggers and traces; borrowed for the call
};

}  // namespace vyre::backend
