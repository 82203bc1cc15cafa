#include "spirv/memory.h"

// Workgroup memory of which loops load rows (find_rows.cpp): an array of vectors of four words.

namespace vyre::spirv {

Id Memory::element_of_row(const View& view, Id unit) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
  const Id row = code_.word(SpvOpShiftRightLogical, unit, code_.constant(2));
  const Id place = code_.word(SpvOpBitwiseAnd, unit, code_.constant(kNeighbours - 1));
  return code_.emit(SpvOpAccessChain, type, {view.variable, row, place});
}

// Rows that are within bounds at their beginning are so at their end: they begin at multiples of
// four, and so many elements there are.
std::optional<std::array<Id, kNeighbours>> Memory::load_row(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  if (!view.in_rows || code_.ranges().zeros(index) < 2) return std::nullopt;
  if (!code_.ranges().is_less(index, code_.constant(*view.count))) return std::nullopt;
  ModuleBuilder& module = code_.module();
  const Id type = module.u32_vector(kNeighbours);
  const Id place =
      code_.emit(SpvOpAccessChain, module.pointer(SpvStorageClassWorkgroup, type),
                 {view.variable, code_.word(SpvOpShiftRightLogical, index, code_.constant(2))});
  const Id row = code_.emit(SpvOpLoad, type, {place, SpvMemoryAccessNonPrivatePointerMask});
  std::array<Id, kNeighbours> elements;
  for (uint32_t i = 0; i < kNeighbours; ++i) {
    elements[i] = code_.emit(SpvOpCompositeExtract, module.u32_type(), {row, i});
  }
  return elements;
}

}  // namespace vyre::spirv
