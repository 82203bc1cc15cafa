/* Files into buffers and back: whole ones and parts, at once and in the background, and what is
 * refused. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "capi/support/on_backend.h"

enum { kBytes = 100003 };
static uint8_t bytes[kBytes], back[kBytes];

/* A file of this process alone that is gone when it is closed. */
static int new_file(const uint8_t* data, size_t size) {
  char path[] = "/tmp/vyre_file_XXXXXX";
  const int fd = mkstemp(path);
  CHECK(fd >= 0);
  unlink(path);
  CHECK(write(fd, data, size) == (ssize_t)size);
  return fd;
}

static void a_file_goes_through_a_buffer(vyre_device* device) {
  const int fd = new_file(bytes, kBytes);
  const int copy = new_file(NULL, 0);
  vyre_buffer* buffer = make_buffer(device, kBytes);
  OK(vyre_buffer_load_file(buffer, 0, vyre_file_of(fd), 0, kBytes));
  OK(vyre_buffer_read(buffer, 0, back, kBytes));
  CHECK(memcmp(bytes, back, kBytes) == 0);
  OK(vyre_buffer_save_file(buffer, 0, vyre_file_of(copy), 7, kBytes));
  CHECK(lseek(copy, 0, SEEK_END) == kBytes + 7);
  memset(back, 0, kBytes);
  CHECK(pread(copy, back, kBytes, 7) == kBytes);
  CHECK(memcmp(bytes, back, kBytes) == 0);
  close(fd);
  close(copy);
  vyre_buffer_destroy(buffer);
}

static void a_part_leaves_the_rest(vyre_device* device) {
  const int fd = new_file(bytes, kBytes);
  vyre_buffer* buffer = make_buffer(device, 100);
  OK(vyre_buffer_load_file(buffer, 50, vyre_file_of(fd), 1000, 10));
  OK(vyre_buffer_load_file(buffer, 100, vyre_file_of(fd), kBytes, 0)); /* nothing, at both ends */
  OK(vyre_buffer_read(buffer, 0, back, 100));
  CHECK_EQUAL(0, back[49]);
  CHECK(memcmp(back + 50, bytes + 1000, 10) == 0);
  CHECK_EQUAL(0, back[60]);
  close(fd);
  vyre_buffer_destroy(buffer);
}

static void asynchronous_transfers_outlive_the_descriptor(vyre_device* device) {
  vyre_work *read = NULL, *written = NULL;
  vyre_work_state state = VYRE_WORK_RUNNING;
  const int fd = new_file(bytes, kBytes);
  const int copy = new_file(NULL, 0);
  const int kept = dup(copy);
  vyre_buffer* buffer = make_buffer(device, kBytes);
  OK(vyre_buffer_load_file_async(buffer, 0, vyre_file_of(fd), 0, kBytes, &read));
  close(fd);
  OK(vyre_work_wait(read, VYRE_FOREVER, &state));
  CHECK_EQUAL(VYRE_WORK_READY, state);
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  OK(vyre_work_get_result(read, &result));
  CHECK_EQUAL(kBytes, result.output_bytes);
  OK(vyre_buffer_save_file_async(buffer, 0, vyre_file_of(copy), 0, kBytes, &written));
  close(copy);
  OK(vyre_work_collect(written, NULL, 0));
  CHECK(pread(kept, back, kBytes, 0) == kBytes);
  CHECK(memcmp(bytes, back, kBytes) == 0);
  const vyre_binding output = vyre_bind_output(0, back, 4);
  REFUSES("has no outputs", vyre_work_collect(read, &output, 1));
  close(kept);
  vyre_work_destroy(read);
  vyre_work_destroy(written);
  vyre_buffer_destroy(buffer);
}

static void the_context_carries_them_on(vyre_context* context, vyre_device* device) {
  vyre_work* read = NULL;
  const int fd = new_file(bytes, kBytes);
  vyre_buffer* buffer = make_buffer(device, kBytes);
  OK(vyre_buffer_load_file_async(buffer, 0, vyre_file_of(fd), 0, kBytes, &read));
  uint32_t ran = 1;
  OK(vyre_context_run_callbacks(context, &ran));
  CHECK_EQUAL(0, ran); /* no callback was made */
  OK(vyre_buffer_read(buffer, 0, back, kBytes));
  CHECK(memcmp(bytes, back, kBytes) == 0);
  close(fd);
  vyre_work_destroy(read);
  vyre_buffer_destroy(buffer);
}

static void what_cannot_work_is_refused_before_a_byte_moves(vyre_device* device) {
  const vyre_error_code io = VYRE_ERROR_INPUT_OUTPUT;
  vyre_work* work = NULL;
  int ends[2];
  const int fd = new_file(bytes, 1000);
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  const int read_only = open(name, O_RDONLY), write_only = open(name, O_WRONLY);
  const int append = open(name, O_RDWR | O_APPEND), folder = open("/", O_RDONLY);
  CHECK(pipe(ends) == 0);
  const int closed = dup(fd);
  close(closed);
  vyre_buffer* buffer = make_buffer(device, 2000);
  REFUSES("is not open", vyre_buffer_load_file(buffer, 0, vyre_file_of(closed), 0, 1));
  REFUSES("file descriptor -1 is not open",
          vyre_buffer_save_file(buffer, 0, vyre_file_of(-1), 0, 1));
  REFUSES("is a pipe", vyre_buffer_load_file(buffer, 0, vyre_file_of(ends[0]), 0, 1));
  REFUSES("is a directory", vyre_buffer_load_file(buffer, 0, vyre_file_of(folder), 0, 1));
  REFUSES("is open for writing alone",
          vyre_buffer_load_file(buffer, 0, vyre_file_of(write_only), 0, 1));
  REFUSES("is read-only", vyre_buffer_save_file(buffer, 0, vyre_file_of(read_only), 0, 1));
  REFUSES("O_APPEND", vyre_buffer_save_file(buffer, 0, vyre_file_of(append), 0, 1));
  FAILS(io, "has 1000 bytes, 1001 are wanted",
        vyre_buffer_load_file(buffer, 0, vyre_file_of(fd), 0, 1001));
  REFUSES("beyond its end", vyre_buffer_load_file(buffer, 1500, vyre_file_of(fd), 0, 501));
  REFUSES("beyond what a file can have",
          vyre_buffer_save_file(buffer, 0, vyre_file_of(fd), UINT64_MAX - 1, 2));
  FAILS(io, "has 1000 bytes",
        vyre_buffer_load_file_async(buffer, 0, vyre_file_of(fd), 999, 2, &work));
  CHECK(work == NULL);
  REFUSES("is read-only",
          vyre_buffer_save_file_async(buffer, 0, vyre_file_of(read_only), 0, 1, &work));
  CHECK(lseek(fd, 0, SEEK_END) == 1000);
  OK(vyre_buffer_free(buffer));
  REFUSES("was freed", vyre_buffer_load_file(buffer, 0, vyre_file_of(fd), 0, 1));
  const int all[] = {fd, read_only, write_only, append, folder, ends[0], ends[1]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; ++i) close(all[i]);
  vyre_buffer_destroy(buffer);
}

static void refuses_what_makes_no_sense(vyre_device* device) {
  const int fd = new_file(bytes, 1000);
  const vyre_file file = vyre_file_of(fd), none = vyre_file_of(INT64_C(1) << 40);
  vyre_work* work = (vyre_work*)device;
  vyre_buffer* buffer = make_buffer(device, 2000);
  REFUSED(vyre_buffer_load_file, "buffer is NULL", (NULL, 0, file, 0, 1));
  REFUSED(vyre_buffer_save_file, "buffer is NULL", (NULL, 0, file, 0, 1));
  REFUSED(vyre_buffer_load_file_async, "buffer is NULL", (NULL, 0, file, 0, 1, &work));
  CHECK(work == NULL);
  work = (vyre_work*)device;
  REFUSED(vyre_buffer_save_file_async, "buffer is NULL", (NULL, 0, file, 0, 1, &work));
  CHECK(work == NULL);
  REFUSED(vyre_buffer_load_file, "file is the descriptor 1099511627776", (buffer, 0, none, 0, 1));
  REFUSED(vyre_buffer_save_file, "file is the descriptor 1099511627776", (buffer, 0, none, 0, 1));
  REFUSED(vyre_buffer_load_file_async, "file is the descriptor 1099511627776",
          (buffer, 0, none, 0, 1, &work));
  REFUSED(vyre_buffer_save_file_async, "file is the descriptor 1099511627776",
          (buffer, 0, none, 0, 1, &work));
  CHECK(work == NULL);
  vyre_buffer_destroy(buffer);
  close(fd);
}

static void nobody_needs_the_work(vyre_device* device) {
  uint32_t idle = 0;
  const int fd = new_file(bytes, kBytes);
  const int copy = new_file(NULL, 0);
  vyre_buffer* buffer = make_buffer(device, kBytes);
  OK(vyre_buffer_load_file_async(buffer, 0, vyre_file_of(fd), 0, kBytes, NULL));
  close(fd);
  OK(vyre_device_wait_idle(device, VYRE_FOREVER, &idle));
  CHECK_EQUAL(1, idle);
  OK(vyre_buffer_save_file_async(buffer, 0, vyre_file_of(copy), 0, kBytes, NULL));
  OK(vyre_device_wait_idle(device, VYRE_FOREVER, NULL));
  memset(back, 0, kBytes);
  CHECK(pread(copy, back, kBytes, 0) == kBytes);
  CHECK(memcmp(bytes, back, kBytes) == 0);
  FAILS(VYRE_ERROR_INPUT_OUTPUT, "are wanted",
        vyre_buffer_load_file_async(buffer, 0, vyre_file_of(copy), 1, kBytes, NULL));
  close(copy);
  vyre_buffer_destroy(buffer);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  for (size_t i = 0; i < kBytes; ++i) bytes[i] = (uint8_t)(i * 31 + (i >> 8));
  fixture f = make_fixture(backend_id, kIncrement);
  a_file_goes_through_a_buffer(f.device);
  a_part_leaves_the_rest(f.device);
  asynchronous_transfers_outlive_the_descriptor(f.device);
  the_context_carries_them_on(f.context, f.device);
  what_cannot_work_is_refused_before_a_byte_moves(f.device);
  nobody_needs_the_work(f.device);
  refuses_what_makes_no_sense(f.device);
  destroy_fixture(&f);
  return finish();
}
