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
constexpr uint32_t kChunkBytes = kBlockBytes * kBlocksPerChunk;

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

// |Word| is a word, or a vector of words that belong to as many inputs. Inlined always, so that
// vectors are compiled for the processor that the caller is for.
template <typename Word>
[[gnu::always_inline]] inline void rotate(Word& word, int bits) {
  word = (word >> bits) | (word << (32 - bits));
}

template <typename Word>
[[gnu::always_inline]] inline void mix(Word* v, size_t a, size_t b, size_t c, size_t d,
                                       const Word& x, const Word& y) {
  v[a] = v[a] + v[b] + x;
  rotate(v[d] ^= v[a], 16);
  v[c] = v[c] + v[d];
  rotate(v[b] ^= v[c], 12);
  v[a] = v[a] + v[b] + y;
  rotate(v[d] ^= v[a], 8);
  v[c] = v[c] + v[d];
  rotate(v[b] ^= v[c], 7);
}

// The indices are constants here, so all sixteen words stay in registers.
template <size_t kRound, typename Word>
[[gnu::always_inline]] inline void round(Word* v, const Word* m) {
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

template <typename Word, size_t... kRounds>
[[gnu::always_inline]] inline void all_rounds(Word* v, const Word* m,
                                              std::index_sequence<kRounds...>) {
  (round<kRounds>(v, m), ...);
}

// Mixes one block into the value of the chunk or parent that it belongs to.
void compress(Words& value, const Block& block, uint64_t counter, uint32_t block_size,
              uint32_t flags) {
  uint32_t v[16] = {value[0],
                    value[1],
                    value[2],
                    value[3],
                    value[4],
                    value[5],
                    value[6],
                    value[7],
                    kInitial[0],
                    kInitial[1],
                    kInitial[2],
                    kInitial[3],
                    static_cast<uint32_t>(counter),
                    static_cast<uint32_t>(counter >> 32),
                    block_size,
                    flags};
  const Block m = block;  // without a copy g++ 12 at -O3 takes |block| for unread
  all_rounds(v, m.data(), std::make_index_sequence<kSchedule.size()>());
  for (size_t i = 0; i < 8; ++i) value[i] = v[i] ^ v[i + 8];
}

inline uint32_t load_word(const uint8_t* p) {
  return uint32_t{p[0]} | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 | uint32_t{p[3]} << 24;
}

Block load_block(const uint8_t* bytes) {
  Block block;
  for (size_t i = 0; i < 16; ++i) block[i] = load_word(bytes + i * 4);
  return block;
}

Words parent(const Words& left, const Words& right, uint32_t flags) {
  Block block;
  std::copy(left.begin(), left.end(), block.begin());
  std::copy(right.begin(), right.end(), block.begin() + 8);
  Words value = kInitial;
  compress(value, block, 0, kBlockBytes, kParent | flags);
  return value;
}

// Word i of each of so many chunks that lie one after the other.
template <size_t kLanes>
struct Lanes {
  typedef uint32_t Word __attribute__((vector_size(4 * kLanes)));
};

// The values of |count| full chunks, none of them the last, the first of which is |counter|: all at
// once, a lane of a vector for each. Lanes without a chunk repeat the last one.
template <size_t kLanes>
[[gnu::always_inline]] inline void finish_lanes(const uint8_t* bytes, size_t count,
                                                uint64_t counter, Words* values) {
  using Word = typename Lanes<kLanes>::Word;
  const uint8_t* chunks[kLanes];
  Word low{}, high{};
  for (size_t lane = 0; lane < kLanes; ++lane) {
    const size_t chunk = std::min(lane, count - 1);
    chunks[lane] = bytes + chunk * kChunkBytes;
    low[lane] = static_cast<uint32_t>(counter + chunk);
    high[lane] = static_cast<uint32_t>((counter + chunk) >> 32);
  }
  Word h[8];
  for (size_t i = 0; i < 8; ++i) h[i] = Word{} + kInitial[i];
  for (uint32_t block = 0; block < kBlocksPerChunk; ++block) {
    const uint32_t flags =
        (block == 0 ? kChunkStart : 0) | (block + 1 == kBlocksPerChunk ? kChunkEnd : 0);
    Word m[16];
    for (size_t i = 0; i < 16; ++i) {
      for (size_t lane = 0; lane < kLanes; ++lane) {
        m[i][lane] = load_word(chunks[lane] + block * kBlockBytes + i * 4);
      }
    }
    Word v[16] = {h[0],
                  h[1],
                  h[2],
                  h[3],
                  h[4],
                  h[5],
                  h[6],
                  h[7],
                  Word{} + kInitial[0],
                  Word{} + kInitial[1],
                  Word{} + kInitial[2],
                  Word{} + kInitial[3],
                  low,
                  high,
                  Word{} + kBlockBytes,
                  Word{} + flags};
    all_rounds(v, m, std::make_index_sequence<kSchedule.size()>());
    for (size_t i = 0; i < 8; ++i) h[i] = v[i] ^ v[i + 8];
  }
  for (size_t lane = 0; lane < count; ++lane) {
    for (size_t i = 0; i < 8; ++i) values[lane][i] = h[i][lane];
  }
}

constexpr size_t kMostChunks = 8;  // that are finished at once

void finish_chunks_plainly(const uint8_t* bytes, size_t count, uint64_t counter, Words* values) {
  for (size_t done = 0; done < count; done += 4) {
    finish_lanes<4>(bytes + done * kChunkBytes, std::min<size_t>(count - done, 4), counter + done,
                    values + done);
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void finish_chunks_avx2(const uint8_t* bytes, size_t count,
                                                uint64_t counter, Words* values) {
  if (count > 4) return finish_lanes<8>(bytes, count, counter, values);
  finish_lanes<4>(bytes, count, counter, values);
}

using FinishChunks = void (*)(const uint8_t*, size_t, uint64_t, Words*);
const FinishChunks finish_chunks =
    __builtin_cpu_supports("avx2") ? finish_chunks_avx2 : finish_chunks_plainly;
#else
constexpr auto finish_chunks = finish_chunks_plainly;
#endif

}  // namespace

Blake3::Blake3() : chunk_value_(kInitial) {}

// Called when a full chunk is known not to be the last: folds it into the stack.
void Blake3::finish_chunk() {
  const uint32_t flags = kChunkEnd | (blocks_in_chunk_ == 0 ? kChunkStart : 0);
  compress(chunk_value_, load_block(block_.data()), chunks_, kBlockBytes, flags);
  push(chunk_value_);
  chunk_value_ = kInitial;
  blocks_in_chunk_ = 0;
  block_size_ = 0;
}

// Adds the value of the next chunk.
void Blake3::push(const Words& value) {
  stack_[stack_size_++] = value;
  ++chunks_;
  for (uint64_t merged = chunks_; (merged & 1) == 0; merged >>= 1) {
    --stack_size_;
    stack_[stack_size_ - 1] = parent(stack_[stack_size_ - 1], stack_[stack_size_], 0);
  }
}

// Finishes several full chunks at the start of |bytes|, if that is a start of chunks, and returns
// how many bytes they had. At least one byte follows them.
size_t Blake3::take_chunks(std::span<const uint8_t> bytes) {
  if (block_size_ != 0 || blocks_in_chunk_ != 0 || bytes.size() <= 2 * kChunkBytes) return 0;
  const size_t count = std::min<size_t>((bytes.size() - 1) / kChunkBytes, kMostChunks);
  Words values[kMostChunks];
  finish_chunks(bytes.data(), count, chunks_, values);
  for (size_t i = 0; i < count; ++i) push(values[i]);
  return count * kChunkBytes;
}

Blake3& Blake3::update(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    // A full block is compressed only when more input follows: the last one gets other flags.
    if (block_size_ == kBlockBytes && blocks_in_chunk_ + 1 == kBlocksPerChunk) finish_chunk();
    if (const size_t taken = take_chunks(bytes); taken != 0) {
      bytes = bytes.subspan(taken);
      continue;
    }
    if (block_size_ == kBlockBytes) {
      compress(chunk_value_, load_block(block_.data()), chunks_, kBlockBytes,
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
  Words value = chunk_value_;
  compress(value, load_block(padded.data()), chunks_, block_size_, flags);
  for (uint32_t i = stack_size_; i > 0; --i) {
    value = parent(stack_[i - 1], value, i == 1 ? kRoot : 0);
  }
  Digest out;
  for (size_t i = 0; i < 32; ++i) out[i] = static_cast<uint8_t>(value[i / 4] >> (i % 4 * 8));
  return out;
}

Digest blake3(std::span<const uint8_t> bytes) { return Blake3().update(bytes).digest(); }

}  // namespace vyre
