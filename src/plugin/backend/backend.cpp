#include "plugin/backend/backend.h"

#include <algorithm>

#include "base/encoding/hex.h"
#include "capi/boundary/convert.h"
#include "plugin/backend/device.h"
#include "plugin/interface/profile.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

using backend::DeviceEntry;

constexpr uint32_t kMaxDevices = 1024;

class PluginBackend final : public backend::Backend {
 public:
  PluginBackend(std::shared_ptr<const Plugin> plugin, std::weak_ptr<runtime::Context> context)
      : plugin_(std::move(plugin)), context_(std::move(context)) {}

  std::string_view name() const override { return plugin_->id(); }
  std::string_view owner() const override { return plugin_->owner(); }
  std::optional<uint32_t> rank() const override {
    const uint32_t rank = plugin_->table().rank;
    return rank == VYRE_RANK_NONE ? std::nullopt : std::optional(rank);
  }
  std::optional<bool> dispatches() const override {
    if (!plugin_->has(VYRE_PLUGIN_DISPATCHES)) return std::nullopt;  // the host may declare it
    return true;
  }
  Result<std::vector<DeviceEntry>> find() override;
  Result<std::shared_ptr<backend::Device>> open(size_t device) override;

 private:
  Result<uint32_t> count() const;
  DeviceEntry describe(uint32_t number) const;
  Result<profile::DeviceProfile> profile_of(uint32_t number) const;
  void name_devices(std::vector<DeviceEntry>& devices) const;

  const std::shared_ptr<const Plugin> plugin_;
  const std::weak_ptr<runtime::Context> context_;
  std::vector<DeviceEntry> devices_;  // guarded by the inventory, which makes one call at a time
};

Result<uint32_t> PluginBackend::count() const {
  const vyre_backend_table& table = plugin_->table();
  uint32_t count = 1;
  if (table.count_devices == nullptr) return count;
  count = 0;
  VYRE_RETURN_IF_ERROR(plugin_status(*plugin_, plugin_->id(), "count_devices",
                                     table.count_devices(table.user, &count)));
  if (count <= kMaxDevices) return count;
  return plugin_mistake(plugin_->id(), "count_devices", concat("counted ", count, " devices"));
}

Result<profile::DeviceProfile> PluginBackend::profile_of(uint32_t number) const {
  const vyre_backend_table& table = plugin_->table();
  vyre_device_info given = VYRE_DEVICE_INFO_INIT;
  VYRE_RETURN_IF_ERROR(plugin_status(*plugin_, plugin_->id(), "get_device_info",
                                     table.get_device_info(table.user, number, &given)));
  return profile_from_c(given, *plugin_);
}

// A device that says nothing right about itself is listed with the reason.
DeviceEntry PluginBackend::describe(uint32_t number) const {
  DeviceEntry device;
  device.version = plugin_->version();
  auto profile = profile_of(number);
  if (profile.ok()) {
    device.profile = profile.take();
  } else {
    device.missing = profile.error().text();
  }
  return device;
}

// One device has the name of the backend. Several are told apart by their UUIDs, or by their
// numbers where these are missing or the same.
void PluginBackend::name_devices(std::vector<DeviceEntry>& devices) const {
  for (size_t i = 0; i < devices.size(); ++i) {
    const auto& uuid = devices[i].profile.device_uuid;
    const auto same = std::ranges::count_if(
        devices, [&](const DeviceEntry& other) { return other.profile.device_uuid == uuid; });
    const bool by_uuid = !capi::is_zero(std::as_bytes(std::span(uuid))) && same == 1;
    const std::string part = by_uuid ? hex_encode(uuid) : std::to_string(i);
    devices[i].id = devices.size() == 1 ? plugin_->id() : concat(plugin_->id(), ":", part);
  }
}

Result<std::vector<DeviceEntry>> PluginBackend::find() {
  VYRE_ASSIGN_OR_RETURN(const uint32_t devices, count());
  std::vector<DeviceEntry> found;
  for (uint32_t number = 0; number < devices; ++number) {
    found.push_back(describe(number));
  }
  name_devices(found);
  devices_ = found;
  return found;
}

Result<std::shared_ptr<backend::Device>> PluginBackend::open(size_t device) {
  const DeviceEntry& chosen = devices_.at(device);
  return open_plugin_device(plugin_, static_cast<uint32_t>(device), chosen.id, chosen.profile,
                            context_);
}

}  // namespace

std::unique_ptr<backend::Backend> plugin_backend(std::shared_ptr<const Plugin> plugin,
                                                 std::weak_ptr<runtime::Context> context) {
  return std::make_unique<PluginBackend>(std::move(plugin), std::move(context));
}

}  // namespace vyre::plugin
