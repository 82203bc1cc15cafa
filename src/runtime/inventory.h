#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "backend/selection.h"
#include "base/status.h"

namespace vyre::runtime {

// A device of a family, usable or not.
struct Device {
  std::string id;  // "vulkan:<uuid>"; an oracle has its family's name
  std::string version;
  backend::DeviceProfile profile;
  std::string missing;  // why it cannot be used; empty = usable
};

// One way to reach devices: all that Vulkan sees, or the oracle.
class BackendFamily {
 public:
  virtual ~BackendFamily() = default;
  virtual std::string_view name() const = 0;
  virtual uint32_t rank() const = 0;  // lower is better
  // Looks for devices; creates no more than that needs. Called once, again after a failure.
  virtual Result<std::vector<Device>> find() = 0;
  virtual Result<std::shared_ptr<backend::Backend>> open(size_t device) = 0;
};

// What the choice among backends may consider.
struct SelectOptions {
  bool refuse_software = false;
  std::string id;  // consider this one only; empty = all
  std::vector<std::string> exclude;
};

// One backend as the choice sees it.
struct Entry {
  std::string id;
  std::string version;
  std::string reason;  // why it is chosen, comes later, is not considered or cannot be used
  backend::DeviceProfile profile;
  uint32_t rank = 0;
  uint64_t acquisition_ns = 0;
  uint32_t score = 0;
  uint32_t order = 0;  // from 1 among the candidates; 0 = not considered
  bool usable = false;
  bool oracle = false;
  bool chosen = false;
  size_t family = 0;
  size_t device = 0;
};

// The backends of a context. A family is asked once, when its devices are first of interest, and
// its answer is kept, so that one context always chooses the same.
class Inventory {
 public:
  explicit Inventory(std::vector<std::unique_ptr<BackendFamily>> families);

  // Every backend, candidates first and best first. Never fails: a family that cannot be asked is
  // an entry that is not usable.
  std::vector<Entry> explain(const SelectOptions& options);

  // Opens a device by its id, or the best usable device of the family of that name.
  Result<std::shared_ptr<backend::Backend>> open(std::string_view id);

  // Opens the first candidate that can be opened.
  Result<std::shared_ptr<backend::Backend>> open_preferred(const SelectOptions& options);

 private:
  struct Family {
    std::unique_ptr<BackendFamily> reach;
    bool found = false;
    std::vector<Device> devices;
    uint64_t find_ns = 0;  // how long finding them took, once
    std::string failure;
  };

  // All below need mutex_.
  static void find_devices(Family& family);
  std::vector<Entry> entries_of(size_t family);
  std::vector<Entry> all_entries();
  Status not_found(std::string_view id);

  std::mutex mutex_;
  std::vector<Family> families_;  // guarded by mutex_
};

}  // namespace vyre::runtime
