// Programs that are repeated until a pass changes nothing, on devices and on plug-ins.
#include "capi/support/each_backend.h"
#include "support/threads.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

class Fixpoint : public EachBackend {
 protected:
  Pipeline pipeline(std::string_view json) { return make_pipeline(opened_, json); }

  // The counting program on |bytes|; how many passes it took.
  uint32_t count_to_three(const std::string& type, Bytes* bytes) {
    const Pipeline counting = pipeline(last_counts_to_three(type));
    return passes_of(counting, {bind_inout(0, *bytes)}, once(until_stable(100)));
  }
};

VYRE_ON_EACH_BACKEND(Fixpoint);

TEST_P(Fixpoint, StopsAtTheFixpointWithWhatTheWholeBudgetGives) {
  const Pipeline labels = pipeline(kLabels);
  for (const vyre_split split : {VYRE_SPLIT_AUTOMATIC, VYRE_SPLIT_ALWAYS}) {
    Chain early, full;
    vyre_dispatch_desc desc = until_stable(200);
    desc.split = split;
    EXPECT_EQ(early.run(labels, desc), "success");
    desc = plain(200);
    desc.split = split;
    EXPECT_EQ(full.run(labels, desc), "success");
    EXPECT_EQ(early.label, full.label);
    EXPECT_EQ(early.next, full.next);
    EXPECT_THAT(early.label, Each(7u));
    EXPECT_EQ(early.result.iterations, kPasses);
    EXPECT_EQ(early.result.output_bytes, full.result.output_bytes);
    EXPECT_EQ(early.result.grid[0], kNodes / 4);
    EXPECT_EQ(full.result.iterations, 200u);
    EXPECT_EQ(early.result.segments, full.result.segments);
    EXPECT_GE(early.result.segments, split == VYRE_SPLIT_ALWAYS ? 2u : 1u);
  }
}

TEST_P(Fixpoint, ABudgetThatEndsFirstIsUsedUp) {
  const Pipeline labels = pipeline(kLabels);
  for (const uint32_t budget : {1u, 5u, kPasses - 1, kPasses}) {
    Chain early, full;
    EXPECT_EQ(early.run(labels, until_stable(budget)), "success");
    EXPECT_EQ(full.run(labels, plain(budget)), "success");
    EXPECT_EQ(early.label, full.label) << budget;
    EXPECT_EQ(early.result.iterations, budget);
  }
}

TEST_P(Fixpoint, WhatNeverConvergesRunsAsOftenAsAllowed) {
  const Pipeline counter = pipeline(kCounter);
  Words early = {5, 6, 7, UINT32_MAX}, full = early;
  EXPECT_EQ(passes_of(counter, {bind_inout(0, early)}, until_stable(30)), 30u);
  EXPECT_TRUE(ok(dispatch(counter, {bind_inout(0, full)}, plain(30))));
  EXPECT_EQ(early, full);
  EXPECT_THAT(early, ElementsAre(35, 36, 37, 29));
}

TEST_P(Fixpoint, ResidentBuffersGetTheSameAndEverythingIsFreed) {
  const Pipeline labels = pipeline(kLabels);
  Chain host;
  EXPECT_EQ(host.run(labels, until_stable(200)), "success");  // now the comparison is compiled
  const std::vector<uint64_t> before = metrics_of(opened_);
  for (int round = 0; round < 3; ++round) {
    const Buffer label = make_buffer(opened_, kNodes * 4), next = make_buffer(opened_, kNodes * 4);
    const uint32_t kept = scripted_.what.live_memories;
    write(label, Chain::start());
    EXPECT_EQ(passes_of(labels, {bind_buffer(0, label), bind_buffer(1, next)}, until_stable(200)),
              host.result.iterations);
    EXPECT_EQ(words_of(label), host.label);
    EXPECT_EQ(scripted_.what.live_memories, kept);
  }
  const std::vector<uint64_t> after = metrics_of(opened_);
  EXPECT_EQ(after[VYRE_METRIC_BUFFERS_ALIVE], before[VYRE_METRIC_BUFFERS_ALIVE]);
  EXPECT_EQ(after[VYRE_METRIC_KERNELS_COMPILED], before[VYRE_METRIC_KERNELS_COMPILED]);
  EXPECT_EQ(after[VYRE_METRIC_KERNELS_ALIVE], before[VYRE_METRIC_KERNELS_ALIVE]);
  if (!is_table()) {
    EXPECT_EQ(after[VYRE_METRIC_DEVICE_BYTES], before[VYRE_METRIC_DEVICE_BYTES]);
  }
  EXPECT_EQ(scripted_.what.live_memories, 0u);
  EXPECT_EQ(scripted_.what.live_works, 0u);
  EXPECT_EQ(scripted_.what.order_broken, 0u);
}

TEST_P(Fixpoint, AChangeOfTheLastBytesAloneIsSeen) {
  for (const size_t size : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 41u}) {
    Bytes bytes(size, 9);
    bytes[size - 1] = 0;
    Bytes expected(size, 9);
    expected[size - 1] = 3;
    EXPECT_EQ(count_to_three("U8", &bytes), 4u) << size;
    EXPECT_EQ(bytes, expected);
  }
}

TEST_P(Fixpoint, AChangeOfTheLastWordAloneIsSeen) {
  for (const size_t words : {1u, 2u, 255u, 256u, 257u, 1000u}) {
    Bytes bytes(words * 4);
    EXPECT_EQ(count_to_three("U32", &bytes), 4u) << words;
    EXPECT_EQ(bytes[words * 4 - 4], 3);
  }
}

// What lies around a range is neither compared nor changed.
TEST_P(Fixpoint, RangesOfBuffersAreComparedAlone) {
  const Pipeline counting = pipeline(last_counts_to_three("U8"));
  const Buffer buffer = make_buffer(opened_, 1024);
  EXPECT_EQ(
      passes_of(counting, {vyre_bind_range(0, buffer.get(), 256, 7)}, once(until_stable(100))), 4u);
  Bytes bytes(1024), expected(1024);
  expected[256 + 6] = 3;
  EXPECT_TRUE(ok(vyre_buffer_read(buffer.get(), 0, bytes.data(), bytes.size())));
  EXPECT_EQ(bytes, expected);
}

// Outputs start zeroed once, and what nobody binds counts too.
TEST_P(Fixpoint, OutputsAndUnboundBuffersAreWatched) {
  const Pipeline hidden = pipeline(R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "in", "type": "U32", "count": 1, "binding": 0},
                {"name": "step", "type": "U32", "count": 1, "binding": 1, "access": "read_write",
                 "kind": "persistent"},
                {"name": "out", "type": "U32", "count": 2, "binding": 2, "access": "write_only"}],
    "body": [{"store": "step", "at": 0, "value": {"min": [{"load": "in", "at": 0},
                 {"add": [{"load": "step", "at": 0}, 1]}]}},
             {"if": {"eq": [{"load": "step", "at": 0}, {"load": "in", "at": 0}]},
              "then": [{"store": "out", "at": 1, "value": 5}]}]})");
  const uint32_t steps = 6;
  Words out(2, 9);
  EXPECT_EQ(passes_of(hidden, {vyre_bind_input(0, &steps, 4), bind_output(2, out)},
                      once(until_stable(50))),
            7u);
  EXPECT_THAT(out, ElementsAre(0, 5));
}

TEST_P(Fixpoint, MetricsTellWhatRan) {
  const Pipeline labels = pipeline(kLabels);
  const std::vector<uint64_t> before = metrics_of(opened_);
  Chain chain;
  vyre_dispatch_desc desc = until_stable(200);
  desc.split = VYRE_SPLIT_ALWAYS;
  EXPECT_EQ(chain.run(labels, desc), "success");
  const std::vector<uint64_t> after = metrics_of(opened_);
  EXPECT_EQ(after[VYRE_METRIC_DISPATCHES] - before[VYRE_METRIC_DISPATCHES], 1u);
  EXPECT_EQ(after[VYRE_METRIC_SPLIT_DISPATCHES] - before[VYRE_METRIC_SPLIT_DISPATCHES], 1u);
  EXPECT_EQ(after[VYRE_METRIC_SEGMENTS] - before[VYRE_METRIC_SEGMENTS], 2u * kPasses);
  EXPECT_EQ(after[VYRE_METRIC_GRID_BARRIERS] - before[VYRE_METRIC_GRID_BARRIERS], kPasses);
  EXPECT_EQ(after[VYRE_METRIC_UPLOADED_BYTES] - before[VYRE_METRIC_UPLOADED_BYTES], 8u * kNodes);
  // A device also tells the host after each pass whether it changed anything.
  EXPECT_GE(after[VYRE_METRIC_DOWNLOADED_BYTES] - before[VYRE_METRIC_DOWNLOADED_BYTES],
            8u * kNodes);
}

TEST_P(Fixpoint, WithoutTheFlagTheCountIsWhatWasAskedFor) {
  const Pipeline labels = pipeline(kLabels);
  Chain chain;
  EXPECT_EQ(chain.run(labels, VYRE_DISPATCH_DESC_INIT), "success");
  EXPECT_EQ(chain.result.iterations, 1u);
  const auto bindings = chain.bindings();
  const vyre_dispatch_desc desc = plain(9);
  const Work work = begin_dispatch(labels, bindings, &desc);
  EXPECT_TRUE(ok(collect(work, bindings)));
  EXPECT_TRUE(ok(vyre_work_get_result(work.get(), &chain.result)));
  EXPECT_EQ(chain.result.iterations, 9u);
}

// The number of all passes may be larger than what one submission takes.
TEST_P(Fixpoint, AnyBudgetIsAllowedButNone) {
  const Pipeline labels = pipeline(kLabels);
  Chain chain;
  vyre_dispatch_desc desc = until_stable(UINT32_MAX);
  desc.timeout_ns = 60'000'000'000;  // a repetition that does not end fails
  EXPECT_EQ(chain.run(labels, desc), "success");
  EXPECT_EQ(chain.result.iterations, kPasses);
  EXPECT_THAT(chain.run(labels, until_stable(0)), AllOf(StartsWith("2001 "), HasSubstr("0 times")));
}

TEST_P(Fixpoint, AsynchronousWorkIsRefusedByName) {
  const Pipeline labels = pipeline(kLabels);
  Chain chain;
  const auto bindings = chain.bindings();
  const vyre_dispatch_desc desc = until_stable(3);
  vyre_work* made = nullptr;
  EXPECT_THAT(said(vyre_dispatch_async(labels.get(), bindings.data(), 2, &desc, &made)),
              AllOf(StartsWith("2001 "), HasSubstr("VYRE_DISPATCH_UNTIL_STABLE"),
                    HasSubstr("Fix: use vyre_dispatch")));
  EXPECT_EQ(made, nullptr);
}

// One deadline for all passes, which no single pass would reach.
TEST_P(Fixpoint, ATimeOutCoversAllPassesTogether) {
  const Pipeline counter = pipeline(kCounter);
  Words n(4, 5);
  vyre_dispatch_desc desc = until_stable(UINT32_MAX);
  desc.timeout_ns = 100'000'000;
  EXPECT_THAT(said(dispatch(counter, {bind_inout(0, n)}, &desc)),
              AllOf(StartsWith("2006 "), HasSubstr("100 ms"), HasSubstr("fewer iterations")));
  EXPECT_THAT(n, Each(5u));
  EXPECT_TRUE(ok(vyre_device_wait_idle(opened_.device.get(), VYRE_FOREVER, nullptr)));
  EXPECT_EQ(scripted_.what.live_memories, 0u);
}

TEST_P(Fixpoint, ATrapEndsItAndBuffersHoldWhatThePassesWrote) {
  const Pipeline traps = pipeline(R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "n", "type": "U32", "count": 1, "binding": 0, "access": "read_write"},
                {"name": "out", "type": "U32", "count": 1, "binding": 1, "access": "write_only"}],
    "body": [{"if": {"ge": [{"load": "n", "at": 0}, 3]}, "then": [{"trap": 7, "tag": "enough"}]},
             {"store": "n", "at": 0, "value": {"add": [{"load": "n", "at": 0}, 1]}}]})");
  const Buffer buffer = make_buffer(opened_, 4);
  uint32_t out = 9;
  EXPECT_THAT(said(dispatch(traps, {bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)},
                            once(until_stable(100)))),
              AllOf(StartsWith("1005 "), HasSubstr("enough")));
  EXPECT_EQ(out, 9u);
  EXPECT_EQ(words_of(buffer)[0], 3u);
}

TEST_P(Fixpoint, ThreadsShareOneComparison) {
  const Pipeline labels = pipeline(kLabels);
  Chain first;
  EXPECT_EQ(first.run(labels, plain(1)), "success");
  const uint64_t before = metric_of(opened_, VYRE_METRIC_KERNELS_COMPILED);
  std::array<Chain, 4> chains;
  on_threads(4,
             [&](uint32_t i) { EXPECT_EQ(chains[i].run(labels, until_stable(100)), "success"); });
  for (const Chain& chain : chains) {
    EXPECT_EQ(chain.result.iterations, kPasses);
    EXPECT_THAT(chain.label, Each(7u));
  }
  EXPECT_EQ(metric_of(opened_, VYRE_METRIC_KERNELS_COMPILED) - before, 1u);
}

}  // namespace
}  // namespace vyre::test
