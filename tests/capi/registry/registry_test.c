/* Registries: what is wrong with one, compositions, and that every callback ends once. */
#include "capi/support/registry_support.h"

/* ---- Building ---- */

static void duplicates_name_op_and_owners(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc first = op_desc("capi.twice", "alpha"), second = op_desc("capi.twice", "");
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add_op(builder, &first));
  OK(vyre_registry_builder_add_op(builder, &second));
  vyre_error* error = finish_error(builder);
  CHECK_EQUAL(VYRE_ERROR_ALREADY_REGISTERED, vyre_error_get_code(error));
  CHECK_EQUAL(1, vyre_error_get_info(error)->finding_count);
  const vyre_finding* finding = vyre_error_get_info(error)->findings[0];
  CHECK(equals(finding->code, "OP-DUPLICATE"));
  CHECK(contains(finding->text, "capi.twice"));
  CHECK(equals(finding->other, "dialect '<unknown dialect>'"));
  CHECK(equals(finding->path, "op 'capi.twice' of dialect 'alpha'"));
  CHECK(contains(finding->text, "alpha") && contains(finding->text, "<unknown dialect>"));
  CHECK(finding->fix.size > 0);
  vyre_error_destroy(error);
  registry = current(context);
  CHECK_EQUAL(5, op_count(registry)); /* what was published still serves */
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

static void all_problems_come_in_one_error(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc nameless = op_desc("", "beta"), twice = op_desc("capi.twice", "beta");
  const vyre_op_desc orphan = op_desc("capi.orphan", "vyre-libs-absent");
  const vyre_string none = {NULL, 0};
  OK(vyre_registry_builder_add_op(builder, &nameless));
  OK(vyre_registry_builder_add_op(builder, &twice));
  OK(vyre_registry_builder_add_op(builder, &twice));
  OK(vyre_registry_builder_add_op(builder, &orphan));
  OK(vyre_registry_builder_add_dialect(builder, vyre_str("vyre-libs-a"), none, none));
  OK(vyre_registry_builder_add_dialect(builder, vyre_str("vyre-libs-a"), none, none));
  OK(vyre_registry_builder_add_dialect(builder, vyre_str("Vyre-libs-b"), none, none));
  vyre_error* error = finish_error(builder);
  CHECK_EQUAL(VYRE_ERROR_INVALID_ARGUMENT, vyre_error_get_code(error));
  CHECK_EQUAL(5, vyre_error_get_info(error)->finding_count);
  CHECK(has_finding(error, "DIALECT-DUPLICATE", "'vyre-libs-a' is registered 2 times"));
  CHECK(has_finding(error, "DIALECT-PREFIX", "Vyre-libs-b"));
  CHECK(has_finding(error, "OP-ORPHAN", "vyre-libs-absent"));
  CHECK(has_finding(error, "OP-EMPTY-ID", "beta"));
  CHECK(has_finding(error, "OP-DUPLICATE", "capi.twice"));
  vyre_error_destroy(error);
  vyre_error* again = finish_error(builder); /* as it was */
  CHECK_EQUAL(5, vyre_error_get_info(again)->finding_count);
  vyre_error_destroy(again);
  vyre_registry_builder_destroy(builder);
}

static void ops_from_outside_have_their_dialect(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc desc = op_desc("capi.outside", "vyre-libs-capi");
  const vyre_op_desc inside = op_desc("capi.inside", "capi");
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_add_op(builder, &desc)); /* before its dialect */
  OK(vyre_registry_builder_add_dialect(builder, vyre_str("vyre-libs-capi"), vyre_str("1.2"),
                                       vyre_str("https://example.invalid")));
  OK(vyre_registry_builder_add_op(builder, &inside));
  OK(vyre_registry_builder_finish(builder, &registry));
  const vyre_registry_info* all = vyre_registry_get_info(registry);
  const vyre_op_info* info = vyre_op_get_info(all->ops[1]);
  CHECK(equals(info->id, "capi.outside") && equals(info->dialect, "vyre-libs-capi"));
  CHECK_EQUAL(VYRE_CATEGORY_EXTENSION, info->category);
  CHECK_EQUAL(VYRE_OP_EXTERN, info->flags);
  CHECK_EQUAL(VYRE_CATEGORY_INTRINSIC, vyre_op_get_info(all->ops[0])->category);
  CHECK_EQUAL(0, vyre_op_get_info(all->ops[0])->flags);
  CHECK_EQUAL(2, all->dialect_count);
  CHECK(equals(all->dialects[0]->name, "capi") && equals(all->dialects[0]->version, ""));
  CHECK_EQUAL(0, all->dialects[0]->flags);
  const vyre_dialect_info* outside = all->dialects[1];
  CHECK_EQUAL(VYRE_DIALECT_EXTERN, outside->flags);
  CHECK(equals(outside->name, "vyre-libs-capi") && equals(outside->version, "1.2"));
  CHECK(equals(outside->url, "https://example.invalid") && equals(outside->source, ""));
  CHECK(ends_well(outside->version) && ends_well(outside->url));
  CHECK_EQUAL(1, outside->op_count);
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

/* A builder goes on behind a registry, which is not changed by it. */
static void builders_go_on(vyre_context* context) {
  vyre_registry_builder* builder = make_builder(context);
  const vyre_op_desc a = op_desc("capi.a", "test"), b = op_desc("capi.b", "test");
  vyre_registry *one = NULL, *two = NULL;
  OK(vyre_registry_builder_add_op(builder, &a));
  OK(vyre_registry_builder_finish(builder, &one));
  OK(vyre_registry_builder_add_op(builder, &b));
  OK(vyre_registry_builder_finish(builder, &two));
  CHECK_EQUAL(1, op_count(one));
  CHECK_EQUAL(2, op_count(two));
  CHECK(equals(vyre_op_get_info(vyre_registry_get_info(two)->ops[1])->id, "capi.b"));
  vyre_registry_destroy(one);
  vyre_registry_destroy(two);
  vyre_registry_builder_destroy(builder);
}

static void callbacks_end_once(void) {
  calls never = {0, 0, 0}, published = {0, 0, 0};
  vyre_context* context = make_context();
  vyre_registry_builder* builder = make_builder(context);
  vyre_op_desc desc = add_desc(&never);
  OK(vyre_registry_builder_add_op(builder, &desc));
  vyre_registry_builder_destroy(builder); /* never a registry */
  CHECK_EQUAL(1, never.destroyed);

  desc = add_desc(&published);
  vyre_registry* registry = registry_with(context, &desc);
  publish(context, registry);
  vyre_registry_destroy(registry);
  vyre_registry* other = registry_of(context, "capi.other");
  CHECK_EQUAL(0, published.destroyed);
  publish(context, other); /* nobody holds the one before */
  CHECK_EQUAL(1, published.destroyed);
  vyre_registry_destroy(other);
  vyre_context_destroy(context);
  CHECK_EQUAL(1, published.destroyed);
}

/* ---- Compositions ---- */

static void compositions_come_back(void) {
  vyre_context* context = make_context();
  vyre_registry* registry = registry_of_twice(context);
  vyre_program *twice = program_of(context, kTwice), *back = NULL;
  const vyre_op* op = vyre_registry_find(registry, vyre_str("capi.twice"));
  uint8_t first[32], second[32];
  CHECK_EQUAL(VYRE_OP_COMPOSITION, vyre_op_get_info(op)->flags);
  CHECK_EQUAL(VYRE_CATEGORY_COMPOSITE, vyre_op_get_info(op)->category);
  CHECK_EQUAL(VYRE_LOWERING_COMPOSITION,
              vyre_op_find_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
  OK(vyre_op_get_composition(op, context, &back));
  OK(vyre_program_get_fingerprint(twice, VYRE_WIRE_ANY, first));
  OK(vyre_program_get_fingerprint(back, VYRE_WIRE_ANY, second));
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
  desc.allocate_user = &c;
  desc.allocate_destroy = count_destroyed;
  vyre_context *maker = NULL, *user = make_context();
  OK(vyre_context_create(&desc, &maker));
  vyre_registry* registry = registry_of_twice(maker);
  publish(maker, registry); /* the context holds itself in no circle */
  publish(user, registry);
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

/* ---- Without objects ---- */

static void nothing_has_nothing(void) {
  const vyre_target spirv = vyre_target_of(VYRE_TARGET_SPIRV);
  const vyre_registry_info* registry = vyre_registry_get_info(NULL);
  const vyre_op_info* op = vyre_op_get_info(NULL);
  CHECK_EQUAL(sizeof *registry, registry->struct_size);
  CHECK_EQUAL(0, registry->op_count + registry->dialect_count);
  CHECK_EQUAL(sizeof *op, op->struct_size);
  CHECK(equals(op->id, "") && ends_well(op->id) && ends_well(op->dialect));
  CHECK_EQUAL(0, op->input_count + op->output_count + op->attribute_count + op->law_count);
  CHECK_EQUAL(0, op->target_count + op->number);
  CHECK(vyre_registry_find(NULL, vyre_str("mem.unmap")) == NULL);
  CHECK(vyre_registry_view_get(NULL) == NULL);
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_find_lowering(NULL, spirv));
  vyre_writer_write(NULL, NULL, 3);
  vyre_registry_destroy(NULL);
  vyre_registry_view_destroy(NULL);
  vyre_registry_builder_destroy(NULL);
}

static void null_contexts_and_builders_are_refused(void) {
  const vyre_string none = {NULL, 0};
  vyre_registry* registry = NULL;
  vyre_registry_view* view = NULL;
  REFUSED(vyre_context_get_registry, "context is NULL", (NULL, &registry));
  REFUSED(vyre_context_publish, "context is NULL", (NULL, NULL, NULL));
  REFUSED(vyre_context_load_manifests, "context is NULL", (NULL, none));
  REFUSED(vyre_registry_view_create, "context is NULL", (NULL, &view));
  REFUSED(vyre_registry_builder_create, "out_builder is NULL", (NULL, NULL));
  REFUSED(vyre_registry_builder_add_op, "builder is NULL", (NULL, NULL));
  REFUSED(vyre_registry_builder_add_registry, "builder is NULL", (NULL, NULL));
  REFUSED(vyre_registry_builder_add_dialect, "builder is NULL", (NULL, none, none, none));
  REFUSED(vyre_registry_builder_add_manifest, "builder is NULL", (NULL, none, none));
  REFUSED(vyre_registry_builder_add_manifests, "builder is NULL", (NULL, none));
  REFUSED(vyre_registry_builder_finish, "builder is NULL", (NULL, &registry));
  CHECK(registry == NULL && view == NULL);
}

static void null_ops_and_places_are_refused(vyre_context* context) {
  const vyre_target spirv = vyre_target_of(VYRE_TARGET_SPIRV);
  const vyre_string broken = {NULL, 3};
  vyre_program* program = NULL;
  vyre_blob* blob = NULL;
  vyre_registry* registry = current(context);
  const vyre_op* op = vyre_registry_find(registry, vyre_str("mem.unmap"));
  vyre_registry_builder* builder = make_builder(context);
  REFUSED(vyre_op_get_lowering, "op is NULL", (NULL, spirv, &blob));
  REFUSED(vyre_op_get_lowering, "out_bytes is NULL", (op, spirv, NULL));
  REFUSED(vyre_op_run_reference, "op is NULL", (NULL, NULL, 0, &blob));
  REFUSED(vyre_op_run_reference, "out_result is NULL", (op, NULL, 0, NULL));
  REFUSED(vyre_op_get_composition, "op is NULL", (NULL, NULL, &program));
  REFUSED(vyre_op_get_composition, "out_program is NULL", (op, NULL, NULL));
  REFUSED(vyre_context_get_registry, "out_registry is NULL", (context, NULL));
  REFUSED(vyre_context_publish, "registry is NULL", (context, NULL, NULL));
  REFUSED(vyre_context_load_manifests, "folder has 3", (context, broken));
  REFUSED(vyre_registry_view_create, "out_view is NULL", (context, NULL));
  REFUSED(vyre_registry_builder_add_registry, "registry is NULL", (builder, NULL));
  REFUSED(vyre_registry_builder_add_op, "desc is NULL", (builder, NULL));
  REFUSED(vyre_registry_builder_add_dialect, "name has 3",
          (builder, broken, vyre_str(""), vyre_str("")));
  REFUSED(vyre_registry_builder_add_manifest, "json has 3", (builder, broken, vyre_str("")));
  REFUSED(vyre_registry_builder_add_manifests, "path has 3", (builder, broken));
  REFUSED(vyre_registry_builder_finish, "out_registry is NULL", (builder, NULL));
  CHECK(program == NULL && blob == NULL);
  vyre_registry_builder_destroy(builder);
  vyre_registry_destroy(registry);
}

int main(void) {
  with_context(duplicates_name_op_and_owners);
  with_context(all_problems_come_in_one_error);
  with_context(ops_from_outside_have_their_dialect);
  with_context(builders_go_on);
  callbacks_end_once();
  compositions_come_back();
  registries_outlive_their_context();
  nothing_has_nothing();
  null_contexts_and_builders_are_refused();
  with_context(null_ops_and_places_are_refused);
  return finish();
}
