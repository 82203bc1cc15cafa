// Memory that a dispatch has for itself starts zeroed, where anybody can tell.
#include "vulkan/support/counted.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

using Fills = CountedCalls<&DeviceTable::vkCmdFillBuffer>;

class Zeroing : public OnDevice {
 protected:
  Zeroing() {
    options_.force_staging = true;
    options_.patch_functions = [](DeviceTable& table) {
      Fills::patch(table);
      CountedCopies::patch(table);
    };
  }

  // What a dispatch on zeroes gives, and how often memory was filled for it.
  Words run_on(const std::shared_ptr<const ir::Program>& program, uint32_t groups, size_t words) {
    const auto backend = open(options_);
    const Compiled compiled = must_compile(*backend, program);
    const Words a(kCount, 5);
    Fills::count = CountedCopies::count = 0;
    const auto pending =
        test::value_of(run(*backend, compiled, {groups, 1, 1}, {input_of(a), output_of(words)}));
    return words_of(*pending, 1, words);
  }

  static constexpr uint32_t kCount = 4096;
  DeviceOptions options_;
};

// out[i] = a[i], below the length of a alone when |guarded|.
std::shared_ptr<const ir::Program> copying(bool guarded) {
  test::Build b(64, {{"a", test::input(0, 0)}, {"out", test::output(1, 0)}});
  const auto store = b.store("out", b.gid(), b.load("a", b.gid()));
  if (!guarded) return b.finish({store});
  return b.finish({b.branch(b.binary(ir::BinOp::kLt, b.gid(), b.length("a")), {store})});
}

TEST_F(Zeroing, IsLeftOutWhereAllIsOverwritten) {
  for (const bool guarded : {false, true}) {
    EXPECT_EQ(run_on(copying(guarded), kCount / 64, kCount), Words(kCount, 5));
    EXPECT_EQ(Fills::count, 0u);
  }
}

// out[i] = a[i] / a[i], which can trap.
std::shared_ptr<const ir::Program> dividing() {
  test::Build b(64, {{"a", test::input(0, 0, ir::DataType::kI32)}});
  b.buffer("out", test::output(1, 0, ir::DataType::kI32));
  const auto quotient = b.div(b.load("a", b.gid()), b.load("a", b.gid()));
  return b.finish({b.store("out", b.gid(), quotient)});
}

// Nor is the output copied on the device: the kernel stores it where the host reads it.
TEST_F(Zeroing, IsLeftOutWhereKernelsCanTrap) {
  EXPECT_EQ(run_on(copying(false), kCount / 64, kCount), Words(kCount, 5));
  const size_t copies = CountedCopies::count;
  EXPECT_EQ(run_on(dividing(), kCount / 64, kCount), Words(kCount, 1));
  EXPECT_EQ(Fills::count, 0u);
  EXPECT_EQ(CountedCopies::count, copies);
}

TEST_F(Zeroing, HappensBehindTheLastInvocation) {
  Words expected(2 * kCount, 0);
  std::fill_n(expected.begin(), kCount, 5u);
  EXPECT_EQ(run_on(copying(false), kCount / 64, 2 * kCount), expected);
  EXPECT_EQ(Fills::count, 1u);
}

TEST_F(Zeroing, HappensBehindAGuard) {
  Words expected(2 * kCount, 0);
  std::fill_n(expected.begin(), kCount, 5u);
  EXPECT_EQ(run_on(copying(true), 2 * kCount / 64, 2 * kCount), expected);
  EXPECT_EQ(Fills::count, 1u);
}

TEST_F(Zeroing, HappensWhereOptimizationsAreOff) {
  options_.optimizations = spirv::OptimizationMode::kNone;
  EXPECT_EQ(run_on(copying(false), kCount / 64, kCount), Words(kCount, 5));
  EXPECT_EQ(Fills::count, 1u);
}

}  // namespace
}  // namespace vyre::vulkan
