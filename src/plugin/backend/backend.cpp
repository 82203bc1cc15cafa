#include "plugin/backend/backend.h"

#include <algorithm>

#include "base/encoding/hex.h"
#include "capi/boundary/convert.h"
#include "plugin/backend/device.h"
#include "plugin/interface/profile.h"

namespace vyre::capi {
namespace {

using backend::Device;

constexpr uint32_t kMostDevices = 1024;

class PluginFamily final : public backend::Family {
 public:
  PluginFamily(std::shared_ptr<const Plugin> plugin, std::weak_ptr<runtime::Context> context)
      : plugin_(std::move(plugin)), context_(std::move(context)) {}

  std::string_view name() const override { return plugin_->id(); }
  std::string_view owner() const override { return plugin_->owner(); }
  std::optional<uint32_t> rank() const override {
    const vyre_backend_table& table = plugin_->table();
    if ((table.set & VYRE_PLUGIN_SET_RANK) == 0) return std::nullopt;
    return table.rank;
  }
  std::optional<bool> dispatches() const override {
    if (!plugin_->has(VYRE_PLUGIN_DISPATCHES)) return std::nullopt;  // the host may declare it
    return true;
  }
  Result<std::vector<Device>> find() override;
  Result<std::shared_ptr<backend::Backend>> open(size_t device) override;

 private:
  Result<uint32_t> count() const;
  Result<Device> describe(uint32_t number) const;
  void name_devices(std::vector<Device>& devices) const;

  const std::shared_ptr<const Plugin> plugin_;
  const std::weak_ptr<runtime::Context> context_;
  std::vector<Device> devices_;  // guarded by the inventory, which makes one call at a time
};

Result<uint32_t> PluginFamily::count() const {
  const vyre_backend_table& table = plugin_->table();
  uint32_t count = 1;
  if (table.count_devices == nullptr) return count;
  count = 0;
  VYRE_RETURN_IF_ERROR(plugin_status(*plugin_, plugin_->id(), "count_devices",
                                     table.count_devices(table.user, &count)));
  if (count <= kMostDevices) return count;
  return plugin_mistake(plugin_->id(), "count_devices", concat("counted ", count, " devices"));
}

Result<Device> PluginFamily::describe(uint32_t number) const {
  const vyre_backend_table& table = plugin_->table();
  vyre_device_profile given = VYRE_DEVICE_PROFILE_INIT;
  VYRE_RETURN_IF_ERROR(plugin_status(*plugin_, plugin_->id(), "get_profile",
                                     table.get_profile(table.user, number, &given)));
  Device device;
  device.version = plugin_->version();
  VYRE_ASSIGN_OR_RETURN(device.profile, profile_from_c(given, plugin_->id()));
  return device;
}

// One device has the name of the family. Several are told apart by their UUIDs, or by their numbers
// where these are missing or the same.
void PluginFamily::name_devices(std::vector<Device>& devices) const {
  for (size_t i = 0; i < devices.size(); ++i) {
    const auto& uuid = devices[i].profile.device_uuid;
    const auto same = std::ranges::count_if(
        devices, [&](const Device& other) { return other.profile.device_uuid == uuid; });
    const bool by_uuid = !is_zero(std::as_bytes(std::span(uuid))) && same == 1;
    const std::string part = by_uuid ? hex_encode(uuid) : std::to_string(i);
    devices[i].id = devices.size() == 1 ? plugin_->id() : concat(plugin_->id(), ":", part);
  }
}

Result<std::vector<Device>> PluginFamily::find() {
  VYRE_ASSIGN_OR_RETURN(const uint32_t devices, count());
  std::vector<Device> found;
  for (uint32_t number = 0; number < devices; ++number) {
    VYRE_ASSIGN_OR_RETURN(Device device, describe(number));
    found.push_back(std::move(device));
  }
  name_devices(found);
  devices_ = found;
  return found;
}

Result<std::shared_ptr<backend::Backend>> PluginFamily::open(size_t device) {
  const Device& chosen = devices_.at(device);
  return open_plugin_backend(plugin_, static_cast<uint32_t>(device), chosen.id, chosen.profile,
                             context_);
}

}  // namespace

std::unique_ptr<backend::Family> plugin_family(std::shared_ptr<const Plugin> plugin,
                                               std::weak_ptr<runtime::Context> context) {
  return std::make_unique<PluginFamily>(std::move(plugin), std::move(context));
}

}  // namespace vyre::capi
