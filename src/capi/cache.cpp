#include <algorithm>
#include <optional>

#include "cache/disk_store.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::cache::DiskStore;
using vyre::cache::Key;
using vyre::cache::Listed;
using vyre::cache::Miss;
using vyre::runtime::Origin;
using namespace vyre::capi;

namespace {

constexpr uint32_t kAllHits = 10'000;

// Hits in ten thousand, rounded down; none without data.
std::optional<uint32_t> rate_of(uint64_t hits, uint64_t misses) {
  if (hits == 0 && misses == 0) return std::nullopt;
  if (misses == 0) return kAllHits;
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint32_t>(Wide{hits} * kAllHits / (Wide{hits} + misses));
}

static_assert(VYRE_CACHE_MISS_ABSENT == static_cast<int>(Miss::kAbsent));
static_assert(VYRE_CACHE_MISS_UNREADABLE == static_cast<int>(Miss::kUnreadable));
static_assert(VYRE_CACHE_MISS_NOT_A_FILE == static_cast<int>(Miss::kNotAFile));
static_assert(VYRE_CACHE_MISS_FOREIGN_OWNER == static_cast<int>(Miss::kForeignOwner));
static_assert(VYRE_CACHE_MISS_TOO_LARGE == static_cast<int>(Miss::kTooLarge));
static_assert(VYRE_CACHE_MISS_NOT_AN_ENTRY == static_cast<int>(Miss::kNotAnEntry));
static_assert(VYRE_CACHE_MISS_OLDER_FORM == static_cast<int>(Miss::kOlderForm));
static_assert(VYRE_CACHE_MISS_NEWER_FORM == static_cast<int>(Miss::kNewerForm));
static_assert(VYRE_CACHE_MISS_DAMAGED_HEADER == static_cast<int>(Miss::kDamagedHeader));
static_assert(VYRE_CACHE_MISS_OTHER_KEY == static_cast<int>(Miss::kOtherKey));
static_assert(VYRE_CACHE_MISS_TRUNCATED == static_cast<int>(Miss::kTruncated));
static_assert(VYRE_CACHE_MISS_DAMAGED_BYTES == static_cast<int>(Miss::kDamagedBytes));
static_assert(VYRE_ORIGIN_UNKNOWN == static_cast<int>(Origin::kUnknown));
static_assert(VYRE_ORIGIN_COMPILED == static_cast<int>(Origin::kCompiled));
static_assert(VYRE_ORIGIN_DISK == static_cast<int>(Origin::kDisk));
static_assert(VYRE_ORIGIN_MEMORY == static_cast<int>(Origin::kMemory));
static_assert(VYRE_CACHE_KEY_BYTES == sizeof(Key));

vyre_cache_counters to_c(const vyre::cache::MemoryCounters& memory) {
  vyre_cache_counters c = VYRE_CACHE_COUNTERS_INIT;
  c.asked = memory.asked;
  c.hits = memory.hits;
  c.waits = memory.waits;
  c.made = memory.misses;
  c.failures = memory.failures;
  c.evicted = memory.evicted;
  c.entries = memory.entries;
  c.bytes = memory.bytes;
  return c;
}

void add(const vyre::cache::DiskCounters& disk, vyre_cache_counters& c) {
  static_assert(std::tuple_size_v<decltype(disk.misses)> <= std::size(decltype(c.disk_misses){}));
  c.disk_hits = disk.hits;
  c.disk_writes = disk.writes;
  c.disk_failed_writes = disk.failed_writes;
  c.disk_trimmed = disk.trimmed;
  std::ranges::copy(disk.misses, c.disk_misses);
}

Result<DiskStore*> folder_of(vyre_context* context) {
  VYRE_RETURN_IF_ERROR(require(context, "context"));
  if (DiskStore* disk = context->rep->disk_store()) return disk;
  return vyre::fail(Code::kNotFound,
                    "the context has no cache folder. Fix: set vyre_context_desc.cache_directory "
                    "to a folder that can be made or opened");
}

Result<const Listed*> entry_at(const vyre_cache_list* list, size_t index) {
  VYRE_RETURN_IF_ERROR(require(list, "list"));
  VYRE_RETURN_IF_ERROR(
      check_index(index, list->rep.size(), "the list has", "entries", "vyre_cache_list_count"));
  return &list->rep[index];
}

vyre_cache_entry describe(const Listed& listed) {
  vyre_cache_entry entry = VYRE_CACHE_ENTRY_INIT;
  entry.path = vyre::capi::to_c(listed.path);
  entry.bytes = listed.bytes;
  entry.used_ns = listed.used_ns;
  entry.damaged = listed.miss ? static_cast<uint32_t>(*listed.miss) : 0;
  return entry;
}

Result<std::vector<Key>> keys_of(const void* bytes, size_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto given, bytes_of(bytes, size, "keys"));
  if (size % sizeof(Key) != 0) {
    return vyre::fail(Code::kInvalidArgument, "|size| is ", size, ", which is no multiple of ",
                      sizeof(Key), ". Fix: pass what vyre_backend_export_keys wrote");
  }
  std::vector<Key> keys(size / sizeof(Key));
  if (size != 0) std::memcpy(keys.data(), given.data(), size);
  return keys;
}

}  // namespace

vyre_string vyre_cache_miss_name(uint32_t miss) {
  if (miss >= vyre::cache::kMissCount) return {nullptr, 0};
  return to_c(vyre::cache::miss_name(static_cast<Miss>(miss)));
}

vyre_error* vyre_backend_get_cache_counters(const vyre_backend* backend,
                                            vyre_cache_counters* out_counters) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_counters, "out_counters"));
    vyre_cache_counters counters = to_c(backend->rep->code_counters());
    if (const DiskStore* disk = backend->rep->context().disk_store())
      add(disk->counters(), counters);
    return write_struct(out_counters, counters, "vyre_cache_counters");
  });
}

int32_t vyre_cache_hit_rate(uint64_t hits, uint64_t misses) {
  const auto rate = rate_of(hits, misses);
  return rate ? static_cast<int32_t>(*rate) : -1;
}

int32_t vyre_cache_hit_rate_alarm(uint64_t hits, uint64_t misses, uint32_t least) {
  const auto rate = rate_of(hits, misses);
  return rate && *rate < least ? 1 : 0;
}

vyre_error* vyre_pipeline_get_origin(vyre_pipeline* pipeline, uint32_t* out_origin) {
  return guard(out_origin, pipeline, "pipeline", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto compiled, pipeline->rep->compiled());
    *out_origin = static_cast<uint32_t>(compiled->origin);
    return {};
  });
}

vyre_error* vyre_backend_export_keys(const vyre_backend* backend, void* bytes, size_t capacity,
                                     size_t* out_size) {
  return write_sized(static_cast<uint8_t*>(bytes), capacity, out_size,
                     [&]() -> Result<std::vector<uint8_t>> {
                       VYRE_RETURN_IF_ERROR(require(backend, "backend"));
                       std::vector<uint8_t> all;
                       for (const Key& key : backend->rep->code_keys()) {
                         all.insert(all.end(), key.begin(), key.end());
                       }
                       return all;
                     });
}

vyre_error* vyre_backend_prepare_keys(vyre_backend* backend, const void* keys, size_t size,
                                      vyre_progress_fn progress, void* user,
                                      uint64_t* out_prepared) {
  return guard_optional(out_prepared, [&](uint64_t& prepared) -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_ASSIGN_OR_RETURN(const std::vector<Key> wanted, keys_of(keys, size));
    const auto rep = backend->rep;  // |progress| may destroy the handle
    uint64_t done = 0, count = 0;
    for (const Key& key : wanted) {
      VYRE_ASSIGN_OR_RETURN(const bool is_there, rep->prepare(key));
      count += is_there ? 1 : 0;
      prepared = count;  // which |progress| may change
      if (progress != nullptr && progress(user, ++done, wanted.size()) != 0) break;
    }
    return {};
  });
}

vyre_error* vyre_cache_list_create(vyre_context* context, uint64_t flags,
                                   vyre_cache_list** out_list) {
  return guard(out_list, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const DiskStore* disk, folder_of(context));
    VYRE_RETURN_IF_ERROR(check_bits(flags, VYRE_CACHE_LIST_CHECK, "flags"));
    *out_list = new vyre_cache_list{flags == 0 ? disk->list() : disk->verify()};
    return {};
  });
}

size_t vyre_cache_list_count(const vyre_cache_list* list) {
  return list == nullptr ? 0 : list->rep.size();
}

vyre_error* vyre_cache_list_get(const vyre_cache_list* list, size_t index,
                                vyre_cache_entry* out_entry) {
  return guard(out_entry, "out_entry", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Listed* listed, entry_at(list, index));
    return write_struct(out_entry, describe(*listed), "vyre_cache_entry");
  });
}

void vyre_cache_list_destroy(vyre_cache_list* list) { delete list; }

vyre_error* vyre_context_trim_cache(vyre_context* context, uint64_t* out_removed) {
  return guard_optional(out_removed, [&](uint64_t& removed) -> Status {
    VYRE_ASSIGN_OR_RETURN(DiskStore* const disk, folder_of(context));
    removed = disk->trim();
    return {};
  });
}

vyre_error* vyre_context_clear_cache(vyre_context* context, uint64_t* out_removed) {
  return guard_optional(out_removed, [&](uint64_t& removed) -> Status {
    VYRE_ASSIGN_OR_RETURN(DiskStore* const disk, folder_of(context));
    removed = disk->clear();
    return {};
  });
}
