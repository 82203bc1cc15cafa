#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vyre::profile {

enum class DeviceKind : uint8_t { kOther, kIntegrated, kDiscrete, kVirtual, kCpu, kOracle };

// How well a backend can time its work, best last. Values are the scores of
// the order of preference.
enum class TimingQuality : uint8_t {
  kHostOnly,
  kHostEnqueueWait,
  kDeviceTimestamps,
  kHardwareCounters
};

// Where a fact comes from.
enum class FactSource : uint8_t { kUnknown, kReported, kMeasured };

// Facts about one device as its backend reports them. Each is true or absent; nothing is guessed.
struct DeviceProfile {
  std::string name;         // "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string driver;       // "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
  std::string api_version;  // "1.3.230"
  DeviceKind kind = DeviceKind::kOther;
  uint32_t pci_vendor = 0;
  uint32_t pci_device = 0;
  uint32_t driver_version = 0;
  std::array<uint8_t, 16> device_uuid{};
  std::array<uint8_t, 16> driver_uuid{};

  // Limits; a program over one of them is refused by its name.
  std::array<uint32_t, 3> max_workgroup_size = {1, 1, 1};
  std::array<uint32_t, 3> max_workgroup_count = {1, 1, 1};  // of one recorded dispatch
  uint32_t max_workgroup_invocations = 1;
  uint64_t max_buffer_bytes = 0;         // of one binding; 0 = unknown
  uint32_t max_parameters = 0;           // bindings of one kernel
  uint32_t max_images = 0;               // and of these images; textures and storage images each
  uint32_t max_push_constant_bytes = 0;  // of a SPIR-V module
  uint32_t workgroup_memory_bytes = 0;
  uint32_t compute_units = 0;       // processors that workgroups are given to; 0 = unknown
  uint32_t subgroups_per_unit = 0;  // that each of them holds at a time; 0 = unknown
  uint64_t device_memory_bytes = 0;
  uint64_t host_memory_bytes = 0;     // of the host that the device reaches
  uint64_t max_allocation_bytes = 0;  // of one memory; 0 = unknown
  // A device that stops loops: trips per invocation. Every loop gets a trap at them.
  std::optional<uint32_t> max_loop_trips;
  // Loads, stores and atomics of one kernel: more take its compiler too long.
  std::optional<uint32_t> max_buffer_accesses;
  uint32_t buffer_offset_alignment = 1;  // of ranges of resident memory in a dispatch
  uint64_t host_import_alignment = 0;    // of host memory that is used as its own; 0: none is

  std::optional<uint32_t> subgroup_size;
  std::optional<std::array<uint32_t, 2>> subgroup_sizes;  // least and most, where they vary
  // Where f32 denormals are not preserved, every product is checked for one edge; exact division
  // stands for square root and reciprocal too.
#define VYRE_FEATURE(bit, name, field, vulkan, words) bool field = false;
#include "profile/features.def"

  // The device's compiler takes 0 * x for 0, x / 0 for anything and 0 + x for x when the zero is a
  // constant, whatever the decorations say, and a choice between the words of -1.0 and 0 for one
  // between -1.0 and -0; then no operand of f32 arithmetic and no word to choose is a constant.
  bool mistakes_constant_zeros = false;
  // The device's compiler makes invocations wait for each other wherever memory is ordered, around
  // ordered atomics too; then atomics are relaxed.
  bool waits_at_memory_barriers = false;

  TimingQuality timing_quality = TimingQuality::kHostOnly;
  FactSource timing_source = FactSource::kUnknown;
  std::optional<uint64_t> bytes_per_second;  // of its memory, reads and writes together
  FactSource bandwidth_source = FactSource::kUnknown;

  bool operator==(const DeviceProfile&) const = default;
};

}  // namespace vyre::profile
