#include "ir/types/type_table.h"

#include <algorithm>

namespace vyre::ir {
namespace {

enum Flags : uint8_t { kHasParameters = 1, kHasElement = 2, kIsStorage = 4 };

struct TypeRow {
  std::string_view name;
  uint8_t min_bytes;
  uint8_t bits;
  uint8_t flags;
};

// By tag, but for the last; the first one is that of all other numbers. Array's own size is added
// where it is asked for.
constexpr TypeRow kRows[] = {
    {"unknown", 0, 0, 0},
#define TYPE(name, text, tag, min_bytes, bits, flags) {text, min_bytes, bits, flags},
#include "ir/types/types.def"
};
static_assert(std::ranges::is_sorted(kAllDataTypes, std::ranges::less_equal()) &&
              kAllDataTypes[0] == DataType{1} && kAllDataTypes[0x1E] == DataType{0x1F} &&
              kAllDataTypes[0x1F] == DataType{0x80} && std::size(kRows) == 0x21);

const TypeRow& row(DataType tag) {
  const auto number = static_cast<uint8_t>(tag);
  return kRows[tag == DataType::kOpaque ? 0x20 : number < 0x20 ? number : 0];
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

TypeId TypeTable::intern(Type type, std::span<const uint32_t> dims) {
  if (!has_parameters(type.tag)) return scalar(type.tag);
  const auto equal = [&](TypeId id) {
    type.dims = all()[id].dims;  // where they stand is no part of what is equal
    return type == all()[id] && std::ranges::equal(this->dims(id), dims);
  };
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

std::string_view tag_name(DataType tag) { return row(tag).name; }

std::optional<DataType> find_tag(std::string_view name) {
  const auto found = std::ranges::find(kAllDataTypes, name, &tag_name);
  return found == std::end(kAllDataTypes) ? std::nullopt : std::optional(*found);
}

bool has_parameters(DataType tag) { return (row(tag).flags & kHasParameters) != 0; }
bool has_element(DataType tag) { return (row(tag).flags & kHasElement) != 0; }
bool is_quantized_storage(DataType tag) { return (row(tag).flags & kIsStorage) != 0; }

bool is_valid_scale(uint8_t tag, uint32_t parameter) {
  const auto scale = static_cast<Scale>(tag);
  if (scale == Scale::kPerTensor) return parameter == 0;
  return scale == Scale::kPerChannel || (scale == Scale::kPerGroup && parameter >= 1);
}

bool is_valid_zero_point(uint8_t tag, uint32_t parameter) {
  return tag == 0 ? parameter == 0 : is_valid_scale(static_cast<uint8_t>(tag - 1), parameter);
}

uint64_t min_bytes(const TypeTable& types, TypeId id) {
  const auto bytes = measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    return row(type.tag).min_bytes;
  });
  return bytes.value_or(UINT64_MAX);
}

std::optional<uint64_t> size_bytes(const TypeTable& types, TypeId id) {
  return measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    if (type.tag == DataType::kArray) return type.size;
    const uint32_t bits = row(type.tag).bits;
    return bits == 0 ? std::nullopt : std::optional<uint64_t>((bits + 7) / 8);
  });
}

std::optional<uint64_t> bit_width(const TypeTable& types, TypeId id) {
  return measure_lanes(types, id, [](const Type& type) -> std::optional<uint64_t> {
    const uint8_t bits = row(type.tag).bits;
    return bits == 0 ? std::nullopt : std::optional<uint64_t>(bits);
  });
}

}  // namespace vyre::ir
