/* Programs that call ops: functions of the host on the oracle, compositions on both devices, and
 * what a device cannot run is refused before it is compiled. */
#include "capi/support/registry_support.h"

#define CALLER(op)                                                                              \
  "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"     \
  " \"workgroup_size\": [4, 1, 1], \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": " \
  "\"x\"}}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"call\": \"" op                    \
  "\", \"args\": [\"i\", 100]}}]}"

static const char kIo[] =
    "{\"buffers\": [{\"name\": \"h\", \"type\": \"U32\", \"access\": \"read_write\","
    " \"kind\": \"persistent\"}], \"body\": [{\"let\": \"h\", \"value\": {\"call\":"
    " \"io.dma_from_nvme\", \"args\": [{\"i32\": 0}, {\"opaque\": \"vyre.literal.u64\","
    " \"payload\": \"0000000000000000\"}, {\"opaque\": \"vyre.literal.u64\","
    " \"payload\": \"1000000000000000\"}]}}]}";

static const char kIndirect[] =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    " \"body\": [{\"let\": \"done\", \"value\": {\"call\": \"core.indirect_dispatch\","
    " \"args\": [7]}}]}";

/* The error of making a pipeline of |json|; the pipeline when there is none. */
static vyre_error* make(fixture* f, const char* json) {
  f->program = program_of(f->context, json);
  return vyre_pipeline_create(f->device, f->program, NULL, &f->pipeline);
}

/* |caller| adds 100 to each index. */
static void check_sums(fixture* f, const char* caller) {
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  OK(make(f, caller));
  OK(vyre_dispatch(f->pipeline, &binding, 1, NULL, NULL));
  for (uint32_t i = 0; i < 4; ++i) CHECK_EQUAL(100 + i, out[i]);
}

static void publish_op(vyre_context* context, const vyre_op_desc* desc) {
  vyre_registry* registry = registry_with(context, desc);
  publish(context, registry);
  vyre_registry_destroy(registry);
}

static void functions_of_the_host_run_on_the_oracle(void) {
  fixture f = open_fixture(NULL, "cpu-ref");
  calls c = {0, 0, 0};
  const vyre_op_desc desc = add_desc(&c);
  publish_op(f.context, &desc);
  check_sums(&f, CALLER("capi.add"));
  CHECK_EQUAL(4, c.made);
  destroy_fixture(&f);
  CHECK_EQUAL(1, c.destroyed);
}

static void a_device_names_the_function_that_it_cannot_call(void) {
  fixture f = open_fixture(NULL, "vulkan");
  calls c = {0, 0, 0};
  const vyre_op_desc desc = add_desc(&c);
  publish_op(f.context, &desc);
  vyre_error* error = make(&f, CALLER("capi.add"));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'vulkan:|'capi.add'", error);
  CHECK(f.pipeline == NULL);
  destroy_fixture(&f);
}

static void publish_nothing(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  vyre_registry* empty = NULL;
  OK(vyre_registry_builder_finish(builder, &empty));
  publish(context, empty);
  vyre_registry_destroy(empty);
  vyre_registry_builder_destroy(builder);
}

static void compositions_run_everywhere(const char* id) {
  fixture f = open_fixture(NULL, id);
  calls c = {0, 0, 0};
  vyre_program* program = program_of(f.context, kAddition);
  vyre_op_desc desc = add_desc(&c);
  desc.id = vyre_str("capi.sum");
  desc.composition = program;
  publish_op(f.context, &desc);
  vyre_program_destroy(program);
  check_sums(&f, CALLER("capi.sum"));
  vyre_pipeline_destroy(f.pipeline);
  vyre_program_destroy(f.program);
  f.pipeline = NULL;
  f.program = NULL;
  publish_nothing(f.context);
  CHECK_EQUAL(1, c.destroyed); /* the device may keep the kernel, and nothing of the op */
  destroy_fixture(&f);
}

static void what_no_device_provides_is_refused(const char* id, const char* json, const char* op) {
  fixture f = open_fixture(NULL, id);
  vyre_error* error = make(&f, json);
  CHECK(strstr(vyre_error_text(error), op) != NULL);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, id, error);
  destroy_fixture(&f);
}

static void unknown_ops_are_invalid(void) {
  fixture f = open_fixture(NULL, "cpu-ref");
  vyre_error* error = make(&f, CALLER("capi.nobody"));
  CHECK(has_finding(error, "V016", "capi.nobody"));
  vyre_error_destroy(error);
  destroy_fixture(&f);
}

int main(void) {
  functions_of_the_host_run_on_the_oracle();
  a_device_names_the_function_that_it_cannot_call();
  compositions_run_everywhere("cpu-ref");
  compositions_run_everywhere("vulkan");
  what_no_device_provides_is_refused("cpu-ref", kIo, "'io.dma_from_nvme'");
  what_no_device_provides_is_refused("cpu-ref", kIndirect, "'core.indirect_dispatch'");
  what_no_device_provides_is_refused("vulkan", kIndirect, "'core.indirect_dispatch'");
  unknown_ops_are_invalid();
  return finish();
}
