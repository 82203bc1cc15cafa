/* A backend as a plug-in, to be cloned: its "device" is the host. Memory is malloc, and a program
 * runs while it is submitted, on the oracle that the library lends. So it computes what it must and
 * shows every function that a backend has to have; it is no faster than the oracle. README.md says
 * what to put in the place of what.
 *
 * It links nothing of vyre: only types and constants of the header are used. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <vyre_driver_plugin.h>

/* ---- What there is: a device, memory, programs ---------------------------------------------- */

typedef struct device {
  const vyre_plugin_host* host; /* lives as long as the device */
} device;

typedef struct memory {
  uint64_t size;
  unsigned char bytes[];
} memory;

typedef struct executable {
  vyre_oracle* oracle;
} executable;

static vyre_error* out_of_memory(const device* d) {
  return d->host->error_create(
      VYRE_ERROR_DEVICE_OUT_OF_MEMORY, 0,
      vyre_str("the host has no memory for this. Fix: use smaller buffers"));
}

/* ---- Devices -------------------------------------------------------------------------------- */

/* Facts, each of them true. What is left zero is not offered; limits that are left zero are 1. */
static vyre_error* get_device_info(void* user, uint32_t number, vyre_device_info* info) {
  (void)user;
  (void)number; /* there is one device */
  info->name = vyre_str("the host, by way of the oracle");
  info->driver = vyre_str("plugin_backend 1.0");
  info->kind = VYRE_DEVICE_CPU;
  info->features = VYRE_FEATURE_SUBGROUP_OPERATIONS | VYRE_FEATURE_SUBGROUP_SHUFFLE |
                   VYRE_FEATURE_INT64 | VYRE_FEATURE_STORAGE_8BIT | VYRE_FEATURE_STORAGE_16BIT |
                   VYRE_FEATURE_F32_DENORMALS | VYRE_FEATURE_EXACT_F32_DIVISION |
                   VYRE_FEATURE_EXACT_F32_FMA | VYRE_FEATURE_UNIFIED_MEMORY;
  info->subgroup_size = 32;
  for (int axis = 0; axis < 3; ++axis) {
    info->max_workgroup_size[axis] = 1024;
    info->max_workgroup_count[axis] = UINT32_MAX;
  }
  info->max_workgroup_invocations = 1024;
  info->max_buffer_bytes = UINT64_C(1) << 32;
  info->workgroup_memory_bytes = 65536;
  return NULL;
}

static vyre_error* open_device(void* user, uint32_t number, const vyre_plugin_host* host,
                               void** out_device) {
  (void)user;
  (void)number;
  device* d = malloc(sizeof *d);
  if (d == NULL) {
    return host->error_create(VYRE_ERROR_OUT_OF_HOST_MEMORY, 0,
                              vyre_str("no memory. Fix: free some"));
  }
  d->host = host;
  *out_device = d;
  return NULL;
}

static void close_device(void* d) { free(d); }

/* ---- Memory --------------------------------------------------------------------------------- */

static vyre_error* allocate_memory(void* d, uint64_t size, void** out_memory) {
  if (size > SIZE_MAX - sizeof(memory)) return out_of_memory(d);
  memory* m = calloc(1, sizeof *m + (size_t)size); /* a new buffer is zeroed */
  if (m == NULL) return out_of_memory(d);
  m->size = size;
  *out_memory = m;
  return NULL;
}

static void free_memory(void* d, void* m) {
  (void)d;
  free(m);
}

/* Ranges lie within the memory: the library has checked that. */
static vyre_error* write_memory(void* d, void* m, uint64_t offset, const void* bytes, size_t size) {
  (void)d;
  memcpy(((memory*)m)->bytes + offset, bytes, size);
  return NULL;
}

static vyre_error* read_memory(void* d, void* m, uint64_t offset, void* bytes, size_t size) {
  (void)d;
  memcpy(bytes, ((memory*)m)->bytes + offset, size);
  return NULL;
}

/* ---- Programs ------------------------------------------------------------------------------- */

/* A compiler for a real device begins here: request->wire is the program, request->parameters says
 * what it is bound to, and host->compilation_get_spirv gives it as SPIR-V. What the device cannot
 * do exactly is refused here, by name, with VYRE_ERROR_UNSUPPORTED_FEATURE. */
static vyre_error* compile(void* given, const vyre_plugin_compile* request, void** out_executable) {
  const device* d = given;
  executable* e = malloc(sizeof *e);
  if (e == NULL) return out_of_memory(d);
  vyre_error* error = d->host->oracle_create(request->compilation, &e->oracle);
  if (error != NULL) {
    free(e);
    return error; /* an error of the host's functions is passed on, or ended with error_destroy */
  }
  *out_executable = e;
  return NULL;
}

static void free_executable(void* given, void* freed) {
  const device* d = given;
  executable* e = freed;
  d->host->oracle_destroy(e->oracle);
  free(e);
}

/* ---- Work ----------------------------------------------------------------------------------- */

/* The bytes that the program sees, in the order of its parameters. */
static vyre_oracle_range* bytes_of(const vyre_plugin_command* command) {
  vyre_oracle_range* ranges = calloc(command->range_count + 1, sizeof *ranges);
  if (ranges == NULL) return NULL;
  for (size_t i = 0; i < command->range_count; ++i) {
    memory* m = command->ranges[i].memory;
    if (m == NULL) continue; /* workgroup memory, or a range of no bytes */
    ranges[i].bytes = m->bytes + command->ranges[i].offset;
    ranges[i].size = (size_t)command->ranges[i].size;
  }
  return ranges;
}

static vyre_error* run(const device* d, const vyre_plugin_command* command) {
  const executable* e = command->executable;
  vyre_oracle_range* ranges = bytes_of(command);
  if (ranges == NULL) return out_of_memory(d);
  vyre_error* error = d->host->oracle_run(e->oracle, command->grid, ranges, command->range_count);
  free(ranges);
  return error;
}

/* All is done when this returns. A device that works by itself would start here, and end in wait;
 * its failures, traps among them, are then errors of wait. */
static vyre_error* submit(void* d, const vyre_plugin_submission* submission, void** out_work) {
  for (size_t i = 0; i < submission->command_count; ++i) {
    vyre_error* error = run(d, &submission->commands[i]);
    if (error != NULL) return error;
  }
  *out_work = d; /* nothing is left to be known about it; anything but NULL will do */
  return NULL;
}

static vyre_error* wait_for(void* d, void* work, uint64_t timeout_ns, vyre_work_state* out_state) {
  (void)d;
  (void)work;
  (void)timeout_ns;
  *out_state = VYRE_WORK_READY;
  return NULL;
}

static void free_work(void* d, void* work) {
  (void)d;
  (void)work;
}

/* ---- The plug-in ---------------------------------------------------------------------------- */

/* Never written, so that several contexts may load the plug-in at once. */
static const vyre_backend_table table = {
    .struct_size = sizeof(vyre_backend_table),
    /* submit does all commands of a submission in order, before it returns. No
     * VYRE_PLUGIN_DISPATCHES: this backend is not better than another, so it is used by name only.
     */
    .flags = VYRE_PLUGIN_ORDERED | VYRE_PLUGIN_REFERENCE_FUNCTIONS,
    .abi_version = VYRE_ABI_VERSION,
    .rank = VYRE_RANK_NONE,
    .id = {"example", sizeof "example" - 1}, /* no two backends of a context share an id */
    .version = {"1.0", sizeof "1.0" - 1},
    .get_device_info = get_device_info,
    .open_device = open_device,
    .close_device = close_device,
    .allocate_memory = allocate_memory,
    .free_memory = free_memory,
    .write_memory = write_memory,
    .read_memory = read_memory,
    .compile = compile,
    .free_executable = free_executable,
    .submit = submit,
    .wait = wait_for,
    .free_work = free_work,
};

vyre_error* vyre_plugin_entry(const vyre_plugin_host* host, const vyre_backend_table** out_table) {
  if (host->abi_version != VYRE_ABI_VERSION) {
    return host->error_create(VYRE_ERROR_INVALID_ARGUMENT, 0,
                              vyre_str("plugin_backend was built for another version of vyre. Fix: "
                                       "build it with the header of this one"));
  }
  *out_table = &table;
  return NULL;
}
