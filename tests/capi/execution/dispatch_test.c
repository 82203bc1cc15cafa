/* Dispatches, synchronous ones: results, sizes, and what each wrong binding gets. Runs on the
 * backend that the command line names. */
#include "capi/support/on_backend.h"

static void increments_every_element(fixture* f) {
  uint32_t a[100], out[100];
  for (uint32_t i = 0; i < 100; ++i) a[i] = i * 3;
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, &result));
  for (uint32_t i = 0; i < 100; ++i) CHECK_EQUAL(i * 3 + 1, out[i]);
  CHECK_EQUAL(2, result.grid[0]);
  CHECK_EQUAL(64, result.workgroup[0]);
  CHECK_EQUAL(sizeof out, result.output_bytes);
  CHECK(result.host_ns > 0);
  CHECK_EQUAL(1, result.iterations);
  CHECK_EQUAL(1, result.segments);
  CHECK_EQUAL(sizeof result, result.struct_size);
}

static void finds_buffers_by_name_in_any_order(fixture* f) {
  uint32_t a[3] = {7, 8, 9}, out[3] = {0, 0, 0};
  vyre_binding bindings[] = {vyre_bind_name("out", vyre_bind_output(0, out, sizeof out)),
                             vyre_bind_name("a", vyre_bind_input(0, a, sizeof a))};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(8, out[0]);
  CHECK_EQUAL(10, out[2]);
}

static void serves_every_role(fixture* f) {
  uint32_t in[16], log[16], total = 100, seen = 0, scale = 2;
  for (uint32_t i = 0; i < 16; ++i) in[i] = i;
  vyre_binding bindings[] = {
      vyre_bind_input(5, in, sizeof in),        vyre_bind_inout(3, &seen, sizeof seen),
      vyre_bind_output(7, log, sizeof log),     vyre_bind_input(1, &scale, sizeof scale),
      vyre_bind_inout(2, &total, sizeof total),
  };
  OK(vyre_dispatch(f->pipeline, bindings, 5, NULL, NULL));
  OK(vyre_dispatch(f->pipeline, bindings, 5, NULL, NULL));
  CHECK_EQUAL(100 + 2 * 240, total);
  CHECK_EQUAL(2, seen);
  CHECK_EQUAL(15, log[15]);
}

static void leaves_out_what_nobody_wants(fixture* f) {
  uint32_t in[16] = {1}, total = 5, scale = 1;
  vyre_binding bindings[] = {vyre_bind_input(5, in, sizeof in),
                             vyre_bind_input(1, &scale, sizeof scale),
                             vyre_bind_inout(2, &total, sizeof total)};
  OK(vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL));
  CHECK_EQUAL(6, total);
  bindings[2] = vyre_bind_zeros(2, sizeof total);
  OK(vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL));
  bindings[2] = vyre_bind_output(2, &total, sizeof total);
  OK(vyre_dispatch(f->pipeline, bindings, 3, NULL, NULL));
  CHECK_EQUAL(1, total);
}

static void works_on_buffers_of_the_device(fixture* f) {
  uint32_t values[16], total = 0, scale = 1, count = 0;
  for (uint32_t i = 0; i < 16; ++i) values[i] = 1;
  vyre_buffer* in = make_buffer(f->device, sizeof values);
  vyre_buffer* seen = make_buffer(f->device, 4);
  OK(vyre_buffer_write(in, 0, values, sizeof values));
  vyre_binding bindings[] = {vyre_bind_buffer(5, in), vyre_bind_buffer(3, seen),
                             vyre_bind_input(1, &scale, sizeof scale),
                             vyre_bind_inout(2, &total, sizeof total)};
  for (int launch = 0; launch < 3; ++launch)
    OK(vyre_dispatch(f->pipeline, bindings, 4, NULL, NULL));
  CHECK_EQUAL(48, total);
  OK(vyre_buffer_read(seen, 0, &count, sizeof count));
  CHECK_EQUAL(3, count); /* kept between launches */
  vyre_buffer_destroy(in);
  vyre_buffer_destroy(seen);
}

static void keeps_what_a_bound_output_holds(fixture* f) {
  const uint32_t alignment = vyre_device_get_info(f->device)->buffer_offset_alignment;
  const uint64_t offset = alignment < 4 ? 4 : alignment;
  vyre_buffer* buffer = make_buffer(f->device, offset + 16);
  uint32_t before[4] = {9, 9, 9, 9}, a[2] = {1, 2}, after[4];
  OK(vyre_buffer_write(buffer, offset, before, sizeof before));
  /* Two elements of input, so the last two of four outputs are not written. */
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a),
                             vyre_bind_range(1, buffer, offset, 16)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_read(buffer, offset, after, sizeof after));
  CHECK_EQUAL(2, after[0]);
  CHECK_EQUAL(3, after[1]);
  CHECK_EQUAL(9, after[2]);
  CHECK_EQUAL(9, after[3]);
  vyre_buffer_destroy(buffer);
}

static void refuses_wrong_bindings_and_goes_on(fixture* f) {
  uint32_t in[16] = {0}, log[16], total = 1, scale = 1;
  vyre_binding good[] = {
      vyre_bind_input(5, in, sizeof in), vyre_bind_input(1, &scale, sizeof scale),
      vyre_bind_inout(2, &total, sizeof total), vyre_bind_output(7, log, sizeof log)};
  vyre_binding bad[4];
#define TRY(code, part, index, binding) \
  memcpy(bad, good, sizeof good);       \
  bad[index] = (binding);               \
  FAILS(code, part, vyre_dispatch(f->pipeline, bad, 4, NULL, NULL))
#define TRY_BAD(part, index, binding) TRY(VYRE_ERROR_INVALID_ARGUMENT, part, index, binding)
  TRY(VYRE_ERROR_NOT_FOUND, "no parameter at slot 4", 0, vyre_bind_input(4, in, sizeof in));
  TRY(VYRE_ERROR_NOT_FOUND, "no parameter 'inn'", 0,
      vyre_bind_name("inn", vyre_bind_input(0, in, sizeof in)));
  TRY_BAD("workgroup memory", 0, vyre_bind_name("part", vyre_bind_zeros(0, sizeof in)));
  TRY_BAD("'scale' (slot 1) is bound twice", 0, vyre_bind_input(1, &scale, sizeof scale));
  TRY_BAD("64 bytes, got 60", 0, vyre_bind_input(5, in, 60));
  TRY_BAD("64 bytes at a null pointer", 0, vyre_bind_input(5, NULL, 64));
  TRY_BAD("only reads it", 0, vyre_bind_output(5, in, sizeof in));
  TRY_BAD("starts zeroed", 3, vyre_bind_inout(7, log, sizeof log));
  TRY_BAD("starts zeroed", 3, vyre_bind_input(7, log, sizeof log));
  TRY(VYRE_ERROR_OUTPUT_TOO_SMALL, "64 bytes, there is room for 60", 3,
      vyre_bind_output(7, log, 60));
  TRY_BAD("64 bytes to a null pointer", 3, vyre_bind_output(7, NULL, 64));
  TRY_BAD("4 bytes, got 8", 2, vyre_bind_inout(2, in, 8));
  TRY_BAD("bindings[0]: buffer is NULL", 0, vyre_bind_buffer(5, NULL));
#undef TRY_BAD
#undef TRY
#define TRY_CHANGED(code, part, change) \
  memcpy(bad, good, sizeof good);       \
  change;                               \
  FAILS(code, part, vyre_dispatch(f->pipeline, bad, 4, NULL, NULL))
#define TRY_SURPLUS(part, change) TRY_CHANGED(VYRE_ERROR_INVALID_ARGUMENT, part, change)
  TRY_SURPLUS("bindings[0]: kind is 77", bad[0].kind = (vyre_bind_kind)77);
  TRY_SURPLUS("bindings[1]: reserved is set", bad[1].reserved = 1);
  TRY_SURPLUS("bindings[0]: offset is set|input", bad[0].offset = 4);
  TRY_SURPLUS("bindings[0]: name has 3 bytes", bad[0].name.size = 3);
  TRY_SURPLUS("bindings[0]: output is set", bad[0].output = log);
  TRY_SURPLUS("bindings[3]: input is set", bad[3].input = in);
  TRY_CHANGED(VYRE_ERROR_INVALID_ARGUMENT, "bound at array_index 1", bad[2].array_index = 1);
  TRY_SURPLUS("bindings[2]: mip_level is set", bad[2].mip_level = 1);
  TRY_SURPLUS("bindings[2]: image is set", bad[2].image = (vyre_image*)log);
  TRY_SURPLUS("bindings[2]: sampler is set", bad[2].sampler = (vyre_sampler*)log);
  TRY_SURPLUS("bindings[0]: buffer is set", bad[0].buffer = (vyre_buffer*)log);
  TRY_SURPLUS("bindings[0]: image is NULL", bad[0] = vyre_bind_image(5, NULL, NULL));
  TRY_SURPLUS("bindings[0]: sampler is NULL", bad[0] = vyre_bind_sampler(5, NULL));
#undef TRY_SURPLUS
#undef TRY_CHANGED
  REFUSES("'in' (slot 5) has the role input and nothing is bound",
          vyre_dispatch(f->pipeline, good + 1, 3, NULL, NULL));
  REFUSED(vyre_dispatch, "bindings is NULL and has 2 entries. Fix: pass the array",
          (f->pipeline, NULL, 2, NULL, NULL));
  REFUSED(vyre_dispatch, "pipeline is NULL", (NULL, good, 4, NULL, NULL));
  CHECK_EQUAL(1, total); /* nothing was written so far */
  OK(vyre_dispatch(f->pipeline, good, 4, NULL, NULL));
}

static void refuses_wrong_lengths_of_open_counts(fixture* f) {
  uint32_t a[4] = {1, 2, 3, 4}, out[4];
  vyre_binding bindings[] = {vyre_bind_input(0, a, 7), vyre_bind_output(1, out, sizeof out)};
  REFUSES("elements of 4 bytes, got 7", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[0] = vyre_bind_input(0, a, sizeof a);
  REFUSES("'out' (slot 1) has no declared count",
          vyre_dispatch(f->pipeline, bindings, 1, NULL, NULL));
  bindings[0] = vyre_bind_input(0, NULL, 0); /* no elements at all */
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(0, out[0]);
}

/* ---- Overlap in host memory ---- */

/* What is written has memory of its own; inputs may share theirs. */
static void results_share_no_bytes_of_the_host(fixture* f) {
  uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  vyre_binding bindings[] = {vyre_bind_input(0, words, 16), vyre_bind_output(1, words, 16)};
  REFUSES("vyre_dispatch: parameter 'out' (slot 1) and parameter 'a' (slot 0)|host memory",
          vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1].output = words + 3;
  REFUSES("vyre_dispatch: |same bytes of host memory",
          vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(5, words[4]);
  bindings[1].output = words + 4;
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(4, words[3]);
  CHECK_EQUAL(2, words[4]);
  CHECK_EQUAL(5, words[7]);
}

static void inputs_may_share_bytes_of_the_host(fixture* f) {
  uint32_t in[16], log[16], total = 1;
  for (uint32_t i = 0; i < 16; ++i) in[i] = 2;
  vyre_binding bindings[] = {vyre_bind_input(5, in, sizeof in), vyre_bind_input(1, in, 4),
                             vyre_bind_inout(2, &total, 4), vyre_bind_output(7, log, sizeof log)};
  OK(vyre_dispatch(f->pipeline, bindings, 4, NULL, NULL));
  CHECK_EQUAL(1 + 16 * 4, total);
  bindings[2] = vyre_bind_inout(2, log, 4); /* two results */
  REFUSES("vyre_dispatch: |'total' (slot 2)|'log' (slot 7)|host memory",
          vyre_dispatch(f->pipeline, bindings, 4, NULL, NULL));
  bindings[2] = vyre_bind_inout(2, in, 4); /* a result over an input */
  REFUSES("vyre_dispatch: |'total' (slot 2)|host memory",
          vyre_dispatch(f->pipeline, bindings, 4, NULL, NULL));
}

/* ---- Outputs ---- */

static const char* const kRange =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 8, \"output\": true, "
    "\"output_byte_range\": [4, 14]}], \"body\": ["
    "{\"loop\": \"i\", \"to\": 8, \"body\": [{\"store\": \"out\", \"at\": \"i\", "
    "\"value\": {\"mul\": [\"i\", 16843009]}}]}]}";

static void returns_the_declared_range(fixture* f) {
  uint8_t out[12];
  memset(out, 0xAA, sizeof out);
  vyre_binding binding = vyre_bind_output(0, out, 9);
  FAILS(VYRE_ERROR_OUTPUT_TOO_SMALL, "10 bytes, there is room for 9",
        vyre_dispatch(f->pipeline, &binding, 1, NULL, NULL));
  CHECK_EQUAL(0xAA, out[0]);
  binding = vyre_bind_output(0, out, sizeof out);
  OK(vyre_dispatch(f->pipeline, &binding, 1, NULL, NULL));
  CHECK_EQUAL(1, out[0]);
  CHECK_EQUAL(2, out[4]);
  CHECK_EQUAL(3, out[9]);
  CHECK_EQUAL(0xAA, out[10]);
}

static const char* const kTrap =
    "{\"buffers\": [{\"name\": \"a\", \"type\": \"U32\", \"count\": 1},"
    "{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}], \"body\": ["
    "{\"store\": \"out\", \"at\": 0, \"value\": 5},"
    "{\"if\": {\"eq\": [{\"load\": \"a\", \"at\": 0}, 1]}, \"then\": ["
    "{\"trap\": 41, \"tag\": \"too-far\"}]}]}";

static void reports_traps_and_writes_nothing(fixture* f) {
  uint32_t a = 1, out = 77;
  vyre_binding bindings[] = {vyre_bind_input(0, &a, sizeof a), vyre_bind_output(1, &out, 4)};
  FAILS(VYRE_ERROR_DISPATCH_FAILED, "too-far", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(77, out);
  a = 0;
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(5, out);
}

/* ---- Times ---- */

static void times_only_what_was_measured(fixture* f) {
  const int measures =
      (vyre_device_get_info(f->device)->features & VYRE_FEATURE_DEVICE_TIMESTAMPS) != 0;
  uint32_t a[1] = {0}, out[1];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, &result));
  CHECK_EQUAL(VYRE_UNKNOWN, result.device_ns); /* nobody asked */
  CHECK(result.enqueue_ns > 0 && result.enqueue_ns != VYRE_UNKNOWN);
  CHECK(result.wait_ns != VYRE_UNKNOWN);
  CHECK(result.host_ns > 0 && result.host_ns != VYRE_UNKNOWN);
  desc.flags = VYRE_DISPATCH_TIMED;
  desc.label = vyre_str("timed");
  desc.timeout_ns = UINT64_C(60000000000);
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(measures, result.device_ns != VYRE_UNKNOWN);
  CHECK(result.device_ns > 0);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, increments_every_element);
  with_fixture(kIncrement, finds_buffers_by_name_in_any_order);
  with_fixture(kRoles, serves_every_role);
  with_fixture(kRoles, leaves_out_what_nobody_wants);
  with_fixture(kRoles, works_on_buffers_of_the_device);
  with_fixture(kIncrement, keeps_what_a_bound_output_holds);
  with_fixture(kRoles, refuses_wrong_bindings_and_goes_on);
  with_fixture(kIncrement, refuses_wrong_lengths_of_open_counts);
  with_fixture(kIncrement, results_share_no_bytes_of_the_host);
  with_fixture(kRoles, inputs_may_share_bytes_of_the_host);
  with_fixture(kRange, returns_the_declared_range);
  with_fixture(kTrap, reports_traps_and_writes_nothing);
  with_fixture(kIncrement, times_only_what_was_measured);
  return finish();
}
