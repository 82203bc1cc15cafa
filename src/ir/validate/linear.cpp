#include <algorithm>

#include "ir/program/visit.h"
#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// By name, how often the text of a program names a buffer.
std::vector<uint64_t> count_uses(const Program& program) {
  std::vector<uint64_t> uses(program.names.size());
  const auto count = [&](NameId name, BufferUse) { ++uses[name]; };
  walk(program, program.entry, [&](NodeId, const Node& node) {
    for_each_buffer(node, count);
    for_each_expr(program, node, [&](ExprId, const Expr& expr) { for_each_buffer(expr, count); });
  });
  return uses;
}

// What a linear type asks for, or null when |uses| is fine.
const char* broken_promise(LinearType type, uint64_t uses) {
  switch (type) {
    case LinearType::kLinear:
      return uses == 1 ? nullptr : "linear: exactly one use";
    case LinearType::kAffine:
      return uses <= 1 ? nullptr : "affine: one use at most";
    case LinearType::kRelevant:
      return uses >= 1 ? nullptr : "relevant: at least one use";
    case LinearType::kUnrestricted:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

void validate_linear_use(Validation& v) {
  const auto& buffers = v.program.buffers;
  const bool any = std::ranges::any_of(buffers, [](const Buffer& buffer) {
    return buffer.linear_type != LinearType::kUnrestricted;
  });
  if (!any) return;
  const std::vector<uint64_t> uses = count_uses(v.program);
  for (uint32_t i = 0; i < buffers.size(); ++i) {
    const uint64_t count = uses[buffers[i].name];
    const char* promise = broken_promise(buffers[i].linear_type, count);
    if (promise == nullptr) continue;
    const Findings::Step step(v.findings, "buffers", i);
    v.findings.error("R-LINEAR", "buffer ", v.quoted(buffers[i].name), " is ", promise,
                     ", the program has ", count);
  }
}

}  // namespace vyre::ir
