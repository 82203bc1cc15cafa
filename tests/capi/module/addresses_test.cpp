// Buffers by their address, in push constants and in memory.
#include <array>

#include "capi/support/sequence_support.h"
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

struct Push {
  uint64_t count = 2;
  uint64_t table = 0;
  std::array<uint64_t, 2> results = {};
};

class SpirvAddresses : public testing::Test {
 protected:
  void SetUp() override {
    const vyre_device_info& info = *vyre_device_get_info(session_.device.get());
    if ((info.features & VYRE_FEATURE_BUFFER_ADDRESSES) == 0)
      GTEST_SKIP() << "the device has no addresses";
    pipeline_ = make(session_, "addresses");
    push_.table = address(table_);
    for (size_t i = 0; i < 2; ++i) push_.results[i] = address(results_[i]);
    const uint64_t addresses[] = {address(inputs_[0]), address(inputs_[1])};
    EXPECT_TRUE(ok(vyre_buffer_write(table_.get(), 0, addresses, sizeof addresses)));
    fill(inputs_[0], 20);
    fill(inputs_[1], 300);
  }

  Buffer buffer() const {
    return made<Buffer>(vyre_buffer_create, session_.device.get(), uint64_t{256}, nullptr);
  }
  static uint64_t address(const Buffer& of) {
    uint64_t address = 0;
    EXPECT_TRUE(ok(vyre_buffer_get_address(of.get(), &address)));
    EXPECT_NE(address, 0u);
    return address;
  }
  static void fill(const Buffer& of, uint32_t word) {
    EXPECT_TRUE(ok(vyre_buffer_fill(of.get(), 0, 256, word)));
  }
  static Words words(const Buffer& of) {
    Words words(64);
    EXPECT_TRUE(ok(vyre_buffer_read(of.get(), 0, words.data(), 256)));
    return words;
  }
  vyre_error* run() const { return dispatch(pipeline_, {}, with_grid(pushing(push_), 1)); }

  Opened session_ = open_device("vulkan");
  Buffer table_ = buffer(), inputs_[2] = {buffer(), buffer()}, results_[2] = {buffer(), buffer()};
  Pipeline pipeline_;
  Push push_;
};

TEST_F(SpirvAddresses, ArePushedAndStandInMemory) {
  ASSERT_TRUE(ok(run()));
  EXPECT_EQ(words(results_[0]), Words(64, 320));
  EXPECT_EQ(words(results_[1]), Words(64, 640));
  EXPECT_EQ(address(table_), push_.table);  // it stays
}

TEST_F(SpirvAddresses, ThatArePushedLieInBuffers) {
  push_.results[1] = push_.results[0] + 256 + (uint64_t{1} << 40);
  EXPECT_TRUE(refused(run(), VYRE_ERROR_INVALID_ARGUMENT,
                      {std::to_string(push_.results[1]), "at offset 24", "get_address"}));
  push_.results[1] = address(results_[1]);
  ASSERT_TRUE(ok(run()));
}

TEST_F(SpirvAddresses, OfFreedBuffersAreRefused) {
  ASSERT_TRUE(ok(vyre_buffer_free(results_[1].get())));
  EXPECT_TRUE(refused(run(), VYRE_ERROR_INVALID_ARGUMENT, {std::to_string(push_.results[1])}));
  uint64_t none = 1;
  EXPECT_TRUE(refused(vyre_buffer_get_address(results_[1].get(), &none),
                      VYRE_ERROR_INVALID_ARGUMENT, {"was freed"}));
  EXPECT_EQ(none, 0u);
  results_[0].reset();
  EXPECT_TRUE(refused(run(), VYRE_ERROR_INVALID_ARGUMENT, {std::to_string(push_.results[0])}));
}

// The work holds what it may reach, whoever lets go of it.
TEST_F(SpirvAddresses, KeepBuffersUntilTheWorkHasEnded) {
  const vyre_dispatch_desc desc = with_grid(pushing(push_), 1);
  vyre_work* raw = nullptr;
  ASSERT_TRUE(ok(vyre_dispatch_async(pipeline_.get(), nullptr, 0, &desc, &raw)));
  const Work work(raw);
  for (Buffer& input : inputs_) input.reset();
  table_.reset();
  EXPECT_EQ(words(results_[1]), Words(64, 640));
}

// Recorded steps see what earlier steps wrote, though nothing is bound.
TEST_F(SpirvAddresses, AreInTheBarriersOfSequences) {
  const Sequence sequence = make_sequence(session_);
  const vyre_dispatch_desc desc = with_grid(pushing(push_), 1);
  for (uint32_t word = 1; word <= 3; ++word) {
    add_write(sequence, inputs_[0], 0, Words(64, word));
    add_dispatch(sequence, pipeline_, {}, &desc);
    add_copy(sequence, results_[0], 0, inputs_[1], 0, 256);
  }
  ASSERT_TRUE(ok(vyre_sequence_run(sequence.get(), nullptr, nullptr)));
  EXPECT_EQ(words(inputs_[1]), Words(64, 300 + 1 + 2 + 3));
}

TEST(SpirvAddressesOfOthers, AreRefused) {
  const Opened oracle = open_device("cpu-ref");
  const auto buffer = made<Buffer>(vyre_buffer_create, oracle.device.get(), uint64_t{4}, nullptr);
  uint64_t address = 1;
  EXPECT_TRUE(refused(vyre_buffer_get_address(buffer.get(), &address),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"VYRE_FEATURE_BUFFER_ADDRESSES"}));
}

}  // namespace
}  // namespace vyre::test
