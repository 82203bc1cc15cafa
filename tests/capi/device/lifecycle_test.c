/* The life of a device: warming up, waiting, counting, shutting down, and what is refused then. */
#include "capi/support/on_backend.h"

static void prepares_and_waits(fixture* f) {
  uint32_t in = 41, out = 0, idle = 9;
  vyre_work_state state = VYRE_WORK_RUNNING;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  OK(vyre_device_prepare(f->device));
  OK(vyre_device_prepare(f->device));
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, idle);
  OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(42, out);
  idle = 0;
  OK(vyre_device_wait_idle(f->device, 0, &idle)); /* looks */
  CHECK_EQUAL(1, idle);
  OK(vyre_device_wait_idle(f->device, 0, NULL));
  vyre_work_destroy(work);
}

/* One look at a time gets there too. */
static void looks_until_it_is_idle(fixture* f) {
  uint32_t in[64] = {1}, idle = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in), vyre_bind_zeros(1, sizeof in)};
  vyre_work_destroy(begin_dispatch(f->pipeline, bindings, 2)); /* goes on */
  while (!idle) OK(vyre_device_wait_idle(f->device, 0, &idle));
  CHECK_EQUAL(1, idle);
}

static const char* const kTraps =
    "{\"workgroup_size\": [1, 1, 1], \"buffers\": ["
    "{\"name\": \"n\", \"type\": \"U32\", \"access\": \"read_write\"}],"
    "\"body\": [{\"trap\": 1, \"tag\": \"unlucky\"}]}";

static void note_line(void* user, vyre_log_level level, vyre_string text) {
  (void)level;
  if (contains(text, "unlucky")) ++*(int*)user;
}

/* Work that nobody holds tells its failure to the log, and to the next wait, once. */
static void waits_return_what_no_work_tells(void) {
  uint32_t idle = 0;
  int lines = 0;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log = note_line;
  desc.log_user = &lines;
  fixture made = make_fixture_in(&desc, backend_id, kTraps), *f = &made;
  const vyre_binding binding = vyre_bind_zeros(0, 4);
  for (int i = 0; i < 2; ++i) {
    OK(vyre_dispatch_async(f->pipeline, &binding, 1, NULL, NULL));
    FAILS(VYRE_ERROR_DISPATCH_FAILED, "unlucky",
          vyre_device_wait_idle(f->device, VYRE_FOREVER, &idle));
    OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, &idle));
    CHECK_EQUAL(1, idle);
    CHECK_EQUAL(i + 1, lines);
  }
  destroy_fixture(f);
}

static const uint32_t kAlways[] = {VYRE_METRIC_DISPATCHES,       VYRE_METRIC_SPLIT_DISPATCHES,
                                   VYRE_METRIC_SEGMENTS,         VYRE_METRIC_GRID_BARRIERS,
                                   VYRE_METRIC_SPILLED_BYTES,    VYRE_METRIC_KERNELS_COMPILED,
                                   VYRE_METRIC_BUFFERS_ALIVE,    VYRE_METRIC_UPLOADED_BYTES,
                                   VYRE_METRIC_DOWNLOADED_BYTES, VYRE_METRIC_RECOVERIES};
static const uint32_t kOfDevices[] = {VYRE_METRIC_SUBMISSIONS,      VYRE_METRIC_WAITS,
                                      VYRE_METRIC_KERNELS_ALIVE,    VYRE_METRIC_DEVICE_BYTES,
                                      VYRE_METRIC_MAX_DEVICE_BYTES, VYRE_METRIC_TRAPS,
                                      VYRE_METRIC_DEVICE_LOSSES};

static void counts(fixture* f) {
  uint32_t in[3] = {1, 2, 3}, out[3];
  vyre_binding bindings[] = {vyre_bind_input(0, in, 12), vyre_bind_output(1, out, 12)};
  for (int i = 0; i < 5; ++i) OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  vyre_buffer* buffer = make_buffer(f->device, 1024);
  OK(vyre_buffer_write(buffer, 0, in, 12));
  OK(vyre_buffer_read(buffer, 0, out, 8));
  for (size_t i = 0; i < sizeof kAlways / sizeof *kAlways; ++i) {
    CHECK(metric_of(f->device, kAlways[i]) != VYRE_UNKNOWN);
  }
  for (size_t i = 0; i < sizeof kOfDevices / sizeof *kOfDevices; ++i) {
    CHECK_EQUAL(is_oracle(), metric_of(f->device, kOfDevices[i]) == VYRE_UNKNOWN);
  }
  CHECK_EQUAL(5, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_SEGMENTS));
  CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_KERNELS_COMPILED));
  CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_BUFFERS_ALIVE));
  CHECK_EQUAL(5 * 12 + 12, metric_of(f->device, VYRE_METRIC_UPLOADED_BYTES));
  CHECK_EQUAL(5 * 12 + 8, metric_of(f->device, VYRE_METRIC_DOWNLOADED_BYTES));
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_RECOVERIES));
  if (!is_oracle()) {
    CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_DEVICE_LOSSES));
    CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_TRAPS));
    CHECK(metric_of(f->device, VYRE_METRIC_SUBMISSIONS) >= 5);
    CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_KERNELS_ALIVE));
    const uint64_t now = metric_of(f->device, VYRE_METRIC_DEVICE_BYTES);
    CHECK(now > 0 && metric_of(f->device, VYRE_METRIC_MAX_DEVICE_BYTES) >= now);
  }
  OK(vyre_buffer_free(buffer));
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_BUFFERS_ALIVE));
  vyre_buffer_destroy(buffer);
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_BUFFERS_ALIVE));
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
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  CHECK_EQUAL(is_oracle() ? 0 : 1, metric_of(f->device, VYRE_METRIC_SPLIT_DISPATCHES));
  CHECK_EQUAL(is_oracle() ? 0 : 2, metric_of(f->device, VYRE_METRIC_SEGMENTS));
  CHECK_EQUAL(is_oracle() ? 0 : 1, metric_of(f->device, VYRE_METRIC_GRID_BARRIERS));
  CHECK_EQUAL(is_oracle() ? 0 : 64, metric_of(f->device, VYRE_METRIC_SPILLED_BYTES));
}

static void recovers_only_what_is_lost(fixture* f) {
  CHECK_EQUAL(0, vyre_device_is_lost(f->device));
  if (is_oracle()) {
    FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref' lacks the feature 'recovery'",
          vyre_device_recover(f->device));
  } else {
    const vyre_device_info* info = vyre_device_get_info(f->device);
    OK(vyre_device_recover(f->device));
    CHECK(vyre_device_get_info(f->device) == info);
  }
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_RECOVERIES));
}

static void makes_restorable_buffers(fixture* f) {
  vyre_buffer* buffer = NULL;
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  uint32_t value = 7, back = 0;
  desc.flags = VYRE_BUFFER_RESTORABLE;
  desc.label = vyre_str("kept");
  OK(vyre_buffer_create(f->device, 4, &desc, &buffer));
  const vyre_buffer_info* info = vyre_buffer_get_info(buffer);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(equals(info->label, "kept") && ends_well(info->label));
  CHECK_EQUAL(4, info->size);
  CHECK_EQUAL(VYRE_BUFFER_RESTORABLE, info->flags);
  CHECK_EQUAL(0, info->exports);
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  OK(vyre_buffer_read(buffer, 0, &back, 4));
  CHECK_EQUAL(7, back);
  vyre_buffer_destroy(buffer);
  FAILS(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, "",
        vyre_buffer_create(f->device, UINT64_C(1) << 60, &desc, &buffer));
  CHECK(buffer == NULL);
}

static void wrong_descriptions_of_buffers_are_refused(fixture* f) {
  vyre_buffer* buffer = NULL;
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  REFUSES_SIZES(vyre_buffer_desc, desc, vyre_buffer_create(f->device, 4, &desc, &buffer));
  desc.flags = 4;
  REFUSED(vyre_buffer_create, "vyre_buffer_desc.flags is 4", (f->device, 4, &desc, &buffer));
  desc.flags = 0;
  desc.label.size = 5;
  REFUSED(vyre_buffer_create, "label has 5 bytes", (f->device, 4, &desc, &buffer));
  desc.label.size = 0;
  desc.exports = VYRE_HANDLE_FD;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_buffer_desc.exports is 1|does not do yet",
        vyre_buffer_create(f->device, 4, &desc, &buffer));
  desc.exports = 0;
  REFUSED(vyre_buffer_create, "", (f->device, 0, &desc, &buffer));
  CHECK(buffer == NULL);
  REFUSED(vyre_buffer_create, "out_buffer is NULL", (f->device, 4, &desc, NULL));
}

static void refuses_everything_after_a_shutdown(fixture* f) {
  const char* const text = "was shut down";
  vyre_buffer* other = NULL;
  vyre_pipeline* pipeline = NULL;
  uint32_t in = 41, out = 0, idle = 9;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, &out, 4)};
  vyre_buffer* buffer = make_buffer(f->device, 4);
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_device_shutdown(f->device));
  REFUSES(text, vyre_device_shutdown(f->device));
  REFUSES(text, vyre_device_prepare(f->device));
  REFUSES(text, vyre_device_wait_idle(f->device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(0, idle);
  REFUSES(text, vyre_device_recover(f->device));
  REFUSES(text, vyre_device_measure_bandwidth(f->device, NULL));
  REFUSES(text, vyre_buffer_create(f->device, 4, NULL, &other));
  REFUSES(text, vyre_buffer_write(buffer, 0, &in, 4));
  REFUSES(text, vyre_buffer_read(buffer, 0, &out, 4));
  REFUSES(text, vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  REFUSES(text, vyre_pipeline_create(f->device, f->program, NULL, &pipeline));
  OK(vyre_work_collect(work, bindings, 2)); /* begun before */
  CHECK_EQUAL(42, out);
  CHECK_EQUAL(0, vyre_device_is_lost(f->device));
  CHECK(vyre_device_get_info(f->device)->name.size > 0);
  CHECK(vyre_device_get_info(f->device)->id.size > 0);
  CHECK_EQUAL(1, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  OK(vyre_buffer_free(buffer));
  REFUSES("was freed already", vyre_buffer_free(buffer));
  CHECK_EQUAL(4, vyre_buffer_get_info(buffer)->size); /* that it was made with */
  vyre_buffer_destroy(buffer);
  vyre_work_destroy(work);
}

static void objects_know_their_device(fixture* f) {
  vyre_device* device = NULL;
  uint32_t in = 1;
  char id[128];
  snprintf(id, sizeof id, "%s", vyre_device_get_info(f->device)->id.data);
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_zeros(1, 4)};
  vyre_buffer* buffer = make_buffer(f->device, 4);
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  vyre_device_destroy(f->device); /* they keep it alive */
  OK(vyre_pipeline_get_device(f->pipeline, &f->device));
  CHECK(equals(vyre_device_get_info(f->device)->id, id));
  OK(vyre_buffer_get_device(buffer, &device));
  CHECK(equals(vyre_device_get_info(device)->id, id));
  vyre_device_destroy(device);
  OK(vyre_work_get_device(work, &device));
  CHECK(equals(vyre_device_get_info(device)->id, id));
  CHECK_EQUAL(1, metric_of(device, VYRE_METRIC_DISPATCHES)); /* the same one */
  vyre_device_destroy(device);
  REFUSED(vyre_pipeline_get_device, "out_device is NULL", (f->pipeline, NULL));
  REFUSED(vyre_buffer_get_device, "out_device is NULL", (buffer, NULL));
  REFUSED(vyre_work_get_device, "out_device is NULL", (work, NULL));
  vyre_buffer_destroy(buffer);
  vyre_work_destroy(work);
}

static void takes_no_null(fixture* f) {
  uint32_t idle = 7;
  (void)f;
  REFUSED(vyre_device_prepare, "device is NULL", (NULL));
  REFUSED(vyre_device_wait_idle, "device is NULL", (NULL, 0, &idle));
  CHECK_EQUAL(0, idle);
  REFUSED(vyre_device_shutdown, "device is NULL", (NULL));
  REFUSED(vyre_device_recover, "device is NULL", (NULL));
  CHECK_EQUAL(0, vyre_device_is_lost(NULL));
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, prepares_and_waits);
  with_fixture(kIncrement, looks_until_it_is_idle);
  waits_return_what_no_work_tells();
  with_fixture(kIncrement, counts);
  with_fixture(kCut, counts_segments);
  with_fixture(kIncrement, recovers_only_what_is_lost);
  with_fixture(kIncrement, makes_restorable_buffers);
  with_fixture(kIncrement, wrong_descriptions_of_buffers_are_refused);
  with_fixture(kIncrement, refuses_everything_after_a_shutdown);
  with_fixture(kIncrement, objects_know_their_device);
  with_fixture(kIncrement, takes_no_null);
  return finish();
}
