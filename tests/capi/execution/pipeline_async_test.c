/* Pipelines that are compiled in the background, in each of the three ways. */
#include "capi/support/on_backend.h"

static const char* const kInvalid =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1}], "
    "\"body\": [{\"store\": \"a\", \"at\": 0, \"value\": 1}]}"; /* a is only read */

static vyre_work_state state_of(vyre_pipeline* pipeline, uint64_t timeout_ns) {
  vyre_work_state state = VYRE_WORK_RUNNING;
  OK(vyre_pipeline_wait(pipeline, timeout_ns, &state));
  return state;
}

static vyre_pipeline* begin(fixture* f, vyre_work** out_work) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_pipeline* pipeline = NULL;
  desc.label = vyre_str("late");
  OK(vyre_pipeline_create_async(f->device, f->program, &desc, &pipeline, out_work));
  return pipeline;
}

static vyre_error* increment(vyre_pipeline* pipeline, uint32_t value, uint32_t* out) {
  const vyre_binding bindings[] = {vyre_bind_input(0, &value, sizeof value),
                                   vyre_bind_output(1, out, sizeof *out)};
  return vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
}

static void is_not_ready_before_it_is_compiled(fixture* f) {
  uint32_t out = 0, ran = 7;
  vyre_work* work = NULL;
  vyre_pipeline* pipeline = begin(f, &work);
  const vyre_pipeline_info* early = vyre_pipeline_get_info(pipeline);
  CHECK(equals(early->label, "late"));
  CHECK_EQUAL(sizeof *early, early->struct_size);
  CHECK_EQUAL(0, early->workgroup[0]);
  CHECK_EQUAL(VYRE_WORK_RUNNING, state_of(pipeline, 0));
  FAILS(VYRE_ERROR_NOT_READY, "still being compiled|vyre_pipeline_wait",
        increment(pipeline, 4, &out));
  OK(vyre_context_run_callbacks(f->context, &ran));
  CHECK_EQUAL(0, ran);
  CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, 0));
  vyre_work_state state = VYRE_WORK_RUNNING;
  OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  const vyre_pipeline_info* info = vyre_pipeline_get_info(pipeline);
  CHECK(info != early && equals(info->label, "late"));
  CHECK_EQUAL(64, info->workgroup[0]);
  CHECK_EQUAL(0, early->workgroup[0]); /* stays as it was */
  CHECK(info == vyre_pipeline_get_info(pipeline));
  OK(increment(pipeline, 4, &out));
  CHECK_EQUAL(5, out);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_work_get_result(work, &result));
  CHECK(result.host_ns > 0);
  vyre_work_destroy(work);
  vyre_pipeline_destroy(pipeline);
}

static void waiting_compiles(fixture* f) {
  uint32_t out = 0;
  vyre_pipeline* pipeline = begin(f, NULL);
  CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, VYRE_FOREVER));
  OK(increment(pipeline, 7, &out));
  CHECK_EQUAL(8, out);
  vyre_pipeline_destroy(pipeline);
  vyre_work* work = NULL;
  pipeline = begin(f, &work);
  vyre_work_state state = VYRE_WORK_RUNNING;
  OK(vyre_work_wait(work, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  vyre_work_destroy(work);
  vyre_device* device = NULL;
  vyre_program* program = NULL;
  OK(vyre_pipeline_get_device(pipeline, &device));
  OK(vyre_pipeline_get_program(pipeline, &program));
  vyre_device_destroy(device);
  vyre_program_destroy(program);
  vyre_pipeline_destroy(pipeline);
}

/* One that vyre_pipeline_create has made is READY. */
static void others_are_ready(fixture* f) {
  vyre_error* failure = (vyre_error*)&failures;
  CHECK_EQUAL(VYRE_WORK_READY, state_of(f->pipeline, 0));
  OK(vyre_pipeline_get_error(f->pipeline, &failure));
  CHECK(failure == NULL);
}

static void failures_are_told_everywhere(fixture* f) {
  uint32_t out = 0;
  vyre_pipeline* pipeline = NULL;
  vyre_work* work = NULL;
  vyre_program* invalid = program_of(f->context, kInvalid);
  OK(vyre_pipeline_create_async(f->device, invalid, NULL, &pipeline, &work));
  vyre_error *failure = (vyre_error*)&failures, *same = NULL;
  OK(vyre_pipeline_get_error(pipeline, &failure)); /* not yet */
  CHECK(failure == NULL);
  CHECK_EQUAL(VYRE_WORK_FAILED, state_of(pipeline, VYRE_FOREVER));
  OK(vyre_pipeline_get_error(pipeline, &failure));
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_get_code(failure));
  CHECK(vyre_error_get_info(failure)->finding_count > 0);
  OK(vyre_work_get_error(work, &same));
  CHECK(same == NULL); /* nobody looked at the work yet */
  vyre_work_state state = VYRE_WORK_RUNNING;
  OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_FAILED, state);
  OK(vyre_work_get_error(work, &same));
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_get_code(same));
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "", increment(pipeline, 1, &out));
  CHECK_EQUAL(0, vyre_pipeline_get_info(pipeline)->workgroup[0]);
  vyre_error_destroy(failure);
  vyre_error_destroy(same);
  vyre_work_destroy(work);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(invalid);
}

static void wrong_calls_are_refused(fixture* f) {
  vyre_pipeline* pipeline = (vyre_pipeline*)&failures;
  vyre_work* work = (vyre_work*)&failures;
  vyre_work_state state = VYRE_WORK_FAILED;
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  REFUSED(vyre_pipeline_create_async, "device is NULL", (NULL, f->program, NULL, &pipeline, &work));
  CHECK(pipeline == NULL && work == NULL);
  REFUSED(vyre_pipeline_create_async, "program is NULL", (f->device, NULL, NULL, &pipeline, &work));
  REFUSED(vyre_pipeline_create_async, "out_pipeline is NULL",
          (f->device, f->program, NULL, NULL, &work));
  REFUSES_SIZES(vyre_pipeline_desc, desc,
                vyre_pipeline_create_async(f->device, f->program, &desc, &pipeline, NULL));
  desc.flags = UINT64_C(1) << 40;
  REFUSED(vyre_pipeline_create_async, "vyre_pipeline_desc.flags",
          (f->device, f->program, &desc, &pipeline, NULL));
  REFUSED(vyre_pipeline_wait, "pipeline is NULL", (NULL, 0, &state));
  CHECK_EQUAL(VYRE_WORK_RUNNING, state);
  REFUSED(vyre_pipeline_wait, "out_state is NULL", (f->pipeline, 0, NULL));
  vyre_error* failure = NULL;
  REFUSED(vyre_pipeline_get_error, "pipeline is NULL", (NULL, &failure));
  REFUSED(vyre_pipeline_get_error, "out_error is NULL", (f->pipeline, NULL));
}

static void fails_on_a_device_that_was_shut_down(fixture* f) {
  vyre_pipeline* pipeline = begin(f, NULL);
  OK(vyre_device_shutdown(f->device));
  CHECK_EQUAL(VYRE_WORK_FAILED, state_of(pipeline, VYRE_FOREVER));
  vyre_error* failure = NULL;
  OK(vyre_pipeline_get_error(pipeline, &failure));
  FAILS(VYRE_ERROR_INVALID_ARGUMENT, "was shut down", failure);
  vyre_pipeline_destroy(pipeline);
}

static void cancelling_its_work_fails_it(fixture* f) {
  uint32_t out = 0, ran = 7;
  vyre_work* work = NULL;
  vyre_work_state state = VYRE_WORK_RUNNING;
  vyre_error* failure = NULL;
  vyre_pipeline* pipeline = begin(f, &work);
  OK(vyre_work_cancel(work));
  OK(vyre_work_wait(work, 0, &state));
  CHECK_EQUAL(VYRE_WORK_FAILED, state);
  OK(vyre_work_get_error(work, &failure));
  FAILS(VYRE_ERROR_CANCELLED, "was cancelled", failure);
  OK(vyre_context_run_callbacks(f->context, &ran)); /* which has nothing to compile */
  CHECK_EQUAL(VYRE_WORK_FAILED, state_of(pipeline, VYRE_FOREVER));
  FAILS(VYRE_ERROR_CANCELLED, "the pipeline|'late'|Fix: create it again",
        increment(pipeline, 4, &out));
  vyre_work_destroy(work);
  vyre_pipeline_destroy(pipeline);
  pipeline = begin(f, &work); /* what is over stays */
  CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, VYRE_FOREVER));
  OK(vyre_work_cancel(work));
  OK(increment(pipeline, 4, &out));
  CHECK_EQUAL(5, out);
  vyre_work_destroy(work);
  vyre_pipeline_destroy(pipeline);
}

static void count_call(void* user, vyre_work_state state) {
  if (state == VYRE_WORK_READY) ++*(int*)user;
}

static void makes_the_callback_of_its_work(fixture* f) {
  int called = 0;
  uint32_t ran = 0;
  vyre_work* work = NULL;
  vyre_pipeline* pipeline = begin(f, &work);
  OK(vyre_work_on_complete(work, count_call, &called, NULL));
  CHECK_EQUAL(0, called);
  OK(vyre_context_run_callbacks(f->context, &ran));
  CHECK_EQUAL(1, called);
  CHECK_EQUAL(1, ran);
  vyre_work_destroy(work);
  vyre_pipeline_destroy(pipeline);
}

/* ---- Threads of the host ---- */

typedef struct jobs {
  vyre_job_fn job[16];
  void* data[16];
  int count;
  int is_gone;
} jobs;

static void keep_job(void* user, vyre_job_fn job, void* data) {
  jobs* all = (jobs*)user;
  all->job[all->count] = job;
  all->data[all->count++] = data;
}

static void note_gone(void* user) { ((jobs*)user)->is_gone = 1; }

static fixture lending_fixture(jobs* all) {
  fixture f;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.run_job = keep_job;
  desc.run_job_user = all;
  desc.run_job_destroy = note_gone;
  memset(&f, 0, sizeof f);
  OK(vyre_context_create(&desc, &f.context));
  f.device = open_device(f.context, backend_id);
  f.program = program_of(f.context, kIncrement);
  return f;
}

static void runs_on_a_thread_that_the_host_lends(void) {
  jobs all = {{0}, {0}, 0, 0};
  fixture f = lending_fixture(&all);
  const int before = all.count;
  for (int i = 0; i < before; ++i) all.job[i](all.data[i]); /* of opening the device */
  vyre_pipeline* pipeline = begin(&f, NULL);
  CHECK_EQUAL(before + 1, all.count);
  CHECK_EQUAL(VYRE_WORK_RUNNING, state_of(pipeline, 1000000)); /* leaves it to the job */
  all.job[before](all.data[before]);
  CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, 0));
  vyre_pipeline_destroy(pipeline);
  pipeline = begin(&f, NULL);
  CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, VYRE_FOREVER)); /* does not rely on it */
  all.job[before + 1](all.data[before + 1]);
  vyre_pipeline_destroy(pipeline);
  pipeline = begin(&f, NULL);
  vyre_pipeline_destroy(pipeline);
  destroy_fixture(&f);
  CHECK(all.is_gone); /* a job that has not run keeps nothing */
  all.job[before + 2](all.data[before + 2]);
}

static void ends_well_with_threads_of_the_library(void) {
  for (int round = 0; round < 12; ++round) {
    fixture f;
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.flags = VYRE_CONTEXT_OWN_THREADS;
    memset(&f, 0, sizeof f);
    OK(vyre_context_create(&desc, &f.context));
    f.device = open_device(f.context, backend_id);
    f.program = program_of(f.context, kIncrement);
    vyre_pipeline* pipeline = begin(&f, NULL);
    if (round % 3 == 0) CHECK_EQUAL(VYRE_WORK_READY, state_of(pipeline, VYRE_FOREVER));
    if (round % 3 == 1) {
      while (state_of(pipeline, 1000000) == VYRE_WORK_RUNNING) continue;
    }
    vyre_pipeline_destroy(pipeline);
    destroy_fixture(&f);
  }
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, is_not_ready_before_it_is_compiled);
  with_fixture(kIncrement, waiting_compiles);
  with_fixture(kIncrement, others_are_ready);
  with_fixture(kIncrement, failures_are_told_everywhere);
  with_fixture(kIncrement, wrong_calls_are_refused);
  with_fixture(kIncrement, fails_on_a_device_that_was_shut_down);
  with_fixture(kIncrement, makes_the_callback_of_its_work);
  with_fixture(kIncrement, cancelling_its_work_fails_it);
  runs_on_a_thread_that_the_host_lends();
  ends_well_with_threads_of_the_library();
  return finish();
}
