#include "runtime/program/device_requirements.h"

#include <gtest/gtest.h>

#include "support/build.h"
#include "support/kernels.h"
#include "support/value_of.h"

namespace vyre::runtime {
namespace {

using test::Build;

TEST(DeviceRequirements, APlainProgramNeedsNothing) {
  Build b({{"out", test::output(0, 4)}});
  const DeviceRequirements needs =
      device_requirements(*b.finish({b.store("out", b.gid(), b.u32(1))}));
  EXPECT_FALSE(needs.atomics || needs.f32 || needs.workgroup_memory || needs.grid_barrier ||
               needs.storage_8bit || needs.int64 || needs.calls || needs.transcendental);
  EXPECT_EQ(needs.workgroup_memory_bytes, 0u);
}

TEST(DeviceRequirements, BuffersTellTypesAndWorkgroupMemory) {
  Build b;
  b.buffer("bytes", test::input(0, 4, ir::DataType::kU8));
  b.buffer("halves", test::input(1, 4, ir::DataType::kF16));
  b.buffer("longs", test::input(2, 4, ir::DataType::kI64));
  b.buffer("tile", test::shared(6, ir::DataType::kF32));
  const DeviceRequirements needs = device_requirements(*b.finish({}));
  EXPECT_TRUE(needs.storage_8bit);
  EXPECT_TRUE(needs.storage_16bit);
  EXPECT_TRUE(needs.f16);
  EXPECT_TRUE(needs.int64);
  EXPECT_TRUE(needs.f32);
  EXPECT_TRUE(needs.workgroup_memory);
  EXPECT_EQ(needs.workgroup_memory_bytes, 24u);
}

TEST(DeviceRequirements, ExpressionsTellTheRest) {
  Build b({{"out", test::in_out(0, 4)}});
  const DeviceRequirements needs = device_requirements(*b.finish(
      {b.let("s", b.unary(ir::UnOp::kSin, b.f32(1))),
       b.let("c", b.cast(ir::scalar(ir::DataType::kF64), b.u32(1))),
       b.let("o", b.atomic(ir::AtomicOp::kAdd, "out", b.u32(0), b.u32(1))),
       b.let("g", b.subgroup_add(b.u32(1))), b.let("k", b.call("math.square", {b.u32(2)})),
       b.let("x", b.opaque("vendor.thing", {1})), b.barrier(),
       b.barrier(ir::Ordering::kGridSync)}));
  EXPECT_TRUE(needs.transcendental);
  EXPECT_TRUE(needs.f32);
  EXPECT_TRUE(needs.f64);
  EXPECT_TRUE(needs.atomics);
  EXPECT_TRUE(needs.subgroup);
  EXPECT_TRUE(needs.calls);
  EXPECT_TRUE(needs.extensions);
  EXPECT_TRUE(needs.workgroup_barrier);
  EXPECT_TRUE(needs.grid_barrier);
  EXPECT_FALSE(needs.storage_8bit);
}

DeviceRequirements needs_of(std::string_view kernel) {
  const std::string words = test::kernel(kernel);
  return device_requirements(
      *test::value_of(read_external_program(std::as_bytes(std::span(words)), "", std::nullopt)));
}

TEST(DeviceRequirements, ModulesTellByTheirDeclarationsAndInstructions) {
  const DeviceRequirements saxpy = needs_of("saxpy"), matmul = needs_of("matmul");
  EXPECT_TRUE(saxpy.f32);
  EXPECT_FALSE(saxpy.atomics || saxpy.workgroup_memory || saxpy.int64 || saxpy.transcendental);
  EXPECT_TRUE(matmul.workgroup_memory && matmul.workgroup_barrier);
  EXPECT_EQ(matmul.workgroup_memory_bytes, 2u * 4 * 4 * 4);
  EXPECT_FALSE(matmul.f32);
  EXPECT_TRUE(needs_of("histogram").atomics);
  EXPECT_TRUE(needs_of("wide").int64);
}

}  // namespace
}  // namespace vyre::runtime
