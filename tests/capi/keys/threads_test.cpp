// One array of constants and one program on several threads. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include "capi/support/capi_support.h"
#include "vyre_driver_keys.h"

namespace vyre::test {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 2000;

using Constants = std::vector<vyre_constant>;

uint64_t hash_of(const Constants& constants) {
  uint64_t hash = 0;
  EXPECT_TRUE(ok(vyre_constants_hash(constants.data(), constants.size(), &hash)));
  return hash;
}

std::string encoded(const Constants& constants) {
  const auto blob = made<Blob>(vyre_constants_encode, constants.data(), constants.size());
  const vyre_bytes bytes = vyre_blob_get_bytes(blob.get());
  return {static_cast<const char*>(bytes.data), bytes.size};
}

uint64_t key_of(const Program& program, const Constants& constants) {
  vyre_key key = {0, 0};
  EXPECT_TRUE(ok(vyre_program_get_key(program.get(), constants.data(), constants.size(), &key)));
  return key.high ^ key.low;
}

TEST(Keys, ThreadsShareOneProgramAndItsConstants) {
  const Constants constants = {vyre_constant_u32("tile", 16), vyre_constant_bool("fast", 1),
                               vyre_constant_f32("", 2.5f)};
  const Program program = load(nullptr, kIncrement);
  const uint64_t hash = hash_of(constants), key = key_of(program, constants);
  const std::string bytes = encoded(constants);
  on_threads(kThreads, [&](uint32_t thread) {
    for (int round = 0; round < kRounds; ++round) {
      ASSERT_EQ(hash_of(constants), hash);
      ASSERT_EQ(encoded(constants), bytes);
      ASSERT_EQ(key_of(program, constants), key);
      const Constants mine = {vyre_constant_u32("thread", thread)};
      ASSERT_NE(hash_of(mine), hash);
    }
  });
}

}  // namespace
}  // namespace vyre::test
