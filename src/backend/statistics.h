#pragma once

#include <cstdint>
#include <optional>

namespace vyre::backend {

// Where the time and the bytes of a backend's work went since it was acquired. Each number is
// counted or absent; all only grow.
struct Statistics {
  // Nanoseconds; absent unless times were asked for when the backend was opened.
  std::optional<uint64_t> record_ns;  // preparing and recording, without the host's own planning
  std::optional<uint64_t> submit_ns;  // in the driver's call that submits
  std::optional<uint64_t> spin_ns;    // waiting for the device, looking again and again
  std::optional<uint64_t> block_ns;   // waiting for it asleep

  std::optional<uint64_t> device_ns;         // sum of what the device measured,
  std::optional<uint64_t> device_timed;      // for so many dispatches
  std::optional<uint64_t> uploads;           // copies of host bytes into memory of the device
  std::optional<uint64_t> uploaded_bytes;    // of these
  std::optional<uint64_t> downloads;         // copies of such memory to the host
  std::optional<uint64_t> downloaded_bytes;  // of these
  std::optional<uint64_t> device_copies;     // between memories of the device
  std::optional<uint64_t> device_copied_bytes;
  std::optional<uint64_t> recordings;   // of command buffers
  std::optional<uint64_t> repetitions;  // submissions of one that was recorded before, unchanged
  std::optional<uint64_t> barriers;     // recorded
};

}  // namespace vyre::backend
