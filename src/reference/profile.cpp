#include <unistd.h>

#include "reference/compile/bytecode.h"
#include "reference/reference_device.h"

namespace vyre::reference {
namespace {

uint64_t physical_memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0) return uint64_t{1} << 32;
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page);
}

void set_limits(profile::DeviceProfile* profile) {
  profile->max_workgroup_size = {kMaxLanes, kMaxLanes, kMaxLanes};
  profile->max_workgroup_count = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  profile->max_workgroup_invocations = kMaxLanes;
  profile->device_memory_bytes = physical_memory_bytes();
  profile->max_buffer_bytes = profile->device_memory_bytes;
  profile->max_buffers = 16384;  // as many as a program can declare
  profile->workgroup_memory_bytes = static_cast<uint32_t>(kMaxSharedBytes);
}

}  // namespace

profile::DeviceProfile reference_profile() {
  profile::DeviceProfile profile;
  profile.name = "vyre reference interpreter";
  profile.driver = "cpu-ref " + std::string(kReferenceVersion);
  profile.kind = profile::DeviceKind::kOracle;
  set_limits(&profile);
  profile.subgroup_size = kSubgroupWidth;
  profile.subgroup_operations = true;
  profile.subgroup_shuffle = true;
  profile.int64 = true;
  profile.storage_8bit = true;
  profile.storage_16bit = true;
  profile.grid_barrier = true;
  profile.preserves_f32_denormals = true;
  profile.exact_f32_division = true;
  profile.exact_f32_fma = true;
  profile.host_memory_is_device_memory = true;
  profile.timing_quality = profile::TimingQuality::kHostOnly;
  return profile;
}

}  // namespace vyre::reference
