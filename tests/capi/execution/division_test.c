/* Signed divisions without a result: failures on every device, or 0 where the pipeline asks for
 * it. */
#include "capi/support/on_backend.h"

#define COUNT 4
#define SMALLEST INT32_MIN

/* out[i] = a[i] / b[i], and behind the grid barrier rest[i] = a[i] % b[i]. */
static const char* const kBoth =
    "{\"workgroup_size\": [2, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"I32\"}, {\"name\": \"b\", \"type\": \"I32\"},"
    "{\"name\": \"out\", \"type\": \"I32\", \"access\": \"read_write\", \"count\": 4},"
    "{\"name\": \"rest\", \"type\": \"I32\", \"access\": \"read_write\", \"count\": 4}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"ne\": [{\"load\": \"a\", \"at\": \"i\"}, {\"i32\": 99}]}, \"then\": ["
    "{\"store\": \"out\", \"at\": \"i\", \"value\": {\"cast\": \"I32\", \"value\":"
    " {\"div\": [{\"load\": \"a\", \"at\": \"i\"}, {\"load\": \"b\", \"at\": \"i\"}]}}}]},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"let\": \"by\", \"value\": {\"load\": \"b\", \"at\": \"i\"}},"
    "{\"store\": \"rest\", \"at\": \"i\", \"value\": {\"cast\": \"I32\", \"value\":"
    " {\"mod\": [{\"load\": \"a\", \"at\": \"i\"}, \"by\"]}}}]}";

/* The same two statements on both sides of the grid barrier. */
static const char* const kTwice =
    "{\"workgroup_size\": [1, 1, 1], \"buffers\": ["
    "{\"name\": \"x\", \"type\": \"I32\", \"access\": \"read_write\", \"count\": 1},"
    "{\"name\": \"y\", \"type\": \"I32\", \"access\": \"read_write\", \"count\": 1}],"
    "\"body\": [{\"store\": \"y\", \"at\": 0, \"value\": {\"cast\": \"I32\", \"value\":"
    " {\"div\": [{\"i32\": 10}, {\"load\": \"x\", \"at\": 0}]}}},"
    "{\"store\": \"x\", \"at\": 0, \"value\": {\"sub\": [{\"load\": \"x\", \"at\": 0}, {\"i32\": "
    "1}]}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"y\", \"at\": 0, \"value\": {\"cast\": \"I32\", \"value\":"
    " {\"div\": [{\"i32\": 10}, {\"load\": \"x\", \"at\": 0}]}}},"
    "{\"store\": \"x\", \"at\": 0, \"value\": {\"sub\": [{\"load\": \"x\", \"at\": 0}, {\"i32\": "
    "1}]}}]}";

/* Four stores that may be one; the third divides. */
static const char* const kFour =
    "{\"workgroup_size\": [2, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"I32\", \"count\": 1}, {\"name\": \"b\", \"type\": \"I32\", "
    "\"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"access\": \"write_only\", \"count\": 8}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"shl\": [{\"invocation_id\": \"x\"}, 2]}},"
    "{\"store\": \"out\", \"at\": \"i\", \"value\": 1},"
    "{\"store\": \"out\", \"at\": {\"add\": [\"i\", 1]}, \"value\": 2},"
    "{\"store\": \"out\", \"at\": {\"add\": [\"i\", 2]}, \"value\": {\"cast\": \"U32\", \"value\":"
    " {\"div\": [{\"load\": \"a\", \"at\": 0}, {\"load\": \"b\", \"at\": 0}]}}},"
    "{\"store\": \"out\", \"at\": {\"add\": [\"i\", 3]}, \"value\": 4}]}";

typedef struct numbers {
  int32_t a[COUNT], b[COUNT], out[COUNT], rest[COUNT];
} numbers;

static vyre_error* run(vyre_pipeline* pipeline, numbers* n, const vyre_dispatch_desc* desc) {
  const vyre_binding bindings[] = {
      vyre_bind_input(0, n->a, sizeof n->a), vyre_bind_input(1, n->b, sizeof n->b),
      vyre_bind_inout(2, n->out, sizeof n->out), vyre_bind_inout(3, n->rest, sizeof n->rest)};
  return vyre_dispatch(pipeline, bindings, 4, desc, NULL);
}

static vyre_pipeline* defined_pipeline(fixture* f) {
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
  desc.flags = VYRE_PIPELINE_DIVISION_GIVES_ZERO;
  OK(vyre_pipeline_get_program(f->pipeline, &program));
  OK(vyre_pipeline_create(f->device, program, &desc, &pipeline));
  vyre_program_destroy(program);
  return pipeline;
}

static const numbers kFine = {{7, -7, SMALLEST, 5}, {2, 2, 1, -1}, {0}, {0}};

static void divisions_with_a_result_have_it(fixture* f) {
  numbers n = kFine;
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  for (int cut = 0; cut < 2; ++cut) {
    desc.split = cut ? VYRE_SPLIT_ALWAYS : VYRE_SPLIT_AUTOMATIC;
    OK(run(f->pipeline, &n, &desc));
    const int32_t out[] = {3, -3, SMALLEST, -5}, rest[] = {1, -1, 0, 0};
    CHECK(memcmp(out, n.out, sizeof out) == 0);
    CHECK(memcmp(rest, n.rest, sizeof rest) == 0);
  }
}

/* Fails in the statement at |path|, with |parts| in the text, whether it is cut or not. */
static void fails_at(fixture* f, int32_t a, int32_t b, const char* path, const char* parts) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  for (int cut = 0; cut < 2; ++cut) {
    numbers n = kFine;
    n.a[1] = a;
    n.b[1] = b;
    desc.split = cut ? VYRE_SPLIT_ALWAYS : VYRE_SPLIT_AUTOMATIC;
    vyre_error* error = run(f->pipeline, &n, &desc);
    const vyre_error_info* info = vyre_error_get_info(error);
    CHECK_EQUAL(VYRE_ERROR_DISPATCH_FAILED, vyre_error_get_code(error));
    CHECK(has_parts(vyre_error_text(error), parts));
    CHECK(equals(info->path, path));
    CHECK(equals(info->trap_tag, ""));
    CHECK_EQUAL(VYRE_UNKNOWN, info->trap_address);
    CHECK_EQUAL(0, n.out[0]); /* nothing is written behind an error */
    vyre_error_destroy(error);
  }
}

static void divisions_without_a_result_fail(fixture* f) {
  const char* const div = "body[0].region.body[1].if.then[0]";
  fails_at(f, 5, 0, div, "div of I32 5, I32 0|signed division by zero|guard the divisor");
  fails_at(f, SMALLEST, -1, div, "div of I32 -2147483648, I32 -1|the smallest I32 divided by -1");
  numbers n = kFine;
  OK(run(f->pipeline, &n, NULL)); /* the pipeline is as it was */
  CHECK_EQUAL(3, n.out[0]);
}

/* The first statement of the second segment. */
static void remainders_without_a_result_fail(fixture* f) {
  const char* const mod = "body[0].region.body[4]";
  fails_at(f, 99, 0, mod, "mod of I32 99, I32 0|signed division by zero");
}

static void is_at(vyre_error* error, const char* path) {
  CHECK_EQUAL(VYRE_ERROR_DISPATCH_FAILED, vyre_error_get_code(error));
  CHECK(equals(vyre_error_get_info(error)->path, path));
  CHECK(has_parts(vyre_error_text(error), path));
  vyre_error_destroy(error);
}

/* Not as the first, whose code is the same. */
static void the_second_of_two_segments_is_told(fixture* f) {
  vyre_dispatch_desc desc = vyre_grid(1, 1, 1);
  for (int cut = 0; cut < 2; ++cut) {
    int32_t x = 1, y = 0;
    const vyre_binding bindings[] = {vyre_bind_inout(0, &x, 4), vyre_bind_inout(1, &y, 4)};
    desc.split = cut ? VYRE_SPLIT_ALWAYS : VYRE_SPLIT_AUTOMATIC;
    is_at(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL), "body[0].region.body[3]");
  }
}

static void one_of_four_stores_is_told(fixture* f) {
  const int32_t a = 7, b = 0;
  uint32_t out[8];
  const vyre_binding bindings[] = {vyre_bind_input(0, &a, 4), vyre_bind_input(1, &b, 4),
                                   vyre_bind_output(2, out, sizeof out)};
  is_at(vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL), "body[0].region.body[3]");
}

static void they_fail_where_nobody_waits_and_where_they_are_repeated(fixture* f) {
  numbers n = kFine;
  vyre_work* work = NULL;
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  n.b[3] = 0;
  const vyre_binding bindings[] = {
      vyre_bind_input(0, n.a, sizeof n.a), vyre_bind_input(1, n.b, sizeof n.b),
      vyre_bind_inout(2, n.out, sizeof n.out), vyre_bind_inout(3, n.rest, sizeof n.rest)};
  OK(vyre_dispatch_async(f->pipeline, bindings, 4, NULL, &work));
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "div of I32 5, I32 0", vyre_work_collect(work, bindings, 4));
  vyre_work_destroy(work);
  desc.flags = VYRE_DISPATCH_UNTIL_STABLE;
  desc.iterations = 5;
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "div of I32 5, I32 0", run(f->pipeline, &n, &desc));
  desc.flags = 0;
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "div of I32 5, I32 0", run(f->pipeline, &n, &desc));
}

static void they_give_zero_where_the_pipeline_asks_for_it(fixture* f) {
  vyre_pipeline* pipeline = defined_pipeline(f);
  numbers n = {{7, SMALLEST, SMALLEST, -6}, {0, 0, -1, 4}, {1, 1, 1, 1}, {1, 1, 1, 1}};
  const numbers kept = n;
  const int32_t out[] = {0, 0, SMALLEST, -1}, rest[] = {0, 0, 0, -2};
  CHECK_EQUAL(VYRE_PIPELINE_DIVISION_GIVES_ZERO, vyre_pipeline_get_info(pipeline)->flags);
  CHECK_EQUAL(0, vyre_pipeline_get_info(f->pipeline)->flags);
  OK(run(pipeline, &n, NULL));
  CHECK(memcmp(out, n.out, sizeof out) == 0);
  CHECK(memcmp(rest, n.rest, sizeof rest) == 0);
  n = kept; /* it is a kernel of its own, whichever of the two comes first */
  /* Three invocations fail; a device tells one of them. */
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "div of I32 ", run(f->pipeline, &n, NULL));
  OK(run(pipeline, &n, NULL));
  vyre_pipeline_destroy(pipeline);
}

/* One that a device may run as it likes. */
static const char* const kElementwise =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"I32\"}, {\"name\": \"b\", \"type\": \"I32\"},"
    "{\"name\": \"out\", \"type\": \"I32\", \"access\": \"write_only\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"if\": {\"lt\": [\"i\", {\"buf_len\": \"out\"}]}, \"then\": [{\"store\": \"out\", \"at\": "
    "\"i\","
    " \"value\": {\"div\": [{\"load\": \"a\", \"at\": \"i\"}, {\"load\": \"b\", \"at\": "
    "\"i\"}]}}]}]}";

#define MANY 40000
static int32_t left[MANY], by[MANY], quotients[MANY];

static vyre_error* divide(const fixture* f, size_t count) {
  const vyre_binding bindings[] = {vyre_bind_input(0, left, count * 4),
                                   vyre_bind_input(1, by, count * 4),
                                   vyre_bind_output(2, quotients, count * 4)};
  return vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL);
}

/* Of few elements and of many, wherever the one is that has no result. */
static void outputs_of_what_fails_stay_as_they_were(fixture* f) {
  const size_t counts[] = {3, 256, MANY};
  for (size_t i = 0; i < MANY; ++i) left[i] = (int32_t)i * 3;
  for (size_t c = 0; c < 3; ++c) {
    const size_t count = counts[c];
    const size_t places[] = {0, count / 2, count - 1};
    for (size_t i = 0; i < count; ++i) by[i] = 3;
    for (size_t p = 0; p < 3; ++p) {
      const vyre_error_info* info;
      vyre_error* error;
      memset(quotients, 0xEE, sizeof quotients);
      by[places[p]] = 0;
      error = divide(f, count);
      info = vyre_error_get_info(error);
      CHECK(has_parts(vyre_error_text(error), "div of I32 |I32 0|signed division by zero"));
      CHECK(equals(info->path, "body[0].region.body[1].if.then[0]"));
      vyre_error_destroy(error);
      for (size_t i = 0; i < count; ++i) CHECK_EQUAL(0xEEEEEEEE, (uint32_t)quotients[i]);
      by[places[p]] = 3;
    }
    OK(divide(f, count));
    for (size_t i = 0; i < count; ++i) CHECK_EQUAL(i, (size_t)quotients[i]);
  }
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kBoth, divisions_with_a_result_have_it);
  with_fixture(kBoth, divisions_without_a_result_fail);
  with_fixture(kBoth, remainders_without_a_result_fail);
  with_fixture(kTwice, the_second_of_two_segments_is_told);
  with_fixture(kFour, one_of_four_stores_is_told);
  with_fixture(kBoth, they_fail_where_nobody_waits_and_where_they_are_repeated);
  with_fixture(kBoth, they_give_zero_where_the_pipeline_asks_for_it);
  with_fixture(kElementwise, outputs_of_what_fails_stay_as_they_were);
  return finish();
}
