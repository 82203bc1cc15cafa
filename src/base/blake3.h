#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace vyre {

using Digest = std::array<uint8_t, 32>;

// BLAKE3 of bytes that arrive in pieces: unkeyed, 32 bytes of output.
//
// Input is cut into chunks of 1,024 bytes and those into blocks of 64. Each chunk becomes a
// chaining value; equal-sized subtrees are merged as soon as their right half is complete, so the
// stack holds one value per bit that is set in the number of finished chunks.
class Blake3 {
 public:
  Blake3();

  Blake3& update(std::span<const uint8_t> bytes);
  Blake3& update(std::string_view text);
  Digest digest() const;  // of everything so far; more may follow

 private:
  using Words = std::array<uint32_t, 8>;

  void finish_chunk();
  void push(const Words& value);
  size_t take_chunks(std::span<const uint8_t> bytes);

  Words chunk_value_;
  std::array<uint8_t, 64> block_{};
  uint32_t block_size_ = 0;       // bytes in block_
  uint32_t blocks_in_chunk_ = 0;  // compressed ones
  uint64_t chunks_ = 0;           // finished ones
  std::array<Words, 55> stack_;   // enough for 2^64 bytes
  uint32_t stack_size_ = 0;
};

Digest blake3(std::span<const uint8_t> bytes);

}  // namespace vyre
