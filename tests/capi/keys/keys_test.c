/* Keys that every driver computes alike: values of constants, their hash and canonical form, and
 * what is made of them. */
#include "capi/support/check.h"
#include "vyre_driver_keys.h"

static vyre_constant f32_of(uint32_t bits) {
  float number;
  memcpy(&number, &bits, sizeof number);
  return vyre_constant_f32("f", number);
}

static vyre_constant type_of(const char* name, const char* spelling) {
  vyre_constant constant = vyre_constant_u32(name, 0);
  constant.kind = VYRE_CONSTANT_TYPE;
  constant.element = vyre_str(spelling);
  return constant;
}

static vyre_constant named(vyre_string name) {
  vyre_constant constant = vyre_constant_u32("", 1);
  constant.name = name;
  return constant;
}

/* ---- Values ---- */

static void values_contribute_what_is_published(void) {
  const struct {
    vyre_constant value;
    uint64_t contribution;
    double number;
  } all[] = {
      {vyre_constant_u32("", 1), 0x100, 1},
      {vyre_constant_u32("a", UINT32_MAX), UINT64_C(0xffffffff00), 4294967295.0},
      {vyre_constant_i32("", 1), 0x101, 1},
      {vyre_constant_i32("a", -1), UINT64_C(0xffffffff01), -1},
      {vyre_constant_f32("", 1.0f), UINT64_C(0x3f80000002), 1},
      {vyre_constant_f32("", 2.5f), UINT64_C(0x4020000002), 2.5},
      {vyre_constant_bool("", 0), 0x003, 0},
      {vyre_constant_bool("", -7), 0x103, 1},
      {type_of("", "F32"), 0xb04, 11},
      {type_of("", "Vec<F32,4>"), 0x1404, 20},
      {type_of("", "Vec<U32,4>"), 0x1404, 20}, /* parameters do not count */
      {type_of("", "Quantized<I4,PerTensor,Absent>"), 0x1f04, 31},
      {type_of("", "Opaque<2147483648>"), 0x8004, 128},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    uint64_t contribution = 0;
    double number = 0;
    OK(vyre_constant_get_contribution(all[i].value, &contribution));
    OK(vyre_constant_get_number(all[i].value, &number));
    CHECK_EQUAL(all[i].contribution, contribution);
    CHECK(number == all[i].number);
  }
}

static void floats_keep_their_bits(void) {
  uint64_t contribution = 0;
  double number = 0;
  OK(vyre_constant_get_contribution(f32_of(0x7fc00001), &contribution));
  CHECK_EQUAL(UINT64_C(0x7fc0000102), contribution);
  OK(vyre_constant_get_number(f32_of(0x7fc00001), &number));
  CHECK(number != number);
  CHECK_EQUAL(0x80000000u, vyre_constant_f32("", -0.0f).bits);
  CHECK_EQUAL(0, vyre_constant_f32("", 0.0f).bits);
}

/* Every function that takes constants refuses it, with the same words. */
static void check_refused(vyre_constant constant, const char* part, vyre_program* program) {
  double number = 9;
  uint64_t contribution = 9, hash = 9;
  vyre_blob* bytes = (vyre_blob*)&number;
  vyre_key key = {9, 9};
  REFUSED(vyre_constant_get_number, "", (constant, &number));
  REFUSES(part, vyre_constant_get_number(constant, &number));
  REFUSED(vyre_constant_get_contribution, "", (constant, &contribution));
  REFUSES(part, vyre_constant_get_contribution(constant, &contribution));
  REFUSED(vyre_constants_hash, "", (&constant, 1, &hash));
  REFUSES(part, vyre_constants_hash(&constant, 1, &hash));
  REFUSED(vyre_constants_encode, "", (&constant, 1, &bytes));
  REFUSES(part, vyre_constants_encode(&constant, 1, &bytes));
  REFUSED(vyre_program_get_key, "", (program, &constant, 1, &key));
  REFUSES(part, vyre_program_get_key(program, &constant, 1, &key));
  CHECK(number == 0 && bytes == NULL);
  CHECK_EQUAL(0, contribution | hash | key.high | key.low);
}

static void constants_that_are_none_are_refused(void) {
  vyre_context* context = make_context();
  vyre_program* program = program_of(context, kIncrement);
#define WRONG(part, start, change)            \
  do {                                        \
    vyre_constant constant = start;           \
    change;                                   \
    check_refused(constant, (part), program); \
  } while (0)
  WRONG("kind 5", vyre_constant_u32("a", 1), constant.kind = (vyre_constant_kind)5);
  WRONG("kind", vyre_constant_u32("a", 1), constant.kind = VYRE_CONSTANT_OTHER);
  WRONG("reserved is 3", vyre_constant_u32("a", 1), constant.reserved = 3);
  WRONG("bits 4294967296", vyre_constant_u32("a", 1), constant.bits = UINT64_C(0x100000000));
  WRONG("bits 2, more than 1", vyre_constant_bool("a", 1), constant.bits = 2);
  WRONG("element type of 3", vyre_constant_u32("a", 1), constant.element = vyre_str("U32"));
  WRONG("bits 1", type_of("a", "U32"), constant.bits = 1);
  WRONG("'F33'", type_of("a", "F33"), (void)constant);
  WRONG("no known type", type_of("a", ""), (void)constant);
  WRONG("element has 3", type_of("a", "U32"), constant.element.data = NULL);
#undef WRONG
  REFUSED(vyre_constant_get_number, "out_number is NULL", (vyre_constant_u32("", 1), NULL));
  REFUSED(vyre_constant_get_contribution, "out_contribution is NULL",
          (vyre_constant_u32("", 1), NULL));
  vyre_program_destroy(program);
  vyre_context_destroy(context);
}

/* ---- Arrays of constants ---- */

static uint64_t hash_of(const vyre_constant* constants, size_t count) {
  uint64_t hash = 0;
  OK(vyre_constants_hash(constants, count, &hash));
  return hash;
}

static vyre_blob* encoded(const vyre_constant* constants, size_t count) {
  vyre_blob* bytes = NULL;
  OK(vyre_constants_encode(constants, count, &bytes));
  return bytes;
}

/* All orders of five constants are one. */
static void the_order_does_not_count(void) {
  vyre_constant all[] = {vyre_constant_i32("", -0), vyre_constant_i32("B", -1),
                         vyre_constant_bool("a", 1), type_of("ab", "Vec<F32,4>"),
                         vyre_constant_f32("b", 1.5f)};
  const uint64_t hash = hash_of(all, 5);
  vyre_blob* bytes = encoded(all, 5);
  for (int order = 0; order < 120; ++order) {
    vyre_constant left[5], given[5];
    int rest = order;
    memcpy(left, all, sizeof left);
    for (int count = 5; count > 0; --count) {
      const int place = rest % count;
      rest /= count;
      given[5 - count] = left[place];
      left[place] = left[count - 1];
    }
    vyre_blob* other = encoded(given, 5);
    CHECK_EQUAL(hash, hash_of(given, 5));
    CHECK(same_bytes(bytes, other));
    vyre_blob_destroy(other);
  }
  vyre_blob_destroy(bytes);
}

static void check_array_refused(const vyre_constant* constants, size_t count, const char* part) {
  uint64_t hash = 9;
  vyre_blob* bytes = (vyre_blob*)&hash;
  REFUSES(part, vyre_constants_hash(constants, count, &hash));
  REFUSES(part, vyre_constants_encode(constants, count, &bytes));
  CHECK(hash == 0 && bytes == NULL);
}

static void doubled_names_are_refused(void) {
  const vyre_constant same[] = {vyre_constant_u32("twice", 1), vyre_constant_u32("b", 2),
                                vyre_constant_u32("twice", 1)};
  const vyre_constant other[] = {vyre_constant_u32("", 1), vyre_constant_bool("", 1)};
  check_array_refused(same, 3, "'twice'");
  check_array_refused(other, 2, "''");
  OK(vyre_constants_hash(same, 2, &(uint64_t){0}));
}

static void names_are_checked(void) {
  static char longest[1048577];
  const vyre_string broken = {NULL, 3}, full = {longest, sizeof longest - 1},
                    longer = {longest, sizeof longest};
  vyre_constant constant = named(vyre_str("ab\xff"));
  check_array_refused(&constant, 1, "not UTF-8 at byte 2 of 3");
  constant = named(broken);
  check_array_refused(&constant, 1, "name has 3");
  constant = named(longer);
  check_array_refused(&constant, 1, "1048577 bytes");
  constant = named(full);
  CHECK(hash_of(&constant, 1) != hash_of(NULL, 0));
}

static void null_is_no_array(void) {
  uint64_t hash = 9;
  vyre_blob* bytes = (vyre_blob*)&hash;
  vyre_key key = {9, 9};
  vyre_context* context = make_context();
  vyre_program* program = program_of(context, kIncrement);
  REFUSED(vyre_constants_hash, "constants", (NULL, 1, &hash));
  REFUSED(vyre_constants_encode, "constants", (NULL, 1, &bytes));
  REFUSED(vyre_program_get_key, "constants", (program, NULL, 1, &key));
  CHECK(hash == 0 && bytes == NULL && key.high == 0 && key.low == 0);
  REFUSED(vyre_constants_hash, "out_hash is NULL", (NULL, 0, NULL));
  REFUSED(vyre_constants_encode, "out_bytes is NULL", (NULL, 0, NULL));
  vyre_program_destroy(program);
  vyre_context_destroy(context);
}

/* ---- Hashes and canonical forms ---- */

static uint64_t hash_of_one(vyre_constant constant) { return hash_of(&constant, 1); }

static void hashes_are_the_published_ones(void) {
  const vyre_constant ab[] = {vyre_constant_u32("A", 1), vyre_constant_u32("B", 2)};
  const vyre_constant ba[] = {vyre_constant_u32("B", 2), vyre_constant_u32("A", 1)};
  CHECK_EQUAL(UINT64_C(0xcbf29ce484222325), hash_of(NULL, 0));
  CHECK_EQUAL(UINT64_C(0xcbf29ce484222325), hash_of(ab, 0));
  CHECK_EQUAL(UINT64_C(0xb4a95573d6942805), hash_of_one(vyre_constant_u32("K", 1)));
  CHECK_EQUAL(UINT64_C(0x48ff25683ddbcc70), hash_of_one(vyre_constant_i32("K", 1)));
  CHECK_EQUAL(UINT64_C(0xba4a4a0b0d9b09c7), hash_of_one(vyre_constant_f32("K", 1.0f)));
  CHECK_EQUAL(UINT64_C(0x0b09975627fd382e), hash_of_one(vyre_constant_bool("K", 1)));
  CHECK_EQUAL(UINT64_C(0xa5c88edc7a7f60b2), hash_of_one(type_of("dtype", "F32")));
  CHECK_EQUAL(UINT64_C(0x7fdf168a143cc515), hash_of(ab, 2));
  CHECK_EQUAL(UINT64_C(0x7fdf168a143cc515), hash_of(ba, 2));
}

static void check_bytes(const vyre_constant* constants, size_t count, const uint8_t* expected,
                        size_t size) {
  vyre_blob* blob = encoded(constants, count);
  CHECK_EQUAL(size, bytes_of(blob).size);
  CHECK(bytes_of(blob).size == size && memcmp(bytes_of(blob).data, expected, size) == 0);
  vyre_blob_destroy(blob);
}

static void canonical_forms_are_the_documented_bytes(void) {
  static const uint8_t empty[8] = {0};
  static const uint8_t one[] = {1,    0,    0,    0,   0, 0, 0, 0,   1,
                                0,    0,    0,    0,   0, 0, 0, 'K', VYRE_CONSTANT_I32,
                                0xff, 0xff, 0xff, 0xff};
  static const uint8_t type[] = {
      1, 0, 0, 0, 0, 0, 0, 0, 0,   0,   0,  0, 0, 0, 0, 0, VYRE_CONSTANT_TYPE,
      3, 0, 0, 0, 0, 0, 0, 0, 'F', '3', '2'};
  const vyre_constant k = vyre_constant_i32("K", -1), e = type_of("", "F32");
  check_bytes(NULL, 0, empty, sizeof empty);
  check_bytes(&k, 1, one, sizeof one);
  check_bytes(&e, 1, type, sizeof type);
}

/* Spaces of a spelling do not count. */
static void spellings_are_canonical(void) {
  const vyre_constant spaced = type_of("e", "Vec<F32, 4>"), plain = type_of("e", "Vec<F32,4>");
  const vyre_constant other = type_of("e", "Vec<U32,4>");
  vyre_blob *a = encoded(&spaced, 1), *b = encoded(&plain, 1), *c = encoded(&other, 1);
  CHECK(same_bytes(a, b) && !same_bytes(b, c));
  CHECK_EQUAL(hash_of(&plain, 1), hash_of(&other, 1)); /* as published */
  vyre_blob_destroy(a);
  vyre_blob_destroy(b);
  vyre_blob_destroy(c);
}

static void canonical_forms_differ_where_hashes_do_not(void) {
  const vyre_string with_nuls = {"a\0\0\0\0\0\0\0\0b", 10};
  const vyre_constant left[] = {vyre_constant_u32("a", 0), vyre_constant_u32("b", 2)};
  vyre_constant right = named(with_nuls);
  right.bits = 2;
  CHECK_EQUAL(UINT64_C(0x8bd77e6d808d5874), hash_of(left, 2));
  CHECK_EQUAL(UINT64_C(0x8bd77e6d808d5874), hash_of(&right, 1));
  vyre_blob *one = encoded(left, 2), *other = encoded(&right, 1);
  CHECK(!same_bytes(one, other));
  vyre_blob_destroy(one);
  vyre_blob_destroy(other);
}

/* ---- Keys ---- */

static const char* const kSeven =
    "{\"buffers\": [{\"name\": \"out\", \"type\": \"U32\", \"count\": 1, \"output\": true}],"
    "\"body\": [{\"store\": \"out\", \"at\": 0, \"value\": 7}]}";

static void a_program_key_is_the_program_and_the_constants(void) {
  const vyre_constant ab[] = {vyre_constant_u32("K", 1), vyre_constant_bool("fast", 1)};
  const vyre_constant ba[] = {vyre_constant_bool("fast", 1), vyre_constant_u32("K", 1)};
  const vyre_constant twice[] = {vyre_constant_u32("K", 1), vyre_constant_u32("K", 1)};
  vyre_key plain = {0, 0}, special = {0, 0}, again = {0, 0};
  uint8_t fingerprint[32];
  uint64_t high = 0;
  vyre_context* context = make_context();
  vyre_program* program = program_of(context, kSeven);
  OK(vyre_program_get_fingerprint(program, VYRE_WIRE_ANY, fingerprint));
  for (int i = 7; i >= 0; --i) high = high << 8 | fingerprint[i];
  OK(vyre_program_get_key(program, NULL, 0, &plain));
  OK(vyre_program_get_key(program, ab, 2, &special));
  OK(vyre_program_get_key(program, ba, 2, &again));
  CHECK_EQUAL(high, plain.high);
  CHECK_EQUAL(high, special.high);
  CHECK_EQUAL(hash_of(NULL, 0), plain.low);
  CHECK_EQUAL(hash_of(ab, 2), special.low);
  CHECK(special.high == again.high && special.low == again.low);
  REFUSED(vyre_program_get_key, "'K'", (program, twice, 2, &special));
  REFUSED(vyre_program_get_key, "program is NULL", (NULL, ab, 2, &special));
  CHECK_EQUAL(0, special.high | special.low);
  REFUSED(vyre_program_get_key, "out_key is NULL", (program, ab, 2, NULL));
  vyre_context_destroy(context);
  vyre_program_destroy(program);
}

static void check_artifact(uint32_t version, const char* hash, const char* print,
                           const char* expected) {
  char digits[65];
  memset(digits, 'x', sizeof digits);
  OK(vyre_artifact_get_key(version, vyre_str(hash), vyre_str(print), digits));
  CHECK(memcmp(digits, expected, 64) == 0);
  CHECK_EQUAL('x', digits[64]); /* without a NUL */
}

static void artifact_keys_are_the_published_ones(void) {
  const vyre_string broken = {NULL, 3};
  char digits[64];
  check_artifact(1, "ab", "cd", "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10");
  check_artifact(1, "abc", "d", "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851");
  OK(vyre_artifact_get_key(0, vyre_str(""), vyre_str(NULL), digits));
  for (int i = 0; i < 64; ++i) CHECK(strchr("0123456789abcdef", digits[i]) != NULL);
  REFUSED(vyre_artifact_get_key, "spec_hash has 3", (1, broken, vyre_str(""), digits));
  REFUSED(vyre_artifact_get_key, "backend_fingerprint has 3", (1, vyre_str(""), broken, digits));
  REFUSED(vyre_artifact_get_key, "out_digits is NULL", (1, vyre_str(""), vyre_str(""), NULL));
}

int main(void) {
  values_contribute_what_is_published();
  floats_keep_their_bits();
  constants_that_are_none_are_refused();
  the_order_does_not_count();
  doubled_names_are_refused();
  names_are_checked();
  null_is_no_array();
  hashes_are_the_published_ones();
  canonical_forms_are_the_documented_bytes();
  spellings_are_canonical();
  canonical_forms_differ_where_hashes_do_not();
  a_program_key_is_the_program_and_the_constants();
  artifact_keys_are_the_published_ones();
  return finish();
}
