#include "ir/program/statement_path.h"

#include "base/status/status.h"
#include "ir/program/visit.h"

namespace vyre::ir {
namespace {

// What stands between a statement and its children's index.
std::string_view child_word(NodeKind kind) {
  if (kind == NodeKind::kIf) return ".if.then";
  if (kind == NodeKind::kLoop) return ".loop.body";
  if (kind == NodeKind::kBlock) return ".block.body";
  return ".region.body";
}

// Appends the way to |wanted| and says true when it lies in |list|.
bool find(const Program& program, Range list, std::string_view word, NodeId wanted,
          std::string* path) {
  const size_t length = path->size();
  for (uint32_t i = 0; i < list.count; ++i) {
    const NodeId id = program.list(list)[i];
    const Node& node = program.nodes[id];
    path->append(concat(word, '[', i, ']'));
    if (id == wanted) return true;
    if (has_body(node.kind)) {
      if (find(program, node.body, child_word(node.kind), wanted, path)) return true;
      if (node.kind == NodeKind::kIf && find(program, node.otherwise, ".if.else", wanted, path)) {
        return true;
      }
    }
    path->resize(length);
  }
  return false;
}

}  // namespace

std::string statement_path(const Program& program, NodeId id) {
  std::string path;
  if (!find(program, program.entry, "body", id, &path)) return "body";
  return path;
}

}  // namespace vyre::ir
