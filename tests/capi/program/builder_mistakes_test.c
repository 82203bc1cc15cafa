/* Mistakes in building: kept in the builder, with the call, the place and the value. */
#include "capi/support/check.h"
#include "vyre_driver_builder.h"

#define TEXT(literal) vyre_str(literal)

static vyre_context* context;
static vyre_builder* b;
static vyre_parameter a, o; /* an input and an output */

static vyre_expr number(uint32_t value) { return vyre_builder_u32(b, value); }
static vyre_expr none(void) { return vyre_expr_none(); }
static void store(vyre_expr index, vyre_expr value) { vyre_builder_store(b, o, index, value); }

static void declare_both(void) {
  a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  o = vyre_builder_output(b, "o", VYRE_TYPE_U32);
}

/* Why there is no program so far; the caller's. */
static vyre_error* mistake(void) {
  vyre_error* error = NULL;
  OK(vyre_builder_get_error(b, &error));
  return error;
}

/* Ends the program under construction, which has to be one with a mistake that says |parts|. */
static void expect_mistake(vyre_error_code code, const char* parts, int line) {
  vyre_program* program = (vyre_program*)&failures;
  check_fails(mistake(), code, parts, __FILE__, line);
  CHECK_EQUAL(0, number(1).id); /* nothing goes on */
  CHECK_EQUAL(0, vyre_builder_input(b, "later", VYRE_TYPE_U32).id);
  vyre_builder_end(b);
  check_fails(mistake(), code, parts, __FILE__, line); /* the first one is kept */
  check_fails(vyre_builder_finish(b, &program), code, parts, __FILE__, line);
  CHECK(program == NULL);
  CHECK(mistake() == NULL); /* it begins anew */
  declare_both();
}
#define FAILED(code, parts, call)            \
  do {                                       \
    call;                                    \
    expect_mistake(code, (parts), __LINE__); \
  } while (0)
#define MISTAKE(parts, call) FAILED(VYRE_ERROR_INVALID_ARGUMENT, parts, call)

/* ---- Ids ---- */

static void mistakes_name_the_call_and_the_place(void) {
  const vyre_parameter no_array = {0};
  vyre_builder_begin_if(b, vyre_builder_bool(b, 1));
  vyre_builder_return(b);
  vyre_builder_begin_else(b);
  MISTAKE("vyre_builder_load at body[0].otherwise[0]: array is no parameter",
          CHECK_EQUAL(0, vyre_builder_load(b, no_array, number(0)).id));
  store(number(0), number(1));
  MISTAKE("vyre_builder_store at body[1]: value is no expression", store(number(1), none()));
  MISTAKE("vyre_builder_store at body[0]: index is no expression", store(none(), number(1)));
}

static void ids_of_others_are_told(void) {
  vyre_builder* other = NULL;
  vyre_expr far = number(1);
  OK(vyre_builder_create(context, &other));
  const vyre_expr foreign = vyre_builder_u32(other, 1);
  const vyre_parameter array = vyre_builder_input(other, "a", VYRE_TYPE_U32);
  const vyre_local local = vyre_builder_local(other, TEXT("v"), foreign);
  MISTAKE("vyre_builder_store|value|of another builder", store(number(0), foreign));
  MISTAKE("vyre_builder_load|array|of another builder", vyre_builder_load(b, array, number(0)));
  MISTAKE("vyre_builder_get|local|of another builder", vyre_builder_get(b, local));
  far = number(1);
  far.id += 1000;
  MISTAKE("vyre_builder_store|value|has made", store(number(0), far));
  vyre_builder_destroy(other);
}

static void ids_from_before_are_told(void) {
  const vyre_expr old = number(1);
  const vyre_parameter array = a;
  const vyre_local local = vyre_builder_local(b, TEXT("v"), old);
  vyre_program* program = NULL;
  OK(vyre_builder_finish(b, &program));
  vyre_program_destroy(program);
  declare_both();
  MISTAKE("from before vyre_builder_finish", store(number(0), old));
  MISTAKE("from before vyre_builder_finish", vyre_builder_length(b, array));
  MISTAKE("from before vyre_builder_finish", vyre_builder_assign(b, local, number(1)));
}

/* ---- Numbers and memory ---- */

static void numbers_are_checked(void) {
  MISTAKE("no operator of two operands has the number 127",
          vyre_builder_binary(b, (vyre_binary)127, number(1), number(2)));
  MISTAKE("no operator of one operand has the number 0",
          vyre_builder_unary(b, (vyre_unary)0, number(1)));
  MISTAKE("no atomic operation has the number 12",
          vyre_builder_atomic(b, (vyre_atomic)12, VYRE_ORDERING_RELAXED, o, number(0), none(),
                              number(1)));
  MISTAKE(
      "no memory ordering has the number 9",
      vyre_builder_atomic(b, VYRE_ATOMIC_ADD, (vyre_ordering)9, o, number(0), none(), number(1)));
  MISTAKE("no memory ordering has the number 6", vyre_builder_barrier(b, (vyre_ordering)6));
  MISTAKE("no id has the number 0", vyre_builder_id(b, (vyre_invocation_id)0, 0));
  MISTAKE("axis 3", vyre_builder_id(b, VYRE_ID_LOCAL, 3));
  MISTAKE("axis 1 of an id of the subgroup", vyre_builder_id(b, VYRE_ID_SUBGROUP, 1));
  MISTAKE("no subgroup operation has the number 10",
          vyre_builder_subgroup(b, (vyre_subgroup)10, number(1), none()));
  MISTAKE("lane", vyre_builder_subgroup(b, VYRE_SUBGROUP_ADD, number(1), number(2)));
  MISTAKE("lane", vyre_builder_subgroup(b, VYRE_SUBGROUP_SHUFFLE, number(1), none()));
  MISTAKE("vyre_builder_cast|type 0", vyre_builder_cast(b, (vyre_type)0, number(1)));
  MISTAKE("vyre_builder_cast|type 999", vyre_builder_cast(b, (vyre_type)999, number(1)));
  MISTAKE("vyre_builder_type|F33", CHECK_EQUAL(0, vyre_builder_type(b, TEXT("F33"))));
}

static void exchanges_are_checked(void) {
  const vyre_parameter no_array = {0};
  MISTAKE("no collective has the number 5",
          vyre_builder_collective(b, (vyre_collective)5, VYRE_REDUCE_NONE, a, o, 0, 0));
  MISTAKE(
      "no reduction has the number 7",
      vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_REDUCE, (vyre_reduce)7, o, no_array, 0, 0));
  MISTAKE(
      "an exchange that does not reduce",
      vyre_builder_collective(b, VYRE_COLLECTIVE_BROADCAST, VYRE_REDUCE_SUM, o, no_array, 0, 0));
  MISTAKE("destination",
          vyre_builder_collective(b, VYRE_COLLECTIVE_BROADCAST, VYRE_REDUCE_NONE, o, o, 0, 0));
  MISTAKE(
      "destination is no parameter",
      vyre_builder_collective(b, VYRE_COLLECTIVE_ALL_GATHER, VYRE_REDUCE_NONE, a, no_array, 0, 0));
}

static void strings_and_payloads_are_checked(void) {
  const vyre_string nowhere = {NULL, 3};
  MISTAKE("vyre_builder_async_wait|tag has 3 bytes at a null pointer",
          vyre_builder_async_wait(b, nowhere));
  MISTAKE("vyre_builder_set_label|label has 3 bytes", vyre_builder_set_label(b, nowhere));
  MISTAKE("vyre_builder_set_entry|op_id has 3 bytes", vyre_builder_set_entry(b, nowhere));
  MISTAKE("vyre_builder_let|name has 3 bytes", vyre_builder_let(b, nowhere, number(1)));
  MISTAKE("payload is NULL and has 3", vyre_builder_opaque(b, TEXT("k"), NULL, 3));
  MISTAKE("payload is NULL and has 3", vyre_builder_opaque_statement(b, TEXT("k"), NULL, 3));
  MISTAKE("arguments is NULL", vyre_builder_call(b, TEXT("k"), NULL, 1));
}

/* ---- Blocks ---- */

static void blocks_are_checked(void) {
  vyre_program* program = NULL;
  MISTAKE("vyre_builder_end at body[0]: an end where nothing is open", vyre_builder_end(b));
  vyre_builder_begin_block(b);
  MISTAKE("an else that belongs to no if", vyre_builder_begin_else(b));
  vyre_builder_begin_block(b);
  REFUSES("1 blocks are open|body[0]", vyre_builder_finish(b, &program));
  declare_both();
  vyre_builder_load(b, a, number(0)); /* nobody uses it */
  OK(vyre_builder_finish(b, &program));
  vyre_program_destroy(program);
  declare_both();
}

/* What was made inside a block ends with it. */
/* At once, and what comes behind it costs nothing: it is not 20,000 deep. */
static void blocks_too_deep_are_refused_where_they_begin(void) {
  for (int i = 0; i < 480; ++i) vyre_builder_begin_block(b);
  CHECK(mistake() == NULL);
  vyre_builder_begin_block(b);
  vyre_error* first = mistake();
  CHECK(first != NULL);
  for (int i = 0; i < 20000; ++i) vyre_builder_begin_block(b);
  expect_mistake(VYRE_ERROR_INVALID_ARGUMENT, "vyre_builder_begin_block at|deeper than 480",
                 __LINE__);
  vyre_error_destroy(first);
}

static void expressions_end_with_their_block(void) {
  vyre_builder_begin_block(b);
  const vyre_expr inner = vyre_builder_let(b, TEXT("x"), number(1));
  vyre_builder_end(b);
  MISTAKE("vyre_builder_store at body[1]: value was made at body[0].body[",
          store(number(0), inner));
  vyre_builder_begin_if(b, vyre_builder_bool(b, 1));
  const vyre_local local = vyre_builder_local(b, TEXT("v"), number(1));
  vyre_builder_begin_else(b);
  MISTAKE("vyre_builder_get|local was made at body[0].then[0]", vyre_builder_get(b, local));
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), number(2));
  vyre_builder_end(b);
  MISTAKE("value was made at", store(number(0), k));
}

/* ---- Parameters ---- */

static void parameters_are_checked(void) {
  MISTAKE("vyre_builder_declare at body[0]: desc is NULL", vyre_builder_declare(b, NULL));
  MISTAKE("vyre_builder_declare|parameter 'a' is declared already",
          vyre_builder_input(b, "a", VYRE_TYPE_U32));
  MISTAKE("vyre_builder_declare|type 0", vyre_builder_input(b, "z", (vyre_type)0));
#define WRONG(part, change)                                     \
  do {                                                          \
    vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;        \
    desc.name = TEXT("z");                                      \
    desc.type = VYRE_TYPE_U32;                                  \
    change;                                                     \
    MISTAKE("vyre_builder_declare|vyre_parameter_desc." part,   \
            CHECK_EQUAL(0, vyre_builder_declare(b, &desc).id)); \
  } while (0)
  WRONG("struct_size is 0", desc.struct_size = 0);
  WRONG("struct_size is ", ++desc.struct_size);
  WRONG("flags is 16", desc.flags = 16);
  WRONG("reserved is 1", desc.reserved = 1);
  WRONG("name has 2 bytes", (desc.name.data = NULL, desc.name.size = 2));
  WRONG("access is 5", desc.access = (vyre_access)5);
  WRONG("memory is 7", desc.memory = (vyre_memory_kind)7);
  WRONG("access is 3", desc.access = VYRE_ACCESS_WORKGROUP);
  WRONG("access is 0 and memory is 1", desc.memory = VYRE_MEMORY_SHARED);
  WRONG("return_start", desc.return_end = 4);
  WRONG("access is 0", desc.flags = VYRE_PARAMETER_RETURNED);
#undef WRONG
}

/* ---- Without a builder ---- */

static void null_is_no_builder(void) {
  vyre_program* program = (vyre_program*)&failures;
  vyre_error* error = (vyre_error*)&failures;
  vyre_builder* shared = NULL;
  CHECK_EQUAL(0, vyre_builder_u32(NULL, 1).id);
  CHECK_EQUAL(0, vyre_builder_input(NULL, "a", VYRE_TYPE_U32).id);
  CHECK_EQUAL(0, vyre_builder_local(NULL, TEXT("v"), none()).id);
  CHECK_EQUAL(0, vyre_builder_type(NULL, TEXT("F32")));
  CHECK_EQUAL(VYRE_UNKNOWN_U32, vyre_builder_slot(NULL, a));
  vyre_builder_end(NULL);
  vyre_builder_set_label(NULL, TEXT("x"));
  REFUSED(vyre_builder_get_error, "builder is NULL", (NULL, &error));
  CHECK(error == NULL);
  REFUSED(vyre_builder_get_error, "out_error is NULL", (b, NULL));
  REFUSED(vyre_builder_finish, "builder is NULL", (NULL, &program));
  CHECK(program == NULL);
  REFUSED(vyre_builder_finish, "out_program is NULL", (b, NULL));
  REFUSED(vyre_builder_create, "out_builder is NULL", (context, NULL));
  OK(vyre_builder_create(NULL, &shared)); /* the shared context */
  OK(vyre_builder_finish(shared, &program));
  vyre_builder_destroy(shared);
  OK(vyre_program_validate(program, NULL)); /* keeps that context alive */
  vyre_program_destroy(program);
  vyre_builder_destroy(NULL);
}

int main(void) {
  OK(vyre_context_create(NULL, &context));
  OK(vyre_builder_create(context, &b));
  declare_both();
  CHECK(mistake() == NULL);
  mistakes_name_the_call_and_the_place();
  ids_of_others_are_told();
  ids_from_before_are_told();
  numbers_are_checked();
  exchanges_are_checked();
  strings_and_payloads_are_checked();
  blocks_are_checked();
  blocks_too_deep_are_refused_where_they_begin();
  expressions_end_with_their_block();
  parameters_are_checked();
  null_is_no_builder();
  vyre_builder_destroy(b);
  vyre_context_destroy(context);
  return finish();
}
