#include "base/system/file_calls.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <map>
#include <vector>

#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre {
namespace {

using Bytes = std::vector<std::byte>;

// A file of its own making that does what a test says.
class ScriptedFiles final : public FileCalls {
 public:
  int64_t facts(int, FileFacts* out) override {
    *out = now;
    return facts_error;
  }
  int64_t duplicate(int fd) override { return fd + 100; }
  void close(int fd) override { closed.push_back(fd); }
  int64_t read(int, std::span<std::byte> to, uint64_t offset) override {
    offsets.push_back(offset);
    sizes.push_back(to.size());
    if (answers.empty()) return static_cast<int64_t>(to.size());
    const int64_t answer = answers.front();
    answers.erase(answers.begin());
    return answer;
  }
  int64_t write(int fd, std::span<const std::byte> from, uint64_t offset) override {
    return read(fd, {const_cast<std::byte*>(from.data()), from.size()}, offset);
  }
  int64_t reserve(int, uint64_t, uint64_t size) override {
    reserved += size;
    return reserve_error;
  }
  int64_t set_size(int, uint64_t size) override {
    set_sizes.push_back(size);
    return 0;
  }
  int64_t map(int, uint64_t, bool, void**) override { return -ENODEV; }
  void unmap(void*, uint64_t) override {}

  FileFacts now;
  int64_t facts_error = 0;
  int64_t reserve_error = 0;
  std::vector<int64_t> answers;  // of reads and writes; none left: all bytes
  std::vector<uint64_t> offsets;
  std::vector<size_t> sizes;
  std::vector<int> closed;
  uint64_t reserved = 0;
  std::vector<uint64_t> set_sizes;
};

class Files : public testing::Test {
 protected:
  Files() {
    calls_.now.is_regular = true;
    calls_.now.readable = calls_.now.writable = true;
    calls_.now.size = calls_.now.allocated = 4096;
  }
  File open(FileUse use = FileUse::kReadWrite) { return File::open(calls_, 7, use).take(); }
  static std::string text_of(const Status& status) { return status.ok() ? "" : status.text(); }

  ScriptedFiles calls_;
};

TEST_F(Files, AnswersThatArePartsAndInterruptionsAreGoneOnWith) {
  const File file = open();
  calls_.answers = {-EINTR, 10, -EINTR, -EINTR, 1, 89};
  Bytes bytes(100);
  ASSERT_TRUE(file.read(50, bytes).ok());
  EXPECT_THAT(calls_.offsets, testing::ElementsAre(50, 50, 60, 60, 60, 61));
  calls_.offsets.clear();
  calls_.answers = {30, -EINTR, 70};
  ASSERT_TRUE(file.write(0, bytes).ok());
  EXPECT_THAT(calls_.offsets, testing::ElementsAre(0, 30, 30));
}

TEST_F(Files, MoreThanTwoGigabytesAreMovedInCallsThatTheSystemTakes) {
  const File file = open();
  // Nothing is touched: the scripted file only looks at the size.
  const std::span<std::byte> bytes(reinterpret_cast<std::byte*>(4096), size_t{5} << 30);
  ASSERT_TRUE(file.read(0, bytes).ok());
  EXPECT_THAT(calls_.sizes, testing::Each(size_t{1} << 30));
  EXPECT_EQ(calls_.offsets.back(), uint64_t{4} << 30);
}

TEST_F(Files, FailuresAreNamedWithTheSystemsReason) {
  const File file = open();
  Bytes bytes(10);
  calls_.answers = {-EIO};
  const Status read = file.read(0, bytes);
  EXPECT_EQ(read.code(), Code::kInputOutput);
  EXPECT_EQ(read.info().native_code, EIO);
  EXPECT_THAT(read.text(), HasSubstr("reading file descriptor 7 failed: Input/output error. Fix:"));
  calls_.answers = {3, -ENOSPC};
  const Status written = file.write(0, bytes);
  EXPECT_EQ(written.info().native_code, ENOSPC);
  EXPECT_THAT(written.text(), HasSubstr("Fix: free space"));
}

TEST_F(Files, AFileThatWasTruncatedMeanwhileSaysWhereItEnds) {
  const File file = open();
  Bytes bytes(10);
  calls_.answers = {4, 0};
  EXPECT_THAT(text_of(file.read(100, bytes)), HasSubstr("ends at byte 104 although"));
  calls_.answers = {0};
  EXPECT_THAT(text_of(file.write(100, bytes)), HasSubstr("takes no bytes at offset 100"));
}

TEST_F(Files, UnderDirectAccessOffsetsAndSizesHaveToBeAligned) {
  calls_.now.direct_alignment = 512;
  const File file = open();
  EXPECT_TRUE(file.check_read(512, 1024).ok());
  EXPECT_THAT(text_of(file.check_read(100, 512)), HasSubstr("multiples of 512"));
  EXPECT_THAT(text_of(file.check_write(512, 100)), HasSubstr("O_DIRECT"));
}

TEST_F(Files, UnderDirectAccessMemoryThatIsNotAlignedTakesADetour) {
  calls_.now.direct_alignment = 512;
  const File file = open();
  alignas(512) std::byte bytes[2048];
  ASSERT_TRUE(file.read(0, std::span(bytes).first(1024)).ok());
  EXPECT_EQ(calls_.sizes.back(), 1024u);
  ASSERT_TRUE(file.read(0, std::span(bytes).subspan(1, 1024)).ok());
  EXPECT_EQ(calls_.sizes.back(), 1024u);
}

TEST_F(Files, RangesAreCheckedWithoutOverflow) {
  const File file = open();
  EXPECT_TRUE(file.check_read(4096, 0).ok());
  EXPECT_THAT(text_of(file.check_read(4096, 1)), HasSubstr("has 4096 bytes, 1 are wanted"));
  EXPECT_THAT(text_of(file.check_read(UINT64_MAX, 2)), HasSubstr("beyond what a file can have"));
  EXPECT_THAT(text_of(file.check_write(INT64_MAX, 1)), HasSubstr("beyond what a file can have"));
}

TEST_F(Files, WritesThatCannotGoWhereTheyShouldAreRefused) {
  calls_.now.appends = true;
  EXPECT_THAT(text_of(open().check_write(0, 1)), HasSubstr("O_APPEND"));
  calls_.now.appends = false;
  calls_.now.size_limit = 5000;
  EXPECT_TRUE(open().check_write(4999, 1).ok());
  EXPECT_THAT(text_of(open().check_write(5000, 1)), HasSubstr("RLIMIT_FSIZE"));
  calls_.now.is_regular = false;
  calls_.now.is_block_device = true;
  EXPECT_THAT(text_of(open().check_write(4096, 1)), HasSubstr("a device of 4096 bytes"));
}

TEST_F(Files, SpaceIsTakenOnlyForBytesThatHaveNone) {
  ASSERT_TRUE(open().reserve(0, 4096).ok());
  EXPECT_EQ(calls_.reserved, 0u);
  ASSERT_TRUE(open().reserve(4000, 97).ok());
  EXPECT_EQ(calls_.reserved, 97u);
  calls_.now.allocated = 0;  // a hole
  ASSERT_TRUE(open().reserve(0, 8).ok());
  EXPECT_EQ(calls_.reserved, 105u);
  calls_.reserve_error = -ENOSPC;
  EXPECT_THAT(text_of(open().reserve(0, 8)), HasSubstr("reserving space"));
  calls_.reserve_error = -EOPNOTSUPP;  // a file system that cannot
  EXPECT_TRUE(open().reserve(0, 8).ok());
}

TEST_F(Files, GrowthIsUndoneUnlessOthersHaveWrittenBehindIt) {
  const File file = open();
  file.undo_growth(4096);
  EXPECT_TRUE(calls_.set_sizes.empty());
  calls_.now.size = 5000;
  file.undo_growth(6000);
  EXPECT_THAT(calls_.set_sizes, testing::ElementsAre(4096));
  calls_.now.size = 7000;
  file.undo_growth(6000);
  EXPECT_EQ(calls_.set_sizes.size(), 1u);
}

TEST_F(Files, TheDuplicateIsClosedOnce) {
  {
    File file = open();
    const File moved = std::move(file);
  }
  EXPECT_THAT(calls_.closed, testing::ElementsAre(107));
}

TEST_F(Files, AccessHasToFitTheUse) {
  calls_.now.writable = false;
  EXPECT_TRUE(File::open(calls_, 7, FileUse::kRead).ok());
  EXPECT_THAT(File::open(calls_, 7, FileUse::kReadWrite).error().text(), HasSubstr("read-only"));
  calls_.now.writable = true;
  calls_.now.readable = false;
  EXPECT_TRUE(File::open(calls_, 7, FileUse::kWrite).ok());
  EXPECT_THAT(File::open(calls_, 7, FileUse::kRead).error().text(), HasSubstr("writing alone"));
  calls_.facts_error = -ENOSYS;
  EXPECT_EQ(File::open(calls_, 7, FileUse::kRead).error().code(), Code::kInputOutput);
}

TEST(SystemFiles, KnowWhatADescriptorIs) {
  int ends[2], sockets[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
  const std::map<int, std::string> kinds = {{ends[0], "a pipe"},
                                            {sockets[0], "a socket"},
                                            {::open("/", O_RDONLY), "a directory"},
                                            {::open("/dev/zero", O_RDONLY), "a character device"}};
  for (const auto& [fd, kind] : kinds) {
    EXPECT_THAT(File::open(system_files(), fd, FileUse::kRead).error().text(),
                HasSubstr("is " + kind));
    ::close(fd);
  }
  ::close(ends[1]);
  ::close(sockets[1]);
  EXPECT_EQ(File::open(system_files(), ends[0], FileUse::kRead).error().code(),
            Code::kInvalidArgument);
}

TEST(SystemFiles, ReserveWriteAndMapAFile) {
  char path[] = "/tmp/vyre_files_XXXXXX";
  const int fd = mkstemp(path);
  unlink(path);
  const File file = File::open(system_files(), fd, FileUse::kReadWrite).take();
  const Bytes bytes(5000, std::byte{7});
  ASSERT_TRUE(file.reserve(0, 5000).ok());
  EXPECT_EQ(lseek(fd, 0, SEEK_END), 0);
  ASSERT_TRUE(file.write(0, bytes).ok());
  Bytes back(5000);
  ASSERT_TRUE(file.read(0, back).ok());
  EXPECT_EQ(back, bytes);
  auto pages = test::value_of(file.map(5000, true));
  static_cast<std::byte*>(pages)[4999] = std::byte{9};
  system_files().unmap(pages, 5000);
  ASSERT_TRUE(file.read(4999, std::span(back).first(1)).ok());
  EXPECT_EQ(back[0], std::byte{9});
  ::close(fd);
}

}  // namespace
}  // namespace vyre
