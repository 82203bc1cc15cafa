#include "ir/program/statement_path.h"

#include <vector>

#include "base/status/status.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

struct Step {
  NodeKind around;  // the statement that has the list
  std::string_view list;
  uint32_t index;
};
using Way = std::vector<Step>;

// Appends the way to |wanted| and says true when it lies in |list|.
bool find(const Program& program, NodeKind around, const Body& list, NodeId wanted, Way& way) {
  uint32_t index = 0;
  for (const NodeId id : program.list(list.range)) {
    way.push_back({around, list.name, index++});
    if (id == wanted) return true;
    const Node& node = program.nodes[id];
    for (const Body& body : bodies(node)) {
      if (find(program, node.kind, body, wanted, way)) return true;
    }
    way.pop_back();
  }
  return false;
}

Way way_to(const Program& program, NodeId id) {
  Way way;
  find(program, NodeKind::kRegion, {program.entry, "body"}, id, way);
  return way;
}

std::string_view long_word(const Step& step) {
  if (step.around == NodeKind::kIf) return step.list == "then" ? ".if.then" : ".if.else";
  if (step.around == NodeKind::kLoop) return ".loop.body";
  return step.around == NodeKind::kBlock ? ".block.body" : ".region.body";
}

}  // namespace

std::string statement_path(const Program& program, NodeId id) {
  std::string path = "body";
  const Way way = way_to(program, id);
  for (size_t i = 0; i < way.size(); ++i) {
    path += concat(i == 0 ? "" : long_word(way[i]), '[', way[i].index, ']');
  }
  return path;
}

std::string short_path(const Program& program, NodeId id) {
  std::string path;
  for (const Step& step : way_to(program, id)) {
    path += concat(path.empty() ? "" : ".", step.list, '[', step.index, ']');
  }
  return path;
}

}  // namespace vyre::ir
