#include <cstdio>
#include <iterator>

#include "commands.h"
#include "host/joined.h"
#include "host/json.h"

namespace tool {

namespace {

// One backend of the list with everything that is known about it.
struct Entry {
  vyre_backend_info info;
  vyre_device_profile profile;
};

struct Found {
  BackendList list;  // has the texts of the entries
  std::vector<Entry> entries;
};

Result<Found> find_backends(vyre_context* context) {
  Found found;
  auto list = make<BackendList>(
      [&](vyre_backend_list** out) { return vyre_backend_list_create(context, nullptr, out); });
  if (auto failure = keep(std::move(list), found.list)) return *failure;
  for (size_t i = 0; i < vyre_backend_list_count(found.list.get()); ++i) {
    Entry& entry = found.entries.emplace_back();
    entry = {VYRE_BACKEND_INFO_INIT, VYRE_DEVICE_PROFILE_INIT};
    vyre_error* error = vyre_backend_list_get(found.list.get(), i, &entry.info);
    if (!error) error = vyre_backend_list_get_profile(found.list.get(), i, &entry.profile);
    if (error) return failure(error);
  }
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

std::string unless_zero(uint32_t number) { return number == 0 ? "" : std::to_string(number); }

std::string_view source_name(uint32_t source) {
  static constexpr std::string_view kNames[] = {"unknown", "reported", "measured"};
  return source < std::size(kNames) ? kNames[source] : kNames[0];
}

std::string_view decision_name(uint32_t decision) {
  static constexpr std::string_view kNames[] = {"nothing", "best",      "software", "score",
                                                "timing",  "bandwidth", "rank",     "acquisition",
                                                "id",      "unusable",  "name",     "exclusion",
                                                "refusal", "oracle",    "dispatch"};
  return decision < std::size(kNames) ? kNames[decision] : kNames[0];
}

std::string bandwidth(const vyre_device_profile& profile) {
  if (profile.bandwidth_source == VYRE_FACT_UNKNOWN) return "unknown; --measure finds out";
  char text[64];
  std::snprintf(text, sizeof text, "%.1f GB/s (%s)", profile.memory_bandwidth_gbps,
                std::string(source_name(profile.bandwidth_source)).c_str());
  return text;
}

std::string subgroup(const vyre_device_profile& profile) {
  if (profile.subgroup_size_min == profile.subgroup_size_max)
    return unless_zero(profile.subgroup_size);
  return std::to_string(profile.subgroup_size) + ", from " +
         std::to_string(profile.subgroup_size_min) + " to " +
         std::to_string(profile.subgroup_size_max);
}

void print_profile(const vyre_device_profile& profile) {
  print_line("device", std::string(view(profile.name)));
  print_line("driver", std::string(view(profile.driver)));
  print_line("kind", std::string(kind_name(profile.kind)));
  print_line("api version", std::string(view(profile.api_version)));
  print_line("memory", mebibytes(profile.device_memory_bytes));
  print_line("host memory", mebibytes(profile.host_memory_bytes));
  print_line("bandwidth", bandwidth(profile));
  print_line("largest buffer", mebibytes(profile.max_buffer_bytes));
  print_line("buffers", unless_zero(profile.max_buffers));
  print_line("workgroup", triple(profile.max_workgroup_size) + ", at most " +
                              std::to_string(profile.max_workgroup_invocations) + " invocations");
  print_line("grid", triple(profile.max_workgroup_count));
  print_line("workgroup memory", unless_zero(profile.workgroup_memory_bytes));
  print_line("subgroup", subgroup(profile));
  print_line("loop trips", unless_zero(profile.max_loop_trips));
  print_line("timing", std::string(timing_name(profile.timing_quality)) + " (" +
                           std::string(source_name(profile.timing_source)) + ")");
  print_line("features", joined(feature_names(profile.features)));
  print_line("quirks", joined(quirk_names(profile.quirks)));
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

void write_profile(JsonWriter& json, const vyre_device_profile& profile) {
  json.key("device").open_object();
  json.member("name", view(profile.name)).member("driver", view(profile.driver));
  json.member("api_version", view(profile.api_version)).member("kind", kind_name(profile.kind));
  json.member("vendor_id", profile.vendor_id).member("device_id", profile.device_id);
  json.member("driver_version", profile.driver_version);
  json.member("device_uuid", std::string_view(hex(profile.device_uuid)));
  json.member("driver_uuid", std::string_view(hex(profile.driver_uuid)));
  json.member("memory_bytes", profile.device_memory_bytes);
  json.member("host_memory_bytes", profile.host_memory_bytes);
  json.member("memory_bandwidth_gbps", profile.memory_bandwidth_gbps);
  json.member("memory_bandwidth_source", source_name(profile.bandwidth_source));
  json.member("max_buffer_bytes", profile.max_buffer_bytes);
  json.member("max_buffers", profile.max_buffers);
  json.list("max_workgroup_size", profile.max_workgroup_size);
  json.list("max_workgroup_count", profile.max_workgroup_count);
  json.member("max_workgroup_invocations", profile.max_workgroup_invocations);
  json.member("workgroup_memory_bytes", profile.workgroup_memory_bytes);
  json.member("subgroup_size", profile.subgroup_size);
  json.member("subgroup_size_min", profile.subgroup_size_min);
  json.member("subgroup_size_max", profile.subgroup_size_max);
  json.member("max_loop_trips", profile.max_loop_trips);
  json.member("max_buffer_accesses", profile.max_buffer_accesses);
  json.member("timing", timing_name(profile.timing_quality));
  json.member("timing_source", source_name(profile.timing_source));
  json.list("quirks", quirk_names(profile.quirks));
  json.list("features", feature_names(profile.features));
  json.close_object();
}

void write_entry(JsonWriter& json, const Entry& entry) {
  const vyre_backend_info& info = entry.info;
  const auto flag = [&](uint64_t bit) { return (info.flags & bit) != 0; };
  json.open_object().member("id", view(info.id)).member("version", view(info.version));
  json.member("usable", flag(VYRE_BACKEND_USABLE)).member("oracle", flag(VYRE_BACKEND_ORACLE));
  json.member("candidate", flag(VYRE_BACKEND_CANDIDATE));
  json.member("chosen", flag(VYRE_BACKEND_CHOSEN)).member("reason", view(info.reason));
  json.member("decided_by", decision_name(info.decided_by));
  json.member("dispatches", flag(VYRE_BACKEND_DISPATCHES));
  json.member("order", info.order).member("score", info.score).member("rank", info.rank);
  json.member("acquisition_ns", info.acquisition_ns);
  if (flag(VYRE_BACKEND_USABLE)) write_profile(json, entry.profile);
  json.close_object();
}

void print_json(const std::vector<Entry>& entries) {
  JsonWriter json;
  json.open_object().member("version", view(vyre_version()));
  std::optional<std::string_view> chosen;
  for (const Entry& entry : entries)
    if (entry.info.flags & VYRE_BACKEND_CHOSEN) chosen = view(entry.info.id);
  json.member("abi", vyre_abi_version()).member("chosen", chosen).key("backends").open_array();
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

// One line per backend: what the order of preference compares, in the order it compares it.
void print_why(const std::vector<Entry>& entries) {
  std::printf("%-5s %-42s %-8s %5s  %-21s %9s %10s %10s  %s\n", "place", "id", "software", "score",
              "timing", "GB/s", "rank", "found in", "decided by");
  for (const Entry& entry : entries) {
    const vyre_backend_info& info = entry.info;
    const std::string place = info.order == 0 ? "-" : std::to_string(info.order);
    const std::string rank = info.rank == VYRE_RANK_NONE ? "-" : std::to_string(info.rank);
    std::printf("%-5s %-42s %-8s %5u  %-21s %9.1f %10s %7llu us  %s\n", place.c_str(),
                std::string(view(info.id)).c_str(),
                entry.profile.kind == VYRE_DEVICE_CPU ? "yes" : "no", info.score,
                std::string(timing_name(entry.profile.timing_quality)).c_str(),
                entry.profile.memory_bandwidth_gbps, rank.c_str(),
                static_cast<unsigned long long>(info.acquisition_ns / 1000),
                std::string(decision_name(info.decided_by)).c_str());
    std::printf("      %s\n", std::string(view(info.reason)).c_str());
  }
}

std::optional<Failure> measure(vyre_context* context, const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    if ((entry.info.flags & VYRE_BACKEND_USABLE) == 0) continue;
    const Result<Backend> backend = make<Backend>([&](vyre_backend** out) {
      return vyre_backend_acquire(context, entry.info.id, nullptr, out);
    });
    if (!backend) return backend.failure();
    if (vyre_error* error = vyre_backend_measure(backend->get(), nullptr)) return failure(error);
  }
  return std::nullopt;
}

void print(const InfoOptions& options, const std::vector<Entry>& entries) {
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
  Result<Found> found = find_backends(context->get());
  if (found && options.measure) {
    const auto failed = measure(context->get(), found->entries);
    if (failed) return report(*failed, kExitFailed);
    found = find_backends(context->get());
  }
  if (!found) return report(found.failure(), kExitFailed);
  print(options, found->entries);
  return kExitOk;
}

}  // namespace tool
