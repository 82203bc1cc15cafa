#include "registry/ops/called_ops.h"

#include <algorithm>
#include <vector>

namespace vyre::registry {
namespace {

bool is_call(const ir::Expr& expr) { return expr.kind == ir::ExprKind::kCall; }

}  // namespace

bool calls_ops(const ir::Program& program) { return std::ranges::any_of(program.exprs, is_call); }

std::shared_ptr<const CalledOps> CalledOps::of(const ir::Program& program,
                                               const Snapshot& snapshot) {
  auto called = std::make_shared<CalledOps>();
  std::vector<const ir::Program*> unread = {&program};
  while (!unread.empty()) {
    const ir::Program& reading = *unread.back();
    unread.pop_back();
    for (const ir::Expr& expr : reading.exprs) {
      if (!is_call(expr) || called->ops_.contains(reading.names[expr.name])) continue;
      std::shared_ptr<const OpDef> op = snapshot.share(reading.names[expr.name]);
      if (op == nullptr) continue;
      if (op->composition != nullptr) unread.push_back(op->composition.get());
      const std::string_view id = op->id;
      called->ops_.emplace(id, std::move(op));
    }
  }
  return called;
}

Result<const std::vector<std::byte>*> CalledOps::lowering(std::string_view op_id,
                                                          std::string_view extension) const {
  const auto found = ops_.find(op_id);
  if (found == ops_.end()) return nullptr;
  const Target target{Target::Kind::kExtension, std::string(extension)};
  const auto lowering = found->second->lowerings.find(target);
  if (lowering == found->second->lowerings.end()) return nullptr;
  return lowering->second->bytes(op_id, target);
}

}  // namespace vyre::registry
