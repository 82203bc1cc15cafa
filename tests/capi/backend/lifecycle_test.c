/* The life of a backend: warming up, flushing, counters, shutting down, and what is refused then.
 */
#include "capi/support/on_backend.h"

static vyre_counters counters_of(const vyre_backend* backend) {
  vyre_counters counters = VYRE_COUNTERS_INIT;
  OK(vyre_backend_get_counters(backend, &counters));
  return counters;
}

static void prepares_and_flushes(fixture* f) {
  uint32_t in = 41, out = 0;
  int32_t state = VYRE_PENDING;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  OK(vyre_backend_prepare(f->backend));
  OK(vyre_backend_prepare(f->backend));
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_backend_flush(f->backend));
  OK(vyre_pending_poll(pending, &state));
  CHECK_EQUAL(VYRE_READY, state);
  OK(vyre_pending_collect(pending, bindings, 2));
  CHECK_EQUAL(42, out);
  vyre_pending_destroy(pending);
}

static void counts(fixture* f) {
  uint32_t in[3] = {1, 2, 3}, out[3];
  vyre_binding bindings[] = {vyre_bind_input(0, in, 12), vyre_bind_output(1, out, 12)};
  for (int i = 0; i < 5; ++i) OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  vyre_buffer* buffer = make_buffer(f->backend, 1024);
  OK(vyre_buffer_write(buffer, 0, in, 12));
  OK(vyre_buffer_read(buffer, 0, out, 8));
  const vyre_counters counters = counters_of(f->backend);
  const uint64_t always = VYRE_COUNTER_DISPATCHES | VYRE_COUNTER_SPLIT_DISPATCHES |
                          VYRE_COUNTER_SEGMENTS | VYRE_COUNTER_GRID_BARRIERS |
                          VYRE_COUNTER_SPILLED_BYTES | VYRE_COUNTER_KERNELS_COMPILED |
                          VYRE_COUNTER_BUFFERS_ALIVE | VYRE_COUNTER_UPLOADED_BYTES |
                          VYRE_COUNTER_DOWNLOADED_BYTES | VYRE_COUNTER_RECOVERIES;
  const uint64_t of_devices = VYRE_COUNTER_SUBMISSIONS | VYRE_COUNTER_WAITS |
                              VYRE_COUNTER_KERNELS_ALIVE | VYRE_COUNTER_DEVICE_BYTES |
                              VYRE_COUNTER_MOST_DEVICE_BYTES | VYRE_COUNTER_TRAPS |
                              VYRE_COUNTER_DEVICE_LOSSES;
  CHECK_EQUAL(is_oracle() ? always : always | of_devices, counters.set);
  CHECK_EQUAL(5, counters.dispatches);
  CHECK_EQUAL(0, counters.segments);
  CHECK_EQUAL(1, counters.kernels_compiled);
  CHECK_EQUAL(1, counters.buffers_alive);
  CHECK_EQUAL(5 * 12 + 12, counters.uploaded_bytes);
  CHECK_EQUAL(5 * 12 + 8, counters.downloaded_bytes);
  CHECK_EQUAL(0, counters.device_losses + counters.recoveries + counters.traps);
  if (!is_oracle()) {
    CHECK(counters.submissions >= 5);
    CHECK_EQUAL(1, counters.kernels_alive);
    CHECK(counters.device_bytes > 0 && counters.most_device_bytes >= counters.device_bytes);
  }
  OK(vyre_buffer_free(buffer));
  CHECK_EQUAL(0, counters_of(f->backend).buffers_alive);
  vyre_buffer_destroy(buffer);
  CHECK_EQUAL(0, counters_of(f->backend).buffers_alive);
}

/* Two segments of four workgroups, with one value of each invocation kept between them. */
static const char* const kCut =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"let\": \"v\", \"value\": {\"load\": \"a\", \"at\": \"i\"}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"v\"},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"add\": [\"v\", "
    "{\"load\": \"out\", \"at\": {\"bit_xor\": [\"i\", 15]}}]}}]}";

static void counts_segments(fixture* f) {
  uint32_t in[16], out[16] = {0};
  for (uint32_t i = 0; i < 16; ++i) in[i] = i;
  vyre_binding bindings[] = {vyre_bind_input(0, in, 64), vyre_bind_inout(1, out, 64)};
  const vyre_dispatch_desc desc = on_grid(4, 1);
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  const vyre_counters counters = counters_of(f->backend);
  CHECK_EQUAL(1, counters.dispatches);
  CHECK_EQUAL(is_oracle() ? 0 : 1, counters.split_dispatches);
  CHECK_EQUAL(is_oracle() ? 0 : 2, counters.segments);
  CHECK_EQUAL(is_oracle() ? 0 : 1, counters.grid_barriers);
  CHECK_EQUAL(is_oracle() ? 0 : 64, counters.spilled_bytes);
}

static void recovers_only_what_is_lost(fixture* f) {
  int32_t lost = 1;
  OK(vyre_backend_is_lost(f->backend, &lost));
  CHECK_EQUAL(0, lost);
  if (is_oracle()) {
    FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref' lacks the feature 'recovery'",
          vyre_backend_recover(f->backend));
  } else {
    OK(vyre_backend_recover(f->backend));
  }
  CHECK_EQUAL(0, counters_of(f->backend).recoveries);
}

static void makes_restorable_buffers(fixture* f) {
  vyre_buffer* buffer = NULL;
  vyre_buffer_options options = VYRE_BUFFER_OPTIONS_INIT;
  uint32_t value = 7, back = 0;
  options.flags = VYRE_BUFFER_OPTION_RESTORABLE;
  OK(vyre_buffer_create_with(f->backend, 4, &options, &buffer));
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  OK(vyre_buffer_read(buffer, 0, &back, 4));
  CHECK_EQUAL(7, back);
  vyre_buffer_destroy(buffer);
  OK(vyre_buffer_create_with(f->backend, 4, NULL, &buffer));
  vyre_buffer_destroy(buffer);
  options.flags = 2;
  REFUSES("vyre_buffer_options.flags", vyre_buffer_create_with(f->backend, 4, &options, &buffer));
  CHECK(buffer == NULL);
  options.flags = VYRE_BUFFER_OPTION_RESTORABLE;
  FAILS(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, "",
        vyre_buffer_create_with(f->backend, UINT64_C(1) << 60, &options, &buffer));
}

static void refuses_everything_after_a_shutdown(fixture* f) {
  const char* const text = "was shut down";
  vyre_buffer* other = NULL;
  vyre_pipeline* pipeline = NULL;
  uint32_t in = 41, out = 0;
  int32_t lost = 1;
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_buffer* buffer = make_buffer(f->backend, 4);
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_backend_shutdown(f->backend));
  REFUSES(text, vyre_backend_shutdown(f->backend));
  REFUSES(text, vyre_backend_prepare(f->backend));
  REFUSES(text, vyre_backend_flush(f->backend));
  REFUSES(text, vyre_backend_recover(f->backend));
  REFUSES(text, vyre_buffer_create(f->backend, 4, &other));
  REFUSES(text, vyre_buffer_write(buffer, 0, &in, 4));
  REFUSES(text, vyre_buffer_read(buffer, 0, &out, 4));
  REFUSES(text, vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  REFUSES(text, vyre_pipeline_create(f->backend, f->program, NULL, &pipeline));
  OK(vyre_pending_collect(pending, bindings, 2)); /* begun before */
  CHECK_EQUAL(42, out);
  OK(vyre_backend_is_lost(f->backend, &lost));
  CHECK_EQUAL(0, lost);
  OK(vyre_backend_get_profile(f->backend, &profile));
  CHECK(profile.name.size > 0 && vyre_backend_id(f->backend).size > 0);
  CHECK_EQUAL(1, counters_of(f->backend).dispatches);
  OK(vyre_buffer_free(buffer));
  REFUSES("was freed already", vyre_buffer_free(buffer));
  vyre_buffer_destroy(buffer);
  vyre_pending_destroy(pending);
}

static void takes_no_null(fixture* f) {
  int32_t lost = 7;
  vyre_buffer* buffer = NULL;
  vyre_counters counters = VYRE_COUNTERS_INIT;
  REFUSES("|backend| is NULL", vyre_backend_prepare(NULL));
  REFUSES("|backend| is NULL", vyre_backend_flush(NULL));
  REFUSES("|backend| is NULL", vyre_backend_shutdown(NULL));
  REFUSES("|backend| is NULL", vyre_backend_recover(NULL));
  REFUSES("|backend| is NULL", vyre_backend_is_lost(NULL, &lost));
  CHECK_EQUAL(0, lost);
  REFUSES("NULL", vyre_backend_is_lost(f->backend, NULL));
  REFUSES("|backend| is NULL", vyre_backend_get_counters(NULL, &counters));
  REFUSES("|out_counters| is NULL", vyre_backend_get_counters(f->backend, NULL));
  counters.struct_size = 1;
  REFUSES("vyre_counters", vyre_backend_get_counters(f->backend, &counters));
  REFUSES("|backend| is NULL", vyre_buffer_create_with(NULL, 4, NULL, &buffer));
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, prepares_and_flushes);
  with_fixture(kIncrement, counts);
  with_fixture(kCut, counts_segments);
  with_fixture(kIncrement, recovers_only_what_is_lost);
  with_fixture(kIncrement, makes_restorable_buffers);
  with_fixture(kIncrement, refuses_everything_after_a_shutdown);
  with_fixture(kIncrement, takes_no_null);
  return finish();
}
