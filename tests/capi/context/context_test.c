/* Versions, errors and contexts: what they accept, whom they call, and that every byte comes back.
 */
#include "capi/support/check.h"

static void tells_its_version(void) {
  char expected[32];
  snprintf(expected, sizeof expected, "%d.%d.%d", VYRE_VERSION_MAJOR, VYRE_VERSION_MINOR,
           VYRE_VERSION_PATCH);
  CHECK(equals(vyre_version(), expected));
  CHECK_EQUAL(VYRE_ABI_VERSION, vyre_abi_version());
}

static void errors_carry_what_happened(void) {
  vyre_context* context = NULL;
  vyre_program* program = (vyre_program*)&context;
  OK(vyre_context_create(NULL, &context));
  vyre_error* error = vyre_program_decode(context, "nonsense", 8, &program);
  CHECK(program == NULL);
  vyre_context_destroy(context);
  CHECK_EQUAL(VYRE_ERROR_MALFORMED_WIRE, vyre_error_code(error)); /* outlives its context */
  CHECK(equals(vyre_error_code_name(vyre_error_code(error)), "MALFORMED_WIRE"));
  CHECK(contains(vyre_error_text(error), "Fix: "));
  CHECK_EQUAL(0, vyre_error_finding_count(error));
  CHECK_EQUAL(0, vyre_error_finding(error, 3).text.size);
  CHECK(vyre_error_segment(error) == -1);
  CHECK_EQUAL(0, vyre_error_native_code(error));
  CHECK_EQUAL(VYRE_ERROR_MALFORMED_WIRE, vyre_error_consume(error));
}

static void no_error_is_fine_everywhere(void) {
  CHECK_EQUAL(VYRE_OK, vyre_error_code(NULL));
  CHECK_EQUAL(VYRE_OK, vyre_error_consume(NULL));
  CHECK_EQUAL(0, vyre_error_text(NULL).size);
  CHECK_EQUAL(0, vyre_error_finding_count(NULL));
  CHECK_EQUAL(0, vyre_error_finding(NULL, 0).code.size);
  CHECK(vyre_error_segment(NULL) == -1);
  CHECK_EQUAL(0, vyre_error_native_code(NULL));
  CHECK(equals(vyre_error_code_name(0), "OK"));
  CHECK(equals(vyre_error_code_name(31), "UNKNOWN"));
  CHECK(equals(vyre_error_code_name(1003), "UNKNOWN")); /* reserved */
  vyre_error_destroy(NULL);
}

static void nothing_can_be_destroyed(void) {
  vyre_context_destroy(NULL);
  vyre_program_destroy(NULL);
  vyre_backend_destroy(NULL);
  vyre_backend_list_destroy(NULL);
  vyre_pipeline_destroy(NULL);
  vyre_buffer_destroy(NULL);
  vyre_pending_destroy(NULL);
  CHECK_EQUAL(0, vyre_backend_id(NULL).size);
  CHECK_EQUAL(0, vyre_backend_version(NULL).size);
  CHECK_EQUAL(0, vyre_backend_list_count(NULL));
  CHECK_EQUAL(0, vyre_buffer_size(NULL));
}

static void refuses_null_objects(void) {
  vyre_context* context = NULL;
  vyre_backend* backend = NULL;
  vyre_backend_list* list = NULL;
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_buffer* buffer = NULL;
  vyre_pending* pending = NULL;
  size_t size = 9;
  int32_t state = 9;
  REFUSES("result is NULL", vyre_context_create(NULL, NULL));
  REFUSES("result is NULL", vyre_context_default(NULL));
  REFUSES("|context| is NULL", vyre_context_poll(NULL, NULL));
  REFUSES("|context| is NULL", vyre_program_decode(NULL, "", 0, &program));
  REFUSES("|context| is NULL", vyre_program_load(NULL, "", 0, &program));
  REFUSES("|context| is NULL", vyre_program_from_json(NULL, vyre_str("{}"), &program));
  REFUSES("|program| is NULL", vyre_program_encode(NULL, NULL, 0, &size));
  CHECK_EQUAL(0, size);
  REFUSES("|program| is NULL", vyre_program_to_json(NULL, NULL, 0, &size));
  REFUSES("result is NULL", vyre_program_to_json(NULL, NULL, 0, NULL));
  REFUSES("|program| is NULL", vyre_program_fingerprint(NULL, NULL));
  REFUSES("|program| is NULL", vyre_program_validate(NULL, NULL));
  REFUSES("|program| is NULL", vyre_program_get_info(NULL, NULL));
  REFUSES("|program| is NULL", vyre_program_get_buffer(NULL, 0, NULL));
  REFUSES("|context| is NULL", vyre_backend_acquire(NULL, vyre_str("cpu-ref"), NULL, &backend));
  REFUSES("|context| is NULL", vyre_backend_acquire_preferred(NULL, NULL, &backend));
  REFUSES("|context| is NULL", vyre_backend_list_create(NULL, NULL, &list));
  REFUSES("|out_info| is NULL", vyre_backend_list_get(NULL, 0, NULL));
  REFUSES("|out_profile| is NULL", vyre_backend_list_get_profile(NULL, 0, NULL));
  REFUSES("|backend| is NULL", vyre_backend_get_profile(NULL, NULL));
  REFUSES("|backend| is NULL", vyre_pipeline_create(NULL, NULL, NULL, &pipeline));
  REFUSES("|pipeline| is NULL", vyre_pipeline_get_program(NULL, &program));
  REFUSES("|pipeline| is NULL", vyre_pipeline_get_outputs(NULL, NULL, 0, NULL, 0, &size));
  REFUSES("|backend| is NULL", vyre_buffer_create(NULL, 4, &buffer));
  REFUSES("|buffer| is NULL", vyre_buffer_write(NULL, 0, "", 0));
  REFUSES("|buffer| is NULL", vyre_buffer_read(NULL, 0, &size, 0));
  REFUSES("|buffer| is NULL", vyre_buffer_free(NULL));
  REFUSES("|pipeline| is NULL", vyre_dispatch_async(NULL, NULL, 0, NULL, &pending));
  REFUSES("|pending| is NULL", vyre_pending_poll(NULL, &state));
  CHECK_EQUAL(0, state);
  REFUSES("|pending| is NULL", vyre_pending_wait(NULL, 0, &state));
  REFUSES("|pending| is NULL", vyre_pending_status(NULL));
  REFUSES("|pending| is NULL", vyre_pending_collect(NULL, NULL, 0));
  REFUSES("|pending| is NULL", vyre_pending_get_result(NULL, NULL));
  REFUSES("|pending| is NULL", vyre_pending_on_complete(NULL, NULL, NULL, NULL));
  CHECK(context == NULL && backend == NULL && list == NULL && program == NULL);
  CHECK(pipeline == NULL && buffer == NULL && pending == NULL);
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

static void host_log(void* user, int32_t level, vyre_string text) {
  CHECK(level >= VYRE_LOG_ERROR && level <= VYRE_LOG_DEBUG);
  CHECK(text.size > 0);
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
  desc.allocation_user = h;
  desc.allocation_destroy = host_destroy;
  desc.run_job_user = h;
  desc.run_job_destroy = host_destroy;
  return desc;
}

static void refuses_wrong_descriptions(void) {
  host h = {0, 0, 0, 0, 0};
  vyre_context* context = NULL;
#define REFUSED(part, change)                            \
  do {                                                   \
    vyre_context_desc desc = host_desc(&h);              \
    change;                                              \
    REFUSES(part, vyre_context_create(&desc, &context)); \
  } while (0)
  REFUSED("vyre_context_desc.struct_size is 0", desc.struct_size = 0);
  REFUSED("vyre_context_desc.struct_size", desc.struct_size = SIZE_MAX);
  REFUSED("vyre_context_desc.flags", desc.flags = UINT64_C(1) << 40);
  REFUSED("only one of |allocate|", desc.deallocate = NULL);
  REFUSED("log_level is 5", desc.log_level = 5);
  REFUSED("reserved is 2", desc.reserved = 2);
  REFUSED("|cache_directory| has 3 bytes at a null pointer", desc.cache_directory.size = 3);
#undef REFUSED
  CHECK(context == NULL);
  CHECK_EQUAL(0, h.destroyed); /* still the caller's */
}

/* Runs a program on |backend| in a context of the host; gives the first error. */
static vyre_error* run_once(host* h, const char* backend_id) {
  const vyre_context_desc desc = host_desc(h);
  vyre_context* context = NULL;
  vyre_backend* backend = NULL;
  vyre_program* program = NULL;
  vyre_pipeline* pipeline = NULL;
  vyre_buffer* buffer = NULL;
  uint32_t a[64] = {0}, out[64];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_error* error = vyre_context_create(&desc, &context);
  if (error == NULL) error = vyre_backend_acquire(context, vyre_str(backend_id), NULL, &backend);
  if (error == NULL) error = vyre_program_from_json(context, vyre_str(kIncrement), &program);
  if (error == NULL) error = vyre_pipeline_create(backend, program, NULL, &pipeline);
  if (error == NULL) error = vyre_buffer_create(backend, 256, &buffer);
  if (error == NULL) error = vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
  if (error == NULL) CHECK_EQUAL(1, out[63]);
  vyre_context_destroy(context);
  vyre_pipeline_destroy(pipeline);
  vyre_program_destroy(program);
  vyre_buffer_destroy(buffer);
  vyre_backend_destroy(backend);
  return error;
}

static void gives_every_byte_back(const char* backend_id) {
  host h = {0, 0, 0, 0, 0};
  OK(run_once(&h, backend_id));
  CHECK(h.calls > 0);
  CHECK_EQUAL(0, h.bytes);
  CHECK_EQUAL(3, h.destroyed); /* log, memory, jobs */
}

static void survives_every_failing_allocation(const char* backend_id) {
  host counted = {0, 0, 0, 0, 0};
  OK(run_once(&counted, backend_id));
  for (size_t fail_at = 1; fail_at <= counted.calls; ++fail_at) {
    host h = {0, 0, 0, 0, 0};
    h.fail_at = fail_at;
    FAILS(VYRE_ERROR_OUT_OF_HOST_MEMORY, "host", run_once(&h, backend_id));
    CHECK_EQUAL(0, h.bytes);
    CHECK_EQUAL(3, h.destroyed);
  }
}

static void shares_the_default_context(void) {
  vyre_context *first = NULL, *second = NULL;
  OK(vyre_context_default(&first));
  OK(vyre_context_default(&second));
  CHECK(first != NULL && second != NULL && first != second); /* two owners of one context */
  vyre_program* program = program_of(first, kIncrement);
  vyre_context_destroy(first);
  OK(vyre_context_poll(second, NULL));
  vyre_context_destroy(second);
  OK(vyre_program_validate(program, NULL)); /* keeps the context alive */
  vyre_program_destroy(program);
  OK(vyre_context_default(&first));
  vyre_context_destroy(first);
}

/* Destroys five objects in the |order|-th of their 120 orders. */
static void destroy_in_order(const char* backend_id, int order) {
  fixture f = make_fixture(backend_id, kIncrement);
  uint32_t a[4] = {0}, out[4];
  vyre_binding bindings[] = {vyre_bind_input(0, a, sizeof a), vyre_bind_output(1, out, sizeof out)};
  vyre_pending* pending = begin_dispatch(f.pipeline, bindings, 2);
  int left[5] = {0, 1, 2, 3, 4};
  for (int count = 5; count > 0; --count) {
    const int place = order % count;
    order /= count;
    const int which = left[place];
    if (which == 0) vyre_context_destroy(f.context);
    if (which == 1) vyre_backend_destroy(f.backend);
    if (which == 2) vyre_program_destroy(f.program);
    if (which == 3) vyre_pipeline_destroy(f.pipeline);
    if (which == 4) vyre_pending_destroy(pending);
    left[place] = left[count - 1];
  }
}

int main(void) {
  tells_its_version();
  errors_carry_what_happened();
  no_error_is_fine_everywhere();
  nothing_can_be_destroyed();
  refuses_null_objects();
  refuses_wrong_descriptions();
  gives_every_byte_back("cpu-ref");
  gives_every_byte_back("vulkan");
  survives_every_failing_allocation("cpu-ref");
  survives_every_failing_allocation("vulkan");
  shares_the_default_context();
  for (int order = 0; order < 120; ++order) destroy_in_order("cpu-ref", order);
  for (int order = 0; order < 120; order += 17) destroy_in_order("vulkan", order);
  return finish();
}
