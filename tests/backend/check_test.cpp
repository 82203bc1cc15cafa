#include "backend/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/build.h"
#include "support/refuses.h"
#include "support/scripted_backend.h"

namespace vyre::backend {
namespace {

using test::refuses;
using test::roomy_profile;

// Dispatches of a program with workgroup memory and the buffers 'a' and 'b'.
class DispatchCheck : public testing::Test {
 protected:
  DispatchCheck() : uses_(3) {
    test::Build b({{"part", test::shared(4)}, {"a", test::input(0, 0)}, {"b", test::in_out(1, 0)}});
    program_ = b.finish({b.store("b", b.u32(0), b.u32(1))});
    plan_ = launch::BindingPlan::create(*program_).take();
    a_ = plan_.find_slot(0);
    b_ = plan_.find_slot(1);
    profile_.max_workgroup_count = {8, 8, 8};
    profile_.max_buffer_bytes = 1024;
    profile_.buffer_offset_alignment = 16;
  }

  Status checked(const launch::Axes& grid = {1, 1, 1},
                 const launch::ExternalCode* external = nullptr) {
    test::ScriptedDevice device("one", profile_);
    device.can.max_grid_pieces = pieces_;
    device.lowered_for = target_;
    launch::KernelSource source{program_, {std::shared_ptr<void>(), &plan_}};
    source.external = {std::shared_ptr<void>(), external};
    return check_dispatch(device, source, {{}, grid, uses_});
  }
  void bind(uint32_t binding, uint64_t offset, uint64_t size) {
    uses_[binding].memory = std::make_shared<test::ScriptedMemory>(4096, 0);
    uses_[binding].offset = offset;
    uses_[binding].size = size;
  }

  std::shared_ptr<const ir::Program> program_;
  launch::BindingPlan plan_;
  uint32_t a_ = 0, b_ = 0;
  profile::DeviceProfile profile_ = roomy_profile();
  uint64_t pieces_ = 1;
  std::optional<spirv::Target> target_;
  std::vector<BufferUse> uses_;
};

TEST_F(DispatchCheck, AGridOverOneLaunchNamesItsAxis) {
  EXPECT_TRUE(checked({8, 8, 8}).ok());
  EXPECT_THAT(checked({1, 9, 1}),
              refuses(Code::kUnsupportedFeature,
                      "a grid of [1, 9, 1] workgroups on 'one', which launches 1 to 8 on axis 1"));
}

TEST_F(DispatchCheck, ADeviceThatCutsGridsTakesAsManyPiecesAsItSays) {
  pieces_ = 4;
  EXPECT_TRUE(checked({16, 16, 1}).ok());
  EXPECT_THAT(checked({17, 16, 1}),
              refuses(Code::kUnsupportedFeature, "a grid of 17 x 16 x 1 workgroups takes 6 "));
  EXPECT_THAT(checked({UINT32_MAX, UINT32_MAX, UINT32_MAX}),
              refuses(Code::kUnsupportedFeature, "maxComputeWorkGroupCount"));
}

TEST_F(DispatchCheck, AModuleIsNeverCut) {
  pieces_ = 4;
  launch::ExternalCode module;
  module.min_bytes = {0, 0, 0};
  EXPECT_TRUE(checked({8, 1, 1}, &module).ok());
  EXPECT_THAT(checked({9, 1, 1}, &module),
              refuses(Code::kUnsupportedFeature, "9 x 1 x 1 workgroups of a SPIR-V module"));
}

TEST_F(DispatchCheck, ABindingOverTheLimitNamesBothNumbers) {
  uses_[b_].size = 1024;
  EXPECT_TRUE(checked().ok());
  uses_[b_].size = 1028;
  EXPECT_THAT(checked(), refuses(Code::kUnsupportedFeature,
                                 "parameter 'b' has 1028 bytes, the device "
                                 "binds at most 1024"));
  profile_.max_buffer_bytes = 0;  // unknown
  EXPECT_TRUE(checked().ok());
}

TEST_F(DispatchCheck, APartialWordCountsAsAWholeForKernelsOfOurs) {
  profile_.max_buffer_bytes = 1023;
  uses_[a_].size = 1023;
  EXPECT_TRUE(checked().ok());
  target_.emplace();
  uses_[a_].size = 1020;
  EXPECT_TRUE(checked().ok());
  uses_[a_].size = 1021;
  EXPECT_THAT(checked(), refuses(Code::kUnsupportedFeature, "'a' has 1021 bytes"));
}

TEST_F(DispatchCheck, TheOracleHasNoMoreMemory) {
  profile_.kind = profile::DeviceKind::kOracle;
  uses_[a_].size = 2048;
  EXPECT_THAT(checked(), refuses(Code::kDeviceOutOfMemory, "'a' has 2048 bytes"));
}

TEST_F(DispatchCheck, MemoryBeginsWhereTheDeviceWants) {
  bind(a_, 32, 4);
  EXPECT_TRUE(checked().ok());
  bind(b_, 4, 4);
  EXPECT_THAT(checked(), refuses(Code::kInvalidArgument,
                                 "parameter 'b' is bound at offset 4, the "
                                 "device wants a multiple of 16"));
}

TEST_F(DispatchCheck, AModuleGetsWhatItsLayoutDeclares) {
  launch::ExternalCode module;
  module.min_bytes = {0, 0, 0};
  module.min_bytes[b_] = 40;
  uses_[b_].size = 40;
  EXPECT_TRUE(checked({1, 1, 1}, &module).ok());
  uses_[b_].size = 36;
  EXPECT_THAT(checked({1, 1, 1}, &module),
              refuses(Code::kInvalidArgument,
                      "parameter 'b' has 36 bytes, the SPIR-V module may "
                      "access 40 whatever is bound"));
}

TEST_F(DispatchCheck, TheGridComesFirstThenOneBufferAfterTheOther) {
  uses_[a_].size = 2048;
  bind(b_, 4, 4);
  EXPECT_THAT(checked({9, 1, 1}), refuses(Code::kUnsupportedFeature, "a grid of"));
  EXPECT_THAT(checked(), refuses(Code::kUnsupportedFeature, "'a' has 2048 bytes"));
  bind(a_, 4, 2048);
  EXPECT_THAT(checked(), refuses(Code::kUnsupportedFeature, "'a' has 2048 bytes"));
  bind(a_, 4, 1024);
  EXPECT_THAT(checked(), refuses(Code::kInvalidArgument, "'a' is bound at offset 4"));
}

}  // namespace
}  // namespace vyre::backend
