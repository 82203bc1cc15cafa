/* Buffers of a device: contents, ranges, early freeing, and whose they are. */
#include "capi/support/on_backend.h"

static void starts_zeroed_and_keeps_bytes(fixture* f) {
  uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7}, back[16];
  memset(back, 0xFF, sizeof back);
  vyre_buffer* buffer = make_buffer(f->backend, 16);
  CHECK_EQUAL(16, vyre_buffer_size(buffer));
  OK(vyre_buffer_read(buffer, 0, back, 16));
  for (int i = 0; i < 16; ++i) CHECK_EQUAL(0, back[i]);
  OK(vyre_buffer_write(buffer, 3, bytes, 7));
  OK(vyre_buffer_read(buffer, 2, back, 9));
  CHECK_EQUAL(0, back[0]);
  CHECK_EQUAL(1, back[1]);
  CHECK_EQUAL(7, back[7]);
  CHECK_EQUAL(0, back[8]);
  OK(vyre_buffer_write(buffer, 16, NULL, 0)); /* nothing, at the end */
  vyre_buffer_destroy(buffer);
}

static void stays_inside(fixture* f) {
  vyre_buffer* buffer = NULL;
  uint8_t bytes[32] = {0};
  REFUSES("0 bytes", vyre_buffer_create(f->backend, 0, &buffer));
  CHECK(buffer == NULL);
  OK(vyre_buffer_create(f->backend, 16, &buffer));
  REFUSES("writing 17 bytes at offset 0", vyre_buffer_write(buffer, 0, bytes, 17));
  REFUSES("reading 1 bytes at offset 16", vyre_buffer_read(buffer, 16, bytes, 1));
  REFUSES("reading", vyre_buffer_read(buffer, UINT64_MAX, bytes, 2));
  REFUSES("|data| is NULL and has 4", vyre_buffer_write(buffer, 0, NULL, 4));
  REFUSES("more than memory can have", vyre_buffer_write(buffer, 0, bytes, UINT64_MAX));
  OK(vyre_buffer_write(buffer, 0, bytes, 16));
  vyre_buffer_destroy(buffer);
}

static void refuses_sizes_no_device_has(fixture* f) {
  vyre_buffer* buffer = NULL;
  const int32_t code =
      vyre_error_consume(vyre_buffer_create(f->backend, UINT64_C(1) << 60, &buffer));
  CHECK(code == VYRE_ERROR_DEVICE_OUT_OF_MEMORY || code == VYRE_ERROR_OUT_OF_HOST_MEMORY ||
        code == VYRE_ERROR_UNSUPPORTED_FEATURE);
  CHECK(buffer == NULL);
  OK(vyre_buffer_create(f->backend, 4, &buffer));
  vyre_buffer_destroy(buffer);
}

static void is_freed_once(fixture* f) {
  uint32_t value = 0, out = 0;
  vyre_buffer* buffer = make_buffer(f->backend, 4);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)};
  vyre_pending* pending = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_buffer_free(buffer)); /* the work keeps the memory */
  CHECK_EQUAL(4, vyre_buffer_size(buffer));
  REFUSES("was freed already", vyre_buffer_free(buffer));
  REFUSES("was freed", vyre_buffer_read(buffer, 0, &value, 4));
  REFUSES("was freed", vyre_buffer_write(buffer, 0, &value, 4));
  REFUSES("'a' (slot 0): buffer #", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_pending_collect(pending, bindings, 2));
  CHECK_EQUAL(1, out);
  vyre_pending_destroy(pending);
  vyre_buffer_destroy(buffer);
}

static void belongs_to_one_backend(fixture* f) {
  uint32_t out = 0;
  vyre_backend* other = acquire(f->context, backend_id);
  vyre_buffer* buffer = make_buffer(other, 4);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)};
  REFUSES("another backend", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  vyre_buffer_destroy(buffer);
  vyre_backend_destroy(other);
}

static void may_not_overlap_when_written(fixture* f) {
  uint32_t value = 41, result = 0;
  vyre_buffer* buffer = make_buffer(f->backend, 1024);
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  vyre_binding bindings[] = {vyre_bind_buffer_range(0, buffer, 0, 512),
                             vyre_bind_buffer_range(1, buffer, 256, 512)};
  REFUSES("share bytes", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_buffer_range(1, buffer, 1000, 28);
  REFUSES("beyond its end", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_buffer_range(1, buffer, 1025, VYRE_WHOLE_SIZE);
  REFUSES("beyond its end", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_buffer_range(1, buffer, 512, VYRE_WHOLE_SIZE);
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_read(buffer, 512, &result, 4));
  CHECK_EQUAL(42, result);
  vyre_buffer_destroy(buffer);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, starts_zeroed_and_keeps_bytes);
  with_fixture(kIncrement, stays_inside);
  with_fixture(kIncrement, refuses_sizes_no_device_has);
  with_fixture(kIncrement, is_freed_once);
  with_fixture(kIncrement, belongs_to_one_backend);
  with_fixture(kIncrement, may_not_overlap_when_written);
  return finish();
}
