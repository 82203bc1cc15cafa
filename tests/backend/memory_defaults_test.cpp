#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "backend/backend.h"

namespace vyre::backend {
namespace {

using Bytes = std::vector<std::byte>;
constexpr size_t kLarge = (size_t{9} << 20) + 3;

struct HostMemory final : Memory {
  explicit HostMemory(size_t count) : bytes(count) {}
  uint64_t size() const override { return bytes.size(); }
  Bytes bytes;
};

// A backend with nothing but what every backend must have.
class MinimalBackend final : public Backend {
 public:
  std::string_view id() const override { return "minimal"; }
  std::string_view version() const override { return "1"; }
  const DeviceProfile& profile() const override { return profile_; }
  Result<std::shared_ptr<Memory>> allocate(uint64_t size) override {
    return std::shared_ptr<Memory>(std::make_shared<HostMemory>(static_cast<size_t>(size)));
  }
  Status write(Memory& memory, uint64_t offset, std::span<const std::byte> bytes) override {
    most_ = std::max(most_, bytes.size());
    std::memcpy(static_cast<HostMemory&>(memory).bytes.data() + offset, bytes.data(), bytes.size());
    return {};
  }
  Status read(Memory& memory, uint64_t offset, std::span<std::byte> bytes) override {
    most_ = std::max(most_, bytes.size());
    std::memcpy(bytes.data(), static_cast<HostMemory&>(memory).bytes.data() + offset, bytes.size());
    return {};
  }
  Result<std::shared_ptr<Executable>> compile(const CompileRequest&) override {
    return std::make_shared<Executable>();
  }
  Result<std::unique_ptr<Pending>> submit(const Dispatch&, const SubmitOptions&) override {
    return fail(Code::kUnsupportedFeature, "no. Fix: none");
  }
  size_t most() const { return most_; }  // bytes of one read or write

 private:
  DeviceProfile profile_;
  size_t most_ = 0;
};

class MinimalMemory : public testing::Test {
 protected:
  Bytes pattern() {
    Bytes bytes(kLarge);
    for (size_t i = 0; i < kLarge; ++i) bytes[i] = static_cast<std::byte>(i * 31 + (i >> 16));
    return bytes;
  }
  std::shared_ptr<Memory> allocate(size_t size) { return backend_.allocate_unfilled(size).take(); }
  static Bytes& bytes_of(Memory& memory) { return static_cast<HostMemory&>(memory).bytes; }

  MinimalBackend backend_;
};

TEST_F(MinimalMemory, IsFilledAndDrainedThroughABoundedBuffer) {
  const Bytes bytes = pattern();
  const auto memory = allocate(kLarge + 2);
  size_t at = 0;
  ASSERT_TRUE(backend_
                  .fill(*memory, 2, kLarge,
                        [&](std::span<std::byte> piece) {
                          std::memcpy(piece.data(), bytes.data() + at, piece.size());
                          at += piece.size();
                          return Status();
                        })
                  .ok());
  Bytes back;
  ASSERT_TRUE(backend_
                  .drain(*memory, 2, kLarge,
                         [&](std::span<const std::byte> piece) {
                           back.insert(back.end(), piece.begin(), piece.end());
                           return Status();
                         })
                  .ok());
  EXPECT_TRUE(back == bytes);
  EXPECT_LT(backend_.most(), kLarge / 2);
}

TEST_F(MinimalMemory, IsCopiedThroughABoundedBuffer) {
  const auto from = allocate(kLarge), to = allocate(kLarge + 1);
  bytes_of(*from) = pattern();
  ASSERT_TRUE(backend_.copy(*from, 1, *to, 2, kLarge - 1).ok());
  EXPECT_TRUE(
      std::equal(bytes_of(*from).begin() + 1, bytes_of(*from).end(), bytes_of(*to).begin() + 2));
  EXPECT_LT(backend_.most(), kLarge / 2);
}

TEST_F(MinimalMemory, NothingIsAskedForNoBytes) {
  const auto memory = allocate(1);
  EXPECT_TRUE(backend_.fill(*memory, 1, 0, nullptr).ok());
  EXPECT_TRUE(backend_.drain(*memory, 1, 0, nullptr).ok());
  EXPECT_TRUE(backend_.copy(*memory, 0, *memory, 1, 0).ok());
}

TEST_F(MinimalMemory, AFailureEndsTheWalk) {
  const auto memory = allocate(kLarge);
  int asked = 0;
  const Status status = backend_.fill(*memory, 0, kLarge, [&](auto) {
    return ++asked == 2 ? fail(Code::kInputOutput, "torn. Fix: none") : Status();
  });
  EXPECT_EQ(status.code(), Code::kInputOutput);
  EXPECT_EQ(asked, 2);
}

TEST_F(MinimalMemory, ImportsAndHostIoAreRefusedByName) {
  std::byte bytes[8];
  const auto memory = backend_.import_host({bytes, true, nullptr});
  ASSERT_FALSE(memory.ok());
  EXPECT_EQ(memory.error().code(), Code::kUnsupportedFeature);
  EXPECT_THAT(memory.error().text(), testing::HasSubstr("backend 'minimal' cannot use 8 bytes"));
  EXPECT_EQ(backend_.host_import_alignment(), 0u);
  EXPECT_FALSE(backend_.runs_host_io());
}

}  // namespace
}  // namespace vyre::backend
