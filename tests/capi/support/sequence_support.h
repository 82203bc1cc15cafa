#pragma once

// Sequences and the programs that they run.

#include "fixpoint_support.h"

namespace vyre::test {

struct DestroySequence {
  void operator()(vyre_sequence* sequence) const { vyre_sequence_destroy(sequence); }
};
using Sequence = std::unique_ptr<vyre_sequence, DestroySequence>;

inline Sequence make_sequence(const Opened& opened, uint64_t flags = 0) {
  vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
  desc.flags = flags;
  desc.label = vyre_str("steps");
  vyre_sequence* sequence = nullptr;
  EXPECT_TRUE(ok(vyre_sequence_create(opened.backend.get(), &desc, &sequence)));
  return Sequence(sequence);
}

inline uint32_t add_dispatch(const Sequence& sequence, const Pipeline& pipeline,
                             std::vector<vyre_binding> bindings) {
  uint32_t step = 99;
  EXPECT_TRUE(ok(vyre_sequence_add_dispatch(sequence.get(), pipeline.get(), bindings.data(),
                                            bindings.size(), nullptr, &step)));
  return step;
}

inline uint32_t add_copy(const Sequence& sequence, const Buffer& from, uint64_t from_offset,
                         const Buffer& to, uint64_t to_offset, uint64_t size) {
  uint32_t step = 99;
  EXPECT_TRUE(ok(vyre_sequence_add_copy(sequence.get(), from.get(), from_offset, to.get(),
                                        to_offset, size, &step)));
  return step;
}

inline uint32_t add_write(const Sequence& sequence, const Buffer& to, uint64_t offset,
                          const Words& words) {
  uint32_t step = 99;
  EXPECT_TRUE(ok(vyre_sequence_add_write(sequence.get(), to.get(), offset, words.data(),
                                         words.size() * 4, &step)));
  return step;
}

inline uint32_t add_read(const Sequence& sequence, const Buffer& from, uint64_t offset,
                         uint64_t size) {
  uint32_t step = 99;
  EXPECT_TRUE(ok(vyre_sequence_add_read(sequence.get(), from.get(), offset, size, &step)));
  return step;
}

inline Words bytes_of(const Sequence& sequence, uint32_t step, size_t count) {
  Words words(count);
  EXPECT_TRUE(ok(vyre_sequence_get_bytes(sequence.get(), step, 0, words.data(), count * 4)));
  return words;
}

inline vyre_sequence_result result_of(const Sequence& sequence) {
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  EXPECT_TRUE(ok(vyre_sequence_get_result(sequence.get(), &result)));
  return result;
}

inline Words words_of(const Buffer& buffer) {
  Words words(vyre_buffer_size(buffer.get()) / 4);
  EXPECT_TRUE(ok(vyre_buffer_read(buffer.get(), 0, words.data(), words.size() * 4)));
  return words;
}

inline void write(const Buffer& buffer, const Words& words) {
  EXPECT_TRUE(ok(vyre_buffer_write(buffer.get(), 0, words.data(), words.size() * 4)));
}

// Traps when the first word is 13.
inline constexpr std::string_view kUnlucky = R"({
  "workgroup_size": [1, 1, 1],
  "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
  "body": [{"if": {"eq": [{"load": "n", "at": 0}, 13]},
            "then": [{"trap": 0, "tag": "unlucky"}]},
           {"store": "n", "at": 0, "value": {"add": [{"load": "n", "at": 0}, 1]}}]})";

}  // namespace vyre::test
