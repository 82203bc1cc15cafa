#pragma once

#include <algorithm>

#include "lower_checked.h"
#include "module_reader.h"
#include "on_device_and_oracle.h"
#include "spirv/module/builder.h"

namespace vyre::spirv {

// Runs programs on the oracle and with optimizations forced on and off, on the device as it is and
// with as little as possible taken for granted.
class Optimized : public OnBoth {
 protected:
  static void SetUpTestSuite() {
    OnBoth::SetUpTestSuite();
    auto instance = value_of(vulkan::Instance::open({}));
    for (vulkan::DeviceOptions options : {vulkan::DeviceOptions{}, test::modest_device()}) {
      for (const OptimizationMode how : {OptimizationMode::kAll, OptimizationMode::kNone}) {
        options.optimizations = how;
        forced_.push_back(open(instance, options));
      }
    }
  }
  static void TearDownTestSuite() {
    forced_.clear();
    OnBoth::TearDownTestSuite();
  }

  void expect_same(const Programs& program, const std::vector<Bytes>& inputs = {}) {
    expect_equal(program, inputs);
    const auto expected = value_of(run(*oracle_, program, inputs));
    for (const auto& backend : forced_) {
      const auto got = value_of(run(*backend, program, inputs));
      EXPECT_EQ(got, expected);
    }
  }

  static inline std::vector<std::shared_ptr<backend::Device>> forced_;
};

inline Result<Module> lower_known(const ir::Program& program, OptimizationMode how,
                                  Target target = full_target()) {
  VYRE_ASSIGN_OR_RETURN(launch::KernelSource source, test::source_of(program));
  target.optimizations = how;
  source.launch = launch::declared_launch(*source.plan);
  return lower(source, target);
}

inline std::vector<Instruction> words_of(const Programs& program, OptimizationMode how,
                                         Words& words) {
  words = value_of(lower_known(*program, how)).words;
  EXPECT_EQ(complaints(words), "");
  return instructions_of(words);
}

// Whether some variable lies in workgroup memory.
inline bool has_workgroup_memory(const Programs& program,
                                 OptimizationMode how = OptimizationMode::kAutomatic) {
  Words words;
  const auto all = words_of(program, how, words);
  return std::ranges::any_of(all, [](const Instruction& one) {
    return one.op == SpvOpVariable && one.operands[2] == SpvStorageClassWorkgroup;
  });
}

inline size_t count(const Programs& program, SpvOp op,
                    OptimizationMode how = OptimizationMode::kAutomatic) {
  Words words;
  const auto all = words_of(program, how, words);
  return static_cast<size_t>(
      std::ranges::count_if(all, [op](const Instruction& one) { return one.op == op; }));
}

}  // namespace vyre::spirv
