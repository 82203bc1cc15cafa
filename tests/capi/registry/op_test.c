/* Ops: their names, targets, facts, and the functions of the host that they call. */
#include "capi/support/registry_support.h"

/* ---- Names and targets ---- */

static void ids_have_one_number(void) {
  vyre_op_id first = 0, again = 0, other = 0, next = 0;
  OK(vyre_op_id_intern(vyre_str("capi.first"), &first));
  OK(vyre_op_id_intern(vyre_str("capi.first"), &again));
  OK(vyre_op_id_intern(vyre_str("capi.First"), &other));
  CHECK(first != 0 && first == again && first != other);
  CHECK(equals(vyre_op_id_name(first), "capi.first"));
  CHECK_EQUAL(first, vyre_op_id_find(vyre_str("capi.first")));
  CHECK(ends_well(vyre_op_id_name(first)));
  CHECK_EQUAL(0, vyre_op_id_name(0).size);
  CHECK_EQUAL(0, vyre_op_id_name(UINT32_MAX).size);
  char name[32];
  for (int i = 0; i < 1000000; ++i) {
    snprintf(name, sizeof name, "capi.unknown.%d", i);
    if (vyre_op_id_find(vyre_str(name)) != 0) CHECK(0);
  }
  OK(vyre_op_id_intern(vyre_str("capi.next"), &next));
  CHECK_EQUAL(other + 1, next); /* the million took no number */
  const vyre_string broken = {NULL, 3};
  REFUSED(vyre_op_id_intern, "id has 3 bytes", (broken, &next));
  CHECK_EQUAL(0, next);
  REFUSED(vyre_op_id_intern, "out_number is NULL", (vyre_str("capi.first"), NULL));
  CHECK_EQUAL(0, vyre_op_id_find(broken));
}

static void check_round_trip(vyre_target target, const char* text, const char* aot) {
  vyre_blob* blob = NULL;
  vyre_target back = vyre_target_of(VYRE_TARGET_NONE);
  OK(vyre_target_save(target, &blob));
  CHECK(equals(text_of(blob), text));
  OK(vyre_target_load(text_of(blob), &back));
  CHECK_EQUAL(target.kind, back.kind);
  CHECK_EQUAL(0, back.reserved);
  CHECK(back.extension.size == target.extension.size);
  CHECK(contains(back.extension, target.extension.size == 0 ? "" : target.extension.data));
  CHECK(equals(vyre_target_aot_id(target), aot));
  vyre_blob_destroy(blob);
}

static void targets_survive_text_and_back(void) {
  vyre_target spv = vyre_target_of(VYRE_TARGET_NONE);
  check_round_trip(vyre_target_of(VYRE_TARGET_PTX), "ptx", "secondary_text");
  check_round_trip(vyre_target_of(VYRE_TARGET_SPIRV), "spirv", "spv");
  check_round_trip(vyre_target_of(VYRE_TARGET_PRIMARY_TEXT), "primary_text", "primary_text");
  check_round_trip(vyre_target_of(VYRE_TARGET_PRIMARY_BINARY), "primary_binary", "primary_binary");
  check_round_trip(vyre_target_of(VYRE_TARGET_SECONDARY_TEXT), "secondary_text", "secondary_text");
  check_round_trip(vyre_target_of(VYRE_TARGET_NATIVE_MODULE), "native_module", "native_module");
  check_round_trip(vyre_target_of(VYRE_TARGET_REFERENCE), "reference_backend", "reference_backend");
  check_round_trip(vyre_target_extension("acme"), "extension:acme", "acme");
  check_round_trip(vyre_target_extension("spv"), "extension:spv", "spv");
  OK(vyre_target_load(vyre_str("spv"), &spv));
  CHECK_EQUAL(VYRE_TARGET_SPIRV, spv.kind);
}

static void targets_that_are_none_are_refused(void) {
  const vyre_string broken = {NULL, 3};
  vyre_target target = vyre_target_of((vyre_target_kind)99);
  vyre_blob* text = (vyre_blob*)&target;
  REFUSED(vyre_target_save, "kind 99", (target, &text));
  CHECK(text == NULL);
  CHECK_EQUAL(0, vyre_target_aot_id(target).size);
  REFUSED(vyre_target_save, "kind 0", (vyre_target_of(VYRE_TARGET_NONE), &text));
  target = vyre_target_of(VYRE_TARGET_PTX);
  REFUSED(vyre_target_save, "out_text is NULL", (target, NULL));
  target.reserved = 1;
  REFUSED(vyre_target_save, "reserved", (target, &text));
  target = vyre_target_extension("acme");
  target.kind = VYRE_TARGET_PTX;
  REFUSED(vyre_target_save, "extension", (target, &text));
  target.kind = VYRE_TARGET_EXTENSION;
  REFUSED(vyre_target_load, "'cuda'", (vyre_str("cuda"), &target));
  CHECK_EQUAL(0, target.kind);
  REFUSED(vyre_target_load, "text has 3", (broken, &target));
  REFUSED(vyre_target_load, "out_target is NULL", (vyre_str("ptx"), NULL));
}

/* ---- What a registry holds ---- */

static void a_context_starts_with_core_and_io(vyre_context* context) {
  static const char* const ids[] = {"core.indirect_dispatch", "io.dma_from_nvme",
                                    "io.write_back_to_nvme", "mem.unmap", "mem.zerocopy_map"};
  vyre_registry* registry = current(context);
  const vyre_registry_info* all = vyre_registry_get_info(registry);
  CHECK_EQUAL(sizeof *all, all->struct_size);
  CHECK_EQUAL(5, all->op_count);
  for (size_t i = 0; i < 5; ++i) {
    const vyre_op* op = all->ops[i];
    const vyre_op_info* info = vyre_op_get_info(op);
    CHECK_EQUAL(sizeof *info, info->struct_size);
    CHECK(equals(info->id, ids[i]) && ends_well(info->id));
    CHECK(equals(info->dialect, i == 0 ? "core" : "io"));
    CHECK(equals(info->source, ""));
    CHECK_EQUAL(VYRE_CATEGORY_INTRINSIC, info->category);
    CHECK_EQUAL(0, info->attribute_count + info->law_count + info->target_count + info->flags);
    CHECK_EQUAL(VYRE_LOWERING_SENTINEL,
                vyre_op_find_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
    CHECK(vyre_registry_find(registry, vyre_str(ids[i])) == op);
    CHECK(vyre_registry_find(registry, vyre_op_id_name(info->number)) == op);
    CHECK(vyre_op_get_info(op) == info);
  }
  const vyre_op_info* dma =
      vyre_op_get_info(vyre_registry_find(registry, vyre_str("io.dma_from_nvme")));
  CHECK_EQUAL(3, dma->input_count);
  CHECK_EQUAL(1, dma->output_count);
  CHECK(equals(dma->inputs[1]->name, "offset") && equals(dma->inputs[1]->type, "u64"));
  CHECK(equals(dma->outputs[0]->type, "GpuBufferHandle") && ends_well(dma->outputs[0]->type));
  vyre_registry_destroy(registry);
}

/* Dialects in the order of their names, with how many of the ops are theirs. */
static void dialects_are_listed(vyre_context* context) {
  vyre_registry* registry = current(context);
  const vyre_registry_info* info = vyre_registry_get_info(registry);
  CHECK_EQUAL(2, info->dialect_count);
  for (size_t i = 0; i < info->dialect_count; ++i) {
    const vyre_dialect_info* dialect = info->dialects[i];
    CHECK_EQUAL(sizeof *dialect, dialect->struct_size);
    CHECK(equals(dialect->name, i == 0 ? "core" : "io"));
    CHECK_EQUAL(i == 0 ? 1 : 4, dialect->op_count);
    CHECK_EQUAL(0, dialect->flags);
    CHECK(equals(dialect->version, "") && equals(dialect->url, "") && equals(dialect->source, ""));
    CHECK(ends_well(dialect->name) && ends_well(dialect->source));
  }
  vyre_registry_destroy(registry);
}

static void unknown_ops_are_no_error(vyre_context* context) {
  vyre_registry* registry = current(context);
  vyre_op_id elsewhere = 0;
  OK(vyre_op_id_intern(vyre_str("capi.elsewhere"), &elsewhere));
  CHECK(vyre_registry_find(registry, vyre_op_id_name(0)) == NULL);
  CHECK(vyre_registry_find(registry, vyre_op_id_name(elsewhere)) == NULL);
  CHECK(vyre_registry_find(registry, vyre_op_id_name(UINT32_MAX)) == NULL);
  CHECK(vyre_registry_find(registry, vyre_str("capi.elsewhere")) == NULL);
  CHECK(vyre_registry_find(registry, vyre_str("")) == NULL);
  const vyre_op* op = vyre_registry_find(registry, vyre_str("mem.unmap"));
  for (uint32_t kind = 0; kind <= VYRE_TARGET_EXTENSION + 1u; ++kind) {
    const vyre_target target = vyre_target_of((vyre_target_kind)kind);
    CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_find_lowering(NULL, target));
    if (kind == VYRE_TARGET_REFERENCE) continue;
    CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_find_lowering(op, target));
  }
  vyre_registry_destroy(registry);
}

/* ---- Callbacks of the host ---- */

static vyre_error* write_id_and_target(void* user, vyre_string id, vyre_target target,
                                       vyre_writer* writer) {
  calls* c = (calls*)user;
  ++c->made;
  if (c->fail_times-- > 0) {
    return vyre_error_create(VYRE_ERROR_NOT_FOUND, 0, vyre_str("not yet. Fix: wait"));
  }
  vyre_writer_write(writer, id.data, id.size);
  vyre_writer_write(writer, target.extension.data, target.extension.size);
  return NULL;
}

static void an_op_keeps_all_that_was_said(void) {
  static const vyre_attribute attribute = {{"mode", 4}, {"string", 6}, {"wrap", 4}, {0, 0}};
  static const vyre_string laws[] = {{"commutative", 11}, {"associative", 11}};
  calls c = {0, 0, 0};
  vyre_context* context = make_context();
  vyre_op_desc desc = add_desc(&c);
  desc.flags = VYRE_OP_BYTES_EXTRACTION;
  desc.attributes = &attribute;
  desc.attribute_count = 1;
  desc.laws = laws;
  desc.law_count = 2;
  desc.category = VYRE_CATEGORY_EXTENSION;
  vyre_registry* registry = registry_with(context, &desc);
  const vyre_op* op = vyre_registry_find(registry, vyre_str("capi.add"));
  const vyre_op_info* info = vyre_op_get_info(op);
  CHECK(equals(info->id, "capi.add") && equals(info->dialect, "test") && info->source.size == 0);
  CHECK_EQUAL(VYRE_OP_BYTES_EXTRACTION | VYRE_OP_REFERENCE, info->flags);
  CHECK_EQUAL(VYRE_CATEGORY_EXTENSION, info->category);
  CHECK_EQUAL(vyre_op_id_find(vyre_str("capi.add")), info->number);
  CHECK_EQUAL(2, info->input_count);
  CHECK_EQUAL(1, info->output_count);
  CHECK_EQUAL(1, info->attribute_count);
  CHECK_EQUAL(2, info->law_count);
  CHECK_EQUAL(0, info->target_count);
  CHECK(equals(info->inputs[1]->name, "b") && equals(info->outputs[0]->name, "sum"));
  CHECK_EQUAL(0, info->inputs[1]->reserved[0] + info->inputs[1]->reserved[1]);
  CHECK(equals(info->attributes[0]->name, "mode") && equals(info->attributes[0]->type, "string"));
  CHECK(equals(info->attributes[0]->default_value, "wrap"));
  CHECK(equals(*info->laws[0], "commutative") && equals(*info->laws[1], "associative"));
  CHECK(ends_well(*info->laws[1]) && ends_well(info->attributes[0]->default_value));
  CHECK_EQUAL(VYRE_LOWERING_REFERENCE,
              vyre_op_find_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
  CHECK_EQUAL(6, vyre_registry_get_info(registry)->op_count);
  vyre_registry_destroy(registry);
  vyre_context_destroy(context);
  CHECK_EQUAL(1, c.destroyed);
}

static void reference_functions_run(void) {
  calls c = {0, 0, 0};
  vyre_context* context = make_context();
  const vyre_op_desc desc = add_desc(&c);
  vyre_registry* registry = registry_with(context, &desc);
  vyre_context_destroy(context);
  const vyre_op* op = vyre_registry_find(registry, vyre_str("capi.add"));
  const uint32_t arguments[] = {40, 2};
  const uint32_t sum = 42;
  vyre_blob* result = NULL;
  OK(vyre_op_run_reference(op, arguments, sizeof arguments, &result));
  CHECK_EQUAL(4, bytes_of(result).size);
  CHECK(memcmp(bytes_of(result).data, &sum, 4) == 0);
  vyre_blob_destroy(result);
  FAILS(VYRE_ERROR_UNKNOWN, "function of op 'capi.add': wants two numbers",
        vyre_op_run_reference(op, arguments, 4, &result));
  CHECK(result == NULL);
  FAILS(VYRE_ERROR_UNKNOWN, "wants two numbers", vyre_op_run_reference(op, NULL, 0, &result));
  REFUSED(vyre_op_run_reference, "arguments is NULL", (op, NULL, 8, &result));
  const vyre_op* unmap = vyre_registry_find(registry, vyre_str("mem.unmap"));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'mem.unmap' has no reference function; it was given 8",
        vyre_op_run_reference(unmap, arguments, 8, &result));
  CHECK_EQUAL(3, c.made);
  vyre_registry_destroy(registry);
  CHECK_EQUAL(1, c.destroyed);
}

static void check_lowering(const vyre_op* op, vyre_target target, const char* expected) {
  vyre_blob* bytes = NULL;
  OK(vyre_op_get_lowering(op, target, &bytes));
  CHECK(equals(text_of(bytes), expected));
  vyre_blob_destroy(bytes);
}

static void lowerings_are_data_or_built_once(void) {
  calls c = {0, 0, 1};
  vyre_context* context = make_context();
  vyre_lowering_desc lowerings[2];
  memset(lowerings, 0, sizeof lowerings);
  lowerings[0].target = vyre_target_extension("acme");
  lowerings[0].build = write_id_and_target;
  lowerings[0].user = &c;
  lowerings[0].destroy = count_destroyed;
  lowerings[1].target = vyre_target_of(VYRE_TARGET_PRIMARY_TEXT);
  lowerings[1].data = "fn main() {}";
  lowerings[1].size = 12;
  vyre_op_desc desc = op_desc("capi.lowered", "test");
  desc.lowerings = lowerings;
  desc.lowering_count = 2;
  vyre_registry* registry = registry_with(context, &desc);
  const vyre_op* op = vyre_registry_find(registry, vyre_str("capi.lowered"));
  const vyre_target acme = vyre_target_extension("acme");
  const vyre_op_info* info = vyre_op_get_info(op);
  CHECK_EQUAL(2, info->target_count);
  CHECK_EQUAL(VYRE_TARGET_PRIMARY_TEXT, info->targets[0]->kind);
  CHECK_EQUAL(VYRE_TARGET_EXTENSION, info->targets[1]->kind);
  CHECK(equals(info->targets[1]->extension, "acme") && ends_well(info->targets[1]->extension));
  CHECK_EQUAL(VYRE_LOWERING_DATA, vyre_op_find_lowering(op, lowerings[1].target));
  CHECK_EQUAL(VYRE_LOWERING_BUILDER, vyre_op_find_lowering(op, acme));
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_find_lowering(op, vyre_target_of(VYRE_TARGET_SPIRV)));
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_find_lowering(op, vyre_target_extension("acm")));

  check_lowering(op, lowerings[1].target, "fn main() {}");
  vyre_blob* bytes = (vyre_blob*)&c;
  FAILS(VYRE_ERROR_NOT_FOUND, "lowering function of op 'capi.lowered': not yet",
        vyre_op_get_lowering(op, acme, &bytes));
  CHECK(bytes == NULL);
  for (int i = 0; i < 3; ++i) check_lowering(op, acme, "capi.loweredacme");
  CHECK_EQUAL(2, c.made); /* failed, made, kept */
  FAILS(VYRE_ERROR_NOT_FOUND, "'capi.lowered' has no bytes for the target 'spirv'",
        vyre_op_get_lowering(op, vyre_target_of(VYRE_TARGET_SPIRV), &bytes));
  FAILS(VYRE_ERROR_NOT_FOUND, "'reference_backend'",
        vyre_op_get_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE), &bytes));
  REFUSED(vyre_op_get_lowering, "kind 99", (op, vyre_target_of((vyre_target_kind)99), &bytes));
  CHECK(bytes == NULL);
  vyre_registry_destroy(registry);
  vyre_context_destroy(context);
  CHECK_EQUAL(1, c.destroyed);
}

/* ---- Descriptions ---- */

#define WRONG(code, part, change)                                    \
  do {                                                               \
    vyre_op_desc desc = add_desc(&c);                                \
    change;                                                          \
    FAILS(code, part, vyre_registry_builder_add_op(builder, &desc)); \
  } while (0)
#define BAD(part, change) \
  WRONG(VYRE_ERROR_INVALID_ARGUMENT, "vyre_registry_builder_add_op: |" part, change)

/* What was refused is still the caller's, and nothing is half-added. */
static void end_refused(vyre_registry_builder* builder, const calls* c) {
  vyre_registry* registry = NULL;
  CHECK_EQUAL(0, c->destroyed);
  OK(vyre_registry_builder_finish(builder, &registry));
  CHECK_EQUAL(0, vyre_registry_get_info(registry)->op_count);
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

static void wrong_descriptions_are_refused(vyre_context* context) {
  const vyre_operand reserved = {{"a", 1}, {"u32", 3}, {0, 1}};
  const vyre_attribute attribute = {{"a", 1}, {"u32", 3}, {NULL, 0}, {1, 0}};
  const vyre_string broken = {NULL, 3};
  calls c = {0, 0, 0};
  vyre_registry_builder* builder = make_builder(context);
  vyre_op_desc sized = add_desc(&c);
  REFUSES_SIZES(vyre_op_desc, sized, vyre_registry_builder_add_op(builder, &sized));
  BAD("vyre_op_desc.struct_size is 8", desc.struct_size = 8);
  BAD("vyre_op_desc.flags is 2", desc.flags = VYRE_OP_REFERENCE);
  BAD("vyre_op_desc.flags is 8", desc.flags = VYRE_OP_EXTERN);
  BAD("vyre_op_desc.reserved is 1", desc.reserved = 1);
  BAD("category is 4", desc.category = (vyre_category)4);
  BAD("inputs is NULL and has 2 entries", desc.inputs = NULL);
  BAD("outputs has 18446744073709551615 entries, more than memory", desc.output_count = SIZE_MAX);
  BAD("attributes is NULL and has 1", desc.attribute_count = 1);
  BAD("laws is NULL and has 1", desc.law_count = 1);
  BAD("laws has 3 bytes", (desc.laws = &broken, desc.law_count = 1));
  BAD("lowerings is NULL and has 1", desc.lowering_count = 1);
  BAD("reference", desc.reference = NULL);
  BAD("id has 8 bytes at a null pointer", desc.id.data = NULL);
  BAD("dialect has 4 bytes at a null pointer", desc.dialect.data = NULL);
  BAD("vyre_operand.reserved is 1", (desc.inputs = &reserved, desc.input_count = 1));
  BAD("vyre_attribute.reserved is 1", (desc.attributes = &attribute, desc.attribute_count = 1));
  end_refused(builder, &c);
}

static void wrong_lowerings_are_refused(vyre_context* context) {
  calls c = {0, 0, 0};
  vyre_registry_builder* builder = make_builder(context);
  vyre_lowering_desc two[2];
  memset(two, 0, sizeof two);
  two[0].target = two[1].target = vyre_target_of(VYRE_TARGET_PTX);
  two[0].data = two[1].data = "ptx";
  two[0].size = two[1].size = 3;
#define WITH_TWO (desc.lowerings = two, desc.lowering_count = 2)
  WRONG(VYRE_ERROR_ALREADY_REGISTERED, "'capi.add' has two lowerings for 'ptx'", WITH_TWO);
  two[0].reserved[1] = 1;
  BAD("vyre_lowering_desc.reserved is 1", WITH_TWO);
  two[0].reserved[1] = 0;
  two[0].build = write_id_and_target;
  BAD("both|data|build", WITH_TWO);
  two[0].build = NULL;
  two[0].data = NULL;
  BAD("data is NULL", WITH_TWO);
  two[0].size = 0;
  BAD("none|data|build", WITH_TWO);
  two[0].target = vyre_target_of(VYRE_TARGET_REFERENCE);
  two[0].data = "x";
  two[0].size = 1;
  BAD("VYRE_TARGET_REFERENCE", WITH_TWO);
  two[0].target = vyre_target_of(VYRE_TARGET_NONE);
  BAD("kind 0", WITH_TWO);
  two[0].target = vyre_target_of((vyre_target_kind)9);
  BAD("kind 9", WITH_TWO);
#undef WITH_TWO
  end_refused(builder, &c);
}

int main(void) {
  ids_have_one_number();
  targets_survive_text_and_back();
  targets_that_are_none_are_refused();
  with_context(a_context_starts_with_core_and_io);
  with_context(dialects_are_listed);
  with_context(unknown_ops_are_no_error);
  an_op_keeps_all_that_was_said();
  reference_functions_run();
  lowerings_are_data_or_built_once();
  with_context(wrong_descriptions_are_refused);
  with_context(wrong_lowerings_are_refused);
  return finish();
}
