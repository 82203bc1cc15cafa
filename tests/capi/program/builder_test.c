/* Programs built call by call: equal to those read from JSON; what becomes of expressions. */
#include "capi/support/check.h"
#include "vyre_driver_builder.h"

#define TEXT(literal) vyre_str(literal)

static vyre_context* context;
static vyre_builder* b;

static vyre_program* finished(void) {
  vyre_program* program = NULL;
  OK(vyre_builder_finish(b, &program));
  return program;
}

static void check_same(const char* json) {
  vyre_program *built = finished(), *read = NULL;
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.semantics = VYRE_SEMANTICS_V0_7; /* those of built programs */
  OK(vyre_program_load(context, json, strlen(json), &desc, &read));
  vyre_blob *built_text = save(built, VYRE_FORMAT_JSON), *read_text = save(read, VYRE_FORMAT_JSON);
  if (!same_bytes(built_text, read_text)) {
    printf("built:\n%s\nread:\n%s\n", text_of(built_text).data, text_of(read_text).data);
    ++failures;
  }
  vyre_blob_destroy(built_text);
  vyre_blob_destroy(read_text);
  vyre_program_destroy(built);
  vyre_program_destroy(read);
}

static vyre_parameter declare(const char* name, uint32_t slot, vyre_access access,
                              vyre_memory_kind memory, uint32_t count) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.type = VYRE_TYPE_U32;
  desc.slot = slot;
  desc.access = access;
  desc.memory = memory;
  desc.element_count = count;
  return vyre_builder_declare(b, &desc);
}

static vyre_expr number(uint32_t value) { return vyre_builder_u32(b, value); }
static vyre_expr truth(uint32_t value) { return vyre_builder_bool(b, value); }
static vyre_expr let(const char* name, vyre_expr value) {
  return vyre_builder_let(b, vyre_str(name), value);
}
static vyre_expr load(vyre_parameter array, vyre_expr index) {
  return vyre_builder_load(b, array, index);
}
static void store(vyre_parameter array, vyre_expr index, vyre_expr value) {
  vyre_builder_store(b, array, index, value);
}

/* ---- Equal to JSON ---- */

static void parameters_and_statements_equal_their_json(void) {
  const vyre_parameter log = declare("log", 7, VYRE_ACCESS_WRITE_ONLY, VYRE_MEMORY_GLOBAL, 16);
  const vyre_parameter total = declare("total", 2, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 1);
  const vyre_parameter in = declare("in", 5, VYRE_ACCESS_READ_ONLY, VYRE_MEMORY_READONLY, 16);
  const vyre_parameter scale = declare("scale", 1, VYRE_ACCESS_UNIFORM, VYRE_MEMORY_UNIFORM, 1);
  const vyre_parameter seen = declare("seen", 3, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_PERSISTENT, 1);
  const vyre_parameter part = vyre_builder_shared(b, "part", VYRE_TYPE_U32, 16);
  vyre_builder_set_workgroup(b, 16, 1, 1);
  const vyre_expr i = let("i", vyre_builder_id(b, VYRE_ID_LOCAL, 0));
  const vyre_expr v = let("v", load(in, i));
  store(log, i, v);
  store(part, i, vyre_builder_mul(b, v, load(scale, number(0))));
  vyre_builder_barrier(b, VYRE_ORDERING_SEQ_CST);
  vyre_builder_begin_if(b, vyre_builder_binary(b, VYRE_BINARY_EQ, i, number(0)));
  const vyre_local sum = vyre_builder_local(b, TEXT("sum"), load(total, number(0)));
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), number(16));
  vyre_builder_assign(b, sum, vyre_builder_add(b, vyre_builder_get(b, sum), load(part, k)));
  vyre_builder_end(b);
  store(total, number(0), vyre_builder_get(b, sum));
  store(seen, number(0), vyre_builder_add(b, load(seen, number(0)), number(1)));
  vyre_builder_end(b);
  check_same(kRoles);
}

static void every_expression_equals_its_json(void) {
  vyre_builder_set_entry(b, TEXT("test.all"));
  const vyre_parameter a = vyre_builder_input(b, "a", VYRE_TYPE_F32);
  const vyre_parameter o = vyre_builder_output(b, "o", VYRE_TYPE_U32);
  const vyre_expr zero = number(0), none = vyre_expr_none();
  let("s", vyre_builder_select(b, truth(7), vyre_builder_i32(b, -3),
                               vyre_builder_cast(b, VYRE_TYPE_I32, zero)));
  let("f", vyre_builder_fma(b, vyre_builder_f32(b, 0.5f), load(a, zero),
                            vyre_builder_unary(b, VYRE_UNARY_SQRT, vyre_builder_f32(b, 2.0f))));
  let("x", vyre_builder_atomic(b, VYRE_ATOMIC_COMPARE_EXCHANGE, VYRE_ORDERING_ACQ_REL, o, zero,
                               number(1), number(2)));
  let("y", vyre_builder_atomic(b, VYRE_ATOMIC_ADD, VYRE_ORDERING_RELAXED, o, zero, none,
                               vyre_builder_length(b, a)));
  let("g", vyre_builder_id(b, VYRE_ID_INVOCATION, 1));
  let("w", vyre_builder_id(b, VYRE_ID_WORKGROUP, 2));
  let("l", vyre_builder_id(b, VYRE_ID_SUBGROUP, 0));
  let("n", vyre_builder_id(b, VYRE_ID_SUBGROUP_SIZE, 0));
  let("p", vyre_builder_subgroup(b, VYRE_SUBGROUP_ADD, number(5), none));
  let("q", vyre_builder_subgroup(b, VYRE_SUBGROUP_SHUFFLE, number(5), zero));
  let("r", vyre_builder_subgroup(b, VYRE_SUBGROUP_BALLOT, truth(0), none));
  const vyre_expr arguments[] = {number(1), zero};
  let("c", vyre_builder_call(b, TEXT("math.add"), arguments, 2));
  let("d", vyre_builder_call(b, TEXT("math.pi"), NULL, 0));
  let("e", vyre_builder_opaque(b, TEXT("test.kind"), "\1\2", 2));
  check_same(
      "{\"entry_op_id\": \"test.all\", \"buffers\": [{\"name\": \"a\", \"type\": \"F32\"},"
      "{\"name\": \"o\", \"type\": \"U32\", \"output\": true, \"live_out\": false}], \"body\": ["
      "{\"let\": \"s\", \"value\": {\"select\": [true, {\"i32\": -3},"
      " {\"cast\": \"I32\", \"value\": 0}]}},"
      "{\"let\": \"f\", \"value\": {\"fma\": [{\"f32\": 0.5}, {\"load\": \"a\", \"at\": 0},"
      " {\"sqrt\": {\"f32\": 2}}]}},"
      "{\"let\": \"x\", \"value\": {\"atomic\": \"compare_exchange\", \"buffer\": \"o\","
      " \"at\": 0, \"expected\": 1, \"value\": 2, \"ordering\": \"acq_rel\"}},"
      "{\"let\": \"y\", \"value\": {\"atomic\": \"add\", \"buffer\": \"o\", \"at\": 0,"
      " \"value\": {\"buf_len\": \"a\"}, \"ordering\": \"relaxed\"}},"
      "{\"let\": \"g\", \"value\": {\"invocation_id\": \"y\"}},"
      "{\"let\": \"w\", \"value\": {\"workgroup_id\": \"z\"}},"
      "{\"let\": \"l\", \"value\": {\"subgroup_local_id\": true}},"
      "{\"let\": \"n\", \"value\": {\"subgroup_size\": true}},"
      "{\"let\": \"p\", \"value\": {\"subgroup_add\": 5}},"
      "{\"let\": \"q\", \"value\": {\"subgroup_shuffle\": [5, 0]}},"
      "{\"let\": \"r\", \"value\": {\"subgroup_ballot\": false}},"
      "{\"let\": \"c\", \"value\": {\"call\": \"math.add\", \"args\": [1, 0]}},"
      "{\"let\": \"d\", \"value\": {\"call\": \"math.pi\"}},"
      "{\"let\": \"e\", \"value\": {\"opaque\": \"test.kind\", \"payload\": \"0102\"}}]}");
}

static void every_statement_equals_its_json(void) {
  const vyre_parameter a = declare("a", 0, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 0);
  const vyre_parameter c = declare("c", 1, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 0);
  const vyre_parameter none = {0};
  vyre_builder_begin_region(b, TEXT("test.region"));
  vyre_builder_begin_block(b);
  vyre_builder_begin_if(b, truth(1));
  vyre_builder_return(b);
  vyre_builder_begin_else(b);
  vyre_builder_trap(b, number(3), TEXT("t"));
  vyre_builder_end(b);
  vyre_builder_end(b);
  vyre_builder_barrier(b, VYRE_ORDERING_GRID_SYNC);
  vyre_builder_resume(b, TEXT("t"));
  vyre_builder_indirect_dispatch(b, c, 12);
  vyre_builder_async_load(b, a, c, number(0), number(4), TEXT("copy"));
  vyre_builder_async_store(b, c, a, number(4), number(8), TEXT("back"));
  vyre_builder_async_wait(b, TEXT("copy"));
  vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_REDUCE, VYRE_REDUCE_MAX, a, none, 0, 1);
  vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_GATHER, VYRE_REDUCE_NONE, a, c, 0, 2);
  vyre_builder_collective(b, VYRE_COLLECTIVE_REDUCE_SCATTER, VYRE_REDUCE_SUM, a, c, 0, 3);
  vyre_builder_collective(b, VYRE_COLLECTIVE_BROADCAST, VYRE_REDUCE_NONE, a, none, 5, 4);
  vyre_builder_opaque_statement(b, TEXT("test.kind"), "\3", 1);
  vyre_builder_end(b);
  check_same(
      "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"access\": \"read_write\"},"
      "{\"name\": \"c\", \"type\": \"U32\", \"access\": \"read_write\"}], \"body\": ["
      "{\"region\": \"test.region\", \"body\": [{\"block\": [{\"if\": true, \"then\": [\"return\"],"
      " \"else\": [{\"trap\": 3, \"tag\": \"t\"}]}]}, {\"barrier\": \"grid_sync\"},"
      "{\"resume\": \"t\"}, {\"indirect_dispatch\": \"c\", \"offset\": 12},"
      "{\"async_load\": \"a\", \"to\": \"c\", \"offset\": 0, \"size\": 4, \"tag\": \"copy\"},"
      "{\"async_store\": \"c\", \"to\": \"a\", \"offset\": 4, \"size\": 8, \"tag\": \"back\"},"
      "{\"async_wait\": \"copy\"}, {\"all_reduce\": \"a\", \"op\": \"max\", \"group\": 1},"
      "{\"all_gather\": \"a\", \"to\": \"c\", \"group\": 2},"
      "{\"reduce_scatter\": \"a\", \"to\": \"c\", \"op\": \"sum\", \"group\": 3},"
      "{\"broadcast\": \"a\", \"root\": 5, \"group\": 4},"
      "{\"opaque\": \"test.kind\", \"payload\": \"03\"}]}]}");
}

/* ---- Parameters, types, labels ---- */

static const vyre_program_info* info_of(const vyre_program* program) {
  return vyre_program_get_info(program);
}

static void returned_ranges_are_kept(void) {
  vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
  desc.name = TEXT("o");
  desc.type = VYRE_TYPE_F32;
  desc.element_count = 8;
  desc.access = VYRE_ACCESS_READ_WRITE;
  desc.flags =
      VYRE_PARAMETER_MARKED_OUTPUT | VYRE_PARAMETER_MARKED_LIVE_OUT | VYRE_PARAMETER_RETURNS_RANGE;
  desc.return_start = 4;
  desc.return_end = 16;
  vyre_builder_declare(b, &desc);
  vyre_program* program = finished();
  const vyre_parameter_info* info = info_of(program)->parameters[0];
  CHECK(equals(info->element, "F32"));
  CHECK_EQUAL(8, info->element_count);
  CHECK_EQUAL(4, info->return_start);
  CHECK_EQUAL(16, info->return_end);
  CHECK_EQUAL(desc.flags | VYRE_PARAMETER_RETURNED, info->flags);
  vyre_program_destroy(program);
}

static void types_have_their_number_or_one_of_the_builder(void) {
  const vyre_type vector = vyre_builder_type(b, TEXT("Vec<F32,4>"));
  CHECK_EQUAL(VYRE_TYPE_F32, vyre_builder_type(b, TEXT("F32")));
  CHECK_EQUAL(VYRE_TYPE_I64, vyre_builder_type(b, TEXT("I64")));
  CHECK(vector != 0 && vector == vyre_builder_type(b, TEXT("Vec<F32,4>")));
  vyre_builder_input(b, "v", vector);
  vyre_builder_uniform(b, "u", VYRE_TYPE_BF16);
  vyre_program* program = finished();
  const vyre_parameter_info *v = info_of(program)->parameters[0],
                            *u = info_of(program)->parameters[1];
  CHECK(equals(v->element, "Vec<F32,4>"));
  CHECK_EQUAL(16, v->element_bytes);
  CHECK_EQUAL(VYRE_ROLE_INPUT, v->role);
  CHECK_EQUAL(VYRE_TYPE_BF16, u->element_type);
  CHECK_EQUAL(1, u->element_count);
  CHECK_EQUAL(VYRE_ROLE_UNIFORM, u->role);
  vyre_program_destroy(program);
}

static void slots_are_the_next_free_ones(void) {
  const vyre_parameter second = declare("x", 1, VYRE_ACCESS_READ_ONLY, VYRE_MEMORY_READONLY, 0);
  const vyre_parameter first = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  const vyre_parameter shared = vyre_builder_shared(b, "s", VYRE_TYPE_U32, 4);
  const vyre_parameter third = vyre_builder_inout(b, "o", VYRE_TYPE_U32);
  const vyre_parameter none = {0};
  CHECK_EQUAL(1, vyre_builder_slot(b, second));
  CHECK_EQUAL(0, vyre_builder_slot(b, first));
  CHECK_EQUAL(2, vyre_builder_slot(b, third));
  CHECK_EQUAL(VYRE_UNKNOWN_U32, vyre_builder_slot(b, shared));
  CHECK_EQUAL(VYRE_UNKNOWN_U32, vyre_builder_slot(b, none));
  vyre_program* program = finished();
  CHECK_EQUAL(VYRE_UNKNOWN_U32, vyre_builder_slot(b, first)); /* from before */
  CHECK_EQUAL(2, info_of(program)->parameters[3]->slot);
  CHECK_EQUAL(VYRE_ROLE_INPUT_OUTPUT, info_of(program)->parameters[3]->role);
  CHECK_EQUAL(VYRE_ROLE_SHARED, info_of(program)->parameters[2]->role);
  vyre_program_destroy(program);
}

/* One alone gets the mark of the wire form; several stay without. */
static void outputs_are_returned(void) {
  vyre_builder_output(b, "o", VYRE_TYPE_U32);
  vyre_program* program = finished();
  CHECK_EQUAL(VYRE_PARAMETER_RETURNED | VYRE_PARAMETER_MARKED_OUTPUT,
              info_of(program)->parameters[0]->flags);
  CHECK_EQUAL(VYRE_ROLE_OUTPUT, info_of(program)->parameters[0]->role);
  vyre_program_destroy(program);
  vyre_builder_output(b, "o", VYRE_TYPE_U32);
  vyre_builder_output(b, "p", VYRE_TYPE_U32);
  program = finished();
  for (size_t i = 0; i < 2; ++i) {
    CHECK_EQUAL(VYRE_PARAMETER_RETURNED, info_of(program)->parameters[i]->flags);
    CHECK_EQUAL(VYRE_ROLE_INPUT_OUTPUT, info_of(program)->parameters[i]->role);
  }
  vyre_program_destroy(program);
}

static void labels_and_entries_are_of_one_program(void) {
  char label[] = "mine";
  vyre_builder_set_label(b, vyre_str(label));
  vyre_builder_set_entry(b, TEXT("math.add"));
  vyre_builder_set_workgroup(b, 4, 2, 1);
  memset(label, 'x', sizeof label - 1); /* it was copied */
  vyre_program* program = finished();
  CHECK(equals(info_of(program)->label, "mine") && equals(info_of(program)->entry, "math.add"));
  CHECK_EQUAL(2, info_of(program)->workgroup[1]);
  CHECK_EQUAL(VYRE_FORMAT_ANY, info_of(program)->format);
  vyre_program_destroy(program);
  program = finished(); /* as if new */
  CHECK(equals(info_of(program)->label, "") && equals(info_of(program)->entry, ""));
  CHECK_EQUAL(1, info_of(program)->workgroup[0]);
  CHECK_EQUAL(0, info_of(program)->parameter_count);
  vyre_program_destroy(program);
}

/* ---- What becomes of expressions ---- */

static int count_in(const vyre_blob* blob, const char* part) {
  int count = 0;
  for (const char* at = text_of(blob).data; (at = strstr(at, part)) != NULL; ++at) ++count;
  return count;
}

static vyre_blob* finished_json(void) {
  vyre_program* program = finished();
  vyre_blob* json = save(program, VYRE_FORMAT_JSON);
  OK(vyre_program_validate(program, NULL));
  vyre_program_destroy(program);
  return json;
}

static void an_expression_is_computed_once(void) {
  const vyre_parameter a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  const vyre_parameter o = vyre_builder_output(b, "o", VYRE_TYPE_U32);
  const vyre_expr i = vyre_builder_index(b);
  const vyre_expr square = vyre_builder_mul(b, load(a, i), number(3));
  store(o, i, vyre_builder_add(b, square, square));
  store(o, square, square);
  vyre_blob* json = finished_json();
  CHECK_EQUAL(1, count_in(json, "\"mul\""));
  CHECK_EQUAL(1, count_in(json, "\"let\"")); /* the builder keeps it */
  vyre_blob_destroy(json);
}

static void an_expression_that_is_used_once_needs_no_name(void) {
  const vyre_parameter o = vyre_builder_output(b, "o", VYRE_TYPE_U32);
  const vyre_expr i = vyre_builder_index(b);
  store(o, i, vyre_builder_mul(b, number(2), number(3)));
  vyre_blob* json = finished_json();
  CHECK_EQUAL(0, count_in(json, "\"let\""));
  vyre_blob_destroy(json);
}

static void an_expression_that_nobody_uses_leaves_no_trace(void) {
  const vyre_parameter a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  const vyre_parameter o = vyre_builder_inout(b, "o", VYRE_TYPE_U32);
  vyre_builder_mul(b, load(a, number(0)), number(3));
  vyre_builder_atomic(b, VYRE_ATOMIC_ADD, VYRE_ORDERING_RELAXED, o, number(0), vyre_expr_none(),
                      number(1));
  vyre_blob* json = finished_json();
  CHECK_EQUAL(0, count_in(json, "\"mul\"") + count_in(json, "\"load\""));
  CHECK_EQUAL(1, count_in(json, "\"atomic\"")); /* it happens all the same */
  vyre_blob_destroy(json);
}

static void made_up_names_are_of_their_own(void) {
  const vyre_parameter a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  const vyre_parameter o = vyre_builder_output(b, "o", VYRE_TYPE_U32);
  const vyre_expr named = let("_0", load(a, number(0)));
  const vyre_expr kept = load(a, number(1));
  const vyre_local variable = vyre_builder_local(b, TEXT(""), vyre_builder_add(b, kept, kept));
  vyre_builder_begin_loop(b, TEXT(""), number(0), number(4));
  vyre_builder_assign(b, variable, vyre_builder_add(b, vyre_builder_get(b, variable), named));
  vyre_builder_end(b);
  store(o, kept, vyre_builder_get(b, variable));
  vyre_blob_destroy(finished_json()); /* valid: no name is there twice */
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  OK(vyre_builder_create(context, &b));
  parameters_and_statements_equal_their_json();
  every_expression_equals_its_json();
  every_statement_equals_its_json();
  returned_ranges_are_kept();
  types_have_their_number_or_one_of_the_builder();
  slots_are_the_next_free_ones();
  outputs_are_returned();
  labels_and_entries_are_of_one_program();
  an_expression_is_computed_once();
  an_expression_that_is_used_once_needs_no_name();
  an_expression_that_nobody_uses_leaves_no_trace();
  made_up_names_are_of_their_own();
  number(1);
  vyre_builder_destroy(b); /* with a program under construction */
  vyre_context_destroy(context);
  return finish();
}
