#include <cstdio>
#include <iterator>

#include "commands.h"
#include "json.h"

namespace tool {

namespace {

// One backend of the list with everything that is known about it.
struct Entry {
  vyre_backend_info info;
  vyre_device_profile profile;
};

Result<std::vector<Entry>> entries_of(const vyre_backend_list* list) {
  std::vector<Entry> entries;
  for (size_t i = 0; i < vyre_backend_list_count(list); ++i) {
    Entry entry{VYRE_BACKEND_INFO_INIT, VYRE_DEVICE_PROFILE_INIT};
    if (vyre_error* error = vyre_backend_list_get(list, i, &entry.info)) return failure(error);
    if (vyre_error* error = vyre_backend_list_get_profile(list, i, &entry.profile))
      return failure(error);
    entries.push_back(entry);
  }
  return entries;
}

std::string_view kind_name(uint32_t kind) {
  static constexpr std::string_view kNames[] = {"other",   "integrated", "discrete",
                                                "virtual", "cpu",        "oracle"};
  return kind < std::size(kNames) ? kNames[kind] : kNames[0];
}

std::string_view timing_name(uint32_t quality) {
  static constexpr std::string_view kNames[] = {"host only", "host enqueue and wait",
                                                "device timestamps", "hardware counters"};
  return quality < std::size(kNames) ? kNames[quality] : kNames[0];
}

std::string hex(const uint8_t (&bytes)[16]) {
  std::string text;
  for (const uint8_t byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", byte);
    text += digits;
  }
  return text;
}

void print_line(const char* label, const std::string& text) {
  if (!text.empty()) std::printf("  %-18s %s\n", label, text.c_str());
}

std::string triple(const uint32_t (&axes)[3]) {
  return std::to_string(axes[0]) + " x " + std::to_string(axes[1]) + " x " +
         std::to_string(axes[2]);
}

std::string mebibytes(uint64_t bytes) {
  return bytes == 0 ? std::string() : std::to_string(bytes >> 20) + " MiB";
}

std::string unless_zero(uint32_t number) { return number == 0 ? "" : std::to_string(number); }

std::string joined(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

void print_profile(const vyre_device_profile& profile) {
  print_line("device", std::string(view(profile.name)));
  print_line("driver", std::string(view(profile.driver)));
  print_line("kind", std::string(kind_name(profile.kind)));
  print_line("api version", std::string(view(profile.api_version)));
  print_line("memory", mebibytes(profile.device_memory_bytes));
  print_line("largest buffer", mebibytes(profile.max_buffer_bytes));
  print_line("buffers", unless_zero(profile.max_buffers));
  print_line("workgroup", triple(profile.max_workgroup_size) + ", at most " +
                              std::to_string(profile.max_workgroup_invocations) + " invocations");
  print_line("grid", triple(profile.max_workgroup_count));
  print_line("workgroup memory", unless_zero(profile.workgroup_memory_bytes));
  print_line("subgroup", unless_zero(profile.subgroup_size));
  print_line("loop trips", unless_zero(profile.max_loop_trips));
  print_line("timing", std::string(timing_name(profile.timing_quality)));
  print_line("features", joined(feature_names(profile.features)));
}

void print_entry(const Entry& entry) {
  const vyre_backend_info& info = entry.info;
  const bool chosen = (info.flags & VYRE_BACKEND_CHOSEN) != 0;
  std::printf("%s%s\n", std::string(view(info.id)).c_str(), chosen ? "  (chosen)" : "");
  print_line("why", std::string(view(info.reason)));
  if ((info.flags & VYRE_BACKEND_USABLE) == 0) return;
  print_profile(entry.profile);
  print_line("score", std::to_string(info.score) + ", rank " + std::to_string(info.rank) +
                          ", opened in " + std::to_string(info.acquisition_ns / 1000) + " us");
}

void write_triple(JsonWriter& json, std::string_view name, const uint32_t (&axes)[3]) {
  json.key(name).open_array();
  for (const uint32_t axis : axes) json.value(axis);
  json.close_array();
}

void write_features(JsonWriter& json, uint64_t features) {
  json.key("features").open_array();
  for (std::string_view name : feature_names(features)) json.value(name);
  json.close_array();
}

void write_profile(JsonWriter& json, const vyre_device_profile& profile) {
  json.key("device").open_object();
  json.member("name", view(profile.name)).member("driver", view(profile.driver));
  json.member("api_version", view(profile.api_version)).member("kind", kind_name(profile.kind));
  json.member("vendor_id", profile.vendor_id).member("device_id", profile.device_id);
  json.member("driver_version", profile.driver_version);
  json.member("device_uuid", std::string_view(hex(profile.device_uuid)));
  json.member("driver_uuid", std::string_view(hex(profile.driver_uuid)));
  json.member("memory_bytes", profile.device_memory_bytes);
  json.member("memory_bandwidth_gbps", profile.memory_bandwidth_gbps);
  json.member("max_buffer_bytes", profile.max_buffer_bytes);
  json.member("max_buffers", profile.max_buffers);
  write_triple(json, "max_workgroup_size", profile.max_workgroup_size);
  write_triple(json, "max_workgroup_count", profile.max_workgroup_count);
  json.member("max_workgroup_invocations", profile.max_workgroup_invocations);
  json.member("workgroup_memory_bytes", profile.workgroup_memory_bytes);
  json.member("subgroup_size", profile.subgroup_size);
  json.member("max_loop_trips", profile.max_loop_trips);
  json.member("timing", timing_name(profile.timing_quality));
  write_features(json, profile.features);
  json.close_object();
}

void write_entry(JsonWriter& json, const Entry& entry) {
  const vyre_backend_info& info = entry.info;
  const auto flag = [&](uint64_t bit) { return (info.flags & bit) != 0; };
  json.open_object().member("id", view(info.id)).member("version", view(info.version));
  json.member("usable", flag(VYRE_BACKEND_USABLE)).member("oracle", flag(VYRE_BACKEND_ORACLE));
  json.member("candidate", flag(VYRE_BACKEND_CANDIDATE));
  json.member("chosen", flag(VYRE_BACKEND_CHOSEN)).member("reason", view(info.reason));
  json.member("order", info.order).member("score", info.score).member("rank", info.rank);
  json.member("acquisition_ns", info.acquisition_ns);
  if (flag(VYRE_BACKEND_USABLE)) write_profile(json, entry.profile);
  json.close_object();
}

void print_json(const std::vector<Entry>& entries) {
  JsonWriter json;
  json.open_object().member("version", view(vyre_version()));
  json.member("abi", vyre_abi_version()).key("chosen");
  std::string_view chosen;
  for (const Entry& entry : entries)
    if (entry.info.flags & VYRE_BACKEND_CHOSEN) chosen = view(entry.info.id);
  if (chosen.empty())
    json.null();
  else
    json.value(chosen);
  json.key("backends").open_array();
  for (const Entry& entry : entries) write_entry(json, entry);
  json.close_array().close_object();
  std::puts(json.text().c_str());
}

void print_text(const std::vector<Entry>& entries) {
  const char* separator = "";
  for (const Entry& entry : entries) {
    std::fputs(separator, stdout);
    print_entry(entry);
    separator = "\n";
  }
}

}  // namespace

int info(const InfoOptions& options) {
  const Result<Context> context = create_context();
  if (!context) return report(context.failure());
  const auto plugins = load_plugins(context->get(), options.plugins);
  if (!plugins) return report(plugins.failure());
  const Result<BackendList> list = make<BackendList>([&](vyre_backend_list** out) {
    return vyre_backend_list_create(context->get(), nullptr, out);
  });
  if (!list) return report(list.failure(), kExitFailed);
  const Result<std::vector<Entry>> entries = entries_of(list->get());
  if (!entries) return report(entries.failure(), kExitFailed);
  if (options.json)
    print_json(*entries);
  else
    print_text(*entries);
  return kExitOk;
}

}  // namespace tool
