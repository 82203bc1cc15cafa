/* Programs: read and saved in their forms, what is told of them, findings, and pipelines. */
#include "capi/support/check.h"
#include "vyre_driver_builder.h"

static vyre_context* context;

static vyre_program* from_json(const char* json) { return program_of(context, json); }

/* The program of |blob|, which has to be in that format. */
static vyre_program* load(const vyre_blob* blob, vyre_format format) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  vyre_program* program = NULL;
  desc.format = format;
  OK(vyre_program_load(context, bytes_of(blob).data, bytes_of(blob).size, &desc, &program));
  return program;
}

static void check_print(const vyre_program* program, const uint8_t* expected) {
  uint8_t print[32] = {0};
  OK(vyre_program_get_fingerprint(program, VYRE_WIRE_ANY, print));
  CHECK(memcmp(print, expected, 32) == 0);
  memset(print, 0, sizeof print);
  OK(vyre_program_get_fingerprint(program, VYRE_WIRE_FORM_4, print));
  CHECK(memcmp(print, expected, 32) == 0);
}

/* ---- Forms ---- */

static void goes_through_both_forms(void) {
  uint8_t print[32];
  vyre_program* program = from_json(kRoles);
  vyre_blob *wire = save(program, VYRE_FORMAT_WIRE), *json = save(program, VYRE_FORMAT_JSON);
  OK(vyre_program_get_fingerprint(program, VYRE_WIRE_ANY, print));
  vyre_program_destroy(program);
  CHECK(memcmp(bytes_of(wire).data, "VYRE", 4) == 0);
  CHECK_EQUAL('{', text_of(json).data[0]);

  const vyre_format formats[] = {VYRE_FORMAT_ANY, VYRE_FORMAT_WIRE, VYRE_FORMAT_JSON};
  for (int i = 0; i < 4; ++i) { /* told by the first bytes, or insisted on */
    const vyre_blob* from = i % 2 == 0 ? wire : json;
    program = load(from, i < 2 ? VYRE_FORMAT_ANY : formats[1 + i % 2]);
    check_print(program, print);
    vyre_blob* wire_again = save(program, VYRE_FORMAT_WIRE);
    vyre_blob* json_again = save(program, VYRE_FORMAT_JSON);
    CHECK(same_bytes(wire, wire_again));
    CHECK(same_bytes(json, json_again));
    vyre_blob_destroy(wire_again);
    vyre_blob_destroy(json_again);
    vyre_program_destroy(program);
  }
  vyre_blob_destroy(wire);
  vyre_blob_destroy(json);
}

static void holds_to_bounds(const vyre_blob* blob, vyre_error_code code, uint64_t statements) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  vyre_program* program = NULL;
  const vyre_bytes bytes = bytes_of(blob);
  desc.max_statements = statements;
  desc.max_element_bytes = 8;
  OK(vyre_program_load(context, bytes.data, bytes.size, &desc, &program));
  CHECK_EQUAL(statements, vyre_program_get_info(program)->statement_count);
  vyre_program_destroy(program);
  desc.max_statements = statements - 1;
  FAILS(code, "more statements than the |vyre_program_desc.max_statements",
        vyre_program_load(context, bytes.data, bytes.size, &desc, &program));
  CHECK(program == NULL);
  desc.max_statements = 0; /* the limit of the IR */
  desc.max_element_bytes = 7;
  FAILS(code, "an element of 8 bytes, at most 7|vyre_program_desc.max_element_bytes",
        vyre_program_load(context, bytes.data, bytes.size, &desc, &program));
  CHECK(program == NULL);
}

static void bounds_of_untrusted_bytes_hold(void) {
  vyre_program* program = from_json(
      "{\"buffers\":[{\"name\":\"a\",\"type\":\"U64\",\"count\":4,\"output\":true}],"
      "\"body\":[{\"loop\":\"i\",\"to\":4,\"body\":[{\"block\":[{\"store\":\"a\",\"at\":"
      "\"i\",\"value\":{\"u64\":1}}]}]},\"barrier\"]}");
  vyre_blob *wire = save(program, VYRE_FORMAT_WIRE), *json = save(program, VYRE_FORMAT_JSON);
  holds_to_bounds(wire, VYRE_ERROR_MALFORMED_WIRE, 5);
  holds_to_bounds(json, VYRE_ERROR_MALFORMED_JSON, 5);
  vyre_blob_destroy(wire);
  vyre_blob_destroy(json);
  vyre_program_destroy(program);
}

static void is_saved_as_it_was_read(void) {
  vyre_program* program = from_json(kIncrement);
  vyre_blob *json = save(program, VYRE_FORMAT_JSON), *wire = save(program, VYRE_FORMAT_WIRE);
  vyre_blob* blob = NULL;
  OK(vyre_program_save(program, NULL, &blob));
  CHECK(same_bytes(json, blob));
  vyre_blob_destroy(blob);
  vyre_program_destroy(program);
  program = load(wire, VYRE_FORMAT_ANY);
  OK(vyre_program_save(program, NULL, &blob));
  CHECK(same_bytes(wire, blob));
  vyre_program_destroy(program);
  CHECK_EQUAL('V', text_of(blob).data[0]); /* outlives its program */
  vyre_blob_destroy(blob);
  vyre_blob_destroy(wire);
  vyre_blob_destroy(json);
}

static void forms_are_insisted_on(void) {
  vyre_program *program = from_json(kIncrement), *other = NULL;
  vyre_blob* wire = save(program, VYRE_FORMAT_WIRE);
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  FAILS(VYRE_ERROR_MALFORMED_WIRE, "",
        vyre_program_load(context, kIncrement, strlen(kIncrement), &desc, &other));
  desc.format = VYRE_FORMAT_JSON;
  FAILS(VYRE_ERROR_MALFORMED_JSON, "",
        vyre_program_load(context, bytes_of(wire).data, bytes_of(wire).size, &desc, &other));
  desc.format = VYRE_FORMAT_SPIRV;
  FAILS(VYRE_ERROR_MALFORMED_MODULE, "",
        vyre_program_load(context, kIncrement, strlen(kIncrement), &desc, &other));
  FAILS(VYRE_ERROR_MALFORMED_MODULE, "",
        vyre_program_load(context, bytes_of(wire).data, bytes_of(wire).size, &desc, &other));
  CHECK(other == NULL);
  desc.format = VYRE_FORMAT_ANY;
  desc.form = VYRE_WIRE_FORM_4; /* of wire bytes */
  desc.semantics = VYRE_SEMANTICS_V0_6_2;
  OK(vyre_program_load(context, bytes_of(wire).data, bytes_of(wire).size, &desc, &other));
  vyre_program_destroy(other);
  FAILS(VYRE_ERROR_MALFORMED_WIRE, "",
        vyre_program_load(context, kIncrement, strlen(kIncrement), &desc, &other));
  vyre_blob_destroy(wire);
  vyre_program_destroy(program);
}

/* ---- What is told of a program ---- */

static void describes_programs(void) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  vyre_program* program = NULL;
  char label[] = "my roles";
  desc.label = vyre_str(label);
  OK(vyre_program_load(context, kRoles, strlen(kRoles), &desc, &program));
  memset(label, 'x', sizeof label - 1); /* it was copied */
  const vyre_program_info* info = vyre_program_get_info(program);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(equals(info->label, "my roles") && ends_well(info->label));
  CHECK(equals(info->entry, "") && ends_well(info->entry));
  CHECK_EQUAL(6, info->parameter_count);
  CHECK_EQUAL(0, info->constant_count);
  CHECK_EQUAL(16, info->workgroup[0]);
  CHECK_EQUAL(1, info->workgroup[1]);
  CHECK_EQUAL(64, info->workgroup_memory_bytes);
  CHECK_EQUAL(VYRE_NEEDS_WORKGROUP_MEMORY | VYRE_NEEDS_WORKGROUP_BARRIER, info->needs);
  CHECK(info->statement_count >= 10 && info->expression_count >= 20);
  CHECK_EQUAL(1, info->dimensions);
  CHECK_EQUAL(0, info->push_constant_bytes);
  CHECK(vyre_program_get_info(program) == info);
  vyre_program_destroy(program);
}

static void describes_parameters(void) {
  const vyre_role roles[] = {VYRE_ROLE_OUTPUT,  VYRE_ROLE_INPUT_OUTPUT, VYRE_ROLE_INPUT,
                             VYRE_ROLE_UNIFORM, VYRE_ROLE_PERSISTENT,   VYRE_ROLE_SHARED};
  vyre_program* program = from_json(kRoles);
  const vyre_program_info* info = vyre_program_get_info(program);
  const vyre_parameter_info* total = info->parameters[1];
  CHECK(equals(total->name, "total") && equals(total->element, "U32"));
  CHECK_EQUAL(2, total->slot);
  CHECK_EQUAL(VYRE_TYPE_U32, total->element_type);
  CHECK_EQUAL(4, total->element_bytes);
  CHECK_EQUAL(1, total->element_count);
  CHECK_EQUAL(4, total->static_bytes);
  CHECK_EQUAL(VYRE_ACCESS_READ_WRITE, total->access);
  CHECK_EQUAL(VYRE_PARAMETER_RETURNED, total->flags);
  CHECK_EQUAL(0, total->return_start + total->return_end);
  for (uint32_t i = 0; i < 6; ++i) {
    const vyre_parameter_info* parameter = info->parameters[i];
    CHECK_EQUAL(sizeof *parameter, parameter->struct_size);
    CHECK(ends_well(parameter->name) && ends_well(parameter->element));
    CHECK_EQUAL(roles[i], parameter->role);
    CHECK_EQUAL(VYRE_RESOURCE_BUFFER, parameter->resource);
    CHECK_EQUAL(1, parameter->array_count);
    CHECK_EQUAL(0, parameter->set + parameter->binding);
  }
  vyre_program_destroy(program);
}

static void check_forms(const vyre_program* program, vyre_format format, vyre_wire_form form) {
  const vyre_program_info* info = vyre_program_get_info(program);
  CHECK_EQUAL(format, info->format);
  CHECK_EQUAL(form, info->form);
}

static void tells_where_it_comes_from(void) {
  vyre_program *program = from_json(kIncrement), *read = NULL, *built = NULL;
  vyre_blob* wire = save(program, VYRE_FORMAT_WIRE);
  vyre_builder* builder = NULL;
  check_forms(program, VYRE_FORMAT_JSON, VYRE_WIRE_ANY);
  CHECK_EQUAL(VYRE_SEMANTICS_V0_6_2, vyre_program_get_info(program)->semantics);
  read = load(wire, VYRE_FORMAT_ANY);
  check_forms(read, VYRE_FORMAT_WIRE, VYRE_WIRE_FORM_4);
  CHECK_EQUAL(VYRE_SEMANTICS_V0_6_2, vyre_program_get_info(read)->semantics);
  OK(vyre_builder_create(context, &builder));
  OK(vyre_builder_finish(builder, &built));
  check_forms(built, VYRE_FORMAT_ANY, VYRE_WIRE_ANY);
  CHECK_EQUAL(VYRE_SEMANTICS_V0_7, vyre_program_get_info(built)->semantics);
  vyre_builder_destroy(builder);
  vyre_program_destroy(built);
  vyre_program_destroy(read);
  vyre_program_destroy(program);
  vyre_blob_destroy(wire);
}

/* What the wire form cannot carry is refused, not written for nobody to read. */
static void saves_no_wire_that_cannot_be_read(void) {
  vyre_builder* builder = NULL;
  vyre_program *built = NULL, *read = NULL;
  vyre_blob* blob = NULL;
  OK(vyre_builder_create(context, &builder));
  const vyre_parameter out = vyre_builder_output(builder, "out", VYRE_TYPE_U32);
  const vyre_expr i = vyre_builder_index(builder);
  vyre_builder_store(builder, out, i, i);
  OK(vyre_builder_finish(builder, &built));
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "output without a count|Fix: save it as JSON",
        vyre_program_save(built, NULL, &blob));
  blob = save(built, VYRE_FORMAT_JSON);
  read = load(blob, VYRE_FORMAT_ANY);
  vyre_blob_destroy(blob);
  vyre_program_destroy(read);
  vyre_program_destroy(built);
  vyre_builder_destroy(builder);
}

/* A program of one statement, which stores to out[|at|]. */
static void check_dimensions(uint32_t expected, const char* workgroup, const char* at) {
  char json[512];
  snprintf(json, sizeof json,
           "{\"workgroup_size\": %s, \"buffers\": [{\"name\": \"out\", \"type\": \"U32\", "
           "\"output\": true}], \"body\": [{\"store\": \"out\", \"at\": %s, \"value\": 1}]}",
           workgroup, at);
  vyre_program* program = from_json(json);
  CHECK_EQUAL(expected, vyre_program_get_info(program)->dimensions);
  vyre_program_destroy(program);
}

static void tells_how_many_axes_it_looks_at(void) {
  check_dimensions(1, "[64, 1, 1]", "0");
  check_dimensions(1, "[64, 1, 1]", "{\"invocation_id\": \"x\"}");
  check_dimensions(2, "[64, 1, 1]", "{\"invocation_id\": \"y\"}");
  check_dimensions(2, "[8, 8, 1]", "{\"invocation_id\": \"x\"}");
  check_dimensions(3, "[8, 8, 1]", "{\"workgroup_id\": \"z\"}");
  check_dimensions(3, "[4, 1, 4]", "0");
}

/* ---- Broken bytes ---- */

static void refuses_every_truncation_and_many_mutations(void) {
  vyre_program* program = from_json(kIncrement);
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  vyre_blob* blob = save(program, VYRE_FORMAT_WIRE);
  uint8_t wire[1024], changed[1024];
  const size_t size = bytes_of(blob).size;
  CHECK(size > 100 && size <= sizeof wire);
  memcpy(wire, bytes_of(blob).data, size);
  vyre_blob_destroy(blob);
  vyre_program_destroy(program);
  desc.format = VYRE_FORMAT_WIRE;
  for (size_t length = 0; length < size; ++length) {
    FAILS(VYRE_ERROR_MALFORMED_WIRE, "", vyre_program_load(context, wire, length, &desc, &program));
    CHECK(program == NULL);
  }
  for (size_t i = 0; i < size; ++i) {
    memcpy(changed, wire, size);
    changed[i] ^= 0x10;
    vyre_error* error = vyre_program_load(context, changed, size, &desc, &program);
    const vyre_error_code code = vyre_error_get_code(error);
    CHECK(code == VYRE_OK || code == VYRE_ERROR_MALFORMED_WIRE);
    CHECK((code == VYRE_OK) == (program != NULL));
    vyre_error_destroy(error);
    vyre_program_destroy(program);
  }
  REFUSED(vyre_program_load, "bytes is NULL and has 5", (context, NULL, 5, &desc, &program));
  FAILS(VYRE_ERROR_MALFORMED_WIRE, "", vyre_program_load(context, NULL, 0, &desc, &program));
}

static void refuses_wrong_text(void) {
  vyre_program* program = NULL;
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  const char* const texts[] = {"",
                               "{",
                               "[]",
                               "{\"body\": 3}",
                               "{\"body\": [{\"stoer\": \"x\"}]}",
                               "{\"body\": []} trailing",
                               "{\"body\": [], \"body\": []}"};
  desc.format = VYRE_FORMAT_JSON;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
    const size_t size = strlen(texts[i]);
    FAILS(VYRE_ERROR_MALFORMED_JSON, "",
          vyre_program_load(context, texts[i], size, &desc, &program));
    if (texts[i][0] != '{') continue;
    FAILS(VYRE_ERROR_MALFORMED_JSON, "", /* a brace says that it is JSON */
          vyre_program_load(context, texts[i], size, NULL, &program));
  }
  CHECK(program == NULL);
}

/* ---- Findings ---- */

static void tells_every_finding(void) {
  vyre_program* program = from_json(
      "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, "
      "\"output\": true}], \"body\": ["
      "{\"store\": \"nowhere\", \"at\": 0, \"value\": 1},"
      "{\"store\": \"out\", \"at\": 0, \"value\": \"unbound\"}]}");
  vyre_error* error = vyre_program_validate(program, NULL);
  const vyre_error_info* info = vyre_error_get_info(error);
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, info->code);
  CHECK_EQUAL(2, info->finding_count);
  const vyre_finding* finding = info->findings[1];
  CHECK(finding->code.size > 0);
  CHECK(finding->path.size > 0);
  CHECK(contains(finding->text, "unbound"));
  vyre_error_destroy(error);

  vyre_pipeline* pipeline = NULL;
  vyre_device* device = open_device(context, "cpu-ref");
  error = vyre_pipeline_create(device, program, NULL, &pipeline);
  CHECK_EQUAL(2, vyre_error_get_info(error)->finding_count);
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "unbound", error);
  CHECK(pipeline == NULL);
  vyre_device_destroy(device);
  vyre_program_destroy(program);
}

/* ---- Pipelines ---- */

static void tells_what_a_pipeline_is(void) {
  vyre_pipeline* pipeline = NULL;
  vyre_program* program = from_json(kRoles);
  vyre_device* device = open_device(context, "cpu-ref");
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.label = vyre_str("my pipeline");
  OK(vyre_pipeline_create(device, program, &desc, &pipeline));
  const vyre_pipeline_info* info = vyre_pipeline_get_info(pipeline);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(equals(info->label, "my pipeline") && ends_well(info->label));
  CHECK_EQUAL(0, info->flags);
  CHECK_EQUAL(16, info->workgroup[0]);
  CHECK_EQUAL(1, info->workgroup[2]);
  CHECK_EQUAL(0, info->workgroup_chosen); /* it can observe its workgroups */
  CHECK_EQUAL(64, info->workgroup_memory_bytes);
  CHECK_EQUAL(1, info->dimensions);
  CHECK_EQUAL(0, info->push_constant_bytes);
  CHECK_EQUAL(VYRE_ORIGIN_UNKNOWN, info->origin);
  CHECK(vyre_pipeline_get_info(pipeline) == info);
  vyre_pipeline_destroy(pipeline);
  vyre_device_destroy(device);
  vyre_program_destroy(program);
}

static void pipelines_take_another_workgroup(void) {
  vyre_pipeline* pipeline = NULL;
  vyre_program *program = from_json(kIncrement), *roles = from_json(kRoles), *again = NULL;
  vyre_device* device = open_device(context, "cpu-ref");
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.workgroup[0] = 32;
  REFUSED(vyre_pipeline_create, "zero axis", (device, program, &desc, &pipeline));
  desc.workgroup[1] = desc.workgroup[2] = 1;
  REFUSED(vyre_pipeline_create, "local ids", (device, roles, &desc, &pipeline));
  OK(vyre_pipeline_create(device, program, &desc, &pipeline));
  CHECK_EQUAL(32, vyre_pipeline_get_info(pipeline)->workgroup[0]);
  OK(vyre_pipeline_get_program(pipeline, &again));
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  OK(vyre_program_validate(again, NULL));
  CHECK_EQUAL(64, vyre_program_get_info(again)->workgroup[0]); /* as it was declared */
  desc.workgroup[0] = 1u << 20;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "1048576",
        vyre_pipeline_create(device, again, &desc, &pipeline));
  CHECK(pipeline == NULL);
  vyre_program_destroy(again);
  vyre_program_destroy(roles);
  vyre_device_destroy(device);
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  goes_through_both_forms();
  bounds_of_untrusted_bytes_hold();
  is_saved_as_it_was_read();
  forms_are_insisted_on();
  describes_programs();
  describes_parameters();
  tells_where_it_comes_from();
  saves_no_wire_that_cannot_be_read();
  tells_how_many_axes_it_looks_at();
  refuses_every_truncation_and_many_mutations();
  refuses_wrong_text();
  tells_every_finding();
  tells_what_a_pipeline_is();
  pipelines_take_another_workgroup();
  vyre_context_destroy(context);
  return finish();
}
