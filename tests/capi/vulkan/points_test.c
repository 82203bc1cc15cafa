/* Points that dispatches and runs wait for and reach: of their own VkDevice, of another device, and
 * of work that the host carries on. */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include <time.h>

#include "capi/support/timeline.h"
#include "vyre_driver_sequence.h"

#define SHORT UINT64_C(20000000) /* 20 ms */

static const char* const kTrap =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\"}, {\"name\": \"out\", \"type\": \"U32\", "
    "\"access\": \"write_only\"}], \"body\": [{\"trap\": 9, \"tag\": \"always\"}]}";

/* Two timelines of the host: that work waits for, and that it moves. */
typedef struct timelines {
  vulkan_host* host;
  VkSemaphore from, to;
  vyre_semaphore *wait, *signal;
} timelines;

static timelines make_timelines(vulkan_host* host, const fixture* made) {
  timelines t = {host, make_timeline(host), make_timeline(host), NULL, NULL};
  t.wait = import_timeline(made->device, t.from);
  t.signal = import_timeline(made->device, t.to);
  return t;
}

/* Nothing uses them any more. */
static void destroy_timelines(timelines* t) {
  vyre_semaphore_destroy(t->wait);
  vyre_semaphore_destroy(t->signal);
  t->host->vkDestroySemaphore(t->host->device, t->from, NULL);
  t->host->vkDestroySemaphore(t->host->device, t->to, NULL);
}

static void reach(const timelines* t, uint64_t value) { signal_timeline(t->host, t->from, value); }

static uint64_t reached(const timelines* t) {
  uint64_t value = 0;
  CHECK_EQUAL(VK_SUCCESS, t->host->vkGetSemaphoreCounterValue(t->host->device, t->to, &value));
  return value;
}

/* Whether that comes within a minute. */
static int comes_to(const timelines* t, uint64_t value) {
  const struct timespec pause = {0, 1000000};
  for (int i = 0; i < 60000 && reached(t) < value; ++i) nanosleep(&pause, NULL);
  return reached(t) >= value;
}

/* A description with a point to wait for, and one to reach. */
typedef struct points {
  vyre_sync_point wait, signal;
  vyre_dispatch_desc desc;
} points;

static void set_points(points* p, const timelines* t, uint64_t wait, uint64_t signal) {
  memset(p, 0, sizeof *p);
  p->wait.semaphore = t->wait;
  p->wait.value = wait;
  p->signal.semaphore = t->signal;
  p->signal.value = signal;
  p->desc = (vyre_dispatch_desc)VYRE_DISPATCH_DESC_INIT;
  p->desc.wait_points = &p->wait;
  p->desc.wait_point_count = wait != 0;
  p->desc.signal_points = &p->signal;
  p->desc.signal_point_count = signal != 0;
}

static vyre_run_desc run_with(const points* p) {
  vyre_run_desc desc = VYRE_RUN_DESC_INIT;
  desc.wait_points = &p->wait;
  desc.wait_point_count = p->desc.wait_point_count;
  desc.signal_points = &p->signal;
  desc.signal_point_count = p->desc.signal_point_count;
  return desc;
}

static vyre_error* start(const fixture* f, const uint32_t* in, uint32_t* out,
                         const vyre_dispatch_desc* desc, vyre_work** work) {
  vyre_binding bindings[] = {vyre_bind_input(0, in, 4), vyre_bind_output(1, out, 4)};
  return vyre_dispatch_async(f->pipeline, bindings, 2, desc, work);
}

static vyre_error* collect(vyre_work* work, uint32_t* out) {
  vyre_binding bindings[] = {vyre_bind_output(1, out, 4)};
  return vyre_work_collect(work, bindings, 1);
}

static vyre_error* dispatch(const fixture* f, uint32_t* out, const vyre_dispatch_desc* desc) {
  const uint32_t in = 1;
  vyre_binding bindings[] = {vyre_bind_input(0, &in, 4), vyre_bind_output(1, out, 4)};
  return vyre_dispatch(f->pipeline, bindings, 2, desc, NULL);
}

/* Waits, moves, and is over. */
static void work_begins_behind_one_and_moves_the_other(const fixture* f, timelines* t) {
  uint32_t in = 41, out = 0;
  vyre_work_state state = VYRE_WORK_READY;
  vyre_work* work = NULL;
  points p;
  set_points(&p, t, 3, 7);
  OK(start(f, &in, &out, &p.desc, &work));
  in = 0; /* it was copied */
  OK(vyre_work_wait(work, SHORT, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  CHECK_EQUAL(0, reached(t));
  reach(t, 3);
  CHECK(comes_to(t, 7));
  OK(collect(work, &out));
  CHECK_EQUAL(42, out);
  vyre_work_destroy(work);
}

static void calls_that_wait_take_points_too(const fixture* f, timelines* t) {
  uint32_t out = 0;
  points p;
  set_points(&p, t, 3, 8);
  OK(dispatch(f, &out, &p.desc));
  CHECK_EQUAL(2, out);
  CHECK(comes_to(t, 8));
  set_points(&p, t, 0, 9);
  OK(dispatch(f, &out, &p.desc));
  CHECK(comes_to(t, 9));
}

/* The end of work that was given up is its end too. */
static void a_value_that_nobody_signals_is_waited_for_until_the_limit(const fixture* f,
                                                                      timelines* t) {
  uint32_t out = 5;
  points p;
  set_points(&p, t, 100, 0);
  p.desc.timeout_ns = SHORT;
  FAILS(VYRE_ERROR_TIMED_OUT, "has not ended within 20 ms", dispatch(f, &out, &p.desc));
  p.desc.timeout_ns = 0;
  FAILS(VYRE_ERROR_TIMED_OUT, "has not ended within 0 ns", dispatch(f, &out, &p.desc));
  CHECK_EQUAL(5, out);
  OK(dispatch(f, &out, NULL)); /* nothing waits for that value */
  CHECK_EQUAL(2, out);
}

static void work_that_was_given_up_moves_its_point(const fixture* f, timelines* t) {
  uint32_t out = 5;
  points p;
  set_points(&p, t, 100, 10);
  p.desc.timeout_ns = SHORT;
  FAILS(VYRE_ERROR_TIMED_OUT, "has not ended", dispatch(f, &out, &p.desc));
  CHECK_EQUAL(10, reached(t));
}

/* Not with each of its passes. */
static void work_until_stable_moves_its_point_once(const fixture* f, timelines* t) {
  uint32_t out = 5;
  points p;
  set_points(&p, t, 0, 11);
  p.desc.flags |= VYRE_DISPATCH_UNTIL_STABLE;
  p.desc.iterations = 4;
  OK(dispatch(f, &out, &p.desc));
  CHECK_EQUAL(2, out);
  CHECK_EQUAL(11, reached(t));
}

static void work_that_traps_moves_its_point(const fixture* f, timelines* t) {
  fixture traps = *f;
  uint32_t in = 1, out = 5;
  vyre_work* work = NULL;
  points p;
  make_pipeline(&traps, kTrap);
  set_points(&p, t, 3, 11);
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", dispatch(&traps, &out, &p.desc));
  CHECK(comes_to(t, 11));
  p.signal.value = 12;
  OK(start(&traps, &in, &out, &p.desc, &work));
  CHECK(comes_to(t, 12));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "always", collect(work, &out));
  CHECK_EQUAL(5, out);
  vyre_work_destroy(work);
  vyre_pipeline_destroy(traps.pipeline);
  vyre_program_destroy(traps.program);
}

/* Nobody holds the work. */
static void work_without_an_owner_moves_its_point(const fixture* f, timelines* t) {
  uint32_t in = 1, out = 5;
  points p;
  set_points(&p, t, 4, 13);
  OK(start(f, &in, &out, &p.desc, NULL));
  CHECK(reached(t) < 13);
  reach(t, 4);
  CHECK(comes_to(t, 13));
  OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, NULL));
}

/* ---- Runs of a sequence ---- */

static vyre_sequence* increments(const fixture* f, vyre_buffer* a, vyre_buffer* b) {
  vyre_sequence* sequence = NULL;
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, NULL, NULL));
  return sequence;
}

static void runs_have_points_too(const fixture* f, timelines* t) {
  vyre_buffer *a = make_buffer(f->device, 16), *b = make_buffer(f->device, 16);
  vyre_sequence* sequence = increments(f, a, b);
  vyre_work_state state = VYRE_WORK_READY;
  uint32_t out[4] = {0};
  points p;
  set_points(&p, t, 5, 14);
  vyre_run_desc run = run_with(&p);
  OK(vyre_sequence_run_async(sequence, &run, NULL));
  OK(vyre_sequence_wait(sequence, SHORT, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  CHECK(reached(t) < 14);
  reach(t, 5);
  CHECK(comes_to(t, 14));
  OK(vyre_sequence_wait(sequence, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  p.signal.value = 15;
  OK(vyre_sequence_run(sequence, &run, NULL));
  CHECK(comes_to(t, 15));
  p.wait.value = 100;
  p.signal.value = 16;
  run.timeout_ns = SHORT;
  FAILS(VYRE_ERROR_TIMED_OUT, "has not ended within 20 ms",
        vyre_sequence_run(sequence, &run, NULL));
  CHECK_EQUAL(16, reached(t));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  OK(vyre_buffer_read(b, 0, out, sizeof out));
  CHECK_EQUAL(1, out[3]);
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

/* A device that runs the steps in the call waits for nothing there. */
static void runs_of_the_oracle_wait_in_the_call(const fixture* oracle, timelines* t) {
  vyre_buffer *a = make_buffer(oracle->device, 16), *b = make_buffer(oracle->device, 16);
  vyre_sequence* sequence = increments(oracle, a, b);
  points p;
  set_points(&p, t, 5, 17);
  vyre_run_desc run = run_with(&p);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref' runs its steps in the call",
        vyre_sequence_run_async(sequence, &run, NULL));
  CHECK(reached(t) < 17);
  OK(vyre_sequence_run(sequence, &run, NULL));
  CHECK_EQUAL(17, reached(t));
  run.wait_point_count = 0;
  p.signal.value = 18;
  OK(vyre_sequence_run_async(sequence, &run, NULL));
  CHECK_EQUAL(18, reached(t));
  p.wait.value = 100;
  p.signal.value = 19;
  run.wait_point_count = 1;
  run.timeout_ns = SHORT;
  FAILS(VYRE_ERROR_TIMED_OUT, "has not ended within", vyre_sequence_run(sequence, &run, NULL));
  CHECK_EQUAL(19, reached(t));
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

/* ---- What is refused, and what is let go of ---- */

static void bad_points_are_named(const fixture* f, timelines* t) {
  uint32_t in = 1, out = 5;
  vyre_sync_point own = {NULL, 0};
  vyre_work* work = NULL;
  points p;
  set_points(&p, t, 1, 20);
  p.wait.semaphore = NULL;
  REFUSES("vyre_dispatch: wait_points[0]: semaphore is NULL", dispatch(f, &out, &p.desc));
  set_points(&p, t, 1, 20);
  p.signal.semaphore = NULL;
  REFUSES("vyre_dispatch: signal_points[0]: semaphore is NULL", dispatch(f, &out, &p.desc));
  p.desc.signal_points = NULL;
  REFUSES("vyre_dispatch: signal_points is NULL", dispatch(f, &out, &p.desc));
  p.desc.wait_point_count = SIZE_MAX;
  REFUSES("vyre_dispatch: wait_point_count is ", dispatch(f, &out, &p.desc));
  OK(start(f, &in, &out, NULL, &work));
  OK(vyre_work_get_point(work, &own));
  OK(collect(work, &out));
  set_points(&p, t, 1, 20);
  p.signal.semaphore = own.semaphore;
  REFUSES("signal_points[0]: |which moves by itself", dispatch(f, &out, &p.desc));
  set_points(&p, t, 1, 0);
  p.wait.semaphore = own.semaphore;
  p.wait.value = own.value + 1000;
  REFUSES("wait_points[0]: |its own value", dispatch(f, &out, &p.desc));
  p.wait = own;
  out = 0;
  OK(dispatch(f, &out, &p.desc));
  CHECK_EQUAL(2, out);
  CHECK(reached(t) < 20);
  vyre_work_destroy(work);
}

static void recorded_work_has_none(const fixture* f, timelines* t) {
  vyre_buffer* a = make_buffer(f->device, 16);
  vyre_sequence* sequence = NULL;
  const vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_zeros(1, 16)};
  points p;
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  set_points(&p, t, 1, 0);
  REFUSES("has wait_points for work that is recorded",
          vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, &p.desc, NULL));
  set_points(&p, t, 0, 1);
  REFUSES("has signal_points for work that is recorded",
          vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, &p.desc, NULL));
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(a);
}

/* Destroyed right after the call; the host hears when the work is over. */
static void semaphores_stay_as_long_as_work_needs_them(vulkan_host* host, const fixture* f) {
  timelines t = make_timelines(host, f);
  const int before = destroyed;
  uint32_t in = 1, out = 0;
  vyre_work* work = NULL;
  points p;
  set_points(&p, &t, 1, 1);
  OK(start(f, &in, &out, &p.desc, &work));
  vyre_semaphore_destroy(t.wait);
  vyre_semaphore_destroy(t.signal);
  t.wait = t.signal = NULL;
  CHECK_EQUAL(before, destroyed);
  reach(&t, 1);
  OK(collect(work, &out));
  vyre_work_destroy(work);
  OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, NULL));
  CHECK_EQUAL(before + 2, destroyed);
  CHECK(comes_to(&t, 1));
  destroy_timelines(&t);
}

/* ---- Other devices ---- */

static void all_of_a_device(vulkan_host* host, const fixture* owner, const fixture* f) {
  timelines t = make_timelines(host, owner);
  work_begins_behind_one_and_moves_the_other(f, &t);
  calls_that_wait_take_points_too(f, &t);
  a_value_that_nobody_signals_is_waited_for_until_the_limit(f, &t);
  work_that_traps_moves_its_point(f, &t);
  work_without_an_owner_moves_its_point(f, &t);
  if (f == owner) runs_have_points_too(f, &t);
  bad_points_are_named(f == owner ? f : owner, &t);
  recorded_work_has_none(f, &t);
  OK(vyre_device_wait_idle(owner->device, VYRE_FOREVER, NULL));
  destroy_timelines(&t);
}

static fixture other_device(const char* id, vyre_context_flags flags) {
  vyre_context_desc desc = validated();
  desc.flags |= flags;
  return make_fixture_in(&desc, id, kIncrement);
}

/* Without a thread the call that waits is the way. */
static void another_device_needs_a_thread(vulkan_host* host, const fixture* owner) {
  timelines t = make_timelines(host, owner);
  fixture f = other_device("vulkan", 0);
  uint32_t in = 1, out = 0;
  vyre_work* work = NULL;
  points p;
  set_points(&p, &t, 1, 1);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "a point of another device|VYRE_CONTEXT_OWN_THREADS",
        start(&f, &in, &out, &p.desc, &work));
  CHECK(work == NULL);
  reach(&t, 1);
  OK(dispatch(&f, &out, &p.desc));
  CHECK_EQUAL(2, out);
  CHECK_EQUAL(1, reached(&t));
  p.desc.timeout_ns = SHORT;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "has a timeout_ns and signals a point",
        dispatch(&f, &out, &p.desc));
  destroy_fixture(&f);
  destroy_timelines(&t);
}

static void work_of_the_oracle_goes_on_in_the_hosts_calls(vulkan_host* host, const fixture* owner) {
  timelines t = make_timelines(host, owner);
  fixture f = other_device("cpu-ref", 0);
  uint32_t in = 1, out = 0;
  points p;
  set_points(&p, &t, 1, 1);
  vyre_work* work = NULL;
  OK(start(&f, &in, &out, &p.desc, &work));
  OK(vyre_context_run_callbacks(f.context, NULL));
  CHECK_EQUAL(0, reached(&t));
  reach(&t, 1);
  for (int i = 0; i < 1000 && reached(&t) == 0; ++i) {
    OK(vyre_context_run_callbacks(f.context, NULL));
  }
  CHECK_EQUAL(1, reached(&t));
  vyre_work_destroy(work);
  set_points(&p, &t, 0, 2);
  OK(start(&f, &in, &out, &p.desc, NULL)); /* nobody holds it, and nobody else carries it on */
  CHECK_EQUAL(1, reached(&t));
  OK(vyre_device_wait_idle(f.device, VYRE_FOREVER, NULL));
  CHECK_EQUAL(2, reached(&t));
  destroy_fixture(&f);
  destroy_timelines(&t);
}

int main(void) {
  vulkan_host host;
  fixture made;
  make_host(&host);
  made = import_host(&host, 0, kIncrement);
  all_of_a_device(&host, &made, &made);
  {
    timelines t = make_timelines(&host, &made);
    work_that_was_given_up_moves_its_point(&made, &t);
    work_until_stable_moves_its_point_once(&made, &t);
    destroy_timelines(&t);
  }
  semaphores_stay_as_long_as_work_needs_them(&host, &made);
  {
    fixture oracle = other_device("cpu-ref", VYRE_CONTEXT_OWN_THREADS);
    timelines t = make_timelines(&host, &made);
    all_of_a_device(&host, &made, &oracle);
    reach(&t, 5);
    runs_of_the_oracle_wait_in_the_call(&oracle, &t);
    destroy_fixture(&oracle);
    destroy_timelines(&t);
  }
  {
    fixture second = other_device("vulkan", VYRE_CONTEXT_OWN_THREADS);
    all_of_a_device(&host, &made, &second);
    destroy_fixture(&second);
  }
  another_device_needs_a_thread(&host, &made);
  work_of_the_oracle_goes_on_in_the_hosts_calls(&host, &made);
  destroy_fixture(&made);
  destroy_host(&host);
  return finish();
}
