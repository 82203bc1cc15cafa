/* Asynchronous dispatches: polling, deadlines, collecting, callbacks in each of the three ways. */
#include "capi/support/on_backend.h"

/* Adds 1 to acc for a long time. */
static const char* const kLong =
    "{\"buffers\": [{\"name\": \"n\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}], \"body\": ["
    "{\"let\": \"acc\", \"value\": 0},"
    "{\"loop\": \"i\", \"to\": {\"load\": \"n\", \"at\": 0}, \"body\": ["
    "{\"assign\": \"acc\", \"value\": {\"add\": [\"acc\", 1]}}]},"
    "{\"store\": \"out\", \"at\": 0, \"value\": \"acc\"}]}";

static void waits_polls_and_collects_once(fixture* f) {
  uint32_t a[8] = {5}, out[8] = {0};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  int32_t state = VYRE_PENDING;
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 2);
  a[0] = 100; /* the input was copied */
  while (state == VYRE_PENDING) OK(vyre_pending_poll(pending, &state));
  CHECK_EQUAL(VYRE_READY, state);
  OK(vyre_pending_wait(pending, 0, &state));
  CHECK_EQUAL(VYRE_READY, state);
  OK(vyre_pending_status(pending));
  CHECK_EQUAL(0, out[0]); /* nothing is written before it is collected */
  OK(vyre_pending_collect(pending, bindings, 2));
  CHECK_EQUAL(6, out[0]);
  REFUSES("collected already", vyre_pending_collect(pending, bindings, 2));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_pending_get_result(pending, &result));
  CHECK_EQUAL(1, result.grid[0]);
  CHECK_EQUAL(32, result.output_bytes);
  vyre_pending_destroy(pending);
}

static void collecting_can_be_repeated_after_a_mistake(fixture* f) {
  uint32_t in[16] = {3}, log[16] = {0}, total = 1, scale = 1;
  vyre_binding bindings[] = {
      vyre_bind_input(5, in, sizeof in), vyre_bind_input(1, &scale, sizeof scale),
      vyre_bind_inout(2, &total, sizeof total), vyre_bind_output(7, NULL, sizeof log)};
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 4);
  REFUSES("to a null pointer", vyre_pending_collect(pending, bindings, 4));
  CHECK_EQUAL(1, total);
  bindings[3] = vyre_bind_output(7, log, 8);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "64 bytes, there is room for 8",
        vyre_pending_collect(pending, bindings, 4));
  bindings[3] = vyre_bind_output(3, log, 4);
  REFUSES("'seen' (slot 3) was not bound as output", vyre_pending_collect(pending, bindings, 4));
  bindings[3] = vyre_bind_output(9, log, 4);
  FAILS(VYRE_ERROR_NOT_FOUND, "slot 9", vyre_pending_collect(pending, bindings, 4));
  bindings[3] = vyre_bind_output(7, log, sizeof log);
  OK(vyre_pending_collect(pending, bindings, 4));
  CHECK_EQUAL(4, total);
  CHECK_EQUAL(3, log[0]);
  vyre_pending_destroy(pending);
}

static void deadlines_are_not_errors(void) {
  fixture f = make_fixture("cpu-ref", kLong); /* takes as long as it is told */
  uint32_t n = 3000000, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &n, 4), vyre_bind_output(1, &out, 4)};
  int32_t state = 9;
  vyre_pending* pending = begin_dispatch(f.pipeline, bindings, 2);
  OK(vyre_pending_wait(pending, 1000, &state));
  CHECK_EQUAL(VYRE_PENDING, state);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  REFUSES("has not ended", vyre_pending_get_result(pending, &result));
  OK(vyre_pending_status(pending));
  OK(vyre_pending_wait(pending, VYRE_WAIT_FOREVER, &state));
  CHECK_EQUAL(VYRE_READY, state);
  OK(vyre_pending_collect(pending, bindings, 2));
  CHECK_EQUAL(3000000, out);
  vyre_pending_destroy(pending);

  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.timeout_ns = 1000;
  desc.label = vyre_str("hurried");
  out = 7;
  FAILS(VYRE_ERROR_TIMED_OUT, "dispatch 'hurried' has not ended within 1000 ns",
        vyre_dispatch(f.pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(7, out);
  n = 3;
  OK(vyre_dispatch(f.pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(3, out);
  destroy_fixture(&f);
}

static const char* const kTraps =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, "
    "\"output\": true}], \"body\": [{\"trap\": 9, \"tag\": \"always\"}]}";

static void failures_are_told(fixture* f) {
  uint32_t out = 5;
  vyre_binding binding = vyre_bind_output(0, &out, 4);
  int32_t state = 9;
  vyre_pending* pending = begin_dispatch(f->pipeline, &binding, 1);
  OK(vyre_pending_wait(pending, VYRE_WAIT_FOREVER, &state));
  CHECK_EQUAL(VYRE_FAILED, state);
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_pending_status(pending));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_pending_status(pending));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_pending_collect(pending, &binding, 1));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", vyre_pending_get_result(pending, &result));
  CHECK_EQUAL(5, out);
  vyre_pending_destroy(pending);
}

static void outlives_what_it_was_made_from(void) {
  fixture f = make_fixture(backend_id, kIncrement);
  uint32_t a = 1, out = 0;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, &out, 4)};
  vyre_pending* pending = begin_dispatch(f.pipeline, bindings, 2);
  destroy_fixture(&f);
  OK(vyre_pending_collect(pending, bindings, 2));
  CHECK_EQUAL(2, out);
  vyre_pending_destroy(pending);
}

/* ---- Callbacks ---- */

typedef struct notes {
  vyre_pending* pending; /* destroyed in the callback when set */
  int calls;
  int32_t state;
  int destroyed;
  int jobs;
  vyre_job_fn job; /* not run yet */
  void* job_data;
} notes;

static void on_complete(void* user, int32_t state) {
  notes* n = (notes*)user;
  ++n->calls;
  n->state = state;
  vyre_pending_destroy(n->pending);
  n->pending = NULL;
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

static vyre_pending* start(const fixture* f) {
  static uint32_t a = 1;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_output(1, NULL, 4)};
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 2);
  return pending;
}

static void calls_back_inside_poll(fixture* f) {
  notes n = {NULL, 0, 9, 0, 0, NULL, NULL}, unwanted = n;
  vyre_pending* pending = start(f);
  uint32_t ran = 0;
  REFUSES("|callback|", vyre_pending_on_complete(pending, NULL, &unwanted, on_destroy));
  OK(vyre_pending_on_complete(pending, on_complete, &n, on_destroy));
  REFUSES("has a callback already",
          vyre_pending_on_complete(pending, on_complete, &unwanted, on_destroy));
  CHECK_EQUAL(0, unwanted.destroyed); /* still the caller's */
  CHECK_EQUAL(0, n.calls);
  while (ran == 0) OK(vyre_context_poll(f->context, &ran));
  CHECK_EQUAL(1, ran);
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(VYRE_READY, n.state);
  CHECK_EQUAL(1, n.destroyed);
  OK(vyre_context_poll(f->context, &ran));
  CHECK_EQUAL(0, ran);
  vyre_pending_destroy(pending);
}

static void a_destroyed_pending_object_calls_nobody(fixture* f) {
  notes n = {NULL, 0, 9, 0, 0, NULL, NULL};
  vyre_pending* pending = start(f);
  OK(vyre_pending_on_complete(pending, on_complete, &n, on_destroy));
  vyre_pending_destroy(pending);
  CHECK_EQUAL(1, n.destroyed);
  OK(vyre_context_poll(f->context, NULL));
  CHECK_EQUAL(0, n.calls);
}

static void calls_back_on_lent_threads(void) {
  notes n = {NULL, 0, 9, 0, 0, NULL, NULL}, lender = n;
  vyre_context_desc desc = validated();
  desc.run_job = keep_job;
  desc.run_job_user = &lender;
  desc.run_job_destroy = on_destroy;
  fixture f = make_fixture_in(&desc, backend_id, kIncrement);
  vyre_pending* pending = start(&f);
  OK(vyre_pending_on_complete(pending, on_complete, &n, on_destroy));
  CHECK_EQUAL(1, lender.jobs);
  CHECK_EQUAL(0, n.calls);
  lender.job(lender.job_data); /* waits for the end */
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, n.destroyed);
  vyre_pending_destroy(pending);

  pending = start(&f); /* destroyed before the host gets round to its job */
  OK(vyre_pending_on_complete(pending, on_complete, &n, on_destroy));
  vyre_pending_destroy(pending);
  CHECK_EQUAL(2, n.destroyed);
  destroy_fixture(&f);
  lender.job(lender.job_data);
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, lender.destroyed);
}

static void a_callback_may_destroy_its_pending_object(void) {
  notes n = {NULL, 0, 9, 0, 0, NULL, NULL}, lender = n;
  vyre_context_desc desc = validated();
  desc.run_job = run_at_once;
  desc.run_job_user = &lender;
  fixture f = make_fixture_in(&desc, backend_id, kIncrement);
  n.pending = start(&f);
  vyre_pending* pending = n.pending;
  destroy_fixture(&f); /* the pending object is the last owner of everything */
  OK(vyre_pending_on_complete(pending, on_complete, &n, on_destroy));
  CHECK_EQUAL(1, n.calls);
  CHECK_EQUAL(1, n.destroyed);
  CHECK(n.pending == NULL);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, waits_polls_and_collects_once);
  with_fixture(kRoles, collecting_can_be_repeated_after_a_mistake);
  deadlines_are_not_errors();
  with_fixture(kTraps, failures_are_told);
  outlives_what_it_was_made_from();
  with_fixture(kIncrement, calls_back_inside_poll);
  with_fixture(kIncrement, a_destroyed_pending_object_calls_nobody);
  calls_back_on_lent_threads();
  a_callback_may_destroy_its_pending_object();
  return finish();
}
