#include "launch/geometry.h"

#include "launch/unlimited.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::launch {
namespace {

using test::Build;

// What the caller decides.
struct Wanted {
  std::optional<Axes> grid = std::nullopt, workgroup_size = std::nullopt;
};

// plan_launch() of a program whose buffers get |bytes|, in slot order.
Result<Launch> launch(Build& build, const Build::Nodes& body, const std::vector<uint64_t>& bytes,
                      const Wanted& wanted = {},
                      const profile::DeviceProfile& device = unlimited()) {
  const auto program = build.finish(body);
  VYRE_ASSIGN_OR_RETURN(const BindingPlan plan, BindingPlan::create(*program));
  VYRE_ASSIGN_OR_RETURN(const Axes size, effective_workgroup_size(*program, program->workgroup_size,
                                                                  wanted.workgroup_size));
  Launch launch;
  VYRE_RETURN_IF_ERROR(plan_launch(*program, plan, bytes, size, wanted.grid, device, launch));
  return launch;
}

TEST(Geometry, InputsDecideTheGridOfAnAtomicProgram) {
  Build build(256);
  build.buffer("in", test::input(0, 1000000)).buffer("sum", test::in_out(1, 1));
  const auto add = build.atomic(ir::AtomicOp::kAdd, "sum", build.u32(0), build.u32(1));
  const auto result = test::value_of(launch(build, {build.let("old", add)}, {4000000, 4}));
  EXPECT_EQ(result.grid, (Axes{3907, 1, 1}));
  EXPECT_EQ(result.element_count, 1000000u);
}

TEST(Geometry, OutputsWinOverInputs) {
  Build build(256);
  build.buffer("in", test::input(0, 1000000)).buffer("out", test::output(1, 512));
  const auto result = test::value_of(launch(build, {}, {4000000, 2048}));
  EXPECT_EQ(result.grid, (Axes{2, 1, 1}));
}

TEST(Geometry, ASharedReductionCoversItsInput) {
  Build build(256);
  build.buffer("tile", test::shared(256));
  build.buffer("in", test::input(0, 1024)).buffer("out", test::output(1, 1));
  const auto result = test::value_of(launch(build, {}, {0, 4096, 4}));
  EXPECT_EQ(result.grid, (Axes{4, 1, 1}));
  EXPECT_THAT(result.elements_of, ::testing::ElementsAre(256, 1024, 1));
}

TEST(Geometry, SquareRootsAreExact) {
  for (uint64_t root = 1; root <= 70000; ++root) {
    ASSERT_EQ(ceil_square_root(root * root), root);
    ASSERT_EQ(ceil_square_root(root * root + 1), root + 1);
  }
  EXPECT_EQ(ceil_square_root(0), 0u);
  EXPECT_EQ(ceil_square_root(0xFFFFFFFFull), 65536u);
  EXPECT_EQ(ceil_square_root(0x100000000ull), 65536u);
  EXPECT_EQ(ceil_square_root(0x100000001ull), 65537u);
  EXPECT_EQ(ceil_square_root(0xFFFFFFFE00000001ull), 0xFFFFFFFFull);
  EXPECT_EQ(ceil_square_root(0xFFFFFFFE00000002ull), 0x100000000ull);
  EXPECT_EQ(ceil_square_root(0xFFFFFFFFFFFFFFFFull), 0x100000000ull);
}

TEST(Geometry, CubeRootsAreExact) {
  for (uint64_t root = 1; root <= 70000; ++root) {
    ASSERT_EQ(ceil_cube_root(root * root * root), root);
    ASSERT_EQ(ceil_cube_root(root * root * root + 1), root + 1);
  }
  EXPECT_EQ(ceil_cube_root(0xFFFFFFFFull), 1626u);
  EXPECT_EQ(ceil_cube_root(0x100000000ull), 1626u);
  constexpr uint64_t kLargest = 2642245;
  EXPECT_EQ(ceil_cube_root(kLargest * kLargest * kLargest), kLargest);
  EXPECT_EQ(ceil_cube_root(kLargest * kLargest * kLargest - 1), kLargest);
  EXPECT_EQ(ceil_cube_root(kLargest * kLargest * kLargest + 1), kLargest + 1);
}

profile::DeviceProfile small() {
  profile::DeviceProfile device;
  device.max_workgroup_size = {64, 32, 16};
  device.max_workgroup_count = {1000, 100, 10};
  device.max_workgroup_invocations = 128;
  return device;
}

TEST(Geometry, LaunchesAtTheLimitAreAccepted) {
  EXPECT_TRUE(check_launch({64, 2, 1}, {1000, 100, 10}, small()).ok());
  EXPECT_TRUE(check_launch({4, 32, 1}, {1, 1, 1}, small()).ok());
  EXPECT_TRUE(check_launch({8, 1, 16}, {1, 1, 1}, small()).ok());
}

TEST(Geometry, OneAboveIsRefusedWithAxisAndLimit) {
  const Status x = check_launch({65, 1, 1}, {1, 1, 1}, small());
  EXPECT_THAT(x, test::refuses(Code::kUnsupportedFeature,
                               "workgroup axis 0 (x): 65 requested, the limit is 64"));
  EXPECT_THAT(check_launch({1, 33, 1}, {1, 1, 1}, small()).text(),
              HasSubstr("workgroup axis 1 (y): 33 requested, the limit is 32"));
  EXPECT_THAT(check_launch({1, 1, 17}, {1, 1, 1}, small()).text(),
              HasSubstr("workgroup axis 2 (z): 17 requested, the limit is 16"));
}

TEST(Geometry, APerAxisOverflowWithALegalProductIsRefused) {
  EXPECT_THAT(check_launch({1, 1, 128}, {1, 1, 1}, small()).text(), HasSubstr("axis 2 (z): 128"));
}

TEST(Geometry, ZeroAxesAreRefused) {
  EXPECT_THAT(check_launch({0, 1, 1}, {1, 1, 1}, unlimited()).text(),
              HasSubstr("workgroup [0, 1, 1] has a zero"));
  EXPECT_THAT(check_launch({1, 1, 1}, {1, 0, 1}, unlimited()).text(),
              HasSubstr("grid [1, 0, 1] has a zero axis"));
  EXPECT_FALSE(infer_grid(1, {1, 0, 1}).ok());
}

TEST(Geometry, ChosenWorkgroupsKeepTheInvocations) {
  Launch launch;
  launch.grid = {100, 3, 1};
  ASSERT_TRUE(choose_workgroups({64, 2, 1}, small(), launch).ok());
  EXPECT_EQ(launch.shape, (Axes{100, 3, 1}));
  EXPECT_EQ(launch.workgroup_size, (Axes{64, 2, 1}));
  EXPECT_EQ(launch.grid, (Axes{2, 2, 1}));
  launch.grid = {4294967295, 1, 1};
  ASSERT_TRUE(choose_workgroups({64, 1, 1}, small(), launch).ok());
  EXPECT_EQ(launch.grid[0], 67108864u);
}

TEST(Geometry, TheFirstRuleBrokenIsTheOneTold) {
  const Axes huge = {65536, 65536, 2};
  EXPECT_THAT(check_launch({0, 65536, 65536}, {1, 1, 1}, small()).text(), HasSubstr("zero axis"));
  EXPECT_THAT(check_launch(huge, {2000, 1, 1}, small()).text(), HasSubstr("more than 4294967295"));
  EXPECT_THAT(check_launch({129, 1, 1}, {2000, 1, 1}, small()).text(),
              HasSubstr("has 129 invocations, the limit is 128"));
  EXPECT_THAT(check_launch({65, 1, 1}, {2000, 1, 1}, small()).text(),
              HasSubstr("workgroup axis 0"));
}

TEST(Geometry, InvocationIdsMustFit32Bits) {
  EXPECT_TRUE(check_launch({256, 1, 1}, {16777216, 1, 1}, unlimited()).ok())
      << "the highest id is 2^32 - 1";
  const Status status = check_launch({1, 256, 1}, {1, 16777217, 1}, unlimited());
  EXPECT_THAT(status, test::refuses(Code::kInvalidArgument, "axis 1 (y)"));
}

TEST(Geometry, AnExplicitGridWins) {
  Build build(64);
  build.buffer("out", test::output(0, 1000));
  const auto result = test::value_of(launch(build, {}, {4000}, {.grid = Axes{3, 5, 7}}));
  EXPECT_EQ(result.grid, (Axes{3, 5, 7}));
  EXPECT_EQ(result.element_count, 192u) << "grid.x * workgroup.x";
}

TEST(Geometry, AnExplicitGridIsChecked) {
  for (const Axes& grid :
       {Axes{0, 1, 1}, Axes{1, 1, 0}, Axes{0xFFFFFFFFu, 1, 1}, Axes{1u << 26, 1, 1}}) {
    Build build(64);
    build.buffer("out", test::output(0, 1000));
    const auto result = launch(build, {}, {4000}, {.grid = grid});
    ASSERT_FALSE(result.ok()) << grid[0];
    EXPECT_EQ(result.error().code(), Code::kInvalidArgument);
    EXPECT_THAT(result.error().text(), HasSubstr("Fix: "));
  }
}

TEST(Geometry, AnExplicitWorkgroupWins) {
  Build build(64);
  build.buffer("out", test::output(0, 1000));
  const auto store = build.store("out", build.gid(), build.u32(1));
  const auto result =
      test::value_of(launch(build, {store}, {4000}, {.workgroup_size = Axes{128, 1, 1}}));
  EXPECT_EQ(result.workgroup_size, (Axes{128, 1, 1}));
  EXPECT_EQ(result.grid, (Axes{8, 1, 1}));
}

TEST(Geometry, TwoAndThreeDimensionalGridsAreInferred) {
  Build square(16, 16);
  square.buffer("out", test::output(0, 10001));
  EXPECT_EQ(launch(square, {}, {40004}).value().grid, (Axes{7, 7, 1}));
  Build cube(8, 8, 8);
  cube.buffer("out", test::output(0, 1000000));
  EXPECT_EQ(launch(cube, {}, {4000000}).value().grid, (Axes{13, 13, 13}));
}

TEST(Geometry, ALaunchOverTheLimitsOfTheDeviceIsRefused) {
  Build build(65);
  build.buffer("out", test::output(0, 1001));
  const auto result = launch(build, {}, {4004}, {}, small());
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().text(), HasSubstr("workgroup axis 0 (x): 65 requested"));
}

TEST(Geometry, AGridMayBeLargerThanWhatTheDeviceLaunchesAtOnce) {
  Build build(1);
  build.buffer("out", test::output(0, 1001));
  EXPECT_EQ(launch(build, {}, {4004}, {}, small()).value().grid, (Axes{1001, 1, 1}));
}

TEST(Geometry, EveryBindingNeedsASize) {
  Build build;
  build.buffer("out", test::output(0, 4));
  const auto result = launch(build, {}, {});
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().text(), HasSubstr("0 sizes for 1 bindings"));
}

}  // namespace
}  // namespace vyre::launch
