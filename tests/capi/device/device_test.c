/* Devices: what there is, what is chosen and why, what each says of itself, and what an absent one
 * gets. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "capi/support/check.h"

static vyre_device_list* list_of_devices(vyre_context* context, const vyre_device_desc* desc) {
  vyre_device_list* list = NULL;
  OK(vyre_device_list_create(context, desc, &list));
  return list;
}

static size_t count_of(const vyre_device_list* list) {
  return vyre_device_list_get_info(list)->device_count;
}

static const vyre_device_entry_info* entry(const vyre_device_list* list, size_t index) {
  const vyre_device_list_info* info = vyre_device_list_get_info(list);
  if (index >= info->device_count) abort();
  return info->devices[index];
}

/* The error of opening with |desc|, which has to be one. */
static vyre_error* open_error(vyre_context* context, const vyre_device_desc* desc) {
  vyre_device* device = (vyre_device*)&failures;
  vyre_error* error = vyre_device_open(context, desc, &device);
  CHECK(device == NULL);
  return error;
}

static int has_finding(const vyre_error* error, const char* path, const char* text) {
  const vyre_error_info* info = vyre_error_get_info(error);
  for (size_t i = 0; i < info->finding_count; ++i) {
    if (contains(info->findings[i]->path, path) && contains(info->findings[i]->text, text)) {
      return 1;
    }
  }
  return 0;
}

/* ---- The choice ---- */

static void check_oracle(const vyre_device_entry_info* oracle) {
  CHECK(equals(oracle->id, "cpu-ref"));
  CHECK_EQUAL(VYRE_DEVICE_ENTRY_USABLE | VYRE_DEVICE_ENTRY_ORACLE | VYRE_DEVICE_ENTRY_DISPATCHES,
              oracle->flags);
  CHECK_EQUAL(0, oracle->order);
  CHECK(contains(oracle->reason, "oracle"));
  CHECK_EQUAL(VYRE_DECISION_ORACLE, oracle->decision);
  CHECK_EQUAL(VYRE_DEVICE_ORACLE, oracle->info->kind);
}

static void check_best(const vyre_device_entry_info* best) {
  CHECK_EQUAL(VYRE_DEVICE_ENTRY_USABLE | VYRE_DEVICE_ENTRY_CANDIDATE | VYRE_DEVICE_ENTRY_CHOSEN |
                  VYRE_DEVICE_ENTRY_DISPATCHES,
              best->flags);
  CHECK_EQUAL(1, best->order);
  CHECK_EQUAL(VYRE_DECISION_BEST, best->decision);
  CHECK(best->score > 16 && best->score <= 66);
  CHECK_EQUAL(30, best->rank);
  CHECK(contains(best->reason, "best"));
  CHECK(contains(best->id, "vulkan:"));
  CHECK_EQUAL(0, best->missing_count);
}

static void lists_devices_and_the_choice(vyre_context* context) {
  vyre_device_list* list = list_of_devices(context, NULL);
  const size_t count = count_of(list);
  CHECK(count >= 2);
  CHECK_EQUAL(sizeof(vyre_device_list_info), vyre_device_list_get_info(list)->struct_size);
  for (size_t i = 0; i < count; ++i) {
    CHECK_EQUAL(sizeof(vyre_device_entry_info), entry(list, i)->struct_size);
    CHECK(ends_well(entry(list, i)->id) && ends_well(entry(list, i)->reason));
  }
  check_best(entry(list, 0));
  check_oracle(entry(list, count - 1));

  vyre_device* device = open_device(context, NULL);
  const vyre_device_info *listed = entry(list, 0)->info, *opened = vyre_device_get_info(device);
  CHECK(equals(opened->id, entry(list, 0)->id.data) && equals(opened->id, listed->id.data));
  CHECK(equals(opened->name, listed->name.data) && listed->max_workgroup_invocations >= 128);
  CHECK_EQUAL(listed->max_buffer_bytes, opened->max_buffer_bytes);
  CHECK_EQUAL(listed->features, opened->features);
  CHECK(memcmp(listed->device_uuid, opened->device_uuid, 16) == 0);
  vyre_device_destroy(device);
  vyre_device_list_destroy(list);
}

static void a_list_is_a_snapshot(void) {
  vyre_context* context = make_context();
  vyre_device_list *first = list_of_devices(context, NULL),
                   *second = list_of_devices(context, NULL);
  CHECK_EQUAL(count_of(first), count_of(second));
  CHECK_EQUAL(entry(first, 0)->acquisition_ns, entry(second, 0)->acquisition_ns); /* found once */
  vyre_context_destroy(context);
  vyre_device_list_destroy(second);
  CHECK(equals(entry(first, count_of(first) - 1)->info->id, "cpu-ref"));
  vyre_device_list_destroy(first);
}

static void leaves_out_what_the_caller_excludes(vyre_context* context) {
  const vyre_string excluded[] = {vyre_str("vulkan")};
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  desc.exclude = excluded;
  desc.exclude_count = 1;
  vyre_error* error = open_error(context, &desc);
  vyre_device_list* list = list_of_devices(context, &desc);
  CHECK_EQUAL(count_of(list), vyre_error_get_info(error)->finding_count); /* one for each */
  CHECK(has_finding(error, "vulkan:", "excluded by the caller"));
  CHECK(has_finding(error, "cpu-ref", "oracle"));
  FAILS(VYRE_ERROR_NOT_FOUND, "excluded by the caller", error);
  for (size_t i = 0; i < count_of(list); ++i) {
    const vyre_device_entry_info* left = entry(list, i);
    const int oracle = equals(left->id, "cpu-ref");
    CHECK(contains(left->reason, oracle ? "oracle" : "excluded"));
    CHECK_EQUAL(oracle ? VYRE_DECISION_ORACLE : VYRE_DECISION_EXCLUSION, left->decision);
    CHECK_EQUAL(0, left->order);
    CHECK(left->info != NULL); /* it could be used */
  }
  vyre_device_list_destroy(list);
}

static void leaves_out_software_on_request(vyre_context* context) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  vyre_device_list* list = list_of_devices(context, NULL);
  const int only_software = entry(list, 0)->info->kind == VYRE_DEVICE_CPU;
  vyre_device_list_destroy(list);
  if (!only_software) return;
  desc.flags = VYRE_SELECT_NO_SOFTWARE;
  FAILS(VYRE_ERROR_NOT_FOUND, "software device", open_error(context, &desc));
  list = list_of_devices(context, &desc);
  CHECK_EQUAL(0, entry(list, 0)->order);
  for (size_t i = 0; i + 1 < count_of(list); ++i) {
    CHECK_EQUAL(
        equals(entry(list, i)->id, "cpu-ref") ? VYRE_DECISION_ORACLE : VYRE_DECISION_REFUSAL,
        entry(list, i)->decision);
  }
  vyre_device_list_destroy(list);
}

static void takes_the_named_one(vyre_context* context) {
  vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;
  desc.id = vyre_str("cpu-ref"); /* naming an oracle is enough */
  vyre_device* device = NULL;
  OK(vyre_device_open(context, &desc, &device));
  CHECK(equals(vyre_device_get_info(device)->id, "cpu-ref"));
  vyre_device_list* list = list_of_devices(context, &desc);
  CHECK(equals(entry(list, 0)->id, "cpu-ref"));
  CHECK_EQUAL(VYRE_DECISION_BEST, entry(list, 0)->decision);
  CHECK_EQUAL(VYRE_DECISION_NAME, entry(list, 1)->decision);
  vyre_device_list_destroy(list);
  vyre_device_destroy(device);
}

/* A family, one of its devices, and nothing: the best. */
static void opens_by_id(vyre_context* context) {
  static const char* const best[] = {NULL, "", "vulkan"};
  vyre_device* first = open_device(context, "vulkan");
  const vyre_string id = vyre_device_get_info(first)->id;
  vyre_device* again = open_device(context, id.data); /* another one of the same */
  CHECK(again != first && equals(vyre_device_get_info(again)->id, id.data));
  vyre_device_destroy(again);
  for (size_t i = 0; i < sizeof best / sizeof *best; ++i) {
    vyre_device* device = open_device(context, best[i]);
    CHECK(equals(vyre_device_get_info(device)->id, id.data));
    vyre_device_destroy(device);
  }
  vyre_device_destroy(first);
}

/* ---- What a device says of itself ---- */

static void check_strings(const vyre_device_info* info) {
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(ends_well(info->id) && ends_well(info->backend) && ends_well(info->backend_version));
  CHECK(ends_well(info->name) && ends_well(info->driver) && ends_well(info->api_version));
  CHECK(info->name.size > 0 && info->backend_version.size > 0);
  for (size_t i = 0; i < info->op_count; ++i) CHECK(ends_well(*info->ops[i]));
}

static void describes_a_device(vyre_context* context) {
  static const uint8_t zeros[16] = {0};
  vyre_device* device = open_device(context, "vulkan");
  const vyre_device_info* info = vyre_device_get_info(device);
  check_strings(info);
  CHECK(contains(info->id, "vulkan:") && equals(info->backend, "vulkan"));
  CHECK(info->driver.size > 0 && contains(info->api_version, "1."));
  CHECK(info->kind != VYRE_DEVICE_OTHER && info->kind != VYRE_DEVICE_ORACLE);
  CHECK(memcmp(info->device_uuid, zeros, 16) != 0 && info->pci_vendor != 0);
  CHECK_EQUAL(VYRE_FACT_REPORTED, info->timing_source);
  CHECK((info->features & VYRE_FEATURE_DEVICE_TIMESTAMPS) == 0 ||
        info->timing_quality == VYRE_TIMING_DEVICE_TIMESTAMPS);
  CHECK_EQUAL(0, info->features >> 30); /* none that the header lacks */
  CHECK_EQUAL(0, info->quirks >> 4);
  CHECK(info->subgroup_size_min <= info->subgroup_size &&
        info->subgroup_size <= info->subgroup_size_max);
  for (int axis = 0; axis < 3; ++axis) {
    CHECK(info->max_workgroup_size[axis] >= 64 && info->max_workgroup_count[axis] >= 65535);
  }
  CHECK(info->max_buffer_bytes >= UINT64_C(1) << 27 && info->max_allocation_bytes > 0);
  CHECK(info->device_memory_bytes + info->host_memory_bytes > 0);
  CHECK(info->max_parameters >= 4 && info->workgroup_memory_bytes >= 16384);
  CHECK(info->max_push_constant_bytes >= 64 && info->buffer_offset_alignment > 0);
  CHECK_EQUAL(0, info->memory_exports); /* what nothing can do yet is not offered */
  CHECK(vyre_device_get_info(device) == info);
  vyre_device_destroy(device);
}

static void describes_the_oracle(vyre_context* context) {
  vyre_device* device = open_device(context, "cpu-ref");
  const vyre_device_info* info = vyre_device_get_info(device);
  check_strings(info);
  CHECK(equals(info->id, "cpu-ref") && equals(info->backend, "cpu-ref"));
  CHECK_EQUAL(VYRE_DEVICE_ORACLE, info->kind);
  CHECK_EQUAL(0, info->memory_exports + info->memory_imports);
  vyre_device_destroy(device);
}

static int runs(const vyre_device_info* info, const char* id) {
  int found = 0;
  for (size_t i = 0; i < info->op_count; ++i) found += equals(*info->ops[i], id);
  return found;
}

/* What no device does is claimed by none. */
static void says_what_it_runs(vyre_context* context, const char* id) {
  vyre_device* device = open_device(context, id);
  const vyre_device_info* info = vyre_device_get_info(device);
  const vyre_features absent = VYRE_FEATURE_DISTRIBUTED | VYRE_FEATURE_COLLECTIVES;
  CHECK_EQUAL(VYRE_FEATURE_ASYNC_COPIES, info->features & (VYRE_FEATURE_ASYNC_COPIES | absent));
  CHECK_EQUAL(1, runs(info, "vyre.node.let"));
  CHECK_EQUAL(1, runs(info, "vyre.node.trap"));
  CHECK_EQUAL(1, runs(info, "vyre.node.async_load"));
  CHECK_EQUAL(1, runs(info, "vyre.bin_op"));
  CHECK_EQUAL(0, runs(info, "vyre.node.indirect_dispatch") + runs(info, "vyre.node.all_reduce"));
  CHECK_EQUAL(13 + 9, info->op_count); /* statements, expressions */
  vyre_device_destroy(device);
}

static void measures_bandwidth_on_request(void) {
  uint64_t bytes = 0;
  vyre_context* context = make_context();
  vyre_device* device = open_device(context, NULL);
  const vyre_device_info* info = vyre_device_get_info(device);
  CHECK_EQUAL(VYRE_FACT_UNKNOWN, info->bandwidth_source);
  CHECK_EQUAL(0, info->bytes_per_second);
  OK(vyre_device_measure_bandwidth(device, &bytes));
  CHECK(bytes > 0);
  CHECK(vyre_device_get_info(device) == info);
  CHECK_EQUAL(VYRE_FACT_UNKNOWN, info->bandwidth_source); /* stays as it was */
  vyre_device* later = open_device(context, NULL);
  CHECK_EQUAL(VYRE_FACT_MEASURED, vyre_device_get_info(later)->bandwidth_source);
  CHECK_EQUAL(bytes, vyre_device_get_info(later)->bytes_per_second);
  vyre_device_list* list = list_of_devices(context, NULL);
  CHECK_EQUAL(VYRE_FACT_MEASURED, entry(list, 0)->info->bandwidth_source);
  CHECK_EQUAL(bytes, entry(list, 0)->info->bytes_per_second);
  OK(vyre_device_measure_bandwidth(device, NULL));
  REFUSED(vyre_device_measure_bandwidth, "device is NULL", (NULL, &bytes));
  CHECK_EQUAL(0, bytes);
  vyre_device_list_destroy(list);
  vyre_device_destroy(later);
  vyre_device_destroy(device);
  vyre_context_destroy(context);
}

/* ---- What is absent or wrong ---- */

static void names_what_is_absent(vyre_context* context) {
  vyre_device* device = NULL;
  FAILS(VYRE_ERROR_NOT_FOUND, "'metal'|cpu-ref", vyre_device_open_id(context, "metal", &device));
  FAILS(VYRE_ERROR_NOT_FOUND, "beef'|cpu-ref",
        vyre_device_open_id(context, "vulkan:00000000-0000-0000-0000-00000000beef", &device));
  vyre_error* error = vyre_device_open_id(context, "metal", &device);
  CHECK(vyre_error_get_info(error)->finding_count >= 2); /* what there is */
  vyre_error_destroy(error);
  CHECK(device == NULL);
}

static void wrong_descriptions_are_refused(vyre_context* context) {
  const vyre_string broken = {NULL, 3};
  const vyre_program* programs[1];
  vyre_device* device = NULL;
  vyre_device_list* list = NULL;
  vyre_device_desc sized = VYRE_DEVICE_DESC_INIT;
  REFUSES_SIZES(vyre_device_desc, sized, vyre_device_open(context, &sized, &device));
  REFUSES_SIZES(vyre_device_desc, sized, vyre_device_list_create(context, &sized, &list));
#define WRONG(part, change)                                          \
  do {                                                               \
    vyre_device_desc desc = VYRE_DEVICE_DESC_INIT;                   \
    change;                                                          \
    REFUSED(vyre_device_open, part, (context, &desc, &device));      \
    REFUSED(vyre_device_list_create, part, (context, &desc, &list)); \
  } while (0)
  WRONG("vyre_device_desc.flags is 131072", desc.flags = UINT64_C(1) << 17);
  WRONG("id has 3 bytes at a null pointer", desc.id = broken);
  WRONG("exclude", desc.exclude_count = 1);
  WRONG("exclude", (desc.exclude = &broken, desc.exclude_count = 1));
  programs[0] = NULL;
  WRONG("programs[0]: program is NULL", (desc.programs = programs, desc.program_count = 1));
  WRONG("vyre_device_desc.programs is NULL", desc.program_count = 1);
#undef WRONG
  CHECK(device == NULL && list == NULL);
}

static void says_that_the_loader_is_absent(void) {
  const char* const loader = "libno-such-vulkan-loader.so.1";
  vyre_context* context = NULL;
  vyre_device* device = NULL;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str(loader);
  OK(vyre_context_create(&desc, &context));
  FAILS(VYRE_ERROR_NOT_FOUND, loader, vyre_device_open(context, NULL, &device));
  FAILS(VYRE_ERROR_NOT_FOUND, loader, vyre_device_open_id(context, "vulkan", &device));
  vyre_device_list* list = list_of_devices(context, NULL);
  CHECK_EQUAL(2, count_of(list));
  CHECK(equals(entry(list, 0)->id, "vulkan"));
  CHECK_EQUAL(VYRE_DEVICE_ENTRY_DISPATCHES, entry(list, 0)->flags);
  CHECK_EQUAL(VYRE_DECISION_UNUSABLE, entry(list, 0)->decision);
  CHECK(contains(entry(list, 0)->reason, loader));
  CHECK(entry(list, 0)->info == NULL);
  CHECK(entry(list, 1)->info != NULL);
  vyre_device_list_destroy(list);
  device = open_device(context, "cpu-ref"); /* still works */
  vyre_device_destroy(device);
  vyre_context_destroy(context);
}

/* ---- The environment ---- */

static void reads_the_environment_only_when_allowed(void) {
  vyre_context* context = NULL;
  vyre_device* device = NULL;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  CHECK_EQUAL(0, setenv("VYRE_BACKEND", "cpu-ref", 1));
  OK(vyre_context_create(&desc, &context));
  vyre_device_list* list = list_of_devices(context, NULL);
  CHECK(contains(entry(list, 0)->id, "vulkan:"));
  vyre_device_list_destroy(list);
  vyre_context_destroy(context);

  desc.flags = VYRE_CONTEXT_READ_ENVIRONMENT;
  OK(vyre_context_create(&desc, &context));
  device = open_device(context, NULL);
  CHECK(equals(vyre_device_get_info(device)->id, "cpu-ref"));
  vyre_device_destroy(device);
  device = open_device(context, "vulkan"); /* an id comes before the environment */
  CHECK(contains(vyre_device_get_info(device)->id, "vulkan:"));
  vyre_device_destroy(device);
  list = list_of_devices(context, NULL);
  CHECK_EQUAL(VYRE_DECISION_BEST, entry(list, 0)->decision);
  CHECK_EQUAL(VYRE_DECISION_NAME, entry(list, 1)->decision);
  CHECK(contains(entry(list, 1)->reason, "VYRE_BACKEND"));
  vyre_device_list_destroy(list);
  vyre_context_destroy(context);

  CHECK_EQUAL(0, unsetenv("VYRE_BACKEND"));
  CHECK_EQUAL(0, setenv("VYRE_BACKEND_EXCLUDE", "other, vulkan ,", 1));
  OK(vyre_context_create(&desc, &context));
  FAILS(VYRE_ERROR_NOT_FOUND, "excluded by VYRE_BACKEND_EXCLUDE",
        vyre_device_open(context, NULL, &device));
  vyre_context_destroy(context);
  CHECK_EQUAL(0, unsetenv("VYRE_BACKEND_EXCLUDE"));
}

int main(void) {
  vyre_context* context = make_context();
  lists_devices_and_the_choice(context);
  a_list_is_a_snapshot();
  leaves_out_what_the_caller_excludes(context);
  leaves_out_software_on_request(context);
  takes_the_named_one(context);
  opens_by_id(context);
  describes_a_device(context);
  describes_the_oracle(context);
  says_what_it_runs(context, "vulkan");
  says_what_it_runs(context, "cpu-ref");
  names_what_is_absent(context);
  wrong_descriptions_are_refused(context);
  vyre_context_destroy(context);
  measures_bandwidth_on_request();
  says_that_the_loader_is_absent();
  reads_the_environment_only_when_allowed();
  return finish();
}
