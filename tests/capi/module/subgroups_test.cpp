// Subgroups whose size the pipeline chooses, and that are full.
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

class SpirvSubgroups : public testing::Test {
 protected:
  SpirvSubgroups() : info_(*vyre_device_get_info(session_.device.get())) {}

  bool chooses() const { return (info_.features & VYRE_FEATURE_SUBGROUP_SIZE_CONTROL) != 0; }

  Module module(uint32_t size, uint32_t lanes, vyre_pipeline_flags flags = 0) const {
    Module made = describe(kernel("subgroups"), {vyre_constant_u32("#0", lanes)});
    made.making.subgroup_size = size;
    made.making.flags = flags;
    return made;
  }

  // The size that the kernel sees, and how many invocations its first subgroup has.
  std::vector<uint32_t> run(const Pipeline& pipeline) const {
    std::vector<uint32_t> seen(2);
    EXPECT_TRUE(ok(dispatch(pipeline, {bind_output(0, seen)}, vyre_grid(1, 1, 1))));
    return seen;
  }

  Opened session_ = open_device("vulkan");
  const vyre_device_info& info_;
};

TEST_F(SpirvSubgroups, HaveTheSizeThatIsChosen) {
  if (!chooses()) GTEST_SKIP() << "the device chooses the size";
  for (uint32_t size = info_.subgroup_size_min; size <= info_.subgroup_size_max; size *= 2) {
    const Pipeline pipeline = make(session_, module(size, 2 * size));
    EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->subgroup_size, size);
    EXPECT_EQ(run(pipeline), (std::vector<uint32_t>{size, size}));
  }
}

TEST_F(SpirvSubgroups, SizesThatADeviceDoesNotHaveAreRefused) {
  const uint32_t above = 2 * info_.subgroup_size_max;
  const bool can = chooses();
  EXPECT_TRUE(refused_module(session_, module(above, 64),
                             can ? VYRE_ERROR_INVALID_ARGUMENT : VYRE_ERROR_UNSUPPORTED_FEATURE,
                             {"subgroup_size is " + std::to_string(above)}));
  if (!can) return;
  EXPECT_TRUE(refused_module(session_, module(info_.subgroup_size_max - 1, 64),
                             VYRE_ERROR_INVALID_ARGUMENT, {"powers of two"}));
}

TEST_F(SpirvSubgroups, AreFullWhereThatIsAskedFor) {
  const vyre_pipeline_flags full = VYRE_PIPELINE_FULL_SUBGROUPS;
  Pipeline pipeline;
  const Error error(try_make(session_, module(0, 4 * info_.subgroup_size_max, full), &pipeline));
  if (error != nullptr) {
    EXPECT_EQ(vyre_error_get_code(error.get()), VYRE_ERROR_UNSUPPORTED_FEATURE);
    GTEST_SKIP() << text_of(error.get());
  }
  const std::vector<uint32_t> seen = run(pipeline);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(vyre_pipeline_get_info(pipeline.get())->flags, full);
  EXPECT_TRUE(refused_module(session_, module(0, info_.subgroup_size_max + 1, full),
                             VYRE_ERROR_INVALID_ARGUMENT, {"first axis", "a multiple of"}));
}

}  // namespace
}  // namespace vyre::test
