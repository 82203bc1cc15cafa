#include "base/blake3.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace vyre {
namespace {

using Words = std::array<uint32_t, 8>;
using Block = std::array<uint32_t, 16>;

constexpr uint32_t kBlockBytes = 64;
constexpr uint32_t kBlocksPerChunk = 16;

constexpr uint32_t kChunkStart = 1;
constexpr uint32_t kChunkEnd = 2;
constexpr uint32_t kParent = 4;
constexpr uint32_t kRoot = 8;

constexpr Words kInitial = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                            0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};

// Which message word each of the sixteen inputs of a round takes, for all seven rounds.
constexpr std::array<std::array<uint8_t, 16>, 7> message_schedule() {
  constexpr std::array<uint8_t, 16> kPermutation = {2, 6,  3,  10, 7, 0,  4,  13,
                                                    1, 11, 12, 5,  9, 14, 15, 8};
  std::array<std::array<uint8_t, 16>, 7> schedule{};
  for (uint8_t i = 0; i < 16; ++i) schedule[0][i] = i;
  for (size_t round = 1; round < 7; ++round) {
    for (size_t i = 0; i < 16; ++i) schedule[round][i] = schedule[round - 1][kPermutation[i]];
  }
  return schedule;
}
constexpr auto kSchedule = message_schedule();

inline void mix(Block& v, size_t a, size_t b, size_t c, size_t d, uint32_t x, uint32_t y) {
  v[a] = v[a] + v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] = v[c] + v[d];
  v[b] = std::rotr(v[b] ^ v[c], 12);
  v[a] = v[a] + v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 8);
  v[c] = v[c] + v[d];
  v[b] = std::rotr(v[b] ^ v[c], 7);
}

// The indices are constants here, so all sixteen words stay in registers.
template <size_t kRound>
inline void round(Block& v, const Block& m) {
  constexpr auto s = kSchedule[kRound];
  mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
  mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
  mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
  mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
  mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
  mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
  mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
  mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
}

template <size_t... kRounds>
inline void all_rounds(Block& v, const Block& m, std::index_sequence<kRounds...>) {
  (round<kRounds>(v, m), ...);
}

Words compress(const Words& value, const Block& block, uint64_t counter, uint32_t block_size,
               uint32_t flags) {
  Block v;
  std::copy(value.begin(), value.end(), v.begin());
  std::copy(kInitial.begin(), kInitial.begin() + 4, v.begin() + 8);
  v[12] = static_cast<uint32_t>(counter);
  v[13] = static_cast<uint32_t>(counter >> 32);
  v[14] = block_size;
  v[15] = flags;
  all_rounds(v, block, std::make_index_sequence<kSchedule.size()>());
  Words out;
  for (size_t i = 0; i < 8; ++i) out[i] = v[i] ^ v[i + 8];
  return out;
}

Block load_block(const uint8_t* bytes) {
  Block block;
  for (size_t i = 0; i < 16; ++i) {
    const uint8_t* p = bytes + i * 4;
    block[i] = uint32_t{p[0]} | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 | uint32_t{p[3]} << 24;
  }
  return block;
}

Words parent(const Words& left, const Words& right, uint32_t flags) {
  Block block;
  std::copy(left.begin(), left.end(), block.begin());
  std::copy(right.begin(), right.end(), block.begin() + 8);
  return compress(kInitial, block, 0, kBlockBytes, kParent | flags);
}

}  // namespace

Blake3::Blake3() : chunk_value_(kInitial) {}

// Called when a full chunk is known not to be the last: folds it into the stack.
void Blake3::finish_chunk() {
  const uint32_t flags = kChunkEnd | (blocks_in_chunk_ == 0 ? kChunkStart : 0);
  Words value = compress(chunk_value_, load_block(block_.data()), chunks_, kBlockBytes, flags);
  ++chunks_;
  for (uint64_t merged = chunks_; (merged & 1) == 0; merged >>= 1) {
    value = parent(stack_[--stack_size_], value, 0);
  }
  stack_[stack_size_++] = value;
  chunk_value_ = kInitial;
  blocks_in_chunk_ = 0;
  block_size_ = 0;
}

Blake3& Blake3::update(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    // A full block is compressed only when more input follows: the last one gets other flags.
    if (block_size_ == kBlockBytes && blocks_in_chunk_ + 1 == kBlocksPerChunk) finish_chunk();
    if (block_size_ == kBlockBytes) {
      chunk_value_ = compress(chunk_value_, load_block(block_.data()), chunks_, kBlockBytes,
                              blocks_in_chunk_ == 0 ? kChunkStart : 0);
      ++blocks_in_chunk_;
      block_size_ = 0;
    }
    const size_t take = std::min<size_t>(kBlockBytes - block_size_, bytes.size());
    std::memcpy(block_.data() + block_size_, bytes.data(), take);
    block_size_ += static_cast<uint32_t>(take);
    bytes = bytes.subspan(take);
  }
  return *this;
}

Blake3& Blake3::update(std::string_view text) {
  return update(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

Digest Blake3::digest() const {
  std::array<uint8_t, kBlockBytes> padded{};
  std::memcpy(padded.data(), block_.data(), block_size_);
  uint32_t flags = kChunkEnd | (blocks_in_chunk_ == 0 ? kChunkStart : 0);
  if (stack_size_ == 0) flags |= kRoot;
  Words value = compress(chunk_value_, load_block(padded.data()), chunks_, block_size_, flags);
  for (uint32_t i = stack_size_; i > 0; --i) {
    value = parent(stack_[i - 1], value, i == 1 ? kRoot : 0);
  }
  Digest out;
  for (size_t i = 0; i < 32; ++i) out[i] = static_cast<uint8_t>(value[i / 4] >> (i % 4 * 8));
  return out;
}

Digest blake3(std::span<const uint8_t> bytes) { return Blake3().update(bytes).digest(); }

}  // namespace vyre
