#include "spirv/body/buffers.h"

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

SpvOp instruction_of(AtomicOp op) {
  switch (op) {
    case AtomicOp::kAdd:
      return SpvOpAtomicIAdd;
    case AtomicOp::kOr:
      return SpvOpAtomicOr;
    case AtomicOp::kAnd:
      return SpvOpAtomicAnd;
    case AtomicOp::kXor:
      return SpvOpAtomicXor;
    case AtomicOp::kMin:
      return SpvOpAtomicUMin;
    case AtomicOp::kMax:
    case AtomicOp::kLruUpdate:
      return SpvOpAtomicUMax;
    case AtomicOp::kExchange:
      return SpvOpAtomicExchange;
    case AtomicOp::kCompareExchange:
      return SpvOpAtomicCompareExchange;
    case AtomicOp::kCompareExchangeWeak:
    case AtomicOp::kFetchNand:
    case AtomicOp::kOpaque:
      return SpvOpNop;  // a trap instead
  }
  return SpvOpNop;
}

// Elements of more units are zeroed by a loop.
constexpr uint32_t kMaxUnrolledUnits = 64;

}  // namespace

Id relaxed_atomic(CodeWriter& code, AtomicOp op, Id at, SpvScope scope, Id value) {
  return code.emit(instruction_of(op), code.module().u32_type(),
                   {at, code.constant(scope), code.constant(SpvMemorySemanticsMaskNone), value});
}

Buffers::Buffers(BufferViews& views, bool orders_atomics, bool has_barriers,
                 bool barriers_order_storage, CodeWriter& code)
    : views_(views),
      orders_atomics_(orders_atomics),
      has_barriers_(has_barriers),
      barriers_order_storage_(barriers_order_storage),
      code_(code) {
  if (views.storage_buffers == 0) return;
  ModuleBuilder& module = code.module();
  const Id block = module.parameter_block(views.storage_buffers);
  parameters_ = module.global(SpvStorageClassUniform, block);
  module.bind(parameters_, views.storage_buffers);
}

Id Buffers::accessible(uint32_t buffer) {
  View& view = views_[buffer];
  if (view.count) return code_.constant(view.shared && view.units == 0 ? 0 : *view.count);
  if (view.length == kNoId)
    view.length = code_.prologue_member(SpvStorageClassUniform, parameters_, view.parameter);
  return view.length;
}

// Two elements of four bits count for each byte, of which one can be accessed.
Id Buffers::length(uint32_t buffer) {
  const Id count = accessible(buffer);
  if (views_[buffer].element.length_bits >= 8) return count;
  const Id fits = code_.test(SpvOpSGreaterThanEqual, count, code_.constant(0));
  const Id doubled = code_.word(SpvOpIAdd, count, count);
  return code_.select(fits, doubled, code_.constant(UINT32_MAX));
}

Id Buffers::unit_type(const View& view) {
  ModuleBuilder& module = code_.module();
  if (view.unit_bytes == 4) return module.u32_type();
  return view.unit_bytes == 2 ? module.u16_type() : module.u8_type();
}

Id Buffers::pointer(const View& view, Id unit) {
  if (view.vector_array) return element_of_vector(view, unit);
  const Id type = code_.module().pointer(view.storage(), unit_type(view));
  if (view.shared) return code_.emit(SpvOpAccessChain, type, {view.variable, unit});
  return code_.emit(SpvOpAccessChain, type, {view.variable, code_.constant(0), unit});
}

Id Buffers::element_of_vector(const View& view, Id unit) {
  const Id vector = code_.word(SpvOpShiftRightLogical, unit, code_.constant(2));
  const Id place = code_.word(SpvOpBitwiseAnd, unit, code_.constant(kCoarsening - 1));
  const Id type = code_.module().pointer(view.storage(), code_.module().u32_type());
  if (view.shared) return code_.emit(SpvOpAccessChain, type, {view.variable, vector, place});
  return code_.emit(SpvOpAccessChain, type, {view.variable, code_.constant(0), vector, place});
}

Id Buffers::in_bounds(uint32_t buffer, Id index) {
  const Id length = accessible(buffer);
  if (code_.ranges().is_less(index, length)) return code_.module().boolean(true);
  return code_.test(SpvOpULessThan, index, length);
}

Buffers::Loaded Buffers::load(uint32_t buffer, Id index) {
  const View& view = views_[buffer];
  if (view.in_vectors) return {{view.own[views_.neighbor]}};
  if (view.units == 0) return {{code_.constant(0)}, code_.module().boolean(false)};
  const Id inside = in_bounds(buffer, index);
  if (is_certain(inside)) return {load_unchecked(view, index), inside};
  if (view.written || view.element.stride > 4) {
    const size_t words = (view.element.stride + 3) / 4;
    const auto within = [&] { return load_unchecked(view, index); };
    return {code_.when_or_zeros(inside, words, within), inside};
  }
  const Id zero = code_.constant(0);
  const Id safe_index = code_.select(inside, index, zero);
  return {{code_.select(inside, load_unchecked(view, safe_index)[0], zero)}, inside};
}

Id Buffers::load_unit(const View& view, Id unit) {
  const Id type = unit_type(view);
  const Id from = pointer(view, unit);
  const Id value = code_.load_from(type, from, view.is_visible());
  return view.unit_bytes == 4 ? value : code_.word(SpvOpUConvert, value);
}

Bits Buffers::load_unchecked(const View& view, Id index) {
  const uint32_t per_word = 4 / view.unit_bytes;
  const Id first = first_unit(view, index);
  Bits bits = {};
  for (uint32_t i = 0; i < view.units; ++i) {
    Id unit = load_unit(view, i == 0 ? first : code_.word(SpvOpIAdd, first, code_.constant(i)));
    Id& word = bits[i / per_word];
    const uint32_t shift = i % per_word * view.unit_bytes * 8;
    if (shift != 0) unit = code_.word(SpvOpShiftLeftLogical, unit, code_.constant(shift));
    word = shift == 0 ? unit : code_.word(SpvOpBitwiseOr, word, unit);
  }
  return bits;
}

Id Buffers::store(uint32_t buffer, Id index, const Bits& bits) {
  View& view = views_[buffer];
  if (view.in_vectors) {
    view.own[views_.neighbor] = bits[0];
    view.stored = true;
    return kNoId;
  }
  if (view.units == 0) return kNoId;
  const Id inside = in_bounds(buffer, index);
  if (view.units > kMaxUnrolledUnits) {
    const Id ended_early =
        code_.when_or_zero(inside, [&] { return store_long(view, first_unit(view, index), bits); });
    return code_.test(SpvOpINotEqual, ended_early, code_.constant(0));
  }
  const auto all = [&] { store_units(view, first_unit(view, index), view.units, bits); };
  if (is_certain(inside)) {
    all();
  } else {
    code_.when(inside, all);
  }
  return kNoId;
}

void Buffers::store_unit(const View& view, Id unit, Id word) {
  const Id value = view.unit_bytes == 4 ? word : code_.emit(SpvOpUConvert, unit_type(view), {word});
  code_.store_to(pointer(view, unit), value, view.is_visible());
}

void Buffers::store_units(const View& view, Id first, uint32_t count, const Bits& bits) {
  const uint32_t per_word = 4 / view.unit_bytes;
  const uint32_t last_bytes = static_cast<uint32_t>(view.element.stride % 4);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t index = i / per_word;
    const bool known = index < bits.size() && bits[index] != kNoId;
    Id word = known ? bits[index] : code_.constant(0);
    const uint32_t shift = i % per_word * view.unit_bytes * 8;
    if (known && shift != 0) word = code_.word(SpvOpShiftRightLogical, word, code_.constant(shift));
    if (known && view.shared && last_bytes != 0 && i + 1 == view.units) {
      word = code_.word(SpvOpBitwiseAnd, word, code_.constant((1u << (8 * last_bytes)) - 1));
    }
    store_unit(view, i == 0 ? first : code_.word(SpvOpIAdd, first, code_.constant(i)), word);
  }
}

// 1 where the device stopped the loop, else 0.
Id Buffers::store_long(const View& view, Id first, const Bits& bits) {
  const uint32_t filled = static_cast<uint32_t>(sizeof bits) / view.unit_bytes;
  store_units(view, first, filled, bits);
  const Id zero = code_.constant(0);
  const Id one = code_.constant(1);
  const Id end = code_.constant(view.units);
  const Id last = code_.loop(code_.constant(filled), end, one, [&](Id unit) {
    store_unit(view, code_.word(SpvOpIAdd, first, unit), zero);
    return kNoId;
  });
  return code_.select(code_.test(SpvOpULessThan, last, end), one, zero);
}

Id Buffers::atomic(uint32_t buffer, const Expr& expr, Id index, Id expected, Id value) {
  return within_bounds(buffer, index, [&] {
    const Id at = pointer(views_[buffer], index);
    const Id u32 = code_.module().u32_type();
    const Id scope = code_.constant(SpvScopeDevice);
    const ir::Ordering ordering = orders_atomics_ ? expr.ordering : ir::Ordering::kRelaxed;
    const Id semantics = code_.constant(semantics_of(ordering));
    if (expr.atomic_op() != AtomicOp::kCompareExchange) {
      return code_.emit(instruction_of(expr.atomic_op()), u32, {at, scope, semantics, value});
    }
    const Id failure = code_.constant(failure_semantics_of(ordering));
    return code_.emit(SpvOpAtomicCompareExchange, u32,
                      {at, scope, semantics, failure, value, expected});
  });
}

void Buffers::barrier() {
  if (!has_barriers_) return;
  const Id scope = code_.constant(SpvScopeWorkgroup);
  const uint32_t orders = barriers_order_storage_ ? kStorage : 0;
  const Id semantics = code_.constant((kAcquireRelease & ~kStorage) | orders |
                                      SpvMemorySemanticsWorkgroupMemoryMask);
  code_.emit(SpvOpControlBarrier, {scope, scope, semantics});
}

}  // namespace vyre::spirv
