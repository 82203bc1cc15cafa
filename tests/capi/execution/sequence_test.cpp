// Recorded sequences, the same on devices, on the oracle and on plug-ins.
#include <random>

#include "capi/support/each_backend.h"
#include "capi/support/sequence_support.h"
#include "support/threads.h"
#include "vyre_driver_sequence.h"

namespace vyre::test {
namespace {

class Sequences : public EachBackend {
 protected:
  Buffer buffer(const Words& words) const {
    Buffer made = make_buffer(opened_, words.size() * 4);
    write(made, words);
    return made;
  }
  std::string runs(const Sequence& sequence) const {
    return said(vyre_sequence_run(sequence.get(), nullptr, nullptr));
  }
  // Why the last run failed.
  static std::string failure_of(const Sequence& sequence) {
    auto* failure = reinterpret_cast<vyre_error*>(sequence.get());
    EXPECT_TRUE(ok(vyre_sequence_get_error(sequence.get(), &failure)));
    return said(failure);
  }

  const Pipeline counter_ = make_pipeline(opened_, kCounter);
  const Sequence sequence_ = make_sequence(opened_);
};

VYRE_ON_EACH_BACKEND(Sequences);

TEST_P(Sequences, RunTheirStepsInOrderAsOftenAsAskedFor) {
  const Pipeline increment = make_pipeline(opened_, kIncrement);
  const Buffer a = buffer(Words(64)), b = buffer(Words(64)), c = buffer(Words(64));
  EXPECT_EQ(add_write(sequence_, a, 0, Words(64, 5)), 0u);
  EXPECT_EQ(add_dispatch(sequence_, increment, {bind_buffer(0, a), bind_buffer(1, b)}), 1u);
  EXPECT_EQ(add_copy(sequence_, b, 0, c, 128, 128), 2u);
  EXPECT_EQ(add_read(sequence_, c, 0, 256), 3u);
  EXPECT_EQ(runs(sequence_), "success");
  Words expected(64);
  std::fill(expected.begin() + 32, expected.end(), 6u);
  EXPECT_EQ(bytes_of(sequence_, 3, 64), expected);

  const Words other(32, 40);
  EXPECT_TRUE(ok(vyre_sequence_set_bytes(sequence_.get(), 0, 0, other.data(), 128)));
  EXPECT_EQ(runs(sequence_), "success");
  std::fill(expected.begin() + 32, expected.end(), 41u);
  EXPECT_EQ(bytes_of(sequence_, 3, 64), expected);
  EXPECT_EQ(words_of(b)[63], 6u);
  const vyre_sequence_result result = result_of(sequence_);
  EXPECT_EQ(result.runs, 2u);
  EXPECT_EQ(result.steps, 4u);
  EXPECT_EQ(result.barriers, is("vulkan") ? 3u : 0u);
  EXPECT_GT(result.host_ns, 0u);
}

TEST_P(Sequences, WaitOnlyForStepsThatTheyDependOn) {
  const Pipeline increment = make_pipeline(opened_, kIncrement);
  std::vector<Buffer> buffers;
  for (uint32_t i = 0; i < 9; ++i) buffers.push_back(buffer(Words(16, i)));
  for (uint32_t i = 0; i < 8; ++i) {
    add_dispatch(sequence_, increment, {bind_buffer(0, buffers[8]), bind_buffer(1, buffers[i])});
  }
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_EQ(result_of(sequence_).barriers, 0u);
  add_dispatch(sequence_, counter_, {bind_buffer(0, buffers[8])});  // after its readers
  add_dispatch(sequence_, counter_, {bind_buffer(0, buffers[0])});  // after that barrier
  add_dispatch(sequence_, counter_, {bind_buffer(0, buffers[8])});  // after its writer
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_EQ(result_of(sequence_).barriers, is("vulkan") ? 2u : 0u);
  EXPECT_THAT(words_of(buffers[0]), Each(10u));
  EXPECT_THAT(words_of(buffers[7]), Each(9u));
  EXPECT_THAT(words_of(buffers[8]), Each(10u));
}

TEST_P(Sequences, StepsCanBeGivenOtherBuffersAndGrids) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  EXPECT_EQ(runs(sequence_), "success");
  const vyre_binding other = vyre_bind_range(0, b.get(), 0, 64);
  vyre_step_update update = {};
  update.step = 1;
  update.bindings = &other;
  update.binding_count = 1;
  update.grid[0] = update.grid[1] = update.grid[2] = 1;
  update.iterations = 3;
  EXPECT_TRUE(ok(vyre_sequence_update(sequence_.get(), &update, 1)));
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_THAT(words_of(a), Each(3u));
  Words expected(16);
  std::fill(expected.begin(), expected.begin() + 4, 3u);
  EXPECT_EQ(words_of(b), expected);
}

TEST_P(Sequences, ManyRunsCanBeUnderWay) {
  const Buffer a = buffer(Words(256));
  for (int i = 0; i < 10; ++i) {
    add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  }
  for (int i = 0; i < 50; ++i)
    EXPECT_TRUE(ok(vyre_sequence_run_async(sequence_.get(), nullptr, nullptr)));
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
  EXPECT_EQ(failure_of(sequence_), "success");
  EXPECT_THAT(words_of(a), Each(500u));
}

TEST_P(Sequences, HoldProgramsThatAreCutAtGridBarriers) {
  const Pipeline labels = make_pipeline(opened_, kLabels);
  const Buffer label = buffer(Chain::start()), next = buffer(Words(kNodes));
  for (uint32_t pass = 0; pass < kPasses; ++pass) {
    add_dispatch(sequence_, labels, {bind_buffer(0, label), bind_buffer(1, next)});
  }
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_THAT(words_of(label), Each(7u));
}

TEST_P(Sequences, ATrapNamesItsStepAndTheNextRunIsSound) {
  const Pipeline unlucky = make_pipeline(opened_, kUnlucky);
  const Buffer lucky = buffer({1}), bad = buffer({12});
  for (const Buffer* each : {&lucky, &bad, &bad}) {
    add_dispatch(sequence_, unlucky, {bind_buffer(0, *each)});
  }
  const std::string failure = runs(sequence_);
  EXPECT_THAT(failure, AllOf(HasSubstr("1005 "), HasSubstr("unlucky"), HasSubstr("step ")));
  EXPECT_EQ(wait_for(sequence_, 0), VYRE_WORK_FAILED);
  EXPECT_EQ(failure_of(sequence_), failure);
  vyre_error* again = nullptr;
  EXPECT_TRUE(ok(vyre_sequence_get_error(sequence_.get(), &again)));
  // Where equal steps share what they trap into, nothing tells them apart.
  EXPECT_THAT(vyre_error_get_info(again)->step, AnyOf(2u, VYRE_UNKNOWN));
  EXPECT_EQ(said(again), failure);
  write(bad, {20});
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_EQ(failure_of(sequence_), "success");
  EXPECT_EQ(words_of(bad)[0], 22u);
}

TEST_P(Sequences, ARunCanBeHeldAsAnObject) {
  const Buffer a = buffer(Words(16));
  Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  const auto run = made<Work>(vyre_sequence_run_async, sequence.get(), nullptr);
  sequence.reset();
  EXPECT_EQ(wait_for(run), VYRE_WORK_READY);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_TRUE(ok(vyre_work_get_result(run.get(), &result)));
  EXPECT_GT(result.host_ns, 0u);
  EXPECT_THAT(words_of(a), Each(1u));
}

TEST_P(Sequences, CanBeDestroyedWhileTheyRun) {
  const Buffer a = buffer(Words(4096));
  for (int round = 0; round < 5; ++round) {
    const Sequence sequence = make_sequence(opened_);
    for (int i = 0; i < 20; ++i) add_dispatch(sequence, counter_, {bind_buffer(0, a)});
    EXPECT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
  }
  EXPECT_THAT(words_of(a), Each(100u));
}

TEST_P(Sequences, AreTimedByTheDeviceOrNotAtAll) {
  const Buffer a = buffer(Words(65536));
  const Sequence sequence = make_sequence(opened_, VYRE_SEQUENCE_TIMED);
  for (int i = 0; i < 20; ++i) add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  EXPECT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, &result)));
  EXPECT_GT(result.device_ns, 0u);
  EXPECT_NE(result.host_ns, VYRE_UNKNOWN);
  EXPECT_TRUE(result.device_ns != VYRE_UNKNOWN || !is("vulkan"));
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_EQ(result_of(sequence_).device_ns, VYRE_UNKNOWN);  // nobody asked
}

TEST_P(Sequences, AreRecordedAheadWithoutARun) {
  const Buffer a = buffer(Words(16));
  for (int i = 0; i < 2; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  EXPECT_EQ(result_of(sequence_).barriers, 0u);
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(ok(vyre_sequence_prepare(sequence_.get())));
  EXPECT_EQ(result_of(sequence_).barriers, is("vulkan") ? 1u : 0u);
  EXPECT_EQ(result_of(sequence_).runs, 0u);
  EXPECT_THAT(words_of(a), Each(0u));
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_THAT(words_of(a), Each(2u));
}

TEST_P(Sequences, AnEmptyOneRuns) {
  EXPECT_EQ(result_of(sequence_).host_ns, VYRE_UNKNOWN);
  EXPECT_EQ(result_of(sequence_).device_ns, VYRE_UNKNOWN);
  EXPECT_EQ(wait_for(sequence_, 0), VYRE_WORK_READY);  // there was none
  EXPECT_EQ(failure_of(sequence_), "success");
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_EQ(result_of(sequence_).steps, 0u);
  EXPECT_NE(result_of(sequence_).host_ns, VYRE_UNKNOWN);
}

TEST_P(Sequences, ZeroedBuffersAreZeroInEveryRun) {
  const Pipeline across = make_pipeline(opened_, kAcrossTheGrid);
  const Buffer in = buffer(Words(16, 3)), out = buffer(Words(16));
  const vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  add_dispatch(sequence_, across, {bind_buffer(0, in), vyre_bind_zeros(1, 64), bind_buffer(2, out)},
               &desc);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(runs(sequence_), "success");
  EXPECT_THAT(words_of(out), Each(4u));
}

TEST_P(Sequences, AFreedBufferIsNamed) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_TRUE(ok(vyre_buffer_free(b.get())));
  EXPECT_EQ(runs(sequence_), "success");
  EXPECT_TRUE(ok(vyre_buffer_free(a.get())));
  EXPECT_THAT(runs(sequence_), AllOf(HasSubstr("was freed"), HasSubstr("Fix: ")));
  const Buffer c = buffer(Words(16));
  const vyre_binding other = bind_buffer(0, c);
  vyre_step_update update = {};
  update.bindings = &other;
  update.binding_count = 1;
  EXPECT_TRUE(ok(vyre_sequence_update(sequence_.get(), &update, 1)));
  EXPECT_EQ(runs(sequence_), "success");
}

TEST_P(Sequences, RefuseWhatCannotBeRecordedAndStayAsTheyWere) {
  const Buffer a = buffer(Words(16));
  Words host(16);
  uint32_t step = 99;
  const auto dispatch = [&](const vyre_binding& binding, const vyre_dispatch_desc& desc) {
    return said(
        vyre_sequence_add_dispatch(sequence_.get(), counter_.get(), &binding, 1, &desc, &step));
  };
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  EXPECT_THAT(dispatch(bind_inout(0, host), desc), HasSubstr("host memory"));
  EXPECT_THAT(dispatch(vyre_bind_range(0, a.get(), 0, 62), desc), HasSubstr("Fix: "));
  desc.flags = VYRE_DISPATCH_TIMED;
  EXPECT_THAT(
      dispatch(bind_buffer(0, a), desc),
      AllOf(StartsWith("2001 vyre_sequence_add_dispatch"), HasSubstr("VYRE_DISPATCH_TIMED")));
  desc.flags = 0;
  desc.timeout_ns = 5;
  EXPECT_THAT(dispatch(bind_buffer(0, a), desc),
              AllOf(StartsWith("2001 vyre_sequence_add_dispatch"), HasSubstr("timeout_ns")));
  EXPECT_THAT(said(vyre_sequence_add_copy(sequence_.get(), a.get(), 0, a.get(), 8, 16, &step)),
              HasSubstr("overlaps itself"));
  EXPECT_THAT(said(vyre_sequence_add_copy(sequence_.get(), a.get(), 0, a.get(), 60, 8, &step)),
              HasSubstr("beyond its end"));
  EXPECT_THAT(said(vyre_sequence_add_read(sequence_.get(), a.get(), UINT64_MAX, 8, &step)),
              HasSubstr("beyond its end"));
  EXPECT_THAT(said(vyre_sequence_add_write(sequence_.get(), a.get(), 0, nullptr, 8, &step)),
              HasSubstr("data is NULL"));
  EXPECT_EQ(result_of(sequence_).steps, 0u);
  EXPECT_EQ(add_read(sequence_, a, 0, 8), 0u);
  EXPECT_THAT(said(vyre_sequence_get_bytes(sequence_.get(), 0, 0, host.data(), 8)),
              AllOf(StartsWith("2013 "), HasSubstr("before any run")));
  EXPECT_THAT(said(vyre_sequence_get_bytes(sequence_.get(), 0, 1, host.data(), 8)),
              HasSubstr("which has 8"));
  EXPECT_THAT(said(vyre_sequence_set_bytes(sequence_.get(), 0, 0, host.data(), 8)),
              HasSubstr("is a read, not a write"));
  EXPECT_THAT(said(vyre_sequence_get_bytes(sequence_.get(), 1, 0, host.data(), 8)),
              AllOf(StartsWith("2002 "), HasSubstr("which has 1")));
  const Opened other = open_device("cpu-ref");
  const Buffer external = make_buffer(other, 64);
  EXPECT_THAT(said(vyre_sequence_add_read(sequence_.get(), external.get(), 0, 8, &step)),
              HasSubstr("another device"));
  EXPECT_EQ(runs(sequence_), "success");
}

TEST_P(Sequences, AStepThatTheDeviceCannotRunIsNotAdded) {
  if (is("cpu-ref")) return;  // runs any grid
  const Buffer a = buffer(Words(16));
  const vyre_binding binding = bind_buffer(0, a);
  const auto desc = with_grid(VYRE_DISPATCH_DESC_INIT, 1, UINT32_MAX, UINT32_MAX);
  uint32_t step = 0;
  EXPECT_THAT(
      said(vyre_sequence_add_dispatch(sequence_.get(), counter_.get(), &binding, 1, &desc, &step)),
      AllOf(StartsWith("1002 "), HasSubstr("4294967295")));
  EXPECT_EQ(result_of(sequence_).steps, 0u);
}

// Random copies, writes, dispatches and reads on three buffers, beside a model of them.
TEST_P(Sequences, RandomStepsDoWhatAModelDoes) {
  constexpr uint32_t kWords = 64;
  std::mt19937 random(20261122);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  for (int round = 0; round < 20; ++round) {
    std::vector<Buffer> buffers;
    std::vector<Words> model(3, Words(kWords));
    for (int i = 0; i < 3; ++i) buffers.push_back(buffer(model[0]));
    const Sequence sequence = make_sequence(opened_);
    std::vector<std::function<void()>> steps;
    std::vector<std::pair<uint32_t, Words>> reads;
    for (uint32_t i = 0; i < 24; ++i) {
      const uint32_t from = below(3), to = below(3), count = 1 + below(kWords / 2);
      const uint32_t at = below(kWords / 2 - count / 2),
                     place = kWords - count - below(kWords - count + 1);
      switch (below(4)) {
        case 0: {
          const uint32_t start = 16 * below(4);
          add_dispatch(sequence, counter_, {vyre_bind_range(0, buffers[to].get(), start * 4, 64)});
          steps.push_back([&model, to, start] {
            for (uint32_t k = start; k < start + 16; ++k) ++model[to][k];
          });
          break;
        }
        case 1:
          if (from == to) break;
          add_copy(sequence, buffers[from], uint64_t{at} * 4, buffers[to], uint64_t{place} * 4,
                   uint64_t{count} * 4);
          steps.push_back([&model, from, to, at, place, count] {
            std::copy_n(model[from].begin() + at, count, model[to].begin() + place);
          });
          break;
        case 2: {
          Words bytes(count);
          std::generate(bytes.begin(), bytes.end(), random);
          add_write(sequence, buffers[to], uint64_t{place} * 4, bytes);
          steps.push_back([&model, to, place, bytes] {
            std::copy(bytes.begin(), bytes.end(), model[to].begin() + place);
          });
          break;
        }
        default:
          reads.emplace_back(
              add_read(sequence, buffers[from], uint64_t{at} * 4, uint64_t{count} * 4),
              Words(count));
          steps.push_back([&model, &reads, from, at, which = reads.size() - 1] {
            Words& kept = reads[which].second;
            std::copy_n(model[from].begin() + at, kept.size(), kept.begin());
          });
      }
    }
    for (int run = 0; run < 3; ++run) {
      for (const auto& step : steps) step();
      ASSERT_EQ(runs(sequence), "success");
      for (size_t i = 0; i < 3; ++i) ASSERT_EQ(words_of(buffers[i]), model[i]) << round;
      for (const auto& [step, kept] : reads) {
        ASSERT_EQ(bytes_of(sequence, step, kept.size()), kept) << round;
      }
    }
  }
}

TEST_P(Sequences, ThreadsRecordAndRunTheirOwn) {
  on_threads(4, [&](uint32_t) {
    const Buffer mine = buffer(Words(16));
    const Sequence sequence = make_sequence(opened_);
    for (int step = 0; step < 5; ++step) {
      add_dispatch(sequence, counter_, {bind_buffer(0, mine)});
    }
    for (int run = 0; run < 20; ++run) EXPECT_EQ(runs(sequence), "success");
    EXPECT_THAT(words_of(mine), Each(100u));
  });
}

TEST_P(Sequences, ThreadsShareOne) {
  const Buffer shared = buffer(Words(16));
  add_dispatch(sequence_, counter_, {bind_buffer(0, shared)});
  on_threads(4, [&](uint32_t) {
    for (int run = 0; run < 25; ++run) EXPECT_EQ(runs(sequence_), "success");
  });
  EXPECT_THAT(words_of(shared), Each(100u));
  EXPECT_EQ(result_of(sequence_).runs, 100u);
}

}  // namespace
}  // namespace vyre::test
