#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <string_view>

#include "backend/device.h"
#include "base/status/log.h"
#include "capi/boundary/info.h"
#include "spirv/lower.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {

// The errors that plug-ins hold now. A plug-in can only return those that the host's functions have
// given it; what else it returns as one is never looked at.

// |error|, which goes to a plug-in. Null stays null.
vyre_error* lent_error(vyre_error* error) noexcept;

// Whether a plug-in holds |error|, which it then does not any more.
bool take_back_error(const vyre_error* error) noexcept;

// The functions that one table may call, and what they need.
class PluginHost {
 public:
  PluginHost(LogSink log, std::shared_ptr<std::pmr::memory_resource> memory);
  PluginHost(const PluginHost&) = delete;
  PluginHost& operator=(const PluginHost&) = delete;

  const vyre_plugin_host* table() const { return &table_; }
  const std::shared_ptr<std::pmr::memory_resource>& memory() const { return memory_; }

  // A message for the application's log.
  void tell(LogLevel level, std::string_view text) const {
    if (log_) log_(level, text);
  }

 private:
  static void log(void* context, vyre_log_level level, vyre_string text);

  const LogSink log_;
  const std::shared_ptr<std::pmr::memory_resource> memory_;  // null: the C++ heap
  vyre_plugin_host table_;
};

}  // namespace vyre::plugin

// What the host's functions know about one call of |compile|.
struct vyre_compilation {
  const vyre::launch::KernelSource& source;
  const vyre::profile::DeviceProfile& profile;
  const vyre::plugin::PluginHost& host;
  std::string_view backend_id;
  std::optional<vyre::spirv::Module> module;  // once asked for
  vyre::capi::Items<vyre_string> trap_sites;  // of the module
};
