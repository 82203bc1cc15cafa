#include "capi/builtin_backends.h"

#include "reference/reference_device.h"
#include "vulkan/backend/open.h"

namespace vyre::capi {
namespace {

using backend::DeviceEntry;

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "it lacks " : ", ") + part;
  return text;
}

// All devices that the Vulkan loader shows. Opens one instance, when it is first asked.
class VulkanBackend final : public backend::Backend {
 public:
  explicit VulkanBackend(vulkan::InstanceOptions options) : options_(std::move(options)) {}

  std::string_view name() const override { return "vulkan"; }
  std::optional<uint32_t> rank() const override { return vulkan::kRank; }
  std::optional<bool> dispatches() const override { return true; }

  Result<std::vector<DeviceEntry>> find() override {
    VYRE_ASSIGN_OR_RETURN(instance_, vulkan::open_instance(options_));
    std::vector<DeviceEntry> devices;
    for (const vulkan::DeviceInfo& info : vulkan::list_devices(*instance_)) {
      devices.push_back({info.id, info.profile.driver, info.profile, joined(info.missing)});
    }
    return devices;
  }

  Result<std::shared_ptr<backend::Device>> open(size_t device) override {
    return vulkan::create_device(instance_, device);
  }

 private:
  const vulkan::InstanceOptions options_;
  std::shared_ptr<vulkan::Instance> instance_;
};

// The oracle.
class ReferenceBackend final : public backend::Backend {
 public:
  explicit ReferenceBackend(std::pmr::memory_resource* memory) : memory_(memory) {}

  std::string_view name() const override { return "cpu-ref"; }
  std::optional<uint32_t> rank() const override { return 900; }
  std::optional<bool> dispatches() const override { return true; }

  Result<std::vector<DeviceEntry>> find() override {
    return std::vector<DeviceEntry>{{"cpu-ref", std::string(reference::kReferenceVersion),
                                     reference::reference_profile(), std::string()}};
  }

  Result<std::shared_ptr<backend::Device>> open(size_t) override {
    return reference::create_reference_device(memory_);
  }

 private:
  std::pmr::memory_resource* const memory_;  // borrowed
};

}  // namespace

std::vector<std::unique_ptr<backend::Backend>> builtin_backends(const BuiltinOptions& options) {
  std::pmr::memory_resource* memory =
      options.memory ? options.memory.get() : std::pmr::new_delete_resource();
  vulkan::InstanceOptions vulkan;
  vulkan.validation = options.vulkan_validation;
  vulkan.log = options.log;
  vulkan.memory = memory;
  vulkan.observe = options.observe;
  if (options.optimizations) {
    vulkan.optimizations =
        *options.optimizations ? spirv::OptimizationMode::kAll : spirv::OptimizationMode::kNone;
  }
  if (!options.vulkan_library.empty()) vulkan.loader = options.vulkan_library;
  std::vector<std::unique_ptr<backend::Backend>> backends;
  backends.push_back(std::make_unique<VulkanBackend>(std::move(vulkan)));
  backends.push_back(std::make_unique<ReferenceBackend>(memory));
  return backends;
}

}  // namespace vyre::capi
