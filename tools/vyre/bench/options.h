#pragma once

#include <string>
#include <vector>

#include "host/library.h"

namespace tool {

struct BenchOptions {
  std::string program;
  DeviceOptions device;
  std::vector<std::string> backends;  // each a list with commas; the first is the yardstick
  std::vector<std::string> sizes;     // the same: elements of buffers that declare none
  std::vector<std::string> inputs;    // NAME=FILE
  std::vector<std::string> specs;     // NAME=VALUE
  std::string grid;                   // X,Y,Z or empty
  std::string format = "table";       // or json, csv
  uint32_t cooperative = VYRE_COOPERATIVE_AUTOMATIC;
  uint32_t repeat = 20;
  uint32_t warmup = 3;
  uint32_t in_flight = 0;  // asynchronous dispatches at once; 0: synchronous ones
  bool resident = false;
};

}  // namespace tool
