#include "plugin/interface/plugin.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/encoding/shown.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "ir/program/display_name.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

constexpr uint64_t kKnownFlags = VYRE_PLUGIN_DISPATCHES | VYRE_PLUGIN_ORDERED |
                                 VYRE_PLUGIN_NO_SPLIT | VYRE_PLUGIN_ONE_AT_A_TIME |
                                 VYRE_PLUGIN_REFERENCE_FUNCTIONS | VYRE_PLUGIN_HOST_IO |
                                 VYRE_PLUGIN_GRID_FROM_MEMORY;
constexpr size_t kLongestId = 64;
constexpr size_t kLongestVersion = 256;
constexpr std::string_view kOracleIds[] = {"reference", "oracle", "cpu-ref"};

template <typename... Parts>
Status broken(std::string_view owner, const Parts&... parts) {
  return fail(Code::kInvalidArgument, owner, " has a broken table: ", parts...);
}

// What every table has, whatever the age of its header.
constexpr size_t kIdentityBytes = offsetof(vyre_backend_table, get_device_info);

Status check_size(size_t size, std::string_view owner) {
  if (size >= kIdentityBytes && size % alignof(vyre_backend_table) == 0) return {};
  return broken(owner, "struct_size is ", size,
                ", which no table has. Fix: begin with VYRE_BACKEND_TABLE_INIT");
}

Status check_version(uint32_t version, std::string_view owner) {
  if (version == VYRE_ABI_VERSION) return {};
  return fail(Code::kInvalidArgument, owner, " was built for ABI version ", version,
              ", this library has ", VYRE_ABI_VERSION,
              ". Fix: build it again with the header of this library");
}

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.';
}

Status check_text(vyre_string text, std::string_view name, std::string_view owner) {
  if (text.data != nullptr || text.size == 0) return {};
  return broken(owner, "|", name, "| has ", text.size,
                " bytes at a null pointer. Fix: leave {NULL, 0} for the empty string");
}

// It names what is kept, so none is like another.
Status check_version(vyre_string version, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(check_text(version, "version", owner));
  if (is_shown(capi::view(version), kLongestVersion)) return {};
  return broken(owner, "|version| is ", ir::display_name(capi::view(version)),
                ". Fix: use UTF-8 without control characters, ", kLongestVersion,
                " bytes at the most");
}

Status check_identity(const vyre_backend_table& table, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(check_text(table.id, "id", owner));
  VYRE_RETURN_IF_ERROR(check_version(table.version, owner));
  const std::string_view id = capi::view(table.id);
  if (id.empty()) return broken(owner, "|id| is empty. Fix: name the backend");
  if (std::ranges::find(kOracleIds, id) != std::end(kOracleIds)) {
    return broken(owner, "|id| is '", id, "', which is the oracle's. Fix: take another name");
  }
  if (id.size() <= kLongestId && std::ranges::all_of(id, is_id_character)) return {};
  return broken(owner, "|id| is ", ir::display_name(id.substr(0, 2 * kLongestId)),
                ". Fix: use 1 to ", kLongestId, " letters, digits, '-', '_' and '.'");
}

Status check_flags(const vyre_backend_table& table, std::string_view owner) {
  const uint64_t unknown = table.flags & ~kKnownFlags;
  if (unknown == 0) return {};
  return broken(owner, "|flags| has the unknown bits ", unknown,
                ". Fix: set VYRE_PLUGIN_ flags of this library's header only");
}

Status check_required(const vyre_backend_table& table, std::string_view owner) {
  const struct {
    const char* name;
    bool is_set;
  } entries[] = {
      {"get_device_info", table.get_device_info != nullptr},
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

}  // namespace

Result<vyre_backend_table> known_table(const vyre_backend_table& given, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(check_size(given.struct_size, owner));
  VYRE_RETURN_IF_ERROR(check_version(given.abi_version, owner));
  vyre_backend_table table{};
  std::memcpy(&table, &given, std::min(given.struct_size, sizeof table));
  table.struct_size = sizeof table;
  return table;
}

Status check_table(const vyre_backend_table& table, std::string_view owner) {
  VYRE_RETURN_IF_ERROR(check_identity(table, owner));
  VYRE_RETURN_IF_ERROR(check_flags(table, owner));
  return check_required(table, owner);
}

Plugin::Plugin(std::string owner, std::shared_ptr<SharedLibrary> library,
               std::unique_ptr<PluginHost> host, const vyre_backend_table& table)
    : owner_(std::move(owner)),
      library_(std::move(library)),
      host_(std::move(host)),
      id_(capi::view(table.id)),
      versioned_(table.version.size != 0),
      version_(!versioned_ ? "unspecified" : capi::view(table.version)),
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
