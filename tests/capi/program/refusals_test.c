/* Descriptions of programs and pipelines: what makes no sense is refused by name, and so is what
 * nothing serves yet. */
#include "capi/support/check.h"

static vyre_context* context;
static vyre_device* device;
static vyre_program* program;

/* ---- Loading ---- */

static vyre_error* load(const vyre_program_desc* desc) {
  vyre_program* made = (vyre_program*)&failures;
  vyre_error* error = vyre_program_load(context, kIncrement, strlen(kIncrement), desc, &made);
  CHECK(error == NULL || made == NULL);
  if (error == NULL) vyre_program_destroy(made);
  return error;
}

#define WRONG_LOAD(part, change)                                         \
  do {                                                                   \
    vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;                     \
    change;                                                              \
    REFUSES("vyre_program_load: |vyre_program_desc." part, load(&desc)); \
  } while (0)
static void wrong_program_descriptions_are_refused(void) {
  const vyre_spirv_parameter parameter = {{NULL, 0}, {NULL, 0}, 0, 0, 0, 0, VYRE_ACCESS_READ_ONLY,
                                          0};
  const vyre_string broken = {NULL, 3};
  vyre_program_desc sized = VYRE_PROGRAM_DESC_INIT;
  REFUSES_SIZES(vyre_program_desc, sized, load(&sized));
  OK(load(&sized));
  sized.label = broken;
  REFUSES("vyre_program_load: |label has 3 bytes at a null pointer", load(&sized));
  sized.label = vyre_str("");
  sized.entry = broken;
  REFUSES("vyre_program_load: |entry has 3 bytes at a null pointer", load(&sized));
  WRONG_LOAD("format is 4", desc.format = (vyre_format)4);
  WRONG_LOAD("form is 6", desc.form = (vyre_wire_form)6);
  WRONG_LOAD("semantics is 4", desc.semantics = (vyre_semantics)4);
  WRONG_LOAD("reserved is 7", desc.reserved = 7);
  WRONG_LOAD("form is 2",
             (desc.format = VYRE_FORMAT_JSON, desc.form = VYRE_WIRE_FORM_4)); /* not of JSON */
  WRONG_LOAD("entry", desc.entry = vyre_str("main"));                         /* of a module */
  WRONG_LOAD("parameter", desc.parameter_count = 1);
  WRONG_LOAD("parameters", (desc.parameters = &parameter, desc.parameter_count = 1));
}

/* ---- Saving ---- */

static vyre_error* save_with(const vyre_save_desc* desc) {
  vyre_blob* blob = (vyre_blob*)&failures;
  vyre_error* error = vyre_program_save(program, desc, &blob);
  CHECK(error == NULL || blob == NULL);
  if (error == NULL) vyre_blob_destroy(blob);
  return error;
}

static void wrong_save_descriptions_are_refused(void) {
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  REFUSES_SIZES(vyre_save_desc, desc, save_with(&desc));
  OK(save_with(&desc));
  desc.format = (vyre_format)4;
  REFUSES("vyre_program_save: |vyre_save_desc.format is 4", save_with(&desc));
  desc.format = VYRE_FORMAT_SPIRV;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "SPIR-V", save_with(&desc));
  desc.format = VYRE_FORMAT_WIRE;
  desc.form = (vyre_wire_form)6;
  REFUSES("vyre_program_save: |vyre_save_desc.form is 6", save_with(&desc));
  desc.form = VYRE_WIRE_FORM_4;
  OK(save_with(&desc));
  desc.format = VYRE_FORMAT_JSON;
  REFUSES("vyre_program_save: |vyre_save_desc.form is 2", save_with(&desc));
  REFUSED(vyre_program_save, "out_blob is NULL", (program, NULL, NULL));
}

static void wrong_forms_of_fingerprints_are_refused(void) {
  uint8_t print[32];
  memset(print, 9, sizeof print);
  REFUSED(vyre_program_get_fingerprint, "form is 6", (program, (vyre_wire_form)6, print));
  for (int i = 0; i < 32; ++i) CHECK_EQUAL(0, print[i]);
  REFUSED(vyre_program_get_fingerprint, "out_fingerprint is NULL", (program, VYRE_WIRE_ANY, NULL));
}

/* ---- Pipelines ---- */

static vyre_error* create(const vyre_pipeline_desc* desc) {
  vyre_pipeline* pipeline = (vyre_pipeline*)&failures;
  vyre_error* error = vyre_pipeline_create(device, program, desc, &pipeline);
  CHECK(error == NULL || pipeline == NULL);
  if (error == NULL) vyre_pipeline_destroy(pipeline);
  return error;
}

#define WRONG_PIPELINE(part, change)                        \
  do {                                                      \
    vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;      \
    change;                                                 \
    REFUSES("vyre_pipeline_create: |" part, create(&desc)); \
  } while (0)
#define OF_MODULES_ALONE(part, change)                                                     \
  do {                                                                                     \
    vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;                                     \
    change;                                                                                \
    FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, part "|for a program of the IR", create(&desc)); \
  } while (0)

static void overlaps_are_of_modules_alone(void) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.flags = VYRE_PIPELINE_ALLOW_OVERLAP;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "VYRE_PIPELINE_ALLOW_OVERLAP", create(&desc));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "VYRE_PIPELINE_ALLOW_OVERLAP",
        vyre_device_check_program(device, program, &desc));
}

static void wrong_pipeline_descriptions_are_refused(void) {
  const vyre_constant twice[] = {vyre_constant_u32("n", 1), vyre_constant_u32("n", 1)};
  vyre_constant none = vyre_constant_u32("n", 1);
  vyre_pipeline_desc sized = VYRE_PIPELINE_DESC_INIT;
  none.kind = (vyre_constant_kind)5;
  REFUSES_SIZES(vyre_pipeline_desc, sized, create(&sized));
  OK(create(&sized));
  WRONG_PIPELINE("vyre_pipeline_desc.flags is 1048576", desc.flags = UINT64_C(1) << 20);
  WRONG_PIPELINE("label has 3 bytes at a null pointer", desc.label.size = 3);
  WRONG_PIPELINE("constants is NULL", desc.constant_count = 1);
  WRONG_PIPELINE("'n'|twice", (desc.constants = twice, desc.constant_count = 2));
  WRONG_PIPELINE("constants[0]|kind 5", (desc.constants = &none, desc.constant_count = 1));
  WRONG_PIPELINE("zero axis", desc.workgroup[2] = 1);
  REFUSED(vyre_pipeline_create, "out_pipeline is NULL", (device, program, NULL, NULL));
}

static void null_objects_are_refused(void) {
  vyre_pipeline* pipeline = NULL;
  REFUSED(vyre_pipeline_create, "device is NULL", (NULL, program, NULL, &pipeline));
  REFUSED(vyre_pipeline_create, "program is NULL", (device, NULL, NULL, &pipeline));
  OK(vyre_pipeline_create(device, program, NULL, &pipeline));
  REFUSED(vyre_pipeline_get_program, "out_program is NULL", (pipeline, NULL));
  REFUSED(vyre_pipeline_get_device, "out_device is NULL", (pipeline, NULL));
  vyre_pipeline_destroy(pipeline);
}

static void subgroups_are_chosen_for_modules_alone(void) {
  OF_MODULES_ALONE("subgroup_size is 32", desc.subgroup_size = 32);
  OF_MODULES_ALONE("VYRE_PIPELINE_FULL_SUBGROUPS", desc.flags = VYRE_PIPELINE_FULL_SUBGROUPS);
}

int main(void) {
  context = make_context();
  device = open_device(context, "cpu-ref");
  program = program_of(context, kIncrement);
  wrong_program_descriptions_are_refused();
  wrong_save_descriptions_are_refused();
  wrong_forms_of_fingerprints_are_refused();
  overlaps_are_of_modules_alone();
  wrong_pipeline_descriptions_are_refused();
  null_objects_are_refused();
  subgroups_are_chosen_for_modules_alone();
  vyre_program_destroy(program);
  vyre_device_destroy(device);
  vyre_context_destroy(context);
  return finish();
}
