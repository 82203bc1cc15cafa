/* Plans: what a dispatch would do, which nothing of it does. Runs on the backend that the command
 * line names: a plan is the same on all. */
#include "capi/support/on_backend.h"

static vyre_plan* plan_of(const fixture* f, const vyre_binding* bindings, size_t count,
                          const vyre_dispatch_desc* desc) {
  vyre_plan* plan = NULL;
  OK(vyre_plan_create(f->pipeline, bindings, count, desc, &plan));
  CHECK_EQUAL(sizeof(vyre_plan_info), vyre_plan_get_info(plan)->struct_size);
  return plan;
}

static void check_output(const vyre_output_info* output, const char* name, uint32_t slot,
                         vyre_role role, uint64_t bytes) {
  CHECK_EQUAL(sizeof *output, output->struct_size);
  CHECK(equals(output->name, name) && ends_well(output->name));
  CHECK_EQUAL(slot, output->slot);
  CHECK_EQUAL(role, output->role);
  CHECK_EQUAL(bytes, output->bytes);
}

/* Of a program without a grid barrier. */
static void check_whole(const vyre_plan_info* info) {
  CHECK_EQUAL(1, info->segments);
  CHECK_EQUAL(1, info->programs);
  CHECK_EQUAL(0, info->hidden_bytes + info->bytes_per_invocation + info->bytes_per_workgroup);
  CHECK(info->split_refusal == NULL);
}

/* ---- Outputs ---- */

static void lists_outputs_by_slot(fixture* f) {
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  vyre_plan* plan = plan_of(f, NULL, 0, &one);
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  CHECK_EQUAL(2, info->output_count); /* persistent memory is the caller's */
  check_output(info->outputs[0], "total", 2, VYRE_ROLE_INPUT_OUTPUT, 4);
  check_output(info->outputs[1], "log", 7, VYRE_ROLE_OUTPUT, 64);
  CHECK_EQUAL(0, info->outputs[1]->start);
  CHECK_EQUAL(64, info->outputs[1]->parameter_bytes);
  check_whole(info);
  vyre_plan_destroy(plan);
}

static void sizes_come_from_what_is_bound(fixture* f) {
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  vyre_binding bindings[] = {vyre_bind_zeros(0, 24), vyre_bind_output(1, NULL, 24)};
  vyre_plan* plan = plan_of(f, bindings, 2, NULL); /* memory is not looked at */
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  CHECK_EQUAL(1, info->output_count);
  check_output(info->outputs[0], "out", 1, VYRE_ROLE_OUTPUT, 24);
  CHECK_EQUAL(24, info->outputs[0]->parameter_bytes);
  vyre_plan_destroy(plan);
  bindings[1] = vyre_bind_name("out", vyre_bind_zeros(0, 400));
  plan = plan_of(f, bindings, 2, NULL);
  check_output(vyre_plan_get_info(plan)->outputs[0], "out", 1, VYRE_ROLE_OUTPUT, 400);
  vyre_plan_destroy(plan);
  plan = plan_of(f, NULL, 0, &one);
  check_output(vyre_plan_get_info(plan)->outputs[0], "out", 1, VYRE_ROLE_OUTPUT, 0);
  vyre_plan_destroy(plan);
}

static const char* const kRange =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 8, \"output\": true, "
    "\"output_byte_range\": [4, 14]}], \"body\": [{\"store\": \"out\", \"at\": 0, \"value\": 1}]}";

static void tells_the_range_that_is_returned(fixture* f) {
  vyre_plan* plan = plan_of(f, NULL, 0, NULL);
  const vyre_output_info* output = vyre_plan_get_info(plan)->outputs[0];
  check_output(output, "out", 0, VYRE_ROLE_OUTPUT, 10);
  CHECK_EQUAL(4, output->start);
  CHECK_EQUAL(32, output->parameter_bytes);
  vyre_plan_destroy(plan);
}

/* ---- Grids ---- */

static void check_grid(const fixture* f, const vyre_dispatch_desc* desc, uint32_t x, uint32_t y) {
  vyre_binding bindings[] = {vyre_bind_zeros(0, 400), vyre_bind_zeros(1, 400)};
  vyre_plan* plan = plan_of(f, bindings, 2, desc);
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  CHECK_EQUAL(x, info->grid[0]);
  CHECK_EQUAL(y, info->grid[1]);
  CHECK_EQUAL(1, info->grid[2]);
  CHECK_EQUAL(64, info->workgroup[0]);
  CHECK_EQUAL(1, info->workgroup[1]);
  CHECK_EQUAL(1, info->workgroup[2]);
  vyre_plan_destroy(plan);
}

static void tells_the_grid(fixture* f) {
  const vyre_dispatch_desc given = vyre_grid(5, 7, 1), shaped = vyre_shape(128, 3, 1);
  check_grid(f, NULL, 2, 1); /* 100 elements by workgroups of 64 */
  check_grid(f, &given, 5, 7);
  check_grid(f, &shaped, 2, 3);
}

/* ---- Cuts ---- */

/* Two segments of four workgroups, with one value of each invocation kept between them. */
static const char* const kKeeps =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"let\": \"v\", \"value\": {\"load\": \"a\", \"at\": \"i\"}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"v\"},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"add\": [\"v\", "
    "{\"load\": \"out\", \"at\": {\"bit_xor\": [\"i\", 15]}}]}}]}";

static void tells_how_it_is_cut(fixture* f) {
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  vyre_plan* plan = plan_of(f, NULL, 0, &desc);
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  CHECK_EQUAL(2, info->segments);
  CHECK_EQUAL(2, info->programs);
  CHECK_EQUAL(64, info->hidden_bytes);
  CHECK_EQUAL(4, info->bytes_per_invocation);
  CHECK_EQUAL(0, info->bytes_per_workgroup);
  CHECK_EQUAL(4, info->grid[0]);
  CHECK_EQUAL(4, info->workgroup[0]);
  CHECK(info->split_refusal == NULL);
  vyre_plan_destroy(plan);
}

static void describes_the_cut_for_people(fixture* f) {
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  vyre_plan* plan = plan_of(f, NULL, 0, &desc);
  vyre_blob *text = NULL, *again = NULL;
  OK(vyre_plan_describe(plan, &text));
  CHECK(contains(text_of(text), "2 segments of 2 programs, 1 grid barriers\n"));
  CHECK(contains(text_of(text), "up to the barrier at body[0].region.body[3]\n"));
  CHECK(contains(text_of(text), "computed again: 'i'") && contains(text_of(text), "'v'"));
  OK(vyre_plan_describe(plan, &again));
  CHECK(same_bytes(text, again));
  vyre_plan_destroy(plan);
  CHECK(contains(text_of(text), "segments")); /* outlives the plan */
  vyre_blob_destroy(text);
  vyre_blob_destroy(again);
}

/* Workgroups turn their loops differently often. */
static const char* const kUnknown =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"loop\": \"k\", \"to\": {\"workgroup_id\": \"x\"}, \"body\": ["
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"k\"}, {\"barrier\": \"grid_sync\"}]}]}";

static void says_why_it_cannot_be_cut(fixture* f) {
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  vyre_plan* plan = plan_of(f, NULL, 0, &desc);
  const vyre_plan_info* info = vyre_plan_get_info(plan);
  const vyre_finding* why = info->split_refusal;
  CHECK(why != NULL);
  if (why != NULL) {
    CHECK_EQUAL(sizeof *why, why->struct_size);
    CHECK(ends_well(why->text) && ends_well(why->path) && ends_well(why->fix));
    CHECK(contains(why->text, "barrier") && why->fix.size > 0);
    CHECK(contains(why->path, "body[") || contains(why->text, "body["));
  }
  CHECK_EQUAL(0, info->segments + info->programs + info->hidden_bytes);
  CHECK_EQUAL(0, info->bytes_per_invocation + info->bytes_per_workgroup);
  CHECK_EQUAL(1, info->output_count); /* all else is told */
  CHECK_EQUAL(4, info->grid[0]);
  vyre_plan_destroy(plan);
}

static void does_not_cut_what_has_no_barrier(fixture* f) {
  vyre_binding bindings[] = {vyre_bind_zeros(0, 64), vyre_bind_zeros(1, 64)};
  vyre_plan* plan = plan_of(f, bindings, 2, NULL);
  vyre_blob* text = NULL;
  check_whole(vyre_plan_get_info(plan));
  OK(vyre_plan_describe(plan, &text));
  CHECK(bytes_of(text).size > 0);
  vyre_blob_destroy(text);
  vyre_plan_destroy(plan);
}

static void nothing_runs_and_nothing_is_compiled(fixture* f) {
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  const uint64_t compiled = metric_of(f->device, VYRE_METRIC_KERNELS_COMPILED);
  vyre_plan_destroy(plan_of(f, NULL, 0, &desc));
  CHECK_EQUAL(compiled, metric_of(f->device, VYRE_METRIC_KERNELS_COMPILED));
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_DISPATCHES));
  CHECK_EQUAL(0, metric_of(f->device, VYRE_METRIC_UPLOADED_BYTES));
}

/* A plan needs nobody but itself. */
static void outlives_its_pipeline(fixture* f) {
  const vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  vyre_plan* plan = plan_of(f, NULL, 0, &desc);
  destroy_fixture(f);
  memset(f, 0, sizeof *f);
  CHECK(equals(vyre_plan_get_info(plan)->outputs[0]->name, "out"));
  vyre_plan_destroy(plan);
}

/* ---- What is refused ---- */

static void refuses_what_makes_no_sense(fixture* f) {
  vyre_plan* plan = (vyre_plan*)f;
  vyre_blob* text = (vyre_blob*)f;
  vyre_binding unknown = vyre_bind_zeros(99, 4), small = vyre_bind_zeros(0, 3);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  REFUSED(vyre_plan_create, "pipeline is NULL", (NULL, NULL, 0, NULL, &plan));
  CHECK(plan == NULL);
  REFUSED(vyre_plan_create, "out_plan is NULL", (f->pipeline, NULL, 0, NULL, NULL));
  REFUSED(vyre_plan_create, "bindings", (f->pipeline, NULL, 1, NULL, &plan));
  FAILS(VYRE_ERROR_NOT_FOUND, "slot 99", vyre_plan_create(f->pipeline, &unknown, 1, NULL, &plan));
  REFUSED(vyre_plan_create, "'a'|3", (f->pipeline, &small, 1, NULL, &plan));
  REFUSES_SIZES(vyre_dispatch_desc, desc, vyre_plan_create(f->pipeline, NULL, 0, &desc, &plan));
  desc.flags = UINT64_C(1) << 60;
  REFUSED(vyre_plan_create, "vyre_dispatch_desc.flags", (f->pipeline, NULL, 0, &desc, &plan));
  desc.flags = 0;
  desc.split = (vyre_split)3;
  REFUSED(vyre_plan_create, "split is 3", (f->pipeline, NULL, 0, &desc, &plan));
  desc = vyre_grid(1, 0, 1);
  REFUSED(vyre_plan_create, "zero axis", (f->pipeline, NULL, 0, &desc, &plan));
  CHECK(plan == NULL);
  REFUSED(vyre_plan_describe, "plan is NULL", (NULL, &text));
  CHECK(text == NULL);
}

static void nothing_has_an_empty_plan(fixture* f) {
  const vyre_plan_info* info = vyre_plan_get_info(NULL);
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK_EQUAL(0, info->output_count + info->segments + info->grid[0]);
  CHECK(info->split_refusal == NULL);
  vyre_plan* plan = plan_of(f, NULL, 0, &one);
  REFUSED(vyre_plan_describe, "out_text is NULL", (plan, NULL));
  vyre_plan_destroy(plan);
  vyre_plan_destroy(NULL);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kRoles, lists_outputs_by_slot);
  with_fixture(kIncrement, sizes_come_from_what_is_bound);
  with_fixture(kRange, tells_the_range_that_is_returned);
  with_fixture(kIncrement, tells_the_grid);
  with_fixture(kKeeps, tells_how_it_is_cut);
  with_fixture(kKeeps, describes_the_cut_for_people);
  with_fixture(kUnknown, says_why_it_cannot_be_cut);
  with_fixture(kIncrement, does_not_cut_what_has_no_barrier);
  with_fixture(kKeeps, nothing_runs_and_nothing_is_compiled);
  with_fixture(kKeeps, outlives_its_pipeline);
  with_fixture(kIncrement, refuses_what_makes_no_sense);
  with_fixture(kIncrement, nothing_has_an_empty_plan);
  return finish();
}
