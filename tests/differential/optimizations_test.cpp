#include <gmock/gmock.h>

#include <map>

#include "differential/generate/generator.h"
#include "differential/judge/judge.h"
#include "reference/reference_device.h"
#include "support/value_of.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::differential {
namespace {

constexpr uint64_t kSeed = 78;
constexpr size_t kPrograms = 150;

std::shared_ptr<backend::Device> device(spirv::OptimizationMode optimizations) {
  vulkan::DeviceOptions options;
  options.optimizations = optimizations;
  auto instance = test::value_of(vulkan::Instance::open({}));
  return test::value_of(vulkan::VulkanDevice::open(std::move(instance), 0, options));
}

// Random programs on the oracle and with optimizations forced on, or off.
void expect_matches(spirv::OptimizationMode optimizations) {
  const auto oracle = reference::create_reference_device().take();
  const auto forced = device(optimizations);
  std::map<Verdict, size_t> counts;
  for (uint64_t index = 0; index < kPrograms; ++index) {
    const Judgment judged = judge(generate(kSeed, index), *oracle, *forced);
    ++counts[judged.verdict];
    EXPECT_NE(judged.verdict, Verdict::kMismatch) << index << ": " << judged.reason;
    EXPECT_NE(judged.verdict, Verdict::kInvalid) << index << ": " << judged.reason;
  }
  EXPECT_LE(counts[Verdict::kRefused], kPrograms / 5);
  EXPECT_GE(counts[Verdict::kMatched], kPrograms / 2);
}

TEST(OptimizedPrograms, MatchTheOracle) { expect_matches(spirv::OptimizationMode::kAll); }

TEST(UnoptimizedPrograms, MatchTheOracle) { expect_matches(spirv::OptimizationMode::kNone); }

}  // namespace
}  // namespace vyre::differential
