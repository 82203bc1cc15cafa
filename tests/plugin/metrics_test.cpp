// What a table counts itself: the metrics of every device, its own, and those that are none.
#include <functional>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_tools.h"

namespace vyre::test {
namespace {

constexpr size_t kKnown = 54;  // metrics that every device has: the last twelve are misses

// A table whose metrics are what the test tells, and what was logged.
struct Counting : Scripted {
  Counting() {
    now = this;
    table.get_metrics = [](void*, vyre_metric_sink* sink) -> vyre_error* {
      if (now->tell) now->tell(sink);
      return nullptr;
    };
    inner = table;
    table.open_device = [](void* user, uint32_t number, const vyre_plugin_host* given, void** out) {
      now->host = given;
      return now->inner.open_device(user, number, given, out);
    };
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.vulkan_library = vyre_str("/there/is/no/loader.so");
    desc.log_level = VYRE_LOG_ERROR;
    desc.log_user = &logged;
    desc.log = [](void* user, vyre_log_level, vyre_string text) {
      static_cast<std::string*>(user)->append(text.data, text.size);
    };
    opened.context = made<Context>(vyre_context_create, &desc);
    EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &table)));
    opened.device = open_device(opened.context, "scripted");
  }
  ~Counting() {
    opened = {};
    now = nullptr;
  }

  void add(vyre_metric_sink* sink, const char* name, uint64_t value,
           vyre_metric_kind kind = VYRE_METRIC_KIND_COUNTER) const {
    host->metric_add(sink, vyre_str(name), vyre_str("bytes"), kind, value);
  }

  static inline Counting* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  const vyre_plugin_host* host = nullptr;
  std::function<void(vyre_metric_sink*)> tell;
  std::string logged;
  Opened opened;
};

TEST(PluginMetrics, ByAKnownNameAreThoseOfTheDevice) {
  Counting counting;
  counting.tell = [&](vyre_metric_sink* sink) {
    counting.add(sink, "device_bytes", 12, VYRE_METRIC_KIND_GAUGE);
    counting.add(sink, "record_ns", 34);
    counting.add(sink, "waits", VYRE_UNKNOWN);
  };
  EXPECT_EQ(metric_of(counting.opened, VYRE_METRIC_DEVICE_BYTES), 12u);
  EXPECT_EQ(metric_of(counting.opened, VYRE_METRIC_RECORD_NS), 34u);
  EXPECT_EQ(metric_of(counting.opened, VYRE_METRIC_WAITS), VYRE_UNKNOWN);
  EXPECT_EQ(metrics_of(counting.opened).size(), kKnown);
  EXPECT_EQ(counting.logged, "");
}

TEST(PluginMetrics, AreNotCalledWhatCannotBeShown) {
  Counting counting;
  const std::string name = std::string("\0\xff", 2) + std::string(1 << 20, 'a');
  counting.tell = [&](vyre_metric_sink* sink) {
    counting.host->metric_add(sink, c_string(name), vyre_str("bytes"), VYRE_METRIC_KIND_GAUGE, 1);
  };
  EXPECT_EQ(metrics_of(counting.opened).size(), kKnown);
  EXPECT_THAT(counting.logged, HasSubstr("the metric '\\x00\\xffaaa"));
  EXPECT_THAT(counting.logged, HasSubstr("cannot be shown. Fix: "));
}

TEST(PluginMetrics, OfItsOwnStandBehindThose) {
  Counting counting;
  counting.tell = [&](vyre_metric_sink* sink) {
    counting.add(sink, "pages", 7, VYRE_METRIC_KIND_GAUGE);
    counting.add(sink, "submissions", 5);
    counting.add(sink, "faults", 9);
  };
  const auto list = made<MetricList>(vyre_metric_list_create, counting.opened.device.get());
  const vyre_metric_list_info* info = vyre_metric_list_get_info(list.get());
  ASSERT_EQ(info->metric_count, kKnown + 2);
  const vyre_metric_info& pages = *info->metrics[kKnown];
  EXPECT_STREQ(pages.name.data, "pages");
  EXPECT_STREQ(pages.unit.data, "bytes");
  EXPECT_EQ(pages.value, 7u);
  EXPECT_EQ(pages.kind, VYRE_METRIC_KIND_GAUGE);
  EXPECT_EQ(static_cast<uint32_t>(pages.id), UINT32_MAX);
  EXPECT_STREQ(info->metrics[kKnown + 1]->name.data, "faults");
  EXPECT_EQ(metric_of(counting.opened, VYRE_METRIC_SUBMISSIONS), 5u);
}

// A call that lists metrics does not fail for what a table tells: it is logged, and nothing of it
// is listed.
TEST(PluginMetrics, ThatAreNoneAreLoggedAndLeaveAllUnknown) {
  Counting counting;
  const auto logged = [&](auto tell) {
    counting.logged.clear();
    counting.tell = [&](vyre_metric_sink* sink) {
      counting.add(sink, "device_bytes", 12);
      tell(sink);
    };
    EXPECT_EQ(metric_of(counting.opened, VYRE_METRIC_DEVICE_BYTES), VYRE_UNKNOWN);
    EXPECT_THAT(counting.logged, AllOf(StartsWith("backend 'scripted', get_metrics: metric_add: "),
                                       HasSubstr("Fix: ")));
    return counting.logged;
  };
  EXPECT_THAT(logged([&](auto* sink) { counting.add(sink, "", 1); }), HasSubstr("name is empty"));
  EXPECT_THAT(logged([&](auto* sink) { counting.add(sink, "device_bytes", 1); }),
              HasSubstr("'device_bytes' is told twice"));
  EXPECT_THAT(logged([&](auto* sink) {
                counting.add(sink, "pages", 1);
                counting.add(sink, "pages", 1);
              }),
              HasSubstr("'pages' is told twice"));
  for (const char* name : {"cache_hits", "disk_writes", "disk_misses"}) {
    EXPECT_THAT(logged([&](auto* sink) { counting.add(sink, name, 1); }),
                HasSubstr("'" + std::string(name) + "' is the library's"));
  }
  EXPECT_THAT(
      logged([&](auto* sink) { counting.add(sink, "pages", 1, static_cast<vyre_metric_kind>(2)); }),
      HasSubstr("kind is 2"));
}

TEST(PluginMetrics, OfACallThatFailsAreUnknown) {
  Scripted scripted;
  const Opened opened = open_table(scripted.table);
  scripted.what.failing = ENTRY_get_metrics;
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DEVICE_BYTES), VYRE_UNKNOWN);
  EXPECT_EQ(metric_of(opened, VYRE_METRIC_DISPATCHES), 0u);
}

}  // namespace
}  // namespace vyre::test
