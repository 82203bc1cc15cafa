#include "ir/types/element.h"

#include <algorithm>
#include <initializer_list>

namespace vyre::ir {
namespace {

bool is_any(DataType tag, std::initializer_list<DataType> tags) {
  return std::ranges::find(tags, tag) != tags.end();
}

Element::Repr repr_of(DataType tag, Semantics semantics) {
  if (semantics >= Semantics::kV0_7 && tag == DataType::kF16) return Element::Repr::kF16;
  if (semantics >= Semantics::kV0_7 && tag == DataType::kBF16) return Element::Repr::kBF16;
  if (is_any(tag, {DataType::kU32, DataType::kBool})) return Element::Repr::kU32;
  if (tag == DataType::kI32) return Element::Repr::kI32;
  if (tag == DataType::kU64) return Element::Repr::kU64;
  if (tag == DataType::kF32) return Element::Repr::kF32;
  if (tag == DataType::kF64) return Element::Repr::kF64;
  return Element::Repr::kRaw;
}

// Element types of a vector whose zero out of bounds keeps the vector's width.
bool keeps_width(DataType tag) {
  return is_any(tag, {DataType::kU8, DataType::kI8, DataType::kF8E4M3, DataType::kF8E5M2,
                      DataType::kI4, DataType::kFP4, DataType::kNF4, DataType::kU16, DataType::kI16,
                      DataType::kF16, DataType::kBF16, DataType::kHandle, DataType::kDeviceMesh,
                      DataType::kI64, DataType::kArray});
}

// Bytes of the Raw zero that a load out of bounds gives.
uint64_t outside_size(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (type.tag == DataType::kArray) return type.size;
  if (type.tag == DataType::kDeviceMesh) return 4;
  if (type.tag == DataType::kVec && !keeps_width(types[type.element].tag)) return 0;
  return min_bytes(types, id);
}

}  // namespace

uint64_t length_bits(const TypeTable& types, TypeId id) {
  const DataType tag = types[id].tag;
  if (is_any(tag, {DataType::kI4, DataType::kFP4, DataType::kNF4})) return 4;
  const uint64_t stride = min_bytes(types, id);
  const uint64_t bytes = stride != 0 ? stride : size_bytes(types, id).value_or(0);
  return bytes > UINT64_MAX / 8 ? 0 : bytes * 8;
}

Element element_of(const TypeTable& types, TypeId id, Semantics semantics) {
  const DataType tag = types[id].tag;
  Element element;
  element.repr = repr_of(tag, semantics);
  element.stride = min_bytes(types, id);
  element.length_bits = length_bits(types, id);
  const uint64_t outside = outside_size(types, id);
  const bool small = outside <= kMaxLoadedBytes && element.stride <= kMaxLoadedBytes;
  element.loadable = small && !is_any(tag, {DataType::kBytes, DataType::kTensorShaped});
  if (element.loadable) element.outside_bytes = static_cast<uint8_t>(outside);
  return element;
}

}  // namespace vyre::ir
