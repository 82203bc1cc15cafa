#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/memory/scope_exit.h"
#include "ir/program/program.h"

namespace vyre::ir {

// A local that is in scope.
struct Local {
  NameId name = kNone;
  TypeId type = kNone;
  bool uniform = false;        // the same in all invocations of a workgroup
  bool settled = false;        // the same, by what they loaded behind a barrier
  bool loop_variable = false;  // not assignable
  uint32_t scope = 0;          // the scope it was declared in
  uint32_t shadowed = kNone;   // index of the local of that name outside
};

// The locals in scope while a program is walked. Lookup, declaration and leaving a scope take
// constant time per local.
class Scopes {
 public:
  explicit Scopes(size_t name_count) : local_of_name_(name_count, kNone) {}

  // A scope, as long as the answer lives.
  auto open() {
    const uint32_t outer = std::exchange(current_, ++last_);
    return ScopeExit([this, outer, count = locals_.size()] {
      for (; locals_.size() > count; locals_.pop_back()) {
        local_of_name_[locals_.back().name] = locals_.back().shadowed;
      }
      current_ = outer;
    });
  }

  // The local of that name, or null. Valid until the next declaration.
  Local* find(NameId name) {
    const uint32_t index = local_of_name_[name];
    return index == kNone ? nullptr : &locals_[index];
  }
  bool in_current_scope(const Local& local) const { return local.scope == current_; }

  // Replaces a local of the same name and scope, else hides one of the same name outside.
  void declare(Local local) {
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

 private:
  std::vector<Local> locals_;  // innermost last
  std::vector<uint32_t> local_of_name_;
  uint32_t current_ = 0;
  uint32_t last_ = 0;
};

}  // namespace vyre::ir
