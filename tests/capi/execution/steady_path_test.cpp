// What work that repeats itself takes from the heap: nothing.
#include "capi/support/sequence_support.h"
#include "support/allocations.h"
#include "vyre_driver_sequence.h"

namespace vyre::test {
namespace {

constexpr uint64_t kWarmUps = 20;
constexpr uint64_t kRuns = 200;

// Allocations of this thread in |kRuns| calls, behind some that may take what stays. No validation
// layer, which allocates.
template <typename Calls>
uint64_t allocations_of(Calls calls) {
  for (uint64_t i = 0; i < kWarmUps; ++i) calls();
  const uint64_t before = allocations();
  for (uint64_t i = 0; i < kRuns; ++i) calls();
  return allocations() - before;
}

class SteadyPath : public ::testing::Test {
 protected:
  SteadyPath() {
    for (Buffer& buffer : buffers_) buffer = make_buffer(opened_, 1024);
    increment_ = make_pipeline(opened_, kIncrement);
  }

  Opened opened_{nullptr, "vulkan"};
  std::array<Buffer, 2> buffers_;
  Pipeline increment_;
};

TEST_F(SteadyPath, TheCountSeesWhatTheLibraryTakes) {
  const vyre_binding bound[] = {vyre_bind_buffer(0, buffers_[0].get()),
                                vyre_bind_buffer(1, buffers_[1].get())};
  EXPECT_GE(allocations_of([&] {
              vyre_work* work = nullptr;
              ASSERT_EQ(vyre_dispatch_async(increment_.get(), bound, 2, nullptr, &work), nullptr);
              vyre_work_destroy(work);
            }),
            kRuns);
}

TEST_F(SteadyPath, ADispatchOnHostBytesAllocatesNothing) {
  Words in(256, 4), out(256);
  const vyre_binding bound[] = {vyre_bind_input(0, in.data(), 1024),
                                vyre_bind_output(1, out.data(), 1024)};
  EXPECT_EQ(allocations_of([&] {
              ASSERT_EQ(vyre_dispatch(increment_.get(), bound, 2, nullptr, nullptr), nullptr);
            }),
            0u);
  EXPECT_EQ(out[255], 5u);
}

TEST_F(SteadyPath, ADispatchOnBuffersAllocatesNothing) {
  const vyre_binding bound[] = {vyre_bind_buffer(0, buffers_[0].get()),
                                vyre_bind_name("out", vyre_bind_buffer(0, buffers_[1].get()))};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_TIMED;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  EXPECT_EQ(allocations_of([&] {
              ASSERT_EQ(vyre_dispatch(increment_.get(), bound, 2, &desc, &result), nullptr);
            }),
            0u);
}

TEST_F(SteadyPath, ADispatchCutAtGridBarriersAllocatesNothing) {
  const Pipeline labels = make_pipeline(opened_, kLabels);
  const vyre_binding bound[] = {vyre_bind_range(0, buffers_[0].get(), 0, kNodes * 4),
                                vyre_bind_range(1, buffers_[1].get(), 0, kNodes * 4)};
  EXPECT_EQ(allocations_of([&] {
              ASSERT_EQ(vyre_dispatch(labels.get(), bound, 2, nullptr, nullptr), nullptr);
            }),
            0u);
}

TEST_F(SteadyPath, ARunOfASequenceAllocatesNothing) {
  const Sequence sequence = make_sequence(opened_);
  for (int i = 0; i < 20; ++i) {
    add_dispatch(sequence, increment_,
                 {vyre_bind_buffer(0, buffers_[0].get()), vyre_bind_buffer(1, buffers_[1].get())});
  }
  const uint32_t write = add_write(sequence, buffers_[0], 0, Words(16, 1));
  const uint32_t read = add_read(sequence, buffers_[1], 0, 64);
  Words bytes(16, 3);
  EXPECT_EQ(
      allocations_of([&] {
        ASSERT_EQ(vyre_sequence_set_bytes(sequence.get(), write, 0, bytes.data(), 64), nullptr);
        ASSERT_EQ(vyre_sequence_run(sequence.get(), nullptr, nullptr), nullptr);
        ASSERT_EQ(vyre_sequence_get_bytes(sequence.get(), read, 0, bytes.data(), 64), nullptr);
      }),
      0u);
}

// Some for all of them, and none for each.
class StepsAnew : public SteadyPath {
 protected:
  static constexpr uint32_t kSteps = 64;
  static constexpr uint64_t kMost = 24;  // in a run

  // Other parts of the buffers each time.
  void bind(std::array<vyre_binding, 2>& bindings) {
    const uint64_t offset = next_++ % 4 * 256;
    for (uint32_t i = 0; i < 2; ++i) {
      bindings[i] = vyre_bind_range(i, buffers_[i].get(), offset, 256);
    }
  }
  void add_all() {
    std::array<vyre_binding, 2> bindings;
    for (uint32_t i = 0; i < kSteps; ++i) {
      bind(bindings);
      add_dispatch(sequence_, increment_, {bindings[0], bindings[1]});
    }
  }
  void run(const vyre_run_desc* desc) {
    ASSERT_EQ(vyre_sequence_run(sequence_.get(), desc, nullptr), nullptr);
  }

  const Sequence sequence_ = make_sequence(opened_);
  uint64_t next_ = 0;
};

TEST_F(StepsAnew, ThatAreUpdatedAllocateNothing) {
  add_all();
  std::array<std::array<vyre_binding, 2>, kSteps> bindings;
  std::array<vyre_step_update, kSteps> updates = {};
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.updates = updates.data();
  desc.update_count = kSteps;
  const uint64_t taken = allocations_of([&] {
    for (uint32_t i = 0; i < kSteps; ++i) {
      bind(bindings[i]);
      updates[i].step = i;
      updates[i].bindings = bindings[i].data();
      updates[i].binding_count = 2;
    }
    run(&desc);
  });
  EXPECT_LE(taken, kRuns * kMost);
}

TEST_F(StepsAnew, ThatAreAddedRunAndClearedAllocateNothing) {
  const vyre_binding bound[] = {vyre_bind_buffer(0, buffers_[0].get()),
                                vyre_bind_buffer(1, buffers_[1].get())};
  const uint64_t taken = allocations_of([&] {
    for (uint32_t i = 0; i < kSteps; ++i) {
      ASSERT_EQ(
          vyre_sequence_add_dispatch(sequence_.get(), increment_.get(), bound, 2, nullptr, nullptr),
          nullptr);
    }
    run(nullptr);
    ASSERT_EQ(vyre_sequence_clear(sequence_.get()), nullptr);
  });
  EXPECT_LE(taken, kRuns * kMost);
}

TEST_F(SteadyPath, ARunThatNobodyHoldsAllocatesNothing) {
  const Sequence sequence = make_sequence(opened_);
  add_dispatch(sequence, increment_,
               {vyre_bind_buffer(0, buffers_[0].get()), vyre_bind_buffer(1, buffers_[1].get())});
  EXPECT_EQ(allocations_of([&] {
              vyre_work_state state = VYRE_WORK_RUNNING;
              ASSERT_EQ(vyre_sequence_run_async(sequence.get(), nullptr, nullptr), nullptr);
              ASSERT_EQ(vyre_sequence_wait(sequence.get(), VYRE_FOREVER, &state), nullptr);
              ASSERT_EQ(state, VYRE_WORK_READY);
            }),
            0u);
}

}  // namespace
}  // namespace vyre::test
