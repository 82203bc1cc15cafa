/* Ops whose SPIR-V lowering is a function: it runs on Vulkan devices in place of the composition
 * where it fits, and the log says which of the two it is. Functions and compositions differ here on
 * purpose, to tell them apart. */
#include <spirv/unified1/spirv.h>

#include "capi/support/registry_support.h"

#define MOST_WORDS 256

typedef struct words {
  uint32_t all[MOST_WORDS];
  uint32_t size;
} words;

/* Ids of the modules. */
enum { kWord = 1, kType, kFunction, kA, kB, kLabel, kThree, kProduct, kResult, kMath, kFloat };
enum { kTruth = 12, kSigned, kBound };

static void put(words* to, SpvOp op, uint32_t count, const uint32_t* operands) {
  to->all[to->size++] = (count + 1) << SpvWordCountShift | (uint32_t)op;
  if (count != 0) memcpy(to->all + to->size, operands, count * sizeof *operands);
  to->size += count;
}
#define PUT(to, op, ...)                                       \
  do {                                                         \
    const uint32_t operands[] = {__VA_ARGS__};                 \
    put(to, op, sizeof operands / sizeof *operands, operands); \
  } while (0)

/* The header, and that |id| is exported as "capi.sum". */
static void begin_module(words* to) {
  const uint32_t header[] = {SpvMagicNumber, 0x00010300, 0, kBound, 0};
  memcpy(to->all, header, sizeof header);
  to->size = 5;
  PUT(to, SpvOpCapability, SpvCapabilityShader);
  PUT(to, SpvOpCapability, SpvCapabilityLinkage);
}

static void put_export(words* to) {
  uint32_t name[3] = {0, 0, 0};
  memcpy(name, "capi.sum", 8);
  PUT(to, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
  PUT(to, SpvOpDecorate, kFunction, SpvDecorationLinkageAttributes, name[0], name[1], name[2],
      SpvLinkageTypeExport);
}

/* a * 3 ^ b */
static words mixing_function(void) {
  words made;
  begin_module(&made);
  put_export(&made);
  PUT(&made, SpvOpTypeInt, kWord, 32, 0);
  PUT(&made, SpvOpTypeFunction, kType, kWord, kWord, kWord);
  PUT(&made, SpvOpConstant, kWord, kThree, 3);
  PUT(&made, SpvOpFunction, kWord, kFunction, SpvFunctionControlMaskNone, kType);
  PUT(&made, SpvOpFunctionParameter, kWord, kA);
  PUT(&made, SpvOpFunctionParameter, kWord, kB);
  PUT(&made, SpvOpLabel, kLabel);
  PUT(&made, SpvOpIMul, kWord, kProduct, kA, kThree);
  PUT(&made, SpvOpBitwiseXor, kWord, kResult, kProduct, kB);
  PUT(&made, SpvOpReturnValue, kResult);
  put(&made, SpvOpFunctionEnd, 0, NULL);
  return made;
}

/* truth ? |x| : float(n), of a truth, a signed word and a float. */
static words picking_function(void) {
  enum { kN = kThree, kX = kProduct, kAbs = 15, kConverted = 16, kTaken = 17, kEnd = 18 };
  uint32_t import[5] = {kMath, 0, 0, 0, 0};
  words made;
  memcpy(import + 1, "GLSL.std.450", 12);
  begin_module(&made);
  made.all[3] = kEnd;
  put(&made, SpvOpExtInstImport, 5, import);
  put_export(&made);
  PUT(&made, SpvOpDecorate, kConverted, SpvDecorationNoContraction);
  PUT(&made, SpvOpTypeBool, kTruth);
  PUT(&made, SpvOpTypeInt, kSigned, 32, 1);
  PUT(&made, SpvOpTypeFloat, kFloat, 32);
  PUT(&made, SpvOpTypeFunction, kType, kFloat, kTruth, kSigned, kFloat);
  PUT(&made, SpvOpFunction, kFloat, kFunction, SpvFunctionControlMaskNone, kType);
  PUT(&made, SpvOpFunctionParameter, kTruth, kA);
  PUT(&made, SpvOpFunctionParameter, kSigned, kN);
  PUT(&made, SpvOpFunctionParameter, kFloat, kX);
  PUT(&made, SpvOpLabel, kLabel);
  PUT(&made, SpvOpExtInst, kFloat, kAbs, kMath, 4, kX);
  PUT(&made, SpvOpConvertSToF, kFloat, kConverted, kN);
  PUT(&made, SpvOpSelect, kFloat, kTaken, kA, kAbs, kConverted);
  PUT(&made, SpvOpReturnValue, kTaken);
  put(&made, SpvOpFunctionEnd, 0, NULL);
  return made;
}

/* The log of one context. */
typedef struct told {
  char text[4096];
  size_t size;
} told;

static void keep_log(void* user, vyre_log_level level, vyre_string text) {
  told* all = (told*)user;
  if (level == VYRE_LOG_ERROR) { /* the validation layer's too */
    printf("logged: %.*s\n", (int)text.size, text.data);
    ++failures;
  }
  if (all->size + text.size + 2 > sizeof all->text) return;
  memcpy(all->text + all->size, text.data, text.size);
  all->size += text.size;
  all->text[all->size++] = '\n';
  all->text[all->size] = 0;
}

static fixture open_told(const char* device, told* log) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  memset(log, 0, sizeof *log);
  desc.flags = VYRE_CONTEXT_VULKAN_VALIDATION;
  desc.log = keep_log;
  desc.log_user = log;
  desc.log_level = VYRE_LOG_INFO;
  return open_fixture(&desc, device);
}

/* The result is the sum of the arguments. */
static const char* const kAddition =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"b\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"sum\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    " \"body\": [{\"store\": \"sum\", \"at\": 0, \"value\": {\"add\": ["
    "{\"load\": \"a\", \"at\": 0}, {\"load\": \"b\", \"at\": 0}]}}]}";

/* out[i] = capi.sum(i, 100) */
static const char* const kCaller =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"
    " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.sum\", \"args\": "
    "[\"i\", 100]}}]}";

static void publish_op(vyre_context* context, const vyre_op_desc* desc) {
  vyre_registry* registry = registry_with(context, desc);
  publish(context, registry);
  vyre_registry_destroy(registry);
}

/* From then on no op is there but the built-in ones. */
static void publish_nothing(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  vyre_registry* none = NULL;
  OK(vyre_registry_builder_finish(builder, &none));
  publish(context, none);
  vyre_registry_destroy(none);
  vyre_registry_builder_destroy(builder);
}

static vyre_lowering_desc spirv_lowering(const words* module) {
  vyre_lowering_desc lowering;
  memset(&lowering, 0, sizeof lowering);
  lowering.target = vyre_target_of(VYRE_TARGET_SPIRV);
  if (module != NULL) {
    lowering.data = module->all;
    lowering.size = module->size * sizeof *module->all;
  }
  return lowering;
}

/* capi.sum with that lowering; a composition unless |json| is NULL. */
static void publish_sum(vyre_context* context, const vyre_lowering_desc* lowering,
                        const char* json) {
  vyre_program* program = json != NULL ? program_of(context, json) : NULL;
  vyre_op_desc desc = op_desc("capi.sum", "test");
  desc.inputs = kPair;
  desc.input_count = 2;
  desc.outputs = kSum;
  desc.output_count = 1;
  desc.composition = program;
  desc.lowerings = lowering;
  desc.lowering_count = 1;
  publish_op(context, &desc);
  vyre_program_destroy(program);
}

static void check_results(vyre_pipeline* pipeline, int by_function) {
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(vyre_dispatch(pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(by_function ? (i * 3 ^ 100) : i + 100, out[i]);
}

static void runs_in_place_of_the_composition(const char* id, int by_function) {
  const words module = mixing_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  told log;
  fixture f = open_told(id, &log);
  publish_sum(f.context, &lowering, kAddition);
  make_pipeline(&f, kCaller);
  check_results(f.pipeline, by_function);
  CHECK(by_function == (strstr(log.text, "': op 'capi.sum' by its lowering") != NULL));
  destroy_fixture(&f);
}

static void an_op_may_be_a_function_alone(void) {
  const words module = mixing_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  told log;
  fixture f = open_told("vulkan", &log);
  vyre_device* oracle = open_device(f.context, "cpu-ref");
  vyre_pipeline* pipeline = NULL;
  publish_sum(f.context, &lowering, NULL);
  make_pipeline(&f, kCaller);
  check_results(f.pipeline, 1);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'cpu-ref'|'capi.sum'",
        vyre_pipeline_create(oracle, f.program, NULL, &pipeline));
  vyre_device_destroy(oracle);
  destroy_fixture(&f);
}

/* The composition counts, and the log says why. */
static void check_misfit(const words* module, const char* why) {
  const vyre_lowering_desc lowering = spirv_lowering(module);
  told log;
  fixture f = open_told("vulkan", &log);
  publish_sum(f.context, &lowering, kAddition);
  make_pipeline(&f, kCaller);
  check_results(f.pipeline, 0);
  CHECK(strstr(log.text, "op 'capi.sum' by its composition: ") != NULL);
  CHECK(strstr(log.text, why) != NULL);
  if (strstr(log.text, why) == NULL) printf("it says: %s\n", log.text);
  destroy_fixture(&f);
}

static void what_does_not_fit_leaves_the_composition(void) {
  words module = mixing_function();
  const words picking = picking_function();
  check_misfit(&picking, "other parameters");
  module.all[6] = SpvCapabilityKernel;
  check_misfit(&module, "capability 6");
  module = mixing_function();
  module.all[module.size - 2] = kBound - 1; /* what is returned */
  check_misfit(&module, "which nothing makes");
  module = mixing_function();
  PUT(&module, SpvOpControlBarrier, kThree, kThree, kThree);
  check_misfit(&module, "instruction 224");
  module = mixing_function();
  --module.size; /* the end of the function */
  check_misfit(&module, "ends inside function");
}

/* Without a composition the reason is the error's. */
static void what_does_not_fit_and_has_no_composition_is_refused(void) {
  const words module = picking_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  told log;
  fixture f = open_told("vulkan", &log);
  publish_sum(f.context, &lowering, NULL);
  f.program = program_of(f.context, kCaller);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE,
        "'capi.sum'|its lowering is of no use|has other parameters or another result",
        vyre_pipeline_create(f.device, f.program, NULL, &f.pipeline));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'capi.sum'|its lowering is of no use",
        vyre_device_check_program(f.device, f.program, NULL));
  destroy_fixture(&f);
}

static int asked = 0;
static vyre_error* build_function(void* user, vyre_string id, vyre_target target,
                                  vyre_writer* writer) {
  const words module = mixing_function();
  ++asked;
  CHECK(equals(id, "capi.sum"));
  CHECK_EQUAL(VYRE_TARGET_SPIRV, target.kind);
  if (user != NULL) return vyre_error_create((vyre_error_code)77, 0, vyre_str("no words today"));
  vyre_writer_write(writer, module.all, module.size * sizeof *module.all);
  return NULL;
}

static void functions_are_made_when_they_are_needed(void) {
  vyre_lowering_desc lowering = spirv_lowering(NULL);
  told log;
  fixture f = open_told("vulkan", &log);
  lowering.build = build_function;
  asked = 0;
  publish_sum(f.context, &lowering, kAddition);
  CHECK_EQUAL(0, asked);
  make_pipeline(&f, kCaller);
  check_results(f.pipeline, 1);
  check_results(f.pipeline, 1);
  CHECK_EQUAL(1, asked);
  lowering.user = &lowering; /* one that fails, published while the pipeline lives */
  publish_nothing(f.context);
  publish_sum(f.context, &lowering, kAddition);
  check_results(f.pipeline, 0);
  CHECK(asked >= 2);
  CHECK(strstr(log.text, "no words today") != NULL);
  destroy_fixture(&f);
}

/* out[i] = capi.sum(i < 2, -i, i - 2.5), read as words */
static const char* const kPicks =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"F32\", \"count\": 4, \"output\": true}],"
    " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.sum\", \"args\": ["
    "{\"lt\": [\"i\", 2]}, {\"sub\": [{\"i32\": 0}, {\"cast\": \"I32\", \"value\": \"i\"}]},"
    "{\"sub\": [{\"cast\": \"F32\", \"value\": \"i\"}, {\"f32\": 2.5}]}]}}]}";

static void arguments_and_results_are_of_every_type(void) {
  static const vyre_operand inputs[] = {{{"t", 1}, {"bool", 4}, {0, 0}},
                                        {{"n", 1}, {"i32", 3}, {0, 0}},
                                        {{"x", 1}, {"f32", 3}, {0, 0}}};
  static const vyre_operand output[] = {{{"y", 1}, {"f32", 3}, {0, 0}}};
  const float expected[4] = {2.5f, 1.5f, -2.0f, -3.0f};
  const words module = picking_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  vyre_op_desc desc = op_desc("capi.sum", "test");
  told log;
  float out[4] = {0, 0, 0, 0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  fixture f = open_told("vulkan", &log);
  desc.inputs = inputs;
  desc.input_count = 3;
  desc.outputs = output;
  desc.output_count = 1;
  desc.lowerings = &lowering;
  desc.lowering_count = 1;
  publish_op(f.context, &desc);
  make_pipeline(&f, kPicks);
  OK(vyre_dispatch(f.pipeline, &binding, 1, NULL, NULL));
  CHECK(memcmp(expected, out, sizeof out) == 0);
  destroy_fixture(&f);
}

/* What is taken away has the function too. */
static void is_in_what_is_emitted(void) {
  const words module = mixing_function();
  const vyre_lowering_desc lowering = spirv_lowering(&module);
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  vyre_emission *ours = NULL, *by_description = NULL;
  told log;
  fixture f = open_told("vulkan", &log);
  publish_sum(f.context, &lowering, NULL);
  make_pipeline(&f, kCaller);
  OK(vyre_pipeline_emit(f.pipeline, vyre_str("spirv"), &ours));
  desc.target = vyre_str("spirv");
  desc.device = vyre_device_get_info(f.device);
  OK(vyre_program_emit(f.program, &desc, &by_description));
  {
    const vyre_bytes a = vyre_emission_get_info(ours)->kernels[0]->code;
    const vyre_bytes b = vyre_emission_get_info(by_description)->kernels[0]->code;
    CHECK_EQUAL(a.size, b.size);
    CHECK(memcmp(a.data, b.data, a.size) == 0);
  }
  vyre_emission_destroy(ours);
  vyre_emission_destroy(by_description);
  destroy_fixture(&f);
}

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
  fixture f = open_told("vulkan", &log);
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
  runs_in_place_of_the_composition("vulkan", 1);
  runs_in_place_of_the_composition("cpu-ref", 0);
  an_op_may_be_a_function_alone();
  what_does_not_fit_leaves_the_composition();
  what_does_not_fit_and_has_no_composition_is_refused();
  functions_are_made_when_they_are_needed();
  arguments_and_results_are_of_every_type();
  is_in_what_is_emitted();
  calls_stand_in_branches_and_loops();
  ops_call_ops();
  programs_are_cut_with_what_calls_gave();
  cut_programs_are_emitted_with_functions();
  programs_that_take_no_functions_have_compositions();
  kernels_are_kept_by_function();
  damaged_functions_do_no_harm();
  return finish();
}
