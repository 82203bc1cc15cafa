// Pipelines that are compiled in the background: who compiles, who waits for whom, and what of a
// device that ends, is shut down or recovered meanwhile.
#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "runtime/pipeline/pipeline.h"
#include "scripted_runtime.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;
using test::Script;

constexpr backend::Deadline kForever = backend::Deadline::max();

std::shared_ptr<Pipeline> begin(const std::shared_ptr<Device>& device,
                                Describe describe = nullptr) {
  const auto context = Context::create({});
  auto program = std::make_shared<const Program>(context, test::copies());
  return Pipeline::create_async(device, std::move(program), {.label = "late"}, describe);
}

// A compilation that does not end before it is let.
struct Gate {
  explicit Gate(Script& script) {
    script.while_compiling = [this] {
      ++compiled;
      begun.set_value();
      allowed.get_future().wait();
    };
  }
  int compiled = 0;
  std::promise<void> begun, allowed;
};

std::shared_ptr<Device> device_with_threads(const std::shared_ptr<Script>& script) {
  ContextOptions options;
  options.own_threads = true;
  auto device = test::losable_device(script);
  return std::make_shared<Device>(Context::create(std::move(options)), std::move(device));
}

TEST(PipelineAsync, WithoutThreadsAWaitCompilesAndALookDoesNot) {
  const auto script = Script::of_finished_work();
  int compiled = 0;
  script->while_compiling = [&] { ++compiled; };
  const auto device = test::scripted_backend(script);
  const auto pipeline = begin(device);
  EXPECT_EQ(pipeline->wait(backend::Deadline()), PendingState::kPending);
  EXPECT_THAT(pipeline->check_made(), test::refuses(Code::kNotReady, "the pipeline in 'late'"));
  EXPECT_EQ(compiled, 0);
  EXPECT_EQ(pipeline->wait(kForever), PendingState::kReady);
  EXPECT_TRUE(pipeline->check_made().ok());
  EXPECT_EQ(pipeline->wait(kForever), PendingState::kReady);
  device->context().compilations().poll();  // the job that is left has nothing to do
  EXPECT_EQ(compiled, 1);
}

TEST(PipelineAsync, WithoutThreadsPollCompilesAllInTheirOrder) {
  const auto script = Script::of_finished_work();
  const auto device = test::scripted_backend(script);
  const auto first = begin(device), second = begin(device);
  EXPECT_EQ(device->context().compilations().poll(), 0u);  // callbacks are counted
  EXPECT_EQ(first->wait(backend::Deadline()), PendingState::kReady);
  EXPECT_EQ(second->wait(backend::Deadline()), PendingState::kReady);
}

TEST(PipelineAsync, WhatIsDestroyedBeforeItBeginsIsNeverCompiled) {
  const auto script = Script::of_finished_work();
  int compiled = 0;
  script->while_compiling = [&] { ++compiled; };
  auto device = test::scripted_backend(script);
  begin(device);
  device->context().compilations().poll();
  EXPECT_EQ(compiled, 0);
  const std::weak_ptr<Context> context = device->shared_context();
  begin(device);
  device = nullptr;
  EXPECT_TRUE(context.expired());  // the job that nobody ran kept nothing
}

TEST(PipelineAsync, DestroyingItDoesNotWaitAndEndingTheDeviceDoes) {
  const auto script = Script::of_finished_work();
  Gate gate(*script);
  auto device = device_with_threads(script);
  auto pipeline = begin(device);
  gate.begun.get_future().wait();
  pipeline = nullptr;  // returns
  auto ended = std::async(std::launch::async, [&] { device = nullptr; });
  EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  gate.allowed.set_value();
  ended.get();
  EXPECT_TRUE(script->newest_is_gone());
  EXPECT_EQ(gate.compiled, 1);
}

TEST(PipelineAsync, AWaitWithALimitLeavesItToTheThread) {
  const auto script = Script::of_finished_work();
  Gate gate(*script);
  const auto device = device_with_threads(script);
  const auto pipeline = begin(device);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  EXPECT_EQ(pipeline->wait(soon), PendingState::kPending);
  gate.allowed.set_value();
  EXPECT_EQ(pipeline->wait(kForever), PendingState::kReady);
  EXPECT_EQ(gate.compiled, 1);
}

TEST(PipelineAsync, AShutdownWaitsForTheCompilerAndLaterOnesFail) {
  const auto script = Script::of_finished_work();
  Gate gate(*script);
  const auto device = device_with_threads(script);
  const auto pipeline = begin(device);
  gate.begun.get_future().wait();
  auto shut_down = std::async(std::launch::async, [&] { return device->shutdown().ok(); });
  EXPECT_EQ(shut_down.wait_for(std::chrono::milliseconds(20)), std::future_status::timeout);
  gate.allowed.set_value();
  EXPECT_TRUE(shut_down.get());
  EXPECT_EQ(pipeline->wait(kForever), PendingState::kReady);
  script->while_compiling = nullptr;
  const auto late = begin(device);
  EXPECT_EQ(late->wait(kForever), PendingState::kFailed);
  EXPECT_THAT(late->check_made(), test::refuses(Code::kInvalidArgument, "was shut down"));
  EXPECT_EQ(script->strangers, 0);
}

TEST(PipelineAsync, ARecoveryMeanwhileOutdatesIt) {
  const auto script = Script::of_finished_work();
  const auto device = std::make_shared<Device>(Context::create({}), test::losable_device(script));
  const auto before = begin(device);
  script->lost = true;
  ASSERT_TRUE(device->recover().ok());
  EXPECT_EQ(before->wait(kForever), PendingState::kFailed);
  EXPECT_THAT(before->check_made(), test::refuses(Code::kDeviceLost, "was recovered"));
  const auto after = begin(device);
  EXPECT_EQ(after->wait(kForever), PendingState::kReady);
  EXPECT_EQ(script->strangers, 0);
}

TEST(PipelineAsync, WhatIsThrownIsItsFailure) {
  const auto script = Script::of_finished_work();
  script->while_compiling = [] { throw std::bad_alloc(); };
  const auto device = test::scripted_backend(script);
  const auto pipeline = begin(device);
  EXPECT_EQ(pipeline->wait(kForever), PendingState::kFailed);
  EXPECT_THAT(pipeline->failure(), test::refuses(Code::kOutOfHostMemory, "in 'late'"));
}

TEST(PipelineAsync, WhatWasDescribedIsThereWhenItIsReady) {
  const auto device = test::scripted_backend(Script::of_finished_work());
  const auto pipeline = begin(device, [](const Pipeline& made) {
    return std::shared_ptr<const void>(std::make_shared<const std::string>(made.label()));
  });
  EXPECT_EQ(pipeline->description(), nullptr);
  (void)pipeline->wait(kForever);
  EXPECT_EQ(*static_cast<const std::string*>(pipeline->description()), "late");
}

TEST(PipelineAsync, ThreadsWaitForOneCompilation) {
  const auto script = Script::of_finished_work();
  std::atomic<int> compiled = 0;
  script->while_compiling = [&] { ++compiled; };
  const auto device = test::scripted_backend(script);
  const auto pipeline = begin(device);
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      EXPECT_EQ(pipeline->wait(kForever), PendingState::kReady);
      EXPECT_TRUE(pipeline->check_made().ok());
      EXPECT_TRUE(pipeline->compiled().ok());
    });
  }
  threads.clear();
  EXPECT_EQ(compiled, 1);
}

}  // namespace
}  // namespace vyre::runtime
