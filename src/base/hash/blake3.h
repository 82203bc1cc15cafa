#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/encoding/little_endian.h"
#include "base/hash/blake3_chunks.h"

namespace vyre {

using Digest = std::array<uint8_t, 32>;

// BLAKE3 of bytes that arrive in pieces: unkeyed, 32 bytes of output.
//
// Input is cut into chunks of 1,024 bytes and those into blocks of 64. Each chunk becomes a
// chaining value; equal-sized subtrees are merged as soon as their right half is complete, so the
// stack holds one value per bit that is set in the number of finished chunks.
class Blake3 {
 public:
  explicit Blake3(const blake3_chunks::Form& form = blake3_chunks::best_form());

  Blake3& update(std::span<const uint8_t> bytes);
  Blake3& update(std::string_view text) {
    return update(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  }
  // The bytes of an integer, little-endian.
  template <std::unsigned_integral Integer>
  Blake3& update_integer(Integer value) {
    uint8_t bytes[sizeof value];
    store_little_endian(bytes, value);
    return update(bytes);
  }
  Digest digest() const;  // of everything so far; more may follow

  // The digest of |bytes|, when nothing came before them.
  Digest whole(std::span<const uint8_t> bytes);

 private:
  using Words = blake3_chunks::Words;

  void mix_block(uint32_t flags);
  void push(const Words& value);
  void push_chunks(std::span<const uint8_t> chunks);
  size_t take_chunks(std::span<const uint8_t> bytes);
  Words parent(const Words& left, const Words& right, uint32_t flags) const;
  Digest finish(Words last) const;

  const blake3_chunks::Form& form_;
  Words chunk_value_;
  std::array<uint8_t, blake3_chunks::kBlockBytes> block_;
  uint32_t block_size_ = 0;       // bytes in block_
  uint32_t blocks_in_chunk_ = 0;  // mixed ones
  uint64_t chunks_ = 0;           // finished ones
  std::array<Words, 55> stack_;   // enough for 2^64 bytes
  uint32_t stack_size_ = 0;
};

Digest blake3(std::span<const uint8_t> bytes);

}  // namespace vyre
