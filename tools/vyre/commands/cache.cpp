#include <vyre_driver_tools.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "commands.h"
#include "host/json.h"
#include "host/table.h"

namespace tool {
namespace {

using CacheList = std::unique_ptr<vyre_cache_list, Destroy<vyre_cache_list_destroy>>;

Result<Context> open_folder(const CacheOptions& options, bool read_only) {
  const char* usual = std::getenv("VYRE_CACHE_DIR");
  if (options.folder.empty() && (usual == nullptr || *usual == '\0'))
    return Failure{"no folder is named. Fix: add --folder FOLDER, or set VYRE_CACHE_DIR."};
  DeviceOptions with_folder;
  with_folder.cache_folder = options.folder;
  with_folder.cache_read_only = read_only;
  with_folder.cache_bytes = options.bytes;
  return create_context(with_folder);
}

std::string time_text(int64_t nanoseconds) {
  const std::time_t seconds = nanoseconds / 1'000'000'000;
  std::tm parts{};
  char text[32] = "";
  if (gmtime_r(&seconds, &parts) != nullptr)
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

std::string state_text(const vyre_cache_entry_info& entry, bool checked) {
  if (!checked) return "";
  return entry.damaged == 0 ? "good" : std::string(view(vyre_cache_miss_name(entry.damaged)));
}

void print_table(const std::vector<vyre_cache_entry_info>& entries, bool checked) {
  std::vector<std::string> header = {"entry", "bytes", "last used (UTC)"};
  if (checked) header.emplace_back("state");
  Table table(header);
  uint64_t bytes = 0;
  for (const vyre_cache_entry_info& entry : entries) {
    std::vector<std::string> row = {std::string(view(entry.path)), std::to_string(entry.bytes),
                                    time_text(entry.used_ns)};
    if (checked) row.push_back(state_text(entry, checked));
    table.add(row);
    bytes += entry.bytes;
  }
  std::fputs(table.text().c_str(), stdout);
  std::printf("%zu entries, %" PRIu64 " bytes\n", entries.size(), bytes);
}

void print_json(const std::vector<vyre_cache_entry_info>& entries, bool checked) {
  JsonWriter json;
  json.open_object().key("entries").open_array();
  for (const vyre_cache_entry_info& entry : entries) {
    json.open_object().member("path", view(entry.path)).member("bytes", entry.bytes);
    json.member("used_ns", static_cast<uint64_t>(entry.used_ns));
    if (checked) json.member("state", state_text(entry, checked));
    json.close_object();
  }
  json.close_array().close_object();
  std::puts(json.text().c_str());
}

int print_entries(const CacheOptions& options, bool check) {
  const Result<Context> context = open_folder(options, true);
  if (!context) return report(context.failure());
  const Result<CacheList> list = make<CacheList>([&](vyre_cache_list** out) {
    return vyre_cache_list_create(context->get(), check ? VYRE_CACHE_LIST_CHECK : 0, out);
  });
  if (!list) return report(list.failure());
  const vyre_cache_list_info* info = vyre_cache_list_get_info(list->get());
  const auto entries = list_of(info->entries, info->entry_count);
  options.json ? print_json(entries, check) : print_table(entries, check);
  for (const vyre_cache_entry_info& entry : entries)
    if (entry.damaged != 0) return kExitFailed;
  return kExitOk;
}

using Remove = vyre_error* (*)(vyre_context* context, uint64_t* out_removed);

int remove_entries(const CacheOptions& options, Remove remove) {
  const Result<Context> context = open_folder(options, false);
  if (!context) return report(context.failure());
  uint64_t removed = 0;
  if (vyre_error* error = remove(context->get(), &removed)) return report(failure(error));
  std::printf("%" PRIu64 " entries removed\n", removed);
  return kExitOk;
}

}  // namespace

int cache_list(const CacheOptions& options) { return print_entries(options, false); }

int cache_verify(const CacheOptions& options) { return print_entries(options, true); }

int cache_trim(const CacheOptions& options) {
  return remove_entries(options, vyre_context_trim_cache);
}

int cache_clear(const CacheOptions& options) {
  return remove_entries(options, vyre_context_clear_cache);
}

}  // namespace tool
