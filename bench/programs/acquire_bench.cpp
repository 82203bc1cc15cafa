// How long the preferred backend takes, beside a bare Vulkan instance and device of the same
// physical device, alternating in one process. vyre_acquire_bench [BACKEND] [options of report.h]:
// with a backend it is acquired by its name. The exit code is 1 when the ratio of the medians is
// above the goal.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/report.h"
#include "harness/vulkan_functions.h"
#include "vyre/xor_kernel.h"

namespace bench {
namespace {

constexpr double kGoal = 1.2;

using Uuid = std::array<uint8_t, VK_UUID_SIZE>;

void need(bool right, const char* what) {
  if (!right) give_up(std::string(what) + " failed");
}

VkInstance create_instance() {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  need(vk::vkCreateInstance(&info, nullptr, &instance) == VK_SUCCESS, "vkCreateInstance");
  return instance;
}

VkPhysicalDevice find_device(VkInstance instance, const Uuid& uuid) {
  uint32_t count = 0;
  vk::vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> all(count);
  vk::vkEnumeratePhysicalDevices(instance, &count, all.data());
  for (const VkPhysicalDevice one : all) {
    VkPhysicalDeviceIDProperties id{};
    id.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &id;
    vk::vkGetPhysicalDeviceProperties2(one, &properties);
    if (std::equal(uuid.begin(), uuid.end(), id.deviceUUID)) return one;
  }
  need(false, "finding the device");
  return VK_NULL_HANDLE;
}

VkDevice create_device(VkPhysicalDevice physical) {
  VkPhysicalDeviceVulkan12Features features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features.timelineSemaphore = VK_TRUE;
  const float priority = 1.0f;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice device = VK_NULL_HANDLE;
  need(vk::vkCreateDevice(physical, &info, nullptr, &device) == VK_SUCCESS, "vkCreateDevice");
  return device;
}

double bare_us(const Uuid& uuid) {
  VkInstance instance = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  const double us = microseconds_of([&] {
    instance = create_instance();
    device = create_device(find_device(instance, uuid));
  });
  vk::vkDestroyDevice(device, nullptr);
  vk::vkDestroyInstance(instance, nullptr);
  return us;
}

double vyre_us(const std::string& backend) {
  std::optional<VyreDevice> device;
  return microseconds_of([&] { device.emplace(backend); });
}

int run(const Arguments& arguments) {
  Report report("acquire", arguments);
  Comparison row{
      "acquiring " + (arguments.backend.empty() ? "the preferred backend" : arguments.backend),
      "ms", false, kGoal};
  const auto [name, uuid] = [&] {
    const VyreDevice device(arguments.backend);
    return std::pair(device.name(), device.uuid());
  }();
  vk::load();
  report.on(name);
  if (report.wants(row.title)) {
    take_turns(
        report.rounds(31, 9), row, [&] { return vyre_us(arguments.backend) / 1e3; },
        [&, uuid = uuid] { return bare_us(uuid) / 1e3; });
    report.add(std::move(row));
  }
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_acquire_bench", argc, argv));
}
