#include "vulkan/backend/backend.h"

#include "vulkan/backend/open.h"

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
    VYRE_ASSIGN_OR_RETURN(instance_, open_instance(options_));
    std::vector<DeviceEntry> devices;
    for (const DeviceInfo& info : list_devices(*instance_)) {
      devices.push_back({info.id, info.profile.driver, info.profile, joined(info.missing)});
    }
    return devices;
  }

  Result<std::shared_ptr<backend::Device>> open(size_t device) override {
    return create_device(instance_, device);
  }

 private:
  const InstanceOptions options_;
  std::shared_ptr<Instance> instance_;
};

}  // namespace

std::unique_ptr<backend::Backend> make_backend(InstanceOptions options) {
  return std::make_unique<VulkanBackend>(std::move(options));
}

}  // namespace vyre::vulkan
