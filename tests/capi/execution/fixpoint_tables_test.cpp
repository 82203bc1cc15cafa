// Repetition until nothing changes: what only a device or only a table of functions shows, failures
// of every step among it.
#include "capi/support/fixpoint_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

// More words than one grid of the software device reaches in one dispatch; the last one changes.
TEST(FixpointOnVulkan, BuffersBeyondOneGridAreCompared) {
  constexpr uint64_t kSize = (uint64_t{64} << 20) + 64;
  const Opened opened = open_device("vulkan");
  const Pipeline counting = make_pipeline(opened, last_counts_to_three("U32"));
  const Buffer buffer = make_buffer(opened, kSize);
  EXPECT_EQ(passes_of(counting, {bind_buffer(0, buffer)}, once(until_stable(100))), 4u);
  uint32_t last = 0;
  EXPECT_TRUE(ok(vyre_buffer_read(buffer.get(), kSize - 4, &last, 4)));
  EXPECT_EQ(last, 3u);
}

TEST(FixpointOnVulkan, ProgramsWithStepsOfTheHostAreRefusedByName) {
  const Opened opened = open_device("vulkan");
  const Pipeline reads = make_pipeline(opened, R"({
    "buffers": [{"name": "h", "type": "U32", "access": "read_write", "kind": "persistent"}],
    "body": [{"let": "h", "value": {"call": "io.dma_from_nvme", "args": [{"i32": 0},
        {"opaque": "vyre.literal.u64", "payload": "0000000000000000"},
        {"opaque": "vyre.literal.u64", "payload": "1000000000000000"}]}}]})");
  EXPECT_THAT(
      said(dispatch(reads, {}, until_stable(3))),
      AllOf(StartsWith("1002 "), HasSubstr("VYRE_DISPATCH_UNTIL_STABLE"), HasSubstr("Fix: ")));
}

TEST(FixpointOnTables, SmallGridsCompareManyPieces) {
  Scripted scripted;
  for (uint32_t& axis : scripted.what.profile.max_workgroup_size) axis = 4;
  for (uint32_t& axis : scripted.what.profile.max_workgroup_count) axis = 2;
  scripted.what.profile.max_workgroup_invocations = 4;
  const Opened opened = open_table(scripted.table);
  const Pipeline counting = make_pipeline(opened, last_counts_to_three("U32"));
  Words words(1001);
  EXPECT_EQ(passes_of(counting, {bind_inout(0, words)}, once(until_stable(100))), 4u);
  EXPECT_EQ(words.back(), 3u);
  EXPECT_EQ(scripted.what.calls[ENTRY_submit], 4 * (1 + 126u));
}

TEST(FixpointOnTables, TheDevicesTimesOfThePassesAddUp) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline labels = make_pipeline(opened, kLabels);
  Chain chain;
  vyre_dispatch_desc desc = until_stable(200);
  desc.flags |= VYRE_DISPATCH_TIMED;
  EXPECT_EQ(chain.run(labels, desc), "success");
  EXPECT_EQ(chain.result.device_ns, 2 * kPasses * scripted.what.device_ns);
}

// What the program only reads, and a last pass, cost nothing.
TEST(FixpointOnTables, NothingIsCopiedWithoutNeed) {
  auto [scripted, opened] = On<Scripted>();
  const Pipeline labels = make_pipeline(opened, kLabels);
  Chain chain;
  EXPECT_EQ(chain.run(labels, until_stable(1)), "success");
  EXPECT_EQ(scripted.what.calls[ENTRY_copy_memory], 0u);
  EXPECT_EQ(scripted.what.calls[ENTRY_submit], 2u);
  EXPECT_EQ(scripted.what.calls[ENTRY_compile], 2u);

  const Pipeline reads = make_pipeline(opened, R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "a", "type": "U32", "count": 1, "binding": 0, "access": "read_write"},
                {"name": "b", "type": "U32", "count": 1, "binding": 1, "access": "read_write"}],
    "body": [{"store": "b", "at": 0, "value": {"load": "a", "at": 0}}]})");
  uint32_t a = 4, b = 0;
  EXPECT_TRUE(ok(
      dispatch(reads, {vyre_bind_inout(0, &a, 4), vyre_bind_inout(1, &b, 4)}, until_stable(50))));
  EXPECT_EQ(b, 4u);
  EXPECT_EQ(scripted.what.calls[ENTRY_copy_memory], 2u);  // of "b", before each of two passes
}

// A table whose |nth| submission takes long.
struct Slow : Scripted {
  explicit Slow(uint32_t nth) : left(nth) {
    now = this;
    inner = table;
    table.submit = [](void* device, const vyre_plugin_submission* submission, void** out) {
      now->what.waits = --now->left == 0 ? 2000 : 0;
      return now->inner.submit(device, submission, out);
    };
  }
  ~Slow() { now = nullptr; }

  static inline Slow* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  uint32_t left;
};

// The device takes too long for one of the passes, or for a comparison.
TEST(FixpointOnTables, ATimeOutInTheMiddleOfAPassLeavesNothing) {
  for (const uint32_t slow : {1u, 2u, 3u, 6u, 7u}) {
    Slow table(slow);
    const Opened opened = open_table(table.table);
    const Pipeline labels = make_pipeline(opened, kLabels);
    Chain chain;
    vyre_dispatch_desc desc = until_stable(200);
    desc.timeout_ns = 20'000'000;
    EXPECT_THAT(chain.run(labels, desc), StartsWith("2006 ")) << slow;
    EXPECT_EQ(chain.label, Chain::start());
    EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), VYRE_FOREVER, nullptr)));
    EXPECT_EQ(table.what.live_works, 0u);
    EXPECT_EQ(table.what.live_memories, 0u);
    EXPECT_EQ(table.what.freed_in_use, 0u);
  }
}

TEST(FixpointOnTables, EveryStepMayFailAndNothingIsLeftOfIt) {
  size_t failures = 0;
  for (const int entry : {ENTRY_allocate_memory, ENTRY_write_memory, ENTRY_read_memory,
                          ENTRY_copy_memory, ENTRY_compile, ENTRY_submit, ENTRY_wait}) {
    for (uint32_t nth = 1; nth <= 9; ++nth) {
      SCOPED_TRACE(::testing::Message() << "entry " << entry << ", call " << nth);
      FailingOnce failing(entry, nth);
      const Opened opened = open_table(failing.table);
      const Pipeline labels = make_pipeline(opened, kLabels);
      Chain chain;
      const std::string first = chain.run(labels, until_stable(200));
      if (failing.left > 0) continue;  // fewer calls than that
      ++failures;
      EXPECT_THAT(first, AllOf(StartsWith("1005 "), HasSubstr("Fix: ")));
      EXPECT_EQ(failing.what.live_works, 0u);
      EXPECT_EQ(failing.what.live_memories, 0u);
      chain = Chain();
      EXPECT_EQ(chain.run(labels, until_stable(200)), "success");
      EXPECT_THAT(chain.label, Each(7u));
      EXPECT_EQ(failing.what.live_memories, 0u);
      EXPECT_EQ(failing.what.order_broken, 0u);
    }
  }
  EXPECT_GE(failures, 40u);
}

}  // namespace
}  // namespace vyre::test
