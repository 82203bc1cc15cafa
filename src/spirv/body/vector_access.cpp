#include "spirv/body/buffers.h"

// Memory of which rows are accessed at once (find_rows.cpp, find_fours.cpp): an array of vectors of
// four words. UnrolledLoads begin at multiples of four, and so many elements there are: a row that
// is within bounds at its beginning is so at its end, and one that is not lies outside as a whole.

namespace vyre::spirv {

bool Memory::is_in_rows(uint32_t buffer) const {
  const auto has = [buffer](const std::vector<bool>& some) {
    return !some.empty() && some[buffer];
  };
  return has(optimizations_.unrolled_loads.buffers) || has(optimizations_.vector_groups.buffers);
}

Id Memory::element_of_row(const View& view, Id unit) {
  ModuleBuilder& module = code_.module();
  const Id row = code_.word(SpvOpShiftRightLogical, unit, code_.constant(2));
  const Id place = code_.word(SpvOpBitwiseAnd, unit, code_.constant(kCoarsening - 1));
  if (view.shared) {
    const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
    return code_.emit(SpvOpAccessChain, type, {view.variable, row, place});
  }
  const Id type = module.pointer(SpvStorageClassStorageBuffer, module.u32_type());
  return code_.emit(SpvOpAccessChain, type, {view.variable, module.u32(0), row, place});
}

Id Memory::row_pointer(const View& view, Id index) {
  if (!view.shared) return vector_pointer(view, index);
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_vector(kCoarsening));
  const Id row = code_.word(SpvOpShiftRightLogical, index, code_.constant(2));
  return code_.emit(SpvOpAccessChain, type, {view.variable, row});
}

bool Memory::is_row(uint32_t buffer, Id index) const {
  return views_[buffer].in_rows && code_.ranges().zeros(index) >= 2;
}

Memory::Row Memory::load_row_unchecked(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  const Id type = module.u32_vector(kCoarsening);
  const Id from = row_pointer(view, index);
  const Id row = view.written
                     ? code_.emit(SpvOpLoad, type, {from, SpvMemoryAccessNonPrivatePointerMask})
                     : code_.emit(SpvOpLoad, type, {from});
  Row elements;
  for (uint32_t i = 0; i < kCoarsening; ++i) {
    elements[i] = code_.emit(SpvOpCompositeExtract, module.u32_type(), {row, i});
  }
  return elements;
}

std::optional<Memory::Row> Memory::load_row(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  if (!is_row(buffer, index)) return std::nullopt;
  const Id inside = in_bounds(buffer, index);
  if (inside == code_.module().boolean(true)) return load_row_unchecked(view, index);
  if (view.written) return std::nullopt;
  const Id zero = code_.constant(0);
  Row row = load_row_unchecked(view, code_.select(inside, index, zero));
  for (Id& word : row) word = code_.select(inside, word, zero);
  return row;
}

void Memory::store_row(uint32_t buffer, Id index, const Row& words) {
  const View& view = views_[buffer];
  code_.when(in_bounds(buffer, index), [&] {
    const Id type = code_.module().u32_vector(kCoarsening);
    const Id row =
        code_.emit(SpvOpCompositeConstruct, type, {words[0], words[1], words[2], words[3]});
    code_.emit(SpvOpStore, {row_pointer(view, index), row, SpvMemoryAccessNonPrivatePointerMask});
  });
}

Id Memory::vector_pointer(const View& view, Id first) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassStorageBuffer, module.u32_vector(kCoarsening));
  const Id vector = code_.word(SpvOpShiftRightLogical, first, code_.constant(2));
  return code_.emit(SpvOpAccessChain, type, {view.variable, module.u32(0), vector});
}

void Memory::load_vectors(Id first) {
  ModuleBuilder& module = code_.module();
  const Id type = module.u32_vector(kCoarsening);
  for (size_t buffer = 0; buffer < views_.size(); ++buffer) {
    View& view = views_[buffer];
    if (!view.in_vectors || !optimizations_.coarsening.read[buffer]) continue;
    const Id from = vector_pointer(view, first);
    const Id vector =
        view.written ? code_.emit(SpvOpLoad, type, {from, SpvMemoryAccessNonPrivatePointerMask})
                     : code_.emit(SpvOpLoad, type, {from});
    for (uint32_t i = 0; i < kCoarsening; ++i) {
      view.own[i] = code_.emit(SpvOpCompositeExtract, module.u32_type(), {vector, i});
    }
  }
}

void Memory::store_vectors(Id first) {
  const Id type = code_.module().u32_vector(kCoarsening);
  for (View& view : views_) {
    if (!view.stored) continue;
    const Id vector = code_.emit(SpvOpCompositeConstruct, type,
                                 {view.own[0], view.own[1], view.own[2], view.own[3]});
    code_.emit(SpvOpStore,
               {vector_pointer(view, first), vector, SpvMemoryAccessNonPrivatePointerMask});
  }
}

}  // namespace vyre::spirv
