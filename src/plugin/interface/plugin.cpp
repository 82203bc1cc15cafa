#include "plugin/interface/plugin.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "ir/program/display_name.h"

namespace vyre::plugin {
namespace {

constexpr uint64_t kKnownFlags = VYRE_PLUGIN_DISPATCHES | VYRE_PLUGIN_ORDERED |
                                 VYRE_PLUGIN_NO_SPLIT | VYRE_PLUGIN_ONE_AT_A_TIME |
                                 VYRE_PLUGIN_REFERENCE_FUNCTIONS | VYRE_PLUGIN_HOST_IO;
constexpr size_t kLongestId = 64;

template <typename... Parts>
Status broken(std::string_view owner, const Parts&... parts) {
  return fail(Code::kInvalidArgument, owner, " has a broken table: ", parts...);
}

Status check_version(const vyre_backend_table& table, std::string_view owner) {
  if (table.struct_size != sizeof table) {
    return broken(owner, "struct_size is ", table.struct_size, ", expected ", sizeof table,
                  ". Fix: set it to sizeof(vyre_backend_table), and build with the header of this "
                  "library");
  }
  if (table.abi_version == VYRE_ABI_VERSION) return {};
  return fail(Code::kInvalidArgument, owner, " was built for ABI version ", table.abi_version,
              ", this library has ", VYRE_ABI_VERSION,
              ". Fix: build it again with the header of this library");
}

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

Status check_identity(const vyre_backend_table& table, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(capi::check_string(table.id, "id"));
  VYRE_RETURN_IF_ERROR(capi::check_string(table.version, "version"));
  const std::string_view id = capi::view(table.id);
  if (id.empty()) return broken(owner, "|id| is empty. Fix: name the backend");
  if (id.size() <= kLongestId && std::ranges::all_of(id, is_id_character)) return {};
  return broken(owner, "|id| is ", ir::display_name(id.substr(0, 2 * kLongestId)),
                ". Fix: use 1 to ", kLongestId, " letters, digits, '-', '_' and '.'");
}

Status check_bits_of(const vyre_backend_table& table, std::string_view owner) {
  if ((table.flags & ~kKnownFlags) != 0) {
    return broken(owner, "|flags| has the unknown bits ", table.flags & ~kKnownFlags,
                  ". Fix: set VYRE_PLUGIN_ flags only");
  }
  if ((table.set & ~VYRE_PLUGIN_SET_RANK) != 0) {
    return broken(owner, "|set| has the unknown bits ", table.set & ~VYRE_PLUGIN_SET_RANK,
                  ". Fix: set VYRE_PLUGIN_SET_ bits only");
  }
  if (table.rank == 0 || (table.set & VYRE_PLUGIN_SET_RANK) != 0) return {};
  return broken(owner, "|rank| is ", table.rank,
                " and its bit is off. Fix: add VYRE_PLUGIN_SET_RANK to |set|");
}

Status check_required(const vyre_backend_table& table, std::string_view owner) {
  const struct {
    const char* name;
    bool is_set;
  } entries[] = {
      {"get_profile", table.get_profile != nullptr},
      {"open_device", table.open_device != nullptr},
      {"close_device", table.close_device != nullptr},
      {"allocate_memory", table.allocate_memory != nullptr},
      {"free_memory", table.free_memory != nullptr},
      {"write_memory", table.write_memory != nullptr},
      {"read_memory", table.read_memory != nullptr},
      {"compile", table.compile != nullptr},
      {"free_executable", table.free_executable != nullptr},
      {"submit", table.submit != nullptr},
      {"wait", table.wait != nullptr},
      {"free_work", table.free_work != nullptr},
  };
  std::string missing;
  for (const auto& [name, is_set] : entries) {
    if (!is_set) missing += missing.empty() ? name : concat(", ", name);
  }
  if (missing.empty()) return {};
  return broken(owner, "it lacks ", missing, ". Fix: set these entries");
}

Status check_import(const vyre_backend_table& table, std::string_view owner) {
  const uint64_t alignment = table.host_import_alignment;
  const bool imports = table.import_host != nullptr;
  const bool is_power = alignment != 0 && (alignment & (alignment - 1)) == 0;
  if (imports ? is_power : alignment == 0) return {};
  return broken(owner, "|host_import_alignment| is ", alignment, imports ? "" : " without",
                " |import_host|. Fix: set both, the alignment to a power of two, or none");
}

}  // namespace

Status check_table(const vyre_backend_table& table, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(check_version(table, owner));
  VYRE_RETURN_IF_ERROR(check_identity(table, owner));
  VYRE_RETURN_IF_ERROR(check_bits_of(table, owner));
  VYRE_RETURN_IF_ERROR(check_required(table, owner));
  return check_import(table, owner);
}

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
