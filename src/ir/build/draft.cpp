#include "ir/build/draft.h"

#include "base/status/status.h"

namespace vyre::ir {

uint32_t Draft::add_value(const Expr& expr, Nature nature) {
  const auto index = static_cast<uint32_t>(values.size());
  values.push_back({expr, nature, here()});
  steps.push_back({Step::Kind::kValue, index});
  return index;
}

uint32_t Draft::add_statement(const Node& node) {
  const auto index = static_cast<uint32_t>(statements.size());
  statements.push_back({node, current});
  steps.push_back({Step::Kind::kStatement, index});
  ++blocks[current].count;
  return index;
}

uint32_t Draft::add_binding(NameId name) {
  bindings.push_back({name, here()});
  return static_cast<uint32_t>(bindings.size() - 1);
}

void Draft::open(Block block) {
  const Block& around = blocks[block.place.block];
  block.depth = around.depth + 1;
  block.loop = around.loop;
  block.loops = around.loops;
  current = static_cast<uint32_t>(blocks.size());
  if (block.kind == NodeKind::kLoop) {
    block.loop = current;
    ++block.loops;
  }
  blocks.push_back(block);
}

void Draft::begin(const Node& node) {
  const Place place = here();
  add_statement(node);
  steps.back().kind = Step::Kind::kBegin;
  open({.kind = node.kind, .place = place});
}

void Draft::begin_else() {
  const Place place = block().place;
  blocks[current].is_open = false;
  blocks[current].end = static_cast<uint32_t>(steps.size());
  steps.push_back({Step::Kind::kElse});
  open({.kind = NodeKind::kIf, .in_else = true, .place = place});
}

void Draft::end() {
  blocks[current].is_open = false;
  blocks[current].end = static_cast<uint32_t>(steps.size());
  steps.push_back({Step::Kind::kEnd});
  current = block().place.block;
}

std::string Draft::path(Place place) const {
  std::string text;
  for (;; place = blocks[place.block].place) {
    const Block& block = blocks[place.block];
    const bool is_if = block.kind == NodeKind::kIf;
    const std::string_view list = !is_if ? "body" : block.in_else ? "otherwise" : "then";
    text.insert(0, concat(list, '[', place.index, ']', text.empty() ? "" : "."));
    if (place.block == 0) return text;
  }
}

void Draft::set_written(NameId array) {
  if (array >= written.size()) written.resize(array + 1);
  written[array] = true;
}

}  // namespace vyre::ir
