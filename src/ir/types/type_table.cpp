#include "ir/types/type_table.h"

#include <algorithm>

namespace vyre::ir {
namespace {

struct Sizes {
  uint8_t min_bytes;
  uint8_t size_bytes;  // 0 = none
  uint8_t bits;        // 0 = none
};

// Of types without an element; Array's own size is added where it is asked for.
Sizes fixed_sizes(DataType tag) {
  switch (tag) {
    case DataType::kU32:
    case DataType::kI32:
    case DataType::kBool:
    case DataType::kF32:
    case DataType::kHandle:
      return {4, 4, 32};
    case DataType::kU64:
    case DataType::kI64:
    case DataType::kF64:
    case DataType::kVec2U32:
      return {8, 8, 64};
    case DataType::kVec4U32:
      return {16, 16, 128};
    case DataType::kBytes:
      return {0, 1, 8};
    case DataType::kF16:
    case DataType::kBF16:
    case DataType::kU16:
    case DataType::kI16:
      return {2, 2, 16};
    case DataType::kU8:
    case DataType::kI8:
    case DataType::kF8E4M3:
    case DataType::kF8E5M2:
      return {1, 1, 8};
    case DataType::kI4:
    case DataType::kFP4:
    case DataType::kNF4:
      return {1, 1, 4};
    case DataType::kDeviceMesh:
      return {0, 4, 32};
    case DataType::kArray:
    case DataType::kTensor:
    case DataType::kVec:
    case DataType::kTensorShaped:
    case DataType::kSparseCsr:
    case DataType::kSparseCoo:
    case DataType::kSparseBsr:
    case DataType::kQuantized:
    case DataType::kOpaque:
      return {0, 0, 0};
  }
  return {0, 0, 0};
}

std::optional<uint64_t> multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// Walks down vectors and quantized types, multiplying lane counts, and asks |measure| for the
// innermost type. Nesting is bounded only by the bytes of a program, hence no recursion.
template <typename Measure>
std::optional<uint64_t> measure_lanes(const TypeTable& types, TypeId id, Measure measure) {
  std::optional<uint64_t> lanes = 1;
  while (true) {
    const Type& type = types[id];
    if (type.tag == DataType::kVec) {
      lanes = lanes ? multiply(*lanes, type.size) : lanes;
    } else if (type.tag != DataType::kQuantized) {
      const std::optional<uint64_t> one = measure(type);
      if (!one) return one;
      if (*one == 0) return 0;
      return lanes ? multiply(*lanes, *one) : lanes;
    }
    id = type.element;
  }
}

uint64_t hash_type(const Type& type, std::span<const uint32_t> dims) {
  uint64_t hash = 0xCBF29CE484222325u;
  const auto mix = [&hash](uint64_t value) {
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  };
  mix(static_cast<uint64_t>(type.tag) | uint64_t{type.scale} << 8 |
      uint64_t{type.zero_point} << 16);
  mix(type.element);
  mix(type.size);
  mix(type.extra);
  for (const uint32_t dim : dims) mix(dim);
  return hash;
}

}  // namespace

constinit const std::array<Type, TypeTable::kScalarIds> TypeTable::kScalars = [] {
  std::array<Type, kScalarIds> types{};
  for (const DataType tag : kAllDataTypes) {
    if (static_cast<size_t>(tag) < kScalarIds) types[static_cast<size_t>(tag)].tag = tag;
  }
  return types;
}();

bool TypeTable::equals(TypeId id, const Type& type, std::span<const uint32_t> dims) const {
  const Type& other = all()[id];
  return other.tag == type.tag && other.scale == type.scale &&
         other.zero_point == type.zero_point && other.element == type.element &&
         other.size == type.size && other.extra == type.extra &&
         std::ranges::equal(this->dims(id), dims);
}

TypeId TypeTable::intern(Type type, std::span<const uint32_t> dims) {
  if (!has_parameters(type.tag)) return scalar(type.tag);
  const auto equal = [&](TypeId id) { return equals(id, type, dims); };
  return index_.find_or_add(hash_type(type, dims), equal, [&] {
    type.dims = {static_cast<uint32_t>(dims_.size()), static_cast<uint32_t>(dims.size())};
    dims_.insert(dims_.end(), dims.begin(), dims.end());
    return add(type);
  });
}

TypeId TypeTable::add(const Type& type) {
  if (types_.empty()) types_.assign(kScalars.begin(), kScalars.end());
  types_.push_back(type);
  return static_cast<TypeId>(types_.size() - 1);
}

bool has_parameters(DataType tag) {
  return has_element(tag) || tag == DataType::kArray || tag == DataType::kHandle ||
         tag == DataType::kDeviceMesh || tag == DataType::kOpaque;
}

bool has_element(DataType tag) {
  return tag == DataType::kVec || tag == DataType::kTensorShaped || tag == DataType::kSparseCsr ||
         tag == DataType::kSparseCoo || tag == DataType::kSparseBsr || tag == DataType::kQuantized;
}

bool is_quantized_storage(DataType tag) {
  static constexpr DataType kStorage[] = {DataType::kI4,     DataType::kI8,  DataType::kI16,
                                          DataType::kU8,     DataType::kU16, DataType::kF8E4M3,
                                          DataType::kF8E5M2, DataType::kFP4, DataType::kNF4};
  return std::ranges::find(kStorage, tag) != std::end(kStorage);
}

bool is_valid_scale(uint8_t tag, uint32_t parameter) {
  switch (static_cast<Scale>(tag)) {
    case Scale::kPerTensor:
      return parameter == 0;
    case Scale::kPerChannel:
      return true;
    case Scale::kPerGroup:
      return parameter >= 1;
  }
  return false;
}

bool is_valid_zero_point(uint8_t tag, uint32_t parameter) {
  switch (static_cast<ZeroPoint>(tag)) {
    case ZeroPoint::kAbsent:
    case ZeroPoint::kPerTensor:
      return parameter == 0;
    case ZeroPoint::kPerChannel:
      return true;
    case ZeroPoint::kPerGroup:
      return parameter >= 1;
  }
  return false;
}

uint64_t min_bytes(const TypeTable& types, TypeId id) {
  const auto bytes = measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    return fixed_sizes(type.tag).min_bytes;
  });
  return bytes.value_or(UINT64_MAX);
}

std::optional<uint64_t> size_bytes(const TypeTable& types, TypeId id) {
  return measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    if (type.tag == DataType::kArray) return type.size;
    const uint8_t bytes = fixed_sizes(type.tag).size_bytes;
    return bytes == 0 ? std::nullopt : std::optional<uint64_t>(bytes);
  });
}

std::optional<uint64_t> bit_width(const TypeTable& types, TypeId id) {
  return measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    const uint8_t bits = fixed_sizes(type.tag).bits;
    return bits == 0 ? std::nullopt : std::optional<uint64_t>(bits);
  });
}

}  // namespace vyre::ir
