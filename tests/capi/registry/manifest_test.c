/* Manifests: added to builders, loaded and loaded again. */
#include "capi/support/registry_support.h"

#define MANIFEST(factor)                                                                      \
  "{\"format\": 1, \"dialect\": \"vyre-libs-capi\", \"version\": \"1\", \"ops\": [{"          \
  "\"id\": \"capi.scaled\", \"inputs\": [{\"name\": \"x\", \"type\": \"u32\"}],"              \
  "\"outputs\": [{\"name\": \"y\", \"type\": \"u32\"}], \"composition\": {\"buffers\": ["     \
  "{\"name\": \"x\", \"type\": \"U32\", \"count\": 1},"                                       \
  "{\"name\": \"y\", \"type\": \"U32\", \"count\": 1, \"output\": true}], \"body\": ["        \
  "{\"store\": \"y\", \"at\": 0, \"value\": {\"mul\": [{\"load\": \"x\", \"at\": 0}, " factor \
  "]}}]}}]}"

static const char* folder = NULL; /* of this test alone; made by the build */
static char path[512];

static void write_manifest(const char* text) {
  FILE* file = fopen(path, "w");
  CHECK(file != NULL);
  if (file == NULL) return;
  CHECK(fputs(text, file) >= 0);
  CHECK(fclose(file) == 0);
}

static void manifests_are_added_to_builders(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  vyre_registry* registry = NULL;
  const vyre_string none = {NULL, 0}, cut = {"a\0b", 3};
  FAILS(VYRE_ERROR_MALFORMED_JSON, "line 1",
        vyre_registry_builder_add_manifest(builder, vyre_str("{"), none));
  REFUSED(vyre_registry_builder_add_manifests, "path is 'a\\x00b'", (builder, cut));
  REFUSED(vyre_registry_builder_add_manifest, "folder is 'a\\x00b'",
          (builder, vyre_str(MANIFEST("2")), cut));
  REFUSED(vyre_context_load_manifests, "folder is 'a\\x00b'", (context, cut));
  OK(vyre_registry_builder_add_manifest(builder, vyre_str(MANIFEST("2")), none));
  OK(vyre_registry_builder_finish(builder, &registry));
  CHECK(vyre_registry_find(registry, vyre_str("capi.scaled")) != NULL);
  CHECK(equals(vyre_op_get_info(vyre_registry_get_info(registry)->ops[0])->source, ""));
  CHECK(equals(vyre_registry_get_info(registry)->dialects[0]->version, "1"));
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);

  write_manifest(MANIFEST("2"));
  builder = make_builder(context);
  OK(vyre_registry_builder_add_manifests(builder, vyre_str(path)));
  OK(vyre_registry_builder_finish(builder, &registry));
  const vyre_registry_info* info = vyre_registry_get_info(registry);
  CHECK(contains(vyre_op_get_info(info->ops[0])->source, path));
  CHECK(contains(info->dialects[0]->source, path) && ends_well(info->dialects[0]->source));
  CHECK_EQUAL(VYRE_DIALECT_EXTERN, info->dialects[0]->flags);
  vyre_registry_destroy(registry);
  OK(vyre_registry_builder_add_manifests(builder, vyre_str(folder)));
  vyre_error* twice = finish_error(builder);
  CHECK(has_finding(twice, "OP-DUPLICATE", "capi.scaled"));
  vyre_error_destroy(twice);
  FAILS(VYRE_ERROR_NOT_FOUND, "nowhere",
        vyre_registry_builder_add_manifests(builder, vyre_str("/nowhere")));
  vyre_registry_builder_destroy(builder);
}

static void wrong_manifests_leave_what_serves(vyre_context* context) {
  write_manifest(MANIFEST("2"));
  OK(vyre_context_load_manifests(context, vyre_str(folder)));
  vyre_registry* loaded = current(context);
  CHECK_EQUAL(6, op_count(loaded));
  write_manifest("{\"format\": 1, \"dialect\": ");
  FAILS(VYRE_ERROR_MALFORMED_JSON, path, vyre_context_load_manifests(context, vyre_str(folder)));
  vyre_registry* still = current(context);
  const vyre_op* op = vyre_registry_find(loaded, vyre_str("capi.scaled"));
  CHECK(op != NULL && vyre_registry_find(still, vyre_str("capi.scaled")) == op);
  vyre_registry_destroy(still);
  write_manifest(MANIFEST("3"));
  OK(vyre_context_load_manifests(context, vyre_str(folder)));
  vyre_registry* reloaded = current(context);
  CHECK_EQUAL(6, op_count(reloaded));
  CHECK(vyre_registry_find(reloaded, vyre_str("capi.scaled")) != op);
  vyre_registry_destroy(reloaded);
  vyre_registry_destroy(loaded);
}

int main(int count, char** arguments) {
  if (count != 2) return 2; /* the folder in which manifests are written */
  folder = arguments[1];
  snprintf(path, sizeof path, "%s/capi.dialect.json", folder);
  with_context(manifests_are_added_to_builders);
  with_context(wrong_manifests_leave_what_serves);
  return finish();
}
