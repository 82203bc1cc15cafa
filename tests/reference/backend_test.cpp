#include <atomic>

#include "oracle.h"
#include "support/threads.h"

namespace vyre::reference {
namespace {

using backend::PendingState;

const backend::Deadline kPoll = backend::Deadline::min();

std::span<const std::byte> bytes(const Words& words) { return std::as_bytes(std::span(words)); }

// a[i] = a[i] * 2 + 1 for every word of one in-out buffer.
ProgramPtr double_and_add(uint32_t count) {
  Build b(4, {{"a", in_out(0, count)}});
  const auto old = b.load("a", b.gid());
  return b.finish({b.store("a", b.gid(), b.add(b.mul(old, b.u32(2)), b.u32(1)))});
}

// Counts up to |trips| in the one word of its buffer, and for ever when that is the maximum.
ProgramPtr counting(uint32_t trips) {
  Build b({{"a", in_out(0, 1)}});
  const auto next = b.add(b.load("a", b.u32(0)), b.u32(1));
  return b.finish({b.loop("i", b.u32(0), b.u32(trips), {b.store("a", b.u32(0), next)})});
}

std::unique_ptr<backend::DeviceWork> submit_resident(
    Oracle& oracle, const std::shared_ptr<backend::Executable>& executable,
    std::shared_ptr<backend::Memory> memory) {
  backend::BufferUse use;
  use.size = memory->size();
  use.memory = std::move(memory);
  return test::value_of(oracle.backend().submit({{&executable, 1}, {1, 1, 1}, {&use, 1}}));
}

// The first |count| words of |memory|.
Words words_in(Oracle& oracle, backend::Memory& memory, size_t count) {
  Words words(count, 9);
  const auto bytes = std::as_writable_bytes(std::span(words));
  EXPECT_TRUE(oracle.backend().read(memory, 0, bytes).ok());
  return words;
}

TEST(ReferenceDevice, SaysWhatItIs) {
  Oracle oracle;
  EXPECT_EQ(oracle.backend().id(), "cpu-ref");
  EXPECT_EQ(oracle.backend().profile().kind, profile::DeviceKind::kOracle);
  EXPECT_EQ(oracle.backend().profile().workgroup_memory_bytes, 64u << 20);
}

TEST(Memory, StartsZeroedAndKeepsWhatIsWritten) {
  Oracle oracle;
  const auto memory = oracle.backend().allocate(12, {}).take();
  ASSERT_TRUE(oracle.backend().write(*memory, 4, bytes({7})).ok());
  EXPECT_THAT(words_in(oracle, *memory, 3), ElementsAre(0, 7, 0));
}

TEST(Memory, LargerThanTheMachineIsRefused) {
  const auto memory = Oracle().backend().allocate(uint64_t{1} << 60, {});
  ASSERT_FALSE(memory.ok());
  EXPECT_EQ(memory.error().code(), Code::kDeviceOutOfMemory);
}

TEST(Memory, KeepsItsBackend) {
  auto oracle = std::make_unique<Oracle>();
  const auto memory = oracle->backend().allocate(4, {}).take();
  oracle.reset();
  EXPECT_EQ(memory->size(), 4u);
}

TEST(Submit, RefusesAnEmptyGrid) {
  Oracle oracle;
  const auto result = oracle.run(double_and_add(4), 0, {}, {1, 0, 1});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().text(), HasSubstr("grid [1, 0, 1]: axis 1 is 0"));
}

TEST(Submit, RefusesAGridWhoseIdsDoNotFit) {
  EXPECT_THAT(Oracle().failure(double_and_add(4), {}, {1u << 31, 1, 1}), HasSubstr("32 bits"));
}

TEST(Submit, CopiesItsInputs) {
  Oracle oracle;
  Words input = {1, 2, 3, 4};
  auto pending = oracle.submit(double_and_add(4), {{0, input}}, {1, 1, 1}).take();
  input.assign(4, 0);
  ASSERT_EQ(pending->wait(in_seconds(600)), PendingState::kReady);
  Words words(4);
  ASSERT_TRUE(pending->read(0, 0, std::as_writable_bytes(std::span(words))).ok());
  EXPECT_THAT(words, ElementsAre(3, 5, 7, 9));
}

TEST(Submit, WorksOnAPartOfResidentMemory) {
  Oracle oracle;
  const auto executable = oracle.compile(double_and_add(4)).take();
  const auto memory = oracle.backend().allocate(32, {}).take();
  backend::BufferUse use;
  use.memory = memory;
  use.offset = 8;
  use.size = 16;
  auto pending = oracle.backend().submit({{&executable, 1}, {1, 1, 1}, {&use, 1}}).take();
  ASSERT_EQ(pending->wait(in_seconds(600)), PendingState::kReady);
  EXPECT_THAT(words_in(oracle, *memory, 8), ElementsAre(0, 0, 1, 1, 1, 1, 0, 0));
}

TEST(Pending, WithAnEndlessLoopRespectsItsDeadline) {
  Oracle oracle;
  const auto pending = oracle.submit(counting(0xFFFFFFFF), {}, {1, 1, 1}).take();
  EXPECT_EQ(pending->wait(kPoll), PendingState::kPending);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  EXPECT_EQ(pending->wait(soon), PendingState::kPending);
}

TEST(Pending, IsFinishedByPollingAlone) {
  Oracle oracle;
  const auto pending = oracle.submit(counting(100000), {}, {1, 1, 1}).take();
  uint32_t polls = 0;
  while (pending->wait(kPoll) == PendingState::kPending) ++polls;
  EXPECT_GT(polls, 1u);
  EXPECT_TRUE(pending->status().ok());
}

TEST(Pending, ReadsOnlyWhatWasKept) {
  Oracle oracle;
  const auto executable = oracle.compile(double_and_add(4)).take();
  std::vector<backend::BufferUse> uses = oracle.uses({});
  uses[0].read_back = false;
  const auto pending = oracle.backend().submit({{&executable, 1}, {1, 1, 1}, uses}).take();
  Words word(1);
  const auto out = std::as_writable_bytes(std::span(word));
  EXPECT_THAT(pending->read(0, 0, out).text(), HasSubstr("before the dispatch is ready"));
  ASSERT_EQ(pending->wait(in_seconds(600)), PendingState::kReady);
  EXPECT_THAT(pending->read(0, 0, out).text(), HasSubstr("read_back"));
}

TEST(Pending, ThatFailedSaysWhyAndGivesNothing) {
  Oracle oracle;
  Build b({{"a", in_out(0, 1)}});
  const auto program = b.finish({b.let("x", b.div(b.i32(1), b.i32(0)))});
  const auto pending = oracle.submit(program, {}, {1, 1, 1}).take();
  ASSERT_EQ(pending->wait(in_seconds(600)), PendingState::kFailed);
  EXPECT_EQ(pending->status().code(), Code::kDispatchFailed);
  Words word(1);
  EXPECT_FALSE(pending->read(0, 0, std::as_writable_bytes(std::span(word))).ok());
}

class SharedMemory : public testing::Test {
 protected:
  std::unique_ptr<backend::DeviceWork> submit() {
    return submit_resident(oracle, executable, memory);
  }

  Oracle oracle;
  const std::shared_ptr<backend::Executable> executable = oracle.compile(double_and_add(1)).take();
  const std::shared_ptr<backend::Memory> memory = oracle.backend().allocate(4, {}).take();
};

TEST_F(SharedMemory, IsUsedInTheOrderOfSubmission) {
  const auto first = submit();
  const auto second = submit();
  EXPECT_EQ(second->wait(in_seconds(600)), PendingState::kReady);
  EXPECT_EQ(first->wait(kPoll), PendingState::kReady);
  EXPECT_THAT(words_in(oracle, *memory, 1), ElementsAre(3));
}

TEST_F(SharedMemory, ShowsWorkThatNobodyWaitedFor) {
  for (int i = 0; i < 3; ++i) submit();
  EXPECT_THAT(words_in(oracle, *memory, 1), ElementsAre(7));
}

TEST_F(SharedMemory, MayBeDroppedWithMuchWorkLeft) {
  for (int i = 0; i < 20000; ++i) submit();
}

TEST(Threads, ShareOneBackendAndOneMemory) {
  Oracle oracle;
  const auto executable = oracle.compile(counting(50)).take();
  const auto memory = oracle.backend().allocate(4, {}).take();
  test::on_threads(8, [&](uint32_t) {
    for (int round = 0; round < 20; ++round) {
      const auto pending = submit_resident(oracle, executable, memory);
      EXPECT_EQ(pending->wait(in_seconds(600)), PendingState::kReady);
    }
  });
  EXPECT_THAT(words_in(oracle, *memory, 1), ElementsAre(8 * 20 * 50));
}

// Counts what is handed out and not given back.
class CountingResource final : public std::pmr::memory_resource {
 public:
  std::atomic<int64_t> outstanding = 0;
  std::atomic<int64_t> total = 0;

 private:
  void* do_allocate(size_t size, size_t alignment) override {
    outstanding += static_cast<int64_t>(size);
    total += static_cast<int64_t>(size);
    return std::pmr::new_delete_resource()->allocate(size, alignment);
  }
  void do_deallocate(void* at, size_t size, size_t alignment) override {
    outstanding -= static_cast<int64_t>(size);
    std::pmr::new_delete_resource()->deallocate(at, size, alignment);
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

TEST(MemoryResource, GetsEveryByteBack) {
  CountingResource resource;
  {
    Oracle oracle(&resource);
    const auto memory = oracle.backend().allocate(1000, {}).take();
    EXPECT_EQ(oracle.words(double_and_add(4), 0, {{0, {1, 2, 3, 4}}})[0], 3u);
    const auto pending = oracle.submit(counting(0xFFFFFFFF), {}, {1, 1, 1}).take();
    EXPECT_EQ(pending->wait(kPoll), PendingState::kPending);
    EXPECT_GE(resource.total, 1000);
  }
  EXPECT_EQ(resource.outstanding, 0);
}

}  // namespace
}  // namespace vyre::reference
