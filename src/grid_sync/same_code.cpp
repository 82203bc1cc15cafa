#include "grid_sync/same_code.h"

#include <algorithm>

namespace vyre::grid_sync {
namespace {

void mix(uint64_t& hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
  hash ^= hash >> 29;
}

bool same_names(const ir::NameTable& a, const ir::NameTable& b) {
  if (a.size() != b.size()) return false;
  for (ir::NameId id = 0; id < a.size(); ++id) {
    if (a[id] != b[id]) return false;
  }
  return true;
}

}  // namespace

bool same_code(const ir::Program& a, const ir::Program& b) {
  return a.entry == b.entry && std::ranges::equal(a.exprs, b.exprs) &&
         std::ranges::equal(a.nodes, b.nodes) && std::ranges::equal(a.lists, b.lists) &&
         std::ranges::equal(a.payload, b.payload) && same_names(a.names, b.names);
}

uint64_t hash_of(const ir::Program& program) {
  uint64_t hash = program.nodes.size();
  for (const ir::Expr& expr : program.exprs) {
    mix(hash, (uint64_t{expr.value} << 32) | expr.name);
    mix(hash, (static_cast<uint64_t>(expr.kind) << 8) | expr.op);
  }
  for (const ir::Node& node : program.nodes) {
    mix(hash, (static_cast<uint64_t>(node.kind) << 32) | node.name);
  }
  return hash;
}

}  // namespace vyre::grid_sync
