#pragma once

#include <cstdint>
#include <optional>

namespace vyre::backend {

// What happened on a backend since it was acquired, recoveries included. Each number is counted or
// absent; nothing is guessed. All but those "now" only grow.
struct Counters {
  std::optional<uint64_t> dispatches;        // accepted, each with all its segments
  std::optional<uint64_t> split_dispatches;  // of those: cut at grid barriers
  std::optional<uint64_t> segments;          // that split dispatches ran
  std::optional<uint64_t> grid_barriers;     // between the segments
  std::optional<uint64_t> spilled_bytes;     // of hidden buffers that carry values across the cuts
  std::optional<uint64_t> submissions;       // to the device, copies included
  std::optional<uint64_t> waits;             // calls that blocked until the device was further
  std::optional<uint64_t> kernels_compiled;  // segments of one program count each
  std::optional<uint64_t> kernels_alive;     // now
  std::optional<uint64_t> buffers_alive;     // now
  std::optional<uint64_t> device_bytes;      // of device memory that is reserved now
  std::optional<uint64_t> max_device_bytes;  // the most that were reserved at once
  std::optional<uint64_t> uploaded_bytes;    // that the host gave: inputs, writes of buffers
  std::optional<uint64_t> downloaded_bytes;  // that the host took: outputs, reads of buffers
  std::optional<uint64_t> traps;             // dispatches that a trap ended
  std::optional<uint64_t> device_losses;
  std::optional<uint64_t> recoveries;
};

}  // namespace vyre::backend
