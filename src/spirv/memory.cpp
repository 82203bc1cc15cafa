#include "spirv/memory.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kVisible = SpvMemorySemanticsMakeVisibleMask;
constexpr uint32_t kAvailable = SpvMemorySemanticsMakeAvailableMask;
constexpr uint32_t kStorage = SpvMemorySemanticsUniformMemoryMask;
constexpr uint32_t kAcquire = SpvMemorySemanticsAcquireMask | kStorage | kVisible;
constexpr uint32_t kRelease = SpvMemorySemanticsReleaseMask | kStorage | kAvailable;
constexpr uint32_t kAcquireRelease =
    SpvMemorySemanticsAcquireReleaseMask | kStorage | kVisible | kAvailable;

// The Vulkan memory model has no sequential consistency; acquire and release is its strongest.
uint32_t semantics_of(ir::Ordering ordering) {
  switch (ordering) {
    case ir::Ordering::kRelaxed:
      return SpvMemorySemanticsMaskNone;
    case ir::Ordering::kAcquire:
      return kAcquire;
    case ir::Ordering::kRelease:
      return kRelease;
    case ir::Ordering::kAcqRel:
    case ir::Ordering::kSeqCst:
    case ir::Ordering::kGridSync:
      return kAcquireRelease;
  }
  return kAcquireRelease;
}

// What an exchange that does not happen may order: it writes nothing to release.
uint32_t failure_semantics_of(ir::Ordering ordering) {
  const bool acquires = (semantics_of(ordering) & kVisible) != 0;
  return acquires ? kAcquire : uint32_t{SpvMemorySemanticsMaskNone};
}

SpvOp instruction_of(ir::AtomicOp op) {
  switch (op) {
    case ir::AtomicOp::kAdd:
      return SpvOpAtomicIAdd;
    case ir::AtomicOp::kOr:
      return SpvOpAtomicOr;
    case ir::AtomicOp::kAnd:
      return SpvOpAtomicAnd;
    case ir::AtomicOp::kXor:
      return SpvOpAtomicXor;
    case ir::AtomicOp::kMin:
      return SpvOpAtomicUMin;
    case ir::AtomicOp::kMax:
    case ir::AtomicOp::kLruUpdate:
      return SpvOpAtomicUMax;
    case ir::AtomicOp::kExchange:
      return SpvOpAtomicExchange;
    case ir::AtomicOp::kCompareExchange:
      return SpvOpAtomicCompareExchange;
    case ir::AtomicOp::kCompareExchangeWeak:
    case ir::AtomicOp::kFetchNand:
    case ir::AtomicOp::kOpaque:
      return SpvOpNop;  // a trap instead
  }
  return SpvOpNop;
}

}  // namespace

Memory::Memory(const ir::Program& program, const launch::BindingPlan& plan,
               const Analysis& analysis, const Target& target, CodeWriter& code)
    : code_(code),
      analysis_(analysis),
      orders_atomics_(!target.waits_at_memory_barriers),
      views_(program.buffers.size()) {
  for (const launch::Binding& binding : plan.bindings) {
    const uint32_t buffer = binding.buffer;
    if (binding.role == launch::Role::kShared) {
      add_shared(buffer, program.buffers[buffer].count);
    } else {
      add_storage(buffer, binding);
    }
  }
  if (storage_buffers_ == 0) return;
  ModuleBuilder& module = code_.module();
  parameters_ = module.global(SpvStorageClassUniform, module.parameter_block(storage_buffers_));
  module.bind(parameters_, storage_buffers_);
}

void Memory::add_storage(uint32_t buffer, const launch::Binding& binding) {
  ModuleBuilder& module = code_.module();
  View& view = views_[buffer];
  view.written = analysis_.written[buffer];
  view.in_vectors = analysis_.elementwise.possible && analysis_.elementwise.own[buffer];
  view.element_bytes = binding.element_bytes;
  view.parameter = storage_buffers_++;
  const uint32_t block_bytes = view.in_vectors ? kNeighbours * kElementBytes : view.element_bytes;
  view.variable =
      module.global(SpvStorageClassStorageBuffer, module.storage_block(block_bytes, !view.written));
  module.bind(view.variable, view.parameter);
}

// Narrow elements take a whole word in workgroup memory.
void Memory::add_shared(uint32_t buffer, uint32_t count) {
  ModuleBuilder& module = code_.module();
  View& view = views_[buffer];
  view.shared = view.written = true;
  view.count = count;
  view.variable = module.global(SpvStorageClassWorkgroup, module.u32_array(count));
}

Id Memory::parameter(uint32_t word) {
  ModuleBuilder& module = code_.module();
  const Id pointer = module.pointer(SpvStorageClassUniform, module.u32_type());
  const Id member = code_.prologue(SpvOpAccessChain, pointer, {parameters_, module.u32(word)});
  return code_.prologue(SpvOpLoad, module.u32_type(), {member});
}

Id Memory::length(uint32_t buffer) {
  View& view = views_[buffer];
  if (view.shared) return code_.constant(view.count);
  if (view.length == kNoId) view.length = parameter(view.parameter);
  return view.length;
}

Id Memory::pointer(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  if (view.shared) {
    const Id type = module.pointer(SpvStorageClassWorkgroup, module.u32_type());
    return code_.emit(SpvOpAccessChain, type, {view.variable, index});
  }
  const Id element = view.element_bytes == 1 ? module.u8_type() : module.u32_type();
  const Id type = module.pointer(SpvStorageClassStorageBuffer, element);
  return code_.emit(SpvOpAccessChain, type, {view.variable, module.u32(0), index});
}

Id Memory::in_bounds(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  const std::optional<uint32_t> known = code_.module().value_of(index);
  if (view.shared && known && *known < view.count) return code_.module().boolean(true);
  return code_.test(SpvOpULessThan, index, length(buffer));
}

Id Memory::load(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  if (view.in_vectors) return view.own[neighbour_];
  const Id inside = in_bounds(buffer, index);
  if (inside == code_.module().boolean(true)) return load_unchecked(view, index);
  if (view.written) return code_.when_or_zero(inside, [&] { return load_unchecked(view, index); });
  const Id zero = code_.constant(0);
  const Id safe_index = code_.select(inside, index, zero);
  return code_.select(inside, load_unchecked(view, safe_index), zero);
}

Id Memory::load_unchecked(const View& view, Id index) {
  ModuleBuilder& module = code_.module();
  const bool is_byte = view.element_bytes == 1;
  const Id type = is_byte ? module.u8_type() : module.u32_type();
  const Id from = pointer(view, index);
  const Id value = view.written
                       ? code_.emit(SpvOpLoad, type, {from, SpvMemoryAccessNonPrivatePointerMask})
                       : code_.emit(SpvOpLoad, type, {from});
  return is_byte ? code_.word(SpvOpUConvert, value) : value;
}

void Memory::store(uint32_t buffer, Id index, Id word) {
  View& view = views_[buffer];
  if (view.in_vectors) {
    view.own[neighbour_] = word;
    view.stored = true;
    return;
  }
  const Id inside = in_bounds(buffer, index);
  if (inside == code_.module().boolean(true)) return store_unchecked(view, index, word);
  code_.when(inside, [&] { store_unchecked(view, index, word); });
}

void Memory::store_unchecked(const View& view, Id index, Id word) {
  const bool is_byte = view.element_bytes == 1;
  const Id value = is_byte ? code_.emit(SpvOpUConvert, code_.module().u8_type(), {word}) : word;
  code_.emit(SpvOpStore, {pointer(view, index), value, SpvMemoryAccessNonPrivatePointerMask});
}

Id Memory::atomic(uint32_t buffer, const ir::Expr& expr, Id index, Id expected, Id value) {
  return code_.when_or_zero(in_bounds(buffer, index), [&] {
    return atomic_unchecked(views_[buffer], expr, index, expected, value);
  });
}

Id Memory::atomic_unchecked(const View& view, const ir::Expr& expr, Id index, Id expected,
                            Id value) {
  const Id at = pointer(view, index);
  const Id u32 = code_.module().u32_type();
  const Id scope = code_.constant(SpvScopeDevice);
  const ir::Ordering ordering = orders_atomics_ ? expr.ordering : ir::Ordering::kRelaxed;
  const Id semantics = code_.constant(semantics_of(ordering));
  if (expr.atomic_op() == ir::AtomicOp::kCompareExchange) {
    const Id failure = code_.constant(failure_semantics_of(ordering));
    return code_.emit(SpvOpAtomicCompareExchange, u32,
                      {at, scope, semantics, failure, value, expected});
  }
  return code_.emit(instruction_of(expr.atomic_op()), u32, {at, scope, semantics, value});
}

std::vector<uint32_t> Memory::in_vectors() const {
  std::vector<uint32_t> found;
  for (const View& view : views_) {
    if (view.in_vectors) found.push_back(view.parameter);
  }
  return found;
}

Id Memory::vector_pointer(const View& view, Id first) {
  ModuleBuilder& module = code_.module();
  const Id type = module.pointer(SpvStorageClassStorageBuffer, module.u32_vector(kNeighbours));
  const Id vector = code_.word(SpvOpShiftRightLogical, first, code_.constant(2));
  return code_.emit(SpvOpAccessChain, type, {view.variable, module.u32(0), vector});
}

void Memory::load_vectors(Id first) {
  ModuleBuilder& module = code_.module();
  const Id type = module.u32_vector(kNeighbours);
  for (size_t buffer = 0; buffer < views_.size(); ++buffer) {
    View& view = views_[buffer];
    if (!view.in_vectors || !analysis_.elementwise.read[buffer]) continue;
    const Id from = vector_pointer(view, first);
    const Id vector =
        view.written ? code_.emit(SpvOpLoad, type, {from, SpvMemoryAccessNonPrivatePointerMask})
                     : code_.emit(SpvOpLoad, type, {from});
    for (uint32_t i = 0; i < kNeighbours; ++i) {
      view.own[i] = code_.emit(SpvOpCompositeExtract, module.u32_type(), {vector, i});
    }
  }
}

void Memory::store_vectors(Id first) {
  const Id type = code_.module().u32_vector(kNeighbours);
  for (View& view : views_) {
    if (!view.stored) continue;
    const Id vector = code_.emit(SpvOpCompositeConstruct, type,
                                 {view.own[0], view.own[1], view.own[2], view.own[3]});
    code_.emit(SpvOpStore,
               {vector_pointer(view, first), vector, SpvMemoryAccessNonPrivatePointerMask});
  }
}

void Memory::zero_workgroup_memory(Invocation& invocation) {
  const Id zero = code_.constant(0);
  const uint32_t lanes = invocation.workgroup_lanes();
  bool any = false;
  for (const View& view : views_) {
    if (!view.shared) continue;
    any = true;
    const Id count = code_.constant(view.count);
    if (view.count <= lanes) {
      const Id takes_part = code_.test(SpvOpULessThan, invocation.linear(), count);
      code_.when(takes_part, [&] { store_unchecked(view, invocation.linear(), zero); });
      continue;
    }
    code_.loop(invocation.linear(), count, code_.constant(lanes), [&](Id index) {
      store_unchecked(view, index, zero);
      return kNoId;
    });
  }
  if (any) barrier();
}

void Memory::barrier() {
  const Id scope = code_.constant(SpvScopeWorkgroup);
  const Id semantics = code_.constant(kAcquireRelease | SpvMemorySemanticsWorkgroupMemoryMask);
  code_.emit(SpvOpControlBarrier, {scope, scope, semantics});
}

}  // namespace vyre::spirv
