#pragma once

#include "backend/device.h"

namespace vyre::backend {

// Whether the profile of |device| allows |dispatch|: its grid, the bytes of each binding, and where
// in memory they begin. |source| is what its executable is compiled from; of several the first,
// with the plan of all. Asked before every dispatch; the device itself trusts what it is given.
Status check_dispatch(const Device& device, const launch::KernelSource& source,
                      const Dispatch& dispatch);

// Whether a buffer may be bound at |offset|. Mostly of a power of two, which takes no division.
inline bool takes_offset(const profile::DeviceProfile& profile, uint64_t offset) {
  const uint32_t alignment = profile.buffer_offset_alignment;
  const bool is_power = (alignment & (alignment - 1)) == 0;
  return is_power ? (offset & (alignment - 1)) == 0 : offset % alignment == 0;
}

// The failure of a dispatch whose GridWords say |count| on |axis|.
Status grid_too_large(uint32_t axis, uint32_t count, uint32_t most);

// Which invocation of the grid a failure is of: for its text, and as data.
std::string in_invocation(const launch::Axes& id);
void set_lane(const launch::Axes& id, ErrorInfo& info);

}  // namespace vyre::backend
