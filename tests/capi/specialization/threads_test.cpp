// One map of specialization values on several threads. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include <string>

#include "capi/support/capi_support.h"

namespace vyre::test {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 2000;

// Sets, reads and removes a name of its own, and reads all of the map.
void use(vyre_spec_map* map, int thread) {
  const std::string name = "thread" + std::to_string(thread);
  for (int round = 0; round < kRounds; ++round) {
    vyre_spec_value value;
    size_t size = 0;
    ASSERT_TRUE(ok(vyre_spec_map_set(map, c_string(name), vyre_spec_i32(round))));
    ASSERT_TRUE(ok(vyre_spec_map_get(map, c_string(name), &value)));
    ASSERT_EQ(value.bits, static_cast<uint64_t>(round));
    ASSERT_TRUE(ok(vyre_spec_map_encode(map, nullptr, 0, &size)));
    ASSERT_GE(vyre_spec_map_count(map), 1u);
    ASSERT_NE(vyre_spec_map_hash(map), vyre_spec_map_hash(nullptr));
    ASSERT_TRUE(ok(vyre_spec_map_remove(map, c_string(name))));
  }
}

TEST(SpecMap, ThreadsShareOne) {
  const auto owner = made<SpecMap>(vyre_spec_map_create);
  vyre_spec_map* const map = owner.get();
  on_threads(kThreads, [map](uint32_t i) { use(map, static_cast<int>(i)); });
  EXPECT_EQ(vyre_spec_map_count(map), 0u);
  EXPECT_EQ(vyre_spec_map_hash(map), vyre_spec_map_hash(nullptr));
}

}  // namespace
}  // namespace vyre::test
