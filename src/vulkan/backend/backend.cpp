#include "vulkan/backend/backend.h"

#include "vulkan/backend/vulkan_device.h"

namespace vyre::vulkan {
namespace {

using backend::DeviceEntry;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "it lacks " : ", ") + part;
  return text;
}

class VulkanBackend final : public backend::Backend {
 public:
  explicit VulkanBackend(InstanceOptions options) : options_(std::move(options)) {}

  std::string_view name() const override { return "vulkan"; }
  std::optional<uint32_t> rank() const override { return 30; }
  std::optional<bool> dispatches() const override { return true; }

  Result<std::vector<DeviceEntry>> find() override {
    VYRE_ASSIGN_OR_RETURN(instance_, Instance::open(options_));
    std::vector<DeviceEntry> devices;
    for (const PhysicalDevice& device : instance_->devices()) {
      spirv::Target target = target_of(device, device_options());
      backend::Capabilities can = capabilities_of(device, target);
      devices.push_back({device.id, device.profile.driver, device.profile, joined(device.missing),
                         std::move(can), std::move(target)});
    }
    return devices;
  }

  Result<std::shared_ptr<backend::Device>> open(size_t device) override {
    VYRE_ASSIGN_OR_RETURN(auto opened, VulkanDevice::open(instance_, device, device_options()));
    return std::shared_ptr<backend::Device>(std::move(opened));
  }

 private:
  DeviceOptions device_options() const {
    DeviceOptions options;
    options.optimizations = options_.optimizations;
    return options;
  }

  const InstanceOptions options_;
  std::shared_ptr<Instance> instance_;
};

}  // namespace

std::unique_ptr<backend::Backend> make_backend(InstanceOptions options) {
  return std::make_unique<VulkanBackend>(std::move(options));
}

}  // namespace vyre::vulkan
