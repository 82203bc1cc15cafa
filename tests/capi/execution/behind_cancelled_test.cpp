// An expected failure: a device has a cancelled dispatch to its end, and all others wait behind it.
// Says how long; fails, so that it leaves the list, once they do not wait any more.
#include "capi/support/slow_work.h"

namespace vyre::test {
namespace {

TEST(ExpectedFailure, ASmallDispatchWaitsBehindACancelledOne) {
  const Opened opened = open_device("vulkan");
  const Pipeline slow = make_pipeline(opened, kSlow), increment = make_pipeline(opened, kIncrement);
  EXPECT_EQ(incremented(increment, {1}), Words({2}));
  const vyre_dispatch_desc desc = slow_for(kSeconds);
  const Work work = begin_dispatch(slow, {bind_input(0, kSteps), vyre_bind_zeros(1, 4)}, &desc);
  EXPECT_TRUE(ok(vyre_work_cancel(work.get())));
  const Clock clock;
  EXPECT_EQ(incremented(increment, {1}), Words({2}));
  const auto waited = clock.passed();
  if (!HasFailure() && waited > std::chrono::milliseconds(500)) {
    std::printf("expected failure: %lld ms behind a cancelled dispatch\n",
                static_cast<long long>(waited.count()));
  }
}

}  // namespace
}  // namespace vyre::test
