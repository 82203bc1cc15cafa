#include "runtime/context/parallel_tasks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <new>
#include <thread>
#include <vector>

#include "support/lent_threads.h"

namespace vyre::runtime {
namespace {

using Task = std::function<void()>;

TEST(ParallelTasks, RunsEveryTaskOnceOnTheCallingThreadAlone) {
  std::vector<int> order;
  const std::vector<Task> tasks = {[&] { order.push_back(0); }, [&] { order.push_back(1); }};
  run_parallel(tasks, nullptr, false);
  EXPECT_EQ(order, (std::vector<int>{0, 1}));
}

TEST(ParallelTasks, OwnThreadsRunTasksAtTheSameTime) {
  std::latch all_began(3);
  const std::vector<Task> tasks(3, [&] { all_began.arrive_and_wait(); });
  run_parallel(tasks, nullptr, true);
}

TEST(ParallelTasks, TheHostsThreadsDoTheSame) {
  std::latch all_began(2);
  std::vector<std::jthread> zero_copy;
  const std::vector<Task> tasks(2, [&] { all_began.arrive_and_wait(); });
  run_parallel(tasks, test::lends([&](Task job) { zero_copy.emplace_back(std::move(job)); }),
               false);
}

TEST(ParallelTasks, AHostThatNeverGetsToAJobDelaysNothing) {
  std::atomic<int> ran = 0;
  std::vector<Task> late;
  {
    const std::vector<Task> tasks(4, [&] { ++ran; });
    run_parallel(tasks, test::lends([&](Task job) { late.push_back(std::move(job)); }), false);
  }
  EXPECT_EQ(ran, 4);
  for (const Task& job : late) job();  // nothing is left for them
  EXPECT_EQ(ran, 4);
}

TEST(ParallelTasks, WhatATaskThrowsReachesTheCallerWhenAllHaveEnded) {
  std::latch both_began(2);
  std::atomic<int> ended = 0;
  const std::vector<Task> tasks(2, [&] {
    both_began.arrive_and_wait();
    if (++ended == 1) throw std::bad_alloc();
  });
  EXPECT_THROW(run_parallel(tasks, nullptr, true), std::bad_alloc);
  EXPECT_EQ(ended, 2);
}

TEST(ParallelTasks, AHostMayRunAJobAtOnce) {
  int ran = 0;
  const std::vector<Task> tasks(3, [&] { ++ran; });
  run_parallel(tasks, test::lends([](const Task& job) { job(); }), false);
  EXPECT_EQ(ran, 3);
}

}  // namespace
}  // namespace vyre::runtime
