/* Backends of a context: which there are, their ranks, and whether they may be chosen. */
#include "capi/support/check.h"
#include "vyre_driver_plugin.h"

/* What is known of backend |id|, in a list that is made for it; 0s without one. */
static vyre_backend_info backend_of(const vyre_context* context, const char* id) {
  vyre_backend_info found;
  vyre_backend_list* list = NULL;
  memset(&found, 0, sizeof found);
  OK(vyre_backend_list_create(context, &list));
  const vyre_backend_list_info* info = vyre_backend_list_get_info(list);
  for (size_t i = 0; i < info->backend_count; ++i) {
    CHECK_EQUAL(sizeof found, info->backends[i]->struct_size);
    CHECK(ends_well(info->backends[i]->id));
    if (equals(info->backends[i]->id, id)) found = *info->backends[i];
  }
  found.id.data = NULL;
  vyre_backend_list_destroy(list);
  return found;
}

static void check_order(const vyre_context* context, const char* const* ids, size_t count) {
  vyre_backend_list* list = NULL;
  OK(vyre_backend_list_create(context, &list));
  const vyre_backend_list_info* info = vyre_backend_list_get_info(list);
  CHECK_EQUAL(count, info->backend_count);
  for (size_t i = 0; i < count && i < info->backend_count; ++i) {
    CHECK(equals(info->backends[i]->id, ids[i]));
  }
  vyre_backend_list_destroy(list);
}

static void joins_records_by_id(void) {
  static const char* const built_in[] = {"vulkan", "cpu-ref"};
  static const char* const declared[] = {"absent", "vulkan", "cpu-ref", "later"};
  const vyre_backend_flags all = VYRE_BACKEND_REGISTERED | VYRE_BACKEND_RANKED |
                                 VYRE_BACKEND_DECLARED_DISPATCH | VYRE_BACKEND_DISPATCHES;
  vyre_context* context = make_context();
  check_order(context, built_in, 2);
  CHECK_EQUAL(30, backend_of(context, "vulkan").rank);
  CHECK_EQUAL(all, backend_of(context, "vulkan").flags);
  CHECK_EQUAL(all, backend_of(context, "cpu-ref").flags);

  OK(vyre_context_declare_rank(context, vyre_str("absent"), 5));
  CHECK_EQUAL(VYRE_BACKEND_RANKED, backend_of(context, "absent").flags); /* nothing is registered */
  OK(vyre_context_declare_dispatches(context, vyre_str("absent"), 1));
  CHECK_EQUAL(5, backend_of(context, "absent").rank);
  CHECK_EQUAL(VYRE_BACKEND_RANKED | VYRE_BACKEND_DECLARED_DISPATCH | VYRE_BACKEND_DISPATCHES,
              backend_of(context, "absent").flags);
  OK(vyre_context_declare_dispatches(context, vyre_str("later"), 0));
  CHECK_EQUAL(VYRE_RANK_NONE, backend_of(context, "later").rank);
  CHECK_EQUAL(VYRE_BACKEND_DECLARED_DISPATCH, backend_of(context, "later").flags);
  check_order(context, declared, 4);
  vyre_context_destroy(context);
}

static void refuses_records_that_make_no_sense(void) {
  const vyre_string broken = {NULL, 3};
  vyre_backend_list* list = NULL;
  vyre_context* context = make_context();
  OK(vyre_context_declare_rank(context, vyre_str("absent"), 5));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "was declared as 5",
        vyre_context_declare_rank(context, vyre_str("absent"), 6));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "'vulkan'",
        vyre_context_declare_dispatches(context, vyre_str("vulkan"), 0));
  REFUSED(vyre_context_declare_dispatches, "is 2", (context, vyre_str("other"), 2));
  REFUSED(vyre_context_declare_rank, "empty", (context, vyre_str(""), 1));
  REFUSED(vyre_context_declare_rank, "'vulkan:uuid'", (context, vyre_str("vulkan:uuid"), 1));
  REFUSED(vyre_context_declare_dispatches, "'vulkan:uuid'", (context, vyre_str("vulkan:uuid"), 1));
  REFUSED(vyre_context_declare_rank, "id has 3 bytes", (context, broken, 1));
  REFUSED(vyre_context_declare_rank, "context is NULL", (NULL, vyre_str("a"), 1));
  REFUSED(vyre_context_declare_dispatches, "context is NULL", (NULL, vyre_str("a"), 1));
  REFUSED(vyre_context_add_backend, "context is NULL", (NULL, NULL));
  REFUSED(vyre_context_add_backend, "table is NULL", (context, NULL));
  REFUSED(vyre_backend_list_create, "context is NULL", (NULL, &list));
  REFUSED(vyre_backend_list_create, "out_list is NULL", (context, NULL));
  CHECK_EQUAL(0, vyre_backend_list_get_info(NULL)->backend_count);
  vyre_backend_list_destroy(NULL);
  vyre_context_destroy(context);
}

/* Loading itself: tests/plugin. */
static void refuses_to_load_what_makes_no_sense(void) {
  const vyre_string broken = {NULL, 3}, path = vyre_str("/nowhere/plugin.so");
  const vyre_bytes digest = {"short", 5}, nothing = {NULL, 32};
  vyre_string id = {"x", 1};
  vyre_context* context = make_context();
  REFUSED(vyre_context_load_plugin, "path has 3", (context, broken, NULL, 0, &id));
  CHECK_EQUAL(0, id.size);
  REFUSED(vyre_context_load_plugin, "digests", (context, path, NULL, 1, NULL));
  REFUSED(vyre_context_load_plugin, "digests", (context, path, &digest, 1, NULL));
  REFUSED(vyre_context_load_plugin, "digests", (context, path, &nothing, 1, NULL));
  FAILS(VYRE_ERROR_NOT_FOUND, "/nowhere/plugin.so",
        vyre_context_load_plugin(context, path, NULL, 0, NULL));
  REFUSED(vyre_context_load_plugins, "folder has 3", (context, broken, NULL, 0));
  REFUSED(vyre_context_load_plugins, "digests", (context, path, NULL, 1));
  FAILS(VYRE_ERROR_NOT_FOUND, "/nowhere",
        vyre_context_load_plugins(context, vyre_str("/nowhere"), NULL, 0));
  vyre_context_destroy(context);
}

int main(void) {
  joins_records_by_id();
  refuses_records_that_make_no_sense();
  refuses_to_load_what_makes_no_sense();
  return finish();
}
