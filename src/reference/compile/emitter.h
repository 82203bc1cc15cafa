#pragma once

#include "base/status/status.h"
#include "reference/compile/bytecode.h"

namespace vyre::reference {

// Appends instructions, constants and temporaries to a program that grows.
class Emitter {
 public:
  explicit Emitter(Bytecode& code) : code_(code) {}

  uint32_t emit(const Instruction& instruction);  // which one it is
  uint32_t emit_step(Instruction instruction);
  // The place of a result that never is.
  uint32_t fail_at(Fault fault, ir::NameId name, uint32_t temp);
  void end_step() { code_.instructions.back().ends_step = true; }
  // The next instruction is where |jump| leads.
  void land(uint32_t jump) { code_.instructions[jump].c = here(); }

  uint32_t temporary(uint32_t index);
  uint32_t constant(const Value& value);
  uint32_t result_place(uint32_t temp, uint32_t wanted);
  uint32_t here() const { return static_cast<uint32_t>(code_.instructions.size()); }
  Status check_size() const;

 private:
  Bytecode& code_;
};

}  // namespace vyre::reference
