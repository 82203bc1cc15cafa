#include "plugin/interface/profile.h"

#include <algorithm>

#include "base/encoding/shown.h"
#include "capi/boundary/convert.h"
#include "capi/core/device_info.h"
#include "vyre_driver_plugin.h"

namespace vyre::plugin {
namespace {

using profile::DeviceProfile;

constexpr size_t kMaxName = 1024;  // of a device, bytes

constexpr uint64_t kKnownQuirks = 0
#define VYRE_QUIRK(bit, name, field, words) | VYRE_QUIRK_##name
#include "profile/features.def"
    ;

// A fact without a source is what the backend says.
profile::FactSource source_of(vyre_fact given, bool is_known) {
  if (given == VYRE_FACT_UNKNOWN && is_known) return profile::FactSource::kReported;
  return static_cast<profile::FactSource>(given);
}

bool is_power_of_two(uint64_t number) { return number != 0 && (number & (number - 1)) == 0; }

class Reader {
 public:
  Reader(const vyre_device_info& given, const Plugin& plugin) : given_(given), plugin_(plugin) {}

  Result<DeviceProfile> read() {
    VYRE_RETURN_IF_ERROR(check_foreign());
    VYRE_RETURN_IF_ERROR(check_numbers());
    VYRE_RETURN_IF_ERROR(check_alignments());
    VYRE_RETURN_IF_ERROR(read_texts());
    VYRE_RETURN_IF_ERROR(read_features());
    capi::copy_fields(given_, profile_);
    raise_limits();
    read_sources();
    read_quirks();
    read_subgroups();
    return std::move(profile_);
  }

 private:
  Status wrong(std::string_view what) const {
    return plugin_mistake(plugin_.id(), "get_device_info", concat("written ", what));
  }

  // What the library says itself, and what a table has no functions for.
  Status check_foreign() const {
    if (given_.struct_size != sizeof given_) {
      return wrong(concat("the struct_size ", given_.struct_size));
    }
    const struct {
      const char* name;
      bool is_set;
    } foreign[] = {
        {"id", given_.id.size != 0},
        {"backend", given_.backend.size != 0},
        {"backend_version", given_.backend_version.size != 0},
        {"ops", given_.ops != nullptr || given_.op_count != 0},
        {"memory_imports", given_.memory_imports != 0},
        {"memory_exports", given_.memory_exports != 0},
        {"semaphore_imports", given_.semaphore_imports != 0},
        {"semaphore_exports", given_.semaphore_exports != 0},
        {"max_images", given_.max_images != 0},
        {"max_push_constant_bytes", given_.max_push_constant_bytes != 0},
    };
    for (const auto& [name, is_set] : foreign) {
      if (is_set) return wrong(concat("|", name, "|, which is not the backend's to say"));
    }
    return {};
  }

  Status check_numbers() const {
    if (given_.kind > VYRE_DEVICE_CPU) {
      return wrong(
          concat("the kind ", uint32_t{given_.kind}, ", which no backend but the oracle may be"));
    }
    if (given_.timing_quality > VYRE_TIMING_HARDWARE_COUNTERS) {
      return wrong(concat("the timing_quality ", uint32_t{given_.timing_quality}));
    }
    if (given_.timing_source > VYRE_FACT_MEASURED || given_.bandwidth_source > VYRE_FACT_MEASURED) {
      return wrong("a source of facts that is none");
    }
    if ((given_.quirks & ~kKnownQuirks) == 0) return {};
    return wrong(concat("the unknown quirks ", given_.quirks & ~kKnownQuirks));
  }

  Status check_alignments() const {
    const uint32_t offset = given_.buffer_offset_alignment;
    if (offset != 0 && !is_power_of_two(offset)) {
      return wrong(concat("the buffer_offset_alignment ", offset, ", which is no power of two"));
    }
    const uint64_t import = given_.host_import_alignment;
    if (import != 0 && !is_power_of_two(import)) {
      return wrong(concat("the host_import_alignment ", import, ", which is no power of two"));
    }
    if (import == 0 || plugin_.table().import_host != nullptr) return {};
    return wrong(concat("the host_import_alignment ", import, " for a table without import_host"));
  }

  Status read_text(vyre_string text, std::string& to) const {
    if (text.data == nullptr && text.size != 0) return wrong("a string without bytes");
    to = shown(capi::view(text), kMaxName);
    return {};
  }

  Status read_texts() {
    VYRE_RETURN_IF_ERROR(read_text(given_.name, profile_.name));
    VYRE_RETURN_IF_ERROR(read_text(given_.driver, profile_.driver));
    return read_text(given_.api_version, profile_.api_version);
  }

  Status read_features() {
    const bool has_budget = (given_.features & VYRE_FEATURE_MEMORY_BUDGET) != 0;
    if (has_budget && plugin_.table().get_memory == nullptr) {
      return wrong("the feature MEMORY_BUDGET for a table without get_memory");
    }
    uint64_t unknown = given_.features;
    for (const auto& [bit, fact] : capi::kProfileFeatures) {
      profile_.*fact = (given_.features & bit) != 0;
      unknown &= ~bit;
    }
    profile_.indirect_dispatch = plugin_.has(VYRE_PLUGIN_GRID_FROM_MEMORY);
    return unknown == 0 ? Status() : wrong(concat("the unknown features ", unknown));
  }

  void read_sources() {
    profile_.timing_source = source_of(given_.timing_source, given_.timing_quality != 0);
    const bool knows_bandwidth = given_.bytes_per_second != 0;
    if (knows_bandwidth) profile_.bytes_per_second = given_.bytes_per_second;
    profile_.bandwidth_source = source_of(given_.bandwidth_source, knows_bandwidth);
  }

  // The other quirks are those of limits that are set.
  void read_quirks() {
    profile_.mistakes_constant_zeros = (given_.quirks & VYRE_QUIRK_CONSTANT_ZEROS) != 0;
    profile_.waits_at_memory_barriers = (given_.quirks & VYRE_QUIRK_COARSE_BARRIERS) != 0;
    if (given_.max_loop_trips != 0) profile_.max_loop_trips = given_.max_loop_trips;
    if (given_.max_buffer_accesses != 0) profile_.max_buffer_accesses = given_.max_buffer_accesses;
  }

  void read_subgroups() {
    if (given_.subgroup_size != 0) profile_.subgroup_size = given_.subgroup_size;
    if (given_.subgroup_size_min == 0 || given_.subgroup_size_max == 0) return;
    profile_.subgroup_sizes = {given_.subgroup_size_min, given_.subgroup_size_max};
  }

  // Those of 0 that have the default 1.
  void raise_limits() {
    const auto raise = [](uint32_t& limit) { limit = std::max(limit, 1u); };
    std::ranges::for_each(profile_.max_workgroup_size, raise);
    std::ranges::for_each(profile_.max_workgroup_count, raise);
    raise(profile_.max_workgroup_invocations);
    raise(profile_.buffer_offset_alignment);
  }

  const vyre_device_info& given_;
  const Plugin& plugin_;
  DeviceProfile profile_;
};

}  // namespace

Result<DeviceProfile> profile_from_c(const vyre_device_info& given, const Plugin& plugin) {
  return Reader(given, plugin).read();
}

}  // namespace vyre::plugin
