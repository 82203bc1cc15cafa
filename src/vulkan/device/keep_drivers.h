#pragma once

namespace vyre::vulkan {

// Drivers of the process stay loaded to its end. Loaders unload them with the last instance, and
// some cannot come back often: NVIDIA's takes thread-local storage that the C library gives once,
// so that its 31st time fails, and with it every instance from there on. Thread-safe.
void keep_drivers_loaded();

}  // namespace vyre::vulkan
