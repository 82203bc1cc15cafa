#include "cache/disk_store.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "base/encoding/hex.h"

namespace vyre::cache {
namespace {

constexpr size_t kFolderDigits = 2;
constexpr int64_t kLeftBehindNs = int64_t{3600} * 1'000'000'000;  // no write takes so long
constexpr uint64_t kLooksPerBudget = 8;

int64_t now_ns() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

bool is_digits(std::string_view text, size_t count) {
  return text.size() == count && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_entry(const StoredFile& file) { return is_digits(file.name, 2 * sizeof(Key)); }

// Another version of the library may still want what another form holds.
bool is_worthless(Miss miss) {
  return miss != Miss::kAbsent && miss != Miss::kUnreadable && miss != Miss::kForeignOwner &&
         miss != Miss::kNewerForm;
}

}  // namespace

Result<std::unique_ptr<DiskStore>> DiskStore::open(const std::string& path,
                                                   const DiskOptions& options) {
  VYRE_ASSIGN_OR_RETURN(StoreFolder folder,
                        StoreFolder::open(path, options.read_only, options.probe));
  return std::unique_ptr<DiskStore>(new DiskStore(std::move(folder), options));
}

DiskStore::Place DiskStore::place_of(const Key& key) {
  std::string name = key_text(key);
  return {name.substr(0, kFolderDigits), std::move(name)};
}

std::variant<std::vector<uint8_t>, Miss> DiskStore::read(const Key& key) {
  auto found = look_up(key);
  if (const Miss* miss = std::get_if<Miss>(&found)) {
    misses_[static_cast<size_t>(*miss)].fetch_add(1, std::memory_order_relaxed);
    if (is_worthless(*miss)) drop(place_of(key));
  } else {
    hits_.fetch_add(1, std::memory_order_relaxed);
  }
  return found;
}

std::variant<std::vector<uint8_t>, Miss> DiskStore::look_up(const Key& key) {
  const Place place = place_of(key);
  StoreFolder folder;
  if (const int error = folder_.inside(place.folder, false, folder)) {
    if (error == ELOOP || error == ENOTDIR) return Miss::kNotAFile;
    return error == ENOENT ? Miss::kAbsent : Miss::kUnreadable;
  }
  const Use use = options_.read_only ? Use::kSecret : Use::kNoted;
  auto found = folder.read(place.name, max_bytes(), use);
  auto* const bytes = std::get_if<std::vector<uint8_t>>(&found);
  if (bytes == nullptr) return found;
  const auto artifact = artifact_of(key, *bytes);
  if (const Miss* miss = std::get_if<Miss>(&artifact)) return *miss;
  bytes->erase(bytes->begin(), bytes->begin() + kHeaderBytes);
  return found;
}

void DiskStore::drop(const Place& place) const {
  StoreFolder folder;
  if (options_.read_only || folder_.inside(place.folder, false, folder) != 0) return;
  folder.remove(place.name);
}

bool DiskStore::write(const Key& key, std::span<const uint8_t> artifact) {
  if (options_.read_only) return false;
  const bool kept = artifact.size() <= options_.max_entry_bytes && put(key, artifact);
  (kept ? writes_ : failed_writes_).fetch_add(1, std::memory_order_relaxed);
  const uint64_t bytes = artifact.size() + kHeaderBytes;
  unchecked_.fetch_add(bytes, std::memory_order_relaxed);
  if (options_.trims_itself && takes_trim()) trim();
  return kept;
}

bool DiskStore::takes_trim() {
  const uint64_t most = options_.max_bytes / kLooksPerBudget;
  if (unchecked_.load(std::memory_order_relaxed) <= most) return false;
  return unchecked_.exchange(0, std::memory_order_relaxed) > most;
}

bool DiskStore::put(const Key& key, std::span<const uint8_t> artifact) {
  const Place place = place_of(key);
  StoreFolder folder;
  if (folder_.inside(place.folder, true, folder) != 0) return false;
  const Header header = make_header(key, artifact);
  const std::array<std::span<const uint8_t>, 2> parts = {header, artifact};
  const std::string unique =
      concat(reinterpret_cast<uintptr_t>(this), '-', next_.fetch_add(1, std::memory_order_relaxed));
  return folder.write(place.name, unique, parts) == 0;
}

// |visit(folder, folder's name, file)|, in the order of names.
template <typename Visit>
void DiskStore::for_each_file(Visit visit) const {
  std::vector<std::string> folders;
  folder_.list_folders(folders);
  std::ranges::stable_sort(folders);
  for (const std::string& name : folders) {
    StoreFolder folder;
    if (!is_digits(name, kFolderDigits) || folder_.inside(name, false, folder) != 0) continue;
    std::vector<StoredFile> files;
    folder.list(files);
    std::ranges::stable_sort(files, [](const auto& a, const auto& b) { return a.name < b.name; });
    for (const StoredFile& file : files) visit(folder, name, file);
  }
}

uint64_t DiskStore::trim() {
  unchecked_.store(0, std::memory_order_relaxed);
  if (options_.read_only) return 0;
  const Descriptor lock = folder_.lock();
  if (!lock.is_open()) return 0;
  remove_left_behind();
  uint64_t bytes = 0;
  for_each_file([&](const StoreFolder&, const std::string&, const StoredFile& file) {
    if (is_entry(file)) bytes += file.bytes;
  });
  if (bytes <= options_.max_bytes) return 0;
  const uint64_t removed = remove_oldest(bytes - options_.max_bytes);
  trimmed_.fetch_add(removed, std::memory_order_relaxed);
  return removed;
}

uint64_t DiskStore::remove_oldest(uint64_t over) {
  struct Candidate {
    int64_t used_ns;
    std::string folder, name;
    uint64_t bytes;
  };
  std::vector<Candidate> candidates;
  for_each_file([&](const StoreFolder&, const std::string& folder, const StoredFile& file) {
    if (is_entry(file)) candidates.push_back({file.used_ns, folder, file.name, file.bytes});
  });
  std::ranges::stable_sort(candidates, {}, [](const Candidate& one) { return one.used_ns; });
  uint64_t removed = 0, freed = 0;
  for (const Candidate& candidate : candidates) {
    if (freed >= over) break;
    StoreFolder folder;
    if (folder_.inside(candidate.folder, false, folder) != 0) continue;
    if (folder.remove(candidate.name) != 0) continue;
    freed += candidate.bytes;
    ++removed;
  }
  return removed;
}

void DiskStore::remove_left_behind() const {
  const int64_t oldest = now_ns() - kLeftBehindNs;
  for_each_file([&](const StoreFolder& folder, const std::string&, const StoredFile& file) {
    if (file.name.starts_with(kTemporary) && file.used_ns < oldest) folder.remove(file.name);
  });
}

std::optional<Miss> DiskStore::checked(const StoreFolder& folder, const StoredFile& file) const {
  const auto found = folder.read(file.name, max_bytes(), Use::kSecret);
  if (const Miss* miss = std::get_if<Miss>(&found)) return *miss;
  Key key = {};
  const auto digits = hex_decode(file.name);
  std::copy(digits->begin(), digits->end(), key.begin());
  const auto artifact = artifact_of(key, std::get<std::vector<uint8_t>>(found));
  const Miss* miss = std::get_if<Miss>(&artifact);
  return miss == nullptr ? std::nullopt : std::optional(*miss);
}

std::vector<Listed> DiskStore::listed(bool check) const {
  std::vector<Listed> entries;
  for_each_file([&](const StoreFolder& folder, const std::string& name, const StoredFile& file) {
    if (!is_entry(file)) return;
    entries.push_back({concat(name, '/', file.name), file.bytes, file.used_ns,
                       check ? checked(folder, file) : std::nullopt});
  });
  return entries;
}

uint64_t DiskStore::clear() {
  uint64_t removed = 0;
  if (options_.read_only) return removed;
  for_each_file([&](const StoreFolder& folder, const std::string&, const StoredFile& file) {
    const bool is_ours = is_entry(file) || file.name.starts_with(kTemporary);
    if (is_ours && folder.remove(file.name) == 0 && is_entry(file)) ++removed;
  });
  return removed;
}

DiskCounters DiskStore::counters() const {
  DiskCounters counters;
  counters.hits = hits_.load(std::memory_order_relaxed);
  counters.writes = writes_.load(std::memory_order_relaxed);
  counters.failed_writes = failed_writes_.load(std::memory_order_relaxed);
  counters.trimmed = trimmed_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < kMissCount; ++i) {
    counters.misses[i] = misses_[i].load(std::memory_order_relaxed);
  }
  return counters;
}

}  // namespace vyre::cache
