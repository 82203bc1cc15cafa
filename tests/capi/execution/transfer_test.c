/* Bytes between buffers, and between them and the host, waited for or not; what is refused. */
#include "capi/support/on_backend.h"
#include "vyre_driver_sequence.h"

enum { kWords = 64, kSize = 4 * kWords };

static void numbers_from(uint32_t first, uint32_t* words) {
  for (uint32_t i = 0; i < kWords; ++i) words[i] = first + i;
}

static vyre_buffer* buffer_of(vyre_device* device, const uint32_t* words) {
  vyre_buffer* buffer = make_buffer(device, kSize);
  OK(vyre_buffer_write(buffer, 0, words, kSize));
  return buffer;
}

static uint32_t word_at(vyre_buffer* buffer, uint64_t index) {
  uint32_t word = 0;
  OK(vyre_buffer_read(buffer, 4 * index, &word, 4));
  return word;
}

static void ended_well(vyre_work* work) {
  vyre_work_state state = VYRE_WORK_RUNNING;
  CHECK(work != NULL);
  OK(vyre_work_wait(work, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  vyre_work_destroy(work);
}

static void copies_and_fills(fixture* f) {
  uint32_t words[kWords];
  numbers_from(100, words);
  vyre_buffer* a = buffer_of(f->device, words);
  vyre_buffer* b = make_buffer(f->device, kSize);
  OK(vyre_buffer_copy(a, 0, b, 0, kSize));
  CHECK_EQUAL(163, word_at(b, 63));
  OK(vyre_buffer_copy(a, 8, b, 130, 2)); /* bytes of no whole word */
  CHECK_EQUAL((132 & 0xFFFF) | (102u << 16), word_at(b, 32));
  OK(vyre_buffer_copy(a, 0, a, 128, 128)); /* ranges of one buffer that touch */
  CHECK_EQUAL(100, word_at(a, 32));
  OK(vyre_buffer_fill(b, 4, 8, 0xDEADBEEF));
  CHECK_EQUAL(100, word_at(b, 0));
  CHECK_EQUAL(0xDEADBEEF, word_at(b, 1));
  CHECK_EQUAL(0xDEADBEEF, word_at(b, 2));
  CHECK_EQUAL(103, word_at(b, 3));
  OK(vyre_buffer_fill(b, 256, 0, 1)); /* nothing, at the end */
  OK(vyre_buffer_copy(a, 256, b, 256, 0));
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

static void keep_their_order_with_dispatches(fixture* f) {
  uint32_t words[kWords], out[kWords];
  vyre_work *written = NULL, *copied = NULL, *filled = NULL, *read = NULL;
  vyre_buffer* a = make_buffer(f->device, kSize);
  vyre_buffer* b = make_buffer(f->device, kSize);
  vyre_buffer* c = make_buffer(f->device, kSize);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  numbers_from(7, words);
  OK(vyre_buffer_write_async(a, 0, words, kSize, &written));
  words[0] = 0; /* the bytes were taken */
  OK(vyre_dispatch_async(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_copy_async(b, 0, c, 0, kSize, &copied));
  OK(vyre_buffer_fill_async(b, 0, 8, 1, &filled));
  OK(vyre_buffer_read_async(b, 0, kSize, &read));
  OK(vyre_buffer_fill_async(b, 0, kSize, 2, NULL));
  OK(vyre_work_collect_bytes(read, out, sizeof out));
  CHECK_EQUAL(1, out[1]);
  CHECK_EQUAL(10, out[2]);
  CHECK_EQUAL(8, word_at(c, 0));
  CHECK_EQUAL(2, word_at(b, 63));
  ended_well(written);
  ended_well(copied);
  ended_well(filled);
  ended_well(read);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
  vyre_buffer_destroy(c);
}

static void reads_are_collected_once_or_pointed_at(fixture* f) {
  uint32_t words[kWords], out[kWords] = {0};
  vyre_bytes bytes = {NULL, 1};
  vyre_work *work = NULL, *written = NULL;
  numbers_from(5, words);
  vyre_buffer* a = buffer_of(f->device, words);
  OK(vyre_buffer_read_async(a, 4, 8, &work));
  vyre_buffer_destroy(a); /* the work keeps what it needs */
  REFUSED(vyre_work_collect_bytes, "8 bytes, and 12 are asked for", (work, out, 12));
  FAILS(VYRE_ERROR_NOT_FOUND, "number 1 was asked for", vyre_work_get_bytes(work, 1, &bytes));
  CHECK_EQUAL(0, bytes.size);
  OK(vyre_work_get_bytes(work, 0, &bytes));
  CHECK_EQUAL(8, bytes.size);
  CHECK(bytes.data != NULL && memcmp(bytes.data, words + 1, 8) == 0);
  OK(vyre_work_collect_bytes(work, out, 8));
  CHECK_EQUAL(7, out[1]);
  REFUSED(vyre_work_collect_bytes, "collected already", (work, out, 8));
  OK(vyre_work_get_bytes(work, 0, &bytes)); /* it still has them */
  REFUSED(vyre_work_collect_bytes, "data is NULL and has 8", (work, NULL, 8));
  vyre_work_destroy(work);
  a = buffer_of(f->device, words);
  OK(vyre_buffer_write_async(a, 0, words, 4, &written));
  REFUSED(vyre_work_get_bytes, "reads nothing", (written, 0, &bytes));
  REFUSED(vyre_work_collect_bytes, "reads nothing", (written, out, 0));
  REFUSED(vyre_work_get_bytes, "work is NULL", (NULL, 0, &bytes));
  REFUSED(vyre_work_get_bytes, "out_bytes is NULL", (written, 0, NULL));
  REFUSED(vyre_work_collect_bytes, "work is NULL", (NULL, out, 8));
  OK(vyre_buffer_read_async(a, 256, 0, &work));
  OK(vyre_work_collect_bytes(work, NULL, 0));
  vyre_work_destroy(work);
  vyre_work_destroy(written);
  vyre_buffer_destroy(a);
}

static void nobody_needs_the_work(fixture* f) {
  uint32_t words[kWords], idle = 0;
  numbers_from(1, words);
  vyre_buffer* a = make_buffer(f->device, kSize);
  vyre_buffer* b = make_buffer(f->device, kSize);
  for (uint32_t i = 0; i < kWords; ++i) OK(vyre_buffer_write_async(a, 4 * i, words + i, 4, NULL));
  OK(vyre_buffer_copy_async(a, 0, b, 0, kSize, NULL));
  OK(vyre_buffer_read_async(b, 0, kSize, NULL));
  OK(vyre_buffer_fill_async(a, 0, kSize, 9, NULL));
  OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, idle);
  CHECK_EQUAL(9, word_at(a, 0));
  for (uint32_t i = 0; i < kWords; ++i) CHECK_EQUAL(1 + i, word_at(b, i));
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

static void go_between_devices(fixture* f) {
  uint32_t words[kWords];
  vyre_work* work = NULL;
  vyre_device* other = open_device(f->context, backend_id);
  vyre_device* oracle = open_device(f->context, "cpu-ref");
  numbers_from(40, words);
  vyre_buffer* a = buffer_of(f->device, words);
  vyre_buffer* b = make_buffer(other, kSize);
  vyre_buffer* c = make_buffer(oracle, kSize);
  OK(vyre_buffer_copy(a, 0, b, 128, 128));
  OK(vyre_buffer_copy_async(b, 128, c, 4, 128, &work));
  CHECK_EQUAL(40, word_at(c, 1));
  CHECK_EQUAL(0, word_at(c, 0));
  OK(vyre_buffer_copy_async(c, 0, a, 0, kSize, NULL));
  CHECK_EQUAL(71, word_at(a, 32));
  REFUSED(vyre_buffer_copy, "copying 8 bytes at offset 252", (a, 252, b, 0, 8));
  REFUSED(vyre_buffer_copy, "copying 8 bytes at offset 252", (a, 0, b, 252, 8));
  ended_well(work);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
  vyre_buffer_destroy(c);
  vyre_device_destroy(other);
  vyre_device_destroy(oracle);
}

static void a_sequence_fills_and_its_runs_have_what_they_read(fixture* f) {
  uint32_t fill = 9, read = 9;
  vyre_work_state state = VYRE_WORK_RUNNING;
  vyre_bytes bytes = {NULL, 0};
  vyre_work *first = NULL, *second = NULL;
  vyre_sequence* sequence = NULL;
  vyre_buffer* a = make_buffer(f->device, kSize);
  vyre_buffer* b = make_buffer(f->device, kSize);
  vyre_binding bindings[] = {vyre_bind_buffer(0, a), vyre_bind_buffer(1, b)};
  OK(vyre_sequence_create(f->device, NULL, &sequence));
  OK(vyre_sequence_add_fill(sequence, a, 4, kSize - 4, 3, &fill));
  OK(vyre_sequence_add_dispatch(sequence, f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_sequence_add_copy(sequence, b, 0, a, 0, 4, NULL)); /* a[0] counts the runs */
  OK(vyre_sequence_add_read(sequence, b, 0, kSize, &read));
  CHECK_EQUAL(0, fill);
  REFUSED(vyre_sequence_add_fill, "6 bytes from offset 0", (sequence, a, 0, 6, 1, NULL));
  REFUSED(vyre_sequence_add_fill, "filling 8 bytes at offset 252", (sequence, a, 252, 8, 1, NULL));
  REFUSED(vyre_sequence_add_fill, "buffer is NULL", (sequence, NULL, 0, 4, 1, NULL));
  REFUSED(vyre_sequence_add_fill, "sequence is NULL", (NULL, a, 0, 4, 1, NULL));
  OK(vyre_sequence_run_async(sequence, NULL, &first));
  OK(vyre_work_get_bytes(first, read, &bytes));
  CHECK_EQUAL(kSize, bytes.size);
  CHECK_EQUAL(1, ((const uint32_t*)bytes.data)[0]);
  CHECK_EQUAL(4, ((const uint32_t*)bytes.data)[63]);
  OK(vyre_sequence_run_async(sequence, NULL, &second));
  CHECK_EQUAL(1, ((const uint32_t*)bytes.data)[0]); /* they stay with the work */
  OK(vyre_work_get_bytes(first, read, &bytes));
  CHECK_EQUAL(1, ((const uint32_t*)bytes.data)[0]);
  OK(vyre_work_get_bytes(second, read, &bytes));
  CHECK_EQUAL(2, ((const uint32_t*)bytes.data)[0]);
  FAILS(VYRE_ERROR_NOT_FOUND, "step 0|is no read", vyre_work_get_bytes(second, fill, &bytes));
  FAILS(VYRE_ERROR_NOT_FOUND, "step 9|is no read", vyre_work_get_bytes(second, 9, &bytes));
  vyre_work_destroy(first);
  OK(vyre_sequence_run_async(sequence, NULL, &first));
  ended_well(first);
  OK(vyre_sequence_run_async(sequence, NULL, &first));
  OK(vyre_work_wait(first, VYRE_FOREVER, &state));
  OK(vyre_sequence_run(sequence, NULL, NULL));
  REFUSED(vyre_work_get_bytes, "has run again since", (first, read, &bytes));
  vyre_work_destroy(first);
  vyre_work_destroy(second);
  vyre_sequence_destroy(sequence);
  vyre_buffer_destroy(a);
  vyre_buffer_destroy(b);
}

static void what_makes_no_sense_is_named(fixture* f) {
  uint32_t word = 0;
  vyre_work* work = (vyre_work*)f;
  vyre_buffer* a = make_buffer(f->device, 256);
  REFUSED(vyre_buffer_copy, "from is NULL", (NULL, 0, a, 0, 4));
  REFUSED(vyre_buffer_copy, "to is NULL", (a, 0, NULL, 0, 4));
  REFUSED(vyre_buffer_copy, "copying 8 bytes at offset 252", (a, 0, a, 252, 8));
  REFUSED(vyre_buffer_copy, "from offset 0 to offset 4|overlaps itself", (a, 0, a, 4, 8));
  REFUSED(vyre_buffer_copy_async, "from is NULL", (NULL, 0, a, 0, 4, &work));
  CHECK(work == NULL);
  REFUSED(vyre_buffer_copy_async, "to is NULL", (a, 0, NULL, 0, 4, NULL));
  REFUSED(vyre_buffer_copy_async, "overlaps itself", (a, 4, a, 0, 8, &work));
  REFUSED(vyre_buffer_copy_async, "at offset 18446744073709551615", (a, UINT64_MAX, a, 0, 8, NULL));
  REFUSED(vyre_buffer_fill, "buffer is NULL", (NULL, 0, 4, 1));
  REFUSED(vyre_buffer_fill, "6 bytes from offset 0|multiples of 4", (a, 0, 6, 1));
  REFUSED(vyre_buffer_fill, "4 bytes from offset 2", (a, 2, 4, 1));
  REFUSED(vyre_buffer_fill, "filling 8 bytes at offset 252", (a, 252, 8, 1));
  REFUSED(vyre_buffer_fill_async, "buffer is NULL", (NULL, 0, 4, 1, &work));
  REFUSED(vyre_buffer_fill_async, "1 bytes from offset 0", (a, 0, 1, 1, NULL));
  REFUSED(vyre_buffer_write_async, "buffer is NULL", (NULL, 0, &word, 4, &work));
  REFUSED(vyre_buffer_write_async, "data is NULL and has 4", (a, 0, NULL, 4, NULL));
  REFUSED(vyre_buffer_write_async, "writing 4 bytes at offset 254", (a, 254, &word, 4, &work));
  REFUSED(vyre_buffer_read_async, "buffer is NULL", (NULL, 0, 4, &work));
  REFUSED(vyre_buffer_read_async, "reading 257 bytes at offset 0", (a, 0, 257, &work));
  OK(vyre_buffer_free(a));
  REFUSED(vyre_buffer_copy, "was freed", (a, 0, a, 8, 4));
  REFUSED(vyre_buffer_fill, "was freed", (a, 0, 4, 1));
  REFUSED(vyre_buffer_write_async, "was freed", (a, 0, &word, 4, &work));
  REFUSED(vyre_buffer_read_async, "was freed", (a, 0, 4, &work));
  CHECK(work == NULL);
  vyre_buffer_destroy(a);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, copies_and_fills);
  with_fixture(kIncrement, keep_their_order_with_dispatches);
  with_fixture(kIncrement, reads_are_collected_once_or_pointed_at);
  with_fixture(kIncrement, nobody_needs_the_work);
  with_fixture(kIncrement, go_between_devices);
  with_fixture(kIncrement, a_sequence_fills_and_its_runs_have_what_they_read);
  with_fixture(kIncrement, what_makes_no_sense_is_named);
  return finish();
}
