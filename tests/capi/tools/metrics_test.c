/* Metrics of a device: what is counted, by number and by name, and what nobody counts. */
#include "capi/support/on_backend.h"

#define MISSES 12u
#define METRICS (VYRE_METRIC_DISK_MISSES + MISSES)

static const uint32_t kTimes[] = {VYRE_METRIC_RECORD_NS, VYRE_METRIC_SUBMIT_NS, VYRE_METRIC_SPIN_NS,
                                  VYRE_METRIC_BLOCK_NS};
static const uint32_t kOfDevices[] = {
    VYRE_METRIC_DEVICE_NS,  VYRE_METRIC_DEVICE_TIMED,  VYRE_METRIC_UPLOADS,
    VYRE_METRIC_DOWNLOADS,  VYRE_METRIC_DEVICE_COPIES, VYRE_METRIC_DEVICE_COPIED_BYTES,
    VYRE_METRIC_RECORDINGS, VYRE_METRIC_REPETITIONS,   VYRE_METRIC_BARRIERS};

static vyre_metric_list* list_of(const vyre_device* device) {
  vyre_metric_list* list = NULL;
  OK(vyre_metric_list_create(device, &list));
  return list;
}

/* All numbers as they are now. */
typedef struct metrics {
  uint64_t of[METRICS];
} metrics;

static metrics metrics_of(const vyre_device* device) {
  metrics now;
  vyre_metric_list* list = list_of(device);
  const vyre_metric_list_info* info = vyre_metric_list_get_info(list);
  memset(&now, 0, sizeof now);
  for (size_t i = 0; i < METRICS && i < info->metric_count; ++i) {
    now.of[i] = info->metrics[i]->value;
  }
  vyre_metric_list_destroy(list);
  return now;
}

/* As with_fixture, in a context that measures times. */
static void with_times(void (*test)(fixture*)) {
  vyre_context_desc desc = validated();
  desc.flags |= VYRE_CONTEXT_MEASURE_TIMES;
  fixture f = make_fixture_in(&desc, backend_id, kIncrement);
  test(&f);
  destroy_fixture(&f);
}

static void dispatches(fixture* f, int times, const vyre_dispatch_desc* desc,
                       vyre_dispatch_result* result) {
  uint32_t in[3] = {1, 2, 3}, out[3];
  vyre_binding bindings[] = {vyre_bind_input(0, in, 12), vyre_bind_output(1, out, 12)};
  for (int i = 0; i < times; ++i) OK(vyre_dispatch(f->pipeline, bindings, 2, desc, result));
}

/* ---- The list ---- */

static int ends_with(vyre_string text, const char* end) {
  const size_t size = strlen(end);
  return text.size >= size && memcmp(text.data + text.size - size, end, size) == 0;
}

static void check_metric(const vyre_metric_info* metric, uint32_t id) {
  const char* unit = ends_with(metric->name, "_ns") ? "ns" : "";
  if (ends_with(metric->name, "_bytes") && id < VYRE_METRIC_DISK_MISSES) unit = "bytes";
  CHECK_EQUAL(sizeof *metric, metric->struct_size);
  CHECK_EQUAL(id, metric->id);
  CHECK(ends_well(metric->name) && ends_well(metric->unit) && ends_well(metric->text));
  CHECK(metric->name.size > 0 && metric->text.size > 0);
  CHECK(equals(metric->unit, unit));
}

static void lists_every_metric_by_its_number(fixture* f) {
  static const uint32_t gauges[] = {VYRE_METRIC_KERNELS_ALIVE, VYRE_METRIC_BUFFERS_ALIVE,
                                    VYRE_METRIC_DEVICE_BYTES, VYRE_METRIC_CACHE_ENTRIES,
                                    VYRE_METRIC_CACHE_BYTES};
  vyre_metric_list* list = list_of(f->device);
  const vyre_metric_list_info* info = vyre_metric_list_get_info(list);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK_EQUAL(METRICS, info->metric_count);
  for (uint32_t i = 0; i < info->metric_count; ++i) {
    check_metric(info->metrics[i], i);
    for (uint32_t k = 0; k < i; ++k) {
      CHECK(!equals(info->metrics[i]->name, info->metrics[k]->name.data));
    }
  }
  for (size_t i = 0; i < sizeof gauges / sizeof *gauges; ++i) {
    CHECK_EQUAL(VYRE_METRIC_KIND_GAUGE, info->metrics[gauges[i]]->kind);
  }
  CHECK_EQUAL(VYRE_METRIC_KIND_COUNTER, info->metrics[VYRE_METRIC_DISPATCHES]->kind);
  CHECK(equals(info->metrics[VYRE_METRIC_DISPATCHES]->name, "dispatches"));
  CHECK(contains(info->metrics[VYRE_METRIC_DISK_MISSES + 2]->name, "disk_misses"));
  CHECK_EQUAL(0, vyre_metric_list_get_info(NULL)->metric_count);
  vyre_metric_list_destroy(list);
  vyre_metric_list_destroy(NULL);
}

static void a_list_is_a_snapshot(fixture* f) {
  vyre_metric_list* list = list_of(f->device);
  const vyre_metric_list_info* info = vyre_metric_list_get_info(list);
  dispatches(f, 3, NULL, NULL);
  CHECK_EQUAL(0, info->metrics[VYRE_METRIC_DISPATCHES]->value);
  CHECK_EQUAL(3, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  vyre_device_destroy(f->device);
  f->device = NULL;
  CHECK(ends_well(info->metrics[0]->name)); /* lives as long as the list */
  vyre_metric_list_destroy(list);
}

/* ---- Numbers ---- */

static void tells_only_what_is_known(fixture* f) {
  dispatches(f, 2, NULL, NULL);
  const metrics plain = metrics_of(f->device);
  for (size_t i = 0; i < sizeof kTimes / sizeof *kTimes; ++i) {
    CHECK_EQUAL(VYRE_UNKNOWN, plain.of[kTimes[i]]);
  }
  for (size_t i = 0; i < sizeof kOfDevices / sizeof *kOfDevices; ++i) {
    CHECK_EQUAL(is_oracle(), plain.of[kOfDevices[i]] == VYRE_UNKNOWN);
  }
}

static uint64_t waited(const metrics* m) {
  return m->of[VYRE_METRIC_SPIN_NS] + m->of[VYRE_METRIC_BLOCK_NS];
}

/* Work that is over before it is waited for costs no wait, so it takes as many dispatches as it
 * takes. */
static int waits_take_time(fixture* f) {
  const metrics before = metrics_of(f->device);
  for (int i = 0; i < 1000; ++i) {
    dispatches(f, 1, NULL, NULL);
    const metrics now = metrics_of(f->device);
    if (waited(&now) > waited(&before)) return 1;
  }
  return 0;
}

static void adds_up_times(fixture* f) {
  const metrics start = metrics_of(f->device);
  for (size_t i = 0; i < sizeof kTimes / sizeof *kTimes; ++i) {
    CHECK_EQUAL(is_oracle(), start.of[kTimes[i]] == VYRE_UNKNOWN);
  }
  if (is_oracle()) return;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  dispatches(f, 1, NULL, &result);
  const metrics one = metrics_of(f->device);
  const uint64_t record = one.of[VYRE_METRIC_RECORD_NS], submit = one.of[VYRE_METRIC_SUBMIT_NS];
  CHECK(record > 0 && submit > 0);
  CHECK(record + submit + waited(&one) <= result.host_ns);
  dispatches(f, 3, NULL, NULL);
  const metrics four = metrics_of(f->device);
  CHECK(four.of[VYRE_METRIC_RECORD_NS] > record && four.of[VYRE_METRIC_SUBMIT_NS] > submit);
  CHECK(waits_take_time(f) && waits_take_time(f));
}

static void counts_recordings_and_host_bytes(fixture* f) {
  dispatches(f, 5, NULL, NULL);
  const metrics m = metrics_of(f->device);
  CHECK_EQUAL(5 * 12, m.of[VYRE_METRIC_UPLOADED_BYTES]);
  CHECK_EQUAL(5 * 12, m.of[VYRE_METRIC_DOWNLOADED_BYTES]);
  if (is_oracle()) return;
  CHECK_EQUAL(1, m.of[VYRE_METRIC_RECORDINGS]);
  CHECK_EQUAL(4, m.of[VYRE_METRIC_REPETITIONS]);
  CHECK(m.of[VYRE_METRIC_BARRIERS] > 0);
  CHECK_EQUAL(5, m.of[VYRE_METRIC_UPLOADS]);
  CHECK_EQUAL(5, m.of[VYRE_METRIC_DOWNLOADS]);
  CHECK_EQUAL(0, m.of[VYRE_METRIC_DEVICE_COPIES]);
  CHECK_EQUAL(0, m.of[VYRE_METRIC_DEVICE_TIMED] + m.of[VYRE_METRIC_DEVICE_NS]);
}

static void adds_up_what_the_device_measured(fixture* f) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  uint64_t sum = 0, timed = 0;
  desc.flags = VYRE_DISPATCH_TIMED;
  for (int i = 0; i < 3; ++i) {
    dispatches(f, 1, &desc, &result);
    if (result.device_ns == VYRE_UNKNOWN) continue;
    sum += result.device_ns;
    ++timed;
  }
  dispatches(f, 1, NULL, NULL);
  if (is_oracle()) {
    CHECK_EQUAL(0, timed);
    return;
  }
  CHECK_EQUAL(sum, metric_of(f->device, VYRE_METRIC_DEVICE_NS));
  CHECK_EQUAL(timed, metric_of(f->device, VYRE_METRIC_DEVICE_TIMED));
}

static void counts_copies_of_buffers(fixture* f) {
  uint32_t words[64] = {0};
  vyre_buffer* a = make_buffer(f->device, sizeof words);
  vyre_buffer* out = make_buffer(f->device, sizeof words);
  OK(vyre_buffer_write(a, 0, words, sizeof words));
  OK(vyre_buffer_read(a, 8, words, 16));
  const metrics before = metrics_of(f->device);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, out)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  const metrics after = metrics_of(f->device);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = 4;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  const metrics stable = metrics_of(f->device);
  CHECK_EQUAL(256, before.of[VYRE_METRIC_UPLOADED_BYTES]);
  CHECK_EQUAL(16, before.of[VYRE_METRIC_DOWNLOADED_BYTES]);
  if (!is_oracle()) {
    CHECK_EQUAL(1, before.of[VYRE_METRIC_UPLOADS]);
    CHECK_EQUAL(1, before.of[VYRE_METRIC_DOWNLOADS]);
    CHECK_EQUAL(1, after.of[VYRE_METRIC_UPLOADS]);
    CHECK_EQUAL(1, after.of[VYRE_METRIC_DOWNLOADS]);
    CHECK_EQUAL(0, after.of[VYRE_METRIC_DEVICE_COPIES]);
    CHECK(stable.of[VYRE_METRIC_DEVICE_COPIES] > 0);
    CHECK_EQUAL(stable.of[VYRE_METRIC_DEVICE_COPIES] * 256,
                stable.of[VYRE_METRIC_DEVICE_COPIED_BYTES]);
  }
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(out);
}

static void answers_after_a_shutdown(fixture* f) {
  dispatches(f, 1, NULL, NULL);
  OK(vyre_device_shutdown(f->device));
  CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  if (!is_oracle()) CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_RECORDINGS));
}

static void takes_no_null(fixture* f) {
  vyre_metric_list* list = (vyre_metric_list*)f;
  REFUSED(vyre_metric_list_create, "device is NULL", (NULL, &list));
  CHECK(list == NULL);
  REFUSED(vyre_metric_list_create, "out_list is NULL", (f->device, NULL));
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, lists_every_metric_by_its_number);
  with_fixture(kIncrement, a_list_is_a_snapshot);
  with_fixture(kIncrement, tells_only_what_is_known);
  with_times(adds_up_times);
  with_fixture(kIncrement, counts_recordings_and_host_bytes);
  with_fixture(kIncrement, adds_up_what_the_device_measured);
  with_fixture(kIncrement, counts_copies_of_buffers);
  with_fixture(kIncrement, answers_after_a_shutdown);
  with_fixture(kIncrement, takes_no_null);
  return finish();
}
