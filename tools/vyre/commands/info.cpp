#include <vyre_driver_plugin.h>
#include <vyre_driver_tools.h>

#include <cstdio>
#include <iterator>

#include "commands.h"
#include "host/joined.h"
#include "host/json.h"

namespace tool {

namespace {

struct Found {
  DeviceList list;  // has the texts of the entries
  std::vector<vyre_device_entry_info> entries;
};

Result<Found> find_devices(vyre_context* context) {
  Found found;
  auto list = make<DeviceList>(
      [&](vyre_device_list** out) { return vyre_device_list_create(context, nullptr, out); });
  if (auto failure = keep(std::move(list), found.list)) return *failure;
  const vyre_device_list_info* info = vyre_device_list_get_info(found.list.get());
  found.entries = list_of(info->devices, info->device_count);
  return found;
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

std::string bytes_text(uint32_t bytes) {
  if (bytes == 0) return "";
  return bytes % 1024 == 0 ? std::to_string(bytes >> 10) + " KiB"
                           : std::to_string(bytes) + " bytes";
}

std::string unless_zero(uint32_t number, const char* unit = "") {
  return number == 0 ? "" : std::to_string(number) + unit;
}

std::string milliseconds(uint64_t nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(nanoseconds) / 1e6);
  return text;
}

std::string_view source_name(uint32_t source) {
  static constexpr std::string_view kNames[] = {"unknown", "reported", "measured"};
  return source < std::size(kNames) ? kNames[source] : kNames[0];
}

std::string_view decision_name(uint32_t decision) {
  static constexpr std::string_view kNames[] = {"nothing", "best",      "software", "score",
                                                "timing",  "bandwidth", "rank",     "acquisition",
                                                "id",      "unusable",  "name",     "exclusion",
                                                "refusal", "oracle",    "dispatch", "program"};
  return decision < std::size(kNames) ? kNames[decision] : kNames[0];
}

double gigabytes(const vyre_device_info& device) {
  return static_cast<double>(device.bytes_per_second) / 1e9;
}

std::string bandwidth(const vyre_device_info& device) {
  if (device.bandwidth_source == VYRE_FACT_UNKNOWN) return "unknown; --measure finds out";
  char text[64];
  std::snprintf(text, sizeof text, "%.1f GB/s (%s)", gigabytes(device),
                std::string(source_name(device.bandwidth_source)).c_str());
  return text;
}

std::string subgroup(const vyre_device_info& device) {
  if (device.subgroup_size_min == device.subgroup_size_max)
    return unless_zero(device.subgroup_size, " lanes");
  return std::to_string(device.subgroup_size) + " lanes, from " +
         std::to_string(device.subgroup_size_min) + " to " +
         std::to_string(device.subgroup_size_max);
}

void print_device(const vyre_device_info& device) {
  print_line("device", std::string(view(device.name)));
  print_line("driver", std::string(view(device.driver)));
  print_line("kind", std::string(kind_name(device.kind)));
  print_line("api version", std::string(view(device.api_version)));
  print_line("memory", mebibytes(device.device_memory_bytes));
  print_line("host memory", mebibytes(device.host_memory_bytes));
  print_line("bandwidth", bandwidth(device));
  print_line("largest buffer", mebibytes(device.max_buffer_bytes));
  print_line("parameters", unless_zero(device.max_parameters, " at most"));
  print_line("workgroup", triple(device.max_workgroup_size) + ", at most " +
                              std::to_string(device.max_workgroup_invocations) + " invocations");
  print_line("grid", triple(device.max_workgroup_count) + " workgroups");
  print_line("workgroup memory", bytes_text(device.workgroup_memory_bytes));
  print_line("subgroup", subgroup(device));
  print_line("loop trips", unless_zero(device.max_loop_trips, " at most"));
  print_line("timing", std::string(timing_name(device.timing_quality)) + " (" +
                           std::string(source_name(device.timing_source)) + ")");
  print_line("features", joined(feature_names(device.features)));
  print_line("quirks", joined(quirk_names(device.quirks)));
}

void print_entry(const vyre_device_entry_info& info) {
  const bool chosen = (info.flags & VYRE_DEVICE_ENTRY_CHOSEN) != 0;
  std::printf("%s%s\n", std::string(view(info.id)).c_str(), chosen ? "  (chosen)" : "");
  print_line("why", std::string(view(info.reason)));
  if ((info.flags & VYRE_DEVICE_ENTRY_USABLE) == 0) return;
  print_device(*info.info);
  print_line("score", std::to_string(info.score) + ", rank " + std::to_string(info.rank) +
                          ", found in " + milliseconds(info.acquisition_ns));
}

void write_device(JsonWriter& json, const vyre_device_info& device) {
  json.key("device").open_object();
  json.member("name", view(device.name)).member("driver", view(device.driver));
  json.member("api_version", view(device.api_version)).member("kind", kind_name(device.kind));
  json.member("vendor_id", device.pci_vendor).member("device_id", device.pci_device);
  json.member("driver_version", device.driver_version);
  json.member("device_uuid", std::string_view(hex(device.device_uuid)));
  json.member("driver_uuid", std::string_view(hex(device.driver_uuid)));
  json.member("memory_bytes", device.device_memory_bytes);
  json.member("host_memory_bytes", device.host_memory_bytes);
  json.member("bytes_per_second", device.bytes_per_second);
  json.member("bandwidth_source", source_name(device.bandwidth_source));
  json.member("max_buffer_bytes", device.max_buffer_bytes);
  json.member("max_parameters", device.max_parameters);
  json.list("max_workgroup_size", device.max_workgroup_size);
  json.list("max_workgroup_count", device.max_workgroup_count);
  json.member("max_workgroup_invocations", device.max_workgroup_invocations);
  json.member("workgroup_memory_bytes", device.workgroup_memory_bytes);
  json.member("compute_units", device.compute_units);
  json.member("subgroups_per_unit", device.subgroups_per_unit);
  json.member("subgroup_size", device.subgroup_size);
  json.member("subgroup_size_min", device.subgroup_size_min);
  json.member("subgroup_size_max", device.subgroup_size_max);
  json.member("max_loop_trips", device.max_loop_trips);
  json.member("max_buffer_accesses", device.max_buffer_accesses);
  json.member("timing", timing_name(device.timing_quality));
  json.member("timing_source", source_name(device.timing_source));
  json.list("quirks", quirk_names(device.quirks));
  json.list("features", feature_names(device.features));
  json.close_object();
}

void write_entry(JsonWriter& json, const vyre_device_entry_info& info) {
  const auto flag = [&](uint64_t bit) { return (info.flags & bit) != 0; };
  json.open_object().member("id", view(info.id));
  json.member("version", info.info == nullptr ? "" : view(info.info->backend_version));
  json.member("usable", flag(VYRE_DEVICE_ENTRY_USABLE))
      .member("oracle", flag(VYRE_DEVICE_ENTRY_ORACLE));
  json.member("candidate", flag(VYRE_DEVICE_ENTRY_CANDIDATE));
  json.member("chosen", flag(VYRE_DEVICE_ENTRY_CHOSEN)).member("reason", view(info.reason));
  json.member("decided_by", decision_name(info.decision));
  json.member("dispatches", flag(VYRE_DEVICE_ENTRY_DISPATCHES));
  json.member("order", info.order).member("score", info.score).member("rank", info.rank);
  json.member("acquisition_ns", info.acquisition_ns);
  if (info.info != nullptr) write_device(json, *info.info);
  json.close_object();
}

void print_json(const std::vector<vyre_device_entry_info>& entries) {
  JsonWriter json;
  json.open_object().member("version", view(vyre_version()));
  std::optional<std::string_view> chosen;
  for (const auto& entry : entries)
    if (entry.flags & VYRE_DEVICE_ENTRY_CHOSEN) chosen = view(entry.id);
  json.member("abi", vyre_abi_version()).member("chosen", chosen).key("backends").open_array();
  for (const vyre_device_entry_info& entry : entries) write_entry(json, entry);
  json.close_array().close_object();
  std::puts(json.text().c_str());
}

void print_text(const std::vector<vyre_device_entry_info>& entries) {
  const char* separator = "";
  for (const vyre_device_entry_info& entry : entries) {
    std::fputs(separator, stdout);
    print_entry(entry);
    separator = "\n";
  }
}

// One line per device: what the order of preference compares, in the order it compares it.
void print_why(const std::vector<vyre_device_entry_info>& entries) {
  std::printf("%-5s %-42s %-8s %5s  %-21s %9s %10s %10s  %s\n", "place", "id", "software", "score",
              "timing", "GB/s", "rank", "found in", "decided by");
  for (const vyre_device_entry_info& info : entries) {
    static constexpr vyre_device_info kUnknown = VYRE_DEVICE_INFO_INIT;
    const vyre_device_info& device = info.info == nullptr ? kUnknown : *info.info;
    const std::string place = info.order == 0 ? "-" : std::to_string(info.order);
    const std::string rank = info.rank == VYRE_RANK_NONE ? "-" : std::to_string(info.rank);
    std::printf("%-5s %-42s %-8s %5u  %-21s %9.1f %10s %10s  %s\n", place.c_str(),
                std::string(view(info.id)).c_str(), device.kind == VYRE_DEVICE_CPU ? "yes" : "no",
                info.score, std::string(timing_name(device.timing_quality)).c_str(),
                gigabytes(device), rank.c_str(), milliseconds(info.acquisition_ns).c_str(),
                std::string(decision_name(info.decision)).c_str());
    std::printf("      %s\n", std::string(view(info.reason)).c_str());
  }
}

std::optional<Failure> measure(vyre_context* context,
                               const std::vector<vyre_device_entry_info>& entries) {
  for (const vyre_device_entry_info& entry : entries) {
    if ((entry.flags & VYRE_DEVICE_ENTRY_USABLE) == 0) continue;
    const Result<Device> device = make<Device>(
        [&](vyre_device** out) { return vyre_device_open_id(context, entry.id.data, out); });
    if (!device) return device.failure();
    if (vyre_error* error = vyre_device_measure_bandwidth(device->get(), nullptr))
      return failure(error);
  }
  return std::nullopt;
}

void print(const InfoOptions& options, const std::vector<vyre_device_entry_info>& entries) {
  if (options.json) return print_json(entries);
  if (options.why) return print_why(entries);
  print_text(entries);
}

}  // namespace

int info(const InfoOptions& options) {
  const Result<Context> context = create_context();
  if (!context) return report(context.failure());
  const auto plugins = load_plugins(context->get(), options.plugins);
  if (!plugins) return report(plugins.failure());
  Result<Found> found = find_devices(context->get());
  if (found && options.measure) {
    const auto failed = measure(context->get(), found->entries);
    if (failed) return report(*failed);
    found = find_devices(context->get());
  }
  if (!found) return report(found.failure());
  print(options, found->entries);
  return kExitOk;
}

}  // namespace tool
