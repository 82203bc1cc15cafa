// What changes in a recorded sequence, how long its runs may take, and what is refused: the same on
// devices, on the oracle and on plug-ins.
#include "capi/support/each_backend.h"
#include "capi/support/gated_device.h"
#include "capi/support/sequence_support.h"

namespace vyre::test {
namespace {

constexpr vyre_error_code kInvalid = VYRE_ERROR_INVALID_ARGUMENT;
constexpr vyre_error_code kUnsupported = VYRE_ERROR_UNSUPPORTED_FEATURE;

vyre_step_update update_of(uint32_t step) {
  vyre_step_update update = {};
  update.step = step;
  return update;
}

class SequenceUpdates : public EachBackend {
 protected:
  Buffer buffer(const Words& words) const {
    Buffer made = make_buffer(opened_, words.size() * 4);
    write(made, words);
    return made;
  }
  vyre_error* run(const vyre_run_desc* desc = nullptr, vyre_sequence_result* result = nullptr) {
    return vyre_sequence_run(sequence_.get(), desc, result);
  }
  vyre_error* update(const std::vector<vyre_step_update>& updates) {
    return vyre_sequence_update(sequence_.get(), updates.data(), updates.size());
  }
  vyre_error* add(const vyre_binding& binding, const vyre_dispatch_desc& desc) {
    uint32_t step = 0;
    return vyre_sequence_add_dispatch(sequence_.get(), counter_.get(), &binding, 1, &desc, &step);
  }

  const Pipeline counter_ = make_pipeline(opened_, kCounter);
  const Sequence sequence_ = make_sequence(opened_);
};

VYRE_ON_EACH_BACKEND(SequenceUpdates);

// A run whose time is over before it is.
void expect_out_of_time(const Sequence& sequence, const vyre_run_desc& desc) {
  const std::string first = said(vyre_sequence_run(sequence.get(), &desc, nullptr));
  EXPECT_THAT(first, AllOf(StartsWith("2006 "), HasSubstr("sequence 'steps'"),
                           HasSubstr("within 0 ns"), HasSubstr("Fix: ")));
  EXPECT_EQ(wait_for(sequence), VYRE_WORK_FAILED);
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_sequence_get_error(sequence.get(), &failure)));
  EXPECT_EQ(said(failure), first);
  EXPECT_EQ(result_of(sequence).host_ns, VYRE_UNKNOWN);
}

void expect_out_of_time_when_held(const Sequence& sequence) {
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.timeout_ns = 1;
  const auto work = made<Work>(vyre_sequence_run_async, sequence.get(), &desc);
  EXPECT_EQ(wait_for(work), VYRE_WORK_FAILED);
  vyre_error* failure = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(work.get(), &failure)));
  EXPECT_TRUE(refused(failure, VYRE_ERROR_TIMED_OUT, {"sequence 'steps'", "within 1 ns"}));
}

// ---- Updates ----

TEST_P(SequenceUpdates, WhatIsNotGivenStaysAsItWas) {
  const Pipeline increment = make_pipeline(opened_, kIncrement);
  const Buffer a = buffer(Words(128, 4)), b = buffer(Words(128)), c = buffer(Words(128));
  vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  one.label = vyre_str("a label that is too long to be kept in place");
  add_dispatch(sequence_, increment, {bind_buffer(0, a), bind_buffer(1, b)}, &one);
  const vyre_binding other = vyre_bind_name("out", bind_buffer(0, c));
  vyre_step_update change = update_of(0);
  change.bindings = &other;
  change.binding_count = 1;
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  Words expected(128);
  std::fill(expected.begin(), expected.begin() + 64, 5u);
  EXPECT_EQ(words_of(c), expected);  // the grid and the input are those of before
  EXPECT_THAT(words_of(b), Each(0u));

  change = update_of(0);
  std::ranges::copy(std::array{128u, 1u, 1u}, change.shape);
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(c), Each(5u));
  EXPECT_THAT(words_of(b), Each(0u));
}

TEST_P(SequenceUpdates, ManyChangeInOneCallAndOneStepSeveralTimes) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16)), c = buffer(Words(16));
  for (int i = 0; i < 3; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  const vyre_binding to_b = bind_buffer(0, b), to_c = bind_buffer(0, c);
  std::vector<vyre_step_update> updates = {update_of(2), update_of(0), update_of(2)};
  updates[0].bindings = &to_b;
  updates[0].binding_count = 1;
  updates[0].iterations = 5;
  updates[1].iterations = 2;
  updates[2].bindings = &to_c;
  updates[2].binding_count = 1;
  EXPECT_TRUE(ok(update(updates)));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(3u));  // step 0 twice, step 1
  EXPECT_THAT(words_of(b), Each(0u));
  EXPECT_THAT(words_of(c), Each(5u));  // the later above the earlier
  EXPECT_TRUE(ok(update({})));
}

TEST_P(SequenceUpdates, AfterAnErrorNoStepHasChanged) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  for (int i = 0; i < 2; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  const vyre_binding right = bind_buffer(0, b), wrong = vyre_bind_range(0, b.get(), 0, 62);
  std::vector<vyre_step_update> updates = {update_of(0), update_of(1)};
  updates[0].bindings = &right;
  updates[1].bindings = &wrong;
  updates[0].binding_count = updates[1].binding_count = 1;
  EXPECT_TRUE(refused(update(updates), kInvalid, {"vyre_sequence_update: ", "step 1", "62"}));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(2u));
  EXPECT_THAT(words_of(b), Each(0u));
}

TEST_P(SequenceUpdates, ARefusedUpdateIsInNobodysWay) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16)), freed = buffer(Words(16));
  for (int i = 0; i < 2; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  EXPECT_TRUE(ok(vyre_buffer_free(freed.get())));
  const vyre_binding right = bind_buffer(0, b), wrong = bind_buffer(0, freed);
  std::vector<vyre_step_update> updates = {update_of(0), update_of(1)};
  updates[0].binding_count = updates[1].binding_count = 1;
  for (uint32_t round = 1; round <= 3; ++round) {
    updates[0].bindings = &right;
    updates[1].bindings = &wrong;
    EXPECT_TRUE(refused(update(updates), kInvalid, {"step 1", "was freed"}));
    EXPECT_TRUE(ok(run()));
    updates[1].bindings = &right;
    EXPECT_TRUE(ok(update(updates)));
    EXPECT_TRUE(ok(run()));
    EXPECT_THAT(words_of(a), Each(2 * round));
    EXPECT_THAT(words_of(b), Each(2 * round));
    const vyre_binding back = bind_buffer(0, a);
    updates[0].bindings = updates[1].bindings = &back;
    EXPECT_TRUE(ok(update(updates)));
  }
}

TEST_P(SequenceUpdates, WhatAReplacedStepHadMayGo) {
  const Buffer a = buffer(Words(16)), b = buffer(Words(16));
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  EXPECT_TRUE(ok(run()));
  const vyre_binding other = bind_buffer(0, b);
  vyre_step_update change = update_of(0);
  change.bindings = &other;
  change.binding_count = 1;
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(vyre_buffer_free(a.get())));
  EXPECT_TRUE(ok(run()));
  change = update_of(0);
  change.iterations = 3;
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(b), Each(4u));
  EXPECT_TRUE(ok(vyre_buffer_free(b.get())));
  EXPECT_TRUE(refused(run(), kInvalid, {"was freed"}));
  EXPECT_TRUE(refused(update({change}), kInvalid, {"step 0", "was freed"}));
}

// Each time other kernels come to a place, with other buffers, some several times.
TEST_P(SequenceUpdates, AClearedSequenceTakesOtherStepsInTheirPlaces) {
  const Pipeline increment = make_pipeline(opened_, kIncrement);
  for (uint32_t round = 0; round < 6; ++round) {
    const Buffer a = buffer(Words(16, round)), b = buffer(Words(16));
    const uint32_t before = round % 3;
    for (uint32_t i = 0; i < before; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
    add_dispatch(sequence_, increment, {bind_buffer(0, a), bind_buffer(1, b)});
    for (uint32_t i = before; i < 4; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, b)});
    EXPECT_TRUE(ok(run()));
    EXPECT_THAT(words_of(b), Each(round + before + 1 + (4 - before)));
    EXPECT_TRUE(ok(vyre_sequence_clear(sequence_.get())));
  }
}

TEST_P(SequenceUpdates, AShapeMayEndWithinAWorkgroup) {
  const Pipeline increment = make_pipeline(opened_, kIncrement);
  const Buffer a = buffer(Words(128, 4)), b = buffer(Words(128));
  add_dispatch(sequence_, increment, {bind_buffer(0, a), bind_buffer(1, b)});
  vyre_step_update change = update_of(0);
  std::ranges::copy(std::array{65u, 1u, 1u}, change.shape);
  if (is_table()) {
    EXPECT_TRUE(refused(update({change}), kUnsupported, {"step 0: ", "[65, 1, 1]", "[128, 1, 1]"}));
    return;
  }
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  Words expected(128);
  std::fill(expected.begin(), expected.begin() + 65, 5u);
  EXPECT_EQ(words_of(b), expected);
  change.shape[0] = 64;  // in whole workgroups again
  write(b, Words(128));
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  expected[64] = 0;
  EXPECT_EQ(words_of(b), expected);
}

TEST_P(SequenceUpdates, AStepThatMayBeEmptyRunsOrNot) {
  const Buffer a = buffer(Words(16));
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_MAY_BE_EMPTY;
  EXPECT_TRUE(ok(add(bind_buffer(0, a), desc)));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(0u));
  vyre_step_update change = update_of(0);
  change.iterations = 3;  // and no size: it stays empty
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(0u));
  std::ranges::copy(std::array{4u, 1u, 1u}, change.grid);
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(3u));
  change.grid[2] = 0;
  EXPECT_TRUE(ok(update({change})));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(3u));
}

TEST_P(SequenceUpdates, OnlyDispatchesThatAreThereChange) {
  const Buffer a = buffer(Words(16));
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  add_read(sequence_, a, 0, 8);
  EXPECT_TRUE(refused(update({update_of(1)}), kInvalid,
                      {"vyre_sequence_update: ", "step 1", "is a read, not a dispatch"}));
  EXPECT_TRUE(refused(update({update_of(2)}), VYRE_ERROR_NOT_FOUND, {"step 2", "which has 2"}));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(1u));
}

TEST_P(SequenceUpdates, WhatMakesNoSenseIsNamed) {
  const Buffer a = buffer(Words(16));
  Words host(16);
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  const auto refuses = [&](const vyre_step_update& change, vyre_error_code code,
                           std::initializer_list<std::string_view> parts) {
    return refused(update({update_of(0), change}), code, parts);
  };
  vyre_step_update change = update_of(0);
  change.shape[0] = 4;
  EXPECT_TRUE(refuses(change, kInvalid,
                      {"vyre_sequence_update: ", "step 0: shape is [4, 0, 0]", "zero axis"}));
  change.shape[1] = change.shape[2] = change.grid[0] = change.grid[1] = change.grid[2] = 1;
  EXPECT_TRUE(refuses(change, kInvalid, {"updates[1]: ", "a shape and a grid"}));
  change = update_of(0);
  change.grid[1] = 1;
  EXPECT_TRUE(refuses(change, kInvalid, {"step 0: grid is [0, 1, 0]", "zero axis"}));
  change = update_of(0);
  change.grid[1] = 0;
  change.shape[0] = 1;
  change.grid_buffer = a.get();
  EXPECT_TRUE(refuses(change, kInvalid, {"updates[1]: ", "a shape and a grid_buffer"}));
  change = update_of(0);
  change.grid_offset = 8;
  EXPECT_TRUE(refuses(change, kInvalid, {"updates[1]: ", "a grid_offset of 8"}));
  change = update_of(0);
  change.binding_count = 1;
  EXPECT_TRUE(refuses(change, kInvalid, {"updates[1]: bindings is NULL"}));
  const vyre_binding on_host = bind_inout(0, host), unknown = bind_buffer(7, a);
  change.bindings = &on_host;
  EXPECT_TRUE(refuses(change, kInvalid, {"host memory"}));
  change.bindings = &unknown;
  EXPECT_TRUE(refuses(change, VYRE_ERROR_NOT_FOUND, {"slot 7"}));
  change = update_of(0);
  change.push_count = 1;
  EXPECT_TRUE(refuses(change, kInvalid, {"updates[1]: push is NULL"}));
  const vyre_push_range push = vyre_push(host.data(), 4);
  change.push = &push;
  EXPECT_TRUE(refuses(change, kInvalid, {"push constants", "programs of the IR have none"}));
  EXPECT_TRUE(ok(run()));
  EXPECT_THAT(words_of(a), Each(1u));
}

// ---- Runs ----

// Where the steps run inside of the call, they stop.
TEST_P(SequenceUpdates, ARunInsideOfTheCallHasItsTime) {
  if (is("vulkan")) return;
  const Buffer a = buffer(Words(65536));
  for (int i = 0; i < 50; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  EXPECT_EQ(desc.timeout_ns, VYRE_FOREVER);
  desc.timeout_ns = 0;  // looks
  expect_out_of_time(sequence_, desc);
  const Words once = words_of(a);
  EXPECT_LE(once[0], 50u);
  desc.timeout_ns = 3600'000'000'000;
  EXPECT_TRUE(ok(run(&desc)));
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
  EXPECT_EQ(words_of(a)[0], once[0] + 50u);
}

TEST_P(SequenceUpdates, ATimeLimitHoldsForARunThatIsHeld) {
  if (is("vulkan")) return;
  const Buffer a = buffer(Words(65536));
  for (int i = 0; i < 50; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a)});
  expect_out_of_time_when_held(sequence_);
}

// ---- Runs that go on behind the call ----

class RunsBehindTheCall : public ::testing::Test {
 protected:
  const GatedDevice device_{VYRE_CONTEXT_DESC_DEFAULT};
  const Opened& opened_ = device_.opened();
  const Pipeline counter_ = make_pipeline(opened_, kCounter);
  const Sequence sequence_ = make_sequence(opened_);
  const Buffer a_ = make_buffer(opened_, 64);
};

TEST_F(RunsBehindTheCall, HaveTheirTime) {
  for (int i = 0; i < 50; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a_)});
  device_.shut();
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.timeout_ns = 0;  // looks
  expect_out_of_time(sequence_, desc);
  device_.open();
  EXPECT_THAT(words_of(a_), Each(50u));  // what the device had got ran on
  desc.timeout_ns = 3600'000'000'000;
  EXPECT_TRUE(ok(vyre_sequence_run(sequence_.get(), &desc, nullptr)));
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
  EXPECT_THAT(words_of(a_), Each(100u));
}

TEST_F(RunsBehindTheCall, HaveTheirTimeWhenTheyAreHeld) {
  add_dispatch(sequence_, counter_, {bind_buffer(0, a_)});
  device_.shut();
  expect_out_of_time_when_held(sequence_);
}

TEST_F(RunsBehindTheCall, StepsStayAsTheyAreMeanwhile) {
  for (int i = 0; i < 3; ++i) add_dispatch(sequence_, counter_, {bind_buffer(0, a_)});
  EXPECT_TRUE(ok(vyre_sequence_prepare(sequence_.get())));
  device_.shut();
  EXPECT_TRUE(ok(vyre_sequence_run_async(sequence_.get(), nullptr, nullptr)));
  const vyre_step_update change = update_of(0);
  const vyre_binding binding = bind_buffer(0, a_);
  EXPECT_TRUE(refused(vyre_sequence_update(sequence_.get(), &change, 1), VYRE_ERROR_NOT_READY,
                      {"sequence 'steps'", "under way"}));
  EXPECT_TRUE(refused(
      vyre_sequence_add_dispatch(sequence_.get(), counter_.get(), &binding, 1, nullptr, nullptr),
      VYRE_ERROR_NOT_READY, {"under way"}));
  EXPECT_EQ(result_of(sequence_).device_ns, VYRE_UNKNOWN);
  device_.open();
  EXPECT_EQ(wait_for(sequence_), VYRE_WORK_READY);
  EXPECT_TRUE(ok(vyre_sequence_update(sequence_.get(), &change, 1)));
  EXPECT_EQ(result_of(sequence_).steps, 3u);
}

TEST_P(SequenceUpdates, AStepMayBeGivenAShape) {
  const Buffer a = buffer(Words(16));
  const vyre_dispatch_desc desc = vyre_shape(8, 1, 1), odd = vyre_shape(9, 1, 1);
  add_dispatch(sequence_, counter_, {bind_buffer(0, a)}, &desc);
  if (is_table()) {
    EXPECT_TRUE(refused(add(bind_buffer(0, a), odd), kUnsupported, {"[9, 1, 1]", "[12, 1, 1]"}));
  }
  EXPECT_TRUE(ok(run()));
  Words expected(16);
  std::fill(expected.begin(), expected.begin() + 8, 1u);
  EXPECT_EQ(words_of(a), expected);
}

// ---- What is refused ----

TEST_P(SequenceUpdates, DescriptionsThatMakeNoSenseAreNamed) {
  const auto create = [&](const vyre_sequence_desc& desc) {
    vyre_sequence* sequence = sequence_.get();
    vyre_error* error = vyre_sequence_create(opened_.device.get(), &desc, &sequence);
    EXPECT_EQ(sequence, nullptr);
    return error;
  };
  const auto with = [](auto change) {
    vyre_sequence_desc desc = VYRE_SEQUENCE_DESC_INIT;
    change(desc);
    return desc;
  };
  EXPECT_TRUE(refused(create(with([](auto& desc) { desc.struct_size = 0; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.struct_size is 0"}));
  EXPECT_TRUE(refused(create(with([](auto& desc) { ++desc.struct_size; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.struct_size is "}));
  EXPECT_TRUE(refused(create(with([](auto& desc) { desc.flags = 1u << 20; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.flags is 1048576"}));
  EXPECT_TRUE(refused(create(with([](auto& desc) { desc.label.size = 2; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.label has 2 bytes"}));
  EXPECT_TRUE(refused(create(with([](auto& desc) { desc.reserved = 3; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.reserved is 3"}));
  EXPECT_TRUE(refused(create(with([](auto& desc) { desc.runs_in_flight = 0; })), kInvalid,
                      {"vyre_sequence_create: vyre_sequence_desc.runs_in_flight is 0"}));
}

TEST_P(SequenceUpdates, RunsThatMakeNoSenseAreNamed) {
  const vyre_sync_point point = {nullptr, 1};
  const auto refuses = [&](auto edit, vyre_error_code code,
                           std::initializer_list<std::string_view> parts) {
    vyre_run_desc desc = VYRE_RUN_DESC_INIT;
    edit(desc);
    vyre_work* work = reinterpret_cast<vyre_work*>(&desc);
    const bool refuses_twin =
        refused(vyre_sequence_run_async(sequence_.get(), &desc, &work), code, parts);
    EXPECT_TRUE(refuses_twin && work == nullptr);
    return refused(run(&desc), code, parts);
  };
  EXPECT_TRUE(refuses([](auto& desc) { desc.struct_size = 0; }, kInvalid,
                      {"vyre_sequence_run", "vyre_run_desc.struct_size is 0"}));
  EXPECT_TRUE(refuses([](auto& desc) { ++desc.struct_size; }, kInvalid,
                      {"vyre_sequence_run", "vyre_run_desc.struct_size is "}));
  EXPECT_TRUE(refuses(
      [](auto& desc) {
        desc.updates = nullptr;
        desc.update_count = 1;
      },
      kInvalid, {"vyre_sequence_run", "updates is NULL"}));
  EXPECT_TRUE(refuses(
      [&](auto& desc) {
        desc.wait_points = &point;
        desc.wait_point_count = 1;
      },
      kInvalid, {"vyre_sequence_run", "wait_points[0]: semaphore is NULL"}));
  EXPECT_TRUE(refuses(
      [&](auto& desc) {
        desc.signal_points = &point;
        desc.signal_point_count = 1;
      },
      kInvalid, {"vyre_sequence_run", "signal_points[0]: semaphore is NULL"}));
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  result.struct_size = 4;
  EXPECT_TRUE(refused(run(nullptr, &result), kInvalid,
                      {"vyre_sequence_run: vyre_sequence_result.struct_size is 4"}));
  EXPECT_TRUE(refused(vyre_sequence_get_result(sequence_.get(), &result), kInvalid,
                      {"vyre_sequence_get_result: vyre_sequence_result.struct_size is 4"}));
  EXPECT_EQ(result_of(sequence_).runs, 0u);
}

TEST_P(SequenceUpdates, NothingInPlaceOfAnObjectIsNamed) {
  vyre_sequence* const none = nullptr;
  vyre_sequence* const sequence = sequence_.get();
  vyre_sequence* out_sequence = sequence;
  vyre_work* out_work = reinterpret_cast<vyre_work*>(sequence);
  vyre_error* out_error = reinterpret_cast<vyre_error*>(sequence);
  vyre_work_state state = VYRE_WORK_READY;
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  const Buffer made = buffer(Words(4));
  vyre_buffer* const a = made.get();
  uint32_t step = 9, word = 0;
  const auto names = [](vyre_error* error, std::string_view text) {
    return refused(error, kInvalid, {text});
  };
  EXPECT_TRUE(names(vyre_sequence_create(nullptr, nullptr, &out_sequence),
                    "vyre_sequence_create: device is NULL"));
  EXPECT_EQ(out_sequence, nullptr);
  EXPECT_TRUE(names(vyre_sequence_create(opened_.device.get(), nullptr, nullptr),
                    "vyre_sequence_create: out_sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_dispatch(none, counter_.get(), nullptr, 0, nullptr, &step),
                    "vyre_sequence_add_dispatch: sequence is NULL"));
  EXPECT_EQ(step, 0u);
  EXPECT_TRUE(names(vyre_sequence_add_dispatch(sequence, nullptr, nullptr, 0, nullptr, nullptr),
                    "vyre_sequence_add_dispatch: pipeline is NULL"));
  EXPECT_TRUE(
      names(vyre_sequence_add_dispatch(sequence, counter_.get(), nullptr, 1, nullptr, nullptr),
            "vyre_sequence_add_dispatch: bindings is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_copy(none, a, 0, a, 8, 4, nullptr),
                    "vyre_sequence_add_copy: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_copy(sequence, nullptr, 0, a, 8, 4, nullptr),
                    "vyre_sequence_add_copy: from is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_copy(sequence, a, 0, nullptr, 8, 4, nullptr),
                    "vyre_sequence_add_copy: to is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_write(none, a, 0, &word, 4, nullptr),
                    "vyre_sequence_add_write: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_write(sequence, nullptr, 0, &word, 4, nullptr),
                    "vyre_sequence_add_write: buffer is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_read(none, a, 0, 4, nullptr),
                    "vyre_sequence_add_read: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_add_read(sequence, nullptr, 0, 4, nullptr),
                    "vyre_sequence_add_read: buffer is NULL"));
  EXPECT_TRUE(
      names(vyre_sequence_update(none, nullptr, 0), "vyre_sequence_update: sequence is NULL"));
  EXPECT_TRUE(
      names(vyre_sequence_update(sequence, nullptr, 1), "vyre_sequence_update: updates is NULL"));
  EXPECT_TRUE(names(vyre_sequence_set_bytes(none, 0, 0, &word, 4),
                    "vyre_sequence_set_bytes: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_set_bytes(sequence, 0, 0, nullptr, 4),
                    "vyre_sequence_set_bytes: data is NULL"));
  EXPECT_TRUE(names(vyre_sequence_get_bytes(none, 0, 0, &word, 4),
                    "vyre_sequence_get_bytes: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_get_bytes(sequence, 0, 0, nullptr, 4),
                    "vyre_sequence_get_bytes: data is NULL"));
  EXPECT_TRUE(names(vyre_sequence_prepare(none), "vyre_sequence_prepare: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_run(none, nullptr, nullptr), "vyre_sequence_run: sequence is"));
  EXPECT_TRUE(names(vyre_sequence_run_async(none, nullptr, &out_work),
                    "vyre_sequence_run_async: sequence is NULL"));
  EXPECT_EQ(out_work, nullptr);
  EXPECT_TRUE(names(vyre_sequence_wait(none, 0, &state), "vyre_sequence_wait: sequence is NULL"));
  EXPECT_EQ(state, VYRE_WORK_RUNNING);
  EXPECT_TRUE(names(vyre_sequence_wait(sequence, 0, nullptr), "vyre_sequence_wait: out_state is"));
  EXPECT_TRUE(names(vyre_sequence_get_error(none, &out_error),
                    "vyre_sequence_get_error: sequence is NULL"));
  EXPECT_EQ(out_error, nullptr);
  EXPECT_TRUE(names(vyre_sequence_get_error(sequence, nullptr),
                    "vyre_sequence_get_error: out_error is NULL"));
  EXPECT_TRUE(
      names(vyre_sequence_get_result(none, &result), "vyre_sequence_get_result: sequence is NULL"));
  EXPECT_TRUE(names(vyre_sequence_get_result(sequence, nullptr), "vyre_sequence_get_result: "));
  EXPECT_EQ(result_of(sequence_).steps, 0u);
  vyre_sequence_destroy(nullptr);
}

}  // namespace
}  // namespace vyre::test
