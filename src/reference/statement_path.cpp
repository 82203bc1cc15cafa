#include "reference/statement_path.h"

#include "base/status.h"

namespace vyre::reference {
namespace {

// What stands between a statement and its children's index.
std::string_view child_word(ir::NodeKind kind) {
  if (kind == ir::NodeKind::kIf) return ".if.then";
  if (kind == ir::NodeKind::kLoop) return ".loop.body";
  if (kind == ir::NodeKind::kBlock) return ".block.body";
  return ".region.body";
}

bool has_body(ir::NodeKind kind) {
  return kind == ir::NodeKind::kIf || kind == ir::NodeKind::kLoop || kind == ir::NodeKind::kBlock ||
         kind == ir::NodeKind::kRegion;
}

// Appends the way to |wanted| and says true when it lies in |list|.
bool find(const ir::Program& program, ir::Range list, std::string_view word, ir::NodeId wanted,
          std::string* path) {
  const size_t length = path->size();
  for (uint32_t i = 0; i < list.count; ++i) {
    const ir::NodeId id = program.list(list)[i];
    const ir::Node& node = program.nodes[id];
    path->append(concat(word, '[', i, ']'));
    if (id == wanted) return true;
    if (has_body(node.kind)) {
      if (find(program, node.body, child_word(node.kind), wanted, path)) return true;
      if (node.kind == ir::NodeKind::kIf &&
          find(program, node.otherwise, ".if.else", wanted, path)) {
        return true;
      }
    }
    path->resize(length);
  }
  return false;
}

}  // namespace

std::string statement_path(const ir::Program& program, ir::NodeId id) {
  std::string path;
  if (!find(program, program.entry, "body", id, &path)) return "body";
  return path;
}

}  // namespace vyre::reference
