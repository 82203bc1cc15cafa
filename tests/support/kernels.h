#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace vyre::test {

// The module that tests/kernels/NAME.comp was compiled to.
inline std::string kernel(std::string_view name) {
  std::ifstream file(std::string(VYRE_TEST_KERNELS "/").append(name).append(".spv"),
                     std::ios::binary);
  EXPECT_TRUE(file.good()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace vyre::test
