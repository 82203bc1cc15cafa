/* What the tests of ops with SPIR-V functions share: modules made word by word, the log, and an op
 * whose function and composition differ on purpose, to tell them apart. */
#ifndef VYRE_TESTS_CAPI_FUNCTION_SUPPORT_H
#define VYRE_TESTS_CAPI_FUNCTION_SUPPORT_H

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

static inline void put(words* to, SpvOp op, uint32_t count, const uint32_t* operands) {
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
static inline void begin_module(words* to) {
  const uint32_t header[] = {SpvMagicNumber, 0x00010300, 0, kBound, 0};
  memcpy(to->all, header, sizeof header);
  to->size = 5;
  PUT(to, SpvOpCapability, SpvCapabilityShader);
  PUT(to, SpvOpCapability, SpvCapabilityLinkage);
}

static inline void put_export(words* to) {
  uint32_t name[3] = {0, 0, 0};
  memcpy(name, "capi.sum", 8);
  PUT(to, SpvOpMemoryModel, SpvAddressingModelLogical, SpvMemoryModelGLSL450);
  PUT(to, SpvOpDecorate, kFunction, SpvDecorationLinkageAttributes, name[0], name[1], name[2],
      SpvLinkageTypeExport);
}

/* a * 3 ^ b */
static inline words mixing_function(void) {
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

/* The log of one context. */
typedef struct told {
  char text[4096];
  size_t size;
} told;

static inline void keep_log(void* user, vyre_log_level level, vyre_string text) {
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

static inline fixture open_told(const char* device, told* log) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  memset(log, 0, sizeof *log);
  desc.flags = VYRE_CONTEXT_VULKAN_VALIDATION;
  desc.log = keep_log;
  desc.log_user = log;
  desc.log_level = VYRE_LOG_INFO;
  return open_fixture(&desc, device);
}

/* out[i] = capi.sum(i, 100) */
static const char* const kCaller =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"
    " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": "
    "\"x\"}}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"capi.sum\", \"args\": "
    "[\"i\", 100]}}]}";

static inline void publish_op(vyre_context* context, const vyre_op_desc* desc) {
  vyre_registry* registry = registry_with(context, desc);
  publish(context, registry);
  vyre_registry_destroy(registry);
}

/* From then on no op is there but the built-in ones. */
static inline void publish_nothing(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  vyre_registry* none = NULL;
  OK(vyre_registry_builder_finish(builder, &none));
  publish(context, none);
  vyre_registry_destroy(none);
  vyre_registry_builder_destroy(builder);
}

static inline vyre_lowering_desc spirv_lowering(const words* module) {
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
static inline void publish_sum(vyre_context* context, const vyre_lowering_desc* lowering,
                               const char* json) {
  vyre_program* program = json != NULL ? program_of(context, json) : NULL;
  vyre_op_desc desc = sum_desc("capi.sum");
  desc.composition = program;
  desc.lowerings = lowering;
  desc.lowering_count = 1;
  publish_op(context, &desc);
  vyre_program_destroy(program);
}

static inline void check_results(vyre_pipeline* pipeline, int by_function) {
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(vyre_dispatch(pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(by_function ? (i * 3 ^ 100) : i + 100, out[i]);
}

#endif
