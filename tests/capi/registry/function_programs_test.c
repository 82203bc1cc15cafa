/* Programs with calls of an op that runs as its SPIR-V function: in branches, loops, other ops and
 * between grid barriers; what is kept of them; and functions that are damaged. */
#include "capi/support/function_support.h"

static uint32_t mixed(uint32_t a, uint32_t b) { return a * 3 ^ b; }
static uint32_t added(uint32_t a, uint32_t b) { return a + b; }
typedef uint32_t (*sum_fn)(uint32_t a, uint32_t b);

/* capi.sum on Vulkan with the function that mixes; the log in |log|. */
static fixture open_mixing(told* log, const char* json) {
  const words module = mixing_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  fixture f = open_told("vulkan", log);
  publish_sum(f.context, &lowering, kAddition);
  make_pipeline(&f, json);
  return f;
}

static const char* const kBranches =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 8, \"output\": true}],"
    " \"workgroup_size\": [8, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"let\": \"t\", \"value\": \"i\"}, {\"loop\": \"j\", \"to\": 5, \"body\": ["
    "{\"if\": {\"lt\": [\"j\", \"i\"]},"
    " \"then\": [{\"assign\": \"t\", \"value\": {\"call\": \"capi.sum\", \"args\": [\"t\", "
    "\"j\"]}}],"
    " \"else\": [{\"assign\": \"t\", \"value\": {\"add\": [\"t\", 1]}}]}]},"
    " {\"store\": \"out\", \"at\": \"i\", \"value\": \"t\"}]}";

static void calls_stand_in_branches_and_loops(void) {
  uint32_t out[8] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  told log;
  fixture f = open_mixing(&log, kBranches);
  OK(vyre_dispatch(f.pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 8; ++i) {
    uint32_t t = i;
    for (uint32_t j = 0; j < 5; ++j) t = j < i ? mixed(t, j) : t + 1;
    CHECK_EQUAL(t, out[i]);
  }
  destroy_fixture(&f);
}

/* capi.outer(a, b) = capi.sum(capi.sum(a, b), b) */
static const char* const kOuter =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"b\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"sum\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    " \"body\": [{\"store\": \"sum\", \"at\": 0, \"value\": {\"call\": \"capi.sum\", \"args\": ["
    "{\"call\": \"capi.sum\", \"args\": [{\"load\": \"a\", \"at\": 0}, {\"load\": \"b\", \"at\": "
    "0}]}, {\"load\": \"b\", \"at\": 0}]}}]}";
static const char* const kCallsOuter =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"
    " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.outer\", "
    "\"args\": [\"i\", 9]}}]}";

static void ops_call_ops(void) {
  const words module = mixing_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  vyre_op_desc desc = op_desc("capi.outer", "test");
  told log;
  fixture f = open_told("vulkan", &log);
  vyre_program* outer = program_of(f.context, kOuter);
  publish_sum(f.context, &lowering, kAddition);
  desc.inputs = kPair;
  desc.input_count = 2;
  desc.outputs = kSum;
  desc.output_count = 1;
  desc.composition = outer;
  publish_op(f.context, &desc);
  make_pipeline(&f, kCallsOuter);
  OK(vyre_dispatch(f.pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(mixed(mixed(i, 9), 9), out[i]);
  CHECK(strstr(log.text, "op 'capi.sum' by its lowering") != NULL);
  CHECK(strstr(log.text, "'capi.outer' by") == NULL);
  vyre_program_destroy(outer);
  destroy_fixture(&f);
}

/* Two workgroups: each invocation adds what the one opposite stored before the barrier. */
static const char* const kCut =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 8, \"access\": "
    "\"read_write\", \"output\": true}], \"workgroup_size\": [4, 1, 1], \"body\": ["
    "{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"let\": \"v\", \"value\": {\"call\": \"capi.sum\", \"args\": [\"i\", 7]}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": \"v\"},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"let\": \"w\", \"value\": {\"load\": \"out\", \"at\": {\"bit_xor\": [\"i\", 7]}}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.sum\", \"args\": ["
    "\"v\", \"w\"]}}]}";

static void programs_are_cut_with_what_calls_gave(void) {
  uint32_t out[8] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  told log;
  fixture f = open_mixing(&log, kCut);
  OK(vyre_dispatch(f.pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 8; ++i) {
    CHECK_EQUAL(mixed(mixed(i, 7), mixed(i ^ 7, 7)), out[i]);
  }
  CHECK(strstr(log.text, "op 'capi.sum' by its lowering") != NULL);
  destroy_fixture(&f);
}

static void cut_programs_are_emitted_with_functions(void) {
  const vyre_dispatch_desc launch = vyre_grid(2, 1, 1);
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  vyre_emission* emission = NULL;
  told log;
  fixture f = open_mixing(&log, kCut);
  desc.target = vyre_str("spirv");
  desc.device = vyre_device_get_info(f.device);
  desc.dispatch = &launch;
  log.size = 0;
  OK(vyre_program_emit(f.program, &desc, &emission));
  CHECK(vyre_emission_get_info(emission)->kernel_count > 1);
  CHECK(strstr(log.text, "on 'the described device': op 'capi.sum' by its lowering") != NULL);
  vyre_emission_destroy(emission);
  destroy_fixture(&f);
}

/* Programs that only compositions can be in, and what the log says of them: a call decides in a
 * second trip whether a barrier is reached. */
#define DECIDES(barrier)                                                                        \
  "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"     \
  " \"workgroup_size\": [2, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": " \
  "\"x\"}}, {\"let\": \"x\", \"value\": 0}, {\"loop\": \"j\", \"to\": 2, \"body\": [{\"if\": "  \
  "{\"gt\": [\"x\", 2]}, \"then\": [{\"barrier\": \"" barrier                                   \
  "\"}]}, {\"assign\": \"x\", \"value\": {\"call\": \"capi.sum\", \"args\": [1, 2]}}]}, "       \
  "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.sum\", \"args\": [\"i\", "  \
  "100]}}]}"
static const char* const kSubgroups =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"
    " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"let\": \"all\", \"value\": {\"subgroup_add\": 0}}, {\"store\": \"out\", \"at\": "
    "\"i\", \"value\": {\"add\": [\"all\", {\"call\": \"capi.sum\", \"args\": [\"i\", 100]}]}}]}";

static void check_by_composition(const char* json, const char* why) {
  told log;
  fixture f = open_mixing(&log, json);
  check_results(f.pipeline, 0);
  CHECK(strstr(log.text, "op 'capi.sum' by its composition: ") != NULL);
  CHECK(strstr(log.text, "by its lowering") == NULL);
  CHECK(strstr(log.text, why) != NULL);
  if (strstr(log.text, why) == NULL) printf("it says: %s\n", log.text);
  destroy_fixture(&f);
}

static void programs_that_take_no_functions_have_compositions(void) {
  check_by_composition(DECIDES("seq_cst"), "depends on local 'x'");
  check_by_composition(DECIDES("grid_sync"), "depends on local 'x'");
  check_by_composition(kSubgroups, "has subgroup operations");
}

static vyre_origin origin_of(const vyre_pipeline* pipeline) {
  return vyre_pipeline_get_info(pipeline)->origin;
}

static void check_sum(vyre_pipeline* pipeline, sum_fn sum) {
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(vyre_dispatch(pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(sum(i, 100), out[i]);
}

static uint32_t multiplied(uint32_t a, uint32_t b) { return a * 5 ^ b; }

/* A kernel is kept with its function: not for another one, and not for the composition. */
static void kernels_are_kept_by_function(void) {
  words module = mixing_function(), other = mixing_function();
  vyre_lowering_desc lowering = spirv_lowering(&module);
  vyre_pipeline* again = NULL;
  told log;
  fixture f = open_told("vulkan", &log);
  publish_sum(f.context, &lowering, kAddition);
  make_pipeline(&f, kCaller);
  CHECK_EQUAL(VYRE_ORIGIN_COMPILED, origin_of(f.pipeline));
  OK(vyre_pipeline_create(f.device, f.program, NULL, &again));
  CHECK_EQUAL(VYRE_ORIGIN_MEMORY, origin_of(again));
  check_sum(again, mixed);
  vyre_pipeline_destroy(again);
  for (uint32_t i = 5; i < other.size; ++i) { /* the constant */
    if (other.all[i] == (4u << SpvWordCountShift | SpvOpConstant)) other.all[i + 3] = 5;
  }
  lowering = spirv_lowering(&other);
  publish_nothing(f.context);
  publish_sum(f.context, &lowering, kAddition);
  check_sum(f.pipeline, multiplied);
  OK(vyre_pipeline_create(f.device, f.program, NULL, &again));
  CHECK_EQUAL(VYRE_ORIGIN_MEMORY, origin_of(again));
  check_sum(again, multiplied);
  publish_nothing(f.context);
  module.all[6] = SpvCapabilityKernel;
  lowering = spirv_lowering(&module);
  publish_sum(f.context, &lowering, kAddition);
  check_sum(again, added);
  vyre_pipeline_destroy(again);
  destroy_fixture(&f);
}

static uint32_t drawn(uint32_t* state) { /* xorshift: the same for every run */
  *state ^= *state << 13;
  *state ^= *state >> 17;
  return *state ^= *state << 5;
}

/* What is damaged computes anything, or the composition runs and the log says so. */
static void damaged_functions_do_no_harm(void) {
  uint32_t state = 2463534242u, refused = 0;
  told log;
  fixture f;
  if ((vyre_get_build_flags() & VYRE_BUILD_SPIRV_TOOLS) == 0) {
    puts("damaged_functions_do_no_harm is skipped: built without SPIRV-Tools");
    return;
  }
  f = open_told("vulkan", &log);
  f.program = program_of(f.context, kCaller);
  for (int round = 0; round < 200; ++round) {
    words module = mixing_function();
    uint32_t out[4] = {0};
    const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
    const int cuts = round % 5 == 0;
    vyre_lowering_desc lowering;
    if (cuts) module.size = 5 + drawn(&state) % (module.size - 5);
    for (uint32_t i = 0; !cuts && i <= drawn(&state) % 3; ++i) {
      module.all[5 + drawn(&state) % (module.size - 5)] ^= 1u << drawn(&state) % 32;
    }
    lowering = spirv_lowering(&module);
    memset(&log, 0, sizeof log);
    publish_nothing(f.context);
    publish_sum(f.context, &lowering, kAddition);
    OK(vyre_pipeline_create(f.device, f.program, NULL, &f.pipeline));
    OK(vyre_dispatch(f.pipeline, &binding, 1, NULL, NULL));
    if (strstr(log.text, "op 'capi.sum' by its composition: ") != NULL) {
      ++refused;
      for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(i + 100, out[i]);
    } else {
      CHECK(!cuts && strstr(log.text, "op 'capi.sum' by its lowering") != NULL);
    }
    vyre_pipeline_destroy(f.pipeline);
    f.pipeline = NULL;
  }
  CHECK(refused > 50 && refused < 200);
  destroy_fixture(&f);
}

int main(void) {
  calls_stand_in_branches_and_loops();
  ops_call_ops();
  programs_are_cut_with_what_calls_gave();
  cut_programs_are_emitted_with_functions();
  programs_that_take_no_functions_have_compositions();
  kernels_are_kept_by_function();
  damaged_functions_do_no_harm();
  return finish();
}
