#include "registry/ops/interner.h"

#include <new>
#include <thread>

#include "support/allocations.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/threads.h"

namespace vyre::registry {
namespace {

std::string name_of(size_t i) { return "op." + std::to_string(i); }

TEST(Interner, GivesNumbersFromOneInOrderOfAppearance) {
  Interner interner;
  EXPECT_EQ(interner.intern("a").value(), 1u);
  EXPECT_EQ(interner.intern("b").value(), 2u);
  EXPECT_EQ(interner.intern("a").value(), 1u);
  EXPECT_EQ(interner.size(), 2u);
  EXPECT_EQ(interner.name(2), "b");
}

TEST(Interner, ComparesNamesByteForByte) {
  Interner interner;
  const std::string_view names[] = {
      "op",      "Op", "op ", " op", "", std::string_view("op\0", 3), std::string_view("op\0x", 4),
      "\xC3\xB6"};
  OpId expected = 1;
  for (const std::string_view name : names) EXPECT_EQ(interner.intern(name).value(), expected++);
  for (OpId id = 1; id < expected; ++id) EXPECT_EQ(interner.name(id), names[id - 1]);
}

TEST(Interner, ZeroAndNumbersNotGivenOutHaveNoName) {
  Interner interner;
  ASSERT_TRUE(interner.intern("a").ok());
  for (const OpId id : {kNoOp, OpId{2}, OpId{64}, OpId{65}, OpId{UINT32_MAX}}) {
    EXPECT_EQ(interner.name(id).data(), nullptr) << id;
  }
}

TEST(Interner, KeepsEveryNameWhenItGrows) {
  Interner interner;
  constexpr size_t kNames = 100'000;
  for (size_t i = 0; i < kNames; ++i) ASSERT_EQ(interner.intern(name_of(i)).value(), i + 1);
  for (size_t i = 0; i < kNames; ++i) {
    ASSERT_EQ(interner.find(name_of(i)), i + 1);
    ASSERT_EQ(interner.name(static_cast<OpId>(i + 1)), name_of(i));
  }
}

TEST(Interner, LookingUpAMillionUnknownNamesTakesNoMemory) {
  Interner interner;
  ASSERT_TRUE(interner.intern("known").ok());
  char name[] = "unknown.0000000";
  const int64_t before = test::live_blocks();
  for (uint32_t i = 0; i < 1'000'000; ++i) {
    for (uint32_t digit = 14, rest = i; digit > 7; --digit, rest /= 10) {
      name[digit] = static_cast<char>('0' + rest % 10);
    }
    ASSERT_EQ(interner.find(name), kNoOp);
  }
  EXPECT_EQ(test::live_blocks(), before);
  EXPECT_EQ(interner.size(), 1u);
}

TEST(Interner, ThreadsAgreeOnEveryNumber) {
  Interner interner;
  constexpr size_t kThreads = 16;
  constexpr size_t kNames = 2'000;
  std::vector<std::vector<OpId>> ids(kThreads);
  test::on_threads(kThreads, [&](uint32_t t) {
    for (size_t i = 0; i < kNames; ++i) {
      ids[t].push_back(interner.intern(name_of((i * 7 + t) % kNames)).value());
    }
  });
  EXPECT_EQ(interner.size(), kNames);
  for (size_t t = 0; t < kThreads; ++t) {
    for (size_t i = 0; i < kNames; ++i) {
      ASSERT_EQ(interner.name(ids[t][i]), name_of((i * 7 + t) % kNames));
    }
  }
}

TEST(Interner, ANumberThatCanBeFoundHasItsName) {
  Interner interner;
  constexpr size_t kNames = 5'000;
  std::thread writer([&] {
    for (size_t i = 0; i < kNames; ++i) ASSERT_TRUE(interner.intern(name_of(i)).ok());
  });
  for (size_t i = 0; i < kNames; ++i) {
    const std::string name = name_of(i);
    OpId id = kNoOp;
    while (id == kNoOp) id = interner.find(name);
    ASSERT_EQ(interner.name(id), name);
  }
  writer.join();
}

TEST(Interner, UsedUpNumbersAreAnError) {
  Interner interner(3);
  for (const char* name : {"a", "b", "c"}) ASSERT_TRUE(interner.intern(name).ok());
  const Result<OpId> refused = interner.intern("d");
  ASSERT_THAT(refused, vyre::test::refuses(Code::kOutOfHostMemory, "interned 3 op names"));
  EXPECT_EQ(interner.find("d"), kNoOp);
  EXPECT_EQ(interner.intern("b").value(), 2u);
}

// Every allocation of the way fails once, at the numbers where chunks and tables grow too.
TEST(Interner, MemoryThatEndsLeavesItAsItWas) {
  Interner interner;
  uint64_t failures = 0;
  for (size_t i = 0; i < 300; ++i) {
    const std::string name = "a name too long to be kept without an allocation " + name_of(i);
    failures += test::fail_each_allocation([&] { ASSERT_EQ(interner.intern(name).value(), i + 1); },
                                           [&] {
                                             ASSERT_EQ(interner.size(), i);
                                             ASSERT_EQ(interner.find(name), kNoOp);
                                           });
    ASSERT_EQ(interner.name(static_cast<OpId>(i + 1)), name);
  }
  EXPECT_GT(failures, 300u);
  EXPECT_EQ(interner.name(1).substr(49), name_of(0));
}

TEST(Interner, OneServesTheProcess) {
  const OpId id = Interner::process().intern("interner_test.shared").value();
  std::vector<OpId> seen(8);
  test::on_threads(
      8, [&](uint32_t i) { seen[i] = Interner::process().intern("interner_test.shared").value(); });
  EXPECT_THAT(seen, Each(id));
}

}  // namespace
}  // namespace vyre::registry
