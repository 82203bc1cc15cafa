/* A simulation of many small steps: Conway's game of life on a torus, where each generation is a
 * dispatch that needs the one before. Recorded once as a sequence of 40 generations and run again
 * and again; then the same generations dispatched one by one, to see what that costs.
 *   life [RUNS] [DEVICE] */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <vyre_driver.h>
#include <vyre_driver_sequence.h>

enum { kSide = 16, kCells = kSide * kSide, kGenerations = 40 };

/* Nine cells are counted, the own one among them: three live, and four when the own one lives. */
static const char kStep[] =
    "{\"workgroup_size\": [64, 1, 1],"
    " \"buffers\": ["
    "  {\"name\": \"now\", \"type\": \"U32\", \"count\": 256},"
    "  {\"name\": \"next\", \"type\": \"U32\", \"count\": 256, \"access\": \"write_only\"}],"
    " \"body\": ["
    "  {\"let\": \"i\", \"value\": {\"invocation_id\": \"x\"}},"
    "  {\"let\": \"x\", \"value\": {\"add\": [\"i\", 15]}},"
    "  {\"let\": \"y\", \"value\": {\"add\": [{\"shr\": [\"i\", 4]}, 15]}},"
    "  {\"let\": \"n\", \"value\": 0},"
    "  {\"loop\": \"dy\", \"to\": 3, \"body\": [{\"loop\": \"dx\", \"to\": 3, \"body\": ["
    "   {\"assign\": \"n\", \"value\": {\"add\": [\"n\", {\"load\": \"now\", \"at\": {\"add\": ["
    "     {\"shl\": [{\"bit_and\": [{\"add\": [\"y\", \"dy\"]}, 15]}, 4]},"
    "     {\"bit_and\": [{\"add\": [\"x\", \"dx\"]}, 15]}]}}]}}]}]},"
    "  {\"store\": \"next\", \"at\": \"i\", \"value\": {\"select\": ["
    "   {\"or\": [{\"eq\": [\"n\", 3]},"
    "             {\"and\": [{\"eq\": [\"n\", 4]},"
    "                        {\"eq\": [{\"load\": \"now\", \"at\": \"i\"}, 1]}]}]}, 1, 0]}}]}";

static void check(vyre_error* error) {
  if (vyre_error_print(error)) exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A glider in the first rows: it moves by one cell to the right and down in four generations. */
static void start(vyre_buffer* cells) {
  uint32_t words[kCells] = {0};
  words[1] = words[kSide + 2] = 1;
  words[2 * kSide] = words[2 * kSide + 1] = words[2 * kSide + 2] = 1;
  check(vyre_buffer_write(cells, 0, words, sizeof words));
}

/* Dispatches from |cells[0]| to |cells[1]| and back, recorded. */
static vyre_sequence* record(vyre_device* device, vyre_pipeline* step, vyre_buffer* cells[2]) {
  vyre_sequence* sequence;
  check(vyre_sequence_create(device, NULL, &sequence));
  for (int i = 0; i < kGenerations; ++i) {
    const vyre_binding bindings[] = {vyre_bind_buffer(0, cells[i % 2]),
                                     vyre_bind_buffer(1, cells[1 - i % 2])};
    uint32_t number;
    check(vyre_sequence_add_dispatch(sequence, step, bindings, 2, NULL, &number));
  }
  check(vyre_sequence_prepare(sequence));
  return sequence;
}

/* Many runs are under way at once; they follow each other on the device. */
static void run_recorded(vyre_sequence* sequence, int runs) {
  vyre_work_state state;
  vyre_error* failure;
  for (int i = 0; i < runs; ++i) check(vyre_sequence_run_async(sequence, NULL, NULL));
  check(vyre_sequence_wait(sequence, VYRE_FOREVER, &state));
  check(vyre_sequence_get_error(sequence, &failure));
  check(failure);
}

static void run_one_by_one(vyre_pipeline* step, vyre_buffer* cells[2], int runs) {
  for (int i = 0; i < runs * kGenerations; ++i) {
    const vyre_binding bindings[] = {vyre_bind_buffer(0, cells[i % 2]),
                                     vyre_bind_buffer(1, cells[1 - i % 2])};
    check(vyre_dispatch(step, bindings, 2, NULL, NULL));
  }
}

static void say(const char* what, int runs, double seconds) {
  printf("%-11s %8.2f us for a generation\n", what, 1e6 * seconds / (runs * kGenerations));
}

static void draw(const uint32_t cells[kCells]) {
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) putchar(cells[y * kSide + x] != 0 ? '#' : '.');
    putchar('\n');
  }
}

int main(int argc, char** argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 100;
  vyre_device* device;
  vyre_program* program;
  vyre_pipeline* step;
  vyre_buffer* cells[2];
  uint32_t recorded[kCells], dispatched[kCells];
  if (runs < 1) {
    fprintf(stderr, "usage: life [RUNS] [DEVICE], at least one run\n");
    return 2;
  }
  check(vyre_device_open_id(NULL, argc > 2 ? argv[2] : "vulkan", &device));
  check(vyre_program_load(NULL, kStep, strlen(kStep), NULL, &program));
  check(vyre_pipeline_create(device, program, NULL, &step));
  for (int i = 0; i < 2; ++i) check(vyre_buffer_create(device, sizeof recorded, NULL, &cells[i]));
  vyre_sequence* sequence = record(device, step, cells);

  start(cells[0]);
  double begin = now();
  run_recorded(sequence, runs);
  say("recorded:", runs, now() - begin);
  check(vyre_buffer_read(cells[0], 0, recorded, sizeof recorded));

  start(cells[0]);
  begin = now();
  run_one_by_one(step, cells, runs);
  say("one by one:", runs, now() - begin);
  check(vyre_buffer_read(cells[0], 0, dispatched, sizeof dispatched));

  draw(recorded);
  vyre_sequence_destroy(sequence);
  for (int i = 0; i < 2; ++i) vyre_buffer_destroy(cells[i]);
  vyre_pipeline_destroy(step);
  vyre_program_destroy(program);
  vyre_device_destroy(device);
  return memcmp(recorded, dispatched, sizeof recorded) != 0;
}
