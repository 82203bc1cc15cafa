// How long the preferred backend takes, beside a bare Vulkan instance and device of the same
// physical device, alternating in one process. vyre_acquire_bench [ROUNDS]; the exit code is 1 when
// the ratio of the medians is above the goal.

#include <vyre_driver.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "vulkan_functions.h"

namespace bench {
namespace {

constexpr double kGoal = 1.2;

using Uuid = std::array<uint8_t, VK_UUID_SIZE>;

void need(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "bench: %s failed\n", what);
  std::exit(1);
}

void need_ok(vyre_error* error) {
  if (error == nullptr) return;
  const vyre_string text = vyre_error_text(error);
  std::fprintf(stderr, "bench: %.*s\n", static_cast<int>(text.size), text.data);
  std::exit(1);
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

double ms_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

double bare_ms(const Uuid& uuid) {
  const auto begin = std::chrono::steady_clock::now();
  const VkInstance instance = create_instance();
  const VkDevice device = create_device(find_device(instance, uuid));
  const double ms = ms_since(begin);
  vk::vkDestroyDevice(device, nullptr);
  vk::vkDestroyInstance(instance, nullptr);
  return ms;
}

double vyre_ms(Uuid& uuid, bool print) {
  vyre_context* context = nullptr;
  vyre_backend* backend = nullptr;
  const auto begin = std::chrono::steady_clock::now();
  need_ok(vyre_context_create(nullptr, &context));
  need_ok(vyre_backend_acquire_preferred(context, nullptr, &backend));
  const double ms = ms_since(begin);
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  need_ok(vyre_backend_get_profile(backend, &profile));
  std::memcpy(uuid.data(), profile.device_uuid, uuid.size());
  if (print) {
    std::printf("%.*s\n", static_cast<int>(profile.name.size), profile.name.data);
  }
  vyre_backend_destroy(backend);
  vyre_context_destroy(context);
  return ms;
}

struct Spread {
  double least, median, most;
};

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values.front(), values[values.size() / 2], values.back()};
}

bool compare(int rounds) {
  vk::load();
  Uuid uuid{};
  vyre_ms(uuid, true);  // both sides are warm from here on
  bare_ms(uuid);
  std::vector<double> ours, bare;
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(vyre_ms(uuid, false));
    bare.push_back(bare_ms(uuid));
  }
  const Spread left = spread_of(ours), right = spread_of(bare);
  const double ratio = left.median / right.median;
  std::printf(
      "ms, median (least to most) of %d: preferred backend %.2f (%.2f to %.2f), "
      "bare instance and device %.2f (%.2f to %.2f), ratio %.2f, goal %.2f\n",
      rounds, left.median, left.least, left.most, right.median, right.least, right.most, ratio,
      kGoal);
  return ratio <= kGoal;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
  return bench::compare(std::max(rounds, 1)) ? 0 : 1;
}
