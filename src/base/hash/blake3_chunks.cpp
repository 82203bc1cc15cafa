#include "base/hash/blake3_chunks.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vyre::blake3_chunks {
namespace {

// Which message word each of the sixteen inputs of a round takes, for all seven rounds.
using Schedule = std::array<uint8_t, 16>;
constexpr std::array<Schedule, 7> message_schedule() {
  constexpr Schedule kPermutation = {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8};
  std::array<Schedule, 7> schedule{};
  for (uint8_t i = 0; i < 16; ++i) schedule[0][i] = i;
  for (size_t round = 1; round < 7; ++round) {
    for (size_t i = 0; i < 16; ++i) schedule[round][i] = schedule[round - 1][kPermutation[i]];
  }
  return schedule;
}
constexpr auto kSchedule = message_schedule();

inline uint32_t load_word(const uint8_t* p) {
  return uint32_t{p[0]} | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 | uint32_t{p[3]} << 24;
}

// A state is sixteen words, in a square of four rows. |Word| is one of them, or a vector of one for
// each of several inputs. Everything that works on vectors is inlined always, so that it is
// compiled for the processor that the caller is for.
struct Shifts {
  template <int kBits, typename Word>
  [[gnu::always_inline]] static void rotate(Word& word) {
    word = (word >> kBits) | (word << (32 - kBits));
  }
};

template <typename How, typename Word>
[[gnu::always_inline]] inline void mix(Word& a, Word& b, Word& c, Word& d, const Word& x,
                                       const Word& y) {
  a = a + x + b;
  How::template rotate<16>(d ^= a);
  c = c + d;
  How::template rotate<12>(b ^= c);
  a = a + y + b;
  How::template rotate<8>(d ^= a);
  c = c + d;
  How::template rotate<7>(b ^= c);
}

// The places in |v| are constants, so that the state can stay in registers.
template <typename How, typename Word>
[[gnu::always_inline]] inline void round(Word* v, const Word* m, const Schedule& s) {
  mix<How>(v[0], v[4], v[8], v[12], m[s[0]], m[s[1]]);
  mix<How>(v[1], v[5], v[9], v[13], m[s[2]], m[s[3]]);
  mix<How>(v[2], v[6], v[10], v[14], m[s[4]], m[s[5]]);
  mix<How>(v[3], v[7], v[11], v[15], m[s[6]], m[s[7]]);
  mix<How>(v[0], v[5], v[10], v[15], m[s[8]], m[s[9]]);
  mix<How>(v[1], v[6], v[11], v[12], m[s[10]], m[s[11]]);
  mix<How>(v[2], v[7], v[8], v[13], m[s[12]], m[s[13]]);
  mix<How>(v[3], v[4], v[9], v[14], m[s[14]], m[s[15]]);
}

// Most inputs are a few blocks one behind another, whose words stay in registers too if the rounds
// are code of their own.
template <size_t... kRounds>
[[gnu::always_inline]] inline void unrolled(uint32_t* v, const uint32_t* m,
                                            std::index_sequence<kRounds...>) {
  (round<Shifts>(v, m, kSchedule[kRounds]), ...);
}

void mix_block_plainly(Words& value, const uint8_t* block, uint64_t counter, uint32_t size,
                       uint32_t flags) {
  uint32_t m[16];
  for (size_t i = 0; i < 16; ++i) m[i] = load_word(block + i * 4);
  const auto low = static_cast<uint32_t>(counter), high = static_cast<uint32_t>(counter >> 32);
  uint32_t v[16] = {value[0], value[1], value[2],    value[3],    value[4],    value[5],
                    value[6], value[7], kInitial[0], kInitial[1], kInitial[2], kInitial[3],
                    low,      high,     size,        flags};
  unrolled(v, m, std::make_index_sequence<kSchedule.size()>());
  for (size_t i = 0; i < 8; ++i) value[i] = v[i] ^ v[i + 8];
}

// The blocks of one chunk. The last one is a copy, padded with zeros.
class Blocks {
 public:
  Blocks(std::span<const uint8_t> chunk, uint32_t last_flags)
      : bytes_(chunk.data()), last_flags_(last_flags | kChunkEnd) {
    count_ = std::max<size_t>((chunk.size() + kBlockBytes - 1) / kBlockBytes, 1);
    last_size_ = static_cast<uint32_t>(chunk.size() - (count_ - 1) * kBlockBytes);
    if (last_size_ != 0) std::memcpy(last_, chunk.last(last_size_).data(), last_size_);
  }

  size_t count() const { return count_; }
  // Behind the last one, it comes again.
  const uint8_t* operator[](size_t i) const {
    return i + 1 < count_ ? bytes_ + i * kBlockBytes : last_;
  }
  uint32_t size(size_t i) const { return i + 1 < count_ ? kBlockBytes : last_size_; }
  uint32_t flags(size_t i) const {
    return (i == 0 ? kChunkStart : 0) | (i + 1 < count_ ? 0 : last_flags_);
  }

 private:
  const uint8_t* bytes_;
  size_t count_;
  uint32_t last_size_;
  uint32_t last_flags_;
  uint8_t last_[kBlockBytes] = {};
};

// Chunk |i| of several.
Blocks blocks_of(std::span<const uint8_t> chunks, size_t i, uint32_t last_flags) {
  const auto chunk = chunks.subspan(i * kChunkBytes);
  if (chunk.size() > kChunkBytes) return Blocks(chunk.first(kChunkBytes), 0);
  return Blocks(chunk, last_flags);
}

void mix_chunk_plainly(std::span<const uint8_t> chunk, uint64_t counter, uint32_t last_flags,
                       Words& value) {
  const Blocks blocks(chunk, last_flags);
  value = kInitial;
  for (size_t i = 0; i < blocks.count(); ++i) {
    mix_block_plainly(value, blocks[i], counter, blocks.size(i), blocks.flags(i));
  }
}

template <size_t kLanes>
struct Lanes {
  typedef uint32_t Word __attribute__((vector_size(4 * kLanes)));
  typedef uint8_t Bytes __attribute__((vector_size(4 * kLanes)));
};

// Two chunks or more side by side, a lane of every vector for each. Lanes without a chunk repeat
// the last one, whose value is taken when its blocks are through.
template <typename How, size_t kLanes>
[[gnu::always_inline]] inline void mix_lanes(std::span<const uint8_t> bytes, uint64_t counter,
                                             uint32_t last_flags, Words* values) {
  using Word = typename Lanes<kLanes>::Word;
  const size_t last = chunk_count(bytes.size()) - 1;
  const Blocks last_chunk = blocks_of(bytes, last, last_flags);
  Word low{}, high{};
  for (size_t lane = 0; lane < kLanes; ++lane) {
    low[lane] = static_cast<uint32_t>(counter + lane);
    high[lane] = static_cast<uint32_t>((counter + lane) >> 32);
  }
  Word h[12];  // the values so far, and the row that every block begins with
  for (size_t i = 0; i < 12; ++i) h[i] = Word{} + kInitial[i % 8];
  for (size_t block = 0; block < kBlocksPerChunk; ++block) {
    const uint8_t* words[kLanes];
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const size_t at = lane * kChunkBytes + block * kBlockBytes;
      words[lane] = lane < last ? bytes.data() + at : last_chunk[block];
    }
    Word m[16];
    for (size_t i = 0; i < 16; ++i) {
      for (size_t lane = 0; lane < kLanes; ++lane) m[i][lane] = load_word(words[lane] + i * 4);
    }
    const bool is_end = block + 1 == last_chunk.count();
    Word size = Word{} + kBlockBytes;
    Word flags =
        Word{} + ((block == 0 ? kChunkStart : 0) | (block + 1 == kBlocksPerChunk ? kChunkEnd : 0));
    if (is_end) {
      size[last] = last_chunk.size(block);
      flags[last] = last_chunk.flags(block);
    }
    Word v[16] = {h[0], h[1], h[2],  h[3],  h[4], h[5], h[6], h[7],
                  h[8], h[9], h[10], h[11], low,  high, size, flags};
    for (const Schedule& s : kSchedule) round<How>(v, m, s);
    for (size_t i = 0; i < 8; ++i) h[i] = v[i] ^ v[i + 8];
    for (size_t i = 0; is_end && i < 8; ++i) values[last][i] = h[i][last];
  }
  for (size_t lane = 0; lane < last; ++lane) {
    for (size_t i = 0; i < 8; ++i) values[lane][i] = h[i][lane];
  }
}

void mix_chunks_plainly(std::span<const uint8_t> chunks, uint64_t counter, uint32_t last_flags,
                        Words* values) {
  for (; chunks.size() > kChunkBytes; ++values) {
    const size_t bytes = std::min<size_t>(chunks.size(), 4 * kChunkBytes);
    mix_lanes<Shifts, 4>(chunks.first(bytes), counter, bytes < chunks.size() ? 0 : last_flags,
                         values);
    if (bytes == chunks.size()) return;
    values += 3;
    counter += 4;
    chunks = chunks.subspan(bytes);
  }
  mix_chunk_plainly(chunks, counter, last_flags, *values);
}

#if defined(__x86_64__)

// Rotates by whole bytes with one shuffle.
struct Shuffles {
  template <int kBits, typename Word>
  [[gnu::always_inline]] static void rotate(Word& word) {
    if constexpr (kBits % 8 == 0) {
      rotate_bytes<kBits / 8>(word, std::make_index_sequence<sizeof(Word)>());
    } else {
      Shifts::rotate<kBits>(word);
    }
  }

 private:
  template <size_t kBytes, typename Word, size_t... kAt>
  [[gnu::always_inline]] static void rotate_bytes(Word& word, std::index_sequence<kAt...>) {
    const auto bytes = reinterpret_cast<typename Lanes<sizeof(Word) / 4>::Bytes>(word);
    word = reinterpret_cast<Word>(
        __builtin_shufflevector(bytes, bytes, int{kAt / 4 * 4 + (kAt + kBytes) % 4}...));
  }
};

// One input or two side by side, a vector for each row of their states: four columns are mixed at
// once, then the rows are turned so that the diagonals become columns.
template <size_t kInputs>
struct Rows {
  using Row = typename Lanes<4 * kInputs>::Word;
  using AllLanes = std::make_index_sequence<4 * kInputs>;

  // The message words of a round in the order of their use: two for each column, two for each
  // diagonal. The diagonals start with the last one, as |b| is the row that does not turn.
  struct Message {
    Row x, y;
    Row z, w;
  };

  // Mixes a block of each input into the upper two rows. |last| is the lowest row.
  [[gnu::always_inline]] static void mix_block(Row& top, Row& bottom, const uint8_t* const* blocks,
                                               const Row& last) {
    Row a = top, b = bottom, c, d = last;
    fill(c, kInitial.data());
    Message m;
    load(m, blocks);
    for (size_t i = 0; i + 1 < kSchedule.size(); ++i) {
      round(a, b, c, d, m);
      permute(m);
    }
    round(a, b, c, d, m);
    top = a ^ c;
    bottom = b ^ d;
  }

  // The same four words for each input.
  [[gnu::always_inline]] static void fill(Row& row, const uint32_t* words) {
    for (size_t i = 0; i < 4 * kInputs; ++i) row[i] = words[i % 4];
  }

 private:
  [[gnu::always_inline]] static void round(Row& a, Row& b, Row& c, Row& d, const Message& m) {
    mix<Shuffles>(a, b, c, d, m.x, m.y);
    pick<3, 0, 1, 2>(a, a, a);
    pick<1, 2, 3, 0>(c, c, c);
    pick<2, 3, 0, 1>(d, d, d);
    mix<Shuffles>(a, b, c, d, m.z, m.w);
    pick<1, 2, 3, 0>(a, a, a);
    pick<3, 0, 1, 2>(c, c, c);
    pick<2, 3, 0, 1>(d, d, d);
  }

  // This processor stores words as the input does.
  [[gnu::always_inline]] static void load(Row& row, const uint8_t* const* blocks, size_t at) {
    typename Lanes<4>::Word words[kInputs];
    for (size_t i = 0; i < kInputs; ++i) std::memcpy(&words[i], blocks[i] + at, sizeof words[i]);
    if constexpr (kInputs == 1) {
      row = words[0];
    } else {
      row = __builtin_shufflevector(words[0], words[1], 0, 1, 2, 3, 4, 5, 6, 7);
    }
  }

  [[gnu::always_inline]] static void load(Message& m, const uint8_t* const* blocks) {
    Row words[4];
    for (size_t i = 0; i < 4; ++i) load(words[i], blocks, 16 * i);
    pick<0, 2, 4, 6>(m.x, words[0], words[1]);
    pick<1, 3, 5, 7>(m.y, words[0], words[1]);
    pick<6, 0, 2, 4>(m.z, words[2], words[3]);
    pick<7, 1, 3, 5>(m.w, words[2], words[3]);
  }

  // What kSchedule does from one round to the next, in the order of use.
  [[gnu::always_inline]] static void permute(Message& m) {
    const Message old = m;
    Row half;
    pick<1, 5, 7, 2>(m.x, old.x, old.y);
    pick<2, 2, 7, 7>(half, old.z, old.w);
    pick<3, 5, 0, 7>(m.y, old.x, half);
    pick<0, 0, 7, 7>(half, old.y, old.z);
    pick<0, 5, 6, 1>(m.z, old.w, half);
    pick<2, 2, 6, 6>(half, old.w, old.y);
    pick<1, 5, 6, 0>(m.w, old.z, half);
  }

  // For each input four words out of eight, of |left| those below 4.
  template <size_t... kFrom>
  [[gnu::always_inline]] static void pick(Row& row, const Row& left, const Row& right) {
    constexpr size_t from[] = {kFrom...};
    [&]<size_t... kAt>(std::index_sequence<kAt...>) __attribute__((always_inline)) {
      row = __builtin_shufflevector(
          left, right,
          int{kAt / 4 * 4 + from[kAt % 4] % 4 + (from[kAt % 4] < 4 ? 0 : 4 * kInputs)}...);
    }
    (AllLanes());
  }
};

#define VYRE_AVX2 [[gnu::target("avx2")]]

VYRE_AVX2 void mix_block_avx2(Words& value, const uint8_t* block, uint64_t counter, uint32_t size,
                              uint32_t flags) {
  using OneRow = Rows<1>::Row;
  OneRow top, bottom;
  std::memcpy(&top, value.data(), sizeof top);
  std::memcpy(&bottom, value.data() + 4, sizeof bottom);
  const OneRow last = {static_cast<uint32_t>(counter), static_cast<uint32_t>(counter >> 32), size,
                       flags};
  Rows<1>::mix_block(top, bottom, &block, last);
  std::memcpy(value.data(), &top, sizeof top);
  std::memcpy(value.data() + 4, &bottom, sizeof bottom);
}

VYRE_AVX2 void mix_blocks_avx2(const Blocks& blocks, size_t first, uint64_t counter, Words& value) {
  for (size_t i = first; i < blocks.count(); ++i) {
    mix_block_avx2(value, blocks[i], counter, blocks.size(i), blocks.flags(i));
  }
}

// As long as both have blocks side by side, then what the first has more.
VYRE_AVX2 void mix_two_chunks_avx2(std::span<const uint8_t> chunks, uint64_t counter,
                                   uint32_t last_flags, Words* values) {
  using TwoRows = Rows<2>::Row;
  const Blocks left = blocks_of(chunks, 0, last_flags), right = blocks_of(chunks, 1, last_flags);
  const uint32_t low[] = {static_cast<uint32_t>(counter), static_cast<uint32_t>(counter + 1)};
  const uint32_t high[] = {static_cast<uint32_t>(counter >> 32),
                           static_cast<uint32_t>((counter + 1) >> 32)};
  TwoRows top, bottom;
  Rows<2>::fill(top, kInitial.data());
  Rows<2>::fill(bottom, kInitial.data() + 4);
  for (size_t i = 0; i < right.count(); ++i) {
    const TwoRows last = {low[0], high[0], left.size(i),  left.flags(i),
                          low[1], high[1], right.size(i), right.flags(i)};
    const uint8_t* const blocks[] = {left[i], right[i]};
    Rows<2>::mix_block(top, bottom, blocks, last);
  }
  for (size_t i = 0; i < 4; ++i) {
    values[0][i] = top[i];
    values[0][i + 4] = bottom[i];
    values[1][i] = top[i + 4];
    values[1][i + 4] = bottom[i + 4];
  }
  mix_blocks_avx2(left, right.count(), counter, values[0]);
}

VYRE_AVX2 void mix_chunks_avx2(std::span<const uint8_t> chunks, uint64_t counter,
                               uint32_t last_flags, Words* values) {
  if (chunks.size() > 4 * kChunkBytes) {
    return mix_lanes<Shuffles, 8>(chunks, counter, last_flags, values);
  }
  if (chunks.size() > 2 * kChunkBytes) {
    mix_two_chunks_avx2(chunks.first(2 * kChunkBytes), counter, 0, values);
    return mix_chunks_avx2(chunks.subspan(2 * kChunkBytes), counter + 2, last_flags, values + 2);
  }
  if (chunks.size() > kChunkBytes) {
    return mix_two_chunks_avx2(chunks, counter, last_flags, values);
  }
  values[0] = kInitial;
  mix_blocks_avx2(Blocks(chunks, last_flags), 0, counter, values[0]);
}

constexpr Form kAvx2Form = {mix_block_avx2, mix_chunks_avx2};
#endif

}  // namespace

constinit const Form kPlainForm = {mix_block_plainly, mix_chunks_plainly};

const Form& best_form() {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return kAvx2Form;
#endif
  return kPlainForm;
}

}  // namespace vyre::blake3_chunks
