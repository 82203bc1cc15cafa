#include "vulkan/device/function_tables.h"

#include <dlfcn.h>
#include <stddef.h>

#include <bit>

// volk.c is compiled inside an unnamed namespace, without its C linkage: its function pointers and
// functions are then names of this file alone, and a host's own Vulkan loader never meets them.
// Only the table loader is called; it gets our vkGetDeviceProcAddr through |context|.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wbuiltin-macro-redefined"
#undef VOLK_H_
#undef VOLK_HEADER_VERSION
#undef __cplusplus
namespace {
namespace volk {
#include <volk.c>
}  // namespace volk
}  // namespace
#pragma GCC diagnostic pop

namespace vyre::vulkan {
namespace {

struct DeviceAddresses {
  PFN_vkGetDeviceProcAddr get_address;
  VkDevice device;
};

PFN_vkVoidFunction find_function(void* context, const char* name) {
  const auto* addresses = static_cast<const DeviceAddresses*>(context);
  return addresses->get_address(addresses->device, name);
}

}  // namespace

DeviceTable load_device_table(PFN_vkGetDeviceProcAddr get_address, VkDevice device) {
  DeviceAddresses addresses{get_address, device};
  volk::VolkDeviceTable table{};
  volk::volkGenLoadDeviceTable(&table, &addresses, find_function);
  return std::bit_cast<DeviceTable>(table);
}

}  // namespace vyre::vulkan
