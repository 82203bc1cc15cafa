#include "reference/compile/emitter.h"

namespace vyre::reference {

uint32_t Emitter::emit(const Instruction& instruction) {
  code_.instructions.push_back(instruction);
  return here() - 1;
}

uint32_t Emitter::emit_step(Instruction instruction) {
  instruction.ends_step = true;
  return emit(instruction);
}

uint32_t Emitter::fail_at(Fault fault, ir::NameId name, uint32_t temp) {
  emit_step({.op = Opcode::kFail, .sub = static_cast<uint8_t>(fault), .c = name});
  return temporary(temp);
}

uint32_t Emitter::temporary(uint32_t index) {
  if (code_.temporary_count <= index) code_.temporary_count = index + 1;
  return operand_at(Place::kTemporary, index);
}

uint32_t Emitter::constant(const Value& value) {
  code_.constants.push_back(value);
  return operand_at(Place::kConstant, static_cast<uint32_t>(code_.constants.size() - 1));
}

uint32_t Emitter::result_place(uint32_t temp, uint32_t wanted) {
  return wanted != ir::kNone ? wanted : temporary(temp);
}

Status Emitter::check_size() const {
  if (here() < kMaxInstructions) return {};
  return fail(Code::kUnsupportedFeature, "the program needs more than ", kMaxInstructions,
              " instructions of cpu-ref. Fix: split it into several programs.");
}

}  // namespace vyre::reference
