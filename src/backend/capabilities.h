#pragma once

#include <cstdint>
#include <vector>

namespace vyre::backend {

// What a device does beyond memory, load and submit. The defaults are those of one that does
// no more.
struct Capabilities {
  bool runs_segments = false;              // a dispatch may have several executables
  bool takes_grid_barriers_whole = false;  // programs with grid barriers, for any grid
  bool takes_external_code = false;        // a source may have external code
  bool runs_reference_functions = false;   // a call can run the reference function of its op
  bool runs_host_io = false;               // ops of the io dialect, on the host around a dispatch
  bool recovers = false;                   // Device::recover() is more than a refusal
  uint32_t max_parameters = 0;             // of an executable
  uint64_t max_grid_pieces = 1;            // launches that one grid may be cut into
  uint64_t host_import_alignment = 0;      // of address and size; 0: imports nothing
  // All of the backend and its device that compiled code depends on: equal bytes, equal code.
  // Empty: nothing of what it loads is kept.
  std::vector<uint8_t> code_identity = {};
};

}  // namespace vyre::backend
