#include "ir/program/statement_path.h"

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

std::string_view long_word(NodeKind around, std::string_view list) {
  if (around == NodeKind::kIf) return list == "then" ? ".if.then" : ".if.else";
  if (around == NodeKind::kLoop) return ".loop.body";
  return around == NodeKind::kBlock ? ".block.body" : ".region.body";
}

// |before|: the path of |list|.
void note_paths(const Program& program, Range list, std::string_view before,
                std::vector<std::string>& paths) {
  uint32_t index = 0;
  for (const NodeId id : program.list(list)) {
    paths[id] = concat(before, '[', index++, ']');
    const Node& node = program.nodes[id];
    for (const Body& body : bodies(node)) {
      note_paths(program, body.range, concat(paths[id], long_word(node.kind, body.name)), paths);
    }
  }
}

}  // namespace

std::string statement_path(const Program& program, NodeId id) {
  std::string path = "body";
  const Way way = way_to(program, id);
  for (size_t i = 0; i < way.size(); ++i) {
    path += concat(i == 0 ? "" : long_word(way[i].around, way[i].list), '[', way[i].index, ']');
  }
  return path;
}

std::vector<std::string> statement_paths(const Program& program) {
  std::vector<std::string> paths(program.nodes.size());
  note_paths(program, program.entry, "body", paths);
  return paths;
}

std::string short_path(const Program& program, NodeId id) {
  std::string path;
  for (const Step& step : way_to(program, id)) {
    path += concat(path.empty() ? "" : ".", step.list, '[', step.index, ']');
  }
  return path;
}

}  // namespace vyre::ir
