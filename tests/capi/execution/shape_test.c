/* Which invocations a dispatch has: exact shapes, workgroups that the device chooses, and launches
 * of nothing. Runs on the backend that the command line names. */
#include <vyre_driver_tools.h>

#include "capi/support/on_backend.h"

/* Counts its invocations, each of which writes one element: out[y * 1000 + x] = 1. */
#define COUNTING(size)                                                                     \
  "{\"workgroup_size\": [" size                                                            \
  "], \"buffers\": ["                                                                      \
  "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"                    \
  "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"   \
  "\"body\": [{\"let\": \"old\", \"value\": {\"atomic\": \"add\", \"buffer\": \"count\", " \
  "\"at\": 0, \"value\": 1}}, {\"store\": \"out\", \"at\": {\"add\": [{\"mul\": ["         \
  "{\"invocation_id\": \"y\"}, 1000]}, {\"invocation_id\": \"x\"}]}, \"value\": 1}]}"

/* The same on the x axis alone. */
#define COUNTING_LINE(size)                                                                \
  "{\"workgroup_size\": [" size                                                            \
  "], \"buffers\": ["                                                                      \
  "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"                    \
  "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"   \
  "\"body\": [{\"let\": \"old\", \"value\": {\"atomic\": \"add\", \"buffer\": \"count\", " \
  "\"at\": 0, \"value\": 1}}, {\"store\": \"out\", \"at\": {\"invocation_id\": \"x\"}, "   \
  "\"value\": 1}]}"

#define MAX_ELEMENTS 4000
static uint32_t out[MAX_ELEMENTS];
static uint32_t count;

static vyre_error* run_on(const vyre_pipeline* pipeline, size_t elements,
                          const vyre_dispatch_desc* desc, vyre_dispatch_result* result) {
  vyre_binding bindings[] = {vyre_bind_output(0, out, elements * sizeof *out),
                             vyre_bind_inout(1, &count, sizeof count)};
  memset(out, 0xEE, sizeof out);
  count = 0;
  return vyre_dispatch((vyre_pipeline*)pipeline, bindings, 2, desc, result);
}

static vyre_error* run(const fixture* f, size_t elements, const vyre_dispatch_desc* desc,
                       vyre_dispatch_result* result) {
  return run_on(f->pipeline, elements, desc, result);
}

static uint32_t ones(size_t elements) {
  uint32_t sum = 0;
  size_t i;
  for (i = 0; i < elements; ++i) sum += out[i];
  return sum;
}

/* Exactly these wrote, and were counted. */
static void wrote(uint32_t width, uint32_t height, size_t elements) {
  CHECK_EQUAL(width * height, count);
  CHECK_EQUAL(width * height, ones(elements));
  CHECK_EQUAL(1, out[(height - 1) * 1000 + width - 1]);
}

/* ---- Exact shapes of a declared size ---- */

static void a_shape_is_exact(fixture* f) {
  vyre_dispatch_desc desc = vyre_shape(1000, 1, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(run(f, 2000, NULL, &result)); /* published programs rely on whole workgroups */
  CHECK_EQUAL(2048, count);
  OK(run(f, 2000, &desc, &result));
  wrote(1000, 1, 2000);
  CHECK_EQUAL(16, result.grid[0]);
  CHECK_EQUAL(64, result.workgroup[0]);
  desc = vyre_shape(1024, 1, 1);
  OK(run(f, 2000, &desc, NULL));
  wrote(1024, 1, 2000);
  desc = vyre_shape(1, 1, 1);
  OK(run(f, 2000, &desc, NULL));
  wrote(1, 1, 2000);
  desc = vyre_grid_for(f->pipeline, 1000, 1, 1); /* whole workgroups that cover it */
  OK(run(f, 2000, &desc, NULL));
  CHECK_EQUAL(1024, count);
}

static void a_shape_of_two_axes_is_exact(fixture* f) {
  vyre_dispatch_desc desc = vyre_shape(37, 3, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(run(f, MAX_ELEMENTS, &desc, &result));
  wrote(37, 3, MAX_ELEMENTS);
  CHECK_EQUAL(5, result.grid[0]);
  CHECK_EQUAL(2, result.grid[1]);
  desc.iterations = 3;
  OK(run(f, MAX_ELEMENTS, &desc, &result));
  CHECK_EQUAL(3 * 37 * 3, count);
  desc = vyre_shape(40, 3, 1); /* whole on one axis */
  OK(run(f, MAX_ELEMENTS, &desc, NULL));
  wrote(40, 3, MAX_ELEMENTS);
  desc = vyre_shape(40, 4, 1);
  OK(run(f, MAX_ELEMENTS, &desc, NULL));
  wrote(40, 4, MAX_ELEMENTS);
}

#define NEEDS_ALL(statement)                                                            \
  "{\"workgroup_size\": [8, 2, 1], \"buffers\": ["                                      \
  "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"                 \
  "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}," \
  "{\"name\": \"w\", \"type\": \"U32\", \"count\": 4, \"access\": \"workgroup\"}],"     \
  "\"body\": [" statement                                                               \
  "{\"store\": \"out\", \"at\": {\"invocation_id\": \"x\"}, \"value\": 1}]}"

static void missing_invocations_would_be_missed(fixture* f) {
  vyre_dispatch_desc desc = vyre_shape(9, 2, 1);
  FAILS(VYRE_ERROR_INVALID_ARGUMENT,
        "vyre_dispatch: the shape is [9, 2, 1]|have [8, 2, 1], and workgroup memory|"
        "use the shape [16, 2, 1]",
        run(f, 16, &desc, NULL));
  desc = vyre_shape(UINT32_MAX, 2, 1); /* the next larger one does not fit */
  REFUSES("use the shape [4294967288, 2, 1]", run(f, 16, &desc, NULL));
  desc = vyre_shape(16, 2, 1);
  OK(run(f, 16, &desc, NULL));
  CHECK_EQUAL(16, ones(16));
}

static const char* const kBarrier =
    "{\"workgroup_size\": [64, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"
    "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"
    "\"body\": [\"barrier\", {\"store\": \"out\", \"at\": {\"invocation_id\": \"x\"}, "
    "\"value\": 1}]}";

static void barriers_want_whole_workgroups(fixture* f) {
  vyre_dispatch_desc desc = vyre_shape(65, 1, 1);
  FAILS(VYRE_ERROR_INVALID_ARGUMENT, "vyre_dispatch: the shape is [65, 1, 1]|barriers|[128, 1, 1]",
        run(f, 130, &desc, NULL));
}

/* ---- Workgroups that nobody chose ---- */

/* Made with workgroups of |x|, |y|, |z|. */
static vyre_pipeline* pipeline_of(const fixture* f, uint32_t x, uint32_t y, uint32_t z) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_pipeline* pipeline = NULL;
  desc.workgroup[0] = x;
  desc.workgroup[1] = y;
  desc.workgroup[2] = z;
  OK(vyre_pipeline_create(f->device, f->program, &desc, &pipeline));
  return pipeline;
}

static void a_size_that_nobody_chose_is_the_devices(fixture* f) {
  const vyre_pipeline_info* info = vyre_pipeline_get_info(f->pipeline);
  vyre_dispatch_desc desc;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  CHECK_EQUAL(is_oracle() ? 0 : 1, info->workgroup_chosen);
  CHECK_EQUAL(is_oracle() ? 1 : 256, info->workgroup[0]);
  CHECK_EQUAL(1, info->workgroup[1]);
  CHECK_EQUAL(1, info->dimensions);
  OK(run(f, 1001, NULL, &result)); /* an invocation for each element, and no other */
  wrote(1001, 1, 1001);
  CHECK_EQUAL(info->workgroup[0], result.workgroup[0]);
  CHECK_EQUAL(is_oracle() ? 1001 : 4, result.grid[0]);
  desc = vyre_shape(257, 1, 1);
  OK(run(f, 1001, &desc, NULL));
  wrote(257, 1, 1001);
  desc = vyre_grid(270, 1, 1); /* counts the program's own workgroups */
  OK(run(f, 1001, &desc, &result));
  wrote(270, 1, 1001);
  CHECK_EQUAL(is_oracle() ? 270 : 2, result.grid[0]);
  desc = vyre_grid(5, 3, 2);
  OK(run(f, 1001, &desc, NULL));
  CHECK_EQUAL(30, count);
  desc = vyre_grid_for(f->pipeline, 77, 1, 1);
  OK(run(f, 1001, &desc, NULL));
  wrote(77, 1, 1001);
}

/* Of which no invocation can do the work of several. */
static const char* const kLooping =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"
    "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"
    "\"body\": [{\"loop\": \"k\", \"to\": 2, \"body\": ["
    "{\"store\": \"out\", \"at\": {\"invocation_id\": \"x\"}, \"value\": \"k\"}]}]}";

static void a_size_of_a_loop_is_smaller(fixture* f) {
  CHECK_EQUAL(is_oracle() ? 1 : 64, vyre_pipeline_get_info(f->pipeline)->workgroup[0]);
  OK(run(f, 1001, NULL, NULL));
  CHECK_EQUAL(1001, ones(1001));
}

static void a_size_of_two_axes_is_the_devices(fixture* f) {
  const vyre_pipeline_info* info = vyre_pipeline_get_info(f->pipeline);
  vyre_dispatch_desc desc = vyre_shape(37, 3, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  CHECK_EQUAL(is_oracle() ? 0 : 1, info->workgroup_chosen);
  CHECK_EQUAL(2, info->dimensions);
  if (!is_oracle()) CHECK(info->workgroup[0] > 1 && info->workgroup[1] > 1);
  REFUSES("vyre_dispatch: |looks at 2 axes", run(f, MAX_ELEMENTS, NULL, NULL));
  OK(run(f, MAX_ELEMENTS, &desc, &result));
  wrote(37, 3, MAX_ELEMENTS);
  CHECK_EQUAL(info->workgroup[1], result.workgroup[1]);
  CHECK_EQUAL((37 + info->workgroup[0] - 1) / info->workgroup[0], result.grid[0]);
  desc = vyre_grid(37, 3, 1);
  OK(run(f, MAX_ELEMENTS, &desc, NULL));
  wrote(37, 3, MAX_ELEMENTS);
  desc = vyre_shape(1, 1, 1);
  OK(run(f, MAX_ELEMENTS, &desc, NULL));
  wrote(1, 1, MAX_ELEMENTS);
  desc = (vyre_dispatch_desc)VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_SQUARE_GRID; /* of a size of one axis a line */
  OK(run(f, 901, &desc, NULL));
  wrote(901, 1, 901);
}

static void a_size_that_the_host_chose_is_the_hosts(fixture* f) {
  vyre_pipeline* single = pipeline_of(f, 1, 1, 1);
  vyre_pipeline* larger = pipeline_of(f, 32, 1, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  CHECK_EQUAL(0, vyre_pipeline_get_info(single)->workgroup_chosen);
  CHECK_EQUAL(1, vyre_pipeline_get_info(single)->workgroup[0]);
  OK(run_on(single, 100, NULL, &result));
  wrote(100, 1, 100);
  CHECK_EQUAL(100, result.grid[0]);
  CHECK_EQUAL(0, vyre_pipeline_get_info(larger)->workgroup_chosen);
  OK(run_on(larger, 100, NULL, &result)); /* whole workgroups, as of a declared size */
  CHECK_EQUAL(128, count);
  CHECK_EQUAL(32, result.workgroup[0]);
  vyre_pipeline_destroy(larger);
  vyre_pipeline_destroy(single);
}

static const char* const kObserver =
    "{\"workgroup_size\": [1, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"
    "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"
    "\"body\": [{\"store\": \"out\", \"at\": {\"invocation_id\": \"x\"}, "
    "\"value\": {\"add\": [{\"local_id\": \"x\"}, 1]}}]}";

static void who_looks_at_workgroups_keeps_the_size(fixture* f) {
  const vyre_pipeline_info* info = vyre_pipeline_get_info(f->pipeline);
  CHECK_EQUAL(0, info->workgroup_chosen);
  CHECK_EQUAL(1, info->workgroup[0]);
  OK(run(f, 100, NULL, NULL));
  CHECK_EQUAL(100, ones(100));
}

/* Workgroups of one invocation would take more than the device launches at once. */
static void large_shapes_need_few_workgroups(fixture* f) {
  vyre_dispatch_desc desc = vyre_shape(3000000, 1, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  if (is_oracle()) return; /* it would take minutes */
  OK(run(f, 1000, &desc, &result));
  CHECK_EQUAL(3000000, count);
  CHECK_EQUAL(1000, ones(1000));
  CHECK_EQUAL(11719, result.grid[0]);
}

static void a_plan_tells_what_will_run(fixture* f) {
  const uint32_t chosen = vyre_pipeline_get_info(f->pipeline)->workgroup[0];
  vyre_binding bindings[] = {vyre_bind_output(0, NULL, 400), vyre_bind_inout(1, NULL, 4)};
  vyre_dispatch_desc desc = vyre_shape(99, 1, 1);
  vyre_plan* plan = NULL;
  OK(vyre_plan_create(f->pipeline, bindings, 2, &desc, &plan));
  CHECK_EQUAL(chosen, vyre_plan_get_info(plan)->workgroup[0]);
  CHECK_EQUAL((99 + chosen - 1) / chosen, vyre_plan_get_info(plan)->grid[0]);
  vyre_plan_destroy(plan);
}

/* ---- Nothing at all ---- */

static void ran_nothing(fixture* f, vyre_dispatch_desc desc) {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  vyre_binding bindings[] = {vyre_bind_output(0, out, sizeof out),
                             vyre_bind_inout(1, &count, sizeof count)};
  memset(out, 0xEE, sizeof out);
  count = 77;
  desc.flags |= VYRE_DISPATCH_MAY_BE_EMPTY;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(0, ones(MAX_ELEMENTS)); /* an output starts with zeroes */
  CHECK_EQUAL(77, count);             /* and this with what it was */
  CHECK_EQUAL(0, result.grid[0]);
  CHECK_EQUAL(sizeof out + sizeof count, result.output_bytes);
}

static void an_empty_launch_runs_nothing(fixture* f) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  ran_nothing(f, desc);
  ran_nothing(f, vyre_grid(0, 1, 1));
  ran_nothing(f, vyre_grid(5, 0, 1));
  ran_nothing(f, vyre_shape(64, 1, 0));
  desc.iterations = 5;
  ran_nothing(f, desc);
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  ran_nothing(f, desc);
  desc = vyre_shape(70, 1, 1); /* what is not empty runs */
  desc.flags = VYRE_DISPATCH_MAY_BE_EMPTY;
  OK(run(f, 100, &desc, NULL));
  CHECK_EQUAL(70, count);
}

static void what_is_wrong_with_an_empty_launch_is_told(fixture* f) {
  vyre_dispatch_desc desc = vyre_grid(0, 1, 1);
  vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  REFUSES(
      "vyre_dispatch: vyre_dispatch_desc.grid is [0, 1, 1], which has a zero axis|"
      "VYRE_DISPATCH_MAY_BE_EMPTY",
      run(f, 100, &desc, NULL));
  desc.flags = VYRE_DISPATCH_MAY_BE_EMPTY;
  desc.shape[0] = 1; /* and zeroes beside it */
  REFUSES("vyre_dispatch: |a shape and a grid", run(f, 100, &desc, NULL));
  memset(desc.shape, 0, sizeof desc.shape);
  desc.iterations = 0;
  REFUSES("vyre_dispatch: |run 0 times", run(f, 100, &desc, NULL));
  desc.iterations = 1;
  REFUSES("vyre_dispatch: |count", vyre_dispatch(f->pipeline, &binding, 1, &desc, NULL));
}

static void an_empty_launch_leaves_buffers_alone(fixture* f) {
  vyre_buffer* buffer = make_buffer(f->device, 400);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_work* work = NULL;
  vyre_work_state state = VYRE_WORK_RUNNING;
  uint32_t bytes[100];
  vyre_binding bindings[2];
  bindings[0] = vyre_bind_buffer(0, buffer);
  bindings[1] = vyre_bind_zeros(1, 4);
  memset(bytes, 5, sizeof bytes);
  OK(vyre_buffer_write(buffer, 0, bytes, sizeof bytes));
  desc.flags = VYRE_DISPATCH_MAY_BE_EMPTY;
  OK(vyre_dispatch_async(f->pipeline, bindings, 2, &desc, &work));
  OK(vyre_work_wait(work, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  vyre_work_destroy(work);
  memset(bytes, 0, sizeof bytes);
  OK(vyre_buffer_read(buffer, 0, bytes, sizeof bytes));
  CHECK_EQUAL(0x05050505, bytes[99]);
  vyre_buffer_destroy(buffer);
}

static const char* const kGridBarrier =
    "{\"workgroup_size\": [64, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"},"
    "{\"name\": \"count\", \"type\": \"U32\", \"count\": 1, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"old\", \"value\": {\"atomic\": \"add\", \"buffer\": \"count\", "
    "\"at\": 0, \"value\": 1}}, {\"barrier\": \"grid_sync\"}, {\"store\": \"out\", \"at\": "
    "{\"invocation_id\": \"x\"}, \"value\": 1}]}";

static void a_cut_program_may_be_empty_too(fixture* f) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  ran_nothing(f, vyre_grid(0, 0, 1));
  desc.split = VYRE_SPLIT_ALWAYS;
  ran_nothing(f, desc);
  OK(run(f, 128, NULL, NULL));
  CHECK_EQUAL(128, count);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(COUNTING_LINE("64, 1, 1"), a_shape_is_exact);
  with_fixture(COUNTING("8, 2, 1"), a_shape_of_two_axes_is_exact);
  with_fixture(NEEDS_ALL(""), missing_invocations_would_be_missed);
  with_fixture(kBarrier, barriers_want_whole_workgroups);
  with_fixture(COUNTING_LINE("1, 1, 1"), a_size_that_nobody_chose_is_the_devices);
  with_fixture(kLooping, a_size_of_a_loop_is_smaller);
  with_fixture(COUNTING("1, 1, 1"), a_size_of_two_axes_is_the_devices);
  with_fixture(COUNTING_LINE("1, 1, 1"), a_size_that_the_host_chose_is_the_hosts);
  with_fixture(kObserver, who_looks_at_workgroups_keeps_the_size);
  with_fixture(COUNTING_LINE("1, 1, 1"), large_shapes_need_few_workgroups);
  with_fixture(COUNTING_LINE("1, 1, 1"), a_plan_tells_what_will_run);
  with_fixture(COUNTING_LINE("64, 1, 1"), an_empty_launch_runs_nothing);
  with_fixture(COUNTING("1, 1, 1"), an_empty_launch_runs_nothing);
  with_fixture(COUNTING_LINE("64, 1, 1"), what_is_wrong_with_an_empty_launch_is_told);
  with_fixture(COUNTING_LINE("64, 1, 1"), an_empty_launch_leaves_buffers_alone);
  with_fixture(kGridBarrier, a_cut_program_may_be_empty_too);
  return finish();
}
