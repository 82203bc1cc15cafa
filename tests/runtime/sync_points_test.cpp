// Points that the context carries over between devices, and what is made ready before work begins.
#include "runtime/work/sync_points.h"

#include <gmock/gmock.h>

#include <thread>

#include "runtime/work/transfer.h"
#include "scripted_runtime.h"
#include "support/allocations.h"
#include "support/lent_threads.h"

namespace vyre::runtime {
namespace {

using backend::Deadline;
using backend::PendingState;
using backend::SyncPoint;
using Job = std::function<void()>;

ContextOptions own_thread() {
  ContextOptions options;
  options.own_threads = true;
  return options;
}

ContextOptions lent(std::function<void(const Job&)> run) {
  ContextOptions options;
  options.run_job = test::lends(std::move(run));
  return options;
}

class Points : public testing::Test {
 protected:
  std::shared_ptr<Device> device(ContextOptions options) const {
    return std::make_shared<Device>(Context::create(std::move(options)), raw_);
  }
  // Points of this device that those of others became.
  static WorkPoints begin(AsyncPoints& points, const Device& device, backend::Device& raw,
                          const WorkPoints& all) {
    const Status status = points.begin(device, raw, all);
    EXPECT_TRUE(status.ok()) << status.text();
    points.start(device);
    return points.taken();
  }

  const std::shared_ptr<test::Script> script_ = test::Script::of_finished_work();
  const std::shared_ptr<test::ScriptedDevice> raw_ =
      std::make_shared<test::ScriptedDevice>("scripted", test::roomy_profile(), script_);
  const std::shared_ptr<test::CountingSemaphore> others_ =
      std::make_shared<test::CountingSemaphore>();
};

// The last object of the application may go while they are on their way.
TEST_F(Points, OnTheirWayKeepTheContext) {
  std::weak_ptr<Context> context;
  WorkPoints taken;
  {
    const auto mine = device(own_thread());
    context = mine->shared_context();
    AsyncPoints points;
    taken = begin(points, *mine, *raw_, {{{others_, 1}}, {{others_, 2}}});
    points.submitted(*mine);
  }
  ASSERT_FALSE(context.expired());
  EXPECT_TRUE(others_->signal(1).ok());
  EXPECT_TRUE(taken.waits.at(0).semaphore->wait(1, Deadline::max()).ok());
  EXPECT_TRUE(taken.signals.at(0).semaphore->signal(1).ok());
  EXPECT_TRUE(others_->wait(2, Deadline::max()).ok());
  while (!context.expired()) std::this_thread::yield();  // until the other point has moved
}

TEST_F(Points, OnALentThreadKeepTheContext) {
  std::vector<Job> jobs;
  std::weak_ptr<Context> context;
  WorkPoints taken;
  {
    const auto mine = device(lent([&](const Job& job) { jobs.push_back(job); }));
    context = mine->shared_context();
    AsyncPoints points;
    taken = begin(points, *mine, *raw_, {{}, {{others_, 2}}});
    EXPECT_TRUE(jobs.empty());  // it may do all of its job at once
    points.submitted(*mine);
  }
  ASSERT_EQ(jobs.size(), 1u);
  EXPECT_FALSE(context.expired());
  EXPECT_TRUE(taken.signals.at(0).semaphore->signal(1).ok());
  jobs.at(0)();
  EXPECT_TRUE(others_->has_reached(2));
  EXPECT_TRUE(context.expired());
}

// Behind the submission nothing can fail any more.
TEST_F(Points, AreCarriedOnWithoutAnAllocation) {
  for (const bool owns : {false, true}) {
    const auto mine = device(owns ? own_thread() : lent([](const Job&) {}));
    AsyncPoints points;
    (void)begin(points, *mine, *raw_, {{}, {{others_, 2}}});
    const uint64_t before = test::allocations();
    points.submitted(*mine);
    EXPECT_EQ(test::allocations(), before);
  }
}

// ---- Memory that runs out ----

using MemoryRunsOut = Points;

TEST_F(MemoryRunsOut, BeforeADispatchIsSubmittedOrNotAtAll) {
  for (const bool by_host : {false, true}) {
    raw_->can.carried_on_by_host = by_host;
    const auto mine = device(lent([](const Job&) {}));
    const auto pipeline = test::pipeline_of(mine, test::copies());
    const auto from = test::value_of(Buffer::create(mine, 4));
    const auto to = test::value_of(Buffer::create(mine, 4));
    const auto bindings = test::bindings_of({from, to});
    DispatchOptions options;
    options.points.signals = {{others_, 1}};
    for (const bool is_owned : {false, true}) {
      script_->submissions = 0;
      const auto attempt = [&] {
        const Status status = is_owned ? dispatch_async(pipeline, bindings, options).status()
                                       : dispatch_unowned(pipeline, bindings, options);
        EXPECT_TRUE(status.ok()) << status.text();
      };
      const uint64_t failed =
          test::fail_each_allocation(attempt, [&] { EXPECT_EQ(script_->submissions, 0u); });
      EXPECT_GT(failed, 10u);
      EXPECT_EQ(script_->submissions, 1u);
    }
    (void)mine->unowned().wait(Deadline::max(), {});
  }
}

TEST_F(MemoryRunsOut, BeforeATransferIsStartedOrNotAtAll) {
  const auto mine = device({});
  for (const Owner owner : {Owner::kCaller, Owner::kNobody}) {
    const auto buffer = test::value_of(Buffer::create(mine, 4));
    const auto first = [&] {
      std::byte byte{};
      EXPECT_TRUE(buffer->read(0, {&byte, 1}).ok());
      return byte;
    };
    const uint64_t failed = test::fail_each_allocation(
        [&] {
          EXPECT_TRUE(fill_async({buffer, 0, 4}, 7, owner).ok());
        },
        [&] { EXPECT_EQ(first(), std::byte{0}); });
    EXPECT_GT(failed, 2u);
    EXPECT_EQ(first(), std::byte{7});
  }
}

// ---- Work that is ended early ----

// The device goes on with what it has, and what the host has to do of it is done for its points.
TEST_F(Points, OfCanceledWorkAreCarriedOn) {
  for (const bool owns : {false, true}) {
    script_->begin_again();
    script_->carried = 0;
    raw_->can.carried_on_by_host = true;
    const auto mine = device(owns ? own_thread() : ContextOptions());
    const auto pipeline = test::pipeline_of(mine, test::copies());
    const auto from = test::value_of(Buffer::create(mine, 4));
    const auto to = test::value_of(Buffer::create(mine, 4));
    DispatchOptions options;
    options.points.signals = {{test::value_of(raw_->create_semaphore()), 1}};
    const auto work =
        test::value_of(dispatch_async(pipeline, test::bindings_of({from, to}), options));
    EXPECT_TRUE(work->cancel());
    EXPECT_EQ(work->poll(), PendingState::kFailed);
    const auto carried = [&] {
      (void)mine->context().completions().poll();
      const std::lock_guard lock(script_->mutex);
      return script_->carried;
    };
    for (const uint32_t before = carried(); carried() < before + 3;) std::this_thread::yield();
    script_->finish(PendingState::kReady);
  }
}

}  // namespace
}  // namespace vyre::runtime
