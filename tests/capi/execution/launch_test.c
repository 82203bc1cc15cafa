/* How a dispatch is described: shapes, grids, axes, and what no description may have. Runs on the
 * backend that the command line names. */
#include "capi/support/on_backend.h"

/* ---- Shapes and grids ---- */

/* Of 130 elements, of which one workgroup covers 64. */
static vyre_error* launch(const fixture* f, const vyre_dispatch_desc* desc,
                          vyre_dispatch_result* result, uint32_t* out) {
  static const uint32_t a[130] = {0};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof a)};
  return vyre_dispatch(f->pipeline, bindings, 2, desc, result);
}

static void takes_grids(fixture* f) {
  uint32_t out[130];
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(launch(f, &desc, &result, out)); /* {0, 0, 0} is "not given" */
  CHECK_EQUAL(3, result.grid[0]);
  CHECK_EQUAL(1, out[129]);
  desc = vyre_grid(1, 1, 1);
  OK(launch(f, &desc, &result, out));
  CHECK_EQUAL(1, result.grid[0]);
  CHECK_EQUAL(1, out[63]);
  CHECK_EQUAL(0, out[64]);
  desc = vyre_grid_for(f->pipeline, 65, 1, 1);
  OK(launch(f, &desc, &result, out));
  CHECK_EQUAL(2, result.grid[0]);
  CHECK_EQUAL(1, out[65]);
}

static void takes_shapes(fixture* f) {
  uint32_t out[130];
  vyre_dispatch_desc desc = vyre_shape(128, 1, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(launch(f, &desc, &result, out));
  CHECK_EQUAL(2, result.grid[0]);
  CHECK_EQUAL(64, result.workgroup[0]);
  CHECK_EQUAL(1, out[127]);
  CHECK_EQUAL(0, out[128]);
}

static void refuses_wrong_grids(fixture* f) {
  uint32_t out[130];
  vyre_dispatch_desc desc = vyre_grid(1, 1, 0);
  REFUSES("vyre_dispatch: vyre_dispatch_desc.grid is [1, 1, 0], which has a zero axis",
          launch(f, &desc, NULL, out));
  desc = vyre_shape(0, 64, 1);
  REFUSES("vyre_dispatch: vyre_dispatch_desc.shape is [0, 64, 1], which has a zero axis",
          launch(f, &desc, NULL, out));
  desc = vyre_grid(UINT32_MAX, 1, 1);
  REFUSES("vyre_dispatch: |4294967295", launch(f, &desc, NULL, out));
  desc = vyre_shape(64, 1, 1);
  desc.grid[0] = desc.grid[1] = desc.grid[2] = 1;
  REFUSES("vyre_dispatch: |a shape and a grid", launch(f, &desc, NULL, out));
  OK(launch(f, NULL, NULL, out));
  CHECK_EQUAL(1, out[129]);
}

/* out[12 y + x] = 12 y + x: workgroups of 4 x 4 that cover a square of 100 elements are 3 x 3. */
static const char* const kSquare =
    "{\"workgroup_size\": [4, 4, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\"}], \"body\": ["
    "{\"let\": \"i\", \"value\": {\"add\": [{\"mul\": [{\"invocation_id\": \"y\"}, 12]}, "
    "{\"invocation_id\": \"x\"}]}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"i\"}]}";

static void programs_of_two_axes_want_a_shape(fixture* f) {
  uint32_t out[100];
  vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  CHECK_EQUAL(2, vyre_pipeline_get_info(f->pipeline)->dimensions);
  REFUSES("vyre_dispatch: |looks at 2 axes|{width, height, 1}",
          vyre_dispatch(f->pipeline, &binding, 1, NULL, NULL));
  desc.flags = VYRE_DISPATCH_SQUARE_GRID;
  OK(vyre_dispatch(f->pipeline, &binding, 1, &desc, &result));
  CHECK_EQUAL(3, result.grid[0]);
  CHECK_EQUAL(3, result.grid[1]);
  for (uint32_t i = 0; i < 100; ++i) CHECK_EQUAL(i, out[i]);
  desc = vyre_shape(12, 4, 1);
  OK(vyre_dispatch(f->pipeline, &binding, 1, &desc, &result));
  CHECK_EQUAL(3, result.grid[0]);
  CHECK_EQUAL(1, result.grid[1]);
  CHECK_EQUAL(47, out[47]);
  CHECK_EQUAL(0, out[48]);
  desc = vyre_grid(3, 2, 1);
  OK(vyre_dispatch(f->pipeline, &binding, 1, &desc, NULL));
  CHECK_EQUAL(95, out[95]);
  CHECK_EQUAL(0, out[96]);
}

/* Looks at the third axis by an id alone. */
static const char* const kDeep =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"access\": \"write_only\"}], "
    "\"body\": [{\"store\": \"out\", \"at\": {\"invocation_id\": \"z\"}, "
    "\"value\": {\"add\": [{\"invocation_id\": \"z\"}, 7]}}]}";

static void programs_of_three_axes_want_a_shape(fixture* f) {
  uint32_t out[4];
  vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  const vyre_dispatch_desc desc = vyre_shape(4, 1, 4);
  REFUSES("vyre_dispatch: |looks at 3 axes|{width, height, depth}",
          vyre_dispatch(f->pipeline, &binding, 1, NULL, NULL));
  OK(vyre_dispatch(f->pipeline, &binding, 1, &desc, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(i + 7, out[i]);
}

/* ---- Structs ---- */

static void refuses_wrong_structs(fixture* f) {
  uint32_t a[1] = {4}, out[1] = {7};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
#define DISPATCH(desc, result) vyre_dispatch(f->pipeline, bindings, 2, desc, result)
  REFUSES_SIZES(vyre_dispatch_desc, desc, DISPATCH(&desc, NULL));
  desc.struct_size = offsetof(vyre_dispatch_desc, split); /* ends before what ours has */
  REFUSES("vyre_dispatch: vyre_dispatch_desc.struct_size is", DISPATCH(&desc, NULL));
  desc.struct_size = sizeof desc;
  desc.flags = UINT64_C(1) << 40;
  REFUSES("vyre_dispatch: vyre_dispatch_desc.flags is 1099511627776", DISPATCH(&desc, NULL));
  desc.flags = 0;
  desc.split = (vyre_split)3;
  REFUSES("vyre_dispatch: vyre_dispatch_desc.split is 3", DISPATCH(&desc, NULL));
  desc.split = VYRE_SPLIT_AUTOMATIC;
  desc.label.size = 3;
  REFUSES("vyre_dispatch: vyre_dispatch_desc.label has 3 bytes", DISPATCH(&desc, NULL));
  desc.label.size = 0;
  desc.iterations = 0;
  REFUSES("vyre_dispatch: |run 0 times", DISPATCH(&desc, NULL));
  REFUSES_SIZES(vyre_dispatch_result, result, DISPATCH(NULL, &result));
  result.struct_size = offsetof(vyre_dispatch_result, iterations);
  result.iterations = 77;
  REFUSES("vyre_dispatch: vyre_dispatch_result.struct_size is", DISPATCH(NULL, &result));
  CHECK_EQUAL(77, result.iterations);
  CHECK_EQUAL(offsetof(vyre_dispatch_result, iterations), result.struct_size);
  CHECK_EQUAL(7, out[0]); /* nothing ran */
#undef DISPATCH
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, takes_grids);
  with_fixture(kIncrement, takes_shapes);
  with_fixture(kIncrement, refuses_wrong_grids);
  with_fixture(kSquare, programs_of_two_axes_want_a_shape);
  with_fixture(kDeep, programs_of_three_axes_want_a_shape);
  with_fixture(kIncrement, refuses_wrong_structs);
  return finish();
}
