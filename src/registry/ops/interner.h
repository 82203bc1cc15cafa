#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"

namespace vyre::registry {

// Number of an op name, the same for every snapshot of the process. First
// come, first served from 1; 0 is never given out. Not stable from run to run.
using OpId = uint32_t;
inline constexpr OpId kNoOp = 0;

// Op names and their numbers, byte-exact. Reading takes no lock and never waits; writers take
// turns. Names are never forgotten, so a look-up that should not remember what it asks for is
// find().
class Interner {
 public:
  // The one of this process: the only state of the library that is global.
  static Interner& process();

  explicit Interner(OpId last = UINT32_MAX);  // the last number that it gives out
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;

  // Fails with kOutOfHostMemory when the numbers are used up.
  Result<OpId> intern(std::string_view name);

  // kNoOp when nobody has interned the name.
  OpId find(std::string_view name) const;

  // Empty for a number that was not given out. Lives as long as the interner.
  std::string_view name(OpId id) const;

  uint32_t size() const { return count_.load(std::memory_order_acquire); }

 private:
  // Open addressing; a slot is an op id and 32 bits of its name's hash, 0 when empty. Larger tables
  // replace smaller ones, which stay for readers that still probe them.
  using Table = std::vector<std::atomic<uint64_t>>;
  // Chunk k holds the names of 2^k * kFirstChunk ids and never moves; all hold every id there is.
  using Chunk = std::unique_ptr<std::string[]>;
  static constexpr uint32_t kFirstChunk = 64;
  static constexpr uint32_t kChunks = 27;

  OpId find_in(const Table& table, std::string_view name, uint64_t hash) const;
  const std::string& stored(OpId id) const;

  // All below need mutex_. One that throws leaves everything as it was, unused memory apart.
  Result<OpId> append(std::string_view name, uint64_t hash);
  std::string& place_for(OpId id);
  static void insert(Table& table, OpId id, uint64_t hash);
  void grow();

  const OpId last_;
  std::atomic<const Table*> table_ = nullptr;  // the newest of tables_
  std::atomic<uint32_t> count_ = 0;
  std::array<std::atomic<std::string*>, kChunks> chunks_ = {};

  std::mutex mutex_;
  // Guarded by mutex_.
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Chunk> owned_chunks_;
};

}  // namespace vyre::registry
