/* Backends: what there is, what is chosen and why, and what an absent one gets. */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "capi/support/check.h"

static int is_software(const vyre_backend_list* list, size_t index) {
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  OK(vyre_backend_list_get_profile(list, index, &profile));
  return profile.kind == VYRE_DEVICE_CPU;
}

static vyre_backend_list* list_of_backends(vyre_context* context, const vyre_select_desc* desc) {
  vyre_backend_list* list = NULL;
  OK(vyre_backend_list_create(context, desc, &list));
  return list;
}

static vyre_backend_info entry(const vyre_backend_list* list, size_t index) {
  vyre_backend_info info = VYRE_BACKEND_INFO_INIT;
  OK(vyre_backend_list_get(list, index, &info));
  return info;
}

static void lists_devices_and_the_choice(vyre_context* context) {
  vyre_backend* backend = NULL;
  vyre_backend_list* list = list_of_backends(context, NULL);
  const size_t count = vyre_backend_list_count(list);
  CHECK(count >= 2);
  const vyre_backend_info best = entry(list, 0), oracle = entry(list, count - 1);
  CHECK_EQUAL(
      VYRE_BACKEND_USABLE | VYRE_BACKEND_CANDIDATE | VYRE_BACKEND_CHOSEN | VYRE_BACKEND_DISPATCHES,
      best.flags);
  CHECK_EQUAL(1, best.order);
  CHECK(best.score > 16 && best.score <= 66);
  CHECK(contains(best.reason, "best"));
  CHECK(contains(best.id, "vulkan:") && best.version.size > 0);
  CHECK(equals(oracle.id, "cpu-ref"));
  CHECK_EQUAL(VYRE_BACKEND_USABLE | VYRE_BACKEND_ORACLE | VYRE_BACKEND_DISPATCHES, oracle.flags);
  CHECK_EQUAL(0, oracle.order);
  CHECK(contains(oracle.reason, "oracle"));

  OK(vyre_backend_acquire_preferred(context, NULL, &backend));
  const vyre_string id = vyre_backend_id(backend);
  CHECK(id.size == best.id.size && memcmp(id.data, best.id.data, id.size) == 0);
  vyre_device_profile listed = VYRE_DEVICE_PROFILE_INIT, opened = VYRE_DEVICE_PROFILE_INIT;
  OK(vyre_backend_list_get_profile(list, 0, &listed));
  OK(vyre_backend_get_profile(backend, &opened));
  CHECK(listed.name.size > 0 && listed.max_workgroup_invocations >= 128);
  CHECK_EQUAL(listed.max_buffer_bytes, opened.max_buffer_bytes);
  CHECK(memcmp(listed.device_uuid, opened.device_uuid, 16) == 0);
  vyre_backend_destroy(backend);

  vyre_backend_info out_of_range = VYRE_BACKEND_INFO_INIT;
  FAILS(VYRE_ERROR_NOT_FOUND, "at index 99", vyre_backend_list_get(list, 99, &out_of_range));
  vyre_backend_list_destroy(list);
}

static void leaves_out_what_the_caller_refuses(vyre_context* context) {
  vyre_backend* backend = NULL;
  const vyre_string excluded[] = {vyre_str("vulkan")};
  vyre_select_desc desc = VYRE_SELECT_DESC_INIT;
  desc.exclude = excluded;
  desc.exclude_count = 1;
  FAILS(VYRE_ERROR_NOT_FOUND, "excluded by the caller",
        vyre_backend_acquire_preferred(context, &desc, &backend));
  vyre_backend_list* list = list_of_backends(context, &desc);
  CHECK(contains(entry(list, 0).reason, "excluded") || contains(entry(list, 0).reason, "oracle"));
  CHECK_EQUAL(0, entry(list, 0).order);
  vyre_backend_list_destroy(list);
  desc.exclude = NULL;
  REFUSES("|exclude|", vyre_backend_acquire_preferred(context, &desc, &backend));
  desc.exclude_count = 0;

  OK(vyre_backend_list_create(context, NULL, &list));
  const int only_software = is_software(list, 0);
  vyre_backend_list_destroy(list);
  desc.flags = VYRE_SELECT_NO_SOFTWARE;
  if (only_software) {
    FAILS(VYRE_ERROR_NOT_FOUND, "software device",
          vyre_backend_acquire_preferred(context, &desc, &backend));
  }
  desc.flags = UINT64_C(1) << 17;
  REFUSES("vyre_select_desc.flags", vyre_backend_acquire_preferred(context, &desc, &backend));
}

static void takes_the_named_one(vyre_context* context) {
  vyre_backend* backend = NULL;
  vyre_select_desc desc = VYRE_SELECT_DESC_INIT;
  desc.id = vyre_str("cpu-ref"); /* naming an oracle is enough */
  OK(vyre_backend_acquire_preferred(context, &desc, &backend));
  CHECK(equals(vyre_backend_id(backend), "cpu-ref"));
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  OK(vyre_backend_get_profile(backend, &profile));
  CHECK_EQUAL(VYRE_DEVICE_ORACLE, profile.kind);
  profile.struct_size = 16;
  REFUSES("vyre_device_profile.struct_size is 16", vyre_backend_get_profile(backend, &profile));
  vyre_backend_destroy(backend);
}

static void names_what_is_absent(vyre_context* context) {
  vyre_backend* backend = NULL;
  FAILS(VYRE_ERROR_NOT_FOUND, "'metal'",
        vyre_backend_acquire(context, vyre_str("metal"), NULL, &backend));
  FAILS(VYRE_ERROR_NOT_FOUND, "cpu-ref",
        vyre_backend_acquire(context, vyre_str("vulkan:00000000-0000-0000-0000-00000000beef"), NULL,
                             &backend));
  FAILS(VYRE_ERROR_NOT_FOUND, "''", vyre_backend_acquire(context, vyre_str(""), NULL, &backend));
  vyre_backend_desc desc = VYRE_BACKEND_DESC_INIT;
  desc.flags = 1;
  REFUSES("vyre_backend_desc.flags",
          vyre_backend_acquire(context, vyre_str("cpu-ref"), &desc, &backend));
  CHECK(backend == NULL);
}

static void says_that_the_loader_is_absent(void) {
  vyre_context* context = NULL;
  vyre_backend* backend = NULL;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str("libno-such-vulkan-loader.so.1");
  OK(vyre_context_create(&desc, &context));
  FAILS(VYRE_ERROR_NOT_FOUND, "libno-such-vulkan-loader.so.1",
        vyre_backend_acquire_preferred(context, NULL, &backend));
  FAILS(VYRE_ERROR_NOT_FOUND, "libno-such-vulkan-loader.so.1",
        vyre_backend_acquire(context, vyre_str("vulkan"), NULL, &backend));
  vyre_backend_list* list = list_of_backends(context, NULL);
  CHECK_EQUAL(2, vyre_backend_list_count(list));
  CHECK(equals(entry(list, 0).id, "vulkan"));
  CHECK_EQUAL(VYRE_BACKEND_DISPATCHES, entry(list, 0).flags);
  CHECK(contains(entry(list, 0).reason, "libno-such-vulkan-loader.so.1"));
  vyre_backend_list_destroy(list);
  OK(vyre_backend_acquire(context, vyre_str("cpu-ref"), NULL, &backend)); /* still works */
  vyre_backend_destroy(backend);
  vyre_context_destroy(context);
}

static void joins_records_by_id(void) {
  vyre_string ids[8];
  size_t count = 0;
  vyre_context* context = make_context();
  CHECK_EQUAL(30, vyre_context_backend_rank(context, vyre_str("vulkan")));
  CHECK_EQUAL(30, vyre_context_backend_rank(context, vyre_str("vulkan:some-uuid")));
  CHECK_EQUAL(1, vyre_context_backend_dispatches(context, vyre_str("vulkan")));
  CHECK_EQUAL(VYRE_RANK_NONE, vyre_context_backend_rank(context, vyre_str("absent")));
  CHECK_EQUAL(0, vyre_context_backend_dispatches(context, vyre_str("absent")));
  CHECK_EQUAL(VYRE_RANK_NONE, vyre_context_backend_rank(NULL, vyre_str("vulkan")));
  CHECK_EQUAL(0, vyre_context_backend_dispatches(NULL, vyre_str("vulkan")));

  OK(vyre_context_declare_rank(context, vyre_str("absent"), 5));
  OK(vyre_context_declare_dispatches(context, vyre_str("absent"), 1));
  CHECK_EQUAL(5, vyre_context_backend_rank(context, vyre_str("absent")));
  CHECK_EQUAL(1, vyre_context_backend_dispatches(context, vyre_str("absent")));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "was declared as 5",
        vyre_context_declare_rank(context, vyre_str("absent"), 6));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "'vulkan'",
        vyre_context_declare_dispatches(context, vyre_str("vulkan"), 0));
  REFUSES("is 2", vyre_context_declare_dispatches(context, vyre_str("other"), 2));
  REFUSES("empty", vyre_context_declare_rank(context, vyre_str(""), 1));
  REFUSES("context", vyre_context_declare_rank(NULL, vyre_str("a"), 1));

  OK(vyre_context_get_backends(context, NULL, 0, &count));
  CHECK_EQUAL(2, count); /* a record alone registers nothing */
  OK(vyre_context_get_backends(context, ids, 8, &count));
  CHECK(equals(ids[0], "vulkan") && equals(ids[1], "cpu-ref"));
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "", vyre_context_get_backends(context, ids, 1, &count));
  vyre_context_destroy(context);
}

static void measures_bandwidth_on_request(void) {
  vyre_backend* backend = NULL;
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  double gbps = 0.0;
  vyre_context* context = make_context();
  OK(vyre_backend_acquire_preferred(context, NULL, &backend));
  OK(vyre_backend_get_profile(backend, &profile));
  CHECK_EQUAL(VYRE_FACT_UNKNOWN, profile.bandwidth_source);
  CHECK_EQUAL(VYRE_FACT_REPORTED, profile.timing_source);
  CHECK(profile.subgroup_size_min <= profile.subgroup_size &&
        profile.subgroup_size <= profile.subgroup_size_max);
  OK(vyre_backend_measure(backend, &gbps));
  CHECK(gbps > 0.0);
  OK(vyre_backend_get_profile(backend, &profile));
  CHECK_EQUAL(VYRE_FACT_MEASURED, profile.bandwidth_source);
  CHECK(profile.memory_bandwidth_gbps == gbps);
  vyre_backend_list* list = list_of_backends(context, NULL);
  OK(vyre_backend_list_get_profile(list, 0, &profile));
  CHECK(profile.memory_bandwidth_gbps == gbps);
  REFUSES("backend", vyre_backend_measure(NULL, &gbps));
  CHECK(gbps == 0.0);
  vyre_backend_list_destroy(list);
  vyre_backend_destroy(backend);
  vyre_context_destroy(context);
}

static void reads_the_environment_only_when_allowed(void) {
  vyre_context* context = NULL;
  vyre_backend* backend = NULL;
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  CHECK_EQUAL(0, setenv("VYRE_BACKEND", "cpu-ref", 1));
  OK(vyre_context_create(&desc, &context));
  vyre_backend_list* list = list_of_backends(context, NULL);
  CHECK(contains(entry(list, 0).id, "vulkan:"));
  vyre_backend_list_destroy(list);
  vyre_context_destroy(context);

  desc.flags = VYRE_CONTEXT_READ_ENVIRONMENT;
  OK(vyre_context_create(&desc, &context));
  OK(vyre_backend_acquire_preferred(context, NULL, &backend));
  CHECK(equals(vyre_backend_id(backend), "cpu-ref"));
  vyre_backend_destroy(backend);
  OK(vyre_backend_list_create(context, NULL, &list));
  CHECK_EQUAL(VYRE_DECIDED_BY_BEST, entry(list, 0).decided_by);
  CHECK_EQUAL(VYRE_DECIDED_BY_NAME, entry(list, 1).decided_by);
  CHECK(contains(entry(list, 1).reason, "VYRE_BACKEND"));
  vyre_backend_list_destroy(list);
  vyre_context_destroy(context);

  CHECK_EQUAL(0, unsetenv("VYRE_BACKEND"));
  CHECK_EQUAL(0, setenv("VYRE_BACKEND_EXCLUDE", "other, vulkan ,", 1));
  OK(vyre_context_create(&desc, &context));
  FAILS(VYRE_ERROR_NOT_FOUND, "excluded by VYRE_BACKEND_EXCLUDE",
        vyre_backend_acquire_preferred(context, NULL, &backend));
  vyre_context_destroy(context);
  CHECK_EQUAL(0, unsetenv("VYRE_BACKEND_EXCLUDE"));
}

int main(void) {
  vyre_context* context = make_context();
  lists_devices_and_the_choice(context);
  leaves_out_what_the_caller_refuses(context);
  takes_the_named_one(context);
  names_what_is_absent(context);
  vyre_context_destroy(context);
  says_that_the_loader_is_absent();
  joins_records_by_id();
  measures_bandwidth_on_request();
  reads_the_environment_only_when_allowed();
  return finish();
}
