// Several runs of a sequence under way, each with its own updates and bytes, and what clearing and
// timing steps do: the same on devices, on the oracle and on plug-ins.
#include <algorithm>
#include <cstring>
#include <deque>
#include <random>

#include "capi/support/each_backend.h"
#include "capi/support/gated_device.h"
#include "capi/support/sequence_support.h"
#include "support/threads.h"

namespace vyre::test {
namespace {

// sum[i] = sum[i] + a[i].
constexpr std::string_view kAdd = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "a", "type": "U32", "binding": 0},
              {"name": "sum", "type": "U32", "binding": 1, "access": "read_write"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "sum", "at": "i",
            "value": {"add": [{"load": "sum", "at": "i"}, {"load": "a", "at": "i"}]}}]})";

vyre_step_update bound(uint32_t step, const vyre_binding& binding, uint32_t iterations = 0) {
  vyre_step_update update = {};
  update.step = step;
  update.bindings = &binding;
  update.binding_count = 1;
  update.iterations = iterations;
  return update;
}

vyre_run_desc run_with(const std::vector<vyre_step_update>& updates) {
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.updates = updates.data();
  desc.update_count = updates.size();
  return desc;
}

class SequenceFlights : public EachBackend {
 protected:
  Buffer buffer(const Words& words) const { return buffer_on(opened_, words); }
  static Buffer buffer_on(const Opened& opened, const Words& words) {
    Buffer made = make_buffer(opened, words.size() * 4);
    write(made, words);
    return made;
  }
  Sequence sequence(uint32_t flights, vyre_sequence_flags flags = 0) const {
    vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
    desc.flags = flags;
    desc.label = vyre_str("steps");
    desc.runs_in_flight = flights;
    return made<Sequence>(vyre_sequence_create, opened_.device.get(), &desc);
  }
  // Work for a device that outlasts some calls: so many dispatches that count in |on|. Elsewhere a
  // run is over when its call is.
  uint32_t add_long_work(const Sequence& sequence, const Buffer& on) const {
    const uint32_t dispatches = is("vulkan") ? 100 : 1;
    for (uint32_t i = 0; i < dispatches; ++i) {
      add_dispatch(sequence, counter_, {bind_buffer(0, on)});
    }
    return dispatches;
  }
  static Work begin(const Sequence& sequence, const vyre_run_desc& desc = VYRE_RUN_DESC_DEFAULT) {
    return made<Work>(vyre_sequence_run_async, sequence.get(), &desc);
  }
  static vyre_error* run(const Sequence& sequence, const vyre_run_desc* desc = nullptr) {
    return vyre_sequence_run(sequence.get(), desc, nullptr);
  }
  static std::vector<uint64_t> step_ns(const Sequence& sequence, size_t count) {
    std::vector<uint64_t> ns(count);
    EXPECT_TRUE(ok(vyre_sequence_get_step_ns(sequence.get(), ns.data(), count)));
    return ns;
  }

  const Pipeline counter_ = make_pipeline(opened_, kCounter);
};

VYRE_ON_EACH_BACKEND(SequenceFlights);

// ---- Updates of a run ----

TEST_P(SequenceFlights, UpdatesHoldFromTheirRunOn) {
  const Buffer a = buffer(Words(65536)), b = buffer(Words(16)), c = buffer(Words(16));
  const Sequence sequence = this->sequence(2);
  const uint32_t step = add_dispatch(sequence, counter_, {bind_buffer(0, b)});
  const uint32_t counted = add_long_work(sequence, a);
  const vyre_binding to_c = bind_buffer(0, c);
  const std::vector<vyre_step_update> updates = {bound(step, to_c, 3)};
  const vyre_run_desc changed = run_with(updates);
  const Work first = begin(sequence), second = begin(sequence, changed), third = begin(sequence);
  EXPECT_EQ(wait_for(third), VYRE_WORK_READY);
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  EXPECT_EQ(wait_for(first), VYRE_WORK_READY);
  EXPECT_THAT(words_of(b), Each(1u));
  EXPECT_THAT(words_of(c), Each(6u));
  EXPECT_THAT(words_of(a), Each(3 * counted));
}

TEST_P(SequenceFlights, AnUpdateNeedsNoFlightOfRunsThatRepeatOthers) {
  const Buffer a = buffer(Words(65536)), b = buffer(Words(16)), c = buffer(Words(16));
  const Sequence sequence = this->sequence(1);
  const uint32_t step = add_dispatch(sequence, counter_, {bind_buffer(0, b)});
  add_long_work(sequence, a);
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
  }
  const vyre_binding to_c = bind_buffer(0, c);
  const std::vector<vyre_step_update> updates = {bound(step, to_c)};
  const vyre_run_desc changed = run_with(updates);
  EXPECT_TRUE(ok(run(sequence, &changed)));
  EXPECT_THAT(words_of(b), Each(3u));
  EXPECT_THAT(words_of(c), Each(1u));
  // Bytes of the host go to that flight from now on that has them.
  const uint32_t input = add_write(sequence, b, 0, Words(16, 8));
  const uint32_t output = add_read(sequence, b, 0, 64);
  const Words nines(16, 9);
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_EQ(bytes_of(sequence, output, 16), Words(16, 8));
  EXPECT_TRUE(ok(vyre_sequence_set_bytes(sequence.get(), input, 0, nines.data(), 64)));
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_EQ(bytes_of(sequence, output, 16), nines);
}

TEST_P(SequenceFlights, AfterAnErrorOfAnUpdateNothingHasChangedAndNothingRuns) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  const Sequence sequence = this->sequence(2);
  const uint32_t step = add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  const vyre_binding right = bind_buffer(0, b), wrong = vyre_bind_range(0, b.get(), 0, 62);
  const auto refuses = [&](const vyre_step_update& second, vyre_error_code code,
                           std::initializer_list<std::string_view> parts) {
    const std::vector<vyre_step_update> updates = {bound(step, right), second};
    const vyre_run_desc desc = run_with(updates);
    vyre_work* work = reinterpret_cast<vyre_work*>(1);
    EXPECT_TRUE(refused(vyre_sequence_run_async(sequence.get(), &desc, &work), code, parts));
    EXPECT_EQ(work, nullptr);
    return refused(run(sequence, &desc), code, parts);
  };
  EXPECT_TRUE(refuses(bound(step, wrong), VYRE_ERROR_INVALID_ARGUMENT, {"step 0: ", "62"}));
  EXPECT_TRUE(refuses(bound(7, right), VYRE_ERROR_NOT_FOUND, {"step 7", "which has 1"}));
  vyre_step_update both = bound(step, right);
  std::fill_n(both.shape, 3, 1u);
  std::fill_n(both.grid, 3, 1u);
  EXPECT_TRUE(refuses(both, VYRE_ERROR_INVALID_ARGUMENT, {"updates[1]: ", "a shape and a grid"}));
  EXPECT_EQ(result_of(sequence).runs, 0u);
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_THAT(words_of(a), Each(1u));
  EXPECT_THAT(words_of(b), Each(0u));
}

TEST_P(SequenceFlights, AnUpdateOfTheRunTakesTheFreedBufferAway) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  const Sequence sequence = this->sequence(1);
  const uint32_t step = add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  const uint32_t other = add_dispatch(sequence, counter_, {bind_buffer(0, b)});
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_TRUE(ok(vyre_buffer_free(a.get())));
  const vyre_binding to_b = bind_buffer(0, b);
  const std::vector<vyre_step_update> wrong = {bound(other, to_b, 5)}, right = {bound(step, to_b)};
  const vyre_run_desc stays_freed = run_with(wrong), changed = run_with(right);
  EXPECT_TRUE(refused(run(sequence, &stays_freed), VYRE_ERROR_INVALID_ARGUMENT, {"was freed"}));
  EXPECT_TRUE(ok(run(sequence, &changed)));
  EXPECT_THAT(words_of(b), Each(3u));
}

// ---- Bytes of a run ----

TEST_P(SequenceFlights, EachRunWritesItsOwnBytes) {
  const Pipeline add = make_pipeline(opened_, kAdd);
  const Buffer in = buffer(Words(64)), sum = buffer(Words(64)), other = buffer(Words(4096));
  const Sequence sequence = this->sequence(2);
  const uint32_t input = add_write(sequence, in, 0, Words(64, 1));
  add_dispatch(sequence, add, {bind_buffer(0, in), bind_buffer(1, sum)});
  add_long_work(sequence, other);
  const uint32_t output = add_read(sequence, sum, 0, 256);
  Words bytes(64, 1), expected(64);
  std::deque<Work> under_way;
  for (uint32_t round = 0; round < 24; ++round) {
    if (under_way.size() == 2) {
      EXPECT_EQ(wait_for(under_way.front()), VYRE_WORK_READY);
      under_way.pop_front();
    }
    const Words part(8, round * 3 + 2);
    const uint32_t at = round % 8 * 8;
    std::ranges::copy(part, bytes.begin() + at);
    EXPECT_TRUE(ok(vyre_sequence_set_bytes(sequence.get(), input, at * 4, part.data(), 32)));
    under_way.push_back(begin(sequence));
    for (size_t i = 0; i < 64; ++i) expected[i] += bytes[i];
    if (round % 5 != 4) continue;
    EXPECT_EQ(wait_for(sequence), VYRE_WORK_READY);
    EXPECT_EQ(bytes_of(sequence, output, 64), expected) << round;
  }
  EXPECT_EQ(wait_for(sequence), VYRE_WORK_READY);
  EXPECT_EQ(words_of(sum), expected);
}

TEST_P(SequenceFlights, ARunKeepsWhatItReadUntilAsManyOthersHaveBegun) {
  const Buffer a = buffer(Words(4));
  const Sequence sequence = this->sequence(2);
  add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  const uint32_t output = add_read(sequence, a, 0, 16);
  std::vector<Work> works;
  for (size_t i = 0; i < 3; ++i) {
    works.push_back(begin(sequence));
    EXPECT_EQ(wait_for(works.back()), VYRE_WORK_READY);
    for (size_t run = std::max<size_t>(i, 1) - 1; run < works.size(); ++run) {
      vyre_bytes bytes = {};
      EXPECT_TRUE(ok(vyre_work_get_bytes(works[run].get(), output, &bytes)));
      ASSERT_EQ(bytes.size, 16u);
      uint32_t count = 0;
      std::memcpy(&count, bytes.data, sizeof count);
      EXPECT_EQ(count, run + 1);
    }
  }
  const Work first = begin(sequence), second = begin(sequence);
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  const Work third = begin(sequence);
  EXPECT_EQ(wait_for(third), VYRE_WORK_READY);
  vyre_bytes bytes = {};
  EXPECT_TRUE(refused(vyre_work_get_bytes(first.get(), output, &bytes), VYRE_ERROR_INVALID_ARGUMENT,
                      {"has run again since"}));
}

TEST_P(SequenceFlights, AReadThatWasAddedBehindARunHasNothingYet) {
  const Buffer a = buffer(Words(4, 7));
  const Sequence sequence = this->sequence(1);
  EXPECT_TRUE(ok(run(sequence)));
  const uint32_t output = add_read(sequence, a, 0, 16);
  Words words(4);
  EXPECT_TRUE(refused(vyre_sequence_get_bytes(sequence.get(), output, 0, words.data(), 16),
                      VYRE_ERROR_NOT_READY, {"before any run"}));
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_EQ(bytes_of(sequence, output, 4), Words(4, 7));
}

// ---- Errors of a run ----

TEST_P(SequenceFlights, ATrapFailsItsRunAlone) {
  const Pipeline unlucky = make_pipeline(opened_, kUnlucky);
  const Buffer long_one = buffer(Words(65536)), bad = buffer({13}), good = buffer({1});
  const Sequence sequence = this->sequence(2);
  add_long_work(sequence, long_one);
  const uint32_t step = add_dispatch(sequence, unlucky, {bind_buffer(0, good)});
  const vyre_binding to_bad = bind_buffer(0, bad), to_good = bind_buffer(0, good);
  const std::vector<vyre_step_update> traps = {bound(step, to_bad)}, runs = {bound(step, to_good)};
  const vyre_run_desc trapping = run_with(traps), running = run_with(runs);
  const Work first = begin(sequence, trapping), second = begin(sequence, running);
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  EXPECT_TRUE(ok(run(sequence, &running)));
  EXPECT_TRUE(refused(run(sequence, &trapping), VYRE_ERROR_DISPATCH_FAILED, {"unlucky"}));
  const Work last = begin(sequence, running);
  EXPECT_EQ(wait_for(last), VYRE_WORK_READY);
  EXPECT_EQ(wait_for(first), VYRE_WORK_FAILED);  // long after others have run
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(first.get(), &failure)));
  EXPECT_EQ(vyre_error_get_info(failure)->step, step);
  EXPECT_TRUE(refused(failure, VYRE_ERROR_DISPATCH_FAILED, {"unlucky"}));
  EXPECT_EQ(words_of(good)[0], 4u);
}

TEST_P(SequenceFlights, ARunCanBeWaitedForWhenItsStepsAreGone) {
  const Pipeline unlucky = make_pipeline(opened_, kUnlucky);
  const Buffer a = buffer({1}), b = buffer({1});
  const Sequence sequence = this->sequence(1);
  const uint32_t step = add_dispatch(sequence, unlucky, {bind_buffer(0, a)});
  const Work first = begin(sequence);
  EXPECT_EQ(wait_for(sequence), VYRE_WORK_READY);
  const vyre_binding to_b = bind_buffer(0, b);
  const vyre_step_update update = bound(step, to_b);
  EXPECT_TRUE(ok(vyre_sequence_update(sequence.get(), &update, 1)));
  EXPECT_EQ(wait_for(first), VYRE_WORK_READY);
  const Work second = begin(sequence);
  EXPECT_EQ(wait_for(sequence), VYRE_WORK_READY);
  EXPECT_TRUE(ok(vyre_sequence_clear(sequence.get())));
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  EXPECT_EQ(words_of(b)[0], 2u);
}

// ---- Clearing ----

TEST_P(SequenceFlights, AClearedSequenceBeginsAnew) {
  const Pipeline unlucky = make_pipeline(opened_, kUnlucky);
  const Buffer a = buffer(Words(16)), bad = buffer({13});
  const Sequence sequence = this->sequence(2);
  add_dispatch(sequence, unlucky, {bind_buffer(0, bad)});
  EXPECT_TRUE(refused(run(sequence), VYRE_ERROR_DISPATCH_FAILED, {"unlucky"}));
  EXPECT_TRUE(ok(vyre_sequence_clear(sequence.get())));
  EXPECT_EQ(wait_for(sequence, 0), VYRE_WORK_FAILED);  // that was the last run
  EXPECT_EQ(result_of(sequence).steps, 0u);
  EXPECT_EQ(result_of(sequence).runs, 1u);
  EXPECT_TRUE(ok(run(sequence)));
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(add_write(sequence, a, 0, Words(8, 40)), 0u);
    EXPECT_EQ(add_dispatch(sequence, counter_, {bind_buffer(0, a)}), 1u);
    EXPECT_EQ(add_read(sequence, a, 0, 64), 2u);
    EXPECT_TRUE(ok(run(sequence)));
    EXPECT_EQ(bytes_of(sequence, 2, 8), Words(8, 41));
    EXPECT_TRUE(ok(vyre_sequence_clear(sequence.get())));
    Words words(4);
    EXPECT_TRUE(refused(vyre_sequence_get_bytes(sequence.get(), 2, 0, words.data(), 4),
                        VYRE_ERROR_NOT_FOUND, {"which has 0"}));
  }
  EXPECT_TRUE(ok(vyre_sequence_clear(sequence.get())));  // of none
  EXPECT_EQ(words_of(a)[15], 3u);
}

TEST_P(SequenceFlights, AClearedSequenceLetsGoOfItsBuffers) {
  const Buffer a = buffer(Words(16));
  const Sequence sequence = this->sequence(1);
  add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_TRUE(ok(vyre_buffer_free(a.get())));
  EXPECT_TRUE(refused(run(sequence), VYRE_ERROR_INVALID_ARGUMENT, {"was freed"}));
  EXPECT_TRUE(ok(vyre_sequence_clear(sequence.get())));
  EXPECT_TRUE(ok(run(sequence)));
}

// ---- Times of steps ----

TEST_P(SequenceFlights, StepsAreTimedWhereTheyCanBe) {
  const Buffer a = buffer(Words(65536)), b = buffer(Words(65536));
  const Sequence sequence = this->sequence(2, VYRE_SEQUENCE_TIMED_STEPS);
  add_write(sequence, a, 0, Words(65536, 5));
  vyre_dispatch_desc often = VYRE_DISPATCH_DESC_INIT;
  often.iterations = 20;
  add_dispatch(sequence, counter_, {bind_buffer(0, a)}, &often);
  add_copy(sequence, a, 0, b, 0, 65536 * 4);
  add_read(sequence, b, 0, 65536 * 4);
  EXPECT_THAT(step_ns(sequence, 4), Each(VYRE_UNKNOWN));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(ok(run(sequence)));
    const std::vector<uint64_t> ns = step_ns(sequence, 4);
    const vyre_sequence_result result = result_of(sequence);
    if (is_table()) continue;  // it may say nothing
    EXPECT_THAT(ns, Each(testing::Ne(VYRE_UNKNOWN)));
    EXPECT_GT(ns[1], 0u);
    EXPECT_EQ(result.device_ns != VYRE_UNKNOWN, is("vulkan"));
    const uint64_t all = is("vulkan") ? result.device_ns : result.host_ns;
    EXPECT_LE(std::accumulate(ns.begin(), ns.end(), uint64_t{0}), all + all / 10);
  }
  add_dispatch(sequence, counter_, {bind_buffer(0, b)});
  EXPECT_EQ(step_ns(sequence, 5)[4], VYRE_UNKNOWN);  // it has not run
  EXPECT_EQ(step_ns(sequence, 0).size(), 0u);
}

TEST_P(SequenceFlights, StepsAreNotTimedWhenNobodyAsked) {
  const Buffer a = buffer(Words(16));
  const Sequence sequence = this->sequence(1, VYRE_SEQUENCE_TIMED);
  add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  EXPECT_TRUE(ok(run(sequence)));
  EXPECT_THAT(step_ns(sequence, 1), Each(VYRE_UNKNOWN));
  uint64_t ns[2];
  EXPECT_TRUE(refused(vyre_sequence_get_step_ns(sequence.get(), ns, 2), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_sequence_get_step_ns: step_count is 2", "has 1 steps"}));
  EXPECT_TRUE(refused(vyre_sequence_get_step_ns(sequence.get(), nullptr, 1),
                      VYRE_ERROR_INVALID_ARGUMENT, {"vyre_sequence_get_step_ns: ns is NULL"}));
  EXPECT_TRUE(refused(vyre_sequence_get_step_ns(nullptr, ns, 1), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_sequence_get_step_ns: sequence is NULL"}));
  EXPECT_TRUE(refused(vyre_sequence_clear(nullptr), VYRE_ERROR_INVALID_ARGUMENT,
                      {"vyre_sequence_clear: sequence is NULL"}));
}

// ---- No flight is free ----

class AllFlights : public ::testing::Test {
 protected:
  Buffer buffer(const Words& words) const {
    Buffer made = make_buffer(opened_, words.size() * 4);
    write(made, words);
    return made;
  }
  Sequence two_flights() const {
    vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
    desc.label = vyre_str("steps");
    desc.runs_in_flight = 2;
    return made<Sequence>(vyre_sequence_create, opened_.device.get(), &desc);
  }
  Work begin(const vyre_run_desc& desc = VYRE_RUN_DESC_DEFAULT) const {
    return made<Work>(vyre_sequence_run_async, sequence_.get(), &desc);
  }

  const GatedDevice device_{VYRE_CONTEXT_DESC_DEFAULT};
  const Opened& opened_ = device_.opened();
  const Pipeline counter_ = make_pipeline(opened_, kCounter);
  const Sequence sequence_ = two_flights();
};

TEST_F(AllFlights, OneRunMoreIsNotReady) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  const uint32_t step = add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  const vyre_binding to_b = bind_buffer(0, b);
  const std::vector<vyre_step_update> updates = {bound(step, to_b, 2)};
  const vyre_run_desc changed = run_with(updates);
  device_.shut();
  const Work first = begin(changed), second = begin(changed);
  EXPECT_TRUE(refused(vyre_sequence_run_async(sequence_.get(), &changed, nullptr),
                      VYRE_ERROR_NOT_READY, {"'steps' has 2 runs under way", "another run"}));
  EXPECT_TRUE(refused(vyre_sequence_clear(sequence_.get()), VYRE_ERROR_NOT_READY,
                      {"'steps' is under way", "clearing it"}));
  device_.open();
  EXPECT_EQ(wait_for(first), VYRE_WORK_READY);
  EXPECT_TRUE(ok(vyre_sequence_run(sequence_.get(), &changed, nullptr)));
  EXPECT_THAT(words_of(b), Each(6u));
}

TEST_F(AllFlights, BytesWaitForAFreeOne) {
  const Buffer in = buffer(Words(4));
  const uint32_t input = add_write(sequence_, in, 0, Words(4, 1));
  const Words twos(4, 2);
  const auto set = [&] {
    return vyre_sequence_set_bytes(sequence_.get(), input, 0, twos.data(), 16);
  };
  device_.shut();
  const Work first = begin();
  EXPECT_TRUE(ok(set()));
  const Work second = begin();
  EXPECT_TRUE(refused(set(), VYRE_ERROR_NOT_READY, {"2 runs"}));
  device_.open();
  EXPECT_EQ(wait_for(second), VYRE_WORK_READY);
  EXPECT_TRUE(ok(set()));
  EXPECT_EQ(words_of(in), twos);
}

// ---- All of it ----

// A dispatch of a sequence as plain dispatches make it.
struct PlainStep {
  uint32_t from = 0, to = 0;        // buffers
  uint32_t from_at = 0, to_at = 0;  // elements, of 16 each
  uint32_t iterations = 1;
};

// A device with buffers of its own, on which each step is a dispatch.
class Plain {
 public:
  Plain(const Opened& opened, size_t buffers, uint32_t words) : add_(make_pipeline(opened, kAdd)) {
    for (size_t i = 0; i < buffers; ++i) {
      buffers_.push_back(make_buffer(opened, words * 4));
      write(buffers_.back(), numbers(static_cast<uint32_t>(i), words));
    }
  }
  Bindings bindings(const PlainStep& step) const {
    return {vyre_bind_range(0, buffers_[step.from].get(), step.from_at * 4, 64),
            vyre_bind_range(1, buffers_[step.to].get(), step.to_at * 4, 64)};
  }
  void run(const PlainStep& step) const {
    for (uint32_t i = 0; i < step.iterations; ++i) EXPECT_TRUE(ok(dispatch(add_, bindings(step))));
  }
  const Pipeline& pipeline() const { return add_; }
  const Buffer& buffer(size_t i) const { return buffers_[i]; }

 private:
  const Pipeline add_;
  std::vector<Buffer> buffers_;
};

// A sequence with two flights beside plain dispatches on the same device and on the oracle.
TEST_P(SequenceFlights, RandomUpdatesDoWhatPlainDispatchesDo) {
  constexpr uint32_t kBuffers = 4, kWords = 128, kSteps = 6;
  std::mt19937 random(20261126);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  const auto any_step = [&] {
    const uint32_t from = below(kBuffers), to = (from + 1 + below(kBuffers - 1)) % kBuffers;
    return PlainStep{from, to, 64 * below(2), 64 * below(2), 1 + below(3)};
  };
  const Opened oracle = open_device("cpu-ref");
  for (int round = 0; round < 4; ++round) {
    const Plain own(opened_, kBuffers, kWords), same(opened_, kBuffers, kWords),
        model(oracle, kBuffers, kWords);
    const Sequence sequence = this->sequence(2);
    Words bytes(16, 1), kept(32);
    const uint32_t input = add_write(sequence, own.buffer(0), 0, bytes);
    std::vector<PlainStep> steps;
    for (uint32_t i = 0; i < kSteps; ++i) {
      steps.push_back(any_step());
      vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
      desc.iterations = steps.back().iterations;
      add_dispatch(sequence, own.pipeline(), own.bindings(steps.back()), &desc);
    }
    const uint32_t output = add_read(sequence, own.buffer(3), 256, 128);
    std::deque<Work> under_way;
    for (int each = 0; each < 30; ++each) {
      std::vector<Bindings> bindings;
      std::vector<vyre_step_update> updates;
      bindings.reserve(kSteps);
      for (uint32_t i = 0; i < kSteps; ++i) {
        if (below(3) != 0) continue;
        steps[i] = any_step();
        bindings.push_back(own.bindings(steps[i]));
        updates.push_back({});
        updates.back().step = 1 + i;
        updates.back().bindings = bindings.back().data();
        updates.back().binding_count = 2;
        updates.back().iterations = steps[i].iterations;
      }
      if (under_way.size() == 2) {
        ASSERT_EQ(wait_for(under_way.front()), VYRE_WORK_READY);
        under_way.pop_front();
      }
      const uint32_t changed = below(16);
      bytes[changed] = below(1000);
      ASSERT_TRUE(
          ok(vyre_sequence_set_bytes(sequence.get(), input, changed * 4, &bytes[changed], 4)));
      under_way.push_back(begin(sequence, run_with(updates)));
      for (const Plain* plain : {&same, &model}) {
        ASSERT_TRUE(ok(vyre_buffer_write(plain->buffer(0).get(), 0, bytes.data(), 64)));
        for (const PlainStep& step : steps) plain->run(step);
      }
      if (below(4) != 0) continue;
      ASSERT_EQ(wait_for(sequence), VYRE_WORK_READY);
      kept = bytes_of(sequence, output, 32);
      for (uint32_t i = 0; i < kBuffers; ++i) {
        ASSERT_EQ(words_of(own.buffer(i)), words_of(model.buffer(i))) << round << ", run " << each;
        ASSERT_EQ(words_of(same.buffer(i)), words_of(model.buffer(i))) << round;
      }
      const Words last = words_of(model.buffer(3));
      ASSERT_TRUE(std::equal(kept.begin(), kept.end(), last.begin() + 64)) << each;
    }
  }
}

// Whether |error| says nothing but that others came first. Destroys it.
bool came_first(vyre_error* error) {
  if (error == nullptr) return true;
  const bool others_did = vyre_error_get_code(error) == VYRE_ERROR_NOT_READY;
  const std::string text = said(error);
  EXPECT_TRUE(others_did) << text;
  return false;
}

TEST_P(SequenceFlights, ThreadsUpdateAndRunOne) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16)), in = buffer(Words(16));
  const Sequence sequence = this->sequence(3, VYRE_SEQUENCE_TIMED_STEPS);
  const uint32_t input = add_write(sequence, in, 0, Words(16));
  const uint32_t step = add_dispatch(sequence, counter_, {bind_buffer(0, a)});
  const uint32_t output = add_read(sequence, in, 0, 64);
  std::atomic<uint32_t> runs = 0;
  on_threads(4, [&](uint32_t thread) {
    const vyre_binding to = bind_buffer(0, thread % 2 == 0 ? a : b);
    const std::vector<vyre_step_update> updates = {bound(step, to)};
    const vyre_run_desc desc = run_with(updates);
    Words words(16, thread);
    uint64_t ns[3];
    for (int i = 0; i < 40; ++i) {
      came_first(vyre_sequence_set_bytes(sequence.get(), input, 0, words.data(), 64));
      vyre_work* work = nullptr;
      if (came_first(vyre_sequence_run_async(sequence.get(), &desc, &work))) ++runs;
      const Work owned(work);
      if (i % 3 == 0 && work != nullptr) {
        EXPECT_EQ(wait_for(owned), VYRE_WORK_READY);
      }
      came_first(vyre_sequence_get_bytes(sequence.get(), output, 0, words.data(), 64));
      EXPECT_TRUE(ok(vyre_sequence_get_step_ns(sequence.get(), ns, 3)));
      if (i % 10 == 9) wait_for(sequence);
    }
  });
  EXPECT_EQ(wait_for(sequence), VYRE_WORK_READY);
  const Words in_a = words_of(a), in_b = words_of(b);
  EXPECT_EQ(in_a[0] + in_b[0], runs);
  EXPECT_GE(runs, 3u);
  EXPECT_EQ(result_of(sequence).runs, runs);
}

}  // namespace
}  // namespace vyre::test
