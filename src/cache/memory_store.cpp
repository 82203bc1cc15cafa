#include "cache/memory_store.h"

#include <algorithm>
#include <utility>

#include "base/encoding/little_endian.h"
#include "base/status/copy.h"

namespace vyre::cache {
namespace {

constexpr size_t kCandidates = 8;  // of which the one used least often goes

}  // namespace

// A key is a digest: any of its bytes are as good as all.
size_t MemoryStore::KeyHash::operator()(const Key& key) const {
  return static_cast<size_t>(load_little_endian<uint64_t>(key.data()));
}

// When nothing was made, not even a failure: one of those who wait tries next.
struct MemoryStore::Abandon {
  ~Abandon() {
    const std::lock_guard lock(store.mutex_);
    if (flight.state == Flight::State::kFlying) store.end(key, flight, Flight::State::kAbandoned);
  }
  MemoryStore& store;
  const Key& key;
  Flight& flight;
};

Result<MemoryStore::Object> MemoryStore::get(const Key& key, const Make& make) {
  std::unique_lock lock(mutex_);
  ++counters_.asked;
  for (;;) {
    if (Object kept = find(key)) return kept;
    const auto found = flights_.find(key);
    if (found == flights_.end()) break;
    const std::shared_ptr<Flight> flight = found->second;
    flight->landed.wait(lock, [&] { return flight->state != Flight::State::kFlying; });
    if (flight->state == Flight::State::kLanded) return result_of(*flight);
  }
  const auto flight = std::make_shared<Flight>();
  flight->generation = generation_;
  flights_.emplace(key, flight);
  lock.unlock();
  const Abandon unless_landed{*this, key, *flight};
  land(key, *flight, make());
  if (!flight->status.ok()) return copy_of(flight->status);
  return flight->object;
}

MemoryStore::Object MemoryStore::find(const Key& key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return nullptr;
  ++counters_.hits;
  ++found->second->uses;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->object;
}

Result<MemoryStore::Object> MemoryStore::result_of(const Flight& flight) {
  if (!flight.status.ok()) return copy_of(flight.status);
  ++counters_.hits;
  ++counters_.waits;
  return flight.object;
}

void MemoryStore::end(const Key& key, Flight& flight, Flight::State state) {
  flight.state = state;
  flight.landed.notify_all();
  if (flight.generation == generation_) flights_.erase(key);
}

void MemoryStore::land(const Key& key, Flight& flight, Result<Made> made) {
  std::vector<Object> gone;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  end(key, flight, Flight::State::kLanded);
  if (!made.ok()) {
    ++counters_.failures;
    flight.status = std::move(made).status();
    return;
  }
  ++counters_.misses;
  flight.object = made.value().object;
  if (flight.generation == generation_) keep(key, made.take(), gone);
}

void MemoryStore::keep(const Key& key, Made made, std::vector<Object>& gone) {
  if (made.bytes > options_.max_bytes || options_.max_entries == 0) return;
  counters_.bytes += made.bytes;
  entries_.push_front({key, std::move(made.object), made.bytes, 0});
  by_key_[key] = entries_.begin();
  while (entries_.size() > options_.max_entries || counters_.bytes > options_.max_bytes) {
    gone.push_back(evict_one());
  }
}

// The least used of those that were not used for longest; never the newest.
MemoryStore::Object MemoryStore::evict_one() {
  auto at = std::prev(entries_.end());
  auto victim = at;
  for (size_t i = 1; i < std::min(kCandidates, entries_.size() - 1); ++i) {
    --at;
    if (at->uses < victim->uses) victim = at;
  }
  Object object = std::move(victim->object);
  counters_.bytes -= victim->bytes;
  ++counters_.evicted;
  by_key_.erase(victim->key);
  entries_.erase(victim);
  return object;
}

std::vector<Key> MemoryStore::keys() const {
  const std::lock_guard lock(mutex_);
  std::vector<Key> keys;
  for (const Entry& entry : entries_) keys.push_back(entry.key);
  return keys;
}

void MemoryStore::clear() {
  std::list<Entry> gone;  // ends behind the lock
  const std::lock_guard lock(mutex_);
  ++generation_;
  gone.swap(entries_);
  by_key_.clear();
  flights_.clear();
  counters_.bytes = 0;
}

MemoryCounters MemoryStore::counters() const {
  const std::lock_guard lock(mutex_);
  MemoryCounters counters = counters_;
  counters.entries = entries_.size();
  return counters;
}

}  // namespace vyre::cache
