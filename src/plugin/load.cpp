#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/system/trusted_folder.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "plugin/backend/backend.h"
#include "plugin/interface/ops.h"
#include "vyre_driver_plugin.h"

using vyre::Code;
using vyre::code_name;
using vyre::concat;
using vyre::Digest;
using vyre::Result;
using vyre::SharedLibrary;
using vyre::Status;
using vyre::runtime::Context;
using namespace vyre::capi;
using namespace vyre::plugin;

namespace {

constexpr size_t kMaxDigests = 1u << 16;

std::unique_ptr<PluginHost> host_of(const Context& context) {
  return std::make_unique<PluginHost>(context.log_sink(), context.shared_memory());
}

// With the ops that it brings. These are its own when they are published.
Status add(const std::shared_ptr<Context>& context, const std::shared_ptr<Plugin>& plugin) {
  VYRE_ASSIGN_OR_RETURN(vyre_op_sink sink, ops_of(plugin));
  VYRE_RETURN_IF_ERROR(context->inventory().add(
      plugin_backend(plugin, context), [&] { return publish(sink, context->registry()); }));
  for (OpSetup& setup : sink.ops) setup.user_data.own();
  return {};
}

// Of the files that may be loaded; empty: all may.
Result<std::vector<Digest>> digests_of(const vyre_bytes* given, size_t count) {
  if (count != 0) VYRE_RETURN_IF_ERROR(require(given, "digests"));
  if (count > kMaxDigests) {
    return fail(Code::kInvalidArgument, "digest_count is ", count, ". Fix: give ", kMaxDigests,
                " at most");
  }
  std::vector<Digest> digests(count);
  for (size_t i = 0; i < count; ++i) {
    const std::string name = concat("digests[", i, "]");
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(given[i].data, given[i].size, name));
    if (bytes.size() != sizeof(Digest)) {
      return fail(Code::kInvalidArgument, name, " has ", bytes.size(),
                  " bytes. Fix: give the BLAKE3 digest of a file, ", sizeof(Digest), " bytes");
    }
    std::memcpy(digests[i].data(), bytes.data(), sizeof(Digest));
  }
  return digests;
}

Status check_path(vyre_string path, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_file_name(path, name));
  if (path.size != 0) return {};
  return fail(Code::kInvalidArgument, name, " is empty. Fix: name it");
}

Result<void*> entry_of(const SharedLibrary& library) {
  void* const symbol = library.find("vyre_plugin_entry");
  if (symbol != nullptr) return symbol;
  return fail(Code::kInvalidArgument, "the library '", library.path(),
              "' has no function vyre_plugin_entry. Fix: name a plug-in, and let it export that "
              "function");
}

// The table of a plug-in, which is static in it.
Result<const vyre_backend_table*> ask(const SharedLibrary& library, const PluginHost& host,
                                      std::string_view owner) {
  VYRE_ASSIGN_OR_RETURN(void* const symbol, entry_of(library));
  const auto entry = reinterpret_cast<vyre_plugin_entry_fn>(symbol);
  const vyre_backend_table* table = nullptr;
  vyre_error* error = entry(host.table(), &table);
  if (error != nullptr && !take_back_error(error)) {
    return fail(Code::kInvalidArgument, owner, " refuses to load with an error that the host did ",
                "not make. Fix: make it with error_create");
  }
  Status status = take_status(error);
  if (!status.ok()) {
    status.info().text = concat(owner, " refuses to load: ", status.text());
    return status;
  }
  if (table != nullptr) return table;
  return fail(Code::kInvalidArgument, owner,
              " loads without a table. Fix: set |out_table| in vyre_plugin_entry");
}

Result<std::shared_ptr<Plugin>> load(const std::shared_ptr<Context>& context,
                                     const std::string& path, std::span<const Digest> digests) {
  VYRE_ASSIGN_OR_RETURN(auto library, SharedLibrary::open(vyre::system_libraries(), path, digests));
  auto host = host_of(*context);
  std::string owner = concat("plug-in '", path, "'");
  VYRE_ASSIGN_OR_RETURN(const vyre_backend_table* const given, ask(*library, *host, owner));
  VYRE_ASSIGN_OR_RETURN(const vyre_backend_table table, known_table(*given, owner));
  Status status = check_table(table, owner);
  if (!status.ok()) {
    if (table.destroy != nullptr) table.destroy(table.user);
    return status;
  }
  auto plugin =
      std::make_shared<Plugin>(std::move(owner), std::move(library), std::move(host), table);
  plugin->own();
  VYRE_RETURN_IF_ERROR(add(context, plugin));
  return plugin;
}

// The paths of what may be plug-ins, in the order of their names.
Result<std::vector<std::string>> plugins_in(const std::string& path) {
  VYRE_ASSIGN_OR_RETURN(const vyre::Folder folder, vyre::Folder::open(path));
  VYRE_ASSIGN_OR_RETURN(std::vector<std::string> names, folder.names(""));
  std::erase_if(names, [](const std::string& name) {
    return !name.ends_with(".so") && !name.ends_with(".dylib") && !name.ends_with(".dll");
  });
  for (std::string& name : names) name = concat(folder.path(), "/", name);
  std::erase_if(names, [](const std::string& file) { return !vyre::is_regular_file(file); });
  return names;
}

Status not_all_loaded(const std::string& folder, size_t count,
                      std::vector<vyre::Finding> findings) {
  Status status =
      fail(Code::kInvalidArgument, findings.size(), " of ", count, " plug-ins of the folder '",
           folder, "' are not loaded: ", findings.front().text);
  status.info().findings = std::move(findings);
  return status;
}

Status load_all(const std::shared_ptr<Context>& context, const std::string& folder,
                std::span<const Digest> digests) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<std::string> files, plugins_in(folder));
  std::vector<vyre::Finding> findings;
  for (const std::string& file : files) {
    const auto plugin = load(context, file, digests);
    if (plugin.ok()) continue;
    findings.push_back(
        {std::string(code_name(plugin.error().code())), file, plugin.error().text()});
  }
  return findings.empty() ? Status() : not_all_loaded(folder, files.size(), std::move(findings));
}

}  // namespace

vyre_error* vyre_context_add_backend(vyre_context* context, const vyre_backend_table* table) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(table, "table"));
    std::string owner = "the host's backend";
    VYRE_ASSIGN_OR_RETURN(const vyre_backend_table known, known_table(*table, owner));
    VYRE_RETURN_IF_ERROR(check_table(known, owner));
    const auto plugin =
        std::make_shared<Plugin>(std::move(owner), nullptr, host_of(*context->rep), known);
    VYRE_RETURN_IF_ERROR(add(context->rep, plugin));
    plugin->own();
    return {};
  });
}

vyre_error* vyre_context_load_plugin(vyre_context* context, vyre_string path,
                                     const vyre_bytes* digests, size_t digest_count,
                                     vyre_string* out_backend) {
  return guard_optional(out_backend, VYRE_ARG(context), [&](vyre_string& id) -> Status {
    VYRE_RETURN_IF_ERROR(check_path(path, "path"));
    VYRE_ASSIGN_OR_RETURN(const auto allowed, digests_of(digests, digest_count));
    VYRE_ASSIGN_OR_RETURN(const auto plugin, load(context->rep, std::string(view(path)), allowed));
    id = to_c(plugin->id());
    return {};
  });
}

vyre_error* vyre_context_load_plugins(vyre_context* context, vyre_string folder,
                                      const vyre_bytes* digests, size_t digest_count) {
  return guard(VYRE_ARG(context), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_path(folder, "folder"));
    VYRE_ASSIGN_OR_RETURN(const auto allowed, digests_of(digests, digest_count));
    return load_all(context->rep, std::string(view(folder)), allowed);
  });
}
