/* Buffers of a device: contents, ranges, early freeing, and whose they are. */
#include "capi/support/on_backend.h"

static void starts_zeroed_and_keeps_bytes(fixture* f) {
  uint8_t bytes[7] = {1, 2, 3, 4, 5, 6, 7}, back[16];
  memset(back, 0xFF, sizeof back);
  vyre_buffer* buffer = make_buffer(f->device, 16);
  CHECK_EQUAL(16, vyre_buffer_get_info(buffer)->size);
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
  REFUSES("vyre_buffer_create: |0 bytes", vyre_buffer_create(f->device, 0, NULL, &buffer));
  CHECK(buffer == NULL);
  OK(vyre_buffer_create(f->device, 16, NULL, &buffer));
  REFUSES("writing 17 bytes at offset 0", vyre_buffer_write(buffer, 0, bytes, 17));
  REFUSES("reading 1 bytes at offset 16", vyre_buffer_read(buffer, 16, bytes, 1));
  REFUSES("reading", vyre_buffer_read(buffer, UINT64_MAX, bytes, 2));
  REFUSES("vyre_buffer_write: data is NULL and has 4", vyre_buffer_write(buffer, 0, NULL, 4));
  REFUSES("more than memory can have", vyre_buffer_write(buffer, 0, bytes, UINT64_MAX));
  OK(vyre_buffer_write(buffer, 0, bytes, 16));
  vyre_buffer_destroy(buffer);
}

static void refuses_sizes_no_device_has(fixture* f) {
  vyre_buffer* buffer = NULL;
  vyre_error* error = vyre_buffer_create(f->device, UINT64_C(1) << 60, NULL, &buffer);
  const vyre_error_code code = vyre_error_get_code(error);
  vyre_error_destroy(error);
  CHECK(code == VYRE_ERROR_DEVICE_OUT_OF_MEMORY || code == VYRE_ERROR_OUT_OF_HOST_MEMORY ||
        code == VYRE_ERROR_UNSUPPORTED_FEATURE);
  CHECK(buffer == NULL);
  OK(vyre_buffer_create(f->device, 4, NULL, &buffer));
  vyre_buffer_destroy(buffer);
}

static void is_freed_once(fixture* f) {
  uint32_t value = 0, out = 0;
  vyre_buffer* buffer = make_buffer(f->device, 4);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)};
  vyre_work* work = begin_dispatch(f->pipeline, bindings, 2);
  OK(vyre_buffer_free(buffer)); /* the work keeps the memory */
  CHECK_EQUAL(4, vyre_buffer_get_info(buffer)->size);
  REFUSES("was freed already", vyre_buffer_free(buffer));
  REFUSES("was freed", vyre_buffer_read(buffer, 0, &value, 4));
  REFUSES("was freed", vyre_buffer_write(buffer, 0, &value, 4));
  REFUSES("'a' (slot 0): buffer #", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_work_collect(work, bindings, 2));
  CHECK_EQUAL(1, out);
  vyre_work_destroy(work);
  vyre_buffer_destroy(buffer);
}

static void belongs_to_one_device(fixture* f) {
  uint32_t out = 0;
  vyre_device* other = open_device(f->context, backend_id);
  vyre_buffer* buffer = make_buffer(other, 4);
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)};
  REFUSES("another device", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  vyre_buffer_destroy(buffer);
  vyre_device_destroy(other);
}

static void may_not_overlap_when_written(fixture* f) {
  uint32_t value = 41, result = 0;
  vyre_buffer* buffer = make_buffer(f->device, 1024);
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  vyre_binding bindings[] = {vyre_bind_range(0, buffer, 0, 512),
                             vyre_bind_range(1, buffer, 256, 512)};
  REFUSES("share bytes", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_range(1, buffer, 1000, 28);
  REFUSES("beyond its end", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_range(1, buffer, 1025, VYRE_WHOLE_SIZE);
  REFUSES("beyond its end", vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  bindings[1] = vyre_bind_range(1, buffer, 512, VYRE_WHOLE_SIZE);
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_read(buffer, 512, &result, 4));
  CHECK_EQUAL(42, result);
  vyre_buffer_destroy(buffer);
}

/* ---- What a buffer is ---- */

static void says_what_it_is(fixture* f) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  char label[] = "weights";
  desc.label = vyre_str(label);
  desc.flags = VYRE_BUFFER_RESTORABLE;
  OK(vyre_buffer_create(f->device, 48, &desc, &buffer));
  label[0] = 'x'; /* it was copied */
  const vyre_buffer_info* info = vyre_buffer_get_info(buffer);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK(equals(info->label, "weights") && ends_well(info->label));
  CHECK_EQUAL(48, info->size);
  CHECK_EQUAL(VYRE_BUFFER_RESTORABLE, info->flags);
  CHECK_EQUAL(0, info->exports);
  OK(vyre_buffer_free(buffer));
  CHECK(info == vyre_buffer_get_info(buffer));
  vyre_buffer_destroy(buffer);
  buffer = make_buffer(f->device, 4);
  info = vyre_buffer_get_info(buffer);
  CHECK(info->label.size == 0 && ends_well(info->label));
  CHECK_EQUAL(0, info->flags);
  vyre_buffer_destroy(buffer);
}

static void nothing_has_an_empty_info(void) {
  const vyre_buffer_info* info = vyre_buffer_get_info(NULL);
  CHECK_EQUAL(sizeof *info, info->struct_size);
  CHECK_EQUAL(0, info->size + info->flags + info->exports + info->label.size);
  CHECK(ends_well(info->label));
  vyre_buffer_destroy(NULL);
}

static void tells_its_device(fixture* f) {
  uint32_t value = 1, out = 0;
  vyre_device* device = NULL;
  vyre_buffer* buffer = make_buffer(f->device, 4);
  OK(vyre_buffer_get_device(buffer, &device));
  CHECK(device != NULL && device != f->device);
  vyre_buffer_destroy(buffer);
  buffer = make_buffer(device, 4); /* the same device */
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_output(1, &out, 4)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  CHECK_EQUAL(2, out);
  vyre_buffer_destroy(buffer);
  vyre_device_destroy(device);
}

/* ---- What is refused ---- */

static void refuses_what_makes_no_sense(fixture* f) {
  uint32_t word = 0;
  vyre_buffer* buffer = (vyre_buffer*)f;
  vyre_device* device = (vyre_device*)f;
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  REFUSED(vyre_buffer_create, "device is NULL", (NULL, 4, NULL, &buffer));
  CHECK(buffer == NULL);
  REFUSED(vyre_buffer_create, "out_buffer is NULL", (f->device, 4, NULL, NULL));
  REFUSES_SIZES(vyre_buffer_desc, desc, vyre_buffer_create(f->device, 4, &desc, &buffer));
  desc.flags = UINT64_C(1) << 33;
  REFUSED(vyre_buffer_create, "vyre_buffer_desc.flags is 8589934592",
          (f->device, 4, &desc, &buffer));
  desc.flags = 0;
  desc.label.size = 3;
  REFUSED(vyre_buffer_create, "vyre_buffer_desc.label has 3 bytes", (f->device, 4, &desc, &buffer));
  CHECK(buffer == NULL);
  buffer = make_buffer(f->device, 4);
  REFUSED(vyre_buffer_get_device, "buffer is NULL", (NULL, &device));
  CHECK(device == NULL);
  REFUSED(vyre_buffer_get_device, "out_device is NULL", (buffer, NULL));
  REFUSED(vyre_buffer_write, "buffer is NULL", (NULL, 0, &word, 4));
  REFUSED(vyre_buffer_read, "buffer is NULL", (NULL, 0, &word, 4));
  REFUSED(vyre_buffer_read, "data is NULL and has 4", (buffer, 0, NULL, 4));
  REFUSED(vyre_buffer_free, "buffer is NULL", (NULL));
  vyre_buffer_destroy(buffer);
}

static void what_is_not_served_yet_is_named(fixture* f) {
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  desc.exports = VYRE_HANDLE_FD;
  FAILS(VYRE_ERROR_UNSUPPORTED_FEATURE, "vyre_buffer_desc.exports is 1|does not do yet",
        vyre_buffer_create(f->device, 4, &desc, &buffer));
  CHECK(buffer == NULL);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, starts_zeroed_and_keeps_bytes);
  with_fixture(kIncrement, stays_inside);
  with_fixture(kIncrement, refuses_sizes_no_device_has);
  with_fixture(kIncrement, is_freed_once);
  with_fixture(kIncrement, belongs_to_one_device);
  with_fixture(kIncrement, may_not_overlap_when_written);
  with_fixture(kIncrement, says_what_it_is);
  nothing_has_an_empty_info();
  with_fixture(kIncrement, tells_its_device);
  with_fixture(kIncrement, refuses_what_makes_no_sense);
  with_fixture(kIncrement, what_is_not_served_yet_is_named);
  return finish();
}
