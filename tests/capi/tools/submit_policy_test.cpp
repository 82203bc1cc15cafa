// How a device hands over work and waits for it.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "capi/support/gated_device.h"
#include "capi/support/sequence_support.h"

namespace vyre::test {
namespace {

vyre_submit_policy policy_of(const Opened& opened) {
  vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
  EXPECT_TRUE(ok(vyre_device_get_submit_policy(opened.device.get(), &policy)));
  return policy;
}

class SubmitPolicy : public ::testing::Test {
 protected:
  void set(const vyre_submit_policy& policy) {
    ASSERT_TRUE(ok(vyre_device_set_submit_policy(opened_.device.get(), &policy)));
  }
  void cut_at(uint64_t max_ns) {
    vyre_submit_policy policy = policy_of(opened_);
    policy.max_submission_ns = max_ns;
    set(policy);
  }
  // The smallest parts that there are.
  void cut_all() { cut_at(1); }

  uint64_t submissions_of(const Pipeline& pipeline, const Bindings& bindings,
                          const vyre_dispatch_desc* desc = nullptr,
                          vyre_dispatch_result* result = nullptr) {
    const uint64_t before = metric_of(opened_, VYRE_METRIC_SUBMISSIONS);
    EXPECT_TRUE(ok(dispatch(pipeline, bindings, desc, result)));
    return metric_of(opened_, VYRE_METRIC_SUBMISSIONS) - before;
  }

  Opened opened_ = open_device("vulkan");
  const Pipeline counter_ = make_pipeline(opened_, kCounter);
};

// Every invocation of a grid of 5 x 3 x any workgroups of 8 adds 1 to its place.
constexpr std::string_view kPlaces = R"({
  "workgroup_size": [8, 1, 1],
  "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
  "body": [{"let": "row", "value": {"add": [{"invocation_id": "y"}, {"mul": [{"invocation_id": "z"}, 3]}]}},
           {"let": "at", "value": {"add": [{"invocation_id": "x"}, {"mul": ["row", 40]}]}},
           {"store": "n", "at": "at", "value": {"add": [{"load": "n", "at": "at"},
               {"add": [1, {"workgroup_id": "z"}]}]}}]})";

TEST_F(SubmitPolicy, HasDefaultsForTheDevice) {
  const vyre_submit_policy policy = policy_of(opened_);
  const vyre_device_kind kind = vyre_device_get_info(opened_.device.get())->kind;
  EXPECT_LE(policy.spin_ns, kind == VYRE_DEVICE_CPU ? 50'000u : 2'000'000u);
  EXPECT_GT(policy.max_spinning_threads, 0u);
  EXPECT_EQ(policy.max_submission_ns, 0u);
}

TEST_F(SubmitPolicy, IsKept) {
  vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
  policy.spin_ns = UINT64_MAX;
  policy.max_spinning_threads = UINT32_MAX;
  policy.max_submission_ns = 7;
  set(policy);
  const vyre_submit_policy kept = policy_of(opened_);
  EXPECT_EQ(kept.spin_ns, UINT64_MAX);
  EXPECT_EQ(kept.max_spinning_threads, UINT32_MAX);
  EXPECT_EQ(kept.max_submission_ns, 7u);
  Words words = {1, 2, 3};
  submissions_of(counter_, {bind_inout(0, words)});  // with that much polling
  EXPECT_EQ(words, (Words{2, 3, 4}));
}

TEST_F(SubmitPolicy, WithoutPollingAWaitSleeps) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.flags = VYRE_CONTEXT_MEASURE_TIMES;
  const GatedDevice device(desc);
  const Opened& timed = device.opened();
  const vyre_submit_policy sleeping = VYRE_SUBMIT_POLICY_INIT;
  ASSERT_TRUE(ok(vyre_device_set_submit_policy(timed.device.get(), &sleeping)));
  const Pipeline pipeline = make_pipeline(timed, kCounter);
  Words words(16);
  device.shut();
  const Work work = begin_dispatch(pipeline, {bind_inout(0, words)});
  uint64_t spun = 0, blocked = 0;
  // A thread may lose its processor as it looks, but not for ever longer.
  for (uint64_t ns = 20'000'000; ns < 20'000'000'000 && blocked <= spun; ns *= 2) {
    spun = metric_of(timed, VYRE_METRIC_SPIN_NS);
    blocked = metric_of(timed, VYRE_METRIC_BLOCK_NS);
    EXPECT_EQ(wait_for(work, ns), VYRE_WORK_RUNNING);
    spun = metric_of(timed, VYRE_METRIC_SPIN_NS) - spun;
    blocked = metric_of(timed, VYRE_METRIC_BLOCK_NS) - blocked;
  }
  EXPECT_GT(blocked, spun);
}

TEST_F(SubmitPolicy, IsRefusedByTheOracleAndByName) {
  const Opened oracle = open_device("cpu-ref");
  vyre_submit_policy policy = VYRE_SUBMIT_POLICY_INIT;
  EXPECT_TRUE(refused(vyre_device_get_submit_policy(oracle.device.get(), &policy),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"'cpu-ref' has no submit policy"}));
  EXPECT_TRUE(refused(vyre_device_set_submit_policy(oracle.device.get(), &policy),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"'cpu-ref' has no submit policy"}));
}

TEST_F(SubmitPolicy, NullsSizesAndReservedNumbersAreRefused) {
  vyre_submit_policy policy = policy_of(opened_);
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  const auto get = [&] { return vyre_device_get_submit_policy(opened_.device.get(), &policy); };
  const auto set = [&] { return vyre_device_set_submit_policy(opened_.device.get(), &policy); };
  EXPECT_TRUE(refused(vyre_device_get_submit_policy(nullptr, &policy), code,
                      {"vyre_device_get_submit_policy: ", "device is NULL"}));
  EXPECT_TRUE(refused(vyre_device_get_submit_policy(opened_.device.get(), nullptr), code,
                      {"vyre_device_get_submit_policy: ", " is NULL"}));
  EXPECT_TRUE(refused(vyre_device_set_submit_policy(nullptr, &policy), code,
                      {"vyre_device_set_submit_policy: ", "device is NULL"}));
  EXPECT_TRUE(refused(vyre_device_set_submit_policy(opened_.device.get(), nullptr), code,
                      {"vyre_device_set_submit_policy: ", "policy is NULL"}));
  for (const size_t size : {size_t{0}, sizeof policy + 1}) {
    policy.struct_size = size;
    const std::string told = "vyre_submit_policy.struct_size is " + std::to_string(size);
    EXPECT_TRUE(refused(get(), code, {told}));
    EXPECT_TRUE(refused(set(), code, {told}));
  }
  policy.struct_size = sizeof policy;
  policy.reserved = 1;
  EXPECT_TRUE(refused(set(), code, {"vyre_submit_policy.reserved is 1"}));
}

TEST_F(SubmitPolicy, LongWorkIsCutIntoParts) {
  const Pipeline pipeline = make_pipeline(opened_, kPlaces);
  const vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, 5, 3, 9);
  Words words(5 * 3 * 9 * 8);
  const Bindings bindings = {bind_inout(0, words)};
  EXPECT_EQ(submissions_of(pipeline, bindings, &desc), 1u);
  cut_all();
  EXPECT_GE(submissions_of(pipeline, bindings, &desc), 2u);    // learns
  EXPECT_EQ(submissions_of(pipeline, bindings, &desc), 135u);  // knows: a workgroup each
  for (size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], 3 * (1 + i / 120)) << i;
}

TEST_F(SubmitPolicy, WorkThatIsShortEnoughIsNotCut) {
  cut_at(UINT64_C(1000000000000000));
  Words words(64);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(submissions_of(counter_, {bind_inout(0, words)}), 1u);
  EXPECT_EQ(words, Words(64, 3));
}

TEST_F(SubmitPolicy, PartsOfElementwiseProgramsMeetTheirBounds) {
  cut_all();
  const Pipeline pipeline = make_pipeline(opened_, R"({
    "workgroup_size": [256, 1, 1],
    "buffers": [{"name": "a", "type": "U32", "binding": 0, "access": "read_only"},
                {"name": "out", "type": "U32", "binding": 1, "access": "write_only", "output": true}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
             {"store": "out", "at": "i", "value": {"mul": [{"load": "a", "at": "i"}, 3]}}]})");
  for (const size_t count : {1u, 255u, 256u, 1000u, 50000u}) {
    const Words a = numbers(5, count);
    Words out(count, 7);
    for (int i = 0; i < 2; ++i) {
      submissions_of(pipeline, {bind_input(0, a), bind_output(1, out)});
      for (size_t k = 0; k < count; ++k) ASSERT_EQ(out[k], 3 * (k + 5)) << k;
    }
  }
}

TEST_F(SubmitPolicy, SegmentsAndIterationsRunInTheirOrder) {
  cut_all();
  const Pipeline labels = make_pipeline(opened_, kLabels);
  Chain chain;
  EXPECT_EQ(chain.run(labels, plain(kPasses)), "success");
  EXPECT_EQ(chain.label, Words(kNodes, 7));
  EXPECT_EQ(chain.result.iterations, kPasses);
}

TEST_F(SubmitPolicy, TheDeviceTimeIsThatOfAllParts) {
  cut_all();
  const vyre_dispatch_desc desc = with_flags(VYRE_DISPATCH_TIMED);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  Words words(4000);
  for (int i = 0; i < 2; ++i) {
    EXPECT_GT(submissions_of(counter_, {bind_inout(0, words)}, &desc, &result), 1u);
    EXPECT_GT(result.device_ns, 0u);
    EXPECT_LE(result.device_ns, result.host_ns);
  }
}

TEST_F(SubmitPolicy, ATrapInAnyPartFailsTheDispatch) {
  cut_all();
  const Pipeline pipeline = make_pipeline(opened_, R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "n", "type": "U32", "binding": 0, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
             {"if": {"eq": [{"load": "n", "at": "i"}, 13]}, "then": [{"trap": 0, "tag": "unlucky"}]},
             {"store": "n", "at": "i", "value": 1}]})");
  for (const size_t unlucky : {0u, 70u, 299u}) {
    Words words(300);
    words[unlucky] = 13;
    EXPECT_THAT(said(dispatch(pipeline, {bind_inout(0, words)})), HasSubstr("unlucky"));
    EXPECT_EQ(words[unlucky], 13u);
  }
}

// Parts of one dispatch, and what comes behind it, see each other's memory in order.
TEST_F(SubmitPolicy, BuffersAreSeenInOrder) {
  cut_all();
  const Buffer buffer = make_buffer(opened_, 4000);
  for (int i = 0; i < 5; ++i) (void)begin_dispatch(counter_, {bind_buffer(0, buffer)});
  EXPECT_EQ(words_of(buffer), Words(1000, 5));
}

TEST_F(SubmitPolicy, ALargeDispatchHasABoundedNumberOfParts) {
  cut_all();
  Words words(100000);
  EXPECT_LE(submissions_of(counter_, {bind_inout(0, words)}), 1100u);
  EXPECT_EQ(words, Words(100000, 1));
}

TEST_F(SubmitPolicy, WorkBehindPartsIsWholeAgain) {
  const vyre_submit_policy defaults = policy_of(opened_);
  Words words(1000);
  const Bindings bindings = {bind_inout(0, words)};
  for (uint32_t i = 0; i < 4; ++i) {
    cut_all();
    EXPECT_GT(submissions_of(counter_, bindings), 1u);
    set(defaults);
    EXPECT_EQ(submissions_of(counter_, bindings), 1u);
    ASSERT_EQ(words, Words(1000, 2 * i + 2));
  }
}

// Its submissions of a run.
uint64_t run(const Opened& opened, const Sequence& sequence,
             vyre_sequence_result* result = nullptr) {
  const uint64_t before = metric_of(opened, VYRE_METRIC_SUBMISSIONS);
  EXPECT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, result)));
  return metric_of(opened, VYRE_METRIC_SUBMISSIONS) - before;
}

TEST_F(SubmitPolicy, SequencesAreCutToo) {
  const Pipeline pipeline = make_pipeline(opened_, kPlaces);
  const Buffer buffer = make_buffer(opened_, 5 * 3 * 9 * 8 * 4);
  const Sequence sequence = make_sequence(opened_);
  const vyre_dispatch_desc desc = with_grid(VYRE_DISPATCH_DESC_INIT, 5, 3, 9);
  for (int i = 0; i < 2; ++i) add_dispatch(sequence, pipeline, {bind_buffer(0, buffer)}, &desc);
  EXPECT_EQ(run(opened_, sequence), 1u);
  cut_all();
  EXPECT_EQ(run(opened_, sequence), 2u);        // learns
  EXPECT_EQ(run(opened_, sequence), 2 * 135u);  // knows: a workgroup each
  const Words words = words_of(buffer);
  for (size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], 6 * (1 + i / 120)) << i;
}

TEST_F(SubmitPolicy, SequencesThatAreShortAreWholeOnceThatIsKnown) {
  const vyre_submit_policy defaults = policy_of(opened_);
  cut_at(UINT64_C(1000000000000000));
  const Buffer buffer = make_buffer(opened_, 4000), copy = make_buffer(opened_, 4000);
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  add_copy(sequence, buffer, 0, copy, 0, 4000);
  EXPECT_EQ(run(opened_, sequence), 2u);
  EXPECT_EQ(run(opened_, sequence), 1u);
  EXPECT_EQ(run(opened_, sequence), 1u);
  EXPECT_EQ(words_of(copy), Words(1000, 3));
  cut_all();
  EXPECT_GT(run(opened_, sequence), 2u);
  set(defaults);
  EXPECT_EQ(run(opened_, sequence), 1u);
  EXPECT_EQ(words_of(copy), Words(1000, 5));
}

TEST_F(SubmitPolicy, CutSequencesReadWriteAndTellTheirTime) {
  cut_all();
  const Buffer buffer = make_buffer(opened_, 4000);
  const Sequence sequence = make_sequence(opened_, VYRE_SEQUENCE_TIMED);
  Words words = numbers(0, 1000);
  const uint32_t write = add_write(sequence, buffer, 0, words);
  for (int i = 0; i < 3; ++i) add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  const uint32_t read = add_read(sequence, buffer, 0, 4000);
  for (uint32_t i = 0; i < 3; ++i) {
    vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
    words[i] = 50;
    ASSERT_TRUE(ok(vyre_sequence_set_bytes(sequence.get(), write, 0, words.data(), 4000)));
    EXPECT_GT(run(opened_, sequence, &result), 4u);
    EXPECT_LE(result.device_ns, result.host_ns);
    Words expected = words;
    for (uint32_t& word : expected) word += 3;
    EXPECT_EQ(bytes_of(sequence, read, 1000), expected);
  }
}

TEST_F(SubmitPolicy, RunsOfCutSequencesMayOverlap) {
  cut_all();
  const Buffer buffer = make_buffer(opened_, 4000);
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  for (int i = 0; i < 20; ++i)
    ASSERT_TRUE(ok(vyre_sequence_run_async(sequence.get(), nullptr, nullptr)));
  wait_for(sequence);
  EXPECT_EQ(words_of(buffer), Words(1000, 40));
}

TEST_F(SubmitPolicy, ATrapInAnyPartFailsTheSequence) {
  cut_all();
  const Pipeline unlucky = make_pipeline(opened_, kUnlucky);
  const Buffer buffer = make_buffer(opened_, 4000);
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  add_dispatch(sequence, unlucky, {vyre_bind_range(0, buffer.get(), 0, 4)});
  add_dispatch(sequence, counter_, {bind_buffer(0, buffer)});
  for (int i = 0; i < 2; ++i) run(opened_, sequence);
  write(buffer, Words(1000, 12));
  EXPECT_THAT(said(vyre_sequence_run(sequence.get(), nullptr, nullptr)), HasSubstr("step 1: "));
  write(buffer, Words(1000, 20));
  run(opened_, sequence);
  EXPECT_EQ(words_of(buffer)[0], 23u);
}

TEST_F(SubmitPolicy, MayChangeWhileOtherThreadsDispatch) {
  std::atomic<bool> over = false;
  std::thread changing([&] {
    for (uint64_t i = 0; !over; ++i) {
      vyre_submit_policy policy = policy_of(opened_);
      policy.spin_ns = i % 3 * 50000;
      policy.max_spinning_threads = static_cast<uint32_t>(i % 2);
      policy.max_submission_ns = i % 5;
      EXPECT_TRUE(ok(vyre_device_set_submit_policy(opened_.device.get(), &policy)));
    }
  });
  const auto dispatch_often = [&] {
    for (uint32_t i = 1; i <= 20; ++i) {
      Words words(1000, i);
      EXPECT_TRUE(ok(dispatch(counter_, {bind_inout(0, words)})));
      EXPECT_EQ(words, Words(1000, i + 1));
    }
  };
  std::thread other(dispatch_often);
  dispatch_often();
  other.join();
  over = true;
  changing.join();
}

}  // namespace
}  // namespace vyre::test
