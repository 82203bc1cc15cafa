/* Programs built call by call: equal to those read from JSON, mistakes named where they are made,
 * and a run on a backend. */
#include "capi/support/check.h"

#define TEXT(literal) vyre_str(literal)

static vyre_context* context;
static vyre_builder* b;

static void check_same(const char* json) {
  vyre_program* built = NULL;
  static char built_text[1 << 16], read_text[1 << 16];
  size_t built_size = 0, read_size = 0;
  OK(vyre_builder_finish(b, &built));
  vyre_program* read = program_of(context, json);
  OK(vyre_program_to_json(built, built_text, sizeof built_text, &built_size));
  OK(vyre_program_to_json(read, read_text, sizeof read_text, &read_size));
  if (built_size != read_size || memcmp(built_text, read_text, read_size) != 0) {
    printf("built:\n%.*s\nread:\n%.*s\n", (int)built_size, built_text, (int)read_size, read_text);
    ++failures;
  }
  vyre_program_destroy(built);
  vyre_program_destroy(read);
}

static void declare(const char* name, uint32_t slot, uint32_t access, uint32_t memory,
                    uint32_t count) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  desc.name = vyre_str(name);
  desc.slot = slot;
  desc.access = access;
  desc.memory = memory;
  desc.element_count = count;
  vyre_builder_declare(b, &desc);
}

static vyre_expr number(uint32_t value) { return vyre_builder_u32(b, value); }
static vyre_expr binary(uint32_t op, vyre_expr left, vyre_expr right) {
  return vyre_builder_binary(b, op, left, right);
}

static vyre_expr truth(int value) { return vyre_builder_boolean(b, value); }
static vyre_expr let(const char* name, vyre_expr value) {
  return vyre_builder_let(b, vyre_str(name), value);
}
static vyre_expr load(const char* buffer, vyre_expr index) {
  return vyre_builder_load(b, vyre_str(buffer), index);
}
static void store(const char* buffer, vyre_expr index, vyre_expr value) {
  vyre_builder_store(b, vyre_str(buffer), index, value);
}

static void buffers_and_statements_equal_their_json(void) {
  declare("log", 7, VYRE_ACCESS_WRITE_ONLY, VYRE_MEMORY_GLOBAL, 16);
  declare("total", 2, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 1);
  declare("in", 5, VYRE_ACCESS_READ_ONLY, VYRE_MEMORY_READONLY, 16);
  declare("scale", 1, VYRE_ACCESS_UNIFORM, VYRE_MEMORY_UNIFORM, 1);
  declare("seen", 3, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_PERSISTENT, 1);
  vyre_builder_declare_shared(b, TEXT("part"), TEXT("U32"), 16);
  vyre_builder_set_workgroup(b, 16, 1, 1);
  const vyre_expr i = let("i", vyre_builder_id(b, VYRE_ID_LOCAL, 0));
  const vyre_expr v = let("v", load("in", i));
  store("log", i, v);
  store("part", i, binary(VYRE_BINARY_MUL, v, load("scale", number(0))));
  vyre_builder_barrier(b, VYRE_ORDERING_SEQ_CST);
  vyre_builder_begin_if(b, binary(VYRE_BINARY_EQ, i, number(0)));
  let("sum", load("total", number(0)));
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), number(16));
  const vyre_expr sum = vyre_builder_local(b, TEXT("sum"));
  vyre_builder_assign(b, TEXT("sum"), binary(VYRE_BINARY_ADD, sum, load("part", k)));
  vyre_builder_end(b);
  store("total", number(0), sum);
  const vyre_expr seen = load("seen", number(0));
  store("seen", number(0), binary(VYRE_BINARY_ADD, seen, number(1)));
  vyre_builder_end(b);
  check_same(kRoles);
}

static void every_expression_equals_its_json(void) {
  vyre_builder_set_entry(b, TEXT("test.all"));
  vyre_builder_declare_input(b, 0, TEXT("a"), TEXT("F32"));
  vyre_builder_declare_output(b, 1, TEXT("o"), TEXT("U32"));
  const vyre_expr zero = number(0);
  let("s", vyre_builder_select(b, truth(7), vyre_builder_i32(b, -3),
                               vyre_builder_cast(b, TEXT("I32"), zero)));
  let("f", vyre_builder_fma(b, vyre_builder_f32(b, 0.5f), load("a", zero),
                            vyre_builder_unary(b, VYRE_UNARY_SQRT, vyre_builder_f32(b, 2.0f))));
  let("x", vyre_builder_atomic(b, VYRE_ATOMIC_COMPARE_EXCHANGE, VYRE_ORDERING_ACQ_REL, TEXT("o"),
                               zero, number(1), number(2)));
  let("y", vyre_builder_atomic(b, VYRE_ATOMIC_ADD, VYRE_ORDERING_RELAXED, TEXT("o"), zero, 0,
                               vyre_builder_length(b, TEXT("a"))));
  let("g", vyre_builder_id(b, VYRE_ID_INVOCATION, 1));
  let("w", vyre_builder_id(b, VYRE_ID_WORKGROUP, 2));
  let("l", vyre_builder_id(b, VYRE_ID_SUBGROUP, 0));
  let("n", vyre_builder_id(b, VYRE_ID_SUBGROUP_SIZE, 0));
  let("p", vyre_builder_subgroup(b, VYRE_SUBGROUP_ADD, number(5), 0));
  let("q", vyre_builder_subgroup(b, VYRE_SUBGROUP_SHUFFLE, number(5), zero));
  let("r", vyre_builder_subgroup(b, VYRE_SUBGROUP_BALLOT, truth(0), 0));
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
  declare("a", 0, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 0);
  declare("c", 1, VYRE_ACCESS_READ_WRITE, VYRE_MEMORY_GLOBAL, 0);
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
  vyre_builder_indirect_dispatch(b, TEXT("c"), 12);
  vyre_builder_async_load(b, TEXT("a"), TEXT("c"), number(0), number(4), TEXT("copy"));
  vyre_builder_async_store(b, TEXT("c"), TEXT("a"), number(4), number(8), TEXT("back"));
  vyre_builder_async_wait(b, TEXT("copy"));
  vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_REDUCE, VYRE_REDUCE_MAX, TEXT("a"), TEXT(""), 0,
                          1);
  vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_GATHER, 0, TEXT("a"), TEXT("c"), 0, 2);
  vyre_builder_collective(b, VYRE_COLLECTIVE_REDUCE_SCATTER, VYRE_REDUCE_SUM, TEXT("a"), TEXT("c"),
                          0, 3);
  vyre_builder_collective(b, VYRE_COLLECTIVE_BROADCAST, 0, TEXT("a"), TEXT(""), 5, 4);
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

/* Ends the program under construction, which has to be one with a mistake that says |part|. */
static void expect_mistake(const char* part, int line) {
  vyre_program* program = NULL;
  check_fails(vyre_builder_status(b), VYRE_ERROR_INVALID_ARGUMENT, part, __FILE__, line);
  CHECK_EQUAL(0, number(1)); /* nothing goes on */
  check_fails(vyre_builder_finish(b, &program), VYRE_ERROR_INVALID_ARGUMENT, part, __FILE__, line);
  CHECK(program == NULL);
  OK(vyre_builder_status(b)); /* it begins anew */
  vyre_builder_declare_input(b, 0, TEXT("a"), TEXT("U32"));
  vyre_builder_declare_output(b, 1, TEXT("o"), TEXT("U32"));
}
#define MISTAKE(part, call)           \
  do {                                \
    call;                             \
    expect_mistake((part), __LINE__); \
  } while (0)

static void mistakes_name_the_call_and_the_place(void) {
  vyre_builder_declare_input(b, 0, TEXT("a"), TEXT("U32"));
  vyre_builder_begin_if(b, truth(1));
  vyre_builder_return(b);
  vyre_builder_begin_else(b);
  MISTAKE("vyre_builder_load at body[0].otherwise[0]: buffer 'x' is not declared",
          CHECK_EQUAL(0, load("x", number(0))));
  const vyre_expr sum = binary(VYRE_BINARY_ADD, number(1), number(2));
  store("o", number(0), sum);
  MISTAKE("vyre_builder_store at body[1]: operand 2 is expression", store("o", number(1), sum));
  MISTAKE("operand 2 is expression 4711 and the builder has", store("o", number(0), 4711));
  MISTAKE("operand 1 is expression 0", store("o", 0, number(0)));
}

static void names_and_numbers_are_checked(void) {
  MISTAKE("no operator of two operands has the number 127", binary(0x7F, number(1), number(2)));
  MISTAKE("no operator of one operand has the number 0", vyre_builder_unary(b, 0, number(1)));
  MISTAKE("no atomic operation has the number 12",
          vyre_builder_atomic(b, 0x0C, VYRE_ORDERING_RELAXED, TEXT("o"), number(0), 0, number(1)));
  MISTAKE("no memory ordering has the number 9",
          vyre_builder_atomic(b, VYRE_ATOMIC_ADD, 9, TEXT("o"), number(0), 0, number(1)));
  MISTAKE("no memory ordering has the number 6", vyre_builder_barrier(b, 6));
  MISTAKE("no id has the number 0", vyre_builder_id(b, 0, 0));
  MISTAKE("axis 3", vyre_builder_id(b, VYRE_ID_LOCAL, 3));
  MISTAKE("axis 1 of an id of the subgroup", vyre_builder_id(b, VYRE_ID_SUBGROUP, 1));
  MISTAKE("no subgroup operation has the number 4", vyre_builder_subgroup(b, 4, number(1), 0));
  MISTAKE("is the lane of an operation that has none",
          vyre_builder_subgroup(b, VYRE_SUBGROUP_ADD, number(1), number(2)));
  MISTAKE("F33", vyre_builder_cast(b, TEXT("F33"), number(1)));
  MISTAKE("no collective has the number 5",
          vyre_builder_collective(b, 5, 0, TEXT("a"), TEXT("o"), 0, 0));
  MISTAKE("no reduction has the number 7",
          vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_REDUCE, 7, TEXT("a"), TEXT(""), 0, 0));
  MISTAKE("an exchange that does not reduce",
          vyre_builder_collective(b, VYRE_COLLECTIVE_BROADCAST, 1, TEXT("a"), TEXT(""), 0, 0));
  const vyre_string nowhere = {NULL, 3};
  MISTAKE("null pointer", vyre_builder_async_wait(b, nowhere));
  MISTAKE("payload", vyre_builder_opaque(b, TEXT("k"), NULL, 3));
  MISTAKE("|arguments| is NULL", vyre_builder_call(b, TEXT("k"), NULL, 1));
}

static void blocks_and_locals_are_checked(void) {
  MISTAKE("vyre_builder_end at body[0]: an end where nothing is open", vyre_builder_end(b));
  vyre_builder_begin_block(b);
  MISTAKE("an else that belongs to no if", vyre_builder_begin_else(b));
  vyre_builder_begin_block(b);
  const vyre_expr inner = let("x", number(1));
  vyre_builder_end(b);
  MISTAKE("local 'x' is not bound here", store("o", number(0), inner));
  MISTAKE("local 'y' is not bound here", vyre_builder_assign(b, TEXT("y"), number(1)));
  vyre_program* program = NULL;
  vyre_builder_begin_block(b);
  REFUSES("1 blocks are open", vyre_builder_finish(b, &program));
  vyre_builder_declare_input(b, 0, TEXT("a"), TEXT("U32"));
  load("a", number(0));
  REFUSES("a load, is used by no statement", vyre_builder_finish(b, &program));
  CHECK(program == NULL);
}

static void buffers_are_checked(void) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  MISTAKE("vyre_builder_declare at body[0]: |desc| is NULL", vyre_builder_declare(b, NULL));
  MISTAKE("buffer 'a' is declared already",
          vyre_builder_declare_input(b, 2, TEXT("a"), TEXT("U32")));
  MISTAKE("U33", vyre_builder_declare_input(b, 2, TEXT("z"), TEXT("U33")));
  desc.access = 5;
  MISTAKE("access 5", vyre_builder_declare(b, &desc));
  desc.access = 0;
  desc.output_end = 4;
  MISTAKE("without its bit", vyre_builder_declare(b, &desc));
  desc.output_end = 0;
  desc.flags = VYRE_BUFFER_READ_BACK;
  MISTAKE("vyre_buffer_desc.flags", vyre_builder_declare(b, &desc));
  desc.flags = 0;
  desc.struct_size = 3;
  MISTAKE("vyre_buffer_desc", vyre_builder_declare(b, &desc));
}

static void output_ranges_are_kept(void) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  desc.name = TEXT("o");
  desc.element = TEXT("F32");
  desc.element_count = 8;
  desc.access = VYRE_ACCESS_READ_WRITE;
  desc.flags = VYRE_BUFFER_IS_OUTPUT | VYRE_BUFFER_LIVE_OUT | VYRE_BUFFER_OUTPUT_RANGE;
  desc.output_start = 4;
  desc.output_end = 16;
  vyre_builder_declare(b, &desc);
  vyre_program* program = NULL;
  OK(vyre_builder_finish(b, &program));
  vyre_buffer_info info = VYRE_BUFFER_INFO_INIT;
  OK(vyre_program_get_buffer(program, 0, &info));
  CHECK(equals(info.element, "F32"));
  CHECK_EQUAL(8, info.element_count);
  CHECK_EQUAL(4, info.output_start);
  CHECK_EQUAL(16, info.output_end);
  vyre_program_destroy(program);
}

static void null_is_no_builder(void) {
  vyre_program* program = NULL;
  CHECK_EQUAL(0, vyre_builder_u32(NULL, 1));
  vyre_builder_end(NULL);
  REFUSES("builder", vyre_builder_status(NULL));
  REFUSES("builder", vyre_builder_finish(NULL, &program));
  REFUSES("result is NULL", vyre_builder_finish(b, NULL));
  vyre_builder* none = b;
  REFUSES("context", vyre_builder_create(NULL, &none));
  CHECK(none == NULL);
  vyre_builder_destroy(NULL);
}

static void what_is_built_runs(const char* backend_id) {
  const vyre_context_desc desc = validated();
  fixture f = open_fixture(&desc, backend_id);
  vyre_builder* builder = NULL;
  OK(vyre_builder_create(f.context, &builder));
  vyre_builder_set_workgroup(builder, 64, 1, 1);
  vyre_builder_declare_input(builder, 0, TEXT("a"), TEXT("F32"));
  vyre_builder_declare_output(builder, 1, TEXT("o"), TEXT("F32"));
  const vyre_expr i = vyre_builder_id(builder, VYRE_ID_INVOCATION, 0);
  const vyre_expr twice =
      vyre_builder_binary(builder, VYRE_BINARY_MUL, vyre_builder_load(builder, TEXT("a"), i),
                          vyre_builder_f32(builder, 2));
  vyre_builder_store(builder, TEXT("o"), i, twice);
  OK(vyre_builder_finish(builder, &f.program));
  OK(vyre_pipeline_create(f.backend, f.program, NULL, &f.pipeline));
  float input[100], output[100];
  for (int k = 0; k < 100; ++k) input[k] = (float)k + 0.25f;
  const vyre_binding bindings[] = {vyre_bind_input(0, input, sizeof input),
                                   vyre_bind_output(1, output, sizeof output)};
  size_t size = 0;
  OK(vyre_program_encode(f.program, NULL, 0, &size));
  OK(vyre_dispatch(f.pipeline, bindings, 2, NULL, NULL));
  for (int k = 0; k < 100; ++k) CHECK(output[k] == 2 * input[k]);
  vyre_builder_destroy(builder);
  destroy_fixture(&f);
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  OK(vyre_builder_create(context, &b));
  buffers_and_statements_equal_their_json();
  every_expression_equals_its_json();
  every_statement_equals_its_json();
  mistakes_name_the_call_and_the_place();
  vyre_builder_destroy(b); /* with a program under construction */
  OK(vyre_builder_create(context, &b));
  names_and_numbers_are_checked();
  blocks_and_locals_are_checked();
  buffers_are_checked();
  vyre_builder_destroy(b);
  OK(vyre_builder_create(context, &b));
  output_ranges_are_kept();
  null_is_no_builder();
  vyre_builder_destroy(b);
  vyre_context_destroy(context);
  what_is_built_runs("cpu-ref");
  what_is_built_runs("vulkan");
  return finish();
}
