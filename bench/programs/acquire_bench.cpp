// How long opening the best device takes, beside a bare Vulkan instance and device of the same
// physical device, alternating in one process. vyre_acquire_bench [DEVICE] [options of report.h]:
// with an id that device is opened. The exit code is 1 when the ratio of the medians is above the
// goal.

#include <optional>
#include <string>
#include <utility>

#include "harness/report.h"
#include "raw_vulkan/device.h"
#include "vyre/xor_kernel.h"

namespace bench {
namespace {

constexpr double kGoal = 1.2;

double bare_us(const RawUuid& uuid) {
  VkInstance instance = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  const double us = microseconds_of([&] {
    instance = create_instance();
    VkPhysicalDeviceProperties2 properties{};
    device = create_device(find_device(instance, uuid, properties), 0);
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
  Comparison row{"opening " + (arguments.backend.empty() ? "the best device" : arguments.backend),
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
