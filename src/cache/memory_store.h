#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/status/status.h"
#include "cache/key.h"

namespace vyre::cache {

struct MemoryOptions {
  size_t max_entries = 256;
  uint64_t max_bytes = uint64_t{256} << 20;
};

struct MemoryCounters {
  uint64_t asked = 0;
  uint64_t hits = 0;
  uint64_t waits = 0;   // hits on what another caller was making
  uint64_t misses = 0;  // made here
  uint64_t failures = 0;
  uint64_t evicted = 0;
  uint64_t entries = 0;  // now
  uint64_t bytes = 0;    // now
};

// Compiled things by key, as many as the budgets allow; what is evicted lives on where it is in
// use. A new key is made once: who asks for it meanwhile waits, who asks for another does not.
// Thread-safe.
class MemoryStore {
 public:
  using Object = std::shared_ptr<const void>;
  struct Made {
    Object object;
    uint64_t bytes = 0;  // what it costs to keep
  };
  using Make = std::function<Result<Made>()>;

  explicit MemoryStore(const MemoryOptions& options = {}) : options_(options) {}

  // What |make| made of that key, now or before. A failure is told to all who waited and kept by
  // none: the next caller tries again.
  Result<Object> get(const Key& key, const Make& make);

  std::vector<Key> keys() const;  // of what is kept, last used first

  // Forgets all; what is being made is not kept either. After the device was lost.
  void clear();
  MemoryCounters counters() const;

 private:
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  struct Entry {
    Key key;
    Object object;
    uint64_t bytes = 0;
    uint64_t uses = 0;
  };
  // What one caller makes and others may wait for; guarded by mutex_.
  struct Flight {
    enum class State : uint8_t { kFlying, kLanded, kAbandoned };
    std::condition_variable landed;
    State state = State::kFlying;
    uint64_t generation = 0;
    Status status;
    Object object;
  };
  struct Abandon;

  Object find(const Key& key);
  Result<Object> result_of(const Flight& flight);
  void end(const Key& key, Flight& flight, Flight::State state);
  void land(const Key& key, Flight& flight, Result<Made> made);
  void keep(const Key& key, Made made, std::vector<Object>& gone);
  Object evict_one();

  const MemoryOptions options_;
  mutable std::mutex mutex_;
  // Guarded by mutex_: what was used last stands in front.
  std::list<Entry> entries_;
  std::unordered_map<Key, std::list<Entry>::iterator, KeyHash> by_key_;
  std::unordered_map<Key, std::shared_ptr<Flight>, KeyHash> flights_;
  uint64_t generation_ = 0;  // how often it was cleared
  MemoryCounters counters_;
};

}  // namespace vyre::cache
