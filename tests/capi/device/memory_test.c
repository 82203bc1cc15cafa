/* How a device's memory is used, budgets, and buffers with a memory object of their own. */
#include "capi/support/on_backend.h"

enum { kLarge = 20 << 20 }; /* beyond what allocators share */

static vyre_memory_usage memory_of(const vyre_device* device) {
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  OK(vyre_device_get_memory(device, &memory));
  CHECK_EQUAL(sizeof memory, memory.struct_size);
  return memory;
}

static void counts_what_is_taken(fixture* f) {
  const vyre_memory_usage before = memory_of(f->device);
  vyre_buffer* buffer = make_buffer(f->device, kLarge);
  const vyre_memory_usage with = memory_of(f->device);
  CHECK(with.total_bytes != 0 && with.total_bytes != VYRE_UNKNOWN);
  CHECK(with.reserved_bytes >= before.reserved_bytes + kLarge);
  CHECK(with.used_bytes >= before.used_bytes + kLarge);
  CHECK(with.used_bytes <= with.reserved_bytes);
  CHECK(with.peak_bytes >= with.reserved_bytes);
  CHECK(with.allocations > before.allocations);
  vyre_buffer_destroy(buffer);
  OK(vyre_device_wait_idle(f->device, VYRE_FOREVER, NULL));
  const vyre_memory_usage after = memory_of(f->device);
  CHECK(after.reserved_bytes < with.reserved_bytes);
  CHECK(after.used_bytes < with.used_bytes);
  CHECK_EQUAL(with.peak_bytes, after.peak_bytes);
  CHECK_EQUAL(with.allocations, after.allocations);
}

static void the_drivers_budget_is_a_feature(fixture* f) {
  const vyre_memory_usage memory = memory_of(f->device);
  const vyre_device_info* info = vyre_device_get_info(f->device);
  if ((info->features & VYRE_FEATURE_MEMORY_BUDGET) == 0) {
    CHECK_EQUAL(VYRE_UNKNOWN, memory.budget_bytes);
    CHECK_EQUAL(VYRE_UNKNOWN, memory.process_bytes);
    return;
  }
  CHECK(!is_oracle());
  CHECK(memory.budget_bytes != 0 && memory.budget_bytes <= memory.total_bytes);
  CHECK(memory.process_bytes != VYRE_UNKNOWN);
}

typedef struct owner {
  vyre_device* device;
  uint32_t answer;
  int asked, destroyed;
  uint64_t wanted, used;
} owner;

/* May call the library. */
static uint32_t VYRE_CALL ask(void* user, uint64_t wanted, uint64_t used) {
  owner* o = (owner*)user;
  ++o->asked;
  o->wanted = wanted;
  o->used = used;
  CHECK(memory_of(o->device).reserved_bytes >= used);
  return o->answer;
}

static void VYRE_CALL destroyed(void* user) { ++((owner*)user)->destroyed; }

static void the_owner_of_a_budget_is_asked(fixture* f) {
  owner first = {f->device, 0, 0, 0, 0, 0}, second = {f->device, 1, 0, 0, 0, 0};
  vyre_buffer* buffer = (vyre_buffer*)f;
  uint64_t taken = 0;
  OK(vyre_device_prepare(f->device));
  taken = memory_of(f->device).reserved_bytes;
  OK(vyre_device_set_budget(f->device, taken + kLarge / 2, ask, &first, destroyed));
  FAILS(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, "more are requested|reserved, |in use, |Fix: ",
        vyre_buffer_create(f->device, kLarge, NULL, &buffer));
  CHECK(buffer == NULL);
  CHECK_EQUAL(1, first.asked);
  CHECK(first.wanted >= kLarge && first.used <= taken);
  OK(vyre_buffer_create(f->device, 4096, NULL, &buffer)); /* within it nobody is asked */
  CHECK_EQUAL(1, first.asked);
  CHECK_EQUAL(0, first.destroyed);
  vyre_buffer_destroy(buffer);
  OK(vyre_device_set_budget(f->device, 0, ask, &second, destroyed));
  CHECK_EQUAL(1, first.destroyed);
  OK(vyre_buffer_create(f->device, kLarge, NULL, &buffer));
  CHECK_EQUAL(1, second.asked);
  vyre_buffer_destroy(buffer);
  OK(vyre_device_set_budget(f->device, 0, NULL, &first, NULL));
  CHECK_EQUAL(1, second.destroyed);
  FAILS(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, "may take 0 bytes",
        vyre_buffer_create(f->device, kLarge, NULL, &buffer));
  OK(vyre_device_set_budget(f->device, VYRE_UNKNOWN, NULL, NULL, NULL));
  OK(vyre_buffer_create(f->device, kLarge, NULL, &buffer));
  vyre_buffer_destroy(buffer);
  CHECK_EQUAL(1, first.destroyed);
}

static void a_budget_ends_with_its_device(fixture* f) {
  owner o = {NULL, 1, 0, 0, 0, 0};
  vyre_device* device = open_device(f->context, backend_id);
  OK(vyre_device_set_budget(device, 1, ask, &o, destroyed));
  CHECK_EQUAL(0, o.destroyed);
  vyre_device_destroy(device);
  CHECK_EQUAL(1, o.destroyed);
}

static void a_dedicated_buffer_serves_as_any(fixture* f) {
  uint32_t value = 41, out = 0;
  vyre_buffer_desc desc = VYRE_BUFFER_DESC_INIT;
  vyre_buffer* buffer = NULL;
  vyre_buffer* other = NULL;
  desc.flags = VYRE_BUFFER_DEDICATED | VYRE_BUFFER_RESTORABLE;
  const uint64_t before = memory_of(f->device).allocations;
  OK(vyre_buffer_create(f->device, 4, &desc, &buffer));
  OK(vyre_buffer_create(f->device, 4, &desc, &other));
  CHECK(memory_of(f->device).allocations >= before + 2);
  CHECK_EQUAL(desc.flags, vyre_buffer_get_info(buffer)->flags);
  OK(vyre_buffer_write(buffer, 0, &value, 4));
  vyre_binding bindings[] = {vyre_bind_buffer(0, buffer), vyre_bind_buffer(1, other)};
  OK(vyre_dispatch(f->pipeline, bindings, 2, NULL, NULL));
  OK(vyre_buffer_read(other, 0, &out, 4));
  CHECK_EQUAL(42, out);
  vyre_buffer_destroy(buffer);
  vyre_buffer_destroy(other);
}

static void what_makes_no_sense_is_named(fixture* f) {
  vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
  owner o = {NULL, 1, 0, 0, 0, 0};
  REFUSED(vyre_device_get_memory, "device is NULL", (NULL, &memory));
  REFUSED(vyre_device_get_memory, "out_memory is NULL", (f->device, NULL));
  REFUSES_SIZES(vyre_memory_usage, memory, vyre_device_get_memory(f->device, &memory));
  REFUSED(vyre_device_set_budget, "device is NULL", (NULL, 1, ask, &o, destroyed));
  OK(vyre_device_shutdown(f->device));
  REFUSED(vyre_device_get_memory, "was shut down", (f->device, &memory));
  REFUSED(vyre_device_set_budget, "was shut down", (f->device, 1, ask, &o, destroyed));
  CHECK_EQUAL(0, o.destroyed);
}

int main(int argc, char** argv) {
  name_backend(argc, argv);
  with_fixture(kIncrement, counts_what_is_taken);
  with_fixture(kIncrement, the_drivers_budget_is_a_feature);
  with_fixture(kIncrement, the_owner_of_a_budget_is_asked);
  with_fixture(kIncrement, a_budget_ends_with_its_device);
  with_fixture(kIncrement, a_dedicated_buffer_serves_as_any);
  with_fixture(kIncrement, what_makes_no_sense_is_named);
  return finish();
}
