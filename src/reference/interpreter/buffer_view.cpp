#include "reference/interpreter/buffer_view.h"

#include <algorithm>
#include <cstring>

#include "ir/math/half.h"

namespace vyre::reference {
namespace {

using ir::Element;

template <typename T>
T read(const std::byte* from) {
  T v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

uint32_t length_of(uint64_t bytes, uint64_t element_bits) {
  if (element_bits == 0) return 0;
  const uint64_t length =
      element_bits < 8 ? bytes * (8 / element_bits) : bytes / (element_bits / 8);
  return static_cast<uint32_t>(std::min<uint64_t>(length, UINT32_MAX));
}

// Another kind than Float and U32 stores zero.
float stored_f32(const Value& value) { return ir::canonical_f32(as_f32(value).value_or(0.0f)); }

// Another kind than Float stores zero.
uint16_t stored_half(Element::Repr repr, const Value& value) {
  const float number = value.kind == Kind::kFloat ? to_f32(value) : 0.0f;
  const uint32_t bits = std::bit_cast<uint32_t>(ir::canonical_f32(number));
  return repr == Element::Repr::kF16 ? ir::f16_of(bits) : ir::bf16_of(bits);
}

void store_bytes(std::byte* to, uint64_t stride, const Value& value) {
  const size_t count = std::min<size_t>(stride, byte_count(value));
  std::memcpy(to, &value, count);  // lo and hi come first
  std::memset(to + count, 0, stride - count);
}

uint32_t combine(ir::AtomicOp op, uint32_t old, uint32_t expected, uint32_t operand) {
  switch (op) {
    case ir::AtomicOp::kAdd:
      return old + operand;
    case ir::AtomicOp::kOr:
      return old | operand;
    case ir::AtomicOp::kAnd:
      return old & operand;
    case ir::AtomicOp::kXor:
      return old ^ operand;
    case ir::AtomicOp::kMin:
      return std::min(old, operand);
    case ir::AtomicOp::kLruUpdate:
    case ir::AtomicOp::kMax:
      return std::max(old, operand);
    case ir::AtomicOp::kExchange:
      return operand;
    case ir::AtomicOp::kCompareExchange:
      return old == expected ? operand : old;
    case ir::AtomicOp::kCompareExchangeWeak:
    case ir::AtomicOp::kFetchNand:
    case ir::AtomicOp::kOpaque:
      return old;
  }
  return old;
}

}  // namespace

BufferView::BufferView(std::byte* first, uint64_t byte_count, const Element& type)
    : data(first),
      bytes(byte_count),
      accessible(type.stride == 0 ? 0 : byte_count / type.stride),
      length(length_of(byte_count, type.length_bits)),
      element(type) {}

// Out of bounds there are zeros.
Value load(const BufferView& view, uint64_t index) {
  static constexpr std::byte kZeros[ir::kMaxLoadedBytes] = {};
  const bool is_inside = index < view.accessible;
  const std::byte* from = is_inside ? view.data + index * view.element.stride : kZeros;
  switch (view.element.repr) {
    case Element::Repr::kU32:
      return make_u32(read<uint32_t>(from));
    case Element::Repr::kI32:
      return make_i32(read<int32_t>(from));
    case Element::Repr::kU64:
      return make_u64(read<uint64_t>(from));
    case Element::Repr::kF32:
      return make_f32(ir::canonical_f32(read<float>(from)));
    case Element::Repr::kF64:
      return make_f64(read<double>(from));
    case Element::Repr::kF16:
      return make_f32(std::bit_cast<float>(ir::f32_of_f16(read<uint16_t>(from))));
    case Element::Repr::kBF16:
      return make_f32(std::bit_cast<float>(ir::f32_of_bf16(read<uint16_t>(from))));
    case Element::Repr::kRaw:
      break;
  }
  return make_raw(from, is_inside ? view.element.stride : view.element.outside_bytes);
}

void store(const BufferView& view, uint64_t index, const Value& value) {
  if (index >= view.accessible) return;
  std::byte* to = view.data + index * view.element.stride;
  if (view.element.repr == Element::Repr::kF32) {
    const float v = stored_f32(value);
    std::memcpy(to, &v, sizeof v);
  } else if (ir::is_half(view.element.repr)) {
    const uint16_t v = stored_half(view.element.repr, value);
    std::memcpy(to, &v, sizeof v);
  } else if (view.element.stride == 4 && value.kind != Kind::kRaw) {
    std::memcpy(to, &value.lo, 4);
  } else {
    store_bytes(to, view.element.stride, value);
  }
}

uint32_t atomic(ir::AtomicOp op, const BufferView& view, uint64_t index, uint32_t expected,
                uint32_t operand) {
  if (index >= view.accessible) return 0;
  std::byte* place = view.data + index * view.element.stride;
  const uint32_t old = read<uint32_t>(place);
  const uint32_t next = combine(op, old, expected, operand);
  std::memcpy(place, &next, sizeof next);
  return old;
}

}  // namespace vyre::reference
