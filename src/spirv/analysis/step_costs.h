#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "spirv/analysis/analysis.h"

namespace vyre::spirv {

// A number of steps, each of which every lane makes once per round (docs/lowering.md).
using Steps = uint64_t;
inline constexpr Steps kForever = Steps{1} << 60;

constexpr Steps plus(Steps a, Steps b) { return std::min(a + b, kForever); }
constexpr Steps times(Steps a, Steps b) {
  if (a == 0 || b == 0) return 0;
  return a >= kForever / b ? kForever : a * b;
}

// What a statement or a list of them costs a lane.
struct Cost {
  Steps least = 0;
  Steps most = 0;
  Steps skew = 0;  // how far lanes of one subgroup that begin together can be apart at the end
  bool returns = false;  // no lane comes to the end
  bool waits = false;    // a workgroup barrier is sure to be met, outside of branches and loops
};

// The costs of all statements. |differs| says whether lanes of one subgroup may decide an If, or
// the bounds of a Loop, differently.
class StepCosts {
 public:
  StepCosts(const Program& program, const std::vector<bool>& is_divergent);

  const Cost& of(NodeId id) const { return costs_[id]; }
  Cost of_list(Range range) const;
  Steps trips(const Node& loop) const;  // kForever where no literals tell

 private:
  Cost measure(NodeId id);
  Cost measure_list(Range range);
  Cost branch(NodeId id, const Node& node);
  Cost loop(NodeId id, const Node& node);

  const Program& program_;
  const std::vector<bool>& divergent_;
  std::vector<Cost> costs_;
};

// Steps to the nearest write of a name; kForever where there is none within |limit|. It is written
// where it is bound and assigned; the ends of scopes are left to the caller.
class WriteDistances {
 public:
  WriteDistances(const Program& program, const StepCosts& costs, NameId name, Steps limit)
      : program_(program), costs_(costs), name_(name), limit_(limit) {}

  bool writes(NameId name) const { return name == name_; }
  // From the start of what is given, |before| steps on, the writing step included.
  Steps ahead(const Node& node, Steps before = 0) const;
  Steps ahead(Range range, size_t first, Steps before = 0) const;
  // From the last write to the end of what is given, |after| steps before; of a list, of its first
  // |count| statements.
  Steps behind(const Node& node, Steps after = 0) const;
  Steps behind(Range range, size_t count, Steps after = 0) const;
  // Whether the name is bound directly in the list.
  bool declares(Range range) const;

 private:
  const Program& program_;
  const StepCosts& costs_;
  const NameId name_;
  const Steps limit_;
};

}  // namespace vyre::spirv
