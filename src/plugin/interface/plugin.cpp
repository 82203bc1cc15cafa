#include "plugin/interface/plugin.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

namespace vyre::plugin {

Plugin::Plugin(std::string owner, std::shared_ptr<SharedLibrary> library,
               std::unique_ptr<PluginHost> host, const vyre_backend_table& table)
    : owner_(std::move(owner)),
      library_(std::move(library)),
      host_(std::move(host)),
      id_(capi::view(table.id)),
      version_(table.version.size == 0 ? "unspecified" : capi::view(table.version)),
      table_(table) {
  table_.id = table_.version = {nullptr, 0};
}

Plugin::~Plugin() {
  if (owned_ && table_.destroy != nullptr) table_.destroy(table_.user);
}

Status plugin_status(const Plugin& plugin, std::string_view backend_id, std::string_view function,
                     vyre_error* error) {
  if (error != nullptr && !take_back_error(error) && plugin.is_loaded()) {
    return plugin_mistake(backend_id, function, "returned an error that the host did not make");
  }
  Status status = capi::take_status(error);
  if (status.ok()) return status;
  status.info().text = concat("backend '", backend_id, "', ", function, ": ", status.text());
  return status;
}

Status plugin_mistake(std::string_view backend_id, std::string_view function,
                      std::string_view what) {
  return fail(Code::kInternal, "backend '", backend_id, "', ", function, ": it has ", what,
              ". Fix: correct this function of the backend's table");
}

}  // namespace vyre::plugin
