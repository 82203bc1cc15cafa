/* Versions and contexts: what they accept, whom they call, and that every byte comes back.
 */
#include "capi/support/check.h"

static void tells_its_version(void) {
  char expected[32];
  snprintf(expected, sizeof expected, "%d.%d.%d", VYRE_VERSION_MAJOR, VYRE_VERSION_MINOR,
           VYRE_VERSION_PATCH);
  CHECK(equals(vyre_version(), expected));
  CHECK(ends_well(vyre_version()));
  CHECK_EQUAL(VYRE_ABI_VERSION, vyre_abi_version());
  CHECK_EQUAL(0, vyre_get_build_flags() & ~VYRE_BUILD_SPIRV_TOOLS);
}

static void nothing_can_be_destroyed(void) {
  vyre_blob_destroy(NULL);
  vyre_context_destroy(NULL);
  vyre_program_destroy(NULL);
  vyre_device_destroy(NULL);
  vyre_device_list_destroy(NULL);
  vyre_pipeline_destroy(NULL);
  vyre_buffer_destroy(NULL);
  vyre_work_destroy(NULL);
}

/* An info of nothing is an empty one. */
static void nothing_has_empty_infos(void) {
  const vyre_program_info* program = vyre_program_get_info(NULL);
  CHECK_EQUAL(sizeof *program, program->struct_size);
  CHECK(equals(program->label, "") && ends_well(program->label) && ends_well(program->entry));
  CHECK_EQUAL(0, program->parameter_count + program->constant_count);
  CHECK_EQUAL(0, program->needs + program->dimensions);
  const vyre_pipeline_info* pipeline = vyre_pipeline_get_info(NULL);
  CHECK_EQUAL(sizeof *pipeline, pipeline->struct_size);
  CHECK(equals(pipeline->label, "") && ends_well(pipeline->label));
  CHECK_EQUAL(VYRE_ORIGIN_UNKNOWN, pipeline->origin);
  const vyre_device_info* device = vyre_device_get_info(NULL);
  CHECK_EQUAL(sizeof *device, device->struct_size);
  CHECK(equals(device->id, "") && ends_well(device->id) && ends_well(device->name));
  CHECK_EQUAL(0, device->op_count + device->features + device->max_buffer_bytes);
  const vyre_device_list_info* list = vyre_device_list_get_info(NULL);
  CHECK_EQUAL(sizeof *list, list->struct_size);
  CHECK_EQUAL(0, list->device_count);
  const vyre_buffer_info* buffer = vyre_buffer_get_info(NULL);
  CHECK_EQUAL(sizeof *buffer, buffer->struct_size);
  CHECK(equals(buffer->label, "") && ends_well(buffer->label));
  CHECK_EQUAL(0, buffer->size + buffer->flags);
  CHECK(vyre_blob_get_bytes(NULL).size == 0);
  CHECK_EQUAL(0, vyre_device_is_lost(NULL));
}

static void refuses_null_objects_of_programs(void) {
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_device* device = NULL;
  vyre_blob* blob = NULL;
  uint8_t print[32];
  REFUSED(vyre_program_save, "program is NULL", (NULL, NULL, &blob));
  REFUSED(vyre_program_get_fingerprint, "program is NULL", (NULL, VYRE_WIRE_ANY, print));
  REFUSED(vyre_program_validate, "program is NULL", (NULL, NULL));
  REFUSED(vyre_pipeline_create, "device is NULL", (NULL, NULL, NULL, &pipeline));
  REFUSED(vyre_pipeline_get_program, "pipeline is NULL", (NULL, &program));
  REFUSED(vyre_pipeline_get_device, "pipeline is NULL", (NULL, &device));
  CHECK(program == NULL && pipeline == NULL && device == NULL && blob == NULL);
}

static void refuses_null_objects_of_work(void) {
  vyre_device* device = NULL;
  vyre_buffer* buffer = NULL;
  vyre_work* work = NULL;
  vyre_error* why = NULL;
  vyre_work_state state = (vyre_work_state)9;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  REFUSED(vyre_buffer_create, "device is NULL", (NULL, 4, NULL, &buffer));
  REFUSED(vyre_buffer_get_device, "buffer is NULL", (NULL, &device));
  REFUSED(vyre_buffer_write, "buffer is NULL", (NULL, 0, "", 0));
  REFUSED(vyre_buffer_read, "buffer is NULL", (NULL, 0, &result, 0));
  REFUSED(vyre_buffer_free, "buffer is NULL", (NULL));
  REFUSED(vyre_dispatch, "pipeline is NULL", (NULL, NULL, 0, NULL, NULL));
  REFUSED(vyre_dispatch_async, "pipeline is NULL", (NULL, NULL, 0, NULL, &work));
  REFUSED(vyre_work_wait, "work is NULL", (NULL, 0, &state));
  CHECK_EQUAL(0, state);
  REFUSED(vyre_work_get_error, "work is NULL", (NULL, &why));
  REFUSED(vyre_work_get_device, "work is NULL", (NULL, &device));
  REFUSED(vyre_work_collect, "work is NULL", (NULL, NULL, 0));
  REFUSED(vyre_work_get_result, "work is NULL", (NULL, &result));
  REFUSED(vyre_work_on_complete, "work is NULL", (NULL, NULL, NULL, NULL));
  CHECK(device == NULL && buffer == NULL && work == NULL && why == NULL);
}

static void refuses_null_contexts_and_places(void) {
  uint32_t ran = 9;
  vyre_string backend = {"x", 1};
  REFUSED(vyre_context_create, "out_context is NULL", (NULL, NULL));
  REFUSED(vyre_context_get_shared, "out_context is NULL", (NULL));
  REFUSED(vyre_context_run_callbacks, "context is NULL", (NULL, &ran));
  CHECK_EQUAL(0, ran);
  REFUSED(vyre_context_load_plugin, "context is NULL", (NULL, vyre_str("p"), NULL, 0, &backend));
  CHECK_EQUAL(0, backend.size);
  REFUSED(vyre_context_load_plugins, "context is NULL", (NULL, vyre_str("p"), NULL, 0));
  REFUSED(vyre_program_load, "out_program is NULL", (NULL, "{}", 2, NULL, NULL));
  REFUSED(vyre_device_open, "out_device is NULL", (NULL, NULL, NULL));
  REFUSED(vyre_device_list_create, "out_list is NULL", (NULL, NULL, NULL));
}

/* ---- What the host gives ---- */

typedef struct host {
  size_t bytes;   /* held by the library */
  size_t calls;   /* allocations so far */
  size_t fail_at; /* the allocation that fails; 0: none */
  int log_lines;
  int destroyed;
} host;

static void* host_allocate(void* user, size_t size, size_t alignment) {
  host* h = (host*)user;
  if (++h->calls == h->fail_at) return NULL;
  char* block = (char*)malloc(size + alignment + sizeof(void*));
  if (block == NULL) return NULL;
  char* memory = block + sizeof(void*);
  memory += (alignment - (uintptr_t)memory % alignment) % alignment;
  memcpy(memory - sizeof(void*), &block, sizeof(void*));
  h->bytes += size;
  return memory;
}

static void host_deallocate(void* user, void* memory, size_t size, size_t alignment) {
  void* block = NULL;
  CHECK_EQUAL(0, (uintptr_t)memory % alignment);
  memcpy(&block, (char*)memory - sizeof(void*), sizeof(void*));
  ((host*)user)->bytes -= size;
  free(block);
}

static void host_log(void* user, vyre_log_level level, vyre_string text) {
  CHECK(level >= VYRE_LOG_ERROR && level <= VYRE_LOG_DEBUG);
  CHECK(text.size > 0 && ends_well(text));
  ++((host*)user)->log_lines;
}

static void host_destroy(void* user) { ++((host*)user)->destroyed; }

static vyre_context_desc host_desc(host* h) {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.log = host_log;
  desc.log_user = h;
  desc.log_destroy = host_destroy;
  desc.allocate = host_allocate;
  desc.deallocate = host_deallocate;
  desc.allocate_user = h;
  desc.allocate_destroy = host_destroy;
  desc.run_job_user = h;
  desc.run_job_destroy = host_destroy;
  return desc;
}

static void refuses_wrong_descriptions(void) {
  host h = {0, 0, 0, 0, 0};
  vyre_context* context = NULL;
  vyre_context_desc sized = host_desc(&h);
  REFUSES_SIZES(vyre_context_desc, sized, vyre_context_create(&sized, &context));
#define WRONG(part, change)                                \
  do {                                                     \
    vyre_context_desc desc = host_desc(&h);                \
    change;                                                \
    REFUSED(vyre_context_create, part, (&desc, &context)); \
  } while (0)
  WRONG("vyre_context_desc.struct_size", desc.struct_size = SIZE_MAX);
  WRONG("flags is 1099511627776", desc.flags = UINT64_C(1) << 40);
  WRONG("allocate|deallocate", desc.deallocate = NULL);
  WRONG("allocate|deallocate", desc.allocate = NULL);
  WRONG("log_level is 5", desc.log_level = (vyre_log_level)5);
  WRONG("reserved is 2", desc.reserved = 2);
  WRONG("cache_folder has 3 bytes at a null pointer", desc.cache_folder.size = 3);
  WRONG("vulkan_library has 4 bytes at a null pointer", desc.vulkan_library.size = 4);
  const vyre_string folder = {"/tmp/a\0b", 8}, library = {"libvulkan.so.1\0/evil", 20};
  WRONG("cache_folder is '/tmp/a\\x00b'|no file is called", desc.cache_folder = folder);
  WRONG("vulkan_library is 'libvulkan.so.1\\x00/evil'", desc.vulkan_library = library);
  WRONG("cache_folder is '\\xff'", desc.cache_folder = vyre_str("\xff"));
#undef WRONG
  CHECK(context == NULL);
  CHECK_EQUAL(0, h.destroyed); /* still the caller's */
}

/* Runs a program on a device in a context of the host; gives the first error. */
static vyre_error* run_once(host* h, const char* id) {
  const vyre_context_desc desc = host_desc(h);
  vyre_context* context = NULL;
  vyre_device* device = NULL;
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_buffer* buffer = NULL;
  uint32_t a[64] = {0}, out[64];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_error* error = vyre_context_create(&desc, &context);
  if (error == NULL) error = vyre_device_open_id(context, id, &device);
  if (error == NULL) {
    error = vyre_program_load(context, kIncrement, strlen(kIncrement), NULL, &program);
  }
  if (error == NULL) error = vyre_pipeline_create(device, program, NULL, &pipeline);
  if (error == NULL) error = vyre_buffer_create(device, 256, NULL, &buffer);
  if (error == NULL) error = vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
  if (error == NULL) CHECK_EQUAL(1, out[63]);
  vyre_context_destroy(context);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_buffer_destroy(buffer);
  vyre_device_destroy(device);
  return error;
}

static void gives_every_byte_back(const char* id) {
  host h = {0, 0, 0, 0, 0};
  OK(run_once(&h, id));
  CHECK(h.calls > 0);
  CHECK_EQUAL(0, h.bytes);
  CHECK_EQUAL(3, h.destroyed); /* log, memory, jobs */
}

static void survives_every_failing_allocation(const char* id) {
  host counted = {0, 0, 0, 0, 0};
  OK(run_once(&counted, id));
  for (size_t fail_at = 1; fail_at <= counted.calls; ++fail_at) {
    host h = {0, 0, 0, 0, 0};
    h.fail_at = fail_at;
    FAILS(VYRE_ERROR_OUT_OF_HOST_MEMORY, "host", run_once(&h, id));
    CHECK_EQUAL(0, h.bytes);
    CHECK_EQUAL(3, h.destroyed);
  }
}

static void shares_one_context(void) {
  vyre_context *first = NULL, *second = NULL;
  uint32_t ran = 9;
  OK(vyre_context_get_shared(&first));
  OK(vyre_context_get_shared(&second));
  CHECK(first != NULL && second != NULL && first != second); /* two owners of one context */
  vyre_program* program = program_of(first, kIncrement);
  vyre_context_destroy(first);
  OK(vyre_context_run_callbacks(second, NULL));
  OK(vyre_context_run_callbacks(second, &ran));
  CHECK_EQUAL(0, ran);
  vyre_context_destroy(second);
  OK(vyre_program_validate(program, NULL)); /* keeps the context alive */
  vyre_program_destroy(program);
  OK(vyre_context_get_shared(&first));
  vyre_context_destroy(first);
}

/* The first use of NULL makes the shared context, and what is made with it keeps it alive. */
static void null_is_the_shared_context(void) {
  uint32_t in[2] = {1, 2}, out[2] = {0, 0};
  vyre_binding bindings[] = {vyre_bind_input(0, in, 8), vyre_bind_output(1, out, 8)};
  fixture f = {NULL, NULL, NULL, NULL};
  vyre_device_list* list = NULL;
  f.device = open_device(NULL, "cpu-ref");
  make_pipeline(&f, kIncrement);
  OK(vyre_dispatch(f.pipeline, bindings, 2, NULL, NULL));
  CHECK(out[0] == 2 && out[1] == 3);
  OK(vyre_device_list_create(NULL, NULL, &list));
  CHECK(vyre_device_list_get_info(list)->device_count >= 1);
  vyre_device_list_destroy(list);
  destroy_fixture(&f);
}

/* Destroys five objects in the |order|-th of their 120 orders. */
static void destroy_in_order(const char* id, int order) {
  fixture f = make_fixture(id, kIncrement);
  uint32_t a[4] = {0}, out[4];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_work* work = begin_dispatch(f.pipeline, bindings, 2);
  int left[5] = {0, 1, 2, 3, 4};
  for (int count = 5; count > 0; --count) {
    const int place = order % count;
    order /= count;
    const int which = left[place];
    if (which == 0) vyre_context_destroy(f.context);
    if (which == 1) vyre_device_destroy(f.device);
    if (which == 2) vyre_program_destroy(f.program);
    if (which == 3) vyre_pipeline_destroy(f.pipeline);
    if (which == 4) vyre_work_destroy(work);
    left[place] = left[count - 1];
  }
}

int main(void) {
  tells_its_version();
  nothing_can_be_destroyed();
  nothing_has_empty_infos();
  refuses_null_objects_of_programs();
  refuses_null_objects_of_work();
  refuses_null_contexts_and_places();
  refuses_wrong_descriptions();
  gives_every_byte_back("cpu-ref");
  gives_every_byte_back("vulkan");
  survives_every_failing_allocation("cpu-ref");
  survives_every_failing_allocation("vulkan");
  shares_one_context();
  null_is_the_shared_context();
  for (int order = 0; order < 120; ++order) destroy_in_order("cpu-ref", order);
  for (int order = 0; order < 120; order += 17) destroy_in_order("vulkan", order);
  return finish();
}
