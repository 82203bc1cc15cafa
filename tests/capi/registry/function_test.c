/* Ops whose SPIR-V lowering is a function: it runs on Vulkan devices in place of the composition
 * where it fits, and the log says which of the two it is. */
#include "capi/support/function_support.h"

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

int main(void) {
  runs_in_place_of_the_composition("vulkan", 1);
  runs_in_place_of_the_composition("cpu-ref", 0);
  an_op_may_be_a_function_alone();
  what_does_not_fit_leaves_the_composition();
  what_does_not_fit_and_has_no_composition_is_refused();
  functions_are_made_when_they_are_needed();
  arguments_and_results_are_of_every_type();
  is_in_what_is_emitted();
  return finish();
}
