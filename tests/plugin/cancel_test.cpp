// Work of a table that is ended early: by a call, or behind its time.
#include <latch>

#include "capi/support/plugin_support.h"
#include "support/threads.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_sequence.h"

namespace vyre::test {
namespace {

constexpr uint32_t kForever = UINT32_MAX;  // looks until the work ends

// Dispatches of a + 1 from one buffer to another.
struct Table : Scripted {
  explicit Table(vyre_plugin_flags flags = 0) { table.flags |= flags; }

  void open() {
    opened = open_table(table);
    pipeline = make_pipeline(opened, kIncrement);
    for (Buffer& buffer : buffers) buffer = make_buffer(opened, 16);
  }
  Work begin(uint64_t timeout_ns = VYRE_FOREVER) const {
    vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
    desc.timeout_ns = timeout_ns;
    return begin_dispatch(pipeline, {bind_buffer(0, buffers[0]), bind_buffer(1, buffers[1])},
                          &desc);
  }
  uint32_t asked() const { return __atomic_load_n(&what.calls[ENTRY_cancel], __ATOMIC_RELAXED); }
  void wait_for_calls_of(int entry) const {
    while (__atomic_load_n(&what.calls[entry], __ATOMIC_RELAXED) == 0) std::this_thread::yield();
  }
  // Of all that was begun.
  uint32_t result() const {
    EXPECT_TRUE(ok(vyre_device_wait_idle(opened.device.get(), VYRE_FOREVER, nullptr)));
    return words_of(buffers[1])[0];
  }

  Opened opened;
  Pipeline pipeline;
  std::array<Buffer, 2> buffers;
};

void cancel(const Work& work) { EXPECT_TRUE(ok(vyre_work_cancel(work.get()))); }

void expect_canceled(const Work& work) {
  EXPECT_EQ(wait_for(work, 0), VYRE_WORK_FAILED);
  vyre_error* error = nullptr;
  EXPECT_TRUE(ok(vyre_work_get_error(work.get(), &error)));
  EXPECT_THAT(said(error), StartsWith("2012 the dispatch was cancelled. Fix: "));
}

class PluginCancel : public testing::TestWithParam<vyre_plugin_flags> {
 protected:
  Table table_{GetParam()};
};

TEST_P(PluginCancel, AsksTheTableOnceAndTellsTheOwnerAtOnce) {
  table_.what.waits = kForever;
  table_.open();
  const Work work = table_.begin();
  cancel(work);
  EXPECT_EQ(table_.asked(), 1u);
  expect_canceled(work);
  cancel(work);
  EXPECT_EQ(table_.asked(), 1u);
  EXPECT_EQ(table_.what.live_works, 1u);  // nobody has looked since
  EXPECT_EQ(table_.result(), 0u);
  EXPECT_EQ(table_.what.live_works, 0u);
  EXPECT_EQ(table_.what.order_broken, 0u);
}

TEST_P(PluginCancel, IsOfNoUseToATableThatHasNotGotTheWork) {
  table_.what.waits = kForever;
  table_.open();
  const Work first = table_.begin(), second = table_.begin();
  const bool is_ordered = (GetParam() & VYRE_PLUGIN_ORDERED) != 0;
  cancel(second);
  EXPECT_EQ(table_.asked(), is_ordered ? 1u : 0u);
  expect_canceled(second);
  cancel(first);
  EXPECT_EQ(table_.what.calls[ENTRY_submit], is_ordered ? 2u : 1u);
}

// What it does not end runs on, as with a table that lacks the function, or is older than it.
TEST_P(PluginCancel, LeavesWhatRunsOnBeforeAllThatComesLater) {
  enum { kDeaf, kWithout, kOld };
  for (const int how : {kDeaf, kWithout, kOld}) {
    Table table(GetParam());
    table.what.deaf = 1;
    if (how == kWithout) table.table.cancel = nullptr;
    if (how == kOld) table.table.struct_size = offsetof(vyre_backend_table, cancel);
    table.what.waits = 3;
    table.open();
    const Work work = table.begin();
    cancel(work);
    expect_canceled(work);
    EXPECT_EQ(table.asked(), how == kDeaf ? 1u : 0u);
    EXPECT_EQ(table.result(), 1u);
    EXPECT_EQ(table.what.order_broken, 0u);
  }
}

TEST_P(PluginCancel, ComesBehindATimeLimit) {
  table_.what.waits = kForever;
  table_.open();
  const Work work = table_.begin(0);
  EXPECT_EQ(wait_for(work, 0), VYRE_WORK_FAILED);
  EXPECT_EQ(table_.asked(), 1u);
  const Words in = {1};
  Words out(1);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.timeout_ns = 0;
  EXPECT_THAT(
      said(dispatch(table_.pipeline, {bind_input(0, in), bind_output(1, out)}, &desc, nullptr)),
      StartsWith("2006 "));
  EXPECT_EQ(table_.asked(), 2u);
}

// By the thread that waits for the work.
TEST_P(PluginCancel, ReachesATableThatIsWaitedFor) {
  table_.what.waits = kForever;
  table_.open();
  const Work work = table_.begin();
  Threads waiter(1, [&](uint32_t) { EXPECT_EQ(wait_for(work), VYRE_WORK_FAILED); });
  table_.wait_for_calls_of(ENTRY_wait);
  cancel(work);
  waiter.join();
  EXPECT_EQ(table_.asked(), 1u);
  expect_canceled(work);
}

TEST_P(PluginCancel, OfASequenceEndsTheStepUnderWay) {
  table_.what.waits = kForever;
  table_.open();
  vyre_sequence* made = nullptr;
  ASSERT_TRUE(ok(vyre_sequence_create(table_.opened.device.get(), nullptr, &made)));
  const std::unique_ptr<vyre_sequence, void (*)(vyre_sequence*)> sequence(made,
                                                                          vyre_sequence_destroy);
  const vyre_binding bound[] = {bind_buffer(0, table_.buffers[0]),
                                bind_buffer(1, table_.buffers[1])};
  ASSERT_TRUE(
      ok(vyre_sequence_add_dispatch(made, table_.pipeline.get(), bound, 2, nullptr, nullptr)));
  Threads runner(1, [&](uint32_t) {
    EXPECT_THAT(said(vyre_sequence_run(made, nullptr, nullptr)), StartsWith("2012 "));
  });
  table_.wait_for_calls_of(ENTRY_wait);
  EXPECT_TRUE(ok(vyre_sequence_cancel(made)));
  runner.join();
  EXPECT_EQ(table_.asked(), 1u);
}

INSTANTIATE_TEST_SUITE_P(Flags, PluginCancel,
                         testing::Values(0, VYRE_PLUGIN_ONE_AT_A_TIME, VYRE_PLUGIN_ORDERED));

// A table that takes one call at a time is asked when it has time.
TEST(PluginCancelled, WaitsForNoOtherCall) {
  Table table(VYRE_PLUGIN_ONE_AT_A_TIME);
  table.what.waits = kForever;
  static vyre_backend_table plain;
  static std::latch* compiling;
  static std::latch* goes_on;
  std::latch inside(1), until(1);
  plain = table.table;
  compiling = goes_on = nullptr;
  table.table.compile = [](void* device, const vyre_plugin_compile* request, void** out) {
    if (compiling != nullptr) {
      compiling->count_down();
      goes_on->wait();
    }
    return plain.compile(device, request, out);
  };
  table.open();
  const Work work = table.begin();
  compiling = &inside;
  goes_on = &until;
  Threads compiler(1, [&](uint32_t) {
    Pipeline made;
    EXPECT_TRUE(ok(try_pipeline(table.opened, kIncrement, &made)));
  });
  inside.wait();
  cancel(work);
  EXPECT_EQ(table.asked(), 0u);
  expect_canceled(work);
  until.count_down();
  compiler.join();
  EXPECT_EQ(table.result(), 0u);
  EXPECT_EQ(table.asked(), 1u);
}

// The owner's work is over all the same.
TEST(PluginCancelled, AnErrorIsLogged) {
  Table table;
  table.what.waits = 2;
  table.what.failing = ENTRY_cancel;
  static std::string logged;
  logged.clear();
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  desc.log = [](void*, vyre_log_level, vyre_string text) { logged += string_of(text); };
  table.opened.context = made<Context>(vyre_context_create, &desc);
  ASSERT_TRUE(ok(vyre_context_add_backend(table.opened.context.get(), &table.table)));
  table.opened.device = open_device(table.opened.context, "scripted");
  table.pipeline = make_pipeline(table.opened, kIncrement);
  for (Buffer& buffer : table.buffers) buffer = make_buffer(table.opened, 16);
  const Work work = table.begin();
  logged.clear();
  cancel(work);
  expect_canceled(work);
  EXPECT_EQ(logged, "backend 'scripted', cancel: scripted. Fix: change the script");
}

}  // namespace
}  // namespace vyre::test
