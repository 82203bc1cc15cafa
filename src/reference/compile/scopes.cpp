#include "reference/compile/scopes.h"

namespace vyre::reference {

void Scopes::declare(ir::NameId name, bool is_loop_variable) {
  locals_[name].live = true;
  locals_[name].is_loop_variable = is_loop_variable;
  declared_.push_back(name);
}

uint32_t Scopes::slot_of(ir::NameId name) {
  uint32_t& slot = locals_[name].slot;
  if (slot == ir::kNone) slot = code_.frame_size++;
  return slot;
}

// Only subgroup operations can see another lane's names, so only for them an ended name must be
// gone at run time too.
void Scopes::close(size_t mark) {
  for (size_t i = declared_.size(); i > mark; --i) {
    Local& local = locals_[declared_[i - 1]];
    local.live = false;
    if (code_.has_subgroups) emitter_.emit({.op = Opcode::kUnbind, .dst = local.slot});
  }
  declared_.resize(mark);
}

// Two neighboring slots for the next value and the end of a loop at the current depth.
uint32_t Scopes::loop_slots() {
  if (loop_slots_.size() <= loop_depth_) {
    loop_slots_.push_back(code_.frame_size);
    code_.frame_size += 2;
  }
  return loop_slots_[loop_depth_];
}

uint32_t Scopes::id_slot(ir::ExprKind id, uint32_t axis) {
  for (const IdSlot& known : code_.ids) {
    if (known.id == id && known.axis == axis) return known.slot;
  }
  code_.ids.push_back({code_.frame_size, id, static_cast<uint8_t>(axis)});
  return code_.frame_size++;
}

}  // namespace vyre::reference
