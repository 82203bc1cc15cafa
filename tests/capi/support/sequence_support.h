#pragma once

// Sequences and the programs that they run.

#include "fixpoint_support.h"
#include "vyre_driver_sequence.h"

namespace vyre::test {

inline Sequence make_sequence(const Opened& opened, vyre_sequence_flags flags = 0) {
  vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
  desc.flags = flags;
  desc.label = vyre_str("steps");
  return made<Sequence>(vyre_sequence_create, opened.device.get(), &desc);
}

inline uint32_t add_dispatch(const Sequence& sequence, const Pipeline& pipeline,
                             const Bindings& bindings, const vyre_dispatch_desc* desc = nullptr) {
  uint32_t step = 99;
  EXPECT_TRUE(ok(vyre_sequence_add_dispatch(sequence.get(), pipeline.get(), bindings.data(),
                                            bindings.size(), desc, &step)));
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

// VYRE_WORK_READY or VYRE_WORK_FAILED of the last run.
inline vyre_work_state wait_for(const Sequence& sequence, uint64_t timeout_ns = VYRE_FOREVER) {
  auto state = static_cast<vyre_work_state>(99);
  EXPECT_TRUE(ok(vyre_sequence_wait(sequence.get(), timeout_ns, &state)));
  return state;
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

// Traps when the first word is 13.
inline constexpr std::string_view kUnlucky = R"({
  "workgroup_size": [1, 1, 1],
  "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
  "body": [{"if": {"eq": [{"load": "n", "at": 0}, 13]},
            "then": [{"trap": 0, "tag": "unlucky"}]},
           {"store": "n", "at": 0, "value": {"add": [{"load": "n", "at": 0}, 1]}}]})";

}  // namespace vyre::test
