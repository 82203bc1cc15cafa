#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

// The part of BLAKE3 that is worth writing for a processor: mixing blocks into chaining values. The
// tree above it is blake3.cpp.
namespace vyre::blake3_chunks {

using Words = std::array<uint32_t, 8>;

inline constexpr uint32_t kBlockBytes = 64;
inline constexpr uint32_t kBlocksPerChunk = 16;
inline constexpr uint32_t kChunkBytes = kBlockBytes * kBlocksPerChunk;
inline constexpr size_t kMaxChunks = 8;  // whose values are made at once

inline constexpr uint32_t kChunkStart = 1;
inline constexpr uint32_t kChunkEnd = 2;
inline constexpr uint32_t kParent = 4;
inline constexpr uint32_t kRoot = 8;

inline constexpr Words kInitial = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                   0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

struct Form {
  // Mixes one block of 64 bytes, of which |size| count, into |value|.
  void (*mix_block)(Words& value, const uint8_t* block, uint64_t counter, uint32_t size,
                    uint32_t flags);
  // The values of up to kMaxChunks chunks, the first of which is |counter|. The last one may be
  // short; |last_flags| are added to those of its last block.
  void (*mix_chunks)(std::span<const uint8_t> chunks, uint64_t counter, uint32_t last_flags,
                     Words* values);
};

// For every processor, and the fastest one for this processor.
extern const Form kPlainForm;
const Form& best_form();

constexpr size_t chunk_count(size_t bytes) {
  return bytes == 0 ? 1 : (bytes + kChunkBytes - 1) / kChunkBytes;
}

}  // namespace vyre::blake3_chunks
