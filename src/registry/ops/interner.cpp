#include "registry/ops/interner.h"

#include <bit>

#include "base/hash/xxhash.h"

namespace vyre::registry {
namespace {

constexpr uint32_t kFirstSlots = 256;
constexpr uint64_t kHashMask = 0xFFFFFFFF00000000;

struct Place {
  uint32_t chunk;
  uint32_t index;
};

// Ids 1..64 lie in chunk 0, the next 128 in chunk 1, and so on.
Place place_of(OpId id, uint32_t first_chunk) {
  const uint64_t shifted = uint64_t{id} - 1 + first_chunk;
  const auto chunk = static_cast<uint32_t>(std::bit_width(shifted / first_chunk) - 1);
  return {chunk, static_cast<uint32_t>(shifted - (uint64_t{first_chunk} << chunk))};
}

}  // namespace

Interner& Interner::process() {
  static Interner interner;
  return interner;
}

Interner::Interner(OpId last) : last_(last) {
  tables_.push_back(std::make_unique<Table>(kFirstSlots));
  table_.store(tables_.back().get(), std::memory_order_release);
}

const std::string& Interner::stored(OpId id) const {
  const Place place = place_of(id, kFirstChunk);
  return chunks_[place.chunk].load(std::memory_order_acquire)[place.index];
}

std::string_view Interner::name(OpId id) const {
  return id == kNoOp || id > size() ? std::string_view() : std::string_view(stored(id));
}

OpId Interner::find_in(const Table& table, std::string_view name, uint64_t hash) const {
  const size_t mask = table.size() - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask) {
    const uint64_t slot = table[i].load(std::memory_order_acquire);
    const auto id = static_cast<OpId>(slot);
    if (id == kNoOp) return kNoOp;
    if (((slot ^ hash) & kHashMask) == 0 && stored(id) == name) return id;
  }
}

OpId Interner::find(std::string_view name) const {
  return find_in(*table_.load(std::memory_order_acquire), name, hash_bytes(name));
}

Result<OpId> Interner::intern(std::string_view name) {
  const uint64_t hash = hash_bytes(name);
  const OpId known = find_in(*table_.load(std::memory_order_acquire), name, hash);
  if (known != kNoOp) return known;
  const std::lock_guard lock(mutex_);
  const OpId meanwhile = find_in(*tables_.back(), name, hash);
  return meanwhile != kNoOp ? Result<OpId>(meanwhile) : append(name, hash);
}

Result<OpId> Interner::append(std::string_view name, uint64_t hash) {
  const uint32_t count = count_.load(std::memory_order_relaxed);
  if (count == last_) {
    return fail(Code::kOutOfHostMemory, "the process has interned ", count,
                " op names, as many as it can. Fix: look names up instead of interning them");
  }
  const OpId id = count + 1;
  if (id * uint64_t{2} > tables_.back()->size()) grow();
  place_for(id) = name;
  // Counted before it can be found: who finds an id may ask for its name.
  count_.store(id, std::memory_order_release);
  insert(*tables_.back(), id, hash);
  return id;
}

std::string& Interner::place_for(OpId id) {
  const Place place = place_of(id, kFirstChunk);
  if (chunks_[place.chunk].load(std::memory_order_relaxed) == nullptr) {
    owned_chunks_.push_back(std::make_unique<std::string[]>(size_t{kFirstChunk} << place.chunk));
    chunks_[place.chunk].store(owned_chunks_.back().get(), std::memory_order_release);
  }
  return owned_chunks_[place.chunk][place.index];
}

void Interner::insert(Table& table, OpId id, uint64_t hash) {
  const size_t mask = table.size() - 1;
  size_t i = hash & mask;
  while (static_cast<OpId>(table[i].load(std::memory_order_relaxed)) != kNoOp) {
    i = (i + 1) & mask;
  }
  table[i].store((hash & kHashMask) | id, std::memory_order_release);
}

void Interner::grow() {
  auto larger = std::make_unique<Table>(tables_.back()->size() * 2);
  const uint32_t count = count_.load(std::memory_order_relaxed);
  for (OpId id = 1; id <= count; ++id) insert(*larger, id, hash_bytes(stored(id)));
  tables_.push_back(std::move(larger));
  table_.store(tables_.back().get(), std::memory_order_release);
}

}  // namespace vyre::registry
