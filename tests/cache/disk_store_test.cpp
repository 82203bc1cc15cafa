#include "cache/disk_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "support.h"
#include "support/threads.h"

namespace vyre::cache {
namespace {

namespace fs = std::filesystem;

class DiskStoreTest : public InAFolder {
 protected:
  // Writes entry 1 and hands its file out.
  std::string written(DiskStore& store) const {
    EXPECT_TRUE(store.write(key_of_number(1), artifact_of_number(1, 500)));
    return file_of(key_of_number(1));
  }

  // Entry 1 is missed for |reason|, which is counted, and can be written again.
  void expect_miss(DiskStore& store, Miss reason) const {
    const uint64_t before = store.counters().missed(reason);
    const auto found = store.read(key_of_number(1));
    ASSERT_TRUE(miss(found));
    EXPECT_EQ(miss_name(*miss(found)), miss_name(reason));
    EXPECT_EQ(store.counters().missed(reason), before + 1);
  }
};

TEST_F(DiskStoreTest, MissesThenGivesBackWhatWasWritten) {
  const auto store = opened();
  expect_miss(*store, Miss::kAbsent);
  const std::string file = written(*store);
  EXPECT_TRUE(fs::is_regular_file(file));
  EXPECT_EQ(hit(store->read(key_of_number(1))), artifact_of_number(1, 500));
  EXPECT_EQ(store->counters().hits, 1u);
  EXPECT_EQ(store->counters().writes, 1u);
  EXPECT_EQ(hit(opened()->read(key_of_number(1))), artifact_of_number(1, 500));
}

TEST_F(DiskStoreTest, OverwritesAsAWhole) {
  const auto store = opened();
  written(*store);
  EXPECT_TRUE(store->write(key_of_number(1), artifact_of_number(2, 9)));
  EXPECT_EQ(hit(store->read(key_of_number(1))), artifact_of_number(2, 9));
}

TEST_F(DiskStoreTest, FilesAreForTheirOwnerAlone) {
  const std::string file = written(*opened());
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600));
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms(0700));
}

TEST_F(DiskStoreTest, ADamagedFileIsAMissAndGoes) {
  const auto store = opened();
  for (const size_t at : {size_t{0}, size_t{20}, size_t{100}, kHeaderBytes + 3}) {
    const std::string file = written(*store);
    Bytes bytes = contents(file);
    bytes[at] ^= 0x10;
    put(file, bytes);
    EXPECT_TRUE(miss(store->read(key_of_number(1))));
    EXPECT_FALSE(fs::exists(file));
  }
  EXPECT_EQ(store->counters().missed(Miss::kNotAnEntry), 1u);
  EXPECT_EQ(store->counters().missed(Miss::kDamagedHeader), 2u);
  EXPECT_EQ(store->counters().missed(Miss::kDamagedBytes), 1u);
}

TEST_F(DiskStoreTest, SwappedEntriesAreMisses) {
  const auto store = opened();
  written(*store);
  ASSERT_TRUE(store->write(key_of_number(2), artifact_of_number(2, 500)));
  const Bytes one = contents(file_of(key_of_number(1))), two = contents(file_of(key_of_number(2)));
  put(file_of(key_of_number(1)), two);
  put(file_of(key_of_number(2)), one);
  expect_miss(*store, Miss::kOtherKey);
  EXPECT_EQ(miss(store->read(key_of_number(2))), Miss::kOtherKey);
}

TEST_F(DiskStoreTest, WhatIsNoFileIsNotFollowed) {
  const auto store = opened();
  const std::string file = written(*store), elsewhere = folder_ + "/elsewhere";
  fs::rename(file, elsewhere);
  fs::create_symlink(elsewhere, file);
  expect_miss(*store, Miss::kNotAFile);
  EXPECT_TRUE(fs::exists(elsewhere));
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  expect_miss(*store, Miss::kNotAFile);
  fs::remove(file);
  fs::create_directory(file);
  expect_miss(*store, Miss::kNotAFile);
}

TEST_F(DiskStoreTest, AFolderThatIsALinkIsNotFollowed) {
  const auto store = opened();
  const std::string file = written(*store);
  const fs::path inner = fs::path(file).parent_path();
  fs::rename(inner, folder_ + "/elsewhere");
  fs::create_directory_symlink(folder_ + "/elsewhere", inner);
  expect_miss(*store, Miss::kNotAFile);
  EXPECT_FALSE(store->write(key_of_number(1), artifact_of_number(1, 5)));
}

TEST_F(DiskStoreTest, AFileOfSomebodyElseIsAMiss) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const auto store = opened();
  const std::string file = written(*store);
  ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0);
  expect_miss(*store, Miss::kForeignOwner);
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(DiskStoreTest, ALongFileIsNeverRead) {
  const auto store = opened({.max_entry_bytes = 600});
  const std::string file = written(*store);
  fs::resize_file(file, uint64_t{5} << 30);
  expect_miss(*store, Miss::kTooLarge);
  EXPECT_FALSE(store->write(key_of_number(1), artifact_of_number(1, 601)));
  EXPECT_EQ(store->counters().failed_writes, 1u);
}

TEST_F(DiskStoreTest, AReadOnlyStoreChangesNothing) {
  const std::string file = written(*opened());
  Bytes bytes = contents(file);
  const auto store = opened({.read_only = true});
  EXPECT_TRUE(hit(store->read(key_of_number(1))));
  EXPECT_FALSE(store->write(key_of_number(2), artifact_of_number(2, 5)));
  EXPECT_EQ(store->clear(), 0u);
  bytes.back() ^= 1;
  put(file, bytes);
  expect_miss(*store, Miss::kDamagedBytes);
  EXPECT_TRUE(fs::exists(file));
  EXPECT_FALSE(DiskStore::open(folder_ + "/none", {.read_only = true}).ok());
}

TEST_F(DiskStoreTest, APlaceThatCannotBeMadeIsNamed) {
  put(folder_ + "/file", {1});
  const auto store = DiskStore::open(folder_ + "/file/store");
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().code(), Code::kInputOutput);
  EXPECT_NE(store.error().text().find("/file/store"), std::string::npos);
}

// Fails every step of one kind.
class Failing : public Probe {
 public:
  Failing(Step step, int error) : step_(step), error_(error) {}
  int before(Step step) override { return step == step_ ? error_ : 0; }

 private:
  const Step step_;
  const int error_;
};

TEST_F(DiskStoreTest, AFailingSystemCostsEntriesAlone) {
  written(*opened());
  for (const Step step : {Step::kMakeFolder, Step::kOpen, Step::kRead, Step::kCreate, Step::kWrite,
                          Step::kRename, Step::kRemove, Step::kList}) {
    for (const int error : {ENOSPC, EACCES, EIO, EROFS}) {
      Failing probe(step, error);
      const auto store = opened({.probe = &probe});
      const auto found = store->read(key_of_number(1));
      const bool reads = step == Step::kOpen || step == Step::kRead;
      EXPECT_EQ(miss(found), reads ? std::optional(Miss::kUnreadable) : std::nullopt);
      const bool writes = step == Step::kMakeFolder || step == Step::kCreate ||
                          step == Step::kWrite || step == Step::kRename;
      EXPECT_EQ(store->write(key_of_number(2), artifact_of_number(2, 50)), !writes);
      EXPECT_EQ(store->counters().failed_writes, writes ? 1u : 0u);
      store->trim();
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(path())) {
    EXPECT_EQ(entry.path().filename().string().find(kTemporary), std::string::npos);
  }
  EXPECT_TRUE(hit(opened()->read(key_of_number(1))));
}

TEST_F(DiskStoreTest, TrimsWhatWasUsedLongestAgo) {
  const auto store = opened({.max_bytes = 10 * (1000 + kHeaderBytes)});
  const auto last_week = fs::file_time_type::clock::now() - std::chrono::hours(24 * 7);
  for (uint64_t i = 0; i < 10; ++i) {
    ASSERT_TRUE(store->write(key_of_number(i), artifact_of_number(i, 1000)));
    fs::last_write_time(file_of(key_of_number(i)), last_week + std::chrono::minutes(i));
  }
  ASSERT_TRUE(hit(store->read(key_of_number(0))));  // used now
  for (uint64_t i = 10; i < 13; ++i) {
    ASSERT_TRUE(store->write(key_of_number(i), artifact_of_number(i, 1000)));
  }
  store->trim();
  EXPECT_EQ(store->counters().trimmed, 3u);
  for (uint64_t i = 0; i < 13; ++i) {
    EXPECT_EQ(hit(store->read(key_of_number(i))).has_value(), i == 0 || i > 3) << i;
  }
}

TEST_F(DiskStoreTest, NeverExceedsItsBudgetAfterATrim) {
  const auto store = opened({.max_bytes = 20'000});
  for (uint64_t i = 0; i < 300; ++i) {
    ASSERT_TRUE(store->write(key_of_number(i), artifact_of_number(i, i * 37 % 3000)));
  }
  store->trim();
  uint64_t bytes = 0;
  for (const Listed& entry : store->verify()) bytes += entry.bytes;
  EXPECT_LE(bytes, 20'000u);
  EXPECT_GT(bytes, 15'000u);
}

TEST_F(DiskStoreTest, TrimRemovesWhatKilledWritersLeft) {
  const auto store = opened();
  const std::string file = written(*store);
  const std::string left = fs::path(file).parent_path().string() + "/.new-1-2-3";
  const std::string fresh = fs::path(file).parent_path().string() + "/.new-4-5-6";
  put(left, {1, 2, 3});
  put(fresh, {1, 2, 3});
  fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(2));
  store->trim();
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(fresh));
}

TEST_F(DiskStoreTest, VerifyListsAndClearEmpties) {
  const auto store = opened();
  for (uint64_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(store->write(key_of_number(i), artifact_of_number(i, 100)));
  }
  Bytes bytes = contents(file_of(key_of_number(3)));
  bytes.pop_back();
  put(file_of(key_of_number(3)), bytes);
  const auto entries = store->verify();
  ASSERT_EQ(entries.size(), 5u);
  for (const Listed& entry : entries) {
    const bool is_third = path() + '/' + entry.path == file_of(key_of_number(3));
    EXPECT_EQ(entry.miss, is_third ? std::optional(Miss::kTruncated) : std::nullopt);
    EXPECT_EQ(entry.bytes, kHeaderBytes + (is_third ? 99 : 100));
  }
  EXPECT_EQ(store->clear(), 5u);
  EXPECT_TRUE(store->verify().empty());
}

TEST_F(DiskStoreTest, ManyThreadsReadWholeEntriesWhileOthersWriteThem) {
  const auto store = opened();
  const auto write = [&](uint64_t number) {
    return store->write(key_of_number(number), artifact_of_number(number, 3000));
  };
  for (uint64_t number = 0; number < 7; ++number) ASSERT_TRUE(write(number));
  test::on_threads(8, [&](uint32_t t) {
    for (uint64_t i = 0; i < 200; ++i) {
      const uint64_t number = (i + t) % 7;
      if (t % 2 == 0) write(number);
      EXPECT_EQ(hit(store->read(key_of_number(number))), artifact_of_number(number, 3000));
    }
  });
  EXPECT_EQ(store->counters().missed(Miss::kTruncated), 0u);
  EXPECT_EQ(store->counters().missed(Miss::kDamagedBytes), 0u);
}

}  // namespace
}  // namespace vyre::cache
