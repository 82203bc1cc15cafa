#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>

namespace vyre::kernel_host {

// Bytes of a block of memory; equal numbers are the same block.
struct MemoryRange {
  uint64_t block = 0;
  uint64_t offset = 0;
  uint64_t size = 0;
  bool operator==(const MemoryRange&) const = default;
};

// Bytes that a piece of work reads, or writes too.
struct MemoryAccess {
  MemoryRange range;
  bool written = false;
};

// What has to be over before a piece of work begins.
enum class Barrier : uint8_t {
  kNone,
  kKernels,  // which cost some drivers half of what a wait for copies costs
  kAll
};

// What the work since the last barrier has touched.
class Hazards {
 public:
  // The barrier before work that touches what |accesses| names, which is added; |copies|: not by
  // kernels alone.
  Barrier before(std::span<const MemoryAccess> accesses, bool copies);

  // Whether |accesses| have to wait for a barrier: they write what was touched, or read what was
  // written.
  bool conflict_with(std::span<const MemoryAccess> accesses) const;
  void add(std::span<const MemoryAccess> accesses);
  void clear();

 private:
  // Disjoint ranges of bytes, by block and first byte; the value is the byte after the last.
  using Ranges = std::map<std::pair<uint64_t, uint64_t>, uint64_t>;
  static bool overlap(const Ranges& ranges, const MemoryRange& range);
  static void insert(Ranges& ranges, const MemoryRange& range);

  Ranges read_;
  Ranges written_;
  // Since the last barrier that was for all:
  bool copied_ = false;    // there were copies
  bool narrowed_ = false;  // there was a barrier between kernels, which copies have not waited for
};

}  // namespace vyre::kernel_host
