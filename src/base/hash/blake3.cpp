#include "base/hash/blake3.h"

#include <algorithm>
#include <cstring>

#include "base/encoding/little_endian.h"

namespace vyre {

using namespace blake3_chunks;

namespace {

void store_words(uint8_t* bytes, const Words& words) {
  for (size_t i = 0; i < words.size(); ++i) store_little_endian(bytes + 4 * i, words[i]);
}

}  // namespace

Blake3::Blake3(const Form& form) : form_(form), chunk_value_(kInitial) {}

// Mixes the block that has been gathered into the chunk's value.
void Blake3::mix_block(uint32_t flags) {
  form_.mix_block(chunk_value_, block_.data(), chunks_, kBlockBytes,
                  flags | (blocks_in_chunk_ == 0 ? kChunkStart : 0));
  ++blocks_in_chunk_;
  block_size_ = 0;
}

Words Blake3::parent(const Words& left, const Words& right, uint32_t flags) const {
  uint8_t block[kBlockBytes];
  store_words(block, left);
  store_words(block + 32, right);
  Words value = kInitial;
  form_.mix_block(value, block, 0, kBlockBytes, kParent | flags);
  return value;
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

// Adds up to kMaxChunks full chunks.
void Blake3::push_chunks(std::span<const uint8_t> chunks) {
  Words values[kMaxChunks];
  form_.mix_chunks(chunks, chunks_, 0, values);
  for (size_t i = 0; i < chunk_count(chunks.size()); ++i) push(values[i]);
}

// Finishes several full chunks at the start of |bytes|, if that is a start of chunks, and returns
// how many bytes they had. At least one byte follows them.
size_t Blake3::take_chunks(std::span<const uint8_t> bytes) {
  if (block_size_ != 0 || blocks_in_chunk_ != 0 || bytes.size() <= 2 * kChunkBytes) return 0;
  const size_t taken = std::min<size_t>((bytes.size() - 1) / kChunkBytes, kMaxChunks) * kChunkBytes;
  push_chunks(bytes.first(taken));
  return taken;
}

Blake3& Blake3::update(std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    // A full block is mixed in only when more input follows: the last one gets other flags.
    if (block_size_ == kBlockBytes && blocks_in_chunk_ + 1 == kBlocksPerChunk) {
      mix_block(kChunkEnd);
      push(chunk_value_);
      chunk_value_ = kInitial;
      blocks_in_chunk_ = 0;
    }
    if (const size_t taken = take_chunks(bytes); taken != 0) {
      bytes = bytes.subspan(taken);
      continue;
    }
    if (block_size_ == kBlockBytes) mix_block(0);
    const size_t take = std::min<size_t>(kBlockBytes - block_size_, bytes.size());
    std::memcpy(block_.data() + block_size_, bytes.data(), take);
    block_size_ += static_cast<uint32_t>(take);
    bytes = bytes.subspan(take);
  }
  return *this;
}

Digest Blake3::digest() const {
  std::array<uint8_t, kBlockBytes> padded{};
  std::memcpy(padded.data(), block_.data(), block_size_);
  uint32_t flags = kChunkEnd | (blocks_in_chunk_ == 0 ? kChunkStart : 0);
  if (stack_size_ == 0) flags |= kRoot;
  Words value = chunk_value_;
  form_.mix_block(value, padded.data(), chunks_, block_size_, flags);
  return finish(value);
}

// |last| is the value of the last chunk.
Digest Blake3::finish(Words last) const {
  for (uint32_t i = stack_size_; i > 0; --i) {
    last = parent(stack_[i - 1], last, i == 1 ? kRoot : 0);
  }
  Digest out;
  store_words(out.data(), last);
  return out;
}

Digest Blake3::whole(std::span<const uint8_t> bytes) {
  constexpr size_t kStep = kMaxChunks * kChunkBytes;
  for (; bytes.size() > kStep; bytes = bytes.subspan(kStep)) push_chunks(bytes.first(kStep));
  Words values[kMaxChunks];
  const size_t count = chunk_count(bytes.size());
  const bool is_only_chunk = chunks_ == 0 && count == 1;
  form_.mix_chunks(bytes, chunks_, is_only_chunk ? kRoot : 0, values);
  for (size_t i = 0; i + 1 < count; ++i) push(values[i]);
  return finish(values[count - 1]);
}

Digest blake3(std::span<const uint8_t> bytes) {
  if (bytes.size() > kChunkBytes) return Blake3().whole(bytes);
  Words value;
  best_form().mix_chunks(bytes, 0, kRoot, &value);
  Digest out;
  store_words(out.data(), value);
  return out;
}

}  // namespace vyre
