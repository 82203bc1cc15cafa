/* Whether a device would run a program: asked of the device, of an op, and of all devices. */
#include "capi/support/on_backend.h"
#include "vyre_driver_registry.h"

/* Too many invocations in a workgroup, elements of 8 bits, and more workgroup memory than there is.
 */
static const char* const kDemanding =
    "{\"workgroup_size\": [4096, 4096, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true},"
    "{\"name\": \"big\", \"type\": \"U32\", \"count\": 100000000, \"access\": \"workgroup\"}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": 1}]}";

static const char* const kCalls =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    " \"body\": [{\"let\": \"done\", \"value\": {\"call\": \"core.indirect_dispatch\","
    " \"args\": [7]}}, {\"let\": \"again\", \"value\": {\"call\": \"core.indirect_dispatch\","
    " \"args\": [7]}}]}";

static const vyre_finding* finding_of(const vyre_error* error, const char* code) {
  const vyre_error_info* info = vyre_error_get_info(error);
  for (size_t i = 0; i < info->finding_count; ++i) {
    if (equals(info->findings[i]->code, code)) return info->findings[i];
  }
  printf("no finding '%s' in: %s\n", code, vyre_error_text(error));
  ++failures;
  return NULL;
}

static void what_runs_is_no_error(fixture* f) {
  vyre_program* roles = program_of(f->context, kRoles);
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  OK(vyre_device_check_program(f->device, f->program, NULL));
  OK(vyre_device_check_program(f->device, roles, NULL));
  desc.workgroup[0] = 32;
  desc.workgroup[1] = desc.workgroup[2] = 1;
  OK(vyre_device_check_program(f->device, f->program, &desc));
  vyre_program_destroy(roles);
}

static void nothing_is_compiled(fixture* f) {
  vyre_program* roles = program_of(f->context, kRoles);
  const uint64_t before = metric_of(f->device, VYRE_METRIC_KERNELS_COMPILED);
  OK(vyre_device_check_program(f->device, roles, NULL));
  CHECK_EQUAL(before, metric_of(f->device, VYRE_METRIC_KERNELS_COMPILED));
  vyre_program_destroy(roles);
}

/* The same error as that of a pipeline. */
static void every_missing_fact_is_a_finding(fixture* f) {
  vyre_program* demanding = program_of(f->context, kDemanding);
  vyre_pipeline* pipeline = NULL;
  vyre_error* checked = vyre_device_check_program(f->device, demanding, NULL);
  vyre_error* made = vyre_pipeline_create(f->device, demanding, NULL, &pipeline);
  CHECK(pipeline == NULL);
  CHECK_EQUAL(VYRE_ERROR_UNSUPPORTED_FEATURE, vyre_error_get_code(checked));
  CHECK_EQUAL(VYRE_ERROR_UNSUPPORTED_FEATURE, vyre_error_get_code(made));
  CHECK(strcmp(vyre_error_text(checked), vyre_error_text(made)) == 0);
  const vyre_finding* size = finding_of(checked, "max_workgroup_invocations");
  CHECK(size != NULL && equals(size->path, "workgroup") && size->fix.size > 0);
  if (!is_oracle()) (void)finding_of(checked, "workgroup_memory_bytes");
  vyre_error_destroy(checked);
  vyre_error_destroy(made);
  vyre_program_destroy(demanding);
}

static void ops_are_found_by_name(fixture* f) {
  vyre_program* calls = program_of(f->context, kCalls);
  vyre_error* error = vyre_device_check_program(f->device, calls, NULL);
  CHECK_EQUAL(VYRE_ERROR_UNSUPPORTED_FEATURE, vyre_error_get_code(error));
  const vyre_finding* finding = finding_of(error, "op 'core.indirect_dispatch'");
  CHECK(finding != NULL && contains(finding->path, "body[0]") && finding->fix.size > 0);
  CHECK_EQUAL(1, vyre_error_get_info(error)->finding_count); /* the first place */
  vyre_error_destroy(error);
  vyre_program_destroy(calls);
}

static void mistakes_are_those_of_pipelines(fixture* f) {
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  const vyre_constant unknown = vyre_constant_u32("nothing", 1);
  vyre_program* invalid =
      program_of(f->context,
                 "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1}], "
                 "\"body\": [{\"store\": \"a\", \"at\": 0, \"value\": 1}]}");
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "", vyre_device_check_program(f->device, invalid, NULL));
  desc.constants = &unknown;
  desc.constant_count = 1;
  FAILS(VYRE_ERROR_NOT_FOUND, "'nothing'", vyre_device_check_program(f->device, f->program, &desc));
  REFUSED(vyre_device_check_program, "device is NULL", (NULL, f->program, NULL));
  REFUSED(vyre_device_check_program, "program is NULL", (f->device, NULL, NULL));
  REFUSES_SIZES(vyre_pipeline_desc, desc, vyre_device_check_program(f->device, f->program, &desc));
  vyre_program_destroy(invalid);
  OK(vyre_device_shutdown(f->device));
  REFUSED(vyre_device_check_program, "was shut down", (f->device, f->program, NULL));
}

static void ops_are_checked_alone(fixture* f) {
  vyre_registry* registry = NULL;
  OK(vyre_context_get_registry(f->context, &registry));
  const vyre_op* op = vyre_registry_find(registry, vyre_str("core.indirect_dispatch"));
  vyre_error* error = vyre_device_check_op(f->device, op);
  const vyre_finding* finding = finding_of(error, "op 'core.indirect_dispatch'");
  CHECK(finding != NULL && finding->path.size == 0);
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "cannot run on", error);
  REFUSED(vyre_device_check_op, "device is NULL", (NULL, op));
  REFUSED(vyre_device_check_op, "op is NULL", (f->device, NULL));
  vyre_registry_destroy(registry);
}

/* ---- All devices ---- */

static const vyre_device_entry_info* entry_of(const vyre_device_list* list, const char* id) {
  const vyre_device_list_info* info = vyre_device_list_get_info(list);
  for (size_t i = 0; i < info->device_count; ++i) {
    const vyre_string found = info->devices[i]->id;
    if (contains(found, id) && memcmp(found.data, id, strlen(id)) == 0) return info->devices[i];
  }
  CHECK(0);
  return info->devices[0];
}

static void lists_say_what_each_device_lacks(fixture* f) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  vyre_device_list* list = NULL;
  vyre_program* demanding = program_of(f->context, kDemanding);
  const vyre_program* programs[] = {f->program, demanding};
  desc.id = vyre_str(backend_id);
  desc.programs = programs;
  desc.program_count = 1;
  OK(vyre_device_list_create(f->context, &desc, &list));
  const vyre_device_entry_info* entry = entry_of(list, backend_id);
  CHECK((entry->flags & VYRE_DEVICE_ENTRY_CANDIDATE) != 0);
  CHECK_EQUAL(0, entry->missing_count);
  vyre_device_list_destroy(list);
  desc.program_count = 2;
  OK(vyre_device_list_create(f->context, &desc, &list));
  entry = entry_of(list, backend_id);
  CHECK((entry->flags & VYRE_DEVICE_ENTRY_CANDIDATE) == 0);
  CHECK_EQUAL(VYRE_DECISION_PROGRAM, entry->decision);
  CHECK(entry->missing_count > 0 && entry->reason.size > 0);
  CHECK(equals(entry->missing[0]->code, "max_workgroup_invocations"));
  vyre_device_list_destroy(list);
  vyre_program_destroy(demanding);
}

static void only_devices_that_run_them_are_opened(fixture* f) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  vyre_device* device = NULL;
  vyre_program* demanding = program_of(f->context, kDemanding);
  const vyre_program* programs[] = {f->program, demanding};
  desc.id = vyre_device_get_info(f->device)->id;
  desc.programs = programs;
  desc.program_count = 1;
  OK(vyre_device_open(f->context, &desc, &device));
  vyre_device_destroy(device);
  desc.program_count = 2;
  vyre_error* error = vyre_device_open(f->context, &desc, &device);
  CHECK(device == NULL);
  (void)finding_of(error, "max_workgroup_invocations");
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "invocations", error);
  desc.id = vyre_str(""); /* the best that runs them: none does */
  error = vyre_device_open(f->context, &desc, &device);
  CHECK(vyre_error_get_info(error)->finding_count > 0);
  (void)finding_of(error, "PROGRAM");
  FAILS(VYRE_ERROR_NOT_FOUND, "no usable device", error);
  vyre_program_destroy(demanding);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, what_runs_is_no_error);
  with_fixture(kIncrement, nothing_is_compiled);
  with_fixture(kIncrement, every_missing_fact_is_a_finding);
  with_fixture(kIncrement, ops_are_found_by_name);
  with_fixture(kIncrement, mistakes_are_those_of_pipelines);
  with_fixture(kIncrement, ops_are_checked_alone);
  with_fixture(kIncrement, lists_say_what_each_device_lacks);
  with_fixture(kIncrement, only_devices_that_run_them_are_opened);
  return finish();
}
