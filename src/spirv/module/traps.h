#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spirv/module/code_writer.h"
#include "spirv/module/module.h"

namespace vyre::spirv {

// Traps and the flag that an invocation has ended. An ended invocation keeps running, for the sake
// of barriers, but neither traps again nor does anything that can be seen.
class Traps {
 public:
  explicit Traps(CodeWriter& code) : code_(code) {}

  // Ends the invocation.
  void end_invocation() {
    code_.emit(SpvOpStore, {flag(), code_.module().boolean(true)});
    ++ways_to_end_;
  }
  // Reports a trap at |site| with |value| and ends the invocation, where |condition| holds and the
  // invocation has not ended before.
  void raise_if(Id condition, TrapKind kind, std::string site, Id value) {
    const Id holds = code_.test(SpvOpLogicalAnd, condition, alive());
    raise_even_if_ended(holds, kind, std::move(site), value);
  }
  void raise(TrapKind kind, std::string site, Id value) {
    raise_even_if_ended(alive(), kind, std::move(site), value);
  }
  void raise_even_if_ended(Id condition, TrapKind kind, std::string site, Id value);

  Id ended() { return code_.load_test(flag()); }  // truth value
  Id alive() { return code_.test(SpvOpLogicalNot, ended()); }

  // How many ways to end have been emitted so far.
  uint32_t ways_to_end() const { return ways_to_end_; }
  bool can_trap() const { return !sites_.empty(); }
  std::vector<std::string> take_sites() { return std::move(sites_); }

  // Adds the trap buffer at |binding| and the function that claims it; only when can_trap(). A trap
  // says the |number| of its module too.
  void define(uint32_t binding, uint32_t number);

 private:
  Id flag() {
    ModuleBuilder& module = code_.module();
    if (flag_ == kNoId) flag_ = code_.variable(module.bool_type(), module.boolean(false));
    return flag_;
  }

  CodeWriter& code_;
  Id flag_ = kNoId;
  Id function_ = kNoId;
  uint32_t ways_to_end_ = 0;
  std::vector<std::string> sites_;
};

}  // namespace vyre::spirv
