/* Asynchronous dispatches: looking, time-outs, collecting, callbacks in each of the three ways. */
#include "capi/support/on_backend.h"

/* Adds 1 to acc for a long time. */
static const char* const kLong =
    "{\"buffers\": [{\"name\": \"n\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}], \"body\": ["
    "{\"let\": \"acc\", \"value\": 0},"
    "{\"loop\": \"i\", \"to\": {\"load\": \"n\", \"at\": 0}, \"body\": ["
    "{\"assign\": \"acc\", \"value\": {\"add\": [\"acc\", 1]}}]},"
    "{\"store\": \"out\", \"at\": 0, \"value\": \"acc\"}]}";

/* Why it failed; NULL when it has not. */
static vyre_error* failure_of(const vyre_work* work) {
  vyre_error* failure = NULL;
  OK(vyre_work_get_error(work, &failure));
  return failure;
}

static void waits_looks_and_collects_once(fixture* f) {
  uint32_t a[8] = {5}, out[8] = {0};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_work_state state = VYRE_WORK_RUNNING;
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  a[0] = 100; /* the input was copied */
  while (state == VYRE_WORK_RUNNING) OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  CHECK(failure_of(work) == NULL);
  CHECK_EQUAL(0, out[0]); /* nothing is written before it is collected */
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(6, out[0]);
  REFUSES("vyre_work_collect: |collected already", vyre_work_collect(work, bindings, 2));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_work_get_result(work, &result));
  CHECK_EQUAL(1, result.grid[0]);
  CHECK_EQUAL(32, result.output_bytes);
  CHECK(result.enqueue_ns > 0 && result.enqueue_ns != VYRE_UNKNOWN);
  CHECK(result.wait_ns != VYRE_UNKNOWN);
  vyre_work_destroy(work);
}

static void collecting_can_be_repeated_after_a_mistake(fixture* f) {
  uint32_t in[16] = {3}, log[16] = {0}, total = 1, scale = 1;
  vyre_binding bindings[] = {
      vyre_bind_input(5, in, sizeof in), vyre_bind_input(1, &scale, sizeof scale),
      vyre_bind_inout(2, &total, sizeof total), vyre_bind_output(7, NULL, sizeof log)};
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 4);
  REFUSES("to a null pointer", vyre_work_collect(work, bindings, 4));
  CHECK_EQUAL(1, total);
  bindings[3] = vyre_bind_output(7, log, 8);
  FAILS(VYRE_ERROR_OUTPUT_TOO_SMALL, "64 bytes, there is room for 8",
        vyre_work_collect(work, bindings, 4));
  bindings[3] = vyre_bind_output(3, log, 4);
  REFUSES("'seen' (slot 3) was not bound as output", vyre_work_collect(work, bindings, 4));
  bindings[3] = vyre_bind_output(9, log, 4);
  FAILS(VYRE_ERROR_NOT_FOUND, "slot 9", vyre_work_collect(work, bindings, 4));
  bindings[3] = vyre_bind_output(7, log, sizeof log);
  OK(vyre_work_collect(work, bindings, 4));
  CHECK_EQUAL(4, total);
  CHECK_EQUAL(3, log[0]);
  vyre_work_destroy(work);
}

/* A wait that ran out of time is no error. */
static void waits_have_their_time(void) {
  fixture f = make_fixture("cpu-ref", kLong); /* takes as long as it is told */
  uint32_t n = 3000000, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &n, 4), vyre_bind_output(1, &out, 4)};
  vyre_work_state state = (vyre_work_state)9;
  vyre_work* work = begin_dispatch(f.pipeline, bindings, 2);
  OK(vyre_work_wait(work, 1000, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  FAILS(VYRE_ERROR_NOT_READY, "has not ended", vyre_work_get_result(work, &result));
  CHECK(failure_of(work) == NULL);
  OK(vyre_work_wait(work, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(3000000, out);
  vyre_work_destroy(work);
  destroy_fixture(&f);
}

static void dispatches_have_their_time(void) {
  fixture f = make_fixture("cpu-ref", kLong);
  uint32_t n = 3000000, out = 7;
  vyre_binding bindings[] = {vyre_bind_input(0, &n, 4), vyre_bind_output(1, &out, 4)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  CHECK_EQUAL(VYRE_FOREVER, desc.timeout_ns);
  desc.timeout_ns = 1000;
  desc.label = vyre_str("hurried");
  FAILS(VYRE_ERROR_TIMED_OUT, "dispatch 'hurried' has not ended within 1 us",
        vyre_dispatch(f.pipeline, bindings, 2, &desc, NULL));
  desc.timeout_ns = 0; /* looks */
  FAILS(VYRE_ERROR_TIMED_OUT, "dispatch 'hurried' has not ended within 0 ns",
        vyre_dispatch(f.pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(7, out);
  n = 3;
  OK(vyre_dispatch(f.pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(3, out);
  destroy_fixture(&f);
}

static void several_are_waited_for_and_cancelled(fixture* f) {
  uint32_t a = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, &out, 4)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_work* works[3] = {NULL, NULL, NULL};
  size_t index = 9, ended = 9;
  desc.timeout_ns = UINT64_C(60000000000);
  OK(vyre_dispatch_async(f->pipeline, bindings, 2, &desc, &works[1]));
  works[2] = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_work_wait_any(works, 3, VYRE_FOREVER, &index));
  CHECK_EQUAL(1, index);
  OK(vyre_work_wait_all(works, 3, VYRE_FOREVER, &ended));
  CHECK_EQUAL(2, ended);
  OK(vyre_work_cancel(works[1])); /* it has ended */
  OK(vyre_work_collect(works[1], bindings, 2));
  CHECK_EQUAL(2, out);
  vyre_work_destroy(works[1]);
  vyre_work_destroy(works[2]);
}

static const char* const kTraps =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, "
    "\"output\": true}], \"body\": [{\"trap\": 9, \"tag\": \"always\"}]}";

static void failures_are_told(fixture* f) {
  uint32_t out = 5;
  vyre_binding binding = vyre_bind_output(0, &out, 4);
  vyre_work_state state = (vyre_work_state)9;
  vyre_work* work = begin_dispatch(f->pipeline, &binding, 1);
  OK(vyre_work_wait(work, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_FAILED, state);
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", failure_of(work));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", failure_of(work));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_work_collect(work, &binding, 1));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_work_get_result(work, &result));
  CHECK_EQUAL(5, out);
  vyre_work_destroy(work);
}

static void outlives_what_it_was_made_from(void) {
  fixture f = make_fixture(backend_id, kIncrement);
  uint32_t a = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, &out, 4)};
  vyre_work* work = begin_dispatch(f.pipeline, bindings, 2);
  destroy_fixture(&f);
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(2, out);
  vyre_work_destroy(work);
}

static void tells_its_device(fixture* f) {
  uint32_t a = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, &out, 4)};
  vyre_device* device = NULL;
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_work_get_device(work, &device));
  CHECK(device != NULL && device != f->device);
  CHECK(equals(vyre_device_get_info(device)->id, vyre_device_get_info(f->device)->id.data));
  vyre_work_destroy(work);
  vyre_buffer* buffer = make_buffer(device, 4); /* the same device */
  bindings[0] = vyre_bind_buffer(0, buffer);
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(1, out);
  vyre_buffer_destroy(buffer);
  vyre_device_destroy(device);
}

static int told = 0;

static void note_failure(void* user, vyre_log_level level, vyre_string text) {
  (void)user;
  if (level <= VYRE_LOG_WARNING && contains(text, "always")) ++told;
}

/* The device tells once what became of work that nobody holds. */
static void nobody_has_to_hold_work(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  uint32_t idle = 0;
  const vyre_binding binding = vyre_bind_zeros(0, 4);
  desc.log = note_failure;
  fixture f = make_fixture_in(&desc, backend_id, kTraps);
  OK(vyre_dispatch_async(f.pipeline, &binding, 1, NULL, NULL));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_device_wait_idle(f.device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, told);
  OK(vyre_device_wait_idle(f.device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, idle);
  destroy_fixture(&f);
}

static void refuses_what_makes_no_sense(fixture* f) {
  uint32_t a = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, &out, 4)};
  vyre_work_state state = VYRE_WORK_READY;
  vyre_error* failure = (vyre_error*)f;
  vyre_device* device = (vyre_device*)f;
  vyre_work* none = (vyre_work*)f;
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  REFUSED(vyre_dispatch_async, "pipeline is NULL", (NULL, bindings, 2, NULL, &none));
  CHECK(none == NULL);
  REFUSED(vyre_dispatch_async, "bindings is NULL", (f->pipeline, NULL, 2, NULL, &none));
  REFUSES_SIZES(vyre_dispatch_desc, desc,
                vyre_dispatch_async(f->pipeline, bindings, 2, &desc, &none));
  desc.flags = UINT64_C(1) << 40;
  REFUSED(vyre_dispatch_async, "vyre_dispatch_desc.flags is 1099511627776",
          (f->pipeline, bindings, 2, &desc, &none));
  CHECK(none == NULL);
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  REFUSED(vyre_work_wait, "work is NULL", (NULL, 0, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  REFUSED(vyre_work_wait, "out_state is NULL", (work, 0, NULL));
  REFUSED(vyre_work_get_error, "work is NULL", (NULL, &failure));
  CHECK(failure == NULL);
  REFUSED(vyre_work_get_error, "out_error is NULL", (work, NULL));
  REFUSED(vyre_work_get_device, "work is NULL", (NULL, &device));
  CHECK(device == NULL);
  REFUSED(vyre_work_get_device, "out_device is NULL", (work, NULL));
  REFUSED(vyre_work_collect, "work is NULL", (NULL, bindings, 2));
  REFUSED(vyre_work_collect, "bindings is NULL", (work, NULL, 2));
  REFUSED(vyre_work_get_result, "work is NULL", (NULL, &result));
  REFUSED(vyre_work_get_result, "out_result is NULL", (work, NULL));
  REFUSES_SIZES(vyre_dispatch_result, result, vyre_work_get_result(work, &result));
  OK(vyre_work_collect(work, bindings, 2)); /* as usable as before */
  CHECK_EQUAL(2, out);
  vyre_work_destroy(work);
  vyre_work_destroy(NULL);
}

/* ---- Callbacks ---- */

typedef struct notes {
  vyre_work* work; /* destroyed in the callback when set */
  int calls;
  vyre_work_state state;
  int destroyed;
  int jobs;
  vyre_job_fn job; /* not run yet */
  void* job_data;
} notes;

static void on_complete(void* user, vyre_work_state state) {
  notes* n = (notes*)user;
  ++n->calls;
  n->state = state;
  vyre_work_destroy(n->work);
  n->work = NULL;
}

static void on_destroy(void* user) { ++((notes*)user)->destroyed; }

static void keep_job(void* user, vyre_job_fn job, void* data) {
  notes* n = (notes*)user;
  ++n->jobs;
  n->job = job;
  n->job_data = data;
}

static void run_at_once(void* user, vyre_job_fn job, void* data) {
  ++((notes*)user)->jobs;
  job(data);
}

static vyre_work* start(const fixture* f) {
  static uint32_t a = 1;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, NULL, 4)};
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  return work;
}

static void calls_back_inside_run_callbacks(fixture* f) {
  notes n = {NULL, 0, (vyre_work_state)9, 0, 0, NULL, NULL}, unwanted = n;
  vyre_work* work = start(f);
  uint32_t ran = 0;
  REFUSED(vyre_work_on_complete, "callback is NULL", (work, NULL, &unwanted, on_destroy));
  REFUSED(vyre_work_on_complete, "work is NULL", (NULL, on_complete, &unwanted, on_destroy));
  OK(vyre_work_on_complete(work, on_complete, &n, on_destroy));
  REFUSES("has a callback already",
          vyre_work_on_complete(work, on_complete, &unwanted, on_destroy));
  CHECK_EQUAL(0, unwanted.destroyed); /* still the caller's */
  CHECK_EQUAL(0, n.calls);
  while (ran == 0) OK(vyre_context_run_callbacks(f->context, &ran));
  CHECK_EQUAL(1, ran);
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(VYRE_WORK_READY, n.state);
  CHECK_EQUAL(1, n.destroyed);
  OK(vyre_context_run_callbacks(f->context, &ran));
  CHECK_EQUAL(0, ran);
  vyre_work_destroy(work);
}

static void destroyed_work_calls_nobody(fixture* f) {
  notes n = {NULL, 0, (vyre_work_state)9, 0, 0, NULL, NULL};
  vyre_work* work = start(f);
  OK(vyre_work_on_complete(work, on_complete, &n, on_destroy));
  vyre_work_destroy(work);
  CHECK_EQUAL(1, n.destroyed);
  OK(vyre_context_run_callbacks(f->context, NULL));
  CHECK_EQUAL(0, n.calls);
}

static void calls_back_on_lent_threads(void) {
  notes n = {NULL, 0, (vyre_work_state)9, 0, 0, NULL, NULL}, lender = n;
  vyre_context_desc desc = validated();
  desc.run_job = keep_job;
  desc.run_job_user = &lender;
  desc.run_job_destroy = on_destroy;
  fixture f = make_fixture_in(&desc, backend_id, kIncrement);
  vyre_work* work = start(&f);
  OK(vyre_work_on_complete(work, on_complete, &n, on_destroy));
  CHECK_EQUAL(1, lender.jobs);
  CHECK_EQUAL(0, n.calls);
  lender.job(lender.job_data); /* waits for the end */
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, n.destroyed);
  vyre_work_destroy(work);

  work = start(&f); /* destroyed before the host gets round to its job */
  OK(vyre_work_on_complete(work, on_complete, &n, on_destroy));
  vyre_work_destroy(work);
  CHECK_EQUAL(2, n.destroyed);
  destroy_fixture(&f);
  lender.job(lender.job_data);
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, lender.destroyed);
}

static void a_callback_may_destroy_its_work(void) {
  notes n = {NULL, 0, (vyre_work_state)9, 0, 0, NULL, NULL}, lender = n;
  vyre_context_desc desc = validated();
  desc.run_job = run_at_once;
  desc.run_job_user = &lender;
  fixture f = make_fixture_in(&desc, backend_id, kIncrement);
  n.work = start(&f);
  vyre_work* work = n.work;
  destroy_fixture(&f); /* the work is the last owner of everything */
  OK(vyre_work_on_complete(work, on_complete, &n, on_destroy));
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, n.destroyed);
  CHECK(n.work == NULL);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, waits_looks_and_collects_once);
  with_fixture(kRoles, collecting_can_be_repeated_after_a_mistake);
  waits_have_their_time();
  dispatches_have_their_time();
  with_fixture(kTraps, failures_are_told);
  outlives_what_it_was_made_from();
  with_fixture(kIncrement, several_are_waited_for_and_cancelled);
  with_fixture(kIncrement, tells_its_device);
  nobody_has_to_hold_work();
  with_fixture(kIncrement, refuses_what_makes_no_sense);
  with_fixture(kIncrement, calls_back_inside_run_callbacks);
  with_fixture(kIncrement, destroyed_work_calls_nobody);
  calls_back_on_lent_threads();
  a_callback_may_destroy_its_work();
  return finish();
}
