/* A file through a kernel into another file: each word is flipped by a program whose io ops read
 * and write the files themselves. Says how long that takes, beside the three parts one by one.
 *   file_xor INPUT OUTPUT [DEVICE] */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <vyre_driver.h>

/* h names the parameter and the handle; what the ops work on comes in two uniform buffers. */
static const char kOps[] =
    "{\"workgroup_size\": [256, 1, 1],"
    " \"buffers\": ["
    "  {\"name\": \"h\", \"type\": \"U32\", \"access\": \"read_write\", \"kind\": \"persistent\"},"
    "  {\"name\": \"fds\", \"type\": \"I32\", \"access\": \"uniform\", \"count\": 2},"
    "  {\"name\": \"range\", \"type\": \"U64\", \"access\": \"uniform\", \"count\": 2}],"
    " \"body\": ["
    "  {\"let\": \"h\", \"value\": {\"call\": \"io.dma_from_nvme\", \"args\": ["
    "   {\"load\": \"fds\", \"at\": 0}, {\"load\": \"range\", \"at\": 0},"
    "   {\"load\": \"range\", \"at\": 1}]}},"
    "  {\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "  {\"store\": \"h\", \"at\": \"i\","
    "   \"value\": {\"bit_xor\": [{\"load\": \"h\", \"at\": \"i\"}, 1515870810]}},"
    "  {\"let\": \"done\", \"value\": {\"call\": \"io.write_back_to_nvme\", \"args\": ["
    "   \"h\", {\"load\": \"fds\", \"at\": 1}, {\"load\": \"range\", \"at\": 0}]}}]}";

/* The kernel alone. */
static const char kKernel[] =
    "{\"workgroup_size\": [256, 1, 1],"
    " \"buffers\": ["
    "  {\"name\": \"h\", \"type\": \"U32\", \"access\": \"read_write\", \"kind\": \"persistent\"}],"
    " \"body\": ["
    "  {\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "  {\"store\": \"h\", \"at\": \"i\","
    "   \"value\": {\"bit_xor\": [{\"load\": \"h\", \"at\": \"i\"}, 1515870810]}}]}";

static const uint64_t kMostPiece = 64u << 20;

static void check(vyre_error* error) {
  if (vyre_error_print(error)) exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void say(const char* what, uint64_t bytes, double seconds) {
  printf("%-28s %8.3f s  %6.2f GB/s\n", what, seconds, 1e-9 * (double)bytes / seconds);
}

static int open_or_die(const char* path, int flags) {
  const int fd = open(path, flags, 0600);
  if (fd >= 0) return fd;
  perror(path);
  exit(1);
}

static vyre_pipeline* compile(vyre_device* device, const char* json) {
  vyre_program* program;
  vyre_pipeline* pipeline;
  check(vyre_program_load(NULL, json, strlen(json), NULL, &program));
  check(vyre_pipeline_create(device, program, NULL, &pipeline));
  vyre_program_destroy(program);
  return pipeline;
}

/* The file piece by piece, each in one dispatch that reads, flips and writes it. */
static void with_ops(vyre_pipeline* pipeline, int in, int out, uint64_t bytes) {
  const int32_t fds[2] = {in, out};
  for (uint64_t at = 0; at < bytes; at += kMostPiece) {
    const uint64_t range[2] = {at, bytes - at < kMostPiece ? bytes - at : kMostPiece};
    const vyre_binding bindings[] = {vyre_bind_input(1, fds, sizeof fds),
                                     vyre_bind_input(2, range, sizeof range)};
    check(vyre_dispatch(pipeline, bindings, 2, NULL, NULL));
  }
}

/* The same in three calls of the host, each measured: seconds of reading, flipping and writing. */
static void by_hand(vyre_pipeline* pipeline, vyre_device* device, int in, int out, uint64_t bytes,
                    double seconds[3]) {
  for (uint64_t at = 0; at < bytes; at += kMostPiece) {
    const uint64_t size = bytes - at < kMostPiece ? bytes - at : kMostPiece;
    vyre_buffer* buffer;
    check(vyre_buffer_create(device, size, NULL, &buffer));
    const vyre_binding binding = vyre_bind_buffer(0, buffer);
    double times[4];
    times[0] = now();
    check(vyre_buffer_load_file(buffer, 0, vyre_file_of(in), at, size));
    times[1] = now();
    check(vyre_dispatch(pipeline, &binding, 1, NULL, NULL));
    times[2] = now();
    check(vyre_buffer_save_file(buffer, 0, vyre_file_of(out), at, size));
    times[3] = now();
    for (int i = 0; i < 3; ++i) seconds[i] += times[i + 1] - times[i];
    vyre_buffer_destroy(buffer);
  }
}

int main(int argc, char** argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: file_xor INPUT OUTPUT [DEVICE]\n");
    return 2;
  }
  vyre_device* device;
  check(vyre_device_open_id(NULL, argc > 3 ? argv[3] : "vulkan", &device));
  const int in = open_or_die(argv[1], O_RDONLY);
  struct stat info;
  if (fstat(in, &info) != 0 || info.st_size % 4 != 0) {
    fprintf(stderr, "file_xor: the input has to have whole words\n");
    return 1;
  }
  const uint64_t bytes = (uint64_t)info.st_size;
  vyre_pipeline* ops = compile(device, kOps);
  vyre_pipeline* kernel = compile(device, kKernel);

  int out = open_or_die(argv[2], O_RDWR | O_CREAT | O_TRUNC);
  const double start = now();
  with_ops(ops, in, out, bytes);
  say("io ops: read, flip, write", bytes, now() - start);
  close(out);

  out = open_or_die(argv[2], O_RDWR | O_CREAT | O_TRUNC);
  double seconds[3] = {0, 0, 0};
  by_hand(kernel, device, in, out, bytes, seconds);
  say("vyre_buffer_load_file", bytes, seconds[0]);
  say("vyre_dispatch", bytes, seconds[1]);
  say("vyre_buffer_save_file", bytes, seconds[2]);
  close(out);
  close(in);
  vyre_pipeline_destroy(ops);
  vyre_pipeline_destroy(kernel);
  vyre_device_destroy(device);
  return 0;
}
