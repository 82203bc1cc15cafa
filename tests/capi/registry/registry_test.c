/* Registries: what is wrong with one, who sees which, and that every callback ends once. */
#include "capi/support/registry_support.h"

/* ---- Building ---- */

static void duplicates_name_op_and_owners(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc first = op_desc("capi.twice", "alpha"), second = op_desc("capi.twice", "");
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add(builder, &first));
  OK(vyre_registry_builder_add(builder, &second));
  vyre_error* error = finish_error(builder);
  CHECK_EQUAL(VYRE_ERROR_ALREADY_REGISTERED, vyre_error_code(error));
  CHECK_EQUAL(1, vyre_error_finding_count(error));
  const vyre_finding finding = vyre_error_finding(error, 0);
  CHECK(equals(finding.code, "OP-DUPLICATE"));
  CHECK(contains(finding.path, "capi.twice") && contains(finding.text, "capi.twice"));
  CHECK(contains(finding.text, "alpha") && contains(finding.text, "<unknown dialect>"));
  CHECK(contains(finding.text, "Fix: "));
  vyre_error_destroy(error);
  registry = current(context);
  CHECK_EQUAL(5, vyre_registry_op_count(registry)); /* what was published still serves */
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

static void all_problems_come_in_one_error(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc nameless = op_desc("", "beta"), twice = op_desc("capi.twice", "beta");
  const vyre_op_desc orphan = op_desc("capi.orphan", "vyre-libs-absent");
  const vyre_string none = {NULL, 0};
  OK(vyre_registry_builder_add(builder, &nameless));
  OK(vyre_registry_builder_add(builder, &twice));
  OK(vyre_registry_builder_add(builder, &twice));
  OK(vyre_registry_builder_add_extern_op(builder, &orphan));
  OK(vyre_registry_builder_add_extern_dialect(builder, vyre_str("vyre-libs-a"), none, none));
  OK(vyre_registry_builder_add_extern_dialect(builder, vyre_str("vyre-libs-a"), none, none));
  OK(vyre_registry_builder_add_extern_dialect(builder, vyre_str("Vyre-libs-b"), none, none));
  vyre_error* error = finish_error(builder);
  CHECK_EQUAL(VYRE_ERROR_INVALID_ARGUMENT, vyre_error_code(error));
  CHECK_EQUAL(5, vyre_error_finding_count(error));
  CHECK(has_finding(error, "DIALECT-DUPLICATE", "'vyre-libs-a' is registered 2 times"));
  CHECK(has_finding(error, "DIALECT-PREFIX", "Vyre-libs-b"));
  CHECK(has_finding(error, "OP-ORPHAN", "vyre-libs-absent"));
  CHECK(has_finding(error, "OP-EMPTY-ID", "beta"));
  CHECK(has_finding(error, "OP-DUPLICATE", "capi.twice"));
  vyre_error_destroy(error);
  vyre_error* again = finish_error(builder); /* as it was */
  CHECK_EQUAL(5, vyre_error_finding_count(again));
  vyre_error_destroy(again);
  vyre_registry_builder_destroy(builder);
}

static void extern_ops_have_their_dialect(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc desc = op_desc("capi.outside", "vyre-libs-capi");
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add_extern_op(builder, &desc)); /* before its dialect */
  OK(vyre_registry_builder_add_extern_dialect(builder, vyre_str("vyre-libs-capi"), vyre_str("1.2"),
                                              vyre_str("https://example.invalid")));
  OK(vyre_registry_builder_finish(builder, &registry));
  const vyre_op_info info = info_of(vyre_registry_op(registry, 0));
  CHECK(equals(info.dialect, "vyre-libs-capi"));
  CHECK_EQUAL(VYRE_CATEGORY_EXTENSION, info.category);
  CHECK_EQUAL(VYRE_OP_EXTERN, info.flags);
  CHECK_EQUAL(1, vyre_registry_extern_dialect_count(registry));
  CHECK(equals(vyre_registry_extern_dialect(registry, 0).version, "1.2"));
  CHECK(equals(vyre_registry_extern_dialect(registry, 0).url, "https://example.invalid"));
  CHECK_EQUAL(0, vyre_registry_extern_dialect(registry, 1).name.size);
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

static void callbacks_end_once(void) {
  calls never = {0, 0, 0}, published = {0, 0, 0};
  vyre_context* context = make_context();
  vyre_registry_builder* builder = make_builder(context);
  vyre_op_desc desc = add_desc(&never);
  OK(vyre_registry_builder_add(builder, &desc));
  vyre_registry_builder_destroy(builder); /* never a registry */
  CHECK_EQUAL(1, never.destroyed);

  desc = add_desc(&published);
  vyre_registry* registry = registry_with(context, &desc);
  OK(vyre_context_publish(context, registry));
  vyre_registry_destroy(registry);
  vyre_registry* other = registry_of(context, "capi.other");
  CHECK_EQUAL(0, published.destroyed);
  OK(vyre_context_publish(context, other)); /* nobody holds the one before */
  CHECK_EQUAL(1, published.destroyed);
  vyre_registry_destroy(other);
  vyre_context_destroy(context);
  CHECK_EQUAL(1, published.destroyed);
}

/* ---- Compositions ---- */

/* The result is twice the argument. */
static const char* const kTwice =
    "{\"buffers\": [{\"name\": \"x\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"y\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"y\", \"at\": 0, \"value\": "
    "{\"mul\": [{\"load\": \"x\", \"at\": 0}, 2]}}]}";

/* out[0] = capi.twice(in[0]) */
static const char* const kCallsTwice =
    "{\"buffers\": [{\"name\": \"in\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": "
    "{\"call\": \"capi.twice\", \"args\": [{\"load\": \"in\", \"at\": 0}]}}]}";

/* A registry in which capi.twice has a composition of |context|. */
static vyre_registry* registry_of_twice(vyre_context* context) {
  vyre_program* twice = program_of(context, kTwice);
  vyre_op_desc desc = op_desc("capi.twice", "test");
  desc.inputs = kPair;
  desc.input_count = 1;
  desc.outputs = kSum;
  desc.output_count = 1;
  desc.composition = twice;
  vyre_registry* registry = registry_with(context, &desc);
  vyre_program_destroy(twice);
  return registry;
}

static void compositions_come_back(void) {
  vyre_context* context = make_context();
  vyre_registry* registry = registry_of_twice(context);
  vyre_program *twice = program_of(context, kTwice), *back = NULL;
  const vyre_op* op = vyre_registry_find(registry, vyre_str("capi.twice"));
  uint8_t first[32], second[32];
  CHECK_EQUAL(VYRE_OP_COMPOSITION, info_of(op).flags);
  CHECK_EQUAL(VYRE_CATEGORY_COMPOSITE, info_of(op).category);
  CHECK_EQUAL(VYRE_LOWERING_COMPOSITION,
              vyre_op_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
  OK(vyre_op_get_composition(op, context, &back));
  OK(vyre_program_fingerprint(twice, first));
  OK(vyre_program_fingerprint(back, second));
  CHECK(memcmp(first, second, sizeof first) == 0);
  vyre_program_destroy(twice);
  FAILS(VYRE_ERROR_NOT_FOUND, "'mem.unmap' has no composition",
        vyre_op_get_composition(vyre_registry_find(registry, vyre_str("mem.unmap")), context,
                                &twice));
  vyre_registry_destroy(registry);
  vyre_context_destroy(context);
  OK(vyre_program_validate(back, NULL)); /* outlives both */
  vyre_program_destroy(back);
}

static size_t held = 0;

static void* count_allocate(void* user, size_t size, size_t alignment) {
  (void)user;
  (void)alignment;
  held += size;
  return malloc(size); /* aligned for what programs hold */
}

static void count_deallocate(void* user, void* memory, size_t size, size_t alignment) {
  (void)user;
  (void)alignment;
  held -= size;
  free(memory);
}

static void registries_outlive_their_context(void) {
  calls c = {0, 0, 0};
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.allocate = count_allocate;
  desc.deallocate = count_deallocate;
  desc.allocation_user = &c;
  desc.allocation_destroy = count_destroyed;
  vyre_context *maker = NULL, *user = make_context();
  OK(vyre_context_create(&desc, &maker));
  vyre_registry* registry = registry_of_twice(maker);
  OK(vyre_context_publish(maker, registry)); /* the context holds itself in no circle */
  OK(vyre_context_publish(user, registry));
  vyre_context_destroy(maker);
  vyre_registry_destroy(registry);
  CHECK(held > 0);
  CHECK_EQUAL(0, c.destroyed); /* the composition lies in its memory */
  vyre_program* calling = program_of(user, kCallsTwice);
  OK(vyre_program_validate(calling, NULL));
  vyre_program_destroy(calling);
  vyre_context_destroy(user);
  CHECK_EQUAL(0, held);
  CHECK_EQUAL(1, c.destroyed);
}

/* ---- Publishing ---- */

static void holders_keep_what_they_hold(void) {
  vyre_context* context = make_context();
  vyre_registry* old = current(context);
  vyre_registry *first = registry_of(context, "capi.a"), *second = registry_of(context, "capi.b");
  OK(vyre_context_publish(context, first));
  OK(vyre_context_publish(context, second));
  CHECK(vyre_registry_find(old, vyre_str("mem.unmap")) != NULL);
  CHECK(vyre_registry_find(old, vyre_str("capi.a")) == NULL);
  vyre_registry* now = current(context);
  CHECK(vyre_registry_find(now, vyre_str("capi.a")) == NULL);
  CHECK(vyre_registry_find(now, vyre_str("capi.b")) != NULL);
  CHECK(vyre_registry_find(now, vyre_str("mem.unmap")) == NULL);
  vyre_context_destroy(context);
  vyre_registry_destroy(first);
  vyre_registry_destroy(second);
  CHECK(vyre_registry_find(now, vyre_str("capi.b")) != NULL);
  vyre_registry_destroy(now);
  vyre_registry_destroy(old);
}

static void views_follow_what_is_published(void) {
  vyre_context* context = make_context();
  vyre_registry_view* view = NULL;
  OK(vyre_registry_view_create(context, &view));
  vyre_registry* a = registry_of(context, "capi.a");
  const vyre_registry* before = vyre_registry_view_get(view);
  CHECK_EQUAL(5, vyre_registry_op_count(before));
  CHECK(vyre_registry_view_get(view) == before);
  OK(vyre_context_publish(context, a));
  vyre_context_destroy(context);
  CHECK(vyre_registry_find(vyre_registry_view_get(view), vyre_str("capi.a")) ==
        vyre_registry_find(a, vyre_str("capi.a")));
  CHECK_EQUAL(1, vyre_registry_op_count(vyre_registry_view_get(view)));
  vyre_registry_destroy(a);
  vyre_registry_view_destroy(view);
}

static void the_default_context_shares_its_registry(void) {
  vyre_context *first = NULL, *second = NULL;
  OK(vyre_context_default(&first));
  OK(vyre_context_default(&second));
  vyre_registry* a = registry_of(first, "capi.a");
  OK(vyre_context_publish(first, a));
  vyre_registry_destroy(a);
  vyre_context_destroy(first);
  vyre_registry* seen = current(second);
  CHECK(vyre_registry_find(seen, vyre_str("capi.a")) != NULL);
  vyre_registry_destroy(seen);
  vyre_context_destroy(second); /* the last owner: all of it ends */
  OK(vyre_context_default(&first));
  seen = current(first);
  CHECK(vyre_registry_find(seen, vyre_str("capi.a")) == NULL);
  CHECK_EQUAL(5, vyre_registry_op_count(seen));
  vyre_registry_destroy(seen);
  vyre_context_destroy(first);
}

/* ---- Validation ---- */

static void validation_uses_the_registry_of_now(vyre_context* context) {
  const int32_t invalid = VYRE_ERROR_INVALID_PROGRAM;
  vyre_registry* twice = registry_of_twice(context);
  vyre_registry* without = current(context);
  vyre_program* program = program_of(context, kCallsTwice);
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  FAILS(invalid, "capi.twice", vyre_program_validate(program, NULL));
  desc.registry = twice;
  OK(vyre_program_validate(program, &desc));
  OK(vyre_context_publish(context, twice));
  OK(vyre_program_validate(program, NULL));
  desc.registry = without;
  FAILS(invalid, "capi.twice", vyre_program_validate(program, &desc));
  desc.flags = VYRE_VALIDATE_UNCHECKED_CALLS;
  REFUSES("leave one of them out", vyre_program_validate(program, &desc));
  desc.registry = NULL;
  OK(vyre_context_publish(context, without));
  OK(vyre_program_validate(program, &desc));
  desc.flags = UINT64_C(1) << 50;
  REFUSES("vyre_validate_desc.flags", vyre_program_validate(program, &desc));
  vyre_registry_destroy(twice);
  vyre_registry_destroy(without);
  vyre_program_destroy(program);
}

/* Adds over a subgroup, in an inner local that is called like an outer one. */
static const char* const kSubgroup =
    "{\"workgroup_size\": [32, 1, 1], \"buffers\": ["
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 32, \"output\": true}],"
    "\"body\": [{\"let\": \"v\", \"value\": 1},"
    "{\"if\": true, \"then\": [{\"let\": \"v\", \"value\": 2}]},"
    "{\"store\": \"out\", \"at\": {\"local_id\": \"x\"}, \"value\": {\"subgroup_add\": 1}}]}";

static void validation_takes_what_the_device_offers(vyre_context* context) {
  vyre_program* program = program_of(context, kSubgroup);
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  vyre_error* strict = vyre_program_validate(program, NULL);
  const size_t all = vyre_error_finding_count(strict);
  vyre_error_destroy(strict);
  desc.flags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES;
  vyre_error* shadowing = vyre_program_validate(program, &desc);
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_code(shadowing));
  CHECK(vyre_error_finding_count(shadowing) < all);
  vyre_error_destroy(shadowing);
  desc.flags |= VYRE_VALIDATE_ALLOW_SHADOWING;
  OK(vyre_program_validate(program, &desc));
  vyre_program_destroy(program);
}

/* ---- Without objects ---- */

static void nothing_has_nothing(void) {
  const vyre_target spirv = vyre_target_of(VYRE_TARGET_SPIRV);
  CHECK(vyre_registry_lookup(NULL, 1) == NULL);
  CHECK(vyre_registry_find(NULL, vyre_str("mem.unmap")) == NULL);
  CHECK(vyre_registry_op(NULL, 0) == NULL);
  CHECK_EQUAL(0, vyre_registry_op_count(NULL));
  CHECK_EQUAL(0, vyre_registry_extern_dialect_count(NULL));
  CHECK_EQUAL(0, vyre_registry_extern_dialect(NULL, 0).name.size);
  CHECK(vyre_registry_view_get(NULL) == NULL);
  CHECK_EQUAL(0, vyre_op_input(NULL, 0).name.size + vyre_op_output(NULL, 0).name.size);
  CHECK_EQUAL(0, vyre_op_attribute(NULL, 0).name.size + vyre_op_law(NULL, 0).size);
  CHECK_EQUAL(0, vyre_op_target(NULL, 0).kind);
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_lowering(NULL, spirv));
  vyre_writer_write(NULL, NULL, 3);
  vyre_registry_destroy(NULL);
  vyre_registry_view_destroy(NULL);
  vyre_registry_builder_destroy(NULL);
}

static void null_objects_are_refused(vyre_context* context) {
  const vyre_target spirv = vyre_target_of(VYRE_TARGET_SPIRV);
  const vyre_string none = {NULL, 0};
  vyre_registry* registry = NULL;
  vyre_registry_builder* builder = NULL;
  vyre_registry_view* view = NULL;
  vyre_program* program = NULL;
  size_t size = 0;
  REFUSES("result is NULL", vyre_op_id_intern(none, NULL));
  REFUSES("result is NULL", vyre_target_parse(vyre_str("ptx"), NULL));
  REFUSES("|context| is NULL", vyre_context_get_registry(NULL, &registry));
  REFUSES("|context| is NULL", vyre_context_publish(NULL, NULL));
  REFUSES("|context| is NULL", vyre_context_load_manifests(NULL, none));
  REFUSES("|context| is NULL", vyre_registry_view_create(NULL, &view));
  REFUSES("|context| is NULL", vyre_registry_builder_create(NULL, &builder));
  REFUSES("|builder| is NULL", vyre_registry_builder_add(NULL, NULL));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_extern_op(NULL, NULL));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_registry(NULL, NULL));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_extern_dialect(NULL, none, none, none));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_manifest(NULL, none, none));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_manifest_file(NULL, none));
  REFUSES("|builder| is NULL", vyre_registry_builder_add_manifest_folder(NULL, none));
  REFUSES("|builder| is NULL", vyre_registry_builder_finish(NULL, &registry));
  REFUSES("|op| is NULL", vyre_op_get_info(NULL, NULL));
  REFUSES("|op| is NULL", vyre_op_get_lowering(NULL, spirv, NULL, 0, &size));
  REFUSES("|op| is NULL", vyre_op_run_reference(NULL, NULL, 0, NULL, 0, &size));
  REFUSES("|op| is NULL", vyre_op_get_composition(NULL, NULL, &program));
  CHECK(registry == NULL && builder == NULL && view == NULL && program == NULL);
  builder = make_builder(context);
  REFUSES("|registry| is NULL", vyre_context_publish(context, NULL));
  REFUSES("|registry| is NULL", vyre_registry_builder_add_registry(builder, NULL));
  REFUSES("|desc| is NULL", vyre_registry_builder_add(builder, NULL));
  vyre_registry_builder_destroy(builder);
}

int main(void) {
  with_context(duplicates_name_op_and_owners);
  with_context(all_problems_come_in_one_error);
  with_context(extern_ops_have_their_dialect);
  callbacks_end_once();
  compositions_come_back();
  registries_outlive_their_context();
  holders_keep_what_they_hold();
  views_follow_what_is_published();
  the_default_context_shares_its_registry();
  with_context(validation_uses_the_registry_of_now);
  with_context(validation_takes_what_the_device_offers);
  nothing_has_nothing();
  with_context(null_objects_are_refused);
  return finish();
}
