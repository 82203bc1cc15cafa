// Memory that a dispatch has for itself starts zeroed, where anybody can tell.
#include <atomic>

#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

std::atomic<int> fills;

class Zeroing : public OnDevice {
 protected:
  Zeroing() {
    options_.force_staging = true;
    options_.patch_functions = [](DeviceTable& table) {
      static const PFN_vkCmdFillBuffer inner = table.vkCmdFillBuffer;
      table.vkCmdFillBuffer = [](VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset,
                                 VkDeviceSize size, uint32_t word) {
        ++fills;
        inner(commands, buffer, offset, size, word);
      };
    };
  }

  // What a dispatch on zeroes gives, and how often memory was filled for it.
  Words run_on(const std::shared_ptr<const ir::Program>& program, uint32_t groups, size_t words) {
    const auto backend = open(options_);
    const Compiled compiled = must_compile(*backend, program);
    const Words a(kCount, 5);
    fills = 0;
    auto pending = run(*backend, compiled, {groups, 1, 1}, {input_of(a), output_of(words)});
    EXPECT_TRUE(pending.ok()) << pending.error().text();
    return pending.ok() ? words_of(*pending.value(), 1, words) : Words();
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
    EXPECT_EQ(fills, 0);
  }
}

TEST_F(Zeroing, HappensBehindTheLastInvocation) {
  Words expected(2 * kCount, 0);
  std::fill_n(expected.begin(), kCount, 5u);
  EXPECT_EQ(run_on(copying(false), kCount / 64, 2 * kCount), expected);
  EXPECT_EQ(fills, 1);
}

TEST_F(Zeroing, HappensBehindAGuard) {
  Words expected(2 * kCount, 0);
  std::fill_n(expected.begin(), kCount, 5u);
  EXPECT_EQ(run_on(copying(true), 2 * kCount / 64, 2 * kCount), expected);
  EXPECT_EQ(fills, 1);
}

TEST_F(Zeroing, HappensWhereOptimizationsAreOff) {
  options_.optimizations = spirv::OptimizationMode::kNone;
  EXPECT_EQ(run_on(copying(false), kCount / 64, kCount), Words(kCount, 5));
  EXPECT_EQ(fills, 1);
}

}  // namespace
}  // namespace vyre::vulkan
