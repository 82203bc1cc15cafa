#include "values.h"

namespace vyre::differential {
namespace {

constexpr uint32_t kWords[] = {0,          1,          2,          3,          7,
                               31,         32,         33,         255,        256,
                               65535,      65536,      0x7FFFFFFF, 0x80000000, 0x80000001,
                               0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFF0, 0x55555555, 0xDEADBEEF};

constexpr uint32_t kFloats[] = {
    0x00000000, 0x00000001, 0x007FFFFF, 0x00800000, 0x00800001, 0x01000000, 0x33800000, 0x34000000,
    0x3E800000, 0x3EFFFFFF, 0x3F000000, 0x3F000001, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x3FC00000,
    0x3FC90FDB, 0x40000000, 0x40200000, 0x40490FDB, 0x42B17218, 0x43000000, 0x4AFFFFFF, 0x4B000001,
    0x4B800000, 0x4EFFFFFF, 0x4F000000, 0x4F7FFFFF, 0x4F800000, 0x5F123456, 0x1F654321, 0x7F7FFFFF,
    0x7F800000, 0x7F800001, 0x7FC00000, 0x7FC12345};

constexpr uint64_t kDoubles[] = {
    0x0000000000000000, 0x0000000000000001, 0x000FFFFFFFFFFFFF, 0x0010000000000000,
    0x3690000000000000, 0x36A0000000000000, 0x380FFFFFE0000000, 0x380FFFFFF0000000,
    0x3810000000000000, 0x3FB999999999999A, 0x3FF0000000000000, 0x3FF0000010000000,
    0x3FF0000010000001, 0x3FF0000030000000, 0x3FF8000000000000, 0x4000000000000000,
    0x400921FB54442D18, 0x41DFFFFFFFC00000, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000,
    0x7E37E43C8800759C, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x7FF8000000000000};

uint32_t sign(Random& random) { return random.percent(40) ? 0x80000000u : 0; }

uint64_t draw_element(Random& random, std::string_view type, size_t run) {
  const bool mild = random.percent(run == 0 ? 75 : 25);
  if (type == "F32") return mild ? 0x3F000000u + (random.below(64) << 18) : draw_float(random);
  if (type == "F64") return draw_double(random);
  if (type == "Bool") return random.percent(80) ? random.below(2) : draw_word(random);
  if (mild) return random.below(48);
  const uint64_t low = draw_word(random);
  return low | (random.percent(50) ? uint64_t{draw_word(random)} << 32 : 0);
}

uint64_t width_of(std::string_view type) {
  if (type == "U32" || type == "I32" || type == "F32" || type == "Bool") return 4;
  if (type == "U16" || type == "I16" || type == "F16" || type == "BF16") return 2;
  if (type == "U64" || type == "I64" || type == "F64") return 8;
  return type.substr(0, 3) == "Vec" || type.substr(0, 3) == "Han" ? 4 : 1;
}

}  // namespace

uint32_t draw_word(Random& random) {
  const uint32_t weights[] = {40, 30, 30};
  switch (random.weighted(weights)) {
    case 0:
      return random.pick(kWords);
    case 1:
      return random.below(40);
    default:
      return random.word();
  }
}

uint32_t draw_float(Random& random) {
  const uint32_t signs = sign(random);
  const uint32_t weights[] = {45, 25, 15, 15};
  switch (random.weighted(weights)) {
    case 0:
      return random.pick(kFloats) | signs;
    case 1:
      return (0x3D000000u + random.below(0x07000000u)) | signs;
    case 2:
      return (0x3F000000u + (random.below(200) << 17)) | signs;
    default:
      return random.word();
  }
}

uint64_t draw_double(Random& random) {
  const uint64_t signs = uint64_t{sign(random)} << 32;
  const uint32_t weights[] = {50, 35, 15};
  switch (random.weighted(weights)) {
    case 0:
      return random.pick(kDoubles) | signs;
    case 1:
      return (0x3700000000000000u + (random.next() >> 4)) | signs;
    default:
      return random.next();
  }
}

Bytes draw_bytes(Random& random, std::string_view type, uint64_t size, size_t run) {
  const uint64_t width = width_of(type);
  Bytes bytes;
  while (bytes.size() < size) {
    uint64_t element = draw_element(random, type, run);
    for (uint64_t i = 0; i < width && bytes.size() < size; ++i, element >>= 8) {
      bytes.push_back(static_cast<uint8_t>(element));
    }
  }
  return bytes;
}

}  // namespace vyre::differential
