#pragma once

#include <vector>

#include "reference/compile/emitter.h"

namespace vyre::reference {

// Names to frame slots. Names resolve statically: a name is live from its Let to the end of the
// scope, and since a live name cannot be declared again, one frame slot per name is enough.
class Scopes {
 public:
  struct Local {
    uint32_t slot = ir::kNone;
    bool live = false;
    bool is_loop_variable = false;
  };

  Scopes(const ir::Program& program, Bytecode& code, Emitter& emitter)
      : code_(code), emitter_(emitter), locals_(program.names.size()) {}

  const Local& local(ir::NameId name) const { return locals_[name]; }
  void declare(ir::NameId name, bool is_loop_variable);
  uint32_t slot_of(ir::NameId name);

  size_t mark() const { return declared_.size(); }
  void close(size_t mark);  // ends the scope of every name declared since |mark|

  uint32_t loop_slots();
  void enter_loop() { ++loop_depth_; }
  void leave_loop() { --loop_depth_; }

  uint32_t id_slot(ir::ExprKind id, uint32_t axis);

 private:
  Bytecode& code_;
  Emitter& emitter_;
  std::vector<Local> locals_;         // by name
  std::vector<ir::NameId> declared_;  // live names, innermost scope last
  std::vector<uint32_t> loop_slots_;  // by depth of loops
  uint32_t loop_depth_ = 0;
};

}  // namespace vyre::reference
