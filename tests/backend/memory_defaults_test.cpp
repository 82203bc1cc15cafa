#include <algorithm>
#include <cstring>

#include "support/refuses.h"
#include "support/scripted_backend.h"

namespace vyre::backend {
namespace {

using Bytes = std::vector<std::byte>;
using test::ScriptedDevice;

constexpr size_t kLarge = (size_t{9} << 20) + 3;

class MinimalMemory : public testing::Test {
 protected:
  Bytes pattern() {
    Bytes bytes(kLarge);
    for (size_t i = 0; i < kLarge; ++i) bytes[i] = static_cast<std::byte>(i * 31 + (i >> 16));
    return bytes;
  }
  static std::span<std::byte> next(Pieces& pieces) { return pieces.next().take(); }
  std::shared_ptr<Memory> allocate(size_t size) {
    return backend_.allocate(size, {.unfilled = true}).take();
  }
  static Bytes& bytes_of(Memory& memory) {
    return static_cast<test::ScriptedMemory&>(memory).bytes;
  }

  ScriptedDevice backend_{"minimal"};
};

TEST_F(MinimalMemory, IsFilledAndDrainedThroughABoundedBuffer) {
  const Bytes bytes = pattern();
  const auto memory = allocate(kLarge + 2);
  size_t at = 0;
  auto pieces = backend_.fill(*memory, 2, kLarge).take();
  for (auto piece = next(*pieces); !piece.empty(); piece = next(*pieces)) {
    std::memcpy(piece.data(), bytes.data() + at, piece.size());
    at += piece.size();
  }
  Bytes back;
  pieces = backend_.drain(*memory, 2, kLarge).take();
  for (auto piece = next(*pieces); !piece.empty(); piece = next(*pieces)) {
    back.insert(back.end(), piece.begin(), piece.end());
  }
  EXPECT_TRUE(back == bytes);
  EXPECT_LT(backend_.max_moved, kLarge / 2);
}

TEST_F(MinimalMemory, IsCopiedThroughABoundedBuffer) {
  const auto from = allocate(kLarge), to = allocate(kLarge + 1);
  bytes_of(*from) = pattern();
  ASSERT_TRUE(backend_.copy(*from, 1, *to, 2, kLarge - 1).ok());
  EXPECT_TRUE(
      std::equal(bytes_of(*from).begin() + 1, bytes_of(*from).end(), bytes_of(*to).begin() + 2));
  EXPECT_LT(backend_.max_moved, kLarge / 2);
}

TEST_F(MinimalMemory, NothingIsAskedForNoBytes) {
  const auto memory = allocate(1);
  EXPECT_TRUE(next(*backend_.fill(*memory, 1, 0).take()).empty());
  EXPECT_TRUE(next(*backend_.drain(*memory, 1, 0).take()).empty());
  EXPECT_TRUE(backend_.copy(*memory, 0, *memory, 1, 0).ok());
}

TEST_F(MinimalMemory, APieceIsWrittenWhenTheNextIsAskedFor) {
  const auto memory = allocate(kLarge);
  {
    const auto pieces = backend_.fill(*memory, 0, kLarge).take();
    std::ranges::fill(next(*pieces), std::byte{1});
    std::ranges::fill(next(*pieces), std::byte{2});
  }
  EXPECT_EQ(std::ranges::count(bytes_of(*memory), std::byte{0}), kLarge - (size_t{4} << 20));
  EXPECT_EQ(std::ranges::count(bytes_of(*memory), std::byte{1}), size_t{4} << 20);
}

TEST_F(MinimalMemory, ImportsAndHostIoAreRefusedByName) {
  std::byte bytes[8];
  const auto memory = backend_.import_host({bytes, true, nullptr});
  EXPECT_THAT(memory,
              test::refuses(Code::kUnsupportedFeature, "device 'minimal' cannot use 8 bytes"));
  EXPECT_EQ(backend_.capabilities().host_import_alignment, 0u);
  EXPECT_FALSE(backend_.capabilities().runs_host_io);
}

TEST(MinimalLifecycle, Succeeds) {
  ScriptedDevice backend("minimal");
  EXPECT_TRUE(backend.prepare().ok());
  EXPECT_TRUE(backend.wait_idle(Deadline::max()).value());
  EXPECT_TRUE(backend.shutdown().ok());
  EXPECT_FALSE(backend.device_lost());
}

TEST(MinimalLifecycle, RecoveryIsRefusedByName) {
  ScriptedDevice backend("minimal");
  const Status status = backend.recover().status();
  EXPECT_THAT(status, test::refuses(Code::kUnsupportedFeature,
                                    "'minimal' lacks the feature 'recovery'. Fix: "));
}

TEST(MinimalLifecycle, CountsNothingThatItDoesNotKnow) {
  const Counters counters = ScriptedDevice("minimal").counters();
  EXPECT_EQ(counters.submissions, std::nullopt);
  EXPECT_EQ(counters.device_losses, std::nullopt);
}

}  // namespace
}  // namespace vyre::backend
