#include "spirv/body/vector_access.h"

namespace vyre::spirv {

Id VectorAccess::vector_at(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(view.storage(), module.u32_vector(kCoarsening));
  const Id vector = code_.word(SpvOpShiftRightLogical, index, code_.constant(2));
  if (view.shared) return code_.emit(SpvOpAccessChain, type, {view.variable, vector});
  return code_.emit(SpvOpAccessChain, type, {view.variable, module.u32(0), vector});
}

VectorAccess::Vector VectorAccess::load_from(const View& view, Id pointer) {
  ModuleBuilder& module = code_.module();
  const Id type = module.u32_vector(kCoarsening);
  const Id vector = code_.load_from(type, pointer, view.is_visible());
  Vector elements;
  for (uint32_t i = 0; i < kCoarsening; ++i) {
    elements[i] = code_.emit(SpvOpCompositeExtract, module.u32_type(), {vector, i});
  }
  return elements;
}

void VectorAccess::load_vectors(Id first) {
  for (size_t buffer = 0; buffer < views_.all.size(); ++buffer) {
    View& view = views_.all[buffer];
    if (!view.in_vectors || !optimizations_.coarsening.read[buffer]) continue;
    view.own = load_from(view, vector_at(view, first));
  }
}

void VectorAccess::store_vectors(Id first) {
  for (const View& view : views_.all) {
    if (view.stored) store_at(view, first, view.own);
  }
}

void VectorAccess::store_at(const View& view, Id index, const Vector& words) {
  const Id vector = code_.emit(SpvOpCompositeConstruct, code_.module().u32_vector(kCoarsening),
                               {words[0], words[1], words[2], words[3]});
  code_.store_to(vector_at(view, index), vector, view.is_visible());
}

std::optional<Id> VectorAccess::load(ExprId load, uint32_t buffer) {
  if (const auto vector = unrolled_.find(load); vector != unrolled_.end())
    return vector->second[unrolled_place_];
  return load_of_group(load, buffer);
}

std::optional<VectorAccess::Vector> VectorAccess::load_vector(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  if (!is_vector(buffer, index)) return std::nullopt;
  const Id inside = buffers_.in_bounds(buffer, index);
  if (buffers_.is_certain(inside)) {
    return load_from(view, vector_at(view, index));
  }
  if (view.written) return std::nullopt;
  const Id zero = code_.constant(0);
  Vector vector = load_from(view, vector_at(view, code_.select(inside, index, zero)));
  for (Id& word : vector) word = code_.select(inside, word, zero);
  return vector;
}

// The first load of a group loads all of it, again wherever its list is lowered again.
std::optional<Id> VectorAccess::load_of_group(ExprId load, uint32_t buffer) {
  const auto found = optimizations_.vector_groups.loads.find(load);
  if (found == optimizations_.vector_groups.loads.end()) return std::nullopt;
  const auto [number, place, is_first] = found->second;
  const VectorGroups::Group& group = optimizations_.vector_groups.all[number];
  OpenGroup& open = open_groups_[number];
  const Id local = code_.ranges().origin(locals_.read_local(group.local).word);
  if (is_first || open.local != local || !code_.is_open(open.region)) {
    open = {local, code_.region(), load_vector(buffer, first_of(group))};
  }
  return open.elements ? std::optional((*open.elements)[place]) : std::nullopt;
}

}  // namespace vyre::spirv
