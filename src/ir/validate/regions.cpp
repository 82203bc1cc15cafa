#include "ir/program/fields.h"
#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

constexpr std::string_view kSuffix = "#self-exclusive";

bool is_self_exclusive(const Program& program, const Node& node) {
  return node.kind == NodeKind::kRegion && program.names[node.name].ends_with(kSuffix);
}

// Finds regions that may stand in a program once and stand there again.
class SelfExclusion {
 public:
  explicit SelfExclusion(Validation& validation)
      : v_(validation), met_(validation.program.names.size()) {}

  void list(const char* label, Range range) {
    const auto nodes = v_.program.list(range);
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      const Node& node = v_.program.nodes[nodes[i]];
      if (!has_body(node.kind)) continue;
      const Findings::Step step(v_.findings, label, i);
      const Findings::Step kind(v_.findings, word_of(node.kind));
      if (is_self_exclusive(v_.program, node)) check(node.name);
      list(node.kind == NodeKind::kIf ? "then" : "body", node.body);
      if (node.kind == NodeKind::kIf) list("else", node.otherwise);
    }
  }

 private:
  void check(NameId generator) {
    if (met_[generator]) {
      v_.findings.error("R-SELFEXCL", "a second region of the self-exclusive generator ",
                        v_.quoted(generator));
    }
    met_[generator] = true;
  }

  Validation& v_;
  std::vector<bool> met_;  // by generator
};

}  // namespace

void validate_self_exclusive(Validation& v) {
  for (const Node& node : v.program.nodes) {
    if (!is_self_exclusive(v.program, node)) continue;
    return SelfExclusion(v).list("body", v.program.entry);
  }
}

}  // namespace vyre::ir
