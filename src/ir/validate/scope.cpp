#include "ir/validate/scope.h"

namespace vyre::ir {

void Scopes::declare(Local local) {
  local.scope = current_;
  if (Local* same = find(local.name); same != nullptr && in_current_scope(*same)) {
    local.shadowed = same->shadowed;
    *same = local;
    return;
  }
  local.shadowed = local_of_name_[local.name];
  local_of_name_[local.name] = static_cast<uint32_t>(locals_.size());
  locals_.push_back(local);
}

void Scopes::drop_to(size_t count) {
  for (; locals_.size() > count; locals_.pop_back()) {
    local_of_name_[locals_.back().name] = locals_.back().shadowed;
  }
}

}  // namespace vyre::ir
