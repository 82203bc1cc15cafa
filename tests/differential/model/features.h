#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "rules.h"

namespace vyre::differential {

// What a program may use. Each program draws its own set, so that features also occur alone.
enum class Feature : uint8_t {
  kPlain,   // nothing but elements of one's own, so that neighbors can be merged
  kWide,    // U64
  kDouble,  // F64
  kBytes,   // U8
  kNarrow,  // all other types whose values are bytes
  kEither,  // values whose kind is known at run time only
  kTranscendental,
  kLoops,
  kReturns,
  kAtomics,
  kPhases,  // barriers, with memory that changes hands at them
  kTraps,
  kRisky,    // operations that may fail
  kDeep,     // a chain of many operators
  kFailing,  // what fails wherever it is reached
  kCollectives,
  kSubgroups,
  kCopies,
  kGridBarriers,  // several workgroups that wait for each other, with storage that changes hands
};
inline constexpr size_t kFeatureCount = static_cast<size_t>(Feature::kGridBarriers) + 1;

// How many of 100 programs may use each feature; 0: none.
using Weights = std::array<uint32_t, kFeatureCount>;

// What backends are meant to run.
const Weights& default_weights();
// What is cut at grid barriers: each program has some.
const Weights& grid_sync_weights();

class Features {
 public:
  Features() = default;
  void set(Feature feature, bool on = true) { on_[static_cast<size_t>(feature)] = on; }
  bool has(Feature feature) const { return on_[static_cast<size_t>(feature)]; }
  bool allows(const Sort& sort) const;
  bool allows(std::string_view type) const { return allows(element_of(type).loaded); }
  void admit(const Sort& sort);  // turns on what |sort| takes

 private:
  std::array<bool, kFeatureCount> on_ = {};
};

// The features of which the weight is not 0.
Features all_of(const Weights& weights);

// The names of everything that a run with these features should have used.
std::set<std::string> expected(const Features& features);

}  // namespace vyre::differential
