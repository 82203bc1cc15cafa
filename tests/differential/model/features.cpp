#include "features.h"

#include <optional>
#include <span>

#include "base/status/status.h"

namespace vyre::differential {
namespace {

using Kind = Sort::Kind;

std::optional<Feature> feature_of(const Sort& sort) {
  switch (sort.kind) {
    case Kind::kU64:
    case Kind::kSmallU64:
    case Kind::kWideWord:
      return Feature::kWide;
    case Kind::kF64:
      return Feature::kDouble;
    case Kind::kEitherWord:
    case Kind::kEitherBool:
      return Feature::kEither;
    case Kind::kRaw:
      return sort.type == "U8" && sort.bytes < 8 ? Feature::kBytes : Feature::kNarrow;
    case Kind::kU32:
    case Kind::kI32:
    case Kind::kBool:
    case Kind::kF32:
    case Kind::kLoadedBool:
    case Kind::kSignedWord:
      break;
  }
  return std::nullopt;
}

using Percent = std::pair<Feature, uint32_t>;

// Whether a program is plain is decided by its turn.
constexpr Percent kDefault[] = {
    {Feature::kPlain, 100}, {Feature::kWide, 30},        {Feature::kDouble, 20},
    {Feature::kBytes, 30},  {Feature::kNarrow, 30},      {Feature::kEither, 25},
    {Feature::kLoops, 45},  {Feature::kReturns, 35},     {Feature::kAtomics, 30},
    {Feature::kPhases, 35}, {Feature::kTraps, 8},        {Feature::kRisky, 6},
    {Feature::kDeep, 4},    {Feature::kFailing, 16},     {Feature::kSubgroups, 15},
    {Feature::kCopies, 12}, {Feature::kCollectives, 12}, {Feature::kTranscendental, 15}};
// What is said of them where grids wait.
constexpr Percent kGridSync[] = {{Feature::kPlain, 0},          {Feature::kDeep, 0},
                                 {Feature::kFailing, 0},        {Feature::kCollectives, 0},
                                 {Feature::kTranscendental, 0}, {Feature::kGridBarriers, 100},
                                 {Feature::kEither, 8},         {Feature::kTraps, 3},
                                 {Feature::kRisky, 2},          {Feature::kSubgroups, 8}};

Weights with(Weights weights, std::span<const Percent> percents) {
  for (const auto& [feature, percent] : percents) weights[static_cast<size_t>(feature)] = percent;
  return weights;
}

}  // namespace

const Weights& default_weights() {
  static const Weights kWeights = with({}, kDefault);
  return kWeights;
}

const Weights& grid_sync_weights() {
  static const Weights kWeights = with(default_weights(), kGridSync);
  return kWeights;
}

bool Features::allows(const Sort& sort) const {
  const auto feature = feature_of(sort);
  return !feature || has(*feature);
}

void Features::admit(const Sort& sort) {
  if (const auto feature = feature_of(sort)) set(*feature);
}

Features all_of(const Weights& weights) {
  Features features;
  for (size_t i = 0; i < kFeatureCount; ++i) {
    if (weights[i] > 0) features.set(static_cast<Feature>(i));
  }
  return features;
}

std::set<std::string> expected(const Features& features) {
  std::set<std::string> names = {"let",   "assign", "store",  "if",  "else",
                                 "block", "region", "select", "fma", "buf_len"};
  names.insert({"invocation id", "workgroup id", "local id", "1-D workgroup", "2-D workgroup",
                "3-D workgroup", "many workgroups", "runtime size", "uniform buffer",
                "write-only buffer"});
  names.insert({"output", "live-out", "in-out", "index out of bounds", "guarded store"});
  const auto add = [&](Feature feature, std::initializer_list<const char*> list) {
    if (features.has(feature)) names.insert(list.begin(), list.end());
  };
  if (!features.has(Feature::kGridBarriers)) {
    names.insert({"one workgroup", "more bytes than declared", "storage across a barrier"});
  }
  add(Feature::kGridBarriers,
      {"grid.block", "grid.region", "grid.loop", "grid.nested_loop", "grid.loop_variable",
       "grid.known_if", "grid.known_else", "grid.dead", "grid.1-D", "grid.2-D", "grid.3-D"});
  add(Feature::kGridBarriers,
      {"grid.loop_to_length", "grid.loop_to_local", "grid.known_return", "grid.several_barriers",
       "grid.spilled_local", "grid.spilled_truth", "grid.recomputed_local", "grid.workgroup_memory",
       "grid.atomic_before", "grid.atomic_after", "grid.read_of_others"});
  add(Feature::kGridBarriers, {"grid.spilled_assigned_local", "grid.dead_with_workgroup_memory"});
  add(Feature::kPlain, {"guarded program"});
  add(Feature::kLoops, {"loop", "nested loop", "loop-carried local"});
  add(Feature::kReturns, {"return"});
  add(Feature::kAtomics,
      {"atomic add", "atomic or", "atomic and", "atomic xor", "atomic min", "atomic max",
       "atomic lru_update", "atomic exchange", "atomic compare_exchange", "atomic result"});
  add(Feature::kPhases, {"barrier", "workgroup memory", "barrier in a loop", "barrier in an if"});
  add(Feature::kTraps, {"trap"});
  add(Feature::kDeep, {"deep expression"});
  add(Feature::kFailing, {"resume", "indirect_dispatch", "opaque expression", "subgroup id",
                          "atomic compare_exchange_weak", "atomic fetch_nand", "foreign collective",
                          "operator without a meaning"});
  add(Feature::kCollectives, {"all_reduce", "all_gather", "reduce_scatter", "broadcast"});
  add(Feature::kSubgroups, {"subgroup_ballot", "subgroup_shuffle"});
  add(Feature::kSubgroups, {"subgroup_add", "subgroup_mul", "subgroup_min", "subgroup_max",
                            "subgroup_and", "subgroup_or", "subgroup_xor"});
  add(Feature::kCopies, {"async_load", "async_store", "async_wait"});
  for (const Rule& rule : rules()) {
    if (rule.costly && !features.has(Feature::kTranscendental)) continue;
    if (features.allows(rule.operand) && features.allows(rule.result)) names.insert(rule.name);
  }
  for (const Element& element : elements()) {
    if (!features.allows(element.loaded)) continue;
    names.insert(concat("load of ", element.type));
    names.insert(concat("store to ", element.type));
    if (features.has(Feature::kGridBarriers)) names.insert(concat("grid.kept ", element.type));
  }
  return names;
}

}  // namespace vyre::differential
