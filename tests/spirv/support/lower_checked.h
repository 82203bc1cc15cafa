#pragma once

#include "names.h"
#include "spirv/lower.h"
#include "targets.h"

namespace vyre::spirv {

// Lowers |program| and checks that the module is valid.
inline Module lowered(const ir::Program& program, const Target& target = full_target()) {
  auto module = lower_for(program, target);
  EXPECT_TRUE(module.ok()) << module.error().text();
  if (!module.ok()) return {};
  EXPECT_EQ(complaints(module.value().words), "");
  const auto& coarsened = module.value().coarsened_words;
  EXPECT_EQ(coarsened.empty() ? "" : complaints(coarsened), "");
  return module.take();
}

}  // namespace vyre::spirv
