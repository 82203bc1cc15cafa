#include "ir/wire/sound.h"

#include "ir/validate/validate.h"

namespace vyre::ir::wire {

bool is_sound(const Program& program) {
  return find_violations(program, {.subgroup_operations = true, .typed_reductions = true}).valid();
}

}  // namespace vyre::ir::wire
