#include "spirv/module/invocation.h"

#include <algorithm>

namespace vyre::spirv {

Id Invocation::component(SpvBuiltIn which, Id& vector, uint32_t axis) {
  ModuleBuilder& module = code_.module();
  if (vector == kNoId) {
    const Id type = module.u32_vector(3);
    vector = code_.prologue(SpvOpLoad, type, {module.builtin(which, type)});
  }
  return code_.prologue(SpvOpCompositeExtract, module.u32_type(), {vector, axis});
}

Id Invocation::pushed(uint32_t word) {
  ModuleBuilder& module = code_.module();
  if (push_constants_ == kNoId) {
    const auto words =
        words_before_parameters(kernel_) + static_cast<uint32_t>(kernel_.parameters.size());
    push_constants_ = module.global(SpvStorageClassPushConstant, module.parameter_block(words));
  }
  return code_.prologue_member(SpvStorageClassPushConstant, push_constants_, word);
}

std::optional<Id> Invocation::parameter(ExprId literal) {
  const auto& parameters = kernel_.parameters;
  const auto found = std::ranges::find(parameters, literal);
  if (found == parameters.end()) return std::nullopt;
  return pushed(words_before_parameters(kernel_) +
                static_cast<uint32_t>(found - parameters.begin()));
}

Id Invocation::lanes() {
  if (const auto known = known_lanes()) return code_.constant(*known);
  if (lanes_ == kNoId) {
    const Id u32 = code_.module().u32_type();
    const Id plane = code_.prologue(SpvOpIMul, u32, {size(0), size(1)});
    lanes_ = code_.prologue(SpvOpIMul, u32, {plane, size(2)});
  }
  return lanes_;
}

Id Invocation::workgroup(uint32_t axis) {
  if (workgroup_[axis] == kNoId) {
    const Id in_dispatch = component(SpvBuiltInWorkgroupId, workgroup_vector_, axis);
    const Id id = code_.prologue(SpvOpIAdd, code_.module().u32_type(), {in_dispatch, pushed(axis)});
    workgroup_[axis] = below(workgroups(axis), id);
  }
  return workgroup_[axis];
}

Id Invocation::local(uint32_t axis) {
  if (local_[axis] == kNoId) {
    const Id id = component(SpvBuiltInLocalInvocationId, local_vector_, axis);
    const Id u32 = code_.module().u32_type();
    const bool coarsened = axis == 0 && coarsened_by_ > 1;
    const Id first =
        coarsened ? code_.prologue(SpvOpIMul, u32, {id, code_.constant(coarsened_by_)}) : id;
    local_[axis] = below(size_[axis], first);
  }
  return local_[axis];
}

Id Invocation::global(uint32_t axis) {
  if (global_[axis] == kNoId) {
    const Id u32 = code_.module().u32_type();
    const Id first = code_.prologue(SpvOpIMul, u32, {workgroup(axis), size(axis)});
    const Id id = code_.prologue(SpvOpIAdd, u32, {first, local(axis)});
    global_[axis] = below(invocations(axis), id);
  }
  return global_[axis];
}

Id Invocation::linear() {
  if (linear_ == kNoId) {
    ModuleBuilder& module = code_.module();
    const Id variable = module.builtin(SpvBuiltInLocalInvocationIndex, module.u32_type());
    linear_ = below(known_lanes(), code_.prologue(SpvOpLoad, module.u32_type(), {variable}));
  }
  return linear_;
}

// On an axis where workgroups have one invocation there are no others.
Id Invocation::exists() {
  Id all = kNoId;
  for (uint32_t axis = 0; kernel_.guarded && axis < 3; ++axis) {
    if (size_[axis] == 1u) continue;
    const Id here = code_.test(SpvOpULessThan, global(axis), pushed(kBaseWords + axis));
    all = all == kNoId ? here : code_.test(SpvOpLogicalAnd, all, here);
  }
  return all;
}

// No device counts 2^31 workgroups in one dispatch.
Id Invocation::hidden_zero() {
  if (hidden_zero_ == kNoId) {
    const Id in_dispatch = component(SpvBuiltInWorkgroupId, workgroup_vector_, 0);
    hidden_zero_ = code_.prologue(SpvOpShiftRightLogical, code_.module().u32_type(),
                                  {in_dispatch, code_.constant(31)});
  }
  return hidden_zero_;
}

}  // namespace vyre::spirv
