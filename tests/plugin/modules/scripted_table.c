#include "scripted_table.h"

#include <stdlib.h>
#include <string.h>

typedef struct memory {
  unsigned char* bytes;
  uint64_t size;
  uint32_t users; /* unfinished works */
  int imported;
} memory;

typedef struct executable {
  vyre_oracle* oracle;
  const vyre_plugin_host* host;
} executable;

typedef struct device {
  script* s;
  const vyre_plugin_host* host;
} device;

/* A submission with copies of what lives for the call only. */
typedef struct work {
  vyre_plugin_command* commands;
  vyre_plugin_range* ranges;
  size_t command_count;
  size_t range_count; /* of each */
  uint32_t waits;
  int canceled;
} work;

static void count(uint32_t* number) { __atomic_add_fetch(number, 1, __ATOMIC_RELAXED); }
static void uncount(uint32_t* number) { __atomic_sub_fetch(number, 1, __ATOMIC_RELAXED); }

static void set(uint32_t* number, size_t value) {
  __atomic_store_n(number, (uint32_t)value, __ATOMIC_RELAXED);
}

static void raise_to(uint32_t* number, uint32_t value) {
  uint32_t now = __atomic_load_n(number, __ATOMIC_RELAXED);
  while (now < value &&
         !__atomic_compare_exchange_n(number, &now, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

static int hits(int scripted, int entry) { return scripted == entry || scripted == EVERY_ENTRY; }

static vyre_error* scripted_error(const script* s) {
  return s->error_create(s->code, 77, vyre_str("scripted. Fix: change the script"));
}

/* Every function begins and ends so. */
static void enter(script* s, int entry) {
  count(&s->calls[entry]);
  raise_to(&s->max_inside, __atomic_add_fetch(&s->inside, 1, __ATOMIC_RELAXED));
}
static void leave(script* s) { uncount(&s->inside); }

#define BEGIN(s, entry)                    \
  enter((s), ENTRY_##entry);               \
  if (hits((s)->failing, ENTRY_##entry)) { \
    leave(s);                              \
    return scripted_error(s);              \
  }                                        \
  if (hits((s)->lying, ENTRY_##entry)) {   \
    leave(s);                              \
    return NULL;                           \
  }
#define END(s) \
  leave(s);    \
  return NULL

static vyre_error* count_devices_scripted(void* user, uint32_t* out_count) {
  script* s = user;
  BEGIN(s, count_devices)
  *out_count = s->devices;
  END(s);
}

static vyre_error* get_device_info_scripted(void* user, uint32_t number,
                                            vyre_device_info* out_info) {
  script* s = user;
  BEGIN(s, get_device_info)
  *out_info = s->profile;
  if (s->devices > 1) out_info->device_uuid[0] = (uint8_t)(number + 1);
  END(s);
}

static vyre_error* open_device_scripted(void* user, uint32_t number, const vyre_plugin_host* host,
                                        void** out_device) {
  script* s = user;
  (void)number;
  BEGIN(s, open_device)
  device* made = calloc(1, sizeof *made);
  made->s = s;
  made->host = host;
  count(&s->live_devices);
  *out_device = made;
  END(s);
}

static void close_device_scripted(void* given) {
  device* d = given;
  enter(d->s, ENTRY_close_device);
  leave(d->s);
  uncount(&d->s->live_devices);
  free(d);
}

static memory* new_memory(script* s, uint64_t size, unsigned char* imported) {
  memory* made = calloc(1, sizeof *made);
  made->bytes = imported != NULL ? imported : calloc(1, size);
  made->size = size;
  made->imported = imported != NULL;
  count(&s->live_memories);
  return made;
}

static vyre_error* allocate_memory_scripted(void* given, uint64_t size, void** out_memory) {
  device* d = given;
  BEGIN(d->s, allocate_memory)
  if (size > (uint64_t)1 << 40) {
    leave(d->s);
    return d->s->error_create(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, 0, vyre_str("too much"));
  }
  *out_memory = new_memory(d->s, size, NULL);
  END(d->s);
}

static vyre_error* allocate_unfilled_scripted(void* given, uint64_t size, void** out_memory) {
  device* d = given;
  BEGIN(d->s, allocate_unfilled)
  memory* made = new_memory(d->s, size, NULL);
  memset(made->bytes, 0xCD, size);
  *out_memory = made;
  END(d->s);
}

static vyre_error* import_host_scripted(void* given, void* bytes, size_t size, uint32_t writable,
                                        void** out_memory) {
  device* d = given;
  (void)writable;
  BEGIN(d->s, import_host)
  *out_memory = new_memory(d->s, size, bytes);
  END(d->s);
}

static void free_memory_scripted(void* given, void* freed) {
  device* d = given;
  memory* m = freed;
  enter(d->s, ENTRY_free_memory);
  if (__atomic_load_n(&m->users, __ATOMIC_RELAXED) != 0) count(&d->s->freed_in_use);
  if (!m->imported) free(m->bytes);
  free(m);
  uncount(&d->s->live_memories);
  leave(d->s);
}

/* Without order of its own, memory that unfinished work has is left alone. */
static void check_idle(script* s, const memory* m) {
  if (__atomic_load_n(&m->users, __ATOMIC_RELAXED) != 0) count(&s->order_broken);
}

static vyre_error* write_memory_scripted(void* given, void* to, uint64_t offset, const void* bytes,
                                         size_t size) {
  device* d = given;
  memory* m = to;
  BEGIN(d->s, write_memory)
  check_idle(d->s, m);
  memcpy(m->bytes + offset, bytes, size);
  END(d->s);
}

static vyre_error* read_memory_scripted(void* given, void* from, uint64_t offset, void* bytes,
                                        size_t size) {
  device* d = given;
  memory* m = from;
  BEGIN(d->s, read_memory)
  check_idle(d->s, m);
  memcpy(bytes, m->bytes + offset, size);
  END(d->s);
}

static vyre_error* copy_memory_scripted(void* given, void* from, uint64_t from_offset, void* to,
                                        uint64_t to_offset, uint64_t size) {
  device* d = given;
  memory *source = from, *target = to;
  BEGIN(d->s, copy_memory)
  check_idle(d->s, source);
  check_idle(d->s, target);
  memcpy(target->bytes + to_offset, source->bytes + from_offset, size);
  END(d->s);
}

static vyre_error* fill_memory_scripted(void* given, void* filled, uint64_t offset, uint64_t size,
                                        uint32_t word) {
  device* d = given;
  memory* m = filled;
  BEGIN(d->s, fill_memory)
  check_idle(d->s, m);
  for (uint64_t i = 0; i < size; i += 4) memcpy(m->bytes + offset + i, &word, 4);
  END(d->s);
}

static vyre_error* compile_scripted(void* given, const vyre_plugin_compile* request,
                                    void** out_executable) {
  device* d = given;
  BEGIN(d->s, compile)
  executable* made = calloc(1, sizeof *made);
  made->host = request->host;
  vyre_error* error = request->host->oracle_create(request->compilation, &made->oracle);
  if (error != NULL) {
    free(made);
    leave(d->s);
    return error;
  }
  vyre_plugin_spirv spirv = VYRE_PLUGIN_SPIRV_INIT;
  error = request->host->compilation_get_spirv(request->compilation, &spirv);
  request->host->error_destroy(error); /* the oracle runs more than SPIR-V can say */
  set(&d->s->last_spirv_words, spirv.word_count);
  set(&d->s->last_wire_size, request->wire.size);
  set(&d->s->last_parameter_count, request->parameter_count);
  count(&d->s->live_executables);
  *out_executable = made;
  END(d->s);
}

static void free_executable_scripted(void* given, void* freed) {
  device* d = given;
  executable* e = freed;
  enter(d->s, ENTRY_free_executable);
  e->host->oracle_destroy(e->oracle);
  free(e);
  uncount(&d->s->live_executables);
  leave(d->s);
}

static void use_memory(device* d, const work* w, int begins) {
  for (size_t i = 0; begins && i < w->range_count; ++i) {
    if (w->ranges[i].memory != NULL) check_idle(d->s, w->ranges[i].memory);
  }
  for (size_t i = 0; i < w->range_count; ++i) {
    memory* m = w->ranges[i].memory;
    if (m == NULL) continue;
    if (begins) {
      count(&m->users);
    } else {
      uncount(&m->users);
    }
  }
}

static vyre_error* run_command(const work* w, const vyre_plugin_command* command) {
  const executable* e = command->executable;
  vyre_oracle_range* ranges = calloc(w->range_count + 1, sizeof *ranges);
  for (size_t i = 0; i < w->range_count; ++i) {
    const memory* m = w->ranges[i].memory;
    if (m == NULL) continue;
    ranges[i].bytes = m->bytes + w->ranges[i].offset;
    ranges[i].size = (size_t)w->ranges[i].size;
  }
  vyre_error* error = e->host->oracle_run(e->oracle, command->grid, ranges, w->range_count);
  free(ranges);
  return error;
}

static vyre_error* run(const work* w) {
  vyre_error* error = NULL;
  for (size_t i = 0; i < w->command_count && error == NULL; ++i) {
    error = run_command(w, &w->commands[i]);
  }
  return error;
}

static void end_work(device* d, work* w) {
  use_memory(d, w, 0);
  free(w->commands);
  free(w->ranges);
  free(w);
  uncount(&d->s->live_works);
}

static vyre_error* submit_scripted(void* given, const vyre_plugin_submission* submission,
                                   void** out_work) {
  device* d = given;
  BEGIN(d->s, submit)
  raise_to(&d->s->max_commands, (uint32_t)submission->command_count);
  work* w = calloc(1, sizeof *w);
  w->command_count = submission->command_count;
  w->range_count = submission->commands[0].range_count;
  w->commands = calloc(w->command_count, sizeof *w->commands);
  memcpy(w->commands, submission->commands, w->command_count * sizeof *w->commands);
  w->ranges = calloc(w->range_count + 1, sizeof *w->ranges);
  memcpy(w->ranges, submission->commands[0].ranges, w->range_count * sizeof *w->ranges);
  w->waits = d->s->waits;
  use_memory(d, w, 1);
  count(&d->s->live_works);
  if (d->s->at_once) {
    vyre_error* error = run(w);
    w->command_count = 0;
    if (error != NULL) {
      end_work(d, w);
      leave(d->s);
      return error;
    }
  }
  *out_work = w;
  END(d->s);
}

static vyre_error* wait_scripted(void* given, void* waited, uint64_t timeout_ns,
                                 vyre_work_state* out_state) {
  device* d = given;
  work* w = waited;
  (void)timeout_ns;
  BEGIN(d->s, wait)
  if (__atomic_load_n(&w->canceled, __ATOMIC_RELAXED)) {
    leave(d->s);
    return d->s->error_create(VYRE_ERROR_CANCELLED, 0, vyre_str("stopped. Fix: none"));
  }
  if (w->waits > 0) {
    --w->waits;
    *out_state = VYRE_WORK_RUNNING;
    END(d->s);
  }
  vyre_error* error = run(w);
  *out_state = d->s->state;
  leave(d->s);
  return error;
}

static void free_work_scripted(void* given, void* freed) {
  device* d = given;
  enter(d->s, ENTRY_free_work);
  end_work(d, freed);
  leave(d->s);
}

static vyre_error* get_device_ns_scripted(void* given, void* measured, uint64_t* out_device_ns) {
  device* d = given;
  (void)measured;
  BEGIN(d->s, get_device_ns)
  *out_device_ns = d->s->device_ns;
  END(d->s);
}

/* What only counts its calls. */
#define COUNTED(entry)                               \
  static vyre_error* entry##_scripted(void* given) { \
    device* d = given;                               \
    BEGIN(d->s, entry)                               \
    END(d->s);                                       \
  }
COUNTED(prepare)
COUNTED(shutdown)
#undef COUNTED

static vyre_error* wait_idle_scripted(void* given, uint64_t timeout_ns, uint32_t* out_idle) {
  device* d = given;
  (void)timeout_ns;
  BEGIN(d->s, wait_idle)
  *out_idle = d->s->busy == 0;
  if (d->s->busy != 0) --d->s->busy;
  END(d->s);
}

static vyre_error* is_lost_scripted(void* given, uint32_t* out_lost) {
  device* d = given;
  BEGIN(d->s, is_lost)
  *out_lost = d->s->lost;
  END(d->s);
}

static vyre_error* recover_scripted(void* given) {
  device* d = given;
  BEGIN(d->s, recover)
  d->s->lost = 0;
  END(d->s);
}

static vyre_error* get_metrics_scripted(void* given, vyre_metric_sink* sink) {
  device* d = given;
  BEGIN(d->s, get_metrics)
  d->host->metric_add(sink, vyre_str("device_bytes"), vyre_str("bytes"), VYRE_METRIC_KIND_GAUGE,
                      4711);
  d->host->metric_add(sink, vyre_str("submissions"), vyre_str(""), VYRE_METRIC_KIND_COUNTER,
                      __atomic_load_n(&d->s->calls[ENTRY_submit], __ATOMIC_RELAXED));
  END(d->s);
}

static vyre_error* get_memory_scripted(void* given, vyre_memory_usage* out_memory) {
  device* d = given;
  BEGIN(d->s, get_memory)
  out_memory->total_bytes = 1u << 30;
  out_memory->budget_bytes = VYRE_UNKNOWN;
  out_memory->process_bytes = VYRE_UNKNOWN;
  out_memory->reserved_bytes = 4096;
  out_memory->used_bytes = 1024;
  out_memory->peak_bytes = 8192;
  out_memory->allocations = 3;
  END(d->s);
}

static vyre_error* cancel_scripted(void* given, void* canceled) {
  device* d = given;
  BEGIN(d->s, cancel)
  if (!d->s->deaf) __atomic_store_n(&((work*)canceled)->canceled, 1, __ATOMIC_RELAXED);
  END(d->s);
}

static void destroy(void* user) { count(&((script*)user)->destroyed); }

void script_init(script* s, error_create_fn error_create) {
  const vyre_device_info profile = VYRE_DEVICE_INFO_INIT;
  memset(s, 0, sizeof *s);
  s->error_create = error_create;
  s->failing = s->lying = NO_ENTRY;
  s->code = VYRE_ERROR_DISPATCH_FAILED;
  s->state = VYRE_WORK_READY;
  s->devices = 1;
  s->device_ns = 1234;
  s->profile = profile;
  s->profile.features = VYRE_FEATURE_F32_DENORMALS | VYRE_FEATURE_EXACT_F32_DIVISION;
  for (int axis = 0; axis < 3; ++axis) {
    s->profile.max_workgroup_size[axis] = 1024;
    s->profile.max_workgroup_count[axis] = 65535;
  }
  s->profile.max_workgroup_invocations = 1024;
  s->profile.max_buffer_bytes = 1u << 26;
  s->profile.workgroup_memory_bytes = 1u << 15;
  s->profile.host_import_alignment = 4096;
}

void scripted_table(script* s, vyre_backend_table* table) {
  const vyre_backend_table empty = VYRE_BACKEND_TABLE_INIT;
  *table = empty;
  table->id = vyre_str("scripted");
  table->version = vyre_str("1.2.3");
  table->flags = VYRE_PLUGIN_DISPATCHES | VYRE_PLUGIN_HOST_IO;
  table->rank = 7;
  table->user = s;
  table->destroy = destroy;
#define SET_ENTRY(kind, entry) table->entry = entry##_scripted;
  TABLE_ENTRIES(SET_ENTRY)
#undef SET_ENTRY
}
