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
  CHECK_EQUAL(sizeof result, result.struct_size);
}

static void finds_buffers_by_name_in_any_order(fixture* f) {
  uint32_t a[3] = {7, 8, 9}, out[3] = {0, 0, 0};
  vyre_binding bindings[] = {vyre_bind_output_name(vyre_str("out"), out, sizeof out),
                             vyre_bind_input_name(vyre_str("a"), a, sizeof a)};
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
  vyre_buffer* in = make_buffer(f->backend, sizeof values);
  vyre_buffer* seen = make_buffer(f->backend, 4);
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
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  OK(vyre_backend_get_profile(f->backend, &profile));
  const uint64_t offset = profile.buffer_offset_alignment < 4 ? 4 : profile.buffer_offset_alignment;
  vyre_buffer* buffer = make_buffer(f->backend, offset + 16);
  uint32_t before[4] = {9, 9, 9, 9}, a[2] = {1, 2}, after[4];
  OK(vyre_buffer_write(buffer, offset, before, sizeof before));
  /* Two elements of input, so the last two of four outputs are not written. */
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a),
                             vyre_bind_buffer_range(1, buffer, offset, 16)};
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
  TRY(VYRE_ERROR_NOT_FOUND, "no buffer at slot 4", 0, vyre_bind_input(4, in, sizeof in));
  TRY(VYRE_ERROR_NOT_FOUND, "no buffer 'inn'", 0,
      vyre_bind_input_name(vyre_str("inn"), in, sizeof in));
  TRY_BAD("workgroup memory", 0, vyre_bind_zeros_name(vyre_str("part"), sizeof in));
  TRY_BAD("'scale' (slot 1) is bound twice", 0, vyre_bind_input(1, &scale, sizeof scale));
  TRY_BAD("64 bytes, got 60", 0, vyre_bind_input(5, in, 60));
  TRY_BAD("64 bytes at a null pointer", 0, vyre_bind_input(5, NULL, 64));
  TRY_BAD("only reads it", 0, vyre_bind_output(5, in, sizeof in));
  TRY_BAD("starts zeroed", 3, vyre_bind_inout(7, log, sizeof log));
  TRY_BAD("starts zeroed", 3, vyre_bind_input(7, log, sizeof log));
  TRY(VYRE_ERROR_INSUFFICIENT_CAPACITY, "64 bytes, there is room for 60", 3,
      vyre_bind_output(7, log, 60));
  TRY_BAD("64 bytes to a null pointer", 3, vyre_bind_output(7, NULL, 64));
  TRY_BAD("4 bytes, got 8", 2, vyre_bind_inout(2, in, 8));
  TRY_BAD("|buffer| is NULL", 0, vyre_bind_buffer(5, NULL));
#undef TRY_BAD
#undef TRY
#define TRY_CHANGED(part, change) \
  memcpy(bad, good, sizeof good); \
  change;                         \
  REFUSES(part, vyre_dispatch(f->pipeline, bad, 4, NULL, NULL))
  TRY_CHANGED("bindings[0]: kind is 77", bad[0].kind = 77);
  TRY_CHANGED("|reserved|", bad[1].reserved = 1);
  TRY_CHANGED("|offset|", bad[0].offset = 4);
  TRY_CHANGED("|name|", bad[0].name.size = 3);
#undef TRY_CHANGED
  REFUSES("'in' (slot 5) has the role input and nothing is bound",
          vyre_dispatch(f->pipeline, good + 1, 3, NULL, NULL));
  REFUSES("|bindings| is NULL", vyre_dispatch(f->pipeline, NULL, 2, NULL, NULL));
  REFUSES("|pipeline| is NULL", vyre_dispatch(NULL, good, 4, NULL, NULL));
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

static void refuses_wrong_grids(fixture* f) {
  uint32_t a[130] = {0}, out[130];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.set = VYRE_DISPATCH_SET_GRID;
  REFUSES("zero axis", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.grid[0] = 1;
  desc.grid[1] = 1;
  REFUSES("[1, 1, 0]", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.grid[2] = 1;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  CHECK_EQUAL(1, result.grid[0]);
  CHECK_EQUAL(1, out[63]);
  CHECK_EQUAL(0, out[64]); /* one workgroup covers 64 elements */
  desc.grid[0] = UINT32_MAX;
  REFUSES("4294967295", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.set = 0;
  REFUSES("VYRE_DISPATCH_SET_GRID", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(1, out[129]);
}

static void refuses_wrong_structs(fixture* f) {
  uint32_t a[1] = {0}, out[1];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.struct_size = 4;
  REFUSES("vyre_dispatch_desc.struct_size is 4",
          vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.struct_size = sizeof desc;
  desc.flags = 1u << 9;
  REFUSES("vyre_dispatch_desc.flags", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.flags = 0;
  desc.set = 1u << 9;
  REFUSES("vyre_dispatch_desc.set", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  desc.set = 0;
  desc.reserved = 1;
  REFUSES("vyre_dispatch_desc.reserved", vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  result.struct_size = 1;
  REFUSES("vyre_dispatch_result.struct_size is 1",
          vyre_dispatch(f->pipeline, bindings, 2, NULL, &result));
}

/* Structs of another header, with zeros where ours has nothing. */
static void refuses_larger_structs(fixture* f) {
  uint32_t a[1] = {4}, out[1] = {7};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  struct {
    vyre_dispatch_desc known;
    uint64_t later;
  } desc = {VYRE_DISPATCH_DESC_INIT, 0};
  desc.known.struct_size = sizeof desc;
  REFUSES("vyre_dispatch_desc.struct_size is",
          vyre_dispatch(f->pipeline, bindings, 2, &desc.known, NULL));
  struct {
    vyre_dispatch_result known;
    uint64_t later;
  } result = {VYRE_DISPATCH_RESULT_INIT, 7};
  result.known.struct_size = sizeof result;
  REFUSES("vyre_dispatch_result.struct_size is",
          vyre_dispatch(f->pipeline, bindings, 2, NULL, &result.known));
  CHECK_EQUAL(7, result.later);
  CHECK_EQUAL(sizeof result, result.known.struct_size);
  CHECK_EQUAL(7, out[0]);
}

/* Structs that end before what ours have. */
static void refuses_smaller_structs(fixture* f) {
  uint32_t a[1] = {4}, out[1] = {7};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.struct_size = offsetof(vyre_dispatch_desc, cooperative);
  REFUSES("vyre_dispatch_desc.struct_size is 64",
          vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  result.struct_size = offsetof(vyre_dispatch_result, iterations);
  result.iterations = 77;
  REFUSES("vyre_dispatch_result.struct_size is",
          vyre_dispatch(f->pipeline, bindings, 2, NULL, &result));
  CHECK_EQUAL(77, result.iterations);
  CHECK_EQUAL(offsetof(vyre_dispatch_result, iterations), result.struct_size);
  CHECK_EQUAL(7, out[0]);
  desc.struct_size = offsetof(vyre_dispatch_desc, cooperative) - 1;
  REFUSES("vyre_dispatch_desc.struct_size is 63",
          vyre_dispatch(f->pipeline, bindings, 2, &desc, NULL));
}

static void tells_the_size_of_outputs(fixture* f) {
  uint32_t a[6] = {0};
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, NULL, 24)};
  vyre_output outputs[2];
  size_t count = 0;
  OK(vyre_pipeline_get_outputs(f->pipeline, bindings, 2, NULL, 0, &count));
  CHECK_EQUAL(1, count);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_pipeline_get_outputs(f->pipeline, bindings, 2, outputs, 0, &count));
  CHECK_EQUAL(1, count);
  OK(vyre_pipeline_get_outputs(f->pipeline, bindings, 2, outputs, 2, &count));
  CHECK(equals(outputs[0].name, "out"));
  CHECK_EQUAL(24, outputs[0].bytes);
  CHECK_EQUAL(24, outputs[0].buffer_bytes);
  CHECK_EQUAL(1, outputs[0].slot);
  CHECK_EQUAL(VYRE_ROLE_OUTPUT, outputs[0].role);
  OK(vyre_pipeline_get_outputs(f->pipeline, NULL, 0, outputs, 2, &count));
  CHECK_EQUAL(0, outputs[0].bytes);
}

static const char* const kRange =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 8, \"output\": true, "
    "\"output_byte_range\": [4, 14]}], \"body\": ["
    "{\"loop\": \"i\", \"to\": 8, \"body\": [{\"store\": \"out\", \"at\": \"i\", "
    "\"value\": {\"mul\": [\"i\", 16843009]}}]}]}";

static void returns_the_declared_range(fixture* f) {
  uint8_t out[12];
  memset(out, 0xAA, sizeof out);
  vyre_output output;
  size_t count = 0;
  OK(vyre_pipeline_get_outputs(f->pipeline, NULL, 0, &output, 1, &count));
  CHECK_EQUAL(10, output.bytes);
  CHECK_EQUAL(4, output.start);
  CHECK_EQUAL(32, output.buffer_bytes);
  vyre_binding binding = vyre_bind_output(0, out, 9);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "10 bytes, there is room for 9",
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

static void times_only_what_was_measured(fixture* f) {
  vyre_device_profile profile = VYRE_DEVICE_PROFILE_INIT;
  OK(vyre_backend_get_profile(f->backend, &profile));
  uint32_t a[1] = {0}, out[1];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  desc.flags = VYRE_DISPATCH_TIMED;
  desc.label = vyre_str("timed");
  desc.timeout_ns = UINT64_C(60000000000);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_dispatch(f->pipeline, bindings, 2, &desc, &result));
  const int measured = (result.set & VYRE_RESULT_DEVICE_NS) != 0;
  CHECK_EQUAL((profile.features & VYRE_FEATURE_DEVICE_TIMESTAMPS) != 0, measured);
  CHECK(measured ? result.device_ns > 0 : result.device_ns == 0);
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
  with_fixture(kIncrement, refuses_wrong_grids);
  with_fixture(kIncrement, refuses_wrong_structs);
  with_fixture(kIncrement, refuses_larger_structs);
  with_fixture(kIncrement, refuses_smaller_structs);
  with_fixture(kIncrement, tells_the_size_of_outputs);
  with_fixture(kRange, returns_the_declared_range);
  with_fixture(kTrap, reports_traps_and_writes_nothing);
  with_fixture(kIncrement, times_only_what_was_measured);
  return finish();
}
