#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/status/status.h"
#include "base/system/descriptor.h"
#include "cache/entry.h"

namespace vyre::cache {

enum class Step : uint8_t { kMakeFolder, kOpen, kRead, kCreate, kWrite, kRename, kRemove, kList };

// What the store does on the system, step by step. Tests stop at the Nth step, or fail it.
class Probe {
 public:
  virtual ~Probe() = default;
  // 0 to go on, else the errno that the step fails with.
  virtual int before(Step step) = 0;
  virtual size_t max_written() const { return SIZE_MAX; }  // bytes that one write takes
};

// Whether a read counts for what was used last.
enum class Use : uint8_t { kNoted, kSecret };

struct StoredFile {
  std::string name;
  uint64_t bytes = 0;
  int64_t used_ns = 0;  // when it was last read or written, since 1970
};

// One folder of the disk store. Nothing is followed: no symbolic link of a last name, and files
// that are no regular files or belong to somebody else are told apart. Failures are errno values,
// which the store counts; they are no errors of the caller's work. Thread-safe.
class StoreFolder {
 public:
  // |path| may pass symbolic links. Makes the folder, for its owner alone, unless |read_only|.
  static Result<StoreFolder> open(const std::string& path, bool read_only, Probe* probe);

  // A folder inside. 0 or an errno.
  int inside(const std::string& name, bool make, StoreFolder& out) const;

  // All bytes of a file of at most |most|, or why it is no entry.
  std::variant<std::vector<uint8_t>, Miss> read(const std::string& name, uint64_t most,
                                                Use use) const;

  // Puts a file in place as a whole, or nothing. |unique| is no other write's of this process. 0
  // or an errno.
  int write(const std::string& name, std::string_view unique,
            std::span<const std::span<const uint8_t>> parts) const;

  int remove(const std::string& name) const;
  int list(std::vector<StoredFile>& files) const;  // regular files
  int list_folders(std::vector<std::string>& names) const;

  // An advisory lock of the folder among processes; not open when another holds it.
  Descriptor lock() const;

 private:
  int before(Step step) const { return probe_ == nullptr ? 0 : probe_->before(step); }
  int write_all(int file, std::span<const uint8_t> bytes) const;
  int write_temporary(const std::string& name,
                      std::span<const std::span<const uint8_t>> parts) const;
  template <typename Visit>
  int for_each_name(Visit visit) const;

  Descriptor folder_;
  Probe* probe_ = nullptr;  // borrowed; may be null
};

// Files that a writer leaves behind when it is killed begin with this.
inline constexpr std::string_view kTemporary = ".new-";

}  // namespace vyre::cache
