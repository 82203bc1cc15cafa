#include "reference/compile/compiler.h"
#include "reference/compile/limits.h"

namespace vyre::reference {

using ir::kNone;
using ir::NodeKind;

void Compiler::declare(ir::NameId name, bool is_loop_variable) {
  locals_[name].live = true;
  locals_[name].is_loop_variable = is_loop_variable;
  declared_.push_back(name);
}

uint32_t Compiler::slot_of(ir::NameId name) {
  uint32_t& slot = locals_[name].slot;
  if (slot == kNone) slot = code_.frame_size++;
  return slot;
}

// Ends the scope of every name declared since |mark|. Only subgroup operations can see another
// lane's names, so only for them an ended name must be gone at run time too.
void Compiler::close_scope(size_t mark) {
  for (size_t i = declared_.size(); i > mark; --i) {
    Local& local = locals_[declared_[i - 1]];
    local.live = false;
    if (code_.has_subgroups) emit({.op = Opcode::kUnbind, .dst = local.slot});
  }
  declared_.resize(mark);
}

// Words of storage; workgroup memory has no atomics.
bool Compiler::is_atomic_target(uint32_t buffer) const {
  for (const SharedBuffer& shared : code_.shared) {
    if (shared.buffer == buffer) return false;
  }
  return program_.types[program_.buffers[buffer].element].tag == ir::DataType::kU32;
}

// Two neighboring slots for the next value and the end of a loop at the current depth.
uint32_t Compiler::loop_slots() {
  if (loop_slots_.size() <= loop_depth_) {
    loop_slots_.push_back(code_.frame_size);
    code_.frame_size += 2;
  }
  return loop_slots_[loop_depth_];
}

bool Compiler::has_barrier(ir::Range list) {
  for (const ir::NodeId id : program_.list(list)) {
    if (has_barrier(id)) return true;
  }
  return false;
}

// Looks through branches, loops and blocks; a region hides its barriers.
bool Compiler::has_barrier(ir::NodeId id) {
  if (barrier_memo_[id] != 0) return barrier_memo_[id] == 2;
  const ir::Node& node = program_.nodes[id];
  bool found = node.kind == NodeKind::kBarrier;
  if (node.kind == NodeKind::kIf) found = has_barrier(node.body) || has_barrier(node.otherwise);
  if (node.kind == NodeKind::kLoop || node.kind == NodeKind::kBlock) found = has_barrier(node.body);
  barrier_memo_[id] = found ? 2 : 1;
  return found;
}

uint32_t Compiler::emit(const Instruction& instruction) {
  code_.instructions.push_back(instruction);
  return here() - 1;
}

uint32_t Compiler::emit_step(Instruction instruction) {
  instruction.ends_step = true;
  return emit(instruction);
}

uint32_t Compiler::fail_at(Fault fault, ir::NameId name, uint32_t temp) {
  emit_step({.op = Opcode::kFail, .sub = static_cast<uint8_t>(fault), .c = name});
  return temporary(temp);
}

uint32_t Compiler::temporary(uint32_t index) {
  if (code_.temporary_count <= index) code_.temporary_count = index + 1;
  return operand_at(Place::kTemporary, index);
}

uint32_t Compiler::constant(const Value& value) {
  code_.constants.push_back(value);
  return operand_at(Place::kConstant, static_cast<uint32_t>(code_.constants.size() - 1));
}

uint32_t Compiler::result_place(uint32_t temp, uint32_t wanted) {
  return wanted != kNone ? wanted : temporary(temp);
}

Status Compiler::too_large() const {
  return fail(Code::kUnsupportedFeature, "the program needs more than ", kMaxInstructions,
              " instructions of cpu-ref. Fix: split it into several programs.");
}

}  // namespace vyre::reference
