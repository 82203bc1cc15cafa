#include "ir/program/statement_path.h"

#include "base/status/status.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

struct Step {
  std::string_view list;
  uint32_t index;
};
using Way = std::vector<Step>;

// Appends the way to |wanted| and says true when it lies in |list|.
bool find(const Program& program, const Body& list, NodeId wanted, Way& way) {
  uint32_t index = 0;
  for (const NodeId id : program.list(list.range)) {
    way.push_back({list.name, index++});
    if (id == wanted) return true;
    for (const Body& body : bodies(program.nodes[id])) {
      if (find(program, body, wanted, way)) return true;
    }
    way.pop_back();
  }
  return false;
}

// |before|: the path of |list|.
void note_paths(const Program& program, Range list, std::string_view before,
                std::vector<std::string>& paths) {
  uint32_t index = 0;
  for (const NodeId id : program.list(list)) {
    paths[id] = concat(before, '[', index++, ']');
    for (const Body& body : bodies(program.nodes[id])) {
      note_paths(program, body.range, concat(paths[id], '.', body.name), paths);
    }
  }
}

}  // namespace

std::string statement_path(const Program& program, NodeId id) {
  Way way;
  find(program, {program.entry, "body"}, id, way);
  std::string path;
  for (const Step& step : way) {
    path += concat(path.empty() ? "" : ".", step.list, '[', step.index, ']');
  }
  return path.empty() ? "body" : path;
}

std::vector<std::string> statement_paths(const Program& program) {
  std::vector<std::string> paths(program.nodes.size());
  note_paths(program, program.entry, "body", paths);
  return paths;
}

}  // namespace vyre::ir
