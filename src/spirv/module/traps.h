#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "spirv/module/code_writer.h"
#include "spirv/module/diagnostic_path.h"
#include "spirv/module/invocation.h"
#include "spirv/module/module.h"

namespace vyre::spirv {

// Traps and the flag that an invocation has ended. An ended invocation keeps running, for the sake
// of barriers, but neither traps again nor does anything that can be seen. It keeps what trapped
// and tells it in one place, at the end: telling is much code.
class Traps {
 public:
  // |path| is borrowed and tells where the walk stands.
  Traps(CodeWriter& code, Invocation& invocation, const DiagnosticPath& path)
      : code_(code), invocation_(invocation), path_(path) {}

  // Ends the invocation.
  void end_invocation() {
    code_.emit(SpvOpStore, {flag(), code_.module().boolean(true)});
    ++ways_to_end_;
  }
  // Reports a trap with |value| and ends the invocation, where |condition| holds and the invocation
  // has not ended before. |text| and |name|: of the TrapSite.
  void raise_if(Id condition, TrapKind kind, std::string text, Id value) {
    raise_if(condition, number_of(kind), std::move(text), value, {});
  }
  void raise_if(Id condition, Id kind, std::string text, Id value, std::string_view name) {
    const Id holds = code_.test(SpvOpLogicalAnd, condition, alive());
    report(holds, kind, std::move(text), value, name);
  }
  void raise(TrapKind kind, std::string text, Id value, std::string_view name = {}) {
    report(alive(), number_of(kind), std::move(text), value, name);
  }
  void raise_even_if_returned(Id condition, TrapKind kind, std::string text, Id value) {
    const Id none = code_.test(SpvOpIEqual, code_.load(kept().kind), code_.constant(0));
    report(code_.test(SpvOpLogicalAnd, condition, none), number_of(kind), std::move(text), value,
           {});
  }
  Id number_of(TrapKind kind) { return code_.constant(static_cast<uint32_t>(kind)); }

  Id ended() { return code_.load_test(flag()); }  // truth value
  Id alive() { return code_.test(SpvOpLogicalNot, ended()); }

  // Traps at places that equal some of |sites| are told as those.
  void begin_with(std::vector<TrapSite> sites) {
    sites_ = std::move(sites);
    statements_.assign(sites_.size(), ir::kNone);
    repeats_ = true;
  }

  // How many ways to end have been emitted so far.
  uint32_t ways_to_end() const { return ways_to_end_; }
  bool can_trap() const { return kept_.kind != kNoId; }
  // |paths|: of the statements, by NodeId.
  std::vector<TrapSite> take_sites(std::span<const std::string> paths);

  // Tells what trapped, in a buffer at |binding|; only when can_trap(), behind everything else. A
  // trap says the |number| of its module too.
  void tell(uint32_t binding, uint32_t number);

 private:
  // Variables for what trapped first; of a kind other than 0.
  struct Kept {
    Id kind = kNoId;
    Id site = kNoId;
    Id value = kNoId;
    Id x = kNoId;  // of the invocation's id: a lane may do the work of several
  };

  const Kept& kept();
  void report(Id condition, Id kind, std::string text, Id value, std::string_view name);
  uint32_t site_of(std::string text, std::string_view name);
  Id flag() {
    ModuleBuilder& module = code_.module();
    if (flag_ == kNoId) flag_ = code_.variable(module.bool_type(), module.boolean(false));
    return flag_;
  }

  CodeWriter& code_;
  Invocation& invocation_;
  const DiagnosticPath& path_;
  Id flag_ = kNoId;
  Kept kept_;
  uint32_t ways_to_end_ = 0;
  std::vector<TrapSite> sites_;
  std::vector<NodeId> statements_;  // parallel to sites_; kNone: its path is known
  bool repeats_ = false;            // the code of statements is there several times
};

}  // namespace vyre::spirv
