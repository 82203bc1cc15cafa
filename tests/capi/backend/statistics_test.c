/* Statistics of a backend: where its time and its bytes went. */
#include "capi/support/on_backend.h"

static const uint64_t kTimes = VYRE_STATISTIC_RECORD_NS | VYRE_STATISTIC_SUBMIT_NS |
                               VYRE_STATISTIC_SPIN_NS | VYRE_STATISTIC_BLOCK_NS;
static const uint64_t kCounts =
    VYRE_STATISTIC_DEVICE_NS | VYRE_STATISTIC_DEVICE_TIMED | VYRE_STATISTIC_UPLOADS |
    VYRE_STATISTIC_UPLOADED_BYTES | VYRE_STATISTIC_DOWNLOADS | VYRE_STATISTIC_DOWNLOADED_BYTES |
    VYRE_STATISTIC_DEVICE_COPIES | VYRE_STATISTIC_DEVICE_COPIED_BYTES | VYRE_STATISTIC_RECORDINGS |
    VYRE_STATISTIC_REPETITIONS | VYRE_STATISTIC_BARRIERS;

static vyre_statistics statistics_of(const vyre_backend* backend) {
  vyre_statistics statistics = VYRE_STATISTICS_INIT;
  OK(vyre_backend_get_statistics(backend, &statistics));
  return statistics;
}

/* As with_fixture, in a context that measures times. */
static void with_times(void (*test)(fixture*)) {
  vyre_context_desc desc = validated();
  desc.flags |= VYRE_CONTEXT_STATISTICS;
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

static void tells_only_what_is_known(fixture* f) {
  dispatches(f, 2, NULL, NULL);
  const vyre_statistics plain = statistics_of(f->backend);
  CHECK_EQUAL(is_oracle() ? 0 : kCounts, plain.set);
  CHECK_EQUAL(0, plain.record_ns + plain.submit_ns + plain.spin_ns + plain.block_ns);
}

/* Work that is over before it is waited for costs no wait, so it takes as many dispatches as it
 * takes. */
static int waits_take_time(fixture* f) {
  const vyre_statistics before = statistics_of(f->backend);
  for (int i = 0; i < 1000; ++i) {
    dispatches(f, 1, NULL, NULL);
    const vyre_statistics now = statistics_of(f->backend);
    if (now.spin_ns + now.block_ns > before.spin_ns + before.block_ns) return 1;
  }
  return 0;
}

static void adds_up_times(fixture* f) {
  CHECK_EQUAL(is_oracle() ? 0 : (kCounts | kTimes), statistics_of(f->backend).set);
  if (is_oracle()) return;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  dispatches(f, 1, NULL, &result);
  const vyre_statistics one = statistics_of(f->backend);
  CHECK(one.record_ns > 0 && one.submit_ns > 0);
  CHECK(one.record_ns + one.submit_ns + one.spin_ns + one.block_ns <= result.host_ns);
  dispatches(f, 3, NULL, NULL);
  const vyre_statistics four = statistics_of(f->backend);
  CHECK(four.record_ns > one.record_ns && four.submit_ns > one.submit_ns);
  CHECK(waits_take_time(f) && waits_take_time(f));
}

static void counts_recordings_and_host_bytes(fixture* f) {
  dispatches(f, 5, NULL, NULL);
  const vyre_statistics statistics = statistics_of(f->backend);
  if (!is_oracle()) {
    CHECK_EQUAL(1, statistics.recordings);
    CHECK_EQUAL(4, statistics.repetitions);
    CHECK(statistics.barriers > 0);
    CHECK_EQUAL(5, statistics.uploads);
    CHECK_EQUAL(5 * 12, statistics.uploaded_bytes);
    CHECK_EQUAL(5, statistics.downloads);
    CHECK_EQUAL(5 * 12, statistics.downloaded_bytes);
    CHECK_EQUAL(0, statistics.device_copies + statistics.device_timed + statistics.device_ns);
  }
}

static void adds_up_what_the_device_measured(fixture* f) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  uint64_t sum = 0, timed = 0;
  desc.flags = VYRE_DISPATCH_TIMED;
  for (int i = 0; i < 3; ++i) {
    dispatches(f, 1, &desc, &result);
    if ((result.set & VYRE_RESULT_DEVICE_NS) == 0) continue;
    sum += result.device_ns;
    ++timed;
  }
  dispatches(f, 1, NULL, NULL);
  CHECK_EQUAL(sum, statistics_of(f->backend).device_ns);
  CHECK_EQUAL(timed, statistics_of(f->backend).device_timed);
}

static void counts_copies_of_buffers(fixture* f) {
  uint32_t words[64] = {0};
  vyre_buffer* a = make_buffer(f->backend, sizeof words);
  vyre_buffer* out = make_buffer(f->backend, sizeof words);
  OK(vyre_buffer_write(a, 0, words, sizeof words));
  OK(vyre_buffer_read(a, 8, words, 16));
  const vyre_statistics before = statistics_of(f->backend);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, out)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  const vyre_statistics after = statistics_of(f->backend);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.set = VYRE_DISPATCH_SET_ITERATIONS;
  desc.iterations = 4;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  const vyre_statistics stable = statistics_of(f->backend);
  if (!is_oracle()) {
    CHECK_EQUAL(1, before.uploads);
    CHECK_EQUAL(256, before.uploaded_bytes);
    CHECK_EQUAL(1, before.downloads);
    CHECK_EQUAL(16, before.downloaded_bytes);
    CHECK_EQUAL(before.uploads, after.uploads);
    CHECK_EQUAL(before.downloads, after.downloads);
    CHECK_EQUAL(0, after.device_copies);
    CHECK(stable.device_copies > 0);
    CHECK_EQUAL(stable.device_copies * 256, stable.device_copied_bytes);
  }
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(out);
}

static void answers_after_a_shutdown(fixture* f) {
  dispatches(f, 1, NULL, NULL);
  OK(vyre_backend_shutdown(f->backend));
  CHECK_EQUAL(is_oracle() ? 0 : 1, statistics_of(f->backend).recordings);
}

static void takes_no_null(fixture* f) {
  vyre_statistics statistics = VYRE_STATISTICS_INIT;
  REFUSES("|backend| is NULL", vyre_backend_get_statistics(NULL, &statistics));
  REFUSES("|out_statistics| is NULL", vyre_backend_get_statistics(f->backend, NULL));
  statistics.struct_size = 1;
  REFUSES("vyre_statistics", vyre_backend_get_statistics(f->backend, &statistics));
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, tells_only_what_is_known);
  with_times(adds_up_times);
  with_fixture(kIncrement, counts_recordings_and_host_bytes);
  with_fixture(kIncrement, adds_up_what_the_device_measured);
  with_fixture(kIncrement, counts_copies_of_buffers);
  with_fixture(kIncrement, answers_after_a_shutdown);
  with_fixture(kIncrement, takes_no_null);
  return finish();
}
