#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "backend/selection.h"
#include "base/status/log.h"
#include "base/status/status.h"

namespace vyre::backend {

// Runs all tasks, perhaps side by side, and returns when all have ended.
using RunTogether = std::function<void(std::span<const std::function<void()>>)>;

// What is known of a backend by its id.
struct BackendRecord {
  std::string id;
  bool registered = false;
  std::optional<uint32_t> rank;    // none: nobody declared it
  std::optional<bool> dispatches;  // likewise
};

// The backends of a context, their ranks and whether they dispatch, three kinds of records that are
// joined by id. A backend is asked once, when its devices are first of interest, and its answer is
// kept, so that one context always chooses the same. Thread-safe.
class Inventory {
 public:
  // |backends| have different names. |together| null: one after the other. |defaults| pin and
  // exclude where the options of a call say nothing. |log| hears of devices that do not open.
  explicit Inventory(std::vector<std::unique_ptr<Backend>> backends = {},
                     RunTogether together = nullptr, SelectOptions defaults = {},
                     LogSink log = nullptr);

  // Records. A second one of a kind for an id is an error; an id needs no registration.
  // |commit|, which may be null, is called when nothing else can fail, and adds nothing here: when
  // it fails, so does this.
  using Commit = std::function<Status()>;
  Status add(std::unique_ptr<Backend> backend, const Commit& commit = nullptr);
  Status declare_rank(std::string_view id, uint32_t rank);
  Status declare_dispatches(std::string_view id, bool dispatches);

  // Every id that has a record of any kind, by rank, then by id.
  std::vector<BackendRecord> records() const;

  // Takes |bytes_per_second| for what the device with this id can move from now on.
  void set_bandwidth(std::string_view id, uint64_t bytes_per_second);
  std::optional<uint64_t> measured_bandwidth(std::string_view id) const;

  // Every device, candidates first and best first. Never fails: a backend that cannot be asked is
  // an entry that is not usable.
  std::vector<Entry> explain(const SelectOptions& options);

  // Opens the first candidate that can be opened, the one that is named or the best. What fails is
  // logged, and told when nothing opens. Where one alone is named and fails, with its own error.
  Result<std::shared_ptr<Device>> open(const SelectOptions& options);

 private:
  struct Registration;
  template <typename Value>
  using Records = std::map<std::string, Value, std::less<>>;
  struct Declarations {
    Records<uint32_t> ranks;
    Records<bool> dispatches;
  };

  SelectOptions with_defaults(const SelectOptions& options) const;
  std::vector<std::shared_ptr<Registration>> registrations() const;
  Status admit(Backend& backend, Declarations& declared) const;
  void find_devices(std::span<const std::shared_ptr<Registration>> all) const;
  std::vector<Entry> entries_of(std::span<const std::shared_ptr<Registration>> all) const;
  void add_facts(Entry& entry) const;  // needs mutex_

  const RunTogether together_;
  const SelectOptions defaults_;
  const LogSink log_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::shared_ptr<Registration>> registrations_;
  Declarations declared_;
  Records<uint64_t> bandwidths_;
};

}  // namespace vyre::backend
