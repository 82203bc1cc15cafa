/* Programs: both forms, two-call sizes, inspection, findings. */
#include "capi/support/check.h"

static vyre_context* context;

static vyre_program* from_json(const char* json) { return program_of(context, json); }

static void goes_through_both_forms(void) {
  vyre_program* program = from_json(kRoles);
  uint8_t wire[4096], again[4096], print[32], print_again[32];
  char json[8192];
  size_t size = 0, json_size = 0, again_size = 0;
  OK(vyre_program_encode(program, wire, sizeof wire, &size));
  OK(vyre_program_to_json(program, json, sizeof json, &json_size));
  OK(vyre_program_fingerprint(program, print));
  vyre_program_destroy(program);

  vyre_program* decoded = NULL;
  OK(vyre_program_decode(context, wire, size, &decoded));
  OK(vyre_program_encode(decoded, again, sizeof again, &again_size));
  CHECK_EQUAL(size, again_size);
  CHECK(memcmp(wire, again, size) == 0);
  OK(vyre_program_fingerprint(decoded, print_again));
  CHECK(memcmp(print, print_again, 32) == 0);
  vyre_program_destroy(decoded);

  OK(vyre_program_load(context, wire, size, &decoded)); /* told by content */
  vyre_program_destroy(decoded);
  OK(vyre_program_load(context, json, json_size, &decoded));
  OK(vyre_program_encode(decoded, again, sizeof again, &again_size));
  CHECK(again_size == size && memcmp(wire, again, size) == 0);
  vyre_program_destroy(decoded);
}

static void writes_nothing_into_too_little_memory(void) {
  vyre_program* program = from_json(kIncrement);
  size_t needed = 0, size = 0;
  OK(vyre_program_encode(program, NULL, 0, &needed));
  CHECK(needed > 100);
  uint8_t* bytes = (uint8_t*)calloc(needed, 1);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_program_encode(program, bytes, needed - 1, &size));
  CHECK_EQUAL(needed, size);
  for (size_t i = 0; i < needed; ++i) CHECK_EQUAL(0, bytes[i]);
  OK(vyre_program_encode(program, bytes, needed, &size));
  CHECK(memcmp(bytes, "VYRE", 4) == 0);
  free(bytes);
  OK(vyre_program_to_json(program, NULL, 0, &needed));
  char* text = (char*)malloc(needed);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_program_to_json(program, text, 0, &size));
  OK(vyre_program_to_json(program, text, needed, &size));
  CHECK_EQUAL('{', text[0]);
  free(text);
  vyre_program_destroy(program);
}

static void describes_programs(void) {
  vyre_program* program = from_json(kRoles);
  vyre_program_info info = VYRE_PROGRAM_INFO_INIT;
  OK(vyre_program_get_info(program, &info));
  CHECK_EQUAL(6, info.buffer_count);
  CHECK_EQUAL(16, info.workgroup[0]);
  CHECK_EQUAL(64, info.workgroup_memory_bytes);
  CHECK_EQUAL(VYRE_NEEDS_WORKGROUP_MEMORY | VYRE_NEEDS_WORKGROUP_BARRIER, info.needs);
  CHECK(info.statement_count >= 10 && info.expression_count >= 20);
  CHECK_EQUAL(0, info.entry.size);

  vyre_buffer_info buffer = VYRE_BUFFER_INFO_INIT;
  OK(vyre_program_get_buffer(program, 1, &buffer));
  CHECK(equals(buffer.name, "total"));
  CHECK(equals(buffer.element, "U32"));
  CHECK_EQUAL(2, buffer.slot);
  CHECK_EQUAL(1, buffer.element_type);
  CHECK_EQUAL(4, buffer.element_bytes);
  CHECK_EQUAL(1, buffer.element_count);
  CHECK_EQUAL(4, buffer.static_bytes);
  CHECK_EQUAL(VYRE_ACCESS_READ_WRITE, buffer.access);
  CHECK_EQUAL(VYRE_ROLE_INPUT_OUTPUT, buffer.role);
  CHECK_EQUAL(VYRE_BUFFER_READ_BACK, buffer.flags);
  const uint32_t roles[] = {VYRE_ROLE_OUTPUT,  VYRE_ROLE_INPUT_OUTPUT, VYRE_ROLE_INPUT,
                            VYRE_ROLE_UNIFORM, VYRE_ROLE_PERSISTENT,   VYRE_ROLE_SHARED};
  for (uint32_t i = 0; i < 6; ++i) {
    OK(vyre_program_get_buffer(program, i, &buffer));
    CHECK_EQUAL(roles[i], buffer.role);
  }
  FAILS(VYRE_ERROR_NOT_FOUND, "6 buffers", vyre_program_get_buffer(program, 6, &buffer));
  buffer.struct_size = 8;
  REFUSES("vyre_buffer_info.struct_size is 8", vyre_program_get_buffer(program, 0, &buffer));
  info.struct_size = 0;
  REFUSES("vyre_program_info.struct_size", vyre_program_get_info(program, &info));
  vyre_program_destroy(program);
}

static void refuses_every_truncation_and_many_mutations(void) {
  vyre_program* program = from_json(kIncrement);
  uint8_t wire[1024], changed[1024];
  size_t size = 0;
  OK(vyre_program_encode(program, wire, sizeof wire, &size));
  vyre_program_destroy(program);
  for (size_t length = 0; length < size; ++length) {
    FAILS(VYRE_ERROR_MALFORMED_WIRE, "", vyre_program_decode(context, wire, length, &program));
    CHECK(program == NULL);
  }
  for (size_t i = 0; i < size; ++i) {
    memcpy(changed, wire, size);
    changed[i] ^= 0x10;
    const int32_t code = vyre_error_consume(vyre_program_decode(context, changed, size, &program));
    CHECK(code == VYRE_OK || code == VYRE_ERROR_MALFORMED_WIRE);
    CHECK((code == VYRE_OK) == (program != NULL));
    vyre_program_destroy(program);
  }
  REFUSES("|bytes| is NULL and has 5", vyre_program_decode(context, NULL, 5, &program));
  FAILS(VYRE_ERROR_MALFORMED_WIRE, "", vyre_program_decode(context, NULL, 0, &program));
}

static void refuses_wrong_text(void) {
  vyre_program* program = NULL;
  const char* const texts[] = {"",
                               "{",
                               "[]",
                               "{\"body\": 3}",
                               "{\"body\": [{\"stoer\": \"x\"}]}",
                               "{\"body\": []} trailing",
                               "{\"body\": [], \"body\": []}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    FAILS(VYRE_ERROR_MALFORMED_JSON, "",
          vyre_program_from_json(context, vyre_str(texts[i]), &program));
  }
  const vyre_string broken = {NULL, 4};
  REFUSES("NULL", vyre_program_from_json(context, broken, &program));
}

static void tells_every_finding(void) {
  vyre_program* program = from_json(
      "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, "
      "\"output\": true}], \"body\": ["
      "{\"store\": \"nowhere\", \"at\": 0, \"value\": 1},"
      "{\"store\": \"out\", \"at\": 0, \"value\": \"unbound\"}]}");
  vyre_error* error = vyre_program_validate(program, NULL);
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_code(error));
  CHECK_EQUAL(2, vyre_error_finding_count(error));
  const vyre_finding finding = vyre_error_finding(error, 1);
  CHECK(finding.code.size > 0);
  CHECK(finding.path.size > 0);
  CHECK(contains(finding.text, "unbound"));
  vyre_error_destroy(error);

  vyre_pipeline* pipeline = NULL;
  vyre_backend* backend = acquire(context, "cpu-ref");
  error = vyre_pipeline_create(backend, program, NULL, &pipeline);
  CHECK_EQUAL(2, vyre_error_finding_count(error));
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_consume(error));
  CHECK(pipeline == NULL);
  vyre_backend_destroy(backend);
  vyre_program_destroy(program);
}

static void pipelines_check_their_description(void) {
  vyre_pipeline* pipeline = NULL;
  vyre_program *program = from_json(kIncrement), *roles = from_json(kRoles), *again = NULL;
  vyre_backend* backend = acquire(context, "cpu-ref");
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.workgroup[0] = 32;
  REFUSES("VYRE_PIPELINE_SET_WORKGROUP", vyre_pipeline_create(backend, program, &desc, &pipeline));
  desc.set = VYRE_PIPELINE_SET_WORKGROUP;
  REFUSES("zero axis", vyre_pipeline_create(backend, program, &desc, &pipeline));
  desc.workgroup[1] = desc.workgroup[2] = 1;
  REFUSES("local ids", vyre_pipeline_create(backend, roles, &desc, &pipeline));
  OK(vyre_pipeline_create(backend, program, &desc, &pipeline));
  OK(vyre_pipeline_get_program(pipeline, &again));
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  OK(vyre_program_validate(again, NULL));
  desc.workgroup[0] = 1u << 20;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "1048576",
        vyre_pipeline_create(backend, again, &desc, &pipeline));
  desc.set = 2;
  REFUSES("vyre_pipeline_desc.set", vyre_pipeline_create(backend, again, &desc, &pipeline));
  CHECK(pipeline == NULL);
  vyre_program_destroy(again);
  vyre_program_destroy(roles);
  vyre_backend_destroy(backend);
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  goes_through_both_forms();
  writes_nothing_into_too_little_memory();
  describes_programs();
  refuses_every_truncation_and_many_mutations();
  refuses_wrong_text();
  tells_every_finding();
  pipelines_check_their_description();
  vyre_context_destroy(context);
  return finish();
}
