#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "types.h"

namespace vyre::differential {

// One way to make a value that validates and that the oracle computes: an operator on operands of
// a sort, or a cast. All of them together are what a run has to cover.
struct Rule {
  enum class What : uint8_t { kBinary, kUnary, kCast };

  What what;
  uint8_t op;  // of an operator
  Sort operand;
  Sort result;
  std::string name;
  bool costly = false;            // takes long to compile on a device
  bool positive_divisor = false;  // fails for the divisors 0 and -1
};

const std::vector<Rule>& rules();

// Indices of the rules that make |result|, costly ones only |with_costly|.
const std::vector<uint32_t>& rules_for(const Sort& result, bool with_costly);

}  // namespace vyre::differential
