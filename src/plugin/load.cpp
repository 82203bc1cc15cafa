#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/system/trusted_folder.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "plugin/backend/backend.h"

using vyre::Code;
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

// The whole of a table from an older or newer header, which may be shorter or longer than ours.
Result<vyre_backend_table> copy_table(const vyre_backend_table* given, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(require(given, "table"));
  const auto* bytes = reinterpret_cast<const std::byte*>(given);
  const size_t size = given->struct_size;
  if (size > sizeof(vyre_backend_table) && size <= 4096 &&
      is_zero({bytes + sizeof(vyre_backend_table), bytes + size})) {
    vyre_backend_table table = *given;
    table.struct_size = sizeof table;
    VYRE_RETURN_IF_ERROR(check_table(table, owner));
    return table;
  }
  VYRE_RETURN_IF_ERROR(check_table(*given, owner));
  return *given;
}

Status add(const std::shared_ptr<Context>& context, const std::shared_ptr<Plugin>& plugin) {
  return context->inventory().add(plugin_backend(plugin, context));
}

// What |desc| allows; empty: every file.
Result<std::vector<Digest>> digests_of(const vyre_plugin_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_plugin_desc desc,
                        VYRE_READ_DESC(given, vyre_plugin_desc, VYRE_PLUGIN_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, 0, "vyre_plugin_desc.flags"));
  if (desc.digest_count == 0) return std::vector<Digest>();
  VYRE_RETURN_IF_ERROR(require(desc.digests, "digests"));
  if (desc.digest_count > kMaxDigests) {
    return fail(Code::kInvalidArgument, "vyre_plugin_desc has ", desc.digest_count,
                " digests. Fix: give ", kMaxDigests, " at most");
  }
  std::vector<Digest> digests(desc.digest_count);
  std::memcpy(digests.data(), desc.digests, digests.size() * sizeof(Digest));
  return digests;
}

Status check_path(vyre_string path, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_string(path, name));
  if (path.size != 0 && view(path).find('\0') == std::string_view::npos) return {};
  return fail(Code::kInvalidArgument, "|", name, "| is empty or has a zero byte. Fix: name it");
}

Result<void*> entry_of(const SharedLibrary& library) {
  void* const symbol = library.find("vyre_plugin_entry");
  if (symbol != nullptr) return symbol;
  return fail(Code::kInvalidArgument, "the library '", library.path(),
              "' has no function vyre_plugin_entry. Fix: name a plug-in, and let it export that "
              "function");
}

// What the plug-in says it is. Once this has succeeded, its table has to be destroyed.
Status ask(const SharedLibrary& library, const PluginHost& host, std::string_view owner,
           vyre_backend_table& table) {
  VYRE_ASSIGN_OR_RETURN(void* const symbol, entry_of(library));
  const auto entry = reinterpret_cast<vyre_plugin_entry_fn>(symbol);
  table = {};
  table.struct_size = sizeof table;
  vyre_error* error = entry(host.table(), &table);
  if (error != nullptr && !take_back_error(error)) {
    return fail(Code::kInvalidArgument, owner, " refuses to load with an error that the host did ",
                "not make. Fix: make it with error_create");
  }
  Status status = take_status(error);
  if (!status.ok()) status.info().text = concat(owner, " refuses to load: ", status.text());
  return status;
}

Result<std::shared_ptr<Plugin>> load(const std::shared_ptr<Context>& context,
                                     const std::string& path, std::span<const Digest> digests) {
  VYRE_ASSIGN_OR_RETURN(auto library, SharedLibrary::open(vyre::system_libraries(), path, digests));
  auto host = host_of(*context);
  std::string owner = concat("plug-in '", path, "'");
  vyre_backend_table table;
  VYRE_RETURN_IF_ERROR(ask(*library, *host, owner, table));
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
    const vyre_string code = vyre_error_code_name(static_cast<int32_t>(plugin.error().code()));
    findings.push_back({std::string(view(code)), file, plugin.error().text()});
  }
  return findings.empty() ? Status() : not_all_loaded(folder, files.size(), std::move(findings));
}

}  // namespace

vyre_error* vyre_context_add_backend(vyre_context* context, const vyre_backend_table* table) {
  return guard(context, "context", [&]() -> Status {
    std::string owner = "the host's backend";
    VYRE_ASSIGN_OR_RETURN(const vyre_backend_table copy, copy_table(table, owner));
    const auto plugin =
        std::make_shared<Plugin>(std::move(owner), nullptr, host_of(*context->rep), copy);
    VYRE_RETURN_IF_ERROR(add(context->rep, plugin));
    plugin->own();
    return {};
  });
}

vyre_error* vyre_context_load_plugin(vyre_context* context, vyre_string path,
                                     const vyre_plugin_desc* desc, vyre_string* out_id) {
  return guard_optional(out_id, [&](vyre_string& id) -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    VYRE_RETURN_IF_ERROR(check_path(path, "path"));
    VYRE_ASSIGN_OR_RETURN(const std::vector<Digest> digests, digests_of(desc));
    VYRE_ASSIGN_OR_RETURN(const auto plugin, load(context->rep, std::string(view(path)), digests));
    id = to_c(plugin->id());
    return {};
  });
}

vyre_error* vyre_context_load_plugins(vyre_context* context, vyre_string folder,
                                      const vyre_plugin_desc* desc) {
  return guard(context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_path(folder, "folder"));
    VYRE_ASSIGN_OR_RETURN(const std::vector<Digest> digests, digests_of(desc));
    return load_all(context->rep, std::string(view(folder)), digests);
  });
}
