#include <algorithm>

#include "backend/counters.h"
#include "cache/disk_store.h"
#include "cache/memory_store.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "vyre_driver_tools.h"

using vyre::Status;
using vyre::backend::Counters;
using vyre::backend::MetricKind;
using vyre::backend::OwnMetric;
using vyre::backend::Unit;
using vyre::cache::DiskCounters;
using vyre::cache::MemoryCounters;
using vyre::cache::Miss;
using namespace vyre::capi;

struct vyre_metric_list {
  Texts texts;
  Items<vyre_metric_info> metrics;
  vyre_metric_list_info info = {sizeof(vyre_metric_list_info), nullptr, 0};
};

namespace {

// A row of the table without its number.
struct Row {
  std::string_view name;
  Unit unit;
  MetricKind kind;
  std::string_view words;
};

// What a metric is read from; of the disk nothing where the context has no folder.
struct Sources {
  Counters device;
  MemoryCounters memory;
  std::optional<DiskCounters> disk;
};

static_assert(static_cast<int>(MetricKind::kCounter) == VYRE_METRIC_KIND_COUNTER);
static_assert(static_cast<int>(MetricKind::kGauge) == VYRE_METRIC_KIND_GAUGE);
#define VYRE_METRIC(id, name, ...) static_assert(VYRE_METRIC_##name == id);
#define VYRE_MEMORY_METRIC VYRE_METRIC
#define VYRE_DISK_METRIC VYRE_METRIC
#define VYRE_MISS_METRIC VYRE_METRIC
#include "backend/metrics.def"

Sources sources_of(const vyre::runtime::Device& device) {
  Sources sources{device.counters(), device.code_counters(), std::nullopt};
  if (const auto* disk = device.context().disk_store()) sources.disk = disk->counters();
  return sources;
}

std::string_view unit_name(Unit unit) {
  constexpr std::string_view kNames[] = {"", "bytes", "ns"};
  return kNames[static_cast<size_t>(unit)];
}

std::string with(std::string_view name, char between) {
  std::string text(name);
  std::ranges::replace_if(
      text, [](char c) { return c == '_' || c == ' '; }, between);
  return text;
}

void add(uint32_t id, const Row& row, std::optional<uint64_t> value, vyre_metric_list& list) {
  vyre_metric_info& info = list.metrics.add({});
  info.struct_size = sizeof info;
  info.name = list.texts.keep(row.name);
  info.unit = list.texts.keep(unit_name(row.unit));
  info.text = list.texts.keep(vyre::concat(with(row.name, ' '), ": ", row.words));
  info.value = value.value_or(VYRE_UNKNOWN);
  info.kind = static_cast<vyre_metric_kind>(row.kind);
  info.id = static_cast<vyre_metric_id>(id);
}

// One for each reason, which stands behind the name.
void add_misses(uint32_t id, const Row& row, const Sources& sources, vyre_metric_list& list) {
  for (uint32_t i = 0; i < vyre::cache::kMissCount; ++i) {
    const std::string_view reason = vyre::cache::miss_name(static_cast<Miss>(i));
    const std::string name = vyre::concat(row.name, '_', with(reason, '_'));
    const std::string words = vyre::concat(row.words.substr(0, row.words.find(':')), ": ", reason);
    std::optional<uint64_t> value;
    if (sources.disk) value = sources.disk->misses[i];
    add(id + i, {name, row.unit, row.kind, words}, value, list);
  }
}

template <typename Field>
std::optional<uint64_t> of_disk(const Sources& sources, Field field) {
  return sources.disk ? std::optional<uint64_t>(*sources.disk.*field) : std::nullopt;
}

void add_known(const Sources& from, vyre_metric_list& list) {
#define VYRE_METRIC(id, name, field, unit, kind, who, words) \
  add(id, {#field, Unit::unit, MetricKind::kind, words}, from.device.field, list);
#define VYRE_MEMORY_METRIC(id, name, lower, unit, kind, field, words) \
  add(id, {#lower, Unit::unit, MetricKind::kind, words}, from.memory.field, list);
#define VYRE_DISK_METRIC(id, name, lower, unit, kind, field, words) \
  add(id, {#lower, Unit::unit, MetricKind::kind, words}, of_disk(from, &DiskCounters::field), list);
#define VYRE_MISS_METRIC(id, name, lower, unit, kind, field, words) \
  add_misses(id, {#lower, Unit::unit, MetricKind::kind, words}, from, list);
#include "backend/metrics.def"
}

void add_own(const OwnMetric& own, vyre_metric_list& list) {
  vyre_metric_info& info = list.metrics.add({});
  info.struct_size = sizeof info;
  info.name = list.texts.keep(own.name);
  info.unit = list.texts.keep(own.unit);
  info.text = {"", 0};
  info.value = own.value;
  info.kind = static_cast<vyre_metric_kind>(own.kind);
  info.id = static_cast<vyre_metric_id>(UINT32_MAX);
}

}  // namespace

vyre_error* vyre_metric_list_create(const vyre_device* device, vyre_metric_list** out_list) {
  return guard(VYRE_OUT(out_list), VYRE_ARG(device), [&]() -> Status {
    const Sources sources = sources_of(*device->rep);
    auto list = std::make_unique<vyre_metric_list>();
    add_known(sources, *list);
    for (const OwnMetric& own : sources.device.own) add_own(own, *list);
    list->info.metrics = list->metrics.data();
    list->info.metric_count = list->metrics.size();
    *out_list = list.release();
    return {};
  });
}

const vyre_metric_list_info* vyre_metric_list_get_info(const vyre_metric_list* list) {
  static constexpr vyre_metric_list_info kNone = {sizeof(vyre_metric_list_info), nullptr, 0};
  return list == nullptr ? &kNone : &list->info;
}

void vyre_metric_list_destroy(vyre_metric_list* list) { delete list; }
