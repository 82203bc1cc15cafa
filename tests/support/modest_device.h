#pragma once

#include "vulkan/backend/vulkan_device.h"

namespace vyre::test {

// A device with everything taken away that it offers beyond the least, so that every software path
// runs.
inline vulkan::DeviceOptions modest_device() {
  vulkan::DeviceOptions options;
  options.min_coarsened_invocations = 0;
  options.patch_device = [](vulkan::PhysicalDevice& device) {
    device.profile.preserves_f32_denormals = false;
    device.profile.exact_f32_division = false;
    device.profile.exact_f32_fma = false;
    device.profile.signed_zero_inf_nan_preserve = false;
    device.profile.rounding_rte_mode = false;
  };
  return options;
}

}  // namespace vyre::test
