#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/types/type_table.h"

namespace vyre::launch {

// What an op does, as a function of a SPIR-V module that exports it under the op's id
// (docs/registry.md). Every type is u32, i32, f32 or bool.
struct OpFunction {
  std::string op;
  std::vector<uint32_t> words;
  std::vector<ir::DataType> inputs;
  ir::DataType output = ir::DataType::kU32;
};

}  // namespace vyre::launch
