#include "cache/memory_store.h"

#include <atomic>
#include <new>
#include <thread>

#include "support.h"
#include "support/threads.h"

namespace vyre::cache {
namespace {

MemoryStore::Make made_of(int number, uint64_t bytes = 1, std::atomic<int>* calls = nullptr) {
  return [=]() -> Result<MemoryStore::Made> {
    if (calls != nullptr) calls->fetch_add(1);
    return MemoryStore::Made{std::make_shared<const int>(number), bytes};
  };
}

int number_of(const Result<MemoryStore::Object>& found) {
  EXPECT_TRUE(found.ok()) << found.error().text();
  return found.ok() ? *static_cast<const int*>(found.value().get()) : -1;
}

TEST(MemoryStore, MakesAKeyOnce) {
  MemoryStore store;
  std::atomic<int> calls = 0;
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(7, 1, &calls))), 7);
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(8, 1, &calls))), 7);
  EXPECT_EQ(calls.load(), 1);
  EXPECT_EQ(store.counters().hits, 1u);
  EXPECT_EQ(store.counters().misses, 1u);
}

TEST(MemoryStore, KeepsWithinBothBudgets) {
  MemoryStore store({.max_entries = 10, .max_bytes = 1000});
  for (uint64_t i = 0; i < 500; ++i) {
    number_of(store.get(key_of_number(i), made_of(1, i % 300)));
    EXPECT_LE(store.counters().entries, 10u);
    EXPECT_LE(store.counters().bytes, 1000u);
  }
  EXPECT_GT(store.counters().evicted, 400u);
}

TEST(MemoryStore, KeepsWhatIsUsedOften) {
  MemoryStore store({.max_entries = 10});
  for (int round = 0; round < 5; ++round) number_of(store.get(key_of_number(0), made_of(1)));
  for (uint64_t i = 1; i < 12; ++i) number_of(store.get(key_of_number(i), made_of(1)));
  std::atomic<int> calls = 0;
  number_of(store.get(key_of_number(0), made_of(1, 1, &calls)));
  EXPECT_EQ(calls.load(), 0);
}

TEST(MemoryStore, WhatIsTooLargeIsHandedOutAndNotKept) {
  MemoryStore store({.max_bytes = 10});
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(7, 11))), 7);
  EXPECT_EQ(store.counters().entries, 0u);
}

TEST(MemoryStore, AFailureIsToldAndTriedAgain) {
  MemoryStore store;
  const auto failing = []() -> Result<MemoryStore::Made> {
    return fail(Code::kKernelCompileFailed, "it does not compile. Fix: write another");
  };
  const auto found = store.get(key_of_number(1), failing);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code(), Code::kKernelCompileFailed);
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(7))), 7);
  EXPECT_EQ(store.counters().failures, 1u);
}

TEST(MemoryStore, AKeyWhoseMakerThrewIsMadeByWhoWaits) {
  MemoryStore store;
  std::atomic<bool> is_inside = false;
  std::thread throws([&] {
    const auto exhausted = [&]() -> Result<MemoryStore::Made> {
      is_inside = true;
      while (store.counters().asked < 2) std::this_thread::yield();
      throw std::bad_alloc();
    };
    EXPECT_THROW(number_of(store.get(key_of_number(1), exhausted)), std::bad_alloc);
  });
  while (!is_inside) std::this_thread::yield();
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(7))), 7);
  throws.join();
}

TEST(MemoryStore, ThreadsThatAskForOneNewKeyMakeItOnce) {
  MemoryStore store;
  std::atomic<int> calls = 0, asking = 0;
  const auto slow = [&]() -> Result<MemoryStore::Made> {
    while (asking.load() < 32) std::this_thread::yield();
    calls.fetch_add(1);
    return MemoryStore::Made{std::make_shared<const int>(5), 1};
  };
  test::on_threads(32, [&](uint32_t) {
    asking.fetch_add(1);
    EXPECT_EQ(number_of(store.get(key_of_number(1), slow)), 5);
  });
  EXPECT_EQ(calls.load(), 1);
  EXPECT_EQ(store.counters().hits, 31u);
}

TEST(MemoryStore, OtherKeysDoNotWait) {
  MemoryStore store;
  std::atomic<bool> is_inside = false, may_end = false;
  std::thread slow([&] {
    const auto waiting = [&]() -> Result<MemoryStore::Made> {
      is_inside = true;
      while (!may_end) std::this_thread::yield();
      return MemoryStore::Made{std::make_shared<const int>(1), 1};
    };
    EXPECT_EQ(number_of(store.get(key_of_number(1), waiting)), 1);
  });
  while (!is_inside) std::this_thread::yield();
  EXPECT_EQ(number_of(store.get(key_of_number(2), made_of(2))), 2);
  may_end = true;
  slow.join();
}

TEST(MemoryStore, WhatWasBegunBeforeAClearIsNotKept) {
  MemoryStore store;
  const auto clearing = [&]() -> Result<MemoryStore::Made> {
    store.clear();
    return MemoryStore::Made{std::make_shared<const int>(1), 1};
  };
  EXPECT_EQ(number_of(store.get(key_of_number(1), clearing)), 1);
  EXPECT_EQ(number_of(store.get(key_of_number(1), made_of(2))), 2);
}

}  // namespace
}  // namespace vyre::cache
