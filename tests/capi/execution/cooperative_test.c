/* Programs with grid barriers: whole, cut, and several times over. Runs on the backend that the
 * command line names. */
#include "capi/support/on_backend.h"

/* Each invocation adds what the one opposite wrote before the barrier. */
static const char* const kExchange =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"},"
    "{\"name\": \"b\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"b\", \"at\": \"i\", \"value\": {\"load\": \"a\", \"at\": \"i\"}},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "{\"load\": \"b\", \"at\": {\"bit_xor\": [\"i\", 15]}}]}}]}";

static vyre_error* exchange(const fixture* f, const vyre_dispatch_desc* desc, uint32_t* a) {
  for (uint32_t i = 0; i < 16; ++i) a[i] = i;
  vyre_binding bindings[] = {vyre_bind_inout(0, a, 64), vyre_bind_zeros(1, 64)};
  return vyre_dispatch(f->pipeline, bindings, 2, desc, NULL);
}

static void check_sums(const uint32_t* a, uint32_t each) {
  for (uint32_t i = 0; i < 16; ++i) CHECK_EQUAL(each, a[i]);
}

static uint64_t segments_of(const fixture* f) { return metric_of(f->device, VYRE_METRIC_SEGMENTS); }

static void cuts_where_it_is_told_to(fixture* f) {
  uint32_t a[16];
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  desc.split = VYRE_SPLIT_ALWAYS;
  OK(exchange(f, &desc, a));
  check_sums(a, 15);
  CHECK_EQUAL(2, segments_of(f));
  desc = vyre_grid(1, 1, 1);
  desc.split = VYRE_SPLIT_ALWAYS;
  OK(exchange(f, &desc, a));
  CHECK_EQUAL(4, segments_of(f));
}

static void holds_the_grid_where_it_can(fixture* f) {
  uint32_t a[16];
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  desc.split = VYRE_SPLIT_NEVER;
  if (is_oracle()) {
    OK(exchange(f, &desc, a));
    check_sums(a, 15);
  } else {
    FAILS(VYRE_ERROR_COOPERATIVE_RESIDENCY, "[4, 1, 1] workgroups, 4 in all",
          exchange(f, &desc, a));
  }
  desc = vyre_grid(1, 1, 1);
  desc.split = VYRE_SPLIT_NEVER;
  OK(exchange(f, &desc, a));
  CHECK_EQUAL(0, segments_of(f));
}

/* What ran in one piece has one segment. */
static void tells_the_segments_that_ran(fixture* f) {
  uint32_t a[16];
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  vyre_binding bindings[] = {vyre_bind_inout(0, a, 64), vyre_bind_zeros(1, 64)};
  desc.split = VYRE_SPLIT_ALWAYS;
  desc.iterations = 3;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(2, result.segments);
  CHECK_EQUAL(3, result.iterations);
  desc.split = VYRE_SPLIT_AUTOMATIC;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(is_oracle() ? 1 : 2, result.segments);
  desc = vyre_grid(1, 1, 1);
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(1, result.segments);
}

/* Sums double with every pass, which sees all that the one before wrote. */
static void repeats_the_whole_program(fixture* f) {
  uint32_t a[16];
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  desc.iterations = 3;
  OK(exchange(f, &desc, a));
  check_sums(a, 60);
  desc.split = VYRE_SPLIT_ALWAYS;
  OK(exchange(f, &desc, a));
  check_sums(a, 60);
}

/* An invocation that returned in one pass takes part in the next. */
static const char* const kReturns =
    "{\"workgroup_size\": [4, 1, 1], \"buffers\": ["
    "{\"name\": \"a\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"},"
    "{\"name\": \"b\", \"type\": \"U32\", \"count\": 16, \"access\": \"read_write\"}],"
    "\"body\": [{\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "{\"store\": \"a\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"a\", \"at\": \"i\"}, "
    "1]}},"
    "{\"if\": {\"eq\": [{\"load\": \"a\", \"at\": \"i\"}, 1]}, \"then\": [\"return\"]},"
    "{\"barrier\": \"grid_sync\"},"
    "{\"store\": \"b\", \"at\": \"i\", \"value\": {\"add\": [{\"load\": \"b\", \"at\": \"i\"}, "
    "1]}}]}";

static void every_pass_begins_with_all_invocations(fixture* f) {
  uint32_t a[16], b[16];
  memset(b, 0, sizeof b);
  for (uint32_t i = 0; i < 16; ++i) a[i] = i % 2;
  vyre_binding bindings[] = {vyre_bind_inout(0, a, 64), vyre_bind_inout(1, b, 64)};
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  desc.iterations = 3;
  desc.split = VYRE_SPLIT_ALWAYS;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  for (uint32_t i = 0; i < 16; ++i) CHECK_EQUAL(i % 2 == 0 ? 2 : 3, b[i]);
}

static void refuses_what_makes_no_sense(fixture* f) {
  uint32_t a[16];
  vyre_dispatch_desc desc = vyre_grid(4, 1, 1);
  desc.iterations = 0;
  REFUSES("run 0 times", exchange(f, &desc, a));
  desc.split = VYRE_SPLIT_ALWAYS;
  desc.iterations = 32769;
  REFUSES("ask for 1 to 32768", exchange(f, &desc, a));
  desc.iterations = 1;
  desc.split = (vyre_split)3;
  REFUSES("vyre_dispatch_desc.split is 3", exchange(f, &desc, a));
}

static void repeats_programs_without_barriers(fixture* f) {
  uint32_t in[16], total = 0, seen = 0, scale = 1;
  for (uint32_t i = 0; i < 16; ++i) in[i] = 1;
  vyre_binding bindings[] = {
      vyre_bind_input(5, in, sizeof in), vyre_bind_inout(3, &seen, sizeof seen),
      vyre_bind_input(1, &scale, sizeof scale), vyre_bind_inout(2, &total, sizeof total)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.iterations = 5;
  OK(vyre_dispatch(f->pipeline, bindings, 4, &desc, NULL));
  CHECK_EQUAL(80, total);
  CHECK_EQUAL(5, seen);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kExchange, cuts_where_it_is_told_to);
  with_fixture(kExchange, holds_the_grid_where_it_can);
  with_fixture(kExchange, repeats_the_whole_program);
  with_fixture(kReturns, every_pass_begins_with_all_invocations);
  with_fixture(kExchange, refuses_what_makes_no_sense);
  with_fixture(kRoles, repeats_programs_without_barriers);
  with_fixture(kExchange, tells_the_segments_that_ran);
  return finish();
}
