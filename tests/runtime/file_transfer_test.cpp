#include "runtime/work/file_transfer.h"

#include <fcntl.h>
#include <unistd.h>

#include <thread>

#include "reference/reference_device.h"
#include "support/faulty_files.h"
#include "support/lent_threads.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::runtime {
namespace {

using backend::PendingState;
using Bytes = std::vector<std::byte>;

constexpr size_t kSize = (size_t{20} << 20) + 1;  // more than one step of pending work

class FileTransfers : public testing::Test {
 protected:
  FileTransfers() { begin({}); }
  ~FileTransfers() override {
    buffer_.reset();
    if (fd_ >= 0) close(fd_);
    EXPECT_EQ(files_.open, 0);
  }

  void begin(ContextOptions options) {
    options.files = &files_;
    context_ = Context::create(std::move(options));
    auto device = reference::create_reference_device(std::pmr::new_delete_resource()).take();
    backend_ = std::make_shared<Device>(context_, std::move(device));
    buffer_ = Buffer::create(backend_, kSize).take();
  }

  // A file of |size| bytes, which has no name.
  int file_of(const Bytes& bytes) {
    if (fd_ >= 0) close(fd_);
    char path[] = "/tmp/vyre_transfer_XXXXXX";
    fd_ = mkstemp(path);
    unlink(path);
    EXPECT_EQ(pwrite(fd_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
    return fd_;
  }
  static Bytes pattern(size_t size) {
    Bytes bytes(size);
    for (size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 13 + (i >> 12));
    return bytes;
  }
  Bytes in_buffer() {
    Bytes bytes(kSize);
    EXPECT_TRUE(buffer_->read(0, bytes).ok());
    return bytes;
  }
  Bytes in_file() const {
    Bytes bytes(static_cast<size_t>(lseek(fd_, 0, SEEK_END)));
    EXPECT_EQ(pread(fd_, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
    return bytes;
  }

  test::FaultyFiles files_;
  std::shared_ptr<Context> context_;
  std::shared_ptr<Device> backend_;
  std::shared_ptr<Buffer> buffer_;
  int fd_ = -1;
};

TEST_F(FileTransfers, GoThereAndBackThoughTheSystemMovesAFewBytesAtATime) {
  files_.max_at_once = 999983;
  const Bytes bytes = pattern(kSize);
  const int fd = file_of(bytes);
  ASSERT_TRUE(read_file(buffer_, 0, {fd, 0, kSize}).ok());
  EXPECT_TRUE(in_buffer() == bytes);
  file_of({});
  ASSERT_TRUE(write_file(buffer_, 1, {fd_, 2, kSize - 1}).ok());
  EXPECT_EQ(in_file().size(), kSize + 1);
  EXPECT_TRUE(std::equal(bytes.begin() + 1, bytes.end(), in_file().begin() + 2));
}

// A failing call, whichever it is, leaves the buffer and the length of the file as they were.
TEST_F(FileTransfers, EveryCallMayFailInEveryWay) {
  const Bytes before = in_buffer();
  for (const int error : {EIO, ENOSPC, EINVAL}) {
    for (const uint64_t part : {uint64_t{kSize}, uint64_t{kSize - 5}}) {
      file_of(pattern(kSize));
      int failures = 0;
      files_.max_at_once = kSize / 3;
      for (int nth = 1; nth < 20; ++nth) {
        files_.arm(nth, error);
        const Status status = read_file(buffer_, kSize - part, {fd_, 0, part});
        const bool struck = files_.has_struck();
        files_.disarm();
        if (!struck) break;
        ++failures;
        ASSERT_FALSE(status.ok()) << nth;
        EXPECT_THAT(status.text(), HasSubstr(concat("file descriptor ", fd_)));
        EXPECT_TRUE(in_buffer() == before) << nth;
      }
      EXPECT_GE(failures, 5);
      ASSERT_TRUE(buffer_->write(0, before).ok());
    }
  }
}

TEST_F(FileTransfers, AWriteThatFailsLeavesTheFileAsLongAsItWas) {
  files_.max_at_once = kSize / 3;
  int failures = 0;
  for (int nth = 1; nth < 20; ++nth) {
    file_of(Bytes(10));
    files_.arm(nth, ENOSPC);
    const Status status = write_file(buffer_, 0, {fd_, 0, kSize});
    const bool struck = files_.has_struck();
    files_.disarm();
    if (!struck) break;
    if (status.ok()) continue;  // the system could not say whether it has space
    ++failures;
    EXPECT_EQ(in_file().size(), 10u) << nth;
  }
  EXPECT_GE(failures, 5);
}

TEST_F(FileTransfers, AFileTruncatedMeanwhileLeavesTheBufferAsItWas) {
  const Bytes before = in_buffer();
  const int fd = file_of(pattern(kSize));
  auto pending = test::value_of(read_file_async(buffer_, 0, {fd, 0, kSize}));
  EXPECT_EQ(pending->poll(), PendingState::kPending);
  ASSERT_EQ(ftruncate(fd, 17 << 20), 0);
  EXPECT_EQ(pending->wait(backend::Deadline::max()), PendingState::kFailed);
  EXPECT_THAT(pending->status().text(), HasSubstr("ends at byte 17825792"));
  EXPECT_TRUE(in_buffer() == before);
}

TEST_F(FileTransfers, PollingCarriesPendingWorkOnAndShowsItAllAtOnce) {
  const Bytes bytes = pattern(kSize), before = in_buffer();
  auto pending = read_file_async(buffer_, 0, {file_of(bytes), 0, kSize}).take();
  EXPECT_EQ(context_->completions().poll(), 0u);
  EXPECT_TRUE(in_buffer() == before);
  EXPECT_EQ(pending->poll(), PendingState::kReady);
  EXPECT_TRUE(in_buffer() == bytes);
  EXPECT_EQ(pending->report().value().output_bytes, kSize);
  EXPECT_TRUE(pending->collect({}).ok());
}

TEST_F(FileTransfers, LentThreadsDoThemWithoutAnybodyWaiting) {
  std::vector<std::thread> threads;
  ContextOptions options;
  options.run_job =
      test::lends([&](std::function<void()> job) { threads.emplace_back(std::move(job)); });
  begin(std::move(options));
  const Bytes bytes = pattern(kSize);
  auto pending = read_file_async(buffer_, 0, {file_of(bytes), 0, kSize}).take();
  threads.at(0).join();
  EXPECT_TRUE(in_buffer() == bytes);
  EXPECT_EQ(pending->poll(), PendingState::kReady);
}

TEST_F(FileTransfers, TheLibrarysOwnThreadDoesThem) {
  ContextOptions options;
  options.own_threads = true;
  begin(std::move(options));
  const Bytes bytes = pattern(kSize);
  file_of({});
  ASSERT_TRUE(buffer_->write(0, bytes).ok());
  auto pending = write_file_async(buffer_, 0, {fd_, 0, kSize}).take();
  std::atomic<bool> ended = false;
  ASSERT_TRUE(pending->on_complete([&](PendingState) { ended = true; }).ok());
  while (!ended) std::this_thread::yield();
  EXPECT_TRUE(in_file() == bytes);
}

TEST_F(FileTransfers, WithoutThreadsThoseOfNobodyAreDoneAtOnce) {
  const Bytes bytes = pattern(kSize);
  EXPECT_EQ(test::value_of(read_file_async(buffer_, 0, {file_of(bytes), 0, kSize}, Owner::kNobody)),
            nullptr);
  EXPECT_TRUE(in_buffer() == bytes);
  file_of({});
  EXPECT_EQ(test::value_of(write_file_async(buffer_, 0, {fd_, 0, kSize}, Owner::kNobody)), nullptr);
  EXPECT_TRUE(in_file() == bytes);
}

// Whoever sees it first: a lent thread, or who waits for the device.
TEST_F(FileTransfers, AFailureOfOneThatNobodyHasIsToldOnce) {
  for (const bool waits : {false, true}) {
    std::vector<std::function<void()>> jobs;
    std::vector<std::string> logged;
    ContextOptions options;
    options.run_job =
        test::lends([&](std::function<void()> job) { jobs.push_back(std::move(job)); });
    options.log = [&](LogLevel, std::string_view text) { logged.emplace_back(text); };
    begin(std::move(options));
    const LogSink& log = context_->log_sink();
    const int fd = file_of(pattern(kSize));
    ASSERT_TRUE(read_file_async(buffer_, 0, {fd, 0, kSize}, Owner::kNobody).ok());
    ASSERT_EQ(ftruncate(fd, 17 << 20), 0);
    if (waits) {
      EXPECT_TRUE(backend_->unowned().wait(backend::Deadline::max(), log));
    }
    jobs.at(0)();
    EXPECT_THAT(backend_->unowned().take_failure(log).text(), HasSubstr("ends at byte"));
    EXPECT_TRUE(backend_->unowned().take_failure(log).ok());
    EXPECT_EQ(logged.size(), 1u);
    buffer_.reset();
    backend_.reset();
  }
}

TEST_F(FileTransfers, AbandonedOnesShowNothing) {
  const Bytes before = in_buffer();
  auto read = read_file_async(buffer_, 0, {file_of(pattern(kSize)), 0, kSize}).take();
  EXPECT_EQ(read->poll(), PendingState::kPending);
  read.reset();
  EXPECT_TRUE(in_buffer() == before);
  file_of(Bytes(3));
  auto write = write_file_async(buffer_, 0, {fd_, 0, kSize}).take();
  EXPECT_EQ(write->poll(), PendingState::kPending);
  write.reset();
  EXPECT_EQ(in_file().size(), 3u);
}

TEST_F(FileTransfers, ABufferFreedMeanwhileIsNamed) {
  auto pending = read_file_async(buffer_, 0, {file_of(pattern(kSize)), 0, kSize}).take();
  ASSERT_TRUE(buffer_->free().ok());
  EXPECT_EQ(pending->wait(backend::Deadline::max()), PendingState::kFailed);
  EXPECT_THAT(pending->status().text(), HasSubstr("was freed"));
}

TEST_F(FileTransfers, WorkUnderWayKeepsTheMemoryThatItBeganWith) {
  const auto earlier = buffer_->memory(0).take();
  ASSERT_TRUE(read_file(buffer_, 0, {file_of(pattern(kSize)), 0, kSize}).ok());
  EXPECT_NE(buffer_->memory(0).take(), earlier);
  const auto whole = buffer_->memory(0).take();
  ASSERT_TRUE(read_file(buffer_, 4, {fd_, 0, 4}).ok());
  EXPECT_EQ(buffer_->memory(0).take(), whole);
}

}  // namespace
}  // namespace vyre::runtime
