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
