#pragma once

#include "profile/device_profile.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A feature in the header and in a profile.
struct ProfileFeature {
  uint64_t bit;
  bool profile::DeviceProfile::*fact;
};

inline constexpr ProfileFeature kProfileFeatures[] = {
    {VYRE_FEATURE_SUBGROUP_OPERATIONS, &profile::DeviceProfile::subgroup_operations},
    {VYRE_FEATURE_SUBGROUP_SHUFFLE, &profile::DeviceProfile::subgroup_shuffle},
    {VYRE_FEATURE_F16, &profile::DeviceProfile::f16},
    {VYRE_FEATURE_BF16, &profile::DeviceProfile::bf16},
    {VYRE_FEATURE_F64, &profile::DeviceProfile::f64},
    {VYRE_FEATURE_INT64, &profile::DeviceProfile::int64},
    {VYRE_FEATURE_STORAGE_8BIT, &profile::DeviceProfile::storage_8bit},
    {VYRE_FEATURE_STORAGE_16BIT, &profile::DeviceProfile::storage_16bit},
    {VYRE_FEATURE_TENSOR_CORES, &profile::DeviceProfile::tensor_cores},
    {VYRE_FEATURE_INDIRECT_DISPATCH, &profile::DeviceProfile::indirect_dispatch},
    {VYRE_FEATURE_GRID_BARRIER, &profile::DeviceProfile::grid_barrier},
    {VYRE_FEATURE_DEVICE_TIMESTAMPS, &profile::DeviceProfile::device_timestamps},
    {VYRE_FEATURE_HARDWARE_COUNTERS, &profile::DeviceProfile::hardware_counters},
    {VYRE_FEATURE_F32_DENORMALS, &profile::DeviceProfile::preserves_f32_denormals},
    {VYRE_FEATURE_EXACT_F32_DIVISION, &profile::DeviceProfile::exact_f32_division},
    {VYRE_FEATURE_EXACT_F32_FMA, &profile::DeviceProfile::exact_f32_fma},
    {VYRE_FEATURE_UNIFIED_MEMORY, &profile::DeviceProfile::host_memory_is_device_memory},
};

// The header's form of a profile, whose strings it borrows.
vyre_device_profile to_c(const profile::DeviceProfile& profile);

}  // namespace vyre::capi
