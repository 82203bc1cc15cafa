// One device, sixteen threads. Run under the thread sanitizer too.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capi/support/capi_support.h"
#include "support/threads.h"

namespace vyre::test {
namespace {

constexpr uint32_t kThreads = 16;
constexpr uint32_t kRounds = 6;
constexpr uint32_t kGroup = 8;

// out[i] = v[i] + v[n - 1 - i], where v = 3 a + 1 is written before a barrier of the whole grid.
constexpr std::string_view kMirror = R"({
  "workgroup_size": [8, 1, 1],
  "buffers": [{"name": "a", "type": "U32"},
              {"name": "v", "type": "U32", "access": "read_write"},
              {"name": "out", "type": "U32", "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"let": "n", "value": {"buf_len": "a"}},
           {"let": "mine", "value": {"add": [{"mul": [{"load": "a", "at": "i"}, 3]}, 1]}},
           {"store": "v", "at": "i", "value": "mine"},
           {"barrier": "grid_sync"},
           {"store": "out", "at": "i",
            "value": {"add": ["mine", {"load": "v", "at": {"sub": [{"sub": ["n", 1]}, "i"]}}]}}]
})";

class SharedDevice : public testing::TestWithParam<const char*> {
 protected:
  static Words mirror(const Pipeline& pipeline, uint32_t seed, uint32_t groups) {
    const size_t count = size_t{groups} * kGroup;
    const Words in = numbers(seed, count);
    Words out(count);
    EXPECT_TRUE(ok(dispatch(pipeline,
                            {bind_input(0, in), vyre_bind_zeros(1, count * 4), bind_output(2, out)},
                            with_grid(VYRE_DISPATCH_DESC_INIT, groups))));
    return out;
  }

  static Words increment_later(const Pipeline& pipeline, uint32_t seed, size_t count) {
    const Words in = numbers(seed, count);
    Words out(count);
    const Bindings bindings = {bind_input(0, in), bind_output(1, out)};
    EXPECT_TRUE(ok(collect(begin_dispatch(pipeline, bindings), bindings)));
    return out;
  }

  static Words increment_in_buffers(const Opened& opened, const Pipeline& pipeline, uint32_t seed,
                                    size_t count) {
    const Buffer from = make_buffer(opened, count * 4), to = make_buffer(opened, count * 4);
    write(from, numbers(seed, count));
    EXPECT_TRUE(ok(dispatch(pipeline, {bind_buffer(0, from), bind_buffer(1, to)})));
    return words_of(to);
  }

  // What one thread does in one round, each thread something else than its neighbors.
  static std::vector<Words> work(const Opened& session, const Pipeline& plus, const Pipeline& cut,
                                 uint32_t thread) {
    std::vector<Words> results;
    for (uint32_t round = 0; round < kRounds; ++round) {
      const uint32_t seed = 1000 * thread + round;
      const size_t count = 64 + 32 * thread + round;
      switch ((thread + round) % 4) {
        case 0:
          results.push_back(incremented(plus, numbers(seed, count)));
          break;
        case 1:
          results.push_back(increment_later(plus, seed, count));
          break;
        case 2:
          results.push_back(increment_in_buffers(session, plus, seed, count));
          break;
        case 3:
          results.push_back(mirror(cut, seed, 2 + thread % 3));
          break;
      }
    }
    return results;
  }
};

TEST_P(SharedDevice, SixteenThreadsGetWhatOneWouldGet) {
  std::vector<std::vector<Words>> serial(kThreads), concurrent(kThreads);
  {
    const Opened session = open_device(GetParam());
    const Pipeline plus = make_pipeline(session, kIncrement);
    const Pipeline cut = make_pipeline(session, kMirror);
    for (uint32_t t = 0; t < kThreads; ++t) serial[t] = work(session, plus, cut, t);
  }
  const Opened session = open_device(GetParam());
  const Pipeline plus = make_pipeline(session, kIncrement);
  const Pipeline cut = make_pipeline(session, kMirror);
  on_threads(kThreads, [&](uint32_t t) { concurrent[t] = work(session, plus, cut, t); });
  EXPECT_EQ(serial, concurrent);
  EXPECT_EQ(serial[0][0][0], 1u);
  EXPECT_EQ(metric_of(session, VYRE_METRIC_DISPATCHES), uint64_t{kThreads} * kRounds);
}

// Each shape is planned and compiled once, while other threads dispatch both.
TEST_P(SharedDevice, EightThreadsCutOneProgramForTwoShapes) {
  const Opened session = open_device(GetParam());
  const Pipeline cut = make_pipeline(session, kMirror);
  on_threads(8, [&](uint32_t t) {
    for (uint32_t round = 0; round < 8; ++round) {
      const uint32_t groups = (t + round) % 2 == 0 ? 2 : 5;
      const Words out = mirror(cut, t, groups);
      const uint32_t sum = 3 * (2 * t + groups * kGroup - 1) + 2;
      EXPECT_EQ(out, Words(size_t{groups} * kGroup, sum));
    }
  });
  const bool is_cut = std::string_view(GetParam()) != "cpu-ref";
  EXPECT_EQ(metric_of(session, VYRE_METRIC_KERNELS_COMPILED), is_cut ? 4u : 1u);
  EXPECT_EQ(metric_of(session, VYRE_METRIC_SEGMENTS), is_cut ? 128u : 0u);
}

// Unknown or more than zero.
TEST_P(SharedDevice, DeviceTimeIsMeasuredOrUnknown) {
  const Opened session = open_device(GetParam());
  const Pipeline plus = make_pipeline(session, kIncrement);
  const Words in = numbers(1, 64);
  Words out(64);
  const bool is_device = std::string_view(GetParam()) != "cpu-ref";
  for (const vyre_dispatch_flags flags : {uint64_t{0}, VYRE_DISPATCH_TIMED}) {
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    ASSERT_TRUE(
        ok(dispatch(plus, {bind_input(0, in), bind_output(1, out)}, with_flags(flags), &result)));
    const bool measured = result.device_ns != VYRE_UNKNOWN;
    EXPECT_GT(result.device_ns, 0u);
    EXPECT_TRUE(!measured || (is_device && flags == VYRE_DISPATCH_TIMED));
    EXPECT_GT(result.host_ns, 0u);
  }
}

VYRE_ON_BOTH_BACKENDS(SharedDevice);

}  // namespace
}  // namespace vyre::test
