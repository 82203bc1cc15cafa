/* Specialization: values, their map, and the keys made of them. */
#include "capi/support/check.h"

static void set(vyre_spec_map* map, const char* name, vyre_spec_value value) {
  OK(vyre_spec_map_set(map, vyre_str(name), value));
}

static vyre_spec_value f32_of(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return vyre_spec_f32(number);
}

static vyre_spec_value element(const char* spelling) {
  return vyre_spec_element(vyre_str(spelling));
}

/* ---- Values ---- */

static void values_contribute_what_is_published(void) {
  const struct {
    vyre_spec_value value;
    uint64_t contribution;
    double number;
  } all[] = {
      {vyre_spec_u32(1), 0x100, 1},
      {vyre_spec_u32(UINT32_MAX), UINT64_C(0xffffffff00), 4294967295.0},
      {vyre_spec_i32(1), 0x101, 1},
      {vyre_spec_i32(-1), UINT64_C(0xffffffff01), -1},
      {vyre_spec_f32(1.0f), UINT64_C(0x3f80000002), 1},
      {vyre_spec_f32(2.5f), UINT64_C(0x4020000002), 2.5},
      {vyre_spec_boolean(0), 0x003, 0},
      {vyre_spec_boolean(-7), 0x103, 1},
      {element("F32"), 0xb04, 11},
      {element("Vec<F32,4>"), 0x1404, 20},
      {element("Quantized<I4,PerTensor,Absent>"), 0x1f04, 31},
      {element("Opaque<2147483648>"), 0x8004, 128},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    uint64_t contribution = 0;
    double number = 0;
    OK(vyre_spec_value_contribution(all[i].value, &contribution));
    OK(vyre_spec_value_number(all[i].value, &number));
    CHECK_EQUAL(all[i].contribution, contribution);
    CHECK(number == all[i].number);
  }
}

static void floats_keep_their_bits(void) {
  uint64_t contribution = 0;
  double number = 0;
  OK(vyre_spec_value_contribution(f32_of(0x7fc00001), &contribution));
  CHECK_EQUAL(UINT64_C(0x7fc0000102), contribution);
  OK(vyre_spec_value_number(f32_of(0x7fc00001), &number));
  CHECK(number != number);
  CHECK_EQUAL(0x80000000u, vyre_spec_f32(-0.0f).bits);
  CHECK_EQUAL(0, vyre_spec_f32(0.0f).bits);
}

static void values_that_are_none_are_refused(void) {
  vyre_spec_map* map = make_map();
  uint64_t contribution = 9;
  double number = 9;
  vyre_spec_value value = vyre_spec_u32(1);
  value.kind = 5;
  REFUSES("unknown kind 5", vyre_spec_value_contribution(value, &contribution));
  REFUSES("unknown kind 5", vyre_spec_value_number(value, &number));
  REFUSES("unknown kind 5", vyre_spec_map_set(map, vyre_str("a"), value));
  CHECK_EQUAL(0, contribution);
  CHECK(number == 0);
  value = vyre_spec_u32(1);
  value.reserved = 3;
  REFUSES("reserved is 3", vyre_spec_value_number(value, &number));
  value = vyre_spec_u32(1);
  value.bits = UINT64_C(0x100000000);
  REFUSES("bits 4294967296", vyre_spec_value_number(value, &number));
  value = vyre_spec_boolean(1);
  value.bits = 2;
  REFUSES("bits 2, more than 1", vyre_spec_value_number(value, &number));
  value = vyre_spec_u32(1);
  value.element = vyre_str("U32");
  REFUSES("element type of 3", vyre_spec_value_number(value, &number));
  value = element("U32");
  value.bits = 1;
  REFUSES("bits 1", vyre_spec_value_number(value, &number));
  REFUSES("'F33'", vyre_spec_value_number(element("F33"), &number));
  REFUSES("no known type", vyre_spec_map_set(map, vyre_str("a"), element("")));
  value.bits = 0;
  value.element.data = NULL;
  REFUSES("|element| has 3 bytes", vyre_spec_value_number(value, &number));
  REFUSES("place for the result", vyre_spec_value_number(vyre_spec_u32(1), NULL));
  CHECK_EQUAL(0, vyre_spec_map_count(map));
  vyre_spec_map_destroy(map);
}

/* ---- Maps ---- */

static void a_map_keeps_values_in_the_order_of_their_names(void) {
  static const char* const names[] = {"", "B", "a", "ab", "b"};
  vyre_spec_map* map = make_map();
  vyre_spec_entry entry;
  vyre_spec_value value;
  for (int i = 4; i >= 0; --i) set(map, names[i], vyre_spec_i32(-i));
  set(map, "ab", element("Vec<F32, 4>"));
  CHECK_EQUAL(5, vyre_spec_map_count(map));
  for (size_t i = 0; i < 5; ++i) {
    OK(vyre_spec_map_get_entry(map, i, &entry));
    CHECK(equals(entry.name, names[i]));
    OK(vyre_spec_map_get(map, entry.name, &value));
    CHECK(memcmp(&value, &entry.value, sizeof value) == 0);
  }
  OK(vyre_spec_map_get(map, vyre_str("ab"), &value));
  CHECK_EQUAL(VYRE_SPEC_ELEMENT, value.kind);
  CHECK(equals(value.element, "Vec<F32,4>"));
  OK(vyre_spec_map_set(map, vyre_str("copy"), value)); /* what comes out goes in */
  OK(vyre_spec_map_set(map, vyre_str("ab"), value));   /* also in its own place */
  OK(vyre_spec_map_get(map, vyre_str("b"), &value));
  CHECK_EQUAL(VYRE_SPEC_I32, value.kind);
  CHECK_EQUAL((uint32_t)-4, value.bits);
  OK(vyre_spec_map_remove(map, vyre_str("b")));
  CHECK_EQUAL(5, vyre_spec_map_count(map));
  OK(vyre_spec_map_clear(map));
  CHECK_EQUAL(0, vyre_spec_map_count(map));
  vyre_spec_map_destroy(map);
}

static void what_is_not_there_is_named(void) {
  vyre_spec_map* map = make_map();
  vyre_spec_entry entry;
  vyre_spec_value value = vyre_spec_u32(9);
  set(map, "here", vyre_spec_u32(1));
  FAILS(VYRE_ERROR_NOT_FOUND, "'there'", vyre_spec_map_get(map, vyre_str("there"), &value));
  CHECK_EQUAL(0, value.bits);
  FAILS(VYRE_ERROR_NOT_FOUND, "'there'", vyre_spec_map_remove(map, vyre_str("there")));
  FAILS(VYRE_ERROR_NOT_FOUND, "1 entries and none at 1", vyre_spec_map_get_entry(map, 1, &entry));
  FAILS(VYRE_ERROR_NOT_FOUND, "none at", vyre_spec_map_get_entry(map, SIZE_MAX, &entry));
  CHECK_EQUAL(0, entry.name.size);
  vyre_spec_map_destroy(map);
}

static void names_are_checked(void) {
  static char longest[1048577];
  const vyre_string broken = {NULL, 3}, full = {longest, sizeof longest - 1},
                    longer = {longest, sizeof longest};
  vyre_spec_map* map = make_map();
  vyre_spec_value value;
  REFUSES("not UTF-8 at byte 2 of 3", vyre_spec_map_set(map, vyre_str("ab\xff"), vyre_spec_u32(1)));
  REFUSES("|name| has 3", vyre_spec_map_set(map, broken, vyre_spec_u32(1)));
  REFUSES("|name| has 3", vyre_spec_map_get(map, broken, &value));
  REFUSES("1048577 bytes", vyre_spec_map_set(map, longer, vyre_spec_u32(1)));
  CHECK_EQUAL(0, vyre_spec_map_count(map));
  OK(vyre_spec_map_set(map, full, vyre_spec_u32(1)));
  CHECK_EQUAL(1, vyre_spec_map_count(map));
  vyre_spec_map_destroy(map);
}

static void null_is_no_map(void) {
  vyre_spec_value value;
  vyre_spec_entry entry;
  REFUSES("place for the result", vyre_spec_map_create(NULL));
  REFUSES("|map| is NULL", vyre_spec_map_set(NULL, vyre_str("a"), vyre_spec_u32(1)));
  REFUSES("|map| is NULL", vyre_spec_map_get(NULL, vyre_str("a"), &value));
  REFUSES("|map| is NULL", vyre_spec_map_get_entry(NULL, 0, &entry));
  REFUSES("|map| is NULL", vyre_spec_map_remove(NULL, vyre_str("a")));
  REFUSES("|map| is NULL", vyre_spec_map_clear(NULL));
  size_t size = 9;
  REFUSES("|map| is NULL", vyre_spec_map_encode(NULL, NULL, 0, &size));
  CHECK_EQUAL(0, size);
  CHECK_EQUAL(0, vyre_spec_map_count(NULL));
  vyre_spec_map_destroy(NULL);
}

/* ---- Hashes and canonical forms ---- */

static uint64_t hash_of(const char* name, vyre_spec_value value) {
  vyre_spec_map* map = make_map();
  set(map, name, value);
  const uint64_t hash = vyre_spec_map_hash(map);
  vyre_spec_map_destroy(map);
  return hash;
}

static void hashes_are_the_published_ones(void) {
  vyre_spec_map *ab = make_map(), *ba = make_map();
  CHECK_EQUAL(UINT64_C(0xcbf29ce484222325), vyre_spec_map_hash(ab));
  CHECK_EQUAL(UINT64_C(0xcbf29ce484222325), vyre_spec_map_hash(NULL));
  CHECK_EQUAL(UINT64_C(0xb4a95573d6942805), hash_of("K", vyre_spec_u32(1)));
  CHECK_EQUAL(UINT64_C(0x48ff25683ddbcc70), hash_of("K", vyre_spec_i32(1)));
  CHECK_EQUAL(UINT64_C(0xba4a4a0b0d9b09c7), hash_of("K", vyre_spec_f32(1.0f)));
  CHECK_EQUAL(UINT64_C(0x0b09975627fd382e), hash_of("K", vyre_spec_boolean(1)));
  CHECK_EQUAL(UINT64_C(0xa5c88edc7a7f60b2), hash_of("dtype", element("F32")));
  set(ab, "A", vyre_spec_u32(1));
  set(ab, "B", vyre_spec_u32(2));
  set(ba, "B", vyre_spec_u32(2));
  set(ba, "A", vyre_spec_u32(1));
  CHECK_EQUAL(UINT64_C(0x7fdf168a143cc515), vyre_spec_map_hash(ab));
  CHECK_EQUAL(UINT64_C(0x7fdf168a143cc515), vyre_spec_map_hash(ba));
  vyre_spec_map_destroy(ab);
  vyre_spec_map_destroy(ba);
}

static size_t encoded(const vyre_spec_map* map, uint8_t* bytes, size_t capacity) {
  size_t size = 0;
  OK(vyre_spec_map_encode(map, bytes, capacity, &size));
  return size;
}

static void canonical_forms_differ_where_hashes_do_not(void) {
  static const uint8_t empty[8] = {0};
  static const uint8_t one[] = {
      1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 'K', VYRE_SPEC_I32, 0xff, 0xff, 0xff, 0xff};
  const vyre_string with_nuls = {"a\0\0\0\0\0\0\0\0b", 10};
  uint8_t left_bytes[64], right_bytes[64];
  vyre_spec_map *left = make_map(), *right = make_map();
  size_t size = 0;
  CHECK_EQUAL(8, encoded(left, left_bytes, sizeof left_bytes));
  CHECK(memcmp(left_bytes, empty, sizeof empty) == 0);
  set(left, "K", vyre_spec_i32(-1));
  CHECK_EQUAL(sizeof one, encoded(left, left_bytes, sizeof left_bytes));
  CHECK(memcmp(left_bytes, one, sizeof one) == 0);
  CHECK_EQUAL(sizeof one, encoded(left, NULL, 0));
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_spec_map_encode(left, left_bytes, sizeof one - 1, &size));
  CHECK_EQUAL(sizeof one, size);
  OK(vyre_spec_map_clear(left));
  set(left, "a", vyre_spec_u32(0));
  set(left, "b", vyre_spec_u32(2));
  OK(vyre_spec_map_set(right, with_nuls, vyre_spec_u32(2)));
  CHECK_EQUAL(UINT64_C(0x8bd77e6d808d5874), vyre_spec_map_hash(left));
  CHECK_EQUAL(UINT64_C(0x8bd77e6d808d5874), vyre_spec_map_hash(right));
  const size_t left_size = encoded(left, left_bytes, sizeof left_bytes);
  const size_t right_size = encoded(right, right_bytes, sizeof right_bytes);
  CHECK(left_size != right_size || memcmp(left_bytes, right_bytes, left_size) != 0);
  vyre_spec_map_destroy(left);
  vyre_spec_map_destroy(right);
}

/* ---- Keys ---- */

static const char* const kSeven =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": 7}]}";

static void a_program_key_is_the_program_and_the_map(void) {
  vyre_spec_map* map = make_map();
  vyre_spec_key plain = {0, 0}, special = {0, 0};
  uint8_t fingerprint[32];
  uint64_t high = 0;
  vyre_context* context = make_context();
  vyre_program* program = program_of(context, kSeven);
  OK(vyre_program_fingerprint(program, fingerprint));
  for (int i = 7; i >= 0; --i) high = high << 8 | fingerprint[i];
  set(map, "K", vyre_spec_u32(1));
  OK(vyre_program_get_spec_key(program, NULL, &plain));
  OK(vyre_program_get_spec_key(program, map, &special));
  CHECK_EQUAL(high, plain.high);
  CHECK_EQUAL(high, special.high);
  CHECK_EQUAL(vyre_spec_map_hash(NULL), plain.low);
  CHECK_EQUAL(vyre_spec_map_hash(map), special.low);
  REFUSES("|program| is NULL", vyre_program_get_spec_key(NULL, map, &special));
  CHECK_EQUAL(0, special.high | special.low);
  REFUSES("place for the result", vyre_program_get_spec_key(program, map, NULL));
  vyre_context_destroy(context);
  vyre_spec_map_destroy(map);
  vyre_program_destroy(program);
}

static void artifact_keys_are_the_published_ones(void) {
  const vyre_string broken = {NULL, 3};
  char text[64];
  size_t size = 0;
  OK(vyre_spec_artifact_key(1, vyre_str("ab"), vyre_str("cd"), text, sizeof text, &size));
  CHECK_EQUAL(64, size);
  CHECK(memcmp(text, "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10", 64) == 0);
  OK(vyre_spec_artifact_key(1, vyre_str("abc"), vyre_str("d"), text, sizeof text, &size));
  CHECK(memcmp(text, "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851", 64) == 0);
  OK(vyre_spec_artifact_key(0, vyre_str(""), vyre_str(NULL), NULL, 0, &size));
  CHECK_EQUAL(64, size);
  FAILS(VYRE_ERROR_INSUFFICIENT_CAPACITY, "too small",
        vyre_spec_artifact_key(0, vyre_str(""), vyre_str(""), text, 63, &size));
  CHECK_EQUAL(64, size);
  REFUSES("|spec_hash| has 3",
          vyre_spec_artifact_key(1, broken, vyre_str(""), text, sizeof text, &size));
  REFUSES("|backend_fingerprint| has 3",
          vyre_spec_artifact_key(1, vyre_str(""), broken, text, sizeof text, &size));
  CHECK_EQUAL(0, size);
}

int main(void) {
  values_contribute_what_is_published();
  floats_keep_their_bits();
  values_that_are_none_are_refused();
  a_map_keeps_values_in_the_order_of_their_names();
  what_is_not_there_is_named();
  names_are_checked();
  null_is_no_map();
  hashes_are_the_published_ones();
  canonical_forms_differ_where_hashes_do_not();
  a_program_key_is_the_program_and_the_map();
  artifact_keys_are_the_published_ones();
  return finish();
}
