#include "kernel_host/context_pool.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/allocations.h"

namespace vyre::kernel_host {
namespace {

struct Context {
  uint64_t recorded_kernel() const { return kernel; }
  void retire() { ++retired; }
  uint64_t reserved_bytes() const { return bytes; }
  void release_memory() { bytes = 0; }

  uint64_t kernel = 0;
  uint64_t bytes = 0;
  int retired = 0;
};

struct Timeline {
  bool reached(uint64_t number) {
    ++asked;
    known = over;
    return known >= number;
  }
  uint64_t completed() const { return known; }

  uint64_t over = 0;   // what the device has done
  uint64_t known = 0;  // what was seen of it
  int asked = 0;
};

class Pool : public testing::Test {
 protected:
  std::unique_ptr<Context> acquire(uint64_t kernel) {
    return pool_.acquire(kernel, [&] {
      ++made_;
      return std::make_unique<Context>();
    });
  }
  Context* give_back(std::unique_ptr<Context> context, uint64_t kernel, uint64_t number) {
    context->kernel = kernel;
    Context* const given = context.get();
    pool_.give_back(std::move(context), number);
    return given;
  }

  Timeline timeline_;
  ContextPool<Context, Timeline> pool_{timeline_};
  int made_ = 0;
};

TEST_F(Pool, GivesTheContextThatLastRanTheKernel) {
  auto first = acquire(1), second = acquire(2);
  Context* const one = give_back(std::move(first), 1, 0);
  Context* const two = give_back(std::move(second), 2, 0);
  EXPECT_EQ(made_, 2);
  EXPECT_EQ(acquire(1).release(), one);
  EXPECT_EQ(acquire(2).release(), two);
  delete one;
  delete two;
}

TEST_F(Pool, AContextWhoseWorkRunsIsNotGivenAway) {
  Context* const busy = give_back(acquire(1), 1, 5);
  EXPECT_NE(acquire(1).get(), busy);
  EXPECT_EQ(busy->retired, 0);
  timeline_.over = 5;
  EXPECT_EQ(acquire(1).get(), busy);
}

TEST_F(Pool, WhatIsNeverOverStays) {
  Context* const busy = give_back(acquire(1), 1, ContextPool<Context, Timeline>::kNever);
  timeline_.over = UINT64_MAX - 1;
  pool_.collect();
  EXPECT_EQ(busy->retired, 0);
}

TEST_F(Pool, AsksTheDeviceOnceForAllThatRuns) {
  auto first = acquire(1), second = acquire(1);
  give_back(std::move(first), 1, 5);
  give_back(std::move(second), 1, 6);
  timeline_.asked = 0;
  timeline_.over = 6;
  pool_.collect();
  EXPECT_EQ(timeline_.asked, 1);
  acquire(1), acquire(1);
  EXPECT_EQ(made_, 2);
}

TEST_F(Pool, WhatIsKeptGoesWithItsSubmission) {
  auto work = std::make_shared<int>(0);
  const std::weak_ptr<int> seen = work;
  pool_.expect_work();
  pool_.keep(std::move(work), 3);
  pool_.collect();
  EXPECT_FALSE(seen.expired());
  timeline_.over = 3;
  pool_.collect();
  EXPECT_TRUE(seen.expired());
}

TEST_F(Pool, WhatWasExpectedIsKeptWithoutAnAllocation) {
  constexpr uint64_t kWorks = 40;
  std::vector<std::shared_ptr<int>> works;
  for (uint64_t i = 0; i < kWorks; ++i) {
    works.push_back(std::make_shared<int>(0));
    pool_.expect_work();
  }
  const uint64_t before = test::allocations();
  for (uint64_t i = 0; i < kWorks; ++i) pool_.keep(std::move(works[i]), i);
  EXPECT_EQ(test::allocations(), before);
}

TEST_F(Pool, CollectsWithoutAnAllocation) {
  constexpr uint64_t kContexts = 40;  // more than it takes at once
  std::vector<std::unique_ptr<Context>> all;
  for (uint64_t i = 1; i <= kContexts; ++i) all.push_back(acquire(i));
  for (uint64_t i = 1; i <= kContexts; ++i) give_back(std::move(all[i - 1]), i, i);
  timeline_.over = kContexts;
  const uint64_t before = test::allocations();
  pool_.collect();
  EXPECT_EQ(test::allocations(), before);
  made_ = 0;
  EXPECT_EQ(acquire(kContexts)->retired, 1);
  EXPECT_EQ(made_, 0);
}

TEST_F(Pool, IdleContextsKeepSoMuchMemoryAndNoMore) {
  auto first = acquire(1), second = acquire(2);
  first->bytes = second->bytes = uint64_t{300} << 20;
  const Context* const older = give_back(std::move(first), 1, 0);
  const Context* const newer = give_back(std::move(second), 2, 0);
  EXPECT_EQ(older->bytes, 0u);
  EXPECT_EQ(newer->bytes, uint64_t{300} << 20);
}

TEST_F(Pool, SixteenStayIdle) {
  std::vector<std::unique_ptr<Context>> all;
  for (uint64_t i = 1; i <= 20; ++i) all.push_back(acquire(i));
  for (uint64_t i = 1; i <= 20; ++i) give_back(std::move(all[i - 1]), i, 0);
  made_ = 0;
  EXPECT_EQ(acquire(1)->kernel, 5u);  // the one that was not used for longest
  EXPECT_EQ(made_, 0);
}

}  // namespace
}  // namespace vyre::kernel_host
