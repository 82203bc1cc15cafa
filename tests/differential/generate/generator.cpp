#include "generator.h"

#include <algorithm>
#include <array>
#include <optional>

#include "statements.h"

namespace vyre::differential {
namespace {

constexpr uint32_t kFocusedRules = 4;  // of each program; together they come to all rules

// Every sixth program is plain. The others take what must occur by turns: |number| counts them.
struct Turn {
  explicit Turn(uint64_t index, const Features& possible)
      : plain(possible.has(Feature::kPlain) && index % 6 == 4),
        number(possible.has(Feature::kPlain) ? index - (index + 1) / 6 : index) {}

  bool plain;
  uint64_t number;
};

class Generator {
 public:
  Generator(uint64_t seed, uint64_t index, const Weights& weights)
      : random_(seed, index),
        possible_(all_of(weights)),
        turn_(index, possible_),
        features_(draw(weights)),
        focus_(focus()),
        forced_(force()),
        kept_(keep()),
        memory_(case_, random_, features_),
        scope_(random_),
        expressions_(case_, random_, features_, memory_, scope_, turn_.number / kForced.size()),
        statements_(case_, random_, features_, memory_, scope_, expressions_,
                    turn_.number / kForced.size()) {}

  Case run() {
    draw_shape();
    case_.runs = 2;
    if (features_.has(Feature::kGridBarriers)) add_across_grid();
    if (features_.has(Feature::kPhases)) add_memory();
    const bool plain = features_.has(Feature::kPlain);
    expressions_.allow(static_cast<int>(plain ? random_.between(4, 24) : random_.between(40, 140)));
    const uint32_t statements = plain ? random_.between(2, 6) : random_.between(3, 30);
    statements_.keep(kept_);
    case_.body = statements_.body(focus_, forced_, statements);
    memory_.fill_inputs();
    return std::move(case_);
  }

 private:
  Features draw(const Weights& weights) {
    Features drawn;
    for (size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] > 0 && random_.percent(weights[i])) drawn.set(static_cast<Feature>(i));
    }
    // Subgroup operations where some may have returned cannot be cut.
    if (drawn.has(Feature::kGridBarriers) && drawn.has(Feature::kSubgroups)) {
      drawn.set(Feature::kReturns, random_.percent(10));
    }
    drawn.set(Feature::kPlain, turn_.plain);
    if (!turn_.plain) return drawn;
    for (const Feature feature :
         {Feature::kTranscendental, Feature::kLoops, Feature::kReturns, Feature::kAtomics,
          Feature::kPhases, Feature::kTraps, Feature::kRisky, Feature::kDeep, Feature::kFailing,
          Feature::kSubgroups, Feature::kCopies, Feature::kCollectives}) {
      drawn.set(feature, false);
    }
    return drawn;
  }

  // Rules by turns, so that a run of a few hundred programs uses all of them.
  std::vector<uint32_t> focus() {
    std::vector<uint32_t> usable, chosen;
    for (uint32_t i = 0; i < rules().size(); ++i) {
      const Rule& rule = rules()[i];
      if (!possible_.allows(rule.operand) || !possible_.allows(rule.result)) continue;
      if (!rule.costly || possible_.has(Feature::kTranscendental)) usable.push_back(i);
    }
    for (uint64_t i = 0; i < kFocusedRules && !turn_.plain; ++i) {
      chosen.push_back(usable[(turn_.number * kFocusedRules + i) % usable.size()]);
      features_.admit(rules()[chosen.back()].operand);
      features_.admit(rules()[chosen.back()].result);
    }
    return chosen;
  }

  // The same for what has no rules.
  std::optional<Feature> force() {
    const Feature feature = kForced[turn_.number % kForced.size()];
    if (turn_.plain || !possible_.has(feature)) return std::nullopt;
    features_.set(feature);
    return feature;
  }

  // The same for what lives past grid barriers.
  std::string keep() {
    const Element& element = elements()[turn_.number % elements().size()];
    if (!features_.has(Feature::kGridBarriers) || !possible_.allows(element.loaded)) return "U32";
    features_.admit(element.loaded);
    return element.type;
  }

  void draw_shape() {
    const uint32_t weights[] = {55, 25, 20};
    const bool line = forced_ == Feature::kCollectives || features_.has(Feature::kPlain);
    const uint32_t axes = line ? 1 : random_.weighted(weights) + 1;
    static constexpr uint32_t kSizes[3][6] = {
        {1, 3, 8, 32, 64, 128}, {2, 3, 4, 5, 8, 9}, {2, 2, 3, 3, 4, 5}};
    for (uint32_t axis = 0; axis < axes; ++axis) {
      case_.workgroup[axis] = random_.pick(kSizes[axes - 1]);
    }
    const uint32_t groups[] = {40, 60};
    uint32_t left = random_.weighted(groups) == 0 ? 1 : 6;
    if (features_.has(Feature::kGridBarriers)) left = random_.percent(75) ? 6 : 12;
    for (uint32_t axis = 0; axis < (line ? 1 : 3) && left > 1; ++axis) {
      case_.grid[axis] = random_.between(axis == 0 ? 2 : 1, std::min(left, 4u));
      left /= case_.grid[axis];
    }
    case_.features.insert(concat(axes, "-D workgroup"));
    const bool one = memory_.lanes(false) == memory_.lanes(true);
    case_.features.insert(one ? "one workgroup" : "many workgroups");
  }

  void add_memory() {
    const uint32_t count = random_.between(1, 2);
    for (uint32_t i = 0; i < count; ++i) memory_.add_shared(type());
    if (memory_.lanes(false) == memory_.lanes(true) && random_.percent(60)) {
      memory_.add_handed_over(random_.percent(50) ? "U32" : type());
    }
  }

  void add_across_grid() {
    for (uint32_t more = random_.between(1, 3); more > 0; --more) {
      memory_.add_across_grid(random_.percent(40) ? "U32" : type());
    }
  }

  std::string type() {
    for (;;) {
      const Element& element = random_.pick(elements());
      if (features_.allows(element.loaded)) return element.type;
    }
  }

  static constexpr std::array kForced = {Feature::kFailing, Feature::kCollectives,
                                         Feature::kAtomics, Feature::kNarrow, Feature::kCopies};

  Case case_;
  Random random_;
  const Features possible_;
  const Turn turn_;
  Features features_;
  const std::vector<uint32_t> focus_;
  const std::optional<Feature> forced_;
  const std::string kept_;
  Memory memory_;
  Scope scope_;
  Expressions expressions_;
  Statements statements_;
};

}  // namespace

Case generate(uint64_t seed, uint64_t index, const Weights& weights) {
  Case sketch = Generator(seed, index, weights).run();
  sketch.known_launch = index % 2 == 1;
  return sketch;
}

}  // namespace vyre::differential
