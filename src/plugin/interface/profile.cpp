#include "plugin/interface/profile.h"

#include <algorithm>
#include <cmath>

#include "capi/boundary/convert.h"
#include "capi/profile.h"
#include "plugin/interface/plugin.h"

namespace vyre::plugin {
namespace {

using profile::DeviceProfile;

constexpr uint64_t kKnownQuirks = 0
#define VYRE_QUIRK(bit, name, field, words) | VYRE_QUIRK_##name
#include "profile/features.def"
    ;

// A fact without a source is what the backend says.
profile::FactSource source_of(uint32_t given, bool is_known) {
  if (given == VYRE_FACT_UNKNOWN && is_known) return profile::FactSource::kReported;
  return static_cast<profile::FactSource>(given);
}

class Reader {
 public:
  Reader(const vyre_device_profile& given, std::string_view backend_id)
      : given_(given), backend_id_(backend_id) {}

  Result<DeviceProfile> read() {
    VYRE_RETURN_IF_ERROR(check());
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
    return plugin_mistake(backend_id_, "get_profile", concat("written ", what));
  }

  Status check() const {
    if (given_.struct_size != sizeof given_) {
      return wrong(concat("the struct_size ", given_.struct_size));
    }
    if (given_.kind > VYRE_DEVICE_CPU) {
      return wrong(concat("the kind ", given_.kind, ", which no backend but the oracle may be"));
    }
    if (given_.timing_quality > VYRE_TIMING_HARDWARE_COUNTERS) {
      return wrong(concat("the timing_quality ", given_.timing_quality));
    }
    if (given_.timing_source > VYRE_FACT_MEASURED || given_.bandwidth_source > VYRE_FACT_MEASURED) {
      return wrong("a source of facts that is none");
    }
    if ((given_.quirks & ~kKnownQuirks) != 0) {
      return wrong(concat("the unknown quirks ", given_.quirks & ~kKnownQuirks));
    }
    const double bandwidth = given_.memory_bandwidth_gbps;
    if (!std::isfinite(bandwidth) || bandwidth < 0) return wrong("no number as bandwidth");
    const uint32_t alignment = given_.buffer_offset_alignment;
    if ((alignment & (alignment - 1)) != 0) {
      return wrong(concat("the buffer_offset_alignment ", alignment, ", which is no power of two"));
    }
    return {};
  }

  Status read_text(vyre_string text, std::string& to) const {
    if (text.data == nullptr && text.size != 0) return wrong("a string without bytes");
    to = capi::view(text);
    return {};
  }

  Status read_texts() {
    VYRE_RETURN_IF_ERROR(read_text(given_.name, profile_.name));
    VYRE_RETURN_IF_ERROR(read_text(given_.driver, profile_.driver));
    return read_text(given_.api_version, profile_.api_version);
  }

  Status read_features() {
    uint64_t unknown = given_.features;
    for (const auto& [bit, fact] : capi::kProfileFeatures) {
      profile_.*fact = (given_.features & bit) != 0;
      unknown &= ~bit;
    }
    return unknown == 0 ? Status() : wrong(concat("the unknown features ", unknown));
  }

  void read_sources() {
    profile_.timing_source = source_of(given_.timing_source, given_.timing_quality != 0);
    const bool knows_bandwidth = given_.memory_bandwidth_gbps > 0;
    if (knows_bandwidth) profile_.memory_bandwidth_gbps = given_.memory_bandwidth_gbps;
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

  const vyre_device_profile& given_;
  const std::string_view backend_id_;
  DeviceProfile profile_;
};

}  // namespace

Result<DeviceProfile> profile_from_c(const vyre_device_profile& given,
                                     std::string_view backend_id) {
  return Reader(given, backend_id).read();
}

}  // namespace vyre::plugin
