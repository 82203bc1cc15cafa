// Package table gives tests a backend made in C: its memory is the host's, its programs run on the
// library's oracle. Nothing but tests uses it.
package table

/*
#cgo pkg-config: vyre_driver
#include <stdlib.h>
#include <vyre_driver_plugin.h>

typedef struct executable {
  const vyre_plugin_host* host;
  vyre_oracle* oracle;
} executable;

static int live_tables = 0;
static int device = 0; // its address is the device

static vyre_error* get_device_info(void* user, uint32_t number, vyre_device_info* out_info) {
  (void)user, (void)number;
  for (int axis = 0; axis < 3; ++axis) {
    out_info->max_workgroup_size[axis] = 64;
    out_info->max_workgroup_count[axis] = 1024;
  }
  out_info->max_workgroup_invocations = 64;
  return NULL;
}

static vyre_error* open_device(void* user, uint32_t number, const vyre_plugin_host* host,
                               void** out_device) {
  (void)user, (void)number, (void)host;
  *out_device = &device;
  return NULL;
}

static void close_device(void* d) { (void)d; }

static vyre_error* allocate(void* d, uint64_t size, void** out_memory) {
  (void)d;
  *out_memory = calloc(1, size);
  return NULL;
}

static void free_memory(void* d, void* memory) {
  (void)d;
  free(memory);
}

static vyre_error* write_memory(void* d, void* memory, uint64_t offset, const void* bytes,
                                size_t size) {
  (void)d;
  memcpy((char*)memory + offset, bytes, size);
  return NULL;
}

static vyre_error* read_memory(void* d, void* memory, uint64_t offset, void* bytes, size_t size) {
  (void)d;
  memcpy(bytes, (char*)memory + offset, size);
  return NULL;
}

static vyre_error* compile(void* d, const vyre_plugin_compile* request, void** out_executable) {
  (void)d;
  executable* made = calloc(1, sizeof *made);
  made->host = request->host;
  *out_executable = made;
  vyre_error* error = request->host->oracle_create(request->compilation, &made->oracle);
  if (error != NULL) free(made);
  return error;
}

static void free_executable(void* d, void* freed) {
  (void)d;
  executable* e = freed;
  e->host->oracle_destroy(e->oracle);
  free(e);
}

static vyre_error* submit(void* d, const vyre_plugin_submission* submission, void** out_work) {
  (void)d;
  const vyre_plugin_command* command = submission->commands;
  const executable* e = command->executable;
  vyre_oracle_range ranges[8] = {{NULL, 0}};
  if (command->range_count > 8) {
    return e->host->error_create(VYRE_ERROR_UNSUPPORTED_FEATURE, 0, vyre_str("too many parameters"));
  }
  for (size_t i = 0; i < command->range_count; ++i) {
    if (command->ranges[i].memory == NULL) continue;
    ranges[i].bytes = (char*)command->ranges[i].memory + command->ranges[i].offset;
    ranges[i].size = command->ranges[i].size;
  }
  *out_work = (void*)e;
  return e->host->oracle_run(e->oracle, command->grid, ranges, command->range_count);
}

static vyre_error* wait_for(void* d, void* work, uint64_t timeout_ns,
                            vyre_work_state* out_state) {
  (void)d, (void)work, (void)timeout_ns;
  *out_state = VYRE_WORK_READY;
  return NULL;
}

static void free_work(void* d, void* work) { (void)d, (void)work; }

static void destroy(void* user) { --*(int*)user; }

static vyre_backend_table table;

static void* table_for_go(int complete) {
  const vyre_backend_table empty = VYRE_BACKEND_TABLE_INIT;
  table = empty;
  table.id = vyre_str("gopher");
  table.user = &live_tables;
  table.destroy = destroy;
  table.get_device_info = get_device_info;
  table.open_device = open_device;
  table.close_device = close_device;
  table.allocate_memory = allocate;
  table.free_memory = free_memory;
  table.write_memory = write_memory;
  table.read_memory = read_memory;
  table.compile = compile;
  table.free_executable = free_executable;
  table.submit = complete ? submit : NULL;
  table.wait = wait_for;
  table.free_work = free_work;
  return &table;
}

static int live(void) { return live_tables; }
static int add_live(void) { return ++live_tables; }
*/
import "C"

import "unsafe"

// Whole is the table of the backend "gopher". It counts as live until its destroy is called.
func Whole() unsafe.Pointer {
	C.add_live()
	return C.table_for_go(1)
}

// WithoutSubmit is a table that lacks an entry.
func WithoutSubmit() unsafe.Pointer { return C.table_for_go(0) }

// Live is how many tables have not been destroyed.
func Live() int { return int(C.live()) }
