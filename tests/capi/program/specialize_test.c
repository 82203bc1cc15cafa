/* Programs that name constants, and pipelines that say what they are. */
#include "capi/support/on_backend.h"
#include "vyre_driver_builder.h"

/* One constant of each kind, stored as words. */
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

static vyre_constant type_of(const char* name, const char* spelling) {
  vyre_constant constant = vyre_constant_u32(name, 0);
  constant.kind = VYRE_CONSTANT_TYPE;
  constant.element = vyre_str(spelling);
  return constant;
}

static vyre_error* create_with(fixture* on, const vyre_constant* constants, size_t count,
                               vyre_pipeline_flags flags) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.constants = constants;
  desc.constant_count = count;
  desc.flags = flags;
  vyre_pipeline_destroy(on->pipeline);
  on->pipeline = NULL;
  return vyre_pipeline_create(on->device, on->program, &desc, &on->pipeline);
}

static vyre_error* create(fixture* on, const vyre_constant* constants, size_t count) {
  return create_with(on, constants, count, 0);
}

/* ---- Values ---- */

static void check_words(fixture* on, const uint32_t* expected) {
  uint32_t out[5] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(vyre_dispatch(on->pipeline, &binding, 1, NULL, NULL));
  for (int i = 0; i < 5; ++i) CHECK_EQUAL(expected[i], out[i]);
}

static void pipelines_have_the_values_they_are_given(fixture* on) {
  const uint32_t defaults[5] = {7, 0xfffffffe, 5, 1, 0x0b}, given[5] = {7, 0xffffffff, 9, 0, 0x14};
  char spelling[] = "Vec<F32,4>";
  vyre_constant constants[] = {vyre_constant_u32("u", 7), vyre_constant_i32("i", -1),
                               vyre_constant_f32("f", 4.5f), vyre_constant_bool("b", 0),
                               type_of("e", spelling)};
  OK(create(on, constants, 1));
  check_words(on, defaults);
  OK(create(on, constants, 5));
  memset(constants, 0xff, sizeof constants); /* read during the call only */
  memset(spelling, 'x', sizeof spelling - 1);
  check_words(on, given);
}

static void the_order_does_not_count(fixture* on) {
  const uint32_t given[5] = {3, 0xfffffffe, 5, 0, 0x0b};
  const vyre_constant one[] = {vyre_constant_u32("u", 3), vyre_constant_bool("b", 0)};
  const vyre_constant other[] = {vyre_constant_bool("b", 0), vyre_constant_u32("u", 3)};
  OK(create(on, one, 2));
  check_words(on, given);
  OK(create(on, other, 2));
  check_words(on, given);
}

static void unknown_constants_are_all_named(fixture* on) {
  const vyre_constant constants[] = {vyre_constant_u32("u", 7), vyre_constant_u32("tile", 7),
                                     vyre_constant_u32("size", 7)};
  vyre_error* error = create(on, constants, 3);
  const vyre_error_info* info = vyre_error_get_info(error);
  CHECK_EQUAL(2, info->finding_count);
  for (size_t i = 0; i < info->finding_count; ++i) {
    CHECK(contains(info->findings[i]->path, i == 0 ? "'size'" : "'tile'"));
    CHECK(info->findings[i]->fix.size > 0);
  }
  FAILS(VYRE_ERROR_NOT_FOUND, "no constant 'tile'|no constant 'size'|'u' (", error);
  CHECK(on->pipeline == NULL);
}

static void unknown_constants_are_skipped_on_request(void) {
  const vyre_constant constants[] = {vyre_constant_u32("tile", 7), vyre_constant_u32("u", 7)};
  const uint32_t defaults[5] = {7, 0xfffffffe, 5, 1, 0x0b};
  fixture made = open_fixture(NULL, backend_id), *on = &made;
  on->program = program_of(on->context, kEveryKind);
  OK(create_with(on, constants, 2, VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS));
  CHECK_EQUAL(VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS, vyre_pipeline_get_info(on->pipeline)->flags);
  check_words(on, defaults);
  REFUSES("constant 'u' is missing", /* it is still asked for */
          create_with(on, constants, 1, VYRE_PIPELINE_IGNORE_UNKNOWN_CONSTANTS));
  destroy_fixture(on);
}

static void all_that_does_not_fit_is_told_at_once(fixture* on) {
  const vyre_constant constants[] = {vyre_constant_u32("i", 1), vyre_constant_u32("tile", 7)};
  vyre_error* error = create(on, constants, 2);
  CHECK(has_parts(vyre_error_text(error),
                  "constant 'i' is given as U32 and the program names it as I32|"
                  "the program names no constant 'tile'|constant 'u' is missing"));
  FAILS(VYRE_ERROR_NOT_FOUND, "", error);
  CHECK(on->pipeline == NULL);
  REFUSED(vyre_pipeline_create, "constant 'u' is missing",
          (on->device, on->program, NULL, &on->pipeline));
  const vyre_constant wrong[] = {vyre_constant_u32("u", 1), vyre_constant_i32("f", 7)};
  REFUSES("constant 'f' is given as I32 and the program names it as F32", create(on, wrong, 2));
}

static void a_program_without_constants_takes_none(fixture* on) {
  const vyre_constant constant = vyre_constant_u32("a", 1);
  OK(create(on, &constant, 0));
  OK(create(on, NULL, 0));
  FAILS(VYRE_ERROR_NOT_FOUND, "this program names no constants", create(on, &constant, 1));
}

/* ---- Inspection ---- */

static void programs_list_their_constants(fixture* on) {
  const struct {
    const char* name;
    vyre_constant_kind kind;
    uint32_t has_initial;
    uint64_t bits;
  } all[] = {{"b", VYRE_CONSTANT_BOOL, 1, 1},
             {"e", VYRE_CONSTANT_TYPE, 1, 0},
             {"f", VYRE_CONSTANT_F32, 1, 0x40200000},
             {"i", VYRE_CONSTANT_I32, 1, 0xfffffffe},
             {"u", VYRE_CONSTANT_U32, 0, 0}};
  const vyre_program_info* info = vyre_program_get_info(on->program);
  CHECK_EQUAL(5, info->constant_count);
  for (size_t i = 0; i < info->constant_count; ++i) {
    const vyre_constant_info* constant = info->constants[i];
    CHECK_EQUAL(sizeof *constant, constant->struct_size);
    CHECK(equals(constant->name, all[i].name) && ends_well(constant->name));
    CHECK_EQUAL(all[i].kind, constant->kind);
    CHECK_EQUAL(all[i].has_initial, constant->has_initial);
    CHECK(equals(constant->initial.name, all[i].name));
    CHECK_EQUAL(all[i].kind, constant->initial.kind);
    CHECK_EQUAL(all[i].bits, constant->initial.bits);
    CHECK(equals(constant->initial.element, i == 1 ? "F32" : ""));
    CHECK_EQUAL(0, constant->number + constant->workgroup_axis);
  }
}

/* What is listed is what a pipeline takes. */
static void defaults_can_be_given_back(fixture* on) {
  const uint32_t defaults[5] = {6, 0xfffffffe, 5, 1, 0x0b};
  const vyre_program_info* info = vyre_program_get_info(on->program);
  vyre_constant constants[5];
  for (size_t i = 0; i < 5; ++i) constants[i] = info->constants[i]->initial;
  constants[4] = vyre_constant_u32("u", 6);
  OK(create(on, constants, 5));
  check_words(on, defaults);
}

static void workgroup_sizes_are_constants_of_an_axis(fixture* on) {
  const vyre_program_info* info = vyre_program_get_info(on->program);
  CHECK_EQUAL(2, info->constant_count);
  for (uint32_t i = 0; i < info->constant_count; ++i) {
    const vyre_constant_info* constant = info->constants[i];
    CHECK(equals(constant->name, i == 0 ? "vyre.workgroup.x" : "vyre.workgroup.y"));
    CHECK_EQUAL(i + 1, constant->workgroup_axis);
    CHECK_EQUAL(1, constant->has_initial);
    CHECK_EQUAL(8, constant->initial.bits); /* as it is declared */
  }
}

/* ---- Building ---- */

static void builders_make_what_the_json_form_says(fixture* on) {
  vyre_builder* b = NULL;
  vyre_program* program = NULL;
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  OK(vyre_builder_create(on->context, &b));
  desc.name = vyre_str("out");
  desc.type = VYRE_TYPE_U32;
  desc.element_count = 4;
  desc.flags = VYRE_PARAMETER_MARKED_OUTPUT;
  desc.access = VYRE_ACCESS_READ_WRITE;
  const vyre_parameter out = vyre_builder_declare(b, &desc);
  const vyre_constant sixteen = vyre_constant_u32("", 16);
  const vyre_expr tile = vyre_builder_constant(b, vyre_str("tile"), VYRE_CONSTANT_U32, &sixteen);
  const vyre_expr none = vyre_builder_constant(b, vyre_str("n"), VYRE_CONSTANT_U32, NULL);
  vyre_builder_store(b, out, none, tile);
  vyre_builder_store(b, out, tile, none);
  OK(vyre_builder_finish(b, &program));
  vyre_blob* json = save(program, VYRE_FORMAT_JSON);
  CHECK(contains(text_of(json),
                 "\"at\": {\"spec\": \"n\", \"type\": \"U32\"}, "
                 "\"value\": {\"spec\": \"tile\", \"type\": \"U32\", \"default\": 16}"));
  vyre_blob_destroy(json);
  vyre_program_destroy(program);
  vyre_builder_destroy(b);
}

static void mistakes_in_building_are_named(fixture* on) {
  const vyre_constant wrong = vyre_constant_i32("a", 1), other = vyre_constant_u32("b", 1);
  const vyre_constant vector = type_of("a", "Vec<F32,4>");
  const struct {
    const char* name;
    vyre_constant_kind kind;
    const vyre_constant* initial;
    const char* text;
  } all[] = {{"a", VYRE_CONSTANT_U32, &wrong, "kind"},
             {"a", VYRE_CONSTANT_U32, &other, "'b'"},
             {"a", (vyre_constant_kind)9, NULL, "kind 9"},
             {"a", VYRE_CONSTANT_OTHER, NULL, "VYRE_CONSTANT_OTHER"},
             {"", VYRE_CONSTANT_U32, NULL, "empty"},
             {"a", VYRE_CONSTANT_TYPE, &vector, "without parameters"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    vyre_builder* b = NULL;
    vyre_program* program = NULL;
    OK(vyre_builder_create(on->context, &b));
    CHECK_EQUAL(0, vyre_builder_constant(b, vyre_str(all[i].name), all[i].kind, all[i].initial).id);
    REFUSES("vyre_builder_constant", vyre_builder_finish(b, &program));
    vyre_builder_constant(b, vyre_str(all[i].name), all[i].kind, all[i].initial);
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
    const vyre_constant constants[] = {vyre_constant_u32("vyre.workgroup.x", tile),
                                       vyre_constant_u32("vyre.workgroup.y", tile)};
    OK(create(on, constants, 2));
    CHECK_EQUAL(tile, vyre_pipeline_get_info(on->pipeline)->workgroup[0]);
    const vyre_dispatch_desc launch = vyre_grid(kSize / tile, kSize / tile, 1);
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    OK(vyre_dispatch(on->pipeline, bindings, 3, &launch, &result));
    CHECK_EQUAL(tile, result.workgroup[0]);
    CHECK_EQUAL(tile, result.workgroup[1]);
    CHECK(memcmp(c, expected, sizeof c) == 0);
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
    const vyre_constant constants[] = {vyre_constant_u32("n", rounds[pass]),
                                       vyre_constant_u32("vyre.workgroup.x", sizes[pass])};
    OK(create(on, constants, 2));
    OK(vyre_dispatch(on->pipeline, &binding, 1, NULL, NULL));
    CHECK(memcmp(x, want, sizeof x) == 0);
  }
}

static void workgroups_that_contradict_are_refused(fixture* on) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  vyre_constant constant = vyre_constant_u32("vyre.workgroup.x", 16);
  desc.constants = &constant;
  desc.constant_count = 1;
  desc.workgroup[0] = 4;
  desc.workgroup[1] = 8;
  desc.workgroup[2] = 1;
  REFUSED(vyre_pipeline_create, "Fix: say it among the constants alone",
          (on->device, on->program, &desc, &on->pipeline));
  constant = vyre_constant_u32("vyre.workgroup.x", 1 << 20);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "workgroup", create(on, &constant, 1));
  constant = vyre_constant_u32("vyre.workgroup.x", 0);
  REFUSES("zero axis", create(on, &constant, 1));
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  without_pipeline(kEveryKind, pipelines_have_the_values_they_are_given);
  without_pipeline(kEveryKind, the_order_does_not_count);
  without_pipeline(kEveryKind, unknown_constants_are_all_named);
  unknown_constants_are_skipped_on_request();
  without_pipeline(kEveryKind, all_that_does_not_fit_is_told_at_once);
  without_pipeline(kIncrement, a_program_without_constants_takes_none);
  without_pipeline(kEveryKind, programs_list_their_constants);
  without_pipeline(kEveryKind, defaults_can_be_given_back);
  without_pipeline(kProduct, workgroup_sizes_are_constants_of_an_axis);
  without_pipeline(kIncrement, builders_make_what_the_json_form_says);
  without_pipeline(kIncrement, mistakes_in_building_are_named);
  without_pipeline(kProduct, one_program_multiplies_with_tiles_of_every_size);
  without_pipeline(kRounds, programs_with_grid_barriers_are_cut_with_their_values);
  without_pipeline(kProduct, workgroups_that_contradict_are_refused);
  return finish();
}
