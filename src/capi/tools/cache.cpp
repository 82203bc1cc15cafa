#include <cstring>

#include "cache/disk_store.h"
#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "vyre_driver_tools.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::cache::DiskStore;
using vyre::cache::Key;
using vyre::cache::Listed;
using vyre::cache::Miss;
using namespace vyre::capi;

struct vyre_cache_list {
  Texts texts;
  Items<vyre_cache_entry_info> entries;
  vyre_cache_list_info info = {sizeof(vyre_cache_list_info), nullptr, 0};
};

namespace {

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
static_assert(sizeof(Key) == 32);

Result<DiskStore*> folder_of(const vyre_context& context) {
  if (DiskStore* disk = context.rep->disk_store()) return disk;
  return vyre::fail(Code::kNotFound,
                    "the context has no cache folder. Fix: set vyre_context_desc.cache_folder to "
                    "a folder that can be made or opened");
}

void add(const Listed& listed, vyre_cache_list& list) {
  const Miss damaged = listed.miss.value_or(Miss::kAbsent);
  list.entries.add({sizeof(vyre_cache_entry_info), list.texts.keep(listed.path), listed.bytes,
                    listed.used_ns, static_cast<vyre_cache_miss>(damaged), 0});
}

Result<std::vector<Key>> keys_of(const void* bytes, size_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto given, bytes_of(bytes, size, "keys"));
  if (size % sizeof(Key) != 0) {
    return vyre::fail(Code::kInvalidArgument, "size is ", size, ", which is no multiple of ",
                      sizeof(Key), ". Fix: pass what vyre_device_save_keys wrote");
  }
  std::vector<Key> keys(size / sizeof(Key));
  if (size != 0) std::memcpy(keys.data(), given.data(), size);
  return keys;
}

}  // namespace

vyre_string vyre_cache_miss_name(vyre_cache_miss miss) {
  if (uint32_t{miss} >= vyre::cache::kMissCount) return {"", 0};
  return to_c(vyre::cache::miss_name(static_cast<Miss>(miss)));
}

vyre_error* vyre_device_save_keys(const vyre_device* device, vyre_blob** out_keys) {
  return guard(VYRE_OUT(out_keys), VYRE_ARG(device), [&]() -> Status {
    const std::vector<Key> keys = device->rep->code_keys();
    return hand_out_blob(out_keys, std::as_bytes(std::span(keys)));
  });
}

vyre_error* vyre_device_prepare_keys(vyre_device* device, const void* keys, size_t size,
                                     vyre_progress_fn progress, void* user,
                                     uint64_t* out_prepared) {
  return guard_optional(out_prepared, VYRE_ARG(device), [&](uint64_t& prepared) -> Status {
    VYRE_ASSIGN_OR_RETURN(const std::vector<Key> wanted, keys_of(keys, size));
    const auto rep = device->rep;  // |progress| may destroy the handle
    uint64_t done = 0, count = 0;
    for (const Key& key : wanted) {
      VYRE_ASSIGN_OR_RETURN(const bool is_there, rep->prepare(key));
      count += is_there ? 1 : 0;
      if (progress != nullptr && progress(user, ++done, wanted.size()) != 0) break;
    }
    prepared = count;
    return {};
  });
}

vyre_error* vyre_cache_list_create(const vyre_context* context, vyre_cache_list_flags flags,
                                   vyre_cache_list** out_list) {
  return guard(VYRE_OUT(out_list), VYRE_ARG(context), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const DiskStore* disk, folder_of(*context));
    VYRE_RETURN_IF_ERROR(check_bits(flags, VYRE_CACHE_LIST_CHECK, "flags"));
    auto list = std::make_unique<vyre_cache_list>();
    for (const Listed& one : flags == 0 ? disk->list() : disk->verify()) add(one, *list);
    list->info.entries = list->entries.data();
    list->info.entry_count = list->entries.size();
    *out_list = list.release();
    return {};
  });
}

const vyre_cache_list_info* vyre_cache_list_get_info(const vyre_cache_list* list) {
  static constexpr vyre_cache_list_info kNone = {sizeof(vyre_cache_list_info), nullptr, 0};
  return list == nullptr ? &kNone : &list->info;
}

void vyre_cache_list_destroy(vyre_cache_list* list) { delete list; }

vyre_error* vyre_context_trim_cache(vyre_context* context, uint64_t* out_removed) {
  return guard_optional(out_removed, VYRE_ARG(context), [&](uint64_t& removed) -> Status {
    VYRE_ASSIGN_OR_RETURN(DiskStore* const disk, folder_of(*context));
    removed = disk->trim();
    return {};
  });
}

vyre_error* vyre_context_clear_cache(vyre_context* context, uint64_t* out_removed) {
  return guard_optional(out_removed, VYRE_ARG(context), [&](uint64_t& removed) -> Status {
    VYRE_ASSIGN_OR_RETURN(DiskStore* const disk, folder_of(*context));
    removed = disk->clear();
    return {};
  });
}
