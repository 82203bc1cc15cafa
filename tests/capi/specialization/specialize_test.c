/* Programs that name values, and pipelines that say what they are. */
#include "capi/support/on_backend.h"

/* One value of each kind, stored as words. */
static const char* const kEveryKind =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 5, \"output\": true}],"
    "\"body\": ["
    "{\"store\": \"out\", \"at\": 0, \"value\": {\"spec\": \"u\", \"type\": \"U32\"}},"
    "{\"store\": \"out\", \"at\": 1, \"value\": {\"cast\": \"U32\", \"value\": "
    "{\"spec\": \"i\", \"type\": \"I32\", \"default\": -2}}},"
    "{\"store\": \"out\", \"at\": 2, \"value\": {\"cast\": \"U32\", \"value\": "
    "{\"mul\": [{\"spec\": \"f\", \"type\": \"F32\", \"default\": 2.5}, {\"f32\": 2}]}}},"
    "{\"store\": \"out\", \"at\": 3, \"value\": {\"cast\": \"U32\", \"value\": "
    "{\"spec\": \"b\", \"type\": \"Bool\", \"default\": true}}},"
    "{\"store\": \"out\", \"at\": 4, \"value\": "
    "{\"spec\": \"e\", \"type\": \"ElementType\", \"default\": \"F32\"}}]}";

static void without_pipeline(const char* json, void (*test)(fixture*)) {
  const vyre_context_desc desc = validated();
  fixture made = open_fixture(&desc, backend_id);
  made.program = program_of(made.context, json);
  test(&made);
  destroy_fixture(&made);
}

static void set(vyre_spec_map* map, const char* name, vyre_spec_value value) {
  OK(vyre_spec_map_set(map, vyre_str(name), value));
}

static vyre_spec_map* map_of(const char* name, vyre_spec_value value) {
  vyre_spec_map* map = make_map();
  set(map, name, value);
  return map;
}

static vyre_error* create(fixture* on, const vyre_spec_map* map) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.specialization = map;
  vyre_pipeline_destroy(on->pipeline);
  on->pipeline = NULL;
  return vyre_pipeline_create(on->backend, on->program, &desc, &on->pipeline);
}

/* ---- Values ---- */

static void pipelines_have_the_values_of_their_map(fixture* on) {
  vyre_spec_map* map = map_of("u", vyre_spec_u32(7));
  uint32_t out[5] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(create(on, map));
  OK(vyre_dispatch(on->pipeline, &binding, 1, NULL, NULL));
  const uint32_t defaults[5] = {7, 0xfffffffe, 5, 1, 0x0b};
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(defaults[i], out[i]);

  set(map, "i", vyre_spec_i32(-1));
  set(map, "f", vyre_spec_f32(4.5f));
  set(map, "b", vyre_spec_boolean(0));
  set(map, "e", vyre_spec_element(vyre_str("Vec<F32,4>")));
  OK(create(on, map));
  vyre_spec_map_destroy(map); /* read during the call only */
  OK(vyre_dispatch(on->pipeline, &binding, 1, NULL, NULL));
  const uint32_t given[5] = {7, 0xffffffff, 9, 0, 0x14};
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(given[i], out[i]);
}

static void all_that_does_not_fit_is_told_at_once(fixture* on) {
  vyre_spec_map* map = map_of("tile", vyre_spec_u32(7));
  set(map, "i", vyre_spec_u32(1));
  REFUSES("'i' is given as U32 and the program names it as I32", create(on, map));
  CHECK(on->pipeline == NULL);
  REFUSES("the program names no value 'tile'", create(on, map));
  REFUSES("the value 'u' is missing", create(on, map));
  REFUSES("the value 'u' is missing", create(on, NULL));
  vyre_spec_map_destroy(map);
}

static void a_program_without_values_takes_an_empty_map_only(fixture* on) {
  vyre_spec_map* map = make_map();
  OK(create(on, map));
  set(map, "a", vyre_spec_u32(1));
  REFUSES("this program names no values", create(on, map));
  vyre_spec_map_destroy(map);
}

/* ---- Inspection ---- */

static void programs_list_their_values(fixture* on) {
  const struct {
    const char* name;
    uint32_t kind;
    uint32_t has_initial;
    uint64_t bits;
  } all[] = {{"b", VYRE_SPEC_BOOLEAN, 1, 1},
             {"e", VYRE_SPEC_ELEMENT, 1, 0},
             {"f", VYRE_SPEC_F32, 1, 0x40200000},
             {"i", VYRE_SPEC_I32, 1, 0xfffffffe},
             {"u", VYRE_SPEC_U32, 0, 0}};
  size_t count = 0;
  OK(vyre_program_get_spec_count(on->program, &count));
  CHECK_EQUAL(5, count);
  for (size_t i = 0; i < 5; ++i) {
    vyre_spec_info info = VYRE_SPEC_INFO_INIT;
    OK(vyre_program_get_spec(on->program, i, &info));
    CHECK(equals(info.name, all[i].name));
    CHECK_EQUAL(all[i].kind, info.kind);
    CHECK_EQUAL(all[i].has_initial, info.has_initial);
    CHECK_EQUAL(all[i].bits, info.initial.bits);
    CHECK(equals(info.initial.element, i == 1 ? "F32" : ""));
  }
  vyre_spec_info info = VYRE_SPEC_INFO_INIT;
  FAILS(VYRE_ERROR_NOT_FOUND, "names 5 specialization values, not one at index 5",
        vyre_program_get_spec(on->program, 5, &info));
  REFUSES("program", vyre_program_get_spec_count(NULL, &count));
  CHECK_EQUAL(0, count);
}

/* ---- Building ---- */

static void builders_make_what_the_json_form_says(fixture* on) {
  vyre_builder* b = NULL;
  vyre_program* program = NULL;
  vyre_buffer_desc out = VYRE_BUFFER_DESC_INIT;
  OK(vyre_builder_create(on->context, &b));
  out.name = vyre_str("out");
  out.element_count = 4;
  out.flags = VYRE_BUFFER_IS_OUTPUT;
  out.access = VYRE_ACCESS_READ_WRITE;
  vyre_builder_declare(b, &out);
  const vyre_spec_value sixteen = vyre_spec_u32(16);
  const vyre_expr tile = vyre_builder_spec_value(b, vyre_str("tile"), VYRE_SPEC_U32, &sixteen);
  const vyre_expr none = vyre_builder_spec_value(b, vyre_str("n"), VYRE_SPEC_U32, NULL);
  vyre_builder_store(b, vyre_str("out"), none, tile);
  vyre_builder_store(b, vyre_str("out"), tile, none);
  OK(vyre_builder_finish(b, &program));
  static char text[4096];
  size_t size = 0;
  OK(vyre_program_to_json(program, text, sizeof text, &size));
  const vyre_string json = {text, size};
  CHECK(contains(json,
                 "\"at\": {\"spec\": \"n\", \"type\": \"U32\"}, "
                 "\"value\": {\"spec\": \"tile\", \"type\": \"U32\", \"default\": 16}"));
  vyre_program_destroy(program);
  vyre_builder_destroy(b);
}

static void mistakes_in_building_are_named(fixture* on) {
  const vyre_spec_value wrong = vyre_spec_i32(1);
  const vyre_spec_value vector = vyre_spec_element(vyre_str("Vec<F32,4>"));
  const struct {
    const char* name;
    uint32_t kind;
    const vyre_spec_value* initial;
    const char* text;
  } all[] = {{"a", VYRE_SPEC_U32, &wrong, "the default is of kind 1, the value of kind 0"},
             {"a", 9, NULL, "unknown kind 9"},
             {"", VYRE_SPEC_U32, NULL, "its name is empty"},
             {"a", VYRE_SPEC_ELEMENT, &vector, "no element type without parameters"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    vyre_builder* b = NULL;
    vyre_program* program = NULL;
    OK(vyre_builder_create(on->context, &b));
    CHECK_EQUAL(0, vyre_builder_spec_value(b, vyre_str(all[i].name), all[i].kind, all[i].initial));
    REFUSES(all[i].text, vyre_builder_finish(b, &program));
    vyre_builder_destroy(b);
  }
}

/* ---- Tiles ---- */

enum { kSize = 32, kLargestTile = 16 };

/* c = a * b for square matrices of 32 rows, by tiles of workgroup memory as wide as the workgroup:
 * out[row][column] gathers a tile's row and column at a time. */
static const char* const kProduct =
    "{\"workgroup_size\": [8, 8, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"F32\", \"count\": 1024},"
    "{\"name\": \"b\", \"type\": \"F32\", \"count\": 1024},"
    "{\"name\": \"c\", \"type\": \"F32\", \"count\": 1024, \"output\": true},"
    "{\"name\": \"ta\", \"type\": \"F32\", \"count\": 256, \"access\": \"workgroup\"},"
    "{\"name\": \"tb\", \"type\": \"F32\", \"count\": 256, \"access\": \"workgroup\"}],"
    "\"body\": ["
    "{\"let\": \"tile\", \"value\": {\"spec\": \"vyre.workgroup.x\", \"type\": \"U32\"}},"
    "{\"let\": \"rows\", \"value\": {\"spec\": \"vyre.workgroup.y\", \"type\": \"U32\"}},"
    "{\"let\": \"x\", \"value\": {\"local_id\": \"x\"}},"
    "{\"let\": \"y\", \"value\": {\"local_id\": \"y\"}},"
    "{\"let\": \"column\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"let\": \"row\", \"value\": {\"invocation_id\": \"y\"}},"
    "{\"let\": \"here\", \"value\": {\"add\": [{\"mul\": [\"y\", \"tile\"]}, \"x\"]}},"
    "{\"let\": \"sum\", \"value\": {\"f32\": 0}},"
    "{\"loop\": \"t\", \"to\": {\"div\": [32, {\"spec\": \"vyre.workgroup.x\", \"type\": "
    "\"U32\"}]}, \"body\": ["
    "{\"let\": \"k\", \"value\": {\"mul\": [\"t\", \"tile\"]}},"
    "{\"store\": \"ta\", \"at\": \"here\", \"value\": {\"load\": \"a\", \"at\": "
    "{\"add\": [{\"mul\": [\"row\", 32]}, {\"add\": [\"k\", \"x\"]}]}}},"
    "{\"store\": \"tb\", \"at\": \"here\", \"value\": {\"load\": \"b\", \"at\": "
    "{\"add\": [{\"mul\": [{\"add\": [\"k\", \"y\"]}, 32]}, \"column\"]}}},"
    "\"barrier\","
    "{\"loop\": \"i\", \"to\": \"tile\", \"body\": [{\"assign\": \"sum\", \"value\": {\"add\": ["
    "\"sum\", {\"mul\": ["
    "{\"load\": \"ta\", \"at\": {\"add\": [{\"mul\": [\"y\", \"tile\"]}, \"i\"]}},"
    "{\"load\": \"tb\", \"at\": {\"add\": [{\"mul\": [\"i\", \"rows\"]}, \"x\"]}}]}]}}]},"
    "\"barrier\"]},"
    "{\"store\": \"c\", \"at\": {\"add\": [{\"mul\": [\"row\", 32]}, \"column\"]}, "
    "\"value\": \"sum\"}]}";

static float a[kSize * kSize], b[kSize * kSize], expected[kSize * kSize];

/* Whole numbers, so that every order of additions gives the same sum. */
static void fill(void) {
  for (int i = 0; i < kSize * kSize; ++i) {
    a[i] = (float)(i * 7 % 13 - 6);
    b[i] = (float)(i * 5 % 11 - 5);
  }
  for (int row = 0; row < kSize; ++row) {
    for (int column = 0; column < kSize; ++column) {
      float sum = 0;
      for (int k = 0; k < kSize; ++k) sum += a[row * kSize + k] * b[k * kSize + column];
      expected[row * kSize + column] = sum;
    }
  }
}

static void one_program_multiplies_with_tiles_of_every_size(fixture* on) {
  fill();
  for (uint32_t tile = 1; tile <= kLargestTile; tile *= 2) {
    float c[kSize * kSize] = {0};
    const vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a),
                                     vyre_bind_input(1, b, sizeof b),
                                     vyre_bind_output(2, c, sizeof c)};
    vyre_spec_map* map = map_of("vyre.workgroup.x", vyre_spec_u32(tile));
    set(map, "vyre.workgroup.y", vyre_spec_u32(tile));
    OK(create(on, map));
    const vyre_dispatch_desc launch = on_grid(kSize / tile, kSize / tile);
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    OK(vyre_dispatch(on->pipeline, bindings, 3, &launch, &result));
    CHECK_EQUAL(tile, result.workgroup[0]);
    CHECK_EQUAL(tile, result.workgroup[1]);
    CHECK(memcmp(c, expected, sizeof c) == 0);
    vyre_spec_map_destroy(map);
  }
}

/* ---- Grid barriers ---- */

/* n times over, each word becomes the sum of itself and its right neighbor; all wait between. */
static const char* const kRounds =
    "{\"workgroup_size\": [8, 1, 1], \"buffers\": ["
    "{\"name\": \"x\", \"type\": \"U32\", \"count\": 64, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"loop\": \"round\", \"to\": {\"spec\": \"n\", \"type\": \"U32\"}, \"body\": ["
    "{\"let\": \"sum\", \"value\": {\"add\": [{\"load\": \"x\", \"at\": \"i\"}, "
    "{\"load\": \"x\", \"at\": {\"mod\": [{\"add\": [\"i\", 1]}, 64]}}]}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"x\", \"at\": \"i\", \"value\": {\"add\": [\"sum\", "
    "{\"spec\": \"vyre.workgroup.x\", \"type\": \"U32\"}]}},"
    "{\"barrier\": \"grid_sync\"}]}]}";

static void programs_with_grid_barriers_are_cut_with_their_values(fixture* on) {
  const uint32_t sizes[] = {1, 4, 16}, rounds[] = {1, 2, 5};
  for (int pass = 0; pass < 3; ++pass) {
    uint32_t x[64], want[64];
    for (uint32_t i = 0; i < 64; ++i) x[i] = want[i] = i * i;
    for (uint32_t round = 0; round < rounds[pass]; ++round) {
      const uint32_t first = want[0];
      for (int i = 0; i < 64; ++i) want[i] += (i < 63 ? want[i + 1] : first) + sizes[pass];
    }
    const vyre_binding binding = vyre_bind_inout(0, x, sizeof x);
    vyre_spec_map* map = map_of("n", vyre_spec_u32(rounds[pass]));
    set(map, "vyre.workgroup.x", vyre_spec_u32(sizes[pass]));
    OK(create(on, map));
    OK(vyre_dispatch(on->pipeline, &binding, 1, NULL, NULL));
    CHECK(memcmp(x, want, sizeof x) == 0);
    vyre_spec_map_destroy(map);
  }
}

static void workgroups_that_contradict_are_refused(fixture* on) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_spec_map* map = map_of("vyre.workgroup.x", vyre_spec_u32(16));
  desc.specialization = map;
  desc.set = VYRE_PIPELINE_SET_WORKGROUP;
  desc.workgroup[0] = 4;
  desc.workgroup[1] = 8;
  desc.workgroup[2] = 1;
  REFUSES("Fix: say it in the specialization alone",
          vyre_pipeline_create(on->backend, on->program, &desc, &on->pipeline));
  set(map, "vyre.workgroup.x", vyre_spec_u32(1 << 20));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "workgroup", create(on, map));
  set(map, "vyre.workgroup.x", vyre_spec_u32(0));
  REFUSES("zero axis", create(on, map));
  vyre_spec_map_destroy(map);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  without_pipeline(kEveryKind, pipelines_have_the_values_of_their_map);
  without_pipeline(kEveryKind, all_that_does_not_fit_is_told_at_once);
  without_pipeline(kIncrement, a_program_without_values_takes_an_empty_map_only);
  without_pipeline(kEveryKind, programs_list_their_values);
  without_pipeline(kIncrement, builders_make_what_the_json_form_says);
  without_pipeline(kIncrement, mistakes_in_building_are_named);
  without_pipeline(kProduct, one_program_multiplies_with_tiles_of_every_size);
  without_pipeline(kRounds, programs_with_grid_barriers_are_cut_with_their_values);
  without_pipeline(kProduct, workgroups_that_contradict_are_refused);
  return finish();
}
