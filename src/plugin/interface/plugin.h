#pragma once

#include <memory>
#include <string>

#include "base/system/shared_library.h"
#include "plugin/interface/host.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {

// The table as this library knows it: entries that an older header lacks are null, what a newer one
// adds is left out. Fails for what is no table of this ABI version. |owner| says in messages where
// it comes from.
Result<vyre_backend_table> known_table(const vyre_backend_table& given, std::string_view owner);

// Whether such a table can be used.
Status check_table(const vyre_backend_table& table, std::string_view owner);

// A checked table with all that it needs: the functions of the host and the library that its code
// lies in. Every object made with the table owns it; the last one ends it.
class Plugin {
 public:
  // |owner| says in messages where the table comes from.
  Plugin(std::string owner, std::shared_ptr<SharedLibrary> library,
         std::unique_ptr<PluginHost> host, const vyre_backend_table& table);
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  // From now on the table's |destroy| will be called in the end.
  void own() { owned_ = true; }

  const std::string& owner() const { return owner_; }
  const vyre_backend_table& table() const { return table_; }
  const PluginHost& host() const { return *host_; }
  bool is_loaded() const { return library_ != nullptr; }  // else it is the host's own code
  const std::string& id() const { return id_; }
  const std::string& version() const { return version_; }
  bool is_versioned() const { return versioned_; }
  bool has(vyre_plugin_flags flag) const { return (table_.flags & flag) != 0; }

 private:
  const std::string owner_;
  // The code ends last, the functions of the host before it.
  const std::shared_ptr<SharedLibrary> library_;  // null: the host's own code
  const std::unique_ptr<PluginHost> host_;
  const std::string id_;
  const bool versioned_;  // else nobody knows when its kernels have changed
  const std::string version_;
  vyre_backend_table table_;  // its strings are empty
  bool owned_ = false;        // constant once others see the object
};

// What |error|, which |function| of a backend has returned, says; success for null. The error is
// destroyed. One that a plug-in cannot have is not touched.
Status plugin_status(const Plugin& plugin, std::string_view backend_id, std::string_view function,
                     vyre_error* error);

// A failure of ours about what |function| of a backend did.
Status plugin_mistake(std::string_view backend_id, std::string_view function,
                      std::string_view what);

}  // namespace vyre::plugin
