/* Wire forms of the published generations: which a program can be written in, what it means. */
#include "capi/support/check.h"

static vyre_context* context;

/* Largest of the subgroup, the sum of it, and a cast whose result is another one since 0.6.5. */
#define PROGRAM(semantics, value)                                              \
  "{\"semantics\": \"" semantics                                               \
  "\", \"workgroup_size\": [32, 1, 1],"                                        \
  " \"buffers\": [{\"name\": \"in\", \"type\": \"I32\", \"count\": 32},"       \
  " {\"name\": \"out\", \"type\": \"I64\", \"count\": 32, \"output\": true}]," \
  " \"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"       \
  " {\"let\": \"v\", \"value\": " value                                        \
  "}, {\"store\": \"out\", \"at\": \"i\", \"value\": {\"cast\": \"I64\", \"value\": 1}}]}"
static const char kPlain[] = PROGRAM("0.7", "\"i\"");
static const char kSum[] = PROGRAM("0.7", "{\"subgroup_add\": \"i\"}");
static const char kMax[] = PROGRAM("0.7", "{\"subgroup_max\": \"i\"}");
static const char kWidens[] =
    PROGRAM("0.7", "{\"cast\": \"I64\", \"value\": {\"load\": \"in\", \"at\": \"i\"}}");

static vyre_program* load(vyre_bytes bytes, vyre_wire_form form, vyre_semantics semantics) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  vyre_program* program = NULL;
  desc.form = form;
  desc.semantics = semantics;
  OK(vyre_program_load(context, bytes.data, bytes.size, &desc, &program));
  return program;
}

static vyre_error* save_in(const vyre_program* program, vyre_wire_form form, vyre_blob** out) {
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  desc.form = form;
  return vyre_program_save(program, &desc, out);
}

/* |json| in |form| gives bytes of |written|, by themselves a program of |read| with |semantics|. */
static void expect_form(const char* json, vyre_wire_form form, uint8_t written, vyre_wire_form read,
                        vyre_semantics semantics) {
  vyre_program* program = program_of(context, json);
  vyre_blob* blob = NULL;
  CHECK_EQUAL(VYRE_SEMANTICS_V0_7, vyre_program_get_info(program)->semantics);
  CHECK_EQUAL(VYRE_WIRE_ANY, vyre_program_get_info(program)->form);
  OK(save_in(program, form, &blob));
  CHECK_EQUAL(written, ((const uint8_t*)bytes_of(blob).data)[4]);
  vyre_program* again = load(bytes_of(blob), VYRE_WIRE_ANY, VYRE_SEMANTICS_ANY);
  CHECK_EQUAL(read, vyre_program_get_info(again)->form);
  CHECK_EQUAL(semantics, vyre_program_get_info(again)->semantics);
  vyre_blob* same = NULL;
  OK(save_in(again, VYRE_WIRE_ANY, &same)); /* in the form that was read */
  CHECK(same_bytes(blob, same));
  vyre_blob_destroy(same);
  vyre_blob_destroy(blob);
  vyre_program_destroy(again);
  vyre_program_destroy(program);
}

static void are_chosen_by_what_they_say(void) {
  expect_form(kPlain, VYRE_WIRE_ANY, 4, VYRE_WIRE_FORM_4, VYRE_SEMANTICS_V0_6_2);
  expect_form(kSum, VYRE_WIRE_ANY, 6, VYRE_WIRE_FORM_6, VYRE_SEMANTICS_V0_7);
  expect_form(kSum, VYRE_WIRE_FORM_4, 4, VYRE_WIRE_FORM_4, VYRE_SEMANTICS_V0_6_2);
  expect_form(kMax, VYRE_WIRE_FORM_4_OP, 4, VYRE_WIRE_FORM_4_OP, VYRE_SEMANTICS_V0_6_5);
  expect_form(kWidens, VYRE_WIRE_ANY, 6, VYRE_WIRE_FORM_6, VYRE_SEMANTICS_V0_7);
}

static void refuse_what_they_do_not_say(void) {
  vyre_blob* blob = NULL;
  uint8_t print[32];
  vyre_program* max = program_of(context, kMax);
  vyre_program* widens = program_of(context, kWidens);
  FAILS(VYRE_ERROR_INVALID_PROGRAM,
        "SubgroupMax does not fit form 4|Fix: ", save_in(max, VYRE_WIRE_FORM_4, &blob));
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "SubgroupMax",
        vyre_program_get_fingerprint(max, VYRE_WIRE_FORM_4, print));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE,
        "a cast to 64 bits|results of 0.6.2|Fix: ", save_in(widens, VYRE_WIRE_FORM_4, &blob));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "form 1|Fix: ", save_in(max, VYRE_WIRE_FORM_1, &blob));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "form 5|Fix: ", save_in(max, VYRE_WIRE_FORM_5, &blob));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE,
        "form 1|Fix: ", vyre_program_get_fingerprint(max, VYRE_WIRE_FORM_1, print));
  CHECK(blob == NULL);
  vyre_program_destroy(widens);
  vyre_program_destroy(max);
}

static void are_insisted_on(void) {
  vyre_program* max = program_of(context, kMax);
  vyre_program* none = NULL;
  vyre_blob* blob = NULL;
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  OK(save_in(max, VYRE_WIRE_FORM_6, &blob));
  desc.form = VYRE_WIRE_FORM_4;
  FAILS(VYRE_ERROR_MALFORMED_WIRE, "wire rule D02, byte 4: schema version 6, expected 4|Fix: ",
        vyre_program_load(context, bytes_of(blob).data, bytes_of(blob).size, &desc, &none));
  CHECK(none == NULL);
  vyre_program* older = load(bytes_of(blob), VYRE_WIRE_FORM_6, VYRE_SEMANTICS_V0_6_5);
  CHECK_EQUAL(VYRE_SEMANTICS_V0_6_5, vyre_program_get_info(older)->semantics);
  vyre_program_destroy(older);
  vyre_blob_destroy(blob);
  vyre_program_destroy(max);
}

/* A sum of 'x' in form 4 is the smallest of a literal in form 4 op. */
static void that_fit_twice_are_told_by_the_caller(void) {
  static const char kX[] =
      "{\"buffers\": [{\"name\": \"o\", \"type\": \"U32\", \"count\": 8, \"output\": true}],"
      " \"workgroup_size\": [8, 1, 1], \"body\": [{\"let\": \"x\", \"value\": 1},"
      " {\"store\": \"o\", \"at\": {\"local_id\": \"x\"}, \"value\": {\"subgroup_add\": \"x\"}}]}";
  vyre_program* sum = program_of(context, kX);
  vyre_blob* blob = NULL;
  OK(save_in(sum, VYRE_WIRE_FORM_4, &blob));
  const vyre_wire_form forms[] = {VYRE_WIRE_FORM_4, VYRE_WIRE_FORM_4_OP};
  uint8_t prints[2][32];
  for (int i = 0; i < 2; ++i) {
    vyre_program* program = load(bytes_of(blob), forms[i], VYRE_SEMANTICS_ANY);
    CHECK_EQUAL(forms[i], vyre_program_get_info(program)->form);
    OK(vyre_program_get_fingerprint(program, VYRE_WIRE_FORM_6, prints[i]));
    vyre_program_destroy(program);
  }
  CHECK(memcmp(prints[0], prints[1], 32) != 0);
  vyre_program* program = load(bytes_of(blob), VYRE_WIRE_ANY, VYRE_SEMANTICS_ANY);
  CHECK_EQUAL(VYRE_WIRE_FORM_4, vyre_program_get_info(program)->form);
  vyre_program_destroy(program);
  vyre_blob_destroy(blob);
  vyre_program_destroy(sum);
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  are_chosen_by_what_they_say();
  refuse_what_they_do_not_say();
  are_insisted_on();
  that_fit_twice_are_told_by_the_caller();
  vyre_context_destroy(context);
  return finish();
}
