// Backends of tables: sixteen threads get what one thread gets. Run under the thread sanitizer too.
#include "support/threads.h"

#include <atomic>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

constexpr uint32_t kThreads = 16;

class PluginThreads : public testing::TestWithParam<vyre_plugin_flags> {};

TEST_P(PluginThreads, SixteenEqualOne) {
  Scripted scripted;
  scripted.table.flags |= GetParam();
  scripted.what.waits = 1;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, kIncrement);
  const Pipeline whole = make_pipeline(opened, kAcrossTheGrid);
  std::atomic<uint32_t> wrong = 0;
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 4; ++round) {
      if (!increments(pipeline, 1000 * t + round, 30 + t).empty()) ++wrong;
      AcrossTheGrid data;
      data.in.assign(16, t);
      vyre_error* error = data.run(whole);
      if (error != nullptr || data.out[7] != t + 1 || data.mid[7] != 2 * t + 1) ++wrong;
      vyre_error_destroy(error);
    }
  });
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(scripted.what.order_broken, 0u);
  if ((GetParam() & VYRE_PLUGIN_ONE_AT_A_TIME) != 0) {
    EXPECT_EQ(scripted.what.max_inside, 1u);
  }
}

TEST_P(PluginThreads, OneBufferIsIncrementedByAll) {
  Scripted scripted;
  scripted.table.flags |= GetParam();
  scripted.what.waits = 1;
  const Opened opened = open_table(scripted.table);
  const Pipeline pipeline = make_pipeline(opened, R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "n", "type": "U32", "count": 1, "access": "read_write"}],
    "body": [{"store": "n", "at": 0, "value": {"add": [{"load": "n", "at": 0}, 1]}}]})");
  const Buffer buffer = make_buffer(opened, 4);
  on_threads(kThreads, [&](uint32_t t) {
    for (uint32_t round = 0; round < 8; ++round) {
      const Work work = begin_dispatch(pipeline, {bind_buffer(0, buffer)});
      if (t % 2 == 0) wait_for(work);
      if (t % 3 == 0) words_of(buffer);
    }
  });
  EXPECT_EQ(words_of(buffer)[0], kThreads * 8);
  EXPECT_EQ(scripted.what.order_broken, 0u);
  EXPECT_EQ(scripted.what.freed_in_use, 0u);
}

INSTANTIATE_TEST_SUITE_P(Flags, PluginThreads, testing::Values(0, VYRE_PLUGIN_ONE_AT_A_TIME));

}  // namespace
}  // namespace vyre::test
