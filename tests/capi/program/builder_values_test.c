/* What built programs compute, on the device that the command line names: values stay what they
 * were where they were made, and variables change. */
#include "capi/support/on_backend.h"
#include "vyre_driver_builder.h"

#define TEXT(literal) vyre_str(literal)
#define COUNT 100

static vyre_builder* b;
static vyre_parameter a, o;

static vyre_expr number(uint32_t value) { return vyre_builder_u32(b, value); }
static vyre_expr add(vyre_expr left, vyre_expr right) { return vyre_builder_add(b, left, right); }
static vyre_expr index_of(void) { return vyre_builder_index(b); }
static void store(uint32_t place, vyre_expr value) {
  vyre_builder_store(b, o, number(place), value);
}

/* Of words, with a workgroup of |width|. */
static void begin(const fixture* f, uint32_t width) {
  OK(vyre_builder_create(f->context, &b));
  vyre_builder_set_workgroup(b, width, 1, 1);
  a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  o = vyre_builder_inout(b, "o", VYRE_TYPE_U32);
}

static void finish_pipeline(fixture* f) {
  OK(vyre_builder_finish(b, &f->program));
  vyre_builder_destroy(b);
  OK(vyre_pipeline_create(f->device, f->program, NULL, &f->pipeline));
}

/* Runs what was built once: |words| of "o" are what it leaves of them. */
static void run(fixture* f, uint32_t* words, size_t count) {
  const uint32_t in[4] = {10, 20, 30, 40};
  const vyre_binding bindings[] = {vyre_bind_name("a", vyre_bind_input(0, in, sizeof in)),
                                   vyre_bind_name("o", vyre_bind_inout(0, words, count * 4))};
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  finish_pipeline(f);
  OK(vyre_dispatch(f->pipeline, bindings, 2, &one, NULL));
}

static void expect(const uint32_t* words, uint32_t first, uint32_t second, uint32_t third) {
  CHECK_EQUAL(first, words[0]);
  CHECK_EQUAL(second, words[1]);
  CHECK_EQUAL(third, words[2]);
}

static void with_device(void (*test)(fixture*)) {
  const vyre_context_desc desc = validated();
  fixture f = open_fixture(&desc, backend_id);
  test(&f);
  destroy_fixture(&f);
}

/* ---- Kernels ---- */

static void what_is_built_runs(fixture* f) {
  float input[COUNT], output[COUNT];
  OK(vyre_builder_create(f->context, &b));
  vyre_builder_set_workgroup(b, 64, 1, 1);
  a = vyre_builder_input(b, "a", VYRE_TYPE_F32);
  o = vyre_builder_output(b, "o", VYRE_TYPE_F32);
  const vyre_expr i = index_of();
  vyre_builder_store(b, o, i,
                     vyre_builder_mul(b, vyre_builder_load(b, a, i), vyre_builder_f32(b, 2)));
  finish_pipeline(f);
  for (int k = 0; k < COUNT; ++k) input[k] = (float)k + 0.25f;
  const vyre_binding bindings[] = {vyre_bind_input(0, input, sizeof input),
                                   vyre_bind_output(1, output, sizeof output)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  for (int k = 0; k < COUNT; ++k) CHECK(output[k] == 2 * input[k]);
}

static void several_outputs_come_back(fixture* f) {
  uint32_t in[COUNT], more[COUNT], less[COUNT];
  OK(vyre_builder_create(f->context, &b));
  vyre_builder_set_workgroup(b, 64, 1, 1);
  a = vyre_builder_input(b, "a", VYRE_TYPE_U32);
  const vyre_parameter p = vyre_builder_output(b, "more", VYRE_TYPE_U32);
  const vyre_parameter q = vyre_builder_output(b, "less", VYRE_TYPE_U32);
  const vyre_expr i = index_of(), x = vyre_builder_load(b, a, i);
  vyre_builder_store(b, p, i, add(x, number(1)));
  vyre_builder_store(b, q, i, vyre_builder_sub(b, x, number(1)));
  finish_pipeline(f);
  for (uint32_t k = 0; k < COUNT; ++k) in[k] = k + 1;
  const vyre_binding bindings[] = {vyre_bind_input(0, in, sizeof in),
                                   vyre_bind_name("more", vyre_bind_output(0, more, sizeof more)),
                                   vyre_bind_name("less", vyre_bind_output(0, less, sizeof less))};
  OK(vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL));
  for (uint32_t k = 0; k < COUNT; ++k) CHECK(more[k] == k + 2 && less[k] == k);
}

/* ---- Values ---- */

static void loads_are_from_where_they_were_made(fixture* f) {
  uint32_t words[3] = {7, 8, 9};
  begin(f, 1);
  const vyre_expr before = vyre_builder_load(b, o, number(0));
  store(0, number(50));
  const vyre_expr after = vyre_builder_load(b, o, number(0));
  store(1, before);
  store(2, add(before, after));
  run(f, words, 3);
  expect(words, 50, 7, 57);
}

static void values_are_used_as_often_as_one_wants(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_expr x = add(vyre_builder_load(b, a, number(0)), vyre_builder_load(b, a, number(1)));
  const vyre_expr square = vyre_builder_mul(b, x, x);
  store(0, square);
  store(1, add(square, x));
  store(2, add(square, square));
  run(f, words, 3);
  expect(words, 900, 930, 1800);
}

/* Once, at their place, whoever uses them. */
static void atomics_happen_once_at_their_place(fixture* f) {
  uint32_t words[3] = {0, 0, 0}, total = 5;
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  begin(f, 1);
  const vyre_parameter sum = vyre_builder_inout(b, "sum", VYRE_TYPE_U32);
  const vyre_expr was = vyre_builder_atomic(b, VYRE_ATOMIC_ADD, VYRE_ORDERING_RELAXED, sum,
                                            number(0), vyre_expr_none(), number(10));
  vyre_builder_atomic(b, VYRE_ATOMIC_ADD, VYRE_ORDERING_RELAXED, sum, number(0), vyre_expr_none(),
                      number(100));
  store(1, was);
  store(2, add(was, was));
  finish_pipeline(f);
  const vyre_binding bindings[] = {vyre_bind_name("a", vyre_bind_zeros(0, 4)),
                                   vyre_bind_name("o", vyre_bind_inout(0, words, sizeof words)),
                                   vyre_bind_name("sum", vyre_bind_inout(0, &total, sizeof total))};
  OK(vyre_dispatch(f->pipeline, bindings, 3, &one, NULL));
  expect(words, 0, 5, 10);
  CHECK_EQUAL(115, total);
}

static void values_from_in_front_of_a_block_are_seen_in_it(fixture* f) {
  uint32_t words[3] = {1, 2, 3};
  begin(f, 1);
  const vyre_expr first = vyre_builder_load(b, o, number(0));
  store(0, number(40));
  vyre_builder_begin_if(b, vyre_builder_lt(b, first, number(5)));
  store(1, first);
  vyre_builder_begin_else(b);
  store(1, number(99));
  vyre_builder_end(b);
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), number(3));
  vyre_builder_store(b, o, number(2), add(first, k));
  vyre_builder_end(b);
  run(f, words, 3);
  expect(words, 40, 1, 3);
}

static void names_change_nothing(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_expr x = vyre_builder_let(b, TEXT("x"), vyre_builder_load(b, a, number(2)));
  const vyre_expr unnamed = vyre_builder_let(b, TEXT(""), add(x, number(1)));
  store(0, x);
  store(1, unnamed);
  store(2, vyre_builder_select(b, vyre_builder_lt(b, x, unnamed), number(1), number(2)));
  run(f, words, 3);
  expect(words, 30, 31, 1);
}

/* ---- Variables ---- */

static void a_loop_sums(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_local sum = vyre_builder_local(b, TEXT("sum"), number(0));
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), vyre_builder_length(b, a));
  vyre_builder_assign(b, sum, add(vyre_builder_get(b, sum), vyre_builder_load(b, a, k)));
  vyre_builder_end(b);
  store(0, vyre_builder_get(b, sum));
  run(f, words, 3);
  expect(words, 100, 0, 0);
}

static void a_variable_has_its_value_of_that_place(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_local v = vyre_builder_local(b, TEXT("v"), number(1));
  const vyre_expr before = vyre_builder_get(b, v);
  vyre_builder_assign(b, v, add(before, number(10)));
  const vyre_expr after = vyre_builder_get(b, v);
  vyre_builder_assign(b, v, add(after, before));
  store(0, before);
  store(1, after);
  store(2, vyre_builder_get(b, v));
  run(f, words, 3);
  expect(words, 1, 11, 12);
}

/* Two that begin as one value are two. */
static void variables_are_apart(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_expr initial = vyre_builder_load(b, a, number(0));
  const vyre_local x = vyre_builder_local(b, TEXT("x"), initial);
  const vyre_local y = vyre_builder_local(b, TEXT(""), initial);
  vyre_builder_begin_if(b, vyre_builder_bool(b, 1));
  vyre_builder_assign(b, x, number(3));
  vyre_builder_end(b);
  store(0, vyre_builder_get(b, x));
  store(1, vyre_builder_get(b, y));
  store(2, initial);
  run(f, words, 3);
  expect(words, 3, 10, 10);
}

/* In a loop it is the value of each round. */
static void a_variable_is_asked_in_each_round(fixture* f) {
  uint32_t words[3] = {0, 0, 0};
  begin(f, 1);
  const vyre_local last = vyre_builder_local(b, TEXT("last"), number(0));
  const vyre_expr k = vyre_builder_begin_loop(b, TEXT("k"), number(0), number(3));
  const vyre_expr was = vyre_builder_get(b, last);
  vyre_builder_assign(b, last, add(k, number(7)));
  vyre_builder_store(b, o, k, was);
  vyre_builder_end(b);
  run(f, words, 3);
  expect(words, 0, 7, 8);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_device(what_is_built_runs);
  with_device(several_outputs_come_back);
  with_device(loads_are_from_where_they_were_made);
  with_device(values_are_used_as_often_as_one_wants);
  with_device(atomics_happen_once_at_their_place);
  with_device(values_from_in_front_of_a_block_are_seen_in_it);
  with_device(names_change_nothing);
  with_device(a_loop_sums);
  with_device(a_variable_has_its_value_of_that_place);
  with_device(variables_are_apart);
  with_device(a_variable_is_asked_in_each_round);
  return finish();
}
