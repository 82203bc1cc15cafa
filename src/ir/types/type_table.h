#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/types/id_index.h"

namespace vyre::ir {

// A half-open run of entries in one of a program's shared vectors.
struct Range {
  uint32_t first = 0;
  uint32_t count = 0;
  bool operator==(const Range&) const = default;
};

inline constexpr uint32_t kNone = 0xFFFFFFFFu;

// Element and cast types. Values are the wire tags.
enum class DataType : uint8_t {
#define TYPE(name, text, tag, ...) name = tag,
#include "ir/types/types.def"
};

inline constexpr DataType kAllDataTypes[] = {
#define TYPE(name, ...) DataType::name,
#include "ir/types/types.def"
};

// Index into a TypeTable. Equal ids of one table mean equal types.
using TypeId = uint32_t;

// A type without parameters has its tag as its id in every table.
constexpr TypeId scalar(DataType tag) { return static_cast<TypeId>(tag); }

struct Type {
  DataType tag = DataType::kU32;
  uint8_t scale = 0;       // Quantized: scale tag
  uint8_t zero_point = 0;  // Quantized: zero-point tag
  TypeId element = kNone;  // Vec, TensorShaped, Sparse*: element; Quantized: storage
  uint64_t size = 0;       // Array: bytes; Vec: lanes; Handle, Opaque: id; SparseBsr: block rows;
                           // Quantized: scale parameter
  uint32_t extra = 0;      // SparseBsr: block columns; Quantized: zero-point parameter
  Range dims = {};         // TensorShaped: shape; DeviceMesh: axes

  bool operator==(const Type&) const = default;
};

// The types of one program, each stored once.
class TypeTable {
 public:
  explicit TypeTable(std::pmr::memory_resource* memory)
      : types_(memory), dims_(memory), index_(memory) {}

  // The id of |type| with |dims|; adds it when it is new. |type.dims| is ignored.
  TypeId intern(Type type, std::span<const uint32_t> dims = {});

  const Type& operator[](TypeId id) const { return all()[id]; }
  std::span<const uint32_t> dims(TypeId id) const {
    const Range range = all()[id].dims;
    return std::span(dims_).subspan(range.first, range.count);
  }
  size_t size() const { return types_.empty() ? kScalarIds : types_.size(); }

 private:
  static constexpr size_t kScalarIds = 0x20;  // ids below are the tags themselves
  static const std::array<Type, kScalarIds> kScalars;

  TypeId add(const Type& type);

  // Most programs have no types of their own: the table is that of the scalars until one comes.
  const Type* all() const { return types_.empty() ? kScalars.data() : types_.data(); }

  std::pmr::vector<Type> types_;
  std::pmr::vector<uint32_t> dims_;
  IdIndex index_;
};

bool has_parameters(DataType tag);

// Whether a type with that tag wraps another one, named by Type::element.
bool has_element(DataType tag);

// What a Quantized type may store: I4, I8, I16, U8, U16, F8E4M3, F8E5M2, FP4, NF4.
bool is_quantized_storage(DataType tag);

// Tags of the scale schemes of a Quantized type; those of the zero-point schemes are one more,
// behind 0 for none.
enum class Scale : uint8_t { kPerTensor, kPerChannel, kPerGroup };

// Whether the tag exists and its parameter fits: 0 where there is none, at least 1 for a group.
bool is_valid_scale(uint8_t tag, uint32_t parameter);
bool is_valid_zero_point(uint8_t tag, uint32_t parameter);

// Ids of opaque types and operators have this bit set.
inline constexpr uint32_t kExtensionBit = 0x80000000u;

// Sizes of one element.
uint64_t min_bytes(const TypeTable& types, TypeId id);                  // stride; 0 = unsized
std::optional<uint64_t> size_bytes(const TypeTable& types, TypeId id);  // none = no fixed size
std::optional<uint64_t> bit_width(const TypeTable& types, TypeId id);   // none = no fixed width

// "U32", "Vec<F32,4>", "Quantized<I4,PerGroup(32),Absent>": the spelling of messages and JSON.
std::string type_name(const TypeTable& types, TypeId id);

// The tag's own name, "Vec" for a vector.
std::string_view tag_name(DataType tag);
std::optional<DataType> find_tag(std::string_view name);

// The reverse of type_name; adds what is new to |types|. Blanks after a comma are allowed. Fails
// with kMalformedJson: only texts from outside come here.
Result<TypeId> parse_type_name(TypeTable& types, std::string_view text);

}  // namespace vyre::ir
