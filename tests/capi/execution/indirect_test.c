/* Grids that stand in a buffer: vyre_dispatch_desc.grid_buffer. Runs on the backend that the
 * command line names. */
#include "capi/support/on_backend.h"
#include "vyre_driver_sequence.h"
#include "vyre_driver_tools.h"

/* Each invocation adds 1 to its word; workgroups of 1 x 1 x 1, which is the program's own size. */
static const char* const kCount =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"add\": [{\"invocation_id\": \"x\"}, {\"mul\": ["
    "{\"invocation_id\": \"y\"}, 10]}]}},"
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, 1]}}"
    "]}";

/* counts[i] = from[i] + 1, of three words. */
static const char* const kWriteCounts =
    "{\"buffers\": [{\"name\": \"from\", \"type\": \"U32\"},"
    "{\"name\": \"counts\", \"type\": \"U32\", \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"lt\": [\"i\", 3]}, \"then\": [{\"store\": \"counts\", \"at\": \"i\", \"value\": "
    "{\"add\": [{\"load\": \"from\", \"at\": \"i\"}, 1]}}]}]}";

/* Each invocation adds 1 to its word, and the first makes the grid wider by 1. */
static const char* const kGrow =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"access\": \"read_write\"},"
    "{\"name\": \"counts\", \"type\": \"U32\", \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "1]}},"
    "{\"if\": {\"eq\": [\"i\", 0]}, \"then\": [{\"store\": \"counts\", \"at\": 0, \"value\": "
    "{\"add\": [{\"load\": \"counts\", \"at\": 0}, 1]}}]}]}";

static vyre_buffer* buffer_of(const fixture* f, const uint32_t* words, size_t count) {
  vyre_buffer* buffer = make_buffer(f->device, count * 4);
  OK(vyre_buffer_write(buffer, 0, words, count * 4));
  return buffer;
}

static vyre_buffer* grid_of(const fixture* f, uint32_t x, uint32_t y, uint32_t z) {
  const uint32_t words[] = {x, y, z};
  return buffer_of(f, words, 3);
}

static vyre_dispatch_desc indirect(vyre_buffer* grid, uint64_t offset) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.grid_buffer = grid;
  desc.grid_offset = offset;
  return desc;
}

/* How many words the program changed, which are the first ones. */
static uint32_t changed(const uint32_t* words, uint32_t count) {
  uint32_t n = 0;
  while (n < count && words[n] != 0) ++n;
  for (uint32_t i = n; i < count; ++i) CHECK_EQUAL(0, words[i]);
  return n;
}

static uint32_t count_with(const fixture* f, const vyre_dispatch_desc* desc,
                           vyre_dispatch_result* result) {
  uint32_t a[40] = {0};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a)};
  OK(vyre_dispatch(f->pipeline, bindings, 1, desc, result));
  return changed(a, 40);
}

static void the_fact_is_claimed(fixture* f) {
  CHECK((vyre_device_get_info(f->device)->features & VYRE_FEATURE_INDIRECT_DISPATCH) != 0);
}

/* The size of a workgroup stays the program's own. */
static void a_grid_of_five_runs_five_invocations(fixture* f) {
  vyre_buffer* grid = grid_of(f, 5, 1, 1);
  const vyre_dispatch_desc desc = indirect(grid, 0);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  CHECK_EQUAL(5, count_with(f, &desc, &result));
  for (int axis = 0; axis < 3; ++axis) CHECK_EQUAL(0, result.grid[axis]); /* nobody read it */
  for (int axis = 0; axis < 3; ++axis) CHECK_EQUAL(1, result.workgroup[axis]);
  CHECK_EQUAL(1, result.iterations);
  CHECK_EQUAL(1, result.segments);
  vyre_buffer_destroy(grid);
}

static void each_axis_counts_and_each_offset_does(fixture* f) {
  const uint32_t words[] = {1, 10, 3, 1, 2, 1, 1, 0};
  vyre_buffer* grid = buffer_of(f, words, 8);
  vyre_dispatch_desc desc = indirect(grid, 4);
  CHECK_EQUAL(30, count_with(f, &desc, NULL)); /* 10 x 3 x 1 */
  desc.grid_offset = 12;
  uint32_t a[40] = {0};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a)};
  OK(vyre_dispatch(f->pipeline, bindings, 1, &desc, NULL)); /* 1 x 2 x 1 */
  CHECK_EQUAL(1, a[0]);
  CHECK_EQUAL(1, a[10]);
  CHECK_EQUAL(0, a[1] + a[20]);
  vyre_buffer_destroy(grid);
}

static void whole_workgroups_run(fixture* f) {
  static const uint32_t a[300] = {0};
  uint32_t out[300] = {0};
  vyre_buffer* grid = grid_of(f, 2, 1, 1);
  const vyre_dispatch_desc desc = indirect(grid, 0);
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(128, changed(out, 300));
  CHECK_EQUAL(64, result.workgroup[0]);
  vyre_buffer_destroy(grid);
}

static void a_zero_runs_nothing(fixture* f) {
  for (int axis = 0; axis < 3; ++axis) {
    uint32_t words[] = {3, 3, 3};
    words[axis] = 0;
    vyre_buffer* grid = buffer_of(f, words, 3);
    const vyre_dispatch_desc desc = indirect(grid, 0);
    CHECK_EQUAL(0, count_with(f, &desc, NULL));
    vyre_buffer_destroy(grid);
  }
}

static void too_many_workgroups_trap(fixture* f) {
  vyre_buffer* grid = grid_of(f, UINT32_MAX, 1, 1);
  const vyre_dispatch_desc desc = indirect(grid, 0);
  static const uint32_t a[300] = {0};
  uint32_t out[300] = {7};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  for (int again = 0; again < 2; ++again) {
    FAILS(VYRE_ERROR_DISPATCH_FAILED,
          "the grid buffer says 4294967295 workgroups on axis 0|launches at most",
          vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
    CHECK_EQUAL(7, out[0]);
  }
  const uint32_t few[] = {1, 1, 1};
  OK(vyre_buffer_write(grid, 0, few, sizeof few));
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(64, changed(out, 300));
  vyre_buffer_destroy(grid);
}

/* Behind all earlier work on that buffer, which nobody waits for. */
static void the_words_are_read_when_the_device_gets_there(fixture* f) {
  fixture writer = *f;
  make_pipeline(&writer, kWriteCounts);
  vyre_buffer* grid = make_buffer(f->device, 12);
  vyre_dispatch_desc desc = indirect(grid, 0);
  for (uint32_t x = 0; x < 6; ++x) {
    const uint32_t from[] = {x, 0, 0};
    vyre_binding writes[] = {vyre_bind_input(0, from, 12), vyre_bind_buffer(1, grid)};
    OK(vyre_dispatch_async(writer.pipeline, writes, 2, NULL, NULL));
    CHECK_EQUAL(x + 1, count_with(f, &desc, NULL));
  }
  vyre_buffer_destroy(grid);
  vyre_pipeline_destroy(writer.pipeline);
  vyre_program_destroy(writer.program);
}

/* So many dispatches in a row: each reads the grid anew. */
static void each_iteration_reads_them(fixture* f) {
  vyre_buffer* grid = grid_of(f, 1, 1, 1);
  vyre_dispatch_desc desc = indirect(grid, 0);
  uint32_t a[8] = {0};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a), vyre_bind_buffer(1, grid)};
  desc.iterations = 4;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  for (uint32_t i = 0; i < 8; ++i) CHECK_EQUAL(i < 4 ? 4 - i : 0, a[i]);
  vyre_buffer_destroy(grid);
}

static void asynchronous_work_keeps_the_buffer(fixture* f) {
  vyre_buffer* grid = grid_of(f, 3, 1, 1);
  const vyre_dispatch_desc desc = indirect(grid, 0);
  uint32_t a[8] = {0};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a)};
  vyre_work* work = NULL;
  OK(vyre_dispatch_async(f->pipeline, bindings, 1, &desc, &work));
  vyre_buffer_destroy(grid);
  OK(vyre_work_collect(work, bindings, 1));
  CHECK_EQUAL(3, changed(a, 8));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_work_get_result(work, &result));
  CHECK_EQUAL(0, result.grid[0]);
  vyre_work_destroy(work);
}

/* ---- Sequences ---- */

/* The first step writes the words that the second one reads; each run anew. */
static void a_step_reads_what_the_one_before_wrote(fixture* f) {
  fixture writer = *f;
  vyre_sequence* sequence = NULL;
  make_pipeline(&writer, kWriteCounts);
  vyre_buffer *from = grid_of(f, 1, 0, 0), *grid = grid_of(f, 0, 0, 0);
  vyre_buffer* out = make_buffer(f->device, 40);
  const vyre_dispatch_desc desc = indirect(grid, 0);
  vyre_binding writes[] = {vyre_bind_buffer(0, from), vyre_bind_buffer(1, grid)};
  vyre_binding counts[] = {vyre_bind_buffer(0, out)};
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  OK(vyre_sequence_add_dispatch(sequence, writer.pipeline, writes, 2, NULL, NULL));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, counts, 1, &desc, NULL));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, counts, 1, &desc, NULL)); /* once more */
  OK(vyre_sequence_add_copy(sequence, grid, 0, from, 0, 4, NULL));
  for (int run = 0; run < 3; ++run) OK(vyre_sequence_run(sequence, NULL, NULL));
  uint32_t a[10];
  OK(vyre_buffer_read(out, 0, a, sizeof a));
  for (uint32_t i = 0; i < 10; ++i) { /* 2, 3 and 4 wide, twice each */
    CHECK_EQUAL(i < 2 ? 6 : i == 2 ? 4 : i == 3 ? 2 : 0, a[i]);
  }
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(from);
  vyre_buffer_destroy(grid);
  vyre_buffer_destroy(out);
  vyre_pipeline_destroy(writer.pipeline);
  vyre_program_destroy(writer.program);
}

static void an_update_changes_where_the_grid_stands(fixture* f) {
  vyre_sequence* sequence = NULL;
  vyre_buffer *one = grid_of(f, 1, 1, 1), *four = grid_of(f, 4, 1, 1);
  vyre_buffer* out = make_buffer(f->device, 40);
  vyre_binding counts[] = {vyre_bind_buffer(0, out)};
  const vyre_dispatch_desc desc = vyre_grid(6, 1, 1);
  uint32_t a[10];
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, counts, 1, &desc, NULL));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  vyre_step_update update;
  memset(&update, 0, sizeof update);
  update.grid_buffer = one;
  OK(vyre_sequence_update(sequence, &update, 1));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  update.grid_buffer = four;
  OK(vyre_sequence_update(sequence, &update, 1));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  update.grid_offset = 4;
  REFUSES("vyre_sequence_update: |step 0|12 bytes|offset 4",
          vyre_sequence_update(sequence, &update, 1));
  memset(&update, 0, sizeof update);
  update.grid[0] = update.grid[1] = update.grid[2] = 1;
  OK(vyre_sequence_update(sequence, &update, 1)); /* the buffer is not read any more */
  OK(vyre_sequence_run(sequence, NULL, NULL));
  OK(vyre_buffer_read(out, 0, a, sizeof a));
  for (uint32_t i = 0; i < 10; ++i) CHECK_EQUAL(i == 0 ? 4 : i < 4 ? 2 : i < 6 ? 1 : 0, a[i]);
  update.grid_offset = 8;
  REFUSES("updates[0]: it has a grid_offset of 8", vyre_sequence_update(sequence, &update, 1));
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(one);
  vyre_buffer_destroy(four);
  vyre_buffer_destroy(out);
}

static void a_trap_fails_the_run_and_names_the_step(fixture* f) {
  vyre_sequence* sequence = NULL;
  vyre_buffer *grid = grid_of(f, 2, 1, 1), *bad = grid_of(f, UINT32_MAX, 1, 1);
  vyre_buffer *a = make_buffer(f->device, 1200), *out = make_buffer(f->device, 1200);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, out)};
  vyre_dispatch_desc desc = indirect(grid, 0);
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, &desc, NULL));
  desc = indirect(bad, 0);
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, &desc, NULL));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "step 1: the grid buffer says 4294967295 workgroups on axis 0",
        vyre_sequence_run(sequence, NULL, NULL));
  const uint32_t few[] = {3, 1, 1};
  OK(vyre_buffer_write(bad, 0, few, sizeof few));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  uint32_t words[300];
  OK(vyre_buffer_read(out, 0, words, sizeof words));
  CHECK_EQUAL(192, changed(words, 300));
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(grid);
  vyre_buffer_destroy(bad);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(out);
}

/* ---- Refusals ---- */

static void what_makes_no_sense_is_named(fixture* f) {
  vyre_buffer* grid = make_buffer(f->device, 20);
  vyre_device* second = open_device(f->context, backend_id);
  vyre_buffer* foreign = make_buffer(second, 12);
  uint32_t a[4] = {7};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a)};
#define WITH(change, code, parts)                                             \
  do {                                                                        \
    vyre_dispatch_desc desc = indirect(grid, 0);                              \
    change;                                                                   \
    FAILS(code, parts, vyre_dispatch(f->pipeline, bindings, 1, &desc, NULL)); \
  } while (0)
  const vyre_error_code invalid = VYRE_ERROR_INVALID_ARGUMENT;
  WITH(desc.shape[0] = 1, invalid, "vyre_dispatch_desc has a shape and a grid_buffer");
  WITH(desc.grid[0] = 1, invalid, "vyre_dispatch_desc has a grid and a grid_buffer");
  WITH(desc.grid_offset = 2, invalid, "grid_offset is 2|multiple of 4");
  WITH(desc.grid_offset = 12, invalid, "12 bytes|offset 12|20");
  WITH(desc.grid_offset = UINT64_MAX - 3, invalid, "12 bytes");
  WITH((desc.grid_buffer = NULL, desc.grid_offset = 4), invalid, "a grid_offset of 4 without");
  WITH(desc.grid_buffer = foreign, invalid, "grid_buffer, |another device");
  WITH(desc.flags = VYRE_DISPATCH_UNTIL_STABLE, VYRE_ERROR_UNSUPPORTED_FEATURE,
       "a grid_buffer|VYRE_DISPATCH_UNTIL_STABLE");
#undef WITH
  CHECK_EQUAL(7, a[0]);
  vyre_buffer_destroy(grid);
  vyre_buffer_destroy(foreign);
  vyre_device_destroy(second);
}

static const char* const kGridBarrier =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"},"
    "{\"name\": \"b\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"b\", \"at\": \"i\", \"value\": {\"load\": \"a\", \"at\": \"i\"}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "{\"load\": \"b\", \"at\": {\"bit_xor\": [\"i\", 15]}}]}}]}";

static void a_plan_knows_no_grid_either(fixture* f) {
  vyre_buffer* grid = grid_of(f, 4, 1, 1);
  vyre_binding bindings[] = {vyre_bind_zeros(0, 64)};
  vyre_dispatch_desc desc = indirect(grid, 0);
  vyre_plan* plan = NULL;
  OK(vyre_plan_create(f->pipeline, bindings, 1, &desc, &plan));
  for (int axis = 0; axis < 3; ++axis) CHECK_EQUAL(0, vyre_plan_get_info(plan)->grid[axis]);
  vyre_plan_destroy(plan);
  desc.grid_offset = 1;
  REFUSES("grid_offset is 1", vyre_plan_create(f->pipeline, bindings, 1, &desc, &plan));
  vyre_buffer_destroy(grid);
}

static void what_is_to_be_cut_is_refused(fixture* f) {
  vyre_buffer* grid = grid_of(f, 4, 1, 1);
  uint32_t a[16] = {5};
  vyre_binding bindings[] = {vyre_bind_inout(0, a, sizeof a), vyre_bind_zeros(1, 64)};
  vyre_dispatch_desc desc = indirect(grid, 0);
  if (is_oracle()) { /* which runs it whole */
    OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
    CHECK_EQUAL(5, a[15]);
    desc.split = VYRE_SPLIT_ALWAYS;
  }
  a[15] = 0;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "cut at its grid barriers|grid_buffer",
        vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  CHECK_EQUAL(0, a[15]);
  vyre_buffer_destroy(grid);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kCount, the_fact_is_claimed);
  with_fixture(kCount, a_grid_of_five_runs_five_invocations);
  with_fixture(kCount, each_axis_counts_and_each_offset_does);
  with_fixture(kIncrement, whole_workgroups_run);
  with_fixture(kCount, a_zero_runs_nothing);
  with_fixture(kIncrement, too_many_workgroups_trap);
  with_fixture(kCount, the_words_are_read_when_the_device_gets_there);
  with_fixture(kGrow, each_iteration_reads_them);
  with_fixture(kCount, asynchronous_work_keeps_the_buffer);
  with_fixture(kCount, a_step_reads_what_the_one_before_wrote);
  with_fixture(kCount, an_update_changes_where_the_grid_stands);
  with_fixture(kIncrement, a_trap_fails_the_run_and_names_the_step);
  with_fixture(kCount, what_makes_no_sense_is_named);
  with_fixture(kCount, a_plan_knows_no_grid_either);
  with_fixture(kGridBarrier, what_is_to_be_cut_is_refused);
  return finish();
}
