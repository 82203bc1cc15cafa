#include "capi/core/device_info.h"

#include <algorithm>

#include "backend/selection.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/info.h"
#include "ir/wire/format.h"

namespace vyre::capi {
namespace {

struct DeviceInfo {
  Texts texts;
  Items<vyre_string> ops;
  vyre_device_info info = VYRE_DEVICE_INFO_INIT;
};

vyre_features features_of(const profile::DeviceProfile& profile) {
  vyre_features bits = 0;
  for (const auto& [bit, fact] : kProfileFeatures) bits |= profile.*fact ? bit : 0;
  return bits;
}

vyre_quirks quirks_of(const profile::DeviceProfile& profile) {
  vyre_quirks bits = 0;
#define VYRE_QUIRK(bit, name, field, words) bits |= profile.field ? VYRE_QUIRK_##name : 0;
#include "profile/features.def"
  return bits;
}

void set_subgroups(const profile::DeviceProfile& profile, vyre_device_info& info) {
  info.subgroup_size = profile.subgroup_size.value_or(0);
  const auto sizes = profile.subgroup_sizes.value_or(
      std::array<uint32_t, 2>{info.subgroup_size, info.subgroup_size});
  info.subgroup_size_min = sizes[0];
  info.subgroup_size_max = sizes[1];
}

void set_texts(std::string_view id, std::string_view version, const profile::DeviceProfile& profile,
               DeviceInfo& made) {
  made.info.id = made.texts.keep(id);
  made.info.backend = made.texts.keep(backend::backend_name(id));
  made.info.backend_version = made.texts.keep(version);
  made.info.name = made.texts.keep(profile.name);
  made.info.driver = made.texts.keep(profile.driver);
  made.info.api_version = made.texts.keep(profile.api_version);
}

// A device that runs programs runs these; reaching an indirect dispatch or a resume is an error.
bool runs(const profile::DeviceProfile& profile, ir::NodeKind kind) {
  switch (kind) {
    case ir::NodeKind::kLet:
    case ir::NodeKind::kAssign:
    case ir::NodeKind::kStore:
    case ir::NodeKind::kIf:
    case ir::NodeKind::kLoop:
    case ir::NodeKind::kReturn:
    case ir::NodeKind::kBlock:
    case ir::NodeKind::kBarrier:
    case ir::NodeKind::kRegion:
    case ir::NodeKind::kTrap:
      return true;
    case ir::NodeKind::kAsyncLoad:
    case ir::NodeKind::kAsyncWait:
    case ir::NodeKind::kAsyncStore:
      return profile.async_copies;
    case ir::NodeKind::kAllReduce:
    case ir::NodeKind::kAllGather:
    case ir::NodeKind::kReduceScatter:
    case ir::NodeKind::kBroadcast:
      return profile.collectives;
    case ir::NodeKind::kIndirectDispatch:
    case ir::NodeKind::kResume:
    case ir::NodeKind::kOpaque:
      return false;
  }
  return false;
}

constexpr ir::NodeKind kStatements[] = {
#define NODE(name, ...) ir::NodeKind::name,
#include "ir/program/nodes.def"
};
// The expressions that have ids, all of which every device evaluates.
constexpr std::string_view kExpressions[] = {"vyre.lit_u32",  "vyre.lit_i32", "vyre.lit_f32",
                                             "vyre.lit_bool", "vyre.var",     "vyre.bin_op",
                                             "vyre.un_op",    "vyre.load",    "vyre.store"};

void set_statements(const profile::DeviceProfile& profile, DeviceInfo& made) {
  const auto add = [&](std::string_view id) { made.ops.add(made.texts.keep(id)); };
  for (const ir::NodeKind kind : kStatements) {
    if (runs(profile, kind)) add(ir::wire::record_op_id(kind));
  }
  std::ranges::for_each(kExpressions, add);
}

void set_ops(const registry::Snapshot& ops, DeviceInfo& made) {
  const registry::Target target{registry::Target::Kind::kExtension,
                                std::string(view(made.info.backend))};
  for (const auto& op : ops.ops()) {
    if (op->lowerings.contains(target)) made.ops.add(made.texts.keep(op->id));
  }
  made.info.ops = made.ops.data();
  made.info.op_count = made.ops.size();
}

void set_facts(const profile::DeviceProfile& profile, vyre_device_info& info) {
  copy_fields(profile, info);
  set_subgroups(profile, info);
  info.features = features_of(profile);
  info.quirks = quirks_of(profile);
  info.bytes_per_second = profile.bytes_per_second.value_or(0);
  info.max_loop_trips = profile.max_loop_trips.value_or(0);
  info.max_buffer_accesses = profile.max_buffer_accesses.value_or(0);
  info.timing_source = static_cast<vyre_fact>(profile.timing_source);
  info.bandwidth_source = static_cast<vyre_fact>(profile.bandwidth_source);
}

static_assert(static_cast<int>(profile::FactSource::kUnknown) == VYRE_FACT_UNKNOWN);
static_assert(static_cast<int>(profile::FactSource::kReported) == VYRE_FACT_REPORTED);
static_assert(static_cast<int>(profile::FactSource::kMeasured) == VYRE_FACT_MEASURED);
static_assert(static_cast<int>(profile::DeviceKind::kOther) == VYRE_DEVICE_OTHER);
static_assert(static_cast<int>(profile::DeviceKind::kIntegrated) == VYRE_DEVICE_INTEGRATED);
static_assert(static_cast<int>(profile::DeviceKind::kDiscrete) == VYRE_DEVICE_DISCRETE);
static_assert(static_cast<int>(profile::DeviceKind::kVirtual) == VYRE_DEVICE_VIRTUAL);
static_assert(static_cast<int>(profile::DeviceKind::kCpu) == VYRE_DEVICE_CPU);
static_assert(static_cast<int>(profile::DeviceKind::kOracle) == VYRE_DEVICE_ORACLE);
static_assert(static_cast<int>(profile::TimingQuality::kHostOnly) == VYRE_TIMING_HOST_ONLY);
static_assert(static_cast<int>(profile::TimingQuality::kHostEnqueueWait) ==
              VYRE_TIMING_HOST_ENQUEUE_WAIT);
static_assert(static_cast<int>(profile::TimingQuality::kDeviceTimestamps) ==
              VYRE_TIMING_DEVICE_TIMESTAMPS);
static_assert(static_cast<int>(profile::TimingQuality::kHardwareCounters) ==
              VYRE_TIMING_HARDWARE_COUNTERS);

}  // namespace

std::shared_ptr<const vyre_device_info> make_device_info(std::string_view id,
                                                         std::string_view version,
                                                         const profile::DeviceProfile& profile,
                                                         const registry::Snapshot& ops) {
  const auto made = std::make_shared<DeviceInfo>();
  set_texts(id, version, profile, *made);
  set_facts(profile, made->info);
  set_statements(profile, *made);
  set_ops(ops, *made);
  return {made, &made->info};
}

}  // namespace vyre::capi
