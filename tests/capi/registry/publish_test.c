/* What a context publishes: who sees which registry, and what validation takes of it. */
#include "capi/support/registry_support.h"

static void holders_keep_what_they_hold(void) {
  vyre_context* context = make_context();
  vyre_registry* old = current(context);
  vyre_registry *first = registry_of(context, "capi.a"), *second = registry_of(context, "capi.b");
  publish(context, first);
  publish(context, second);
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
  CHECK_EQUAL(5, op_count(before));
  CHECK(vyre_registry_view_get(view) == before);
  publish(context, a);
  vyre_context_destroy(context);
  CHECK(vyre_registry_find(vyre_registry_view_get(view), vyre_str("capi.a")) ==
        vyre_registry_find(a, vyre_str("capi.a")));
  CHECK_EQUAL(1, op_count(vyre_registry_view_get(view)));
  vyre_registry_destroy(a);
  vyre_registry_view_destroy(view);
}

static void the_shared_context_has_one_registry(void) {
  vyre_context *first = NULL, *second = NULL;
  OK(vyre_context_get_shared(&first));
  OK(vyre_context_get_shared(&second));
  vyre_registry* a = registry_of(first, "capi.a");
  publish(first, a);
  vyre_registry_destroy(a);
  vyre_context_destroy(first);
  vyre_registry* seen = current(second);
  CHECK(vyre_registry_find(seen, vyre_str("capi.a")) != NULL);
  vyre_registry_destroy(seen);
  vyre_context_destroy(second); /* the last owner: all of it ends */
  OK(vyre_context_get_shared(&first));
  seen = current(first);
  CHECK(vyre_registry_find(seen, vyre_str("capi.a")) == NULL);
  CHECK_EQUAL(5, op_count(seen));
  vyre_registry_destroy(seen);
  vyre_context_destroy(first);
}

/* What is made with a NULL context uses what the shared one publishes. */
static void null_is_the_shared_context(void) {
  vyre_context* shared = NULL;
  vyre_registry_builder* builder = NULL;
  vyre_program* composition = NULL;
  OK(vyre_context_get_shared(&shared));
  vyre_registry* twice = registry_of_twice(shared);
  vyre_program* program = program_of(NULL, kCallsTwice);
  FAILS(VYRE_ERROR_INVALID_PROGRAM, "capi.twice", vyre_program_validate(program, NULL));
  publish(shared, twice);
  vyre_context_destroy(shared);
  OK(vyre_program_validate(program, NULL)); /* the program keeps the context */
  OK(vyre_op_get_composition(vyre_registry_find(twice, vyre_str("capi.twice")), NULL,
                             &composition));
  CHECK_EQUAL(2, vyre_program_get_info(composition)->parameter_count);
  OK(vyre_registry_builder_create(NULL, &builder));
  OK(vyre_registry_builder_add_registry(builder, twice));
  vyre_registry_builder_destroy(builder);
  vyre_program_destroy(composition);
  vyre_program_destroy(program);
  vyre_registry_destroy(twice);
}

/* ---- Publishing what was built from another ---- */

static void publishes_over_what_was_expected(void) {
  vyre_context* context = make_context();
  vyre_registry *old = current(context), *same = current(context);
  vyre_registry *a = registry_of(context, "capi.a"), *b = registry_of(context, "capi.b");
  OK(vyre_context_publish(context, a, old));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "expected", vyre_context_publish(context, b, old));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "expected", vyre_context_publish(context, b, same));
  FAILS(VYRE_ERROR_ALREADY_REGISTERED, "expected", vyre_context_publish(context, b, b));
  vyre_registry* now = current(context);
  CHECK(vyre_registry_find(now, vyre_str("capi.a")) != NULL); /* nothing changed */
  CHECK(vyre_registry_find(now, vyre_str("capi.b")) == NULL);
  OK(vyre_context_publish(context, b, now)); /* another handle of the same registry */
  OK(vyre_context_publish(context, b, b));
  OK(vyre_context_publish(context, old, NULL)); /* over any */
  vyre_registry_destroy(now);
  now = current(context);
  CHECK_EQUAL(5, op_count(now));
  vyre_registry_destroy(now);
  vyre_registry_destroy(a);
  vyre_registry_destroy(b);
  vyre_registry_destroy(same);
  vyre_registry_destroy(old);
  vyre_context_destroy(context);
}

/* ---- Validation ---- */

static void validation_uses_the_registry_of_now(vyre_context* context) {
  const vyre_error_code invalid = VYRE_ERROR_INVALID_PROGRAM;
  vyre_registry* twice = registry_of_twice(context);
  vyre_registry* without = current(context);
  vyre_program* program = program_of(context, kCallsTwice);
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  FAILS(invalid, "capi.twice", vyre_program_validate(program, NULL));
  desc.registry = twice;
  OK(vyre_program_validate(program, &desc));
  publish(context, twice);
  OK(vyre_program_validate(program, NULL));
  desc.registry = without;
  FAILS(invalid, "capi.twice", vyre_program_validate(program, &desc));
  desc.flags = VYRE_VALIDATE_UNCHECKED_CALLS;
  REFUSED(vyre_program_validate, "leave one of them out", (program, &desc));
  desc.registry = NULL;
  publish(context, without);
  OK(vyre_program_validate(program, &desc));
  desc.flags = UINT64_C(1) << 50;
  REFUSED(vyre_program_validate, "vyre_validate_desc.flags", (program, &desc));
  desc.flags = 0;
  REFUSES_SIZES(vyre_validate_desc, desc, vyre_program_validate(program, &desc));
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
  const size_t all = vyre_error_get_info(strict)->finding_count;
  vyre_error_destroy(strict);
  desc.flags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES;
  vyre_error* shadowing = vyre_program_validate(program, &desc);
  CHECK_EQUAL(VYRE_ERROR_INVALID_PROGRAM, vyre_error_get_code(shadowing));
  CHECK(vyre_error_get_info(shadowing)->finding_count < all);
  vyre_error_destroy(shadowing);
  desc.flags |= VYRE_VALIDATE_ALLOW_SHADOWING;
  OK(vyre_program_validate(program, &desc));
  vyre_program_destroy(program);
}

int main(void) {
  holders_keep_what_they_hold();
  views_follow_what_is_published();
  the_shared_context_has_one_registry();
  null_is_the_shared_context();
  publishes_over_what_was_expected();
  with_context(validation_uses_the_registry_of_now);
  with_context(validation_takes_what_the_device_offers);
  return finish();
}
