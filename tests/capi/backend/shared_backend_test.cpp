// One backend, sixteen threads. Run under the thread sanitizer too.
#include <gtest/gtest.h>

#include <array>
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

class SharedBackend : public testing::TestWithParam<const char*> {
 protected:
  static Words mirror(vyre_pipeline* pipeline, uint32_t seed, uint32_t groups) {
    const size_t count = size_t{groups} * kGroup;
    const Words in = numbers(seed, count);
    Words out(count);
    const std::array bindings = {vyre_bind_input(0, in.data(), count * 4),
                                 vyre_bind_zeros(1, count * 4),
                                 vyre_bind_output(2, out.data(), count * 4)};
    const vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, groups);
    EXPECT_TRUE(ok(vyre_dispatch(pipeline, bindings.data(), 3, &desc, nullptr)));
    return out;
  }

  static Words increment_later(vyre_pipeline* pipeline, uint32_t seed, size_t count) {
    const Words in = numbers(seed, count);
    Words out(count);
    const std::array bindings = {vyre_bind_input(0, in.data(), count * 4),
                                 vyre_bind_output(1, out.data(), count * 4)};
    vyre_pending* pending = nullptr;
    EXPECT_TRUE(ok(vyre_dispatch_async(pipeline, bindings.data(), 2, nullptr, &pending)));
    EXPECT_TRUE(ok(vyre_pending_collect(pending, bindings.data(), 2)));
    vyre_pending_destroy(pending);
    return out;
  }

  static Words increment_in_buffers(vyre_backend* backend, vyre_pipeline* pipeline, uint32_t seed,
                                    size_t count) {
    const Words in = numbers(seed, count);
    Words out(count);
    vyre_buffer *from = nullptr, *to = nullptr;
    EXPECT_TRUE(ok(vyre_buffer_create(backend, count * 4, &from)));
    EXPECT_TRUE(ok(vyre_buffer_create(backend, count * 4, &to)));
    EXPECT_TRUE(ok(vyre_buffer_write(from, 0, in.data(), count * 4)));
    const std::array bindings = {vyre_bind_buffer(0, from), vyre_bind_buffer(1, to)};
    EXPECT_TRUE(ok(vyre_dispatch(pipeline, bindings.data(), 2, nullptr, nullptr)));
    EXPECT_TRUE(ok(vyre_buffer_read(to, 0, out.data(), count * 4)));
    vyre_buffer_destroy(from);
    vyre_buffer_destroy(to);
    return out;
  }

  // What one thread does in one round, each thread something else than its neighbors.
  static std::vector<Words> work(const Session& session, vyre_pipeline* plus, vyre_pipeline* cut,
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
          results.push_back(increment_in_buffers(session.backend(), plus, seed, count));
          break;
        case 3:
          results.push_back(mirror(cut, seed, 2 + thread % 3));
          break;
      }
    }
    return results;
  }
};

TEST_P(SharedBackend, SixteenThreadsGetWhatOneWouldGet) {
  std::vector<std::vector<Words>> serial(kThreads), concurrent(kThreads);
  {
    const Session session(GetParam());
    const Pipeline plus = session.pipeline(kIncrement);
    const Pipeline cut = session.pipeline(kMirror);
    for (uint32_t t = 0; t < kThreads; ++t) serial[t] = work(session, plus.get(), cut.get(), t);
  }
  const Session session(GetParam());
  const Pipeline plus = session.pipeline(kIncrement);
  const Pipeline cut = session.pipeline(kMirror);
  on_threads(kThreads,
             [&](uint32_t t) { concurrent[t] = work(session, plus.get(), cut.get(), t); });
  EXPECT_EQ(serial, concurrent);
  EXPECT_EQ(serial[0][0][0], 1u);
  vyre_counters counters = VYRE_COUNTERS_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_counters(session.backend(), &counters)));
  EXPECT_EQ(counters.dispatches, uint64_t{kThreads} * kRounds);
}

// Each shape is planned and compiled once, while other threads dispatch both.
TEST_P(SharedBackend, EightThreadsCutOneProgramForTwoShapes) {
  const Session session(GetParam());
  const Pipeline cut = session.pipeline(kMirror);
  on_threads(8, [&](uint32_t t) {
    for (uint32_t round = 0; round < 8; ++round) {
      const uint32_t groups = (t + round) % 2 == 0 ? 2 : 5;
      const Words out = mirror(cut.get(), t, groups);
      const uint32_t sum = 3 * (2 * t + groups * kGroup - 1) + 2;
      EXPECT_EQ(out, Words(size_t{groups} * kGroup, sum));
    }
  });
  vyre_counters counters = VYRE_COUNTERS_INIT;
  EXPECT_TRUE(ok(vyre_backend_get_counters(session.backend(), &counters)));
  const bool is_cut = std::string_view(GetParam()) != "cpu-ref";
  EXPECT_EQ(counters.kernels_compiled, is_cut ? 4u : 1u);
  EXPECT_EQ(counters.segments, is_cut ? 128u : 0u);
}

// Absent or more than zero.
TEST_P(SharedBackend, DeviceTimeIsMeasuredOrAbsent) {
  const Session session(GetParam());
  const Pipeline plus = session.pipeline(kIncrement);
  const Words in = numbers(1, 64);
  Words out(64);
  const std::array bindings = {vyre_bind_input(0, in.data(), 256),
                               vyre_bind_output(1, out.data(), 256)};
  const bool is_device = std::string_view(GetParam()) != "cpu-ref";
  for (const uint64_t flags : {uint64_t{0}, VYRE_DISPATCH_TIMED}) {
    vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
    desc.flags = flags;
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    ASSERT_TRUE(ok(vyre_dispatch(plus.get(), bindings.data(), 2, &desc, &result)));
    const bool measured = (result.set & VYRE_RESULT_DEVICE_NS) != 0;
    EXPECT_EQ(measured, result.device_ns > 0);
    EXPECT_TRUE(!measured || (is_device && flags == VYRE_DISPATCH_TIMED));
    EXPECT_GT(result.host_ns, 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedBackend, testing::Values("cpu-ref", "vulkan"),
                         [](const auto& tested) {
                           return std::string(tested.param) == "cpu-ref" ? "Oracle" : "Vulkan";
                         });

}  // namespace
}  // namespace vyre::test
