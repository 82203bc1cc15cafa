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
  REFUSES("|id| has 3 bytes", vyre_op_id_intern(broken, &next));
  CHECK_EQUAL(0, next);
}

static void targets_survive_text_and_back(void) {
  const struct {
    vyre_target target;
    const char* aot;
  } all[] = {
      {vyre_target_of(VYRE_TARGET_PTX), "secondary_text"},
      {vyre_target_of(VYRE_TARGET_SPIRV), "spv"},
      {vyre_target_of(VYRE_TARGET_PRIMARY_TEXT), "primary_text"},
      {vyre_target_of(VYRE_TARGET_PRIMARY_BINARY), "primary_binary"},
      {vyre_target_of(VYRE_TARGET_SECONDARY_TEXT), "secondary_text"},
      {vyre_target_of(VYRE_TARGET_NATIVE_MODULE), "native_module"},
      {vyre_target_of(VYRE_TARGET_REFERENCE), "reference_backend"},
      {vyre_target_extension(vyre_str("acme")), "acme"},
      {vyre_target_extension(vyre_str("spv")), "spv"},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    char text[64];
    size_t size = 0;
    vyre_target back = vyre_target_of(0);
    const vyre_target target = all[i].target;
    OK(vyre_target_text(target, text, sizeof text, &size));
    OK(vyre_target_parse((vyre_string){text, size}, &back));
    CHECK_EQUAL(target.kind, back.kind);
    CHECK(back.extension.size == target.extension.size);
    CHECK(contains(back.extension, target.extension.size == 0 ? "" : target.extension.data));
    CHECK(equals(vyre_target_aot_id(target), all[i].aot));
  }
  size_t size = 0;
  char little[3];
  OK(vyre_target_text(all[0].target, NULL, 0, &size));
  CHECK_EQUAL(3, size);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_target_text(all[1].target, little, sizeof little, &size));
  CHECK_EQUAL(5, size);
}

static void targets_that_are_none_are_refused(void) {
  vyre_target target = vyre_target_of(99);
  size_t size = 9;
  REFUSES("kind 99", vyre_target_text(target, NULL, 0, &size));
  CHECK_EQUAL(0, size);
  CHECK_EQUAL(0, vyre_target_aot_id(target).size);
  target = vyre_target_of(VYRE_TARGET_PTX);
  target.reserved = 1;
  REFUSES("reserved 1", vyre_target_text(target, NULL, 0, &size));
  target = vyre_target_extension(vyre_str("acme"));
  target.kind = VYRE_TARGET_PTX;
  REFUSES("extension of 4", vyre_target_text(target, NULL, 0, &size));
  target.kind = VYRE_TARGET_EXTENSION;
  REFUSES("'cuda'", vyre_target_parse(vyre_str("cuda"), &target));
  CHECK_EQUAL(0, target.kind);
}

/* ---- What a registry holds ---- */

static void a_context_starts_with_core_and_io(vyre_context* context) {
  static const char* const ids[] = {"core.indirect_dispatch", "io.dma_from_nvme",
                                    "io.write_back_to_nvme", "mem.unmap", "mem.zerocopy_map"};
  vyre_registry* registry = current(context);
  CHECK_EQUAL(5, vyre_registry_op_count(registry));
  for (size_t i = 0; i < 5; ++i) {
    const vyre_op* op = vyre_registry_op(registry, i);
    const vyre_op_info info = info_of(op);
    CHECK(equals(info.id, ids[i]));
    CHECK(equals(info.dialect, i == 0 ? "core" : "io"));
    CHECK_EQUAL(VYRE_CATEGORY_INTRINSIC, info.category);
    CHECK_EQUAL(0, info.attribute_count + info.law_count + info.lowering_count + info.flags);
    CHECK_EQUAL(VYRE_LOWERING_SENTINEL,
                vyre_op_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
    CHECK(vyre_registry_find(registry, vyre_str(ids[i])) == op);
    CHECK(vyre_registry_lookup(registry, info.number) == op);
  }
  const vyre_op* dma = vyre_registry_find(registry, vyre_str("io.dma_from_nvme"));
  CHECK(equals(vyre_op_input(dma, 1).name, "offset"));
  CHECK(equals(vyre_op_input(dma, 1).type, "u64"));
  CHECK(equals(vyre_op_output(dma, 0).type, "GpuBufferHandle"));
  CHECK_EQUAL(0, vyre_op_input(dma, 3).name.size + vyre_op_output(dma, 1).name.size);
  CHECK(vyre_registry_op(registry, 5) == NULL);
  vyre_registry_destroy(registry);
}

static void unknown_ops_are_no_error(vyre_context* context) {
  vyre_registry* registry = current(context);
  vyre_op_id elsewhere = 0;
  OK(vyre_op_id_intern(vyre_str("capi.elsewhere"), &elsewhere));
  CHECK(vyre_registry_lookup(registry, 0) == NULL);
  CHECK(vyre_registry_lookup(registry, elsewhere) == NULL);
  CHECK(vyre_registry_lookup(registry, UINT32_MAX) == NULL);
  CHECK(vyre_registry_find(registry, vyre_str("capi.elsewhere")) == NULL);
  CHECK(vyre_registry_find(registry, vyre_str("")) == NULL);
  for (int32_t kind = -1; kind <= VYRE_TARGET_EXTENSION + 1; ++kind) {
    CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_lowering(NULL, vyre_target_of(kind)));
  }
  vyre_registry_destroy(registry);
}

/* ---- Callbacks of the host ---- */

static vyre_error* write_id_and_target(void* user, vyre_string id, vyre_target target,
                                       vyre_writer* writer) {
  calls* c = (calls*)user;
  ++c->made;
  if (c->fail_times-- > 0) {
    return vyre_error_create(VYRE_ERROR_NOT_FOUND, vyre_str("not yet. Fix: wait"));
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
  const vyre_op_info info = info_of(op);
  CHECK(equals(info.id, "capi.add") && equals(info.dialect, "test") && info.source.size == 0);
  CHECK_EQUAL(VYRE_OP_BYTES_EXTRACTION | VYRE_OP_REFERENCE, info.flags);
  CHECK_EQUAL(VYRE_CATEGORY_EXTENSION, info.category);
  CHECK_EQUAL(vyre_op_id_find(vyre_str("capi.add")), info.number);
  CHECK_EQUAL(2, info.input_count);
  CHECK_EQUAL(1, info.output_count);
  CHECK_EQUAL(1, info.attribute_count);
  CHECK_EQUAL(2, info.law_count);
  CHECK(equals(vyre_op_input(op, 1).name, "b") && equals(vyre_op_output(op, 0).name, "sum"));
  CHECK(equals(vyre_op_attribute(op, 0).name, "mode"));
  CHECK(equals(vyre_op_attribute(op, 0).default_value, "wrap"));
  CHECK(equals(vyre_op_law(op, 1), "associative"));
  CHECK_EQUAL(0, vyre_op_attribute(op, 1).name.size + vyre_op_law(op, 2).size);
  CHECK_EQUAL(VYRE_LOWERING_REFERENCE, vyre_op_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE)));
  CHECK_EQUAL(6, vyre_registry_op_count(registry));
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
  uint32_t sum = 0;
  size_t size = 0;
  OK(vyre_op_run_reference(op, arguments, sizeof arguments, &sum, sizeof sum, &size));
  CHECK_EQUAL(42, sum);
  CHECK_EQUAL(4, size);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_op_run_reference(op, arguments, sizeof arguments, &sum, 3, &size));
  FAILS(VYRE_ERROR_UNKNOWN, "function of op 'capi.add': wants two numbers",
        vyre_op_run_reference(op, arguments, 4, &sum, sizeof sum, &size));
  CHECK_EQUAL(0, size);
  const vyre_op* unmap = vyre_registry_find(registry, vyre_str("mem.unmap"));
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "'mem.unmap' has no reference function; it was given 8",
        vyre_op_run_reference(unmap, arguments, 8, &sum, sizeof sum, &size));
  CHECK_EQUAL(3, c.made);
  vyre_registry_destroy(registry);
  CHECK_EQUAL(1, c.destroyed);
}

static void lowerings_are_data_or_built_once(void) {
  calls c = {0, 0, 1};
  vyre_context* context = make_context();
  vyre_lowering lowerings[2];
  memset(lowerings, 0, sizeof lowerings);
  lowerings[0].target = vyre_target_extension(vyre_str("acme"));
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
  const vyre_target acme = vyre_target_extension(vyre_str("acme"));
  CHECK_EQUAL(2, info_of(op).lowering_count);
  CHECK_EQUAL(VYRE_TARGET_PRIMARY_TEXT, vyre_op_target(op, 0).kind);
  CHECK(equals(vyre_op_target(op, 1).extension, "acme"));
  CHECK_EQUAL(0, vyre_op_target(op, 2).kind);
  CHECK_EQUAL(VYRE_LOWERING_DATA, vyre_op_lowering(op, lowerings[1].target));
  CHECK_EQUAL(VYRE_LOWERING_BUILDER, vyre_op_lowering(op, acme));
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_lowering(op, vyre_target_of(VYRE_TARGET_SPIRV)));
  CHECK_EQUAL(VYRE_LOWERING_NONE, vyre_op_lowering(op, vyre_target_extension(vyre_str("acm"))));

  char bytes[32];
  size_t size = 0;
  OK(vyre_op_get_lowering(op, lowerings[1].target, bytes, sizeof bytes, &size));
  CHECK(equals((vyre_string){bytes, size}, "fn main() {}"));
  FAILS(VYRE_ERROR_NOT_FOUND, "lowering function of op 'capi.lowered': not yet",
        vyre_op_get_lowering(op, acme, bytes, sizeof bytes, &size));
  for (int i = 0; i < 3; ++i) {
    OK(vyre_op_get_lowering(op, acme, bytes, sizeof bytes, &size));
    CHECK(equals((vyre_string){bytes, size}, "capi.loweredacme"));
  }
  CHECK_EQUAL(2, c.made); /* failed, made, kept */
  FAILS(VYRE_ERROR_NOT_FOUND, "'capi.lowered' has no bytes for the target 'spirv'",
        vyre_op_get_lowering(op, vyre_target_of(VYRE_TARGET_SPIRV), NULL, 0, &size));
  FAILS(VYRE_ERROR_NOT_FOUND, "'reference_backend'",
        vyre_op_get_lowering(op, vyre_target_of(VYRE_TARGET_REFERENCE), NULL, 0, &size));
  vyre_registry_destroy(registry);
  vyre_context_destroy(context);
  CHECK_EQUAL(1, c.destroyed);
}

static void errors_of_the_host_have_a_fix(void) {
  vyre_error* plain = vyre_error_create(VYRE_ERROR_TIMED_OUT, vyre_str("too slow"));
  CHECK_EQUAL(VYRE_ERROR_TIMED_OUT, vyre_error_code(plain));
  CHECK(contains(vyre_error_text(plain), "too slow. Fix: "));
  vyre_error_destroy(plain);
  vyre_error* whole = vyre_error_create(0, vyre_str("a. Fix: b"));
  CHECK_EQUAL(VYRE_ERROR_UNKNOWN, vyre_error_code(whole));
  CHECK(equals(vyre_error_text(whole), "a. Fix: b"));
  vyre_error_destroy(whole);
}

/* ---- Descriptions ---- */

static void wrong_descriptions_are_refused(vyre_context* context) {
  calls c = {0, 0, 0};
  vyre_registry_builder* builder = make_builder(context);
  vyre_lowering two[2];
  memset(two, 0, sizeof two);
  two[0].target = two[1].target = vyre_target_of(VYRE_TARGET_PTX);
  two[0].data = two[1].data = "ptx";
  two[0].size = two[1].size = 3;
#define REFUSED(code, part, change)                               \
  do {                                                            \
    vyre_op_desc desc = add_desc(&c);                             \
    change;                                                       \
    FAILS(code, part, vyre_registry_builder_add(builder, &desc)); \
  } while (0)
#define BAD(part, change) REFUSED(VYRE_ERROR_INVALID_ARGUMENT, part, change)
  BAD("vyre_op_desc.struct_size is 8", desc.struct_size = 8);
  BAD("vyre_op_desc.flags is 2", desc.flags = VYRE_OP_REFERENCE);
  BAD("vyre_op_desc.reserved is 1", desc.reserved = 1);
  BAD("category is 4", desc.category = 4);
  BAD("|inputs| is NULL and has 2 entries", desc.inputs = NULL);
  BAD("|outputs| has 18446744073709551615 entries, more than memory", desc.output_count = SIZE_MAX);
  BAD("no |reference|", desc.reference = NULL);
  BAD("|dialect| has 4 bytes at a null pointer", desc.dialect.data = NULL);
#define WITH_TWO (desc.lowerings = two, desc.lowering_count = 2)
  REFUSED(VYRE_ERROR_ALREADY_REGISTERED, "'capi.add' has two lowerings for 'ptx'", WITH_TWO);
  two[0].build = write_id_and_target;
  BAD("both of |data| and |build|", WITH_TWO);
  two[0].build = NULL;
  two[0].data = NULL;
  two[0].size = 0;
  BAD("none of |data| and |build|", WITH_TWO);
  two[0].target = vyre_target_of(VYRE_TARGET_REFERENCE);
  two[0].data = "x";
  two[0].size = 1;
  BAD("VYRE_TARGET_REFERENCE", WITH_TWO);
  two[0].target = vyre_target_of(0);
  BAD("kind 0", WITH_TWO);
#undef WITH_TWO
#undef BAD
#undef REFUSED
  CHECK_EQUAL(0, c.destroyed); /* still the caller's */
  vyre_registry* registry = NULL;
  OK(vyre_registry_builder_finish(builder, &registry));
  CHECK_EQUAL(0, vyre_registry_op_count(registry)); /* nothing half-added */
  vyre_registry_destroy(registry);
  vyre_registry_builder_destroy(builder);
}

int main(void) {
  ids_have_one_number();
  targets_survive_text_and_back();
  targets_that_are_none_are_refused();
  with_context(a_context_starts_with_core_and_io);
  with_context(unknown_ops_are_no_error);
  an_op_keeps_all_that_was_said();
  reference_functions_run();
  lowerings_are_data_or_built_once();
  errors_of_the_host_have_a_fix();
  with_context(wrong_descriptions_are_refused);
  return finish();
}
