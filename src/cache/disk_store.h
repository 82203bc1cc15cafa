#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/status/status.h"
#include "cache/entry.h"
#include "cache/store_folder.h"

namespace vyre::cache {

struct DiskOptions {
  uint64_t max_bytes = uint64_t{512} << 20;  // of all entries together, after a trim
  uint64_t max_entry_bytes = uint64_t{64} << 20;
  bool read_only = false;    // nothing is made, written or removed
  bool trims_itself = true;  // within write(); else whoever writes asks takes_trim()
  Probe* probe = nullptr;    // borrowed; for tests
};

// All counts since the store was opened.
struct DiskCounters {
  uint64_t hits = 0;
  std::array<uint64_t, kMissCount> misses = {};  // by Miss
  uint64_t writes = 0;
  uint64_t failed_writes = 0;  // the artifact is not kept; nothing else happens
  uint64_t trimmed = 0;        // entries that had to go for the budget

  uint64_t missed(Miss miss) const { return misses[static_cast<size_t>(miss)]; }
};

// An entry as it lies in the store.
struct Listed {
  std::string path;  // in the store's folder
  uint64_t bytes = 0;
  int64_t used_ns = 0;
  std::optional<Miss> miss;  // what is wrong with it
};

// Artifacts as files of one folder: <first two digits of the key>/<64 digits>. No byte is
// handed out that its digests do not vouch for; what fails them is a miss with a reason, and is
// removed. A folder that is broken, full or only readable costs hits and nothing else. Several
// processes may use one folder. Thread-safe.
class DiskStore {
 public:
  // Fails when the folder cannot be opened or made.
  static Result<std::unique_ptr<DiskStore>> open(const std::string& path,
                                                 const DiskOptions& options = {});

  std::variant<std::vector<uint8_t>, Miss> read(const Key& key);

  // Whether it is kept now.
  bool write(const Key& key, std::span<const uint8_t> artifact);

  // Whether so much was written that the budget may be exceeded. True for one of those who ask.
  bool takes_trim();

  // Removes what was used longest ago until the budget holds, and what killed writers left behind.
  // Does nothing while another process trims.
  uint64_t trim();  // how many entries are gone

  // In the order of their names. verify() reads and checks each.
  std::vector<Listed> list() const { return listed(false); }
  std::vector<Listed> verify() const { return listed(true); }
  uint64_t clear();  // how many entries are gone

  DiskCounters counters() const;

 private:
  DiskStore(StoreFolder folder, const DiskOptions& options)
      : folder_(std::move(folder)), options_(options) {}

  struct Place {
    std::string folder, name;
  };
  static Place place_of(const Key& key);
  std::vector<Listed> listed(bool check) const;
  uint64_t max_bytes() const { return options_.max_entry_bytes + kHeaderBytes; }  // of a file
  std::variant<std::vector<uint8_t>, Miss> look_up(const Key& key);
  void drop(const Place& place) const;
  bool put(const Key& key, std::span<const uint8_t> artifact);
  template <typename Visit>
  void for_each_file(Visit visit) const;
  std::optional<Miss> checked(const StoreFolder& folder, const StoredFile& file) const;
  uint64_t remove_oldest(uint64_t over);
  void remove_left_behind() const;

  const StoreFolder folder_;
  const DiskOptions options_;
  std::atomic<uint64_t> next_ = 0;       // tells writes apart
  std::atomic<uint64_t> unchecked_ = 0;  // bytes written since the last look at the budget
  std::atomic<uint64_t> hits_ = 0, writes_ = 0, failed_writes_ = 0, trimmed_ = 0;
  std::array<std::atomic<uint64_t>, kMissCount> misses_ = {};
};

}  // namespace vyre::cache
