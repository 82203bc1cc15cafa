/* Errors: their code, text and parts, findings, those of the host, and who owns them. */
#include "capi/support/on_backend.h"

static void check_whole(const vyre_error_info* info) {
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(ends_well(info->message) && ends_well(info->fix) && ends_well(info->label));
  CHECK(ends_well(info->path) && ends_well(info->trap_tag));
  CHECK_EQUAL(0, info->reserved);
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding* finding = info->findings[i];
    CHECK_EQUAL(sizeof *finding, finding->struct_size);
    CHECK(ends_well(finding->code) && ends_well(finding->path) && ends_well(finding->other));
    CHECK(ends_well(finding->text) && ends_well(finding->fix) && ends_well(finding->label));
    CHECK(finding->text.size > 0 && !contains(finding->text, "Fix: "));
  }
}

/* Nothing but a message, a fix and a code. */
static void check_plain(const vyre_error_info* info) {
  check_whole(info);
  CHECK_EQUAL(0, info->label.size + info->path.size + info->trap_tag.size + info->finding_count);
  CHECK_EQUAL(VYRE_UNKNOWN, info->segment);
  CHECK_EQUAL(VYRE_UNKNOWN, info->step);
  CHECK_EQUAL(VYRE_UNKNOWN, info->trap_address);
  CHECK_EQUAL(VYRE_UNKNOWN, info->trap_lane);
  CHECK_EQUAL(VYRE_UNKNOWN, info->limit);
  CHECK_EQUAL(VYRE_UNKNOWN, info->requested);
}

static void errors_carry_what_happened(void) {
  vyre_context* context = make_context();
  vyre_program* program = (vyre_program*)&context;
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  vyre_error* error = vyre_program_load(context, "nonsense", 8, &desc, &program);
  CHECK(program == NULL);
  vyre_context_destroy(context);
  const vyre_error_info* info = vyre_error_get_info(error); /* outlives its context */
  CHECK_EQUAL(VYRE_ERROR_MALFORMED_WIRE, vyre_error_get_code(error));
  CHECK_EQUAL(VYRE_ERROR_MALFORMED_WIRE, info->code);
  CHECK(equals(vyre_error_code_name(info->code), "MALFORMED_WIRE"));
  check_plain(info);
  CHECK_EQUAL(0, info->native_code);
  CHECK(info->message.size > 0 && !contains(info->message, "Fix: "));
  CHECK(info->fix.size > 0);
  CHECK(strstr(vyre_error_text(error), info->message.data) == vyre_error_text(error));
  CHECK(strstr(vyre_error_text(error), "Fix: ") != NULL);
  CHECK(strstr(vyre_error_text(error), info->fix.data) != NULL);
  CHECK(vyre_error_text(error) == vyre_error_text(error)); /* made once */
  CHECK(vyre_error_get_info(error) == info);
  vyre_error_destroy(error);
}

static void no_error_is_fine_everywhere(void) {
  const vyre_error_info* info = vyre_error_get_info(NULL);
  CHECK_EQUAL(VYRE_OK, vyre_error_get_code(NULL));
  CHECK_EQUAL(0, strlen(vyre_error_text(NULL)));
  check_plain(info);
  CHECK_EQUAL(VYRE_OK, info->code);
  CHECK_EQUAL(0, info->message.size + info->fix.size);
  CHECK_EQUAL(0, info->native_code);
  CHECK(vyre_error_share(NULL) == NULL);
  CHECK_EQUAL(0, vyre_error_print(NULL));
  vyre_error_destroy(NULL);
}

static void codes_have_names(void) {
  static const struct {
    vyre_error_code code;
    const char* name;
  } all[] = {
      {VYRE_OK, "OK"},
      {VYRE_ERROR_DEVICE_OUT_OF_MEMORY, "DEVICE_OUT_OF_MEMORY"},
      {VYRE_ERROR_UNSUPPORTED_FEATURE, "UNSUPPORTED_FEATURE"},
      {VYRE_ERROR_KERNEL_COMPILE_FAILED, "KERNEL_COMPILE_FAILED"},
      {VYRE_ERROR_DISPATCH_FAILED, "DISPATCH_FAILED"},
      {VYRE_ERROR_INVALID_PROGRAM, "INVALID_PROGRAM"},
      {VYRE_ERROR_COOPERATIVE_RESIDENCY, "COOPERATIVE_RESIDENCY"},
      {VYRE_ERROR_UNKNOWN, "UNKNOWN"},
      {VYRE_ERROR_INVALID_ARGUMENT, "INVALID_ARGUMENT"},
      {VYRE_ERROR_NOT_FOUND, "NOT_FOUND"},
      {VYRE_ERROR_ALREADY_REGISTERED, "ALREADY_REGISTERED"},
      {VYRE_ERROR_OUT_OF_HOST_MEMORY, "OUT_OF_HOST_MEMORY"},
      {VYRE_ERROR_DEVICE_LOST, "DEVICE_LOST"},
      {VYRE_ERROR_TIMED_OUT, "TIMED_OUT"},
      {VYRE_ERROR_INPUT_OUTPUT, "INPUT_OUTPUT"},
      {VYRE_ERROR_MALFORMED_WIRE, "MALFORMED_WIRE"},
      {VYRE_ERROR_MALFORMED_JSON, "MALFORMED_JSON"},
      {VYRE_ERROR_INTERNAL, "INTERNAL"},
      {VYRE_ERROR_OUTPUT_TOO_SMALL, "OUTPUT_TOO_SMALL"},
      {VYRE_ERROR_CANCELLED, "CANCELLED"},
      {VYRE_ERROR_NOT_READY, "NOT_READY"},
      {VYRE_ERROR_MALFORMED_MODULE, "MALFORMED_MODULE"},
      {(vyre_error_code)31, ""},
      {(vyre_error_code)1003, ""}, /* missing, and stays so */
      {(vyre_error_code)UINT32_MAX, ""},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    CHECK(equals(vyre_error_code_name(all[i].code), all[i].name));
    CHECK(ends_well(vyre_error_code_name(all[i].code)));
  }
}

/* ---- Errors of the host ---- */

static void errors_of_the_host_have_a_fix(void) {
  vyre_error* plain = vyre_error_create(VYRE_ERROR_TIMED_OUT, 110, vyre_str("too slow"));
  CHECK_EQUAL(VYRE_ERROR_TIMED_OUT, vyre_error_get_code(plain));
  CHECK(has_parts(vyre_error_text(plain), "too slow. Fix: "));
  check_plain(vyre_error_get_info(plain));
  CHECK_EQUAL(110, vyre_error_get_info(plain)->native_code);
  CHECK(vyre_error_get_info(plain)->fix.size > 0);
  vyre_error_destroy(plain);
}

static void what_follows_fix_is_the_fix(void) {
  char text[] = "it is broken. Fix: mend it";
  vyre_error* error = vyre_error_create(VYRE_ERROR_INPUT_OUTPUT, -5, vyre_str(text));
  memset(text, 'x', sizeof text - 1); /* it was copied */
  CHECK(strcmp(vyre_error_text(error), "it is broken. Fix: mend it") == 0);
  CHECK(equals(vyre_error_get_info(error)->message, "it is broken"));
  CHECK(equals(vyre_error_get_info(error)->fix, "mend it"));
  CHECK(vyre_error_get_info(error)->native_code == -5);
  vyre_error_destroy(error);
}

static void unknown_codes_become_unknown(void) {
  const uint32_t codes[] = {0, 31, 1003, UINT32_MAX};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i) {
    vyre_error* error = vyre_error_create((vyre_error_code)codes[i], 0, vyre_str("a. Fix: b"));
    CHECK_EQUAL(VYRE_ERROR_UNKNOWN, vyre_error_get_code(error));
    CHECK(strcmp(vyre_error_text(error), "a. Fix: b") == 0);
    vyre_error_destroy(error);
  }
}

static void a_broken_text_is_an_error_too(void) {
  const vyre_string broken = {NULL, 3};
  REFUSES("text has 3 bytes at a null pointer", vyre_error_create(VYRE_ERROR_NOT_FOUND, 0, broken));
}

/* ---- Owners ---- */

static void shared_errors_end_with_their_last_owner(void) {
  vyre_error* first = vyre_error_create(VYRE_ERROR_NOT_FOUND, 7, vyre_str("gone. Fix: look"));
  vyre_error* second = vyre_error_share(first);
  vyre_error* third = vyre_error_share(second);
  vyre_error_destroy(first);
  CHECK_EQUAL(VYRE_ERROR_NOT_FOUND, vyre_error_get_code(second));
  vyre_error_destroy(second);
  CHECK(strcmp(vyre_error_text(third), "gone. Fix: look") == 0);
  CHECK_EQUAL(7, vyre_error_get_info(third)->native_code);
  vyre_error_destroy(third);
}

static void printing_ends_an_error(void) {
  CHECK_EQUAL(1, vyre_error_print(vyre_error_create(VYRE_ERROR_UNKNOWN, 0,
                                                    vyre_str("printed by a test. Fix: nothing"))));
}

static void* no_memory(void* user, size_t size, size_t alignment) {
  (void)user;
  (void)size;
  (void)alignment;
  return NULL;
}

static void no_deallocate(void* user, void* memory, size_t size, size_t alignment) {
  (void)user;
  (void)memory;
  (void)size;
  (void)alignment;
}

/* That memory is out needs no memory to be told, however often it is shared. */
static void errors_of_memory_are_there_before(void) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.allocate = no_memory;
  desc.deallocate = no_deallocate;
  vyre_context* context = NULL;
  vyre_error* error = vyre_context_create(&desc, &context);
  vyre_program* program = NULL;
  if (error == NULL) error = vyre_program_load(context, kRoles, strlen(kRoles), NULL, &program);
  for (int i = 0; i < 3; ++i) {
    vyre_error* other = vyre_error_share(error);
    CHECK_EQUAL(VYRE_ERROR_OUT_OF_HOST_MEMORY, vyre_error_get_code(other));
    check_plain(vyre_error_get_info(other));
    CHECK(contains(vyre_error_get_info(other)->message, "host"));
    CHECK(vyre_error_get_info(other)->fix.size > 0);
    vyre_error_destroy(other);
  }
  FAILS(VYRE_ERROR_OUT_OF_HOST_MEMORY, "host", error);
  CHECK(program == NULL);
  vyre_context_destroy(context);
}

/* ---- Findings and labels ---- */

static const char* const kTwoMistakes =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, "
    "\"output\": true}], \"body\": ["
    "{\"store\": \"nowhere\", \"at\": 0, \"value\": 1},"
    "{\"store\": \"out\", \"at\": 0, \"value\": \"unbound\"}]}";

static void check_two_findings(const vyre_error* error, const char* label) {
  const vyre_error_info* info = vyre_error_get_info(error);
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_get_code(error));
  check_whole(info);
  CHECK(equals(info->label, label));
  CHECK(strstr(vyre_error_text(error), label) != NULL);
  CHECK_EQUAL(2, info->finding_count);
  for (size_t i = 0; i < info->finding_count; ++i) {
    const vyre_finding* finding = info->findings[i];
    CHECK(finding->code.size > 0);
    CHECK(contains(finding->path, "body["));
    CHECK(equals(finding->label, label));
    CHECK(contains(finding->text, i == 0 ? "nowhere" : "unbound"));
    CHECK(strstr(vyre_error_text(error), finding->text.data) != NULL); /* a line for each */
  }
}

static void findings_have_the_nearest_label(void) {
  fixture f = open_fixture(NULL, backend_id);
  vyre_program_desc reading = VYRE_PROGRAM_DESC_INIT;
  vyre_pipeline_desc making = VYRE_PIPELINE_DESC_INIT;
  reading.label = vyre_str("my program");
  making.label = vyre_str("my pipeline");
  OK(vyre_program_load(f.context, kTwoMistakes, strlen(kTwoMistakes), &reading, &f.program));
  vyre_error* error = vyre_program_validate(f.program, NULL);
  check_two_findings(error, "my program");
  vyre_error_destroy(error);
  error = vyre_pipeline_create(f.device, f.program, &making, &f.pipeline);
  CHECK(f.pipeline == NULL);
  check_two_findings(error, "my pipeline");
  vyre_error_destroy(error);
  making.label = vyre_str("");
  error = vyre_pipeline_create(f.device, f.program, &making, &f.pipeline);
  check_two_findings(error, "my program");
  vyre_error_destroy(error);
  destroy_fixture(&f);
}

static void findings_have_a_fix_of_their_own(void) {
  const vyre_constant unknown[] = {vyre_constant_u32("n", 1), vyre_constant_u32("m", 2)};
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  fixture f = open_fixture(NULL, backend_id);
  f.program = program_of(f.context, kIncrement);
  desc.constants = unknown;
  desc.constant_count = 2;
  vyre_error* error = vyre_pipeline_create(f.device, f.program, &desc, &f.pipeline);
  const vyre_error_info* info = vyre_error_get_info(error);
  check_whole(info);
  CHECK_EQUAL(VYRE_ERROR_NOT_FOUND, info->code);
  CHECK_EQUAL(2, info->finding_count);
  for (size_t i = 0; i < info->finding_count; ++i) {
    CHECK(contains(info->findings[i]->path, i == 0 ? "'m'" : "'n'"));
    CHECK(info->findings[i]->fix.size > 0 && !contains(info->findings[i]->fix, "Fix: "));
    CHECK(strstr(vyre_error_text(error), info->findings[i]->path.data) != NULL);
    CHECK(strstr(vyre_error_text(error), info->findings[i]->fix.data) != NULL);
  }
  vyre_error_destroy(error);
  destroy_fixture(&f);
}

/* ---- Traps ---- */

/* Invocation 2 of 4 traps. */
static const char* const kTraps =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 4, \"output\": true}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": 1},"
    "{\"if\": {\"eq\": [\"i\", 2]}, \"then\": [{\"trap\": 4711, \"tag\": \"unlucky\"}]}]}";

static void a_trap_is_told_as_data(void) {
  fixture f = make_fixture(backend_id, kTraps);
  uint32_t out[4] = {0};
  const vyre_binding binding = vyre_bind_output(0, out, sizeof out);
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.label = vyre_str("my dispatch");
  vyre_error* error = vyre_dispatch(f.pipeline, &binding, 1, &desc, NULL);
  const vyre_error_info* info = vyre_error_get_info(error);
  CHECK_EQUAL(VYRE_ERROR_DISPATCH_FAILED, vyre_error_get_code(error));
  check_whole(info);
  CHECK(equals(info->trap_tag, "unlucky"));
  CHECK(contains(info->path, "body["));
  CHECK_EQUAL(4711, info->trap_address);
  CHECK_EQUAL(2, info->trap_lane);
  CHECK(equals(info->label, "my dispatch"));
  CHECK_EQUAL(VYRE_UNKNOWN, info->step);
  CHECK(has_parts(vyre_error_text(error), "unlucky|in invocation (2, 0, 0)"));
  CHECK_EQUAL(0, out[0]); /* nothing is written behind an error */
  vyre_error_destroy(error);
  destroy_fixture(&f);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  errors_carry_what_happened();
  no_error_is_fine_everywhere();
  codes_have_names();
  errors_of_the_host_have_a_fix();
  what_follows_fix_is_the_fix();
  unknown_codes_become_unknown();
  a_broken_text_is_an_error_too();
  shared_errors_end_with_their_last_owner();
  printing_ends_an_error();
  errors_of_memory_are_there_before();
  findings_have_the_nearest_label();
  findings_have_a_fix_of_their_own();
  a_trap_is_told_as_data();
  return finish();
}
