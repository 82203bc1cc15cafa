#pragma once

#include <cstdint>
#include <vector>

#include "ir/build/draft.h"

namespace vyre::ir {

// Where an expression of a draft is evaluated.
enum class Evaluation : uint8_t {
  kNever,     // nobody uses it
  kRepeated,  // in each place that uses it
  kInUse,     // in the one place that uses it
  kKept       // where it was made; a let keeps its value
};

// By value of |draft|, so that each means its value where it was made, and effects happen once and
// in the order in which they were said. What need not be kept is not.
std::vector<Evaluation> plan_evaluation(const Draft& draft);

}  // namespace vyre::ir
