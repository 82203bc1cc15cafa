/* What the tests of ops and registries share. */
#ifndef VYRE_TESTS_CAPI_REGISTRY_SUPPORT_H
#define VYRE_TESTS_CAPI_REGISTRY_SUPPORT_H

#include "check.h"
#include "vyre_driver_registry.h"

static inline void with_context(void (*test)(vyre_context*)) {
  vyre_context* context = make_context();
  test(context);
  vyre_context_destroy(context);
}

static inline vyre_registry* current(const vyre_context* context) {
  vyre_registry* registry = NULL;
  OK(vyre_context_get_registry(context, &registry));
  return registry;
}

static inline vyre_registry_builder* make_builder(vyre_context* context) {
  vyre_registry_builder* builder = NULL;
  OK(vyre_registry_builder_create(context, &builder));
  return builder;
}

static inline vyre_op_desc op_desc(const char* id, const char* dialect) {
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
  desc.id = vyre_str(id);
  desc.dialect = vyre_str(dialect);
  return desc;
}

/* A registry of one op without anything. */
static inline vyre_registry* registry_of(vyre_context* context, const char* id) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc desc = op_desc(id, "test");
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add_op(builder, &desc));
  OK(vyre_registry_builder_finish(builder, &registry));
  vyre_registry_builder_destroy(builder);
  return registry;
}

/* The error that finishing |builder| gives. */
static inline vyre_error* finish_error(const vyre_registry_builder* builder) {
  vyre_registry* registry = (vyre_registry*)&failures;
  vyre_error* error = vyre_registry_builder_finish(builder, &registry);
  CHECK(registry == NULL);
  return error;
}

static inline int has_finding(const vyre_error* error, const char* code, const char* part) {
  const vyre_error_info* info = vyre_error_get_info(error);
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding* finding = info->findings[i];
    if (equals(finding->code, code) && contains(finding->text, part)) return 1;
  }
  return 0;
}

/* What happened to the callbacks of one op. */
typedef struct calls {
  int made;
  int destroyed;
  int fail_times;
} calls;

static inline void count_destroyed(void* user) { ++((calls*)user)->destroyed; }

/* Adds two numbers, and refuses anything but two. */
static inline vyre_error* add_reference(void* user, const void* arguments, size_t size,
                                        vyre_writer* writer) {
  uint32_t both[2];
  ++((calls*)user)->made;
  if (size != sizeof both)
    return vyre_error_create((vyre_error_code)77, 0, vyre_str("wants two numbers"));
  memcpy(both, arguments, sizeof both);
  const uint32_t sum = both[0] + both[1];
  vyre_writer_write(writer, &sum, 2);
  vyre_writer_write(writer, (const char*)&sum + 2, 2);
  return NULL;
}

static const vyre_operand kPair[] = {{{"a", 1}, {"u32", 3}, {0, 0}},
                                     {{"b", 1}, {"u32", 3}, {0, 0}}};
static const vyre_operand kSum[] = {{{"sum", 3}, {"u32", 3}, {0, 0}}};

/* The result is the sum of the arguments. */
static const char* const kAddition =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"b\", \"type\": \"U32\", \"count\": 1},"
    " {\"name\": \"sum\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    " \"body\": [{\"store\": \"sum\", \"at\": 0, \"value\": {\"add\": ["
    "{\"load\": \"a\", \"at\": 0}, {\"load\": \"b\", \"at\": 0}]}}]}";

static inline vyre_op_desc sum_desc(const char* id) {
  vyre_op_desc desc = op_desc(id, "test");
  desc.inputs = kPair;
  desc.input_count = 2;
  desc.outputs = kSum;
  desc.output_count = 1;
  return desc;
}

static inline vyre_op_desc add_desc(calls* c) {
  vyre_op_desc desc = sum_desc("capi.add");
  desc.reference = add_reference;
  desc.reference_user = c;
  desc.reference_destroy = count_destroyed;
  return desc;
}

/* A registry with |desc| and what |context| publishes. */
static inline vyre_registry* registry_with(vyre_context* context, const vyre_op_desc* desc) {
  vyre_registry_builder* builder = make_builder(context);
  vyre_registry* known = current(context);
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add_registry(builder, known));
  OK(vyre_registry_builder_add_op(builder, desc));
  OK(vyre_registry_builder_finish(builder, &registry));
  vyre_registry_destroy(known);
  vyre_registry_builder_destroy(builder);
  return registry;
}

static inline size_t op_count(const vyre_registry* registry) {
  return vyre_registry_get_info(registry)->op_count;
}

static inline void publish(vyre_context* context, const vyre_registry* registry) {
  OK(vyre_context_publish(context, registry, NULL));
}

/* The result is twice the argument. */
static const char* const kTwice =
    "{\"buffers\": [{\"name\": \"x\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"y\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"y\", \"at\": 0, \"value\": "
    "{\"mul\": [{\"load\": \"x\", \"at\": 0}, 2]}}]}";

/* out[0] = capi.twice(in[0]) */
static const char* const kCallsTwice =
    "{\"buffers\": [{\"name\": \"in\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": "
    "{\"call\": \"capi.twice\", \"args\": [{\"load\": \"in\", \"at\": 0}]}}]}";

/* A registry in which capi.twice has a composition of |context|. */
static inline vyre_registry* registry_of_twice(vyre_context* context) {
  vyre_program* twice = program_of(context, kTwice);
  vyre_op_desc desc = op_desc("capi.twice", "test");
  desc.inputs = kPair;
  desc.input_count = 1;
  desc.outputs = kSum;
  desc.output_count = 1;
  desc.composition = twice;
  vyre_registry* registry = registry_with(context, &desc);
  vyre_program_destroy(twice);
  return registry;
}

#endif
