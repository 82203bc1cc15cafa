#pragma once

#include "profile/device_profile.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A feature in the header and in a profile.
struct ProfileFeature {
  uint64_t bit;
  bool backend::DeviceProfile::*fact;
};

inline constexpr ProfileFeature kProfileFeatures[] = {
    {VYRE_FEATURE_SUBGROUP_OPERATIONS, &backend::DeviceProfile::subgroup_operations},
    {VYRE_FEATURE_SUBGROUP_SHUFFLE, &backend::DeviceProfile::subgroup_shuffle},
    {VYRE_FEATURE_F16, &backend::DeviceProfile::f16},
    {VYRE_FEATURE_BF16, &backend::DeviceProfile::bf16},
    {VYRE_FEATURE_F64, &backend::DeviceProfile::f64},
    {VYRE_FEATURE_INT64, &backend::DeviceProfile::int64},
    {VYRE_FEATURE_STORAGE_8BIT, &backend::DeviceProfile::storage_8bit},
    {VYRE_FEATURE_STORAGE_16BIT, &backend::DeviceProfile::storage_16bit},
    {VYRE_FEATURE_TENSOR_CORES, &backend::DeviceProfile::tensor_cores},
    {VYRE_FEATURE_INDIRECT_DISPATCH, &backend::DeviceProfile::indirect_dispatch},
    {VYRE_FEATURE_GRID_BARRIER, &backend::DeviceProfile::grid_barrier},
    {VYRE_FEATURE_DEVICE_TIMESTAMPS, &backend::DeviceProfile::device_timestamps},
    {VYRE_FEATURE_HARDWARE_COUNTERS, &backend::DeviceProfile::hardware_counters},
    {VYRE_FEATURE_F32_DENORMALS, &backend::DeviceProfile::preserves_f32_denormals},
    {VYRE_FEATURE_EXACT_F32_DIVISION, &backend::DeviceProfile::exact_f32_division},
    {VYRE_FEATURE_EXACT_F32_FMA, &backend::DeviceProfile::exact_f32_fma},
    {VYRE_FEATURE_UNIFIED_MEMORY, &backend::DeviceProfile::host_memory_is_device_memory},
};

// The header's form of a profile, whose strings it borrows.
vyre_device_profile to_c(const backend::DeviceProfile& profile);

}  // namespace vyre::capi
