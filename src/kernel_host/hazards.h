#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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
  struct Range {
    uint64_t block;
    uint64_t begin;
    uint64_t end;
  };
  // Disjoint, by block and first byte. A barrier costs less than to tell more of them apart.
  using Ranges = std::vector<Range>;
  static constexpr size_t kMostRanges = 512;
  static bool overlap(const Ranges& ranges, const MemoryRange& range);
  static void insert(Ranges& ranges, const MemoryRange& range);
  bool is_full() const { return read_.size() + written_.size() > kMostRanges; }

  Ranges read_;
  Ranges written_;
  // Since the last barrier that was for all:
  bool copied_ = false;    // there were copies
  bool narrowed_ = false;  // there was a barrier between kernels, which copies have not waited for
};

}  // namespace vyre::kernel_host
