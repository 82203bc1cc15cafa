#include <random>

#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

// Edges of the functions' ranges, every exponent of both signs, and random numbers.
std::vector<uint32_t> inputs() {
  std::vector<uint32_t> all = {0x00000000, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000,
                               0x00000001, 0x3F800000, 0xBF800000, 0x3F000000, 0x42B17217,
                               0x42B17218, 0xC2CFF1B5, 0xC2AEAC50, 0x43000000, 0xC3160000,
                               0x40490FDB, 0x3FC90FDB, 0x3F490FDA, 0x3F490FDB, 0x40E231D6,
                               0x7F7FFFFF, 0x39800000, 0x3EB17219, 0x3F851592, 0x41200001};
  std::mt19937 random(20261121);
  for (uint32_t exponent = 0; exponent < 512; ++exponent) {
    for (int i = 0; i < 8; ++i)
      all.push_back(exponent << 23 | static_cast<uint32_t>(random() >> 9));
  }
  for (int i = 0; i < 4096; ++i) all.push_back(static_cast<uint32_t>(random()));
  return all;
}

class Transcendental : public OnBoth, public testing::WithParamInterface<UnOp> {};

// On a device as it is, and where f32 division and square root have to be made from other things.
TEST_P(Transcendental, HasTheOraclesBytesOnDevices) {
  expect_equal_for_all(inputs(), DataType::kF32, DataType::kF32, {GetParam()});
}

constexpr UnOp kAllFunctions[] = {
#define TRANSCENDENTAL(name, ...) UnOp::name,
#include "ir/program/ops.def"
};
INSTANTIATE_TEST_SUITE_P(All, Transcendental, testing::ValuesIn(kAllFunctions));

}  // namespace
}  // namespace vyre::spirv
