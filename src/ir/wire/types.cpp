#include "ir/wire/types.h"

#include <array>
#include <vector>

#include "ir/wire/format.h"

namespace vyre::ir::wire {
namespace {

bool is_sparse(DataType tag) {
  return tag == DataType::kSparseCsr || tag == DataType::kSparseCoo || tag == DataType::kSparseBsr;
}

bool read_dims(Reader& in, std::vector<uint32_t>& dims) {
  const Cursor at = in.cursor();
  uint32_t count = 0;
  if (!in.number(count)) return false;
  if (in.form() > WireForm::k4 && count > kMaxDims) {
    return in.too_large("D15", at, count, " dimensions, at most ", kMaxDims);
  }
  if (count > in.remaining() / 4) {
    return in.damaged("D10", at, count, " dimensions do not fit the ", in.remaining(),
                      " bytes that are left");
  }
  dims.resize(count);
  for (uint32_t& dim : dims) {
    if (!in.number(dim)) return false;
  }
  return true;
}

bool check_extension(Reader& in, const char* rule, Cursor at, uint64_t id) {
  if ((id & kExtensionBit) != 0) return true;
  return in.damaged(rule, at, "extension id ", id, " lacks its top bit");
}

// Scale and zero point have been read into |type|; |rules| are those for storage, scale, zero
// point.
bool check_quantized(Reader& in, Cursor at, const TypeTable& types, const Type& type,
                     const std::array<const char*, 3>& rules) {
  if (const DataType storage = types[type.element].tag; !is_quantized_storage(storage)) {
    return in.damaged(rules[0], at, "a quantized type cannot store ", tag_name(storage));
  }
  if (!is_valid_scale(type.scale, static_cast<uint32_t>(type.size))) {
    return in.damaged(rules[1], at, "scale scheme ", type.scale, " with parameter ", type.size);
  }
  if (!is_valid_zero_point(type.zero_point, type.extra)) {
    return in.damaged(rules[2], at, "zero-point scheme ", type.zero_point, " with parameter ",
                      type.extra);
  }
  return true;
}

// Reads inline types without recursion: tags of wrapped types first, then the innermost type, then
// the parameters from the inside out. A program may nest them thousands deep.
class InlineReader {
 public:
  InlineReader(Reader& in, TypeTable& types, uint32_t depth)
      : in_(in), types_(types), depth_(depth) {}

  bool read(TypeId& id) {
    id = kNone;
    DataType tag = DataType::kU32;
    if (!read_tag(tag)) return false;
    while (has_element(tag)) {
      open_.push_back(tag);
      if (!read_tag(tag)) return false;
    }
    if (!finish(tag, id)) return false;
    for (; !open_.empty(); open_.pop_back()) {
      if (!finish(open_.back(), id)) return false;
    }
    return true;
  }

 private:
  bool read_tag(DataType& tag) {
    if (in_.form() > WireForm::k4 && depth_++ >= kMaxDepth) {
      return in_.too_deep(in_.cursor(), kMaxDepth);
    }
    uint8_t byte = 0;
    if (!in_.number(byte)) return false;
    if (!is_data_type_tag(byte)) {
      return in_.damaged("D102", in_.cursor() - 1, "unknown type ", byte);
    }
    tag = static_cast<DataType>(byte);
    return true;
  }

  template <typename Integer>
  bool size(Type& type) {
    Integer number = 0;
    if (!in_.number(number)) return false;
    type.size = number;
    return true;
  }

  // Reads the parameters of a type around |id|, which is none for the innermost.
  bool finish(DataType tag, TypeId& id) {
    Type type{.tag = tag, .element = id};
    dims_.clear();
    if (has_parameters(tag) && !read_parameters(type)) return false;
    id = types_.intern(type, dims_);
    return true;
  }

  bool read_parameters(Type& type) {
    const Cursor at = in_.cursor();
    if (type.tag == DataType::kVec) return size<uint8_t>(type);
    if (type.tag == DataType::kTensorShaped || type.tag == DataType::kDeviceMesh) {
      return read_dims(in_, dims_);
    }
    if (type.tag == DataType::kSparseBsr) return size<uint32_t>(type) && in_.number(type.extra);
    if (!has_element(type.tag)) {
      return size<uint32_t>(type) &&
             (type.tag != DataType::kOpaque || check_extension(in_, "D103", at, type.size));
    }
    if (type.tag != DataType::kQuantized) return true;
    return in_.number(type.scale) && size<uint32_t>(type) && in_.number(type.zero_point) &&
           in_.number(type.extra) &&
           check_quantized(in_, at, types_, type, {"D104", "D105", "D105"});
  }

  Reader& in_;
  TypeTable& types_;
  uint32_t depth_;
  std::vector<DataType> open_;
  std::vector<uint32_t> dims_;
};

// A LEB128 scheme tag, then a LEB128 parameter.
bool read_dense_scheme(Reader& in, const char* rule, uint8_t& tag, uint64_t& parameter) {
  const Cursor at = in.cursor();
  uint64_t wide_tag = 0;
  if (!in.leb(wide_tag) || !in.leb(parameter)) return false;
  if (wide_tag > UINT8_MAX || parameter > UINT32_MAX) {
    return in.damaged(rule, at, "scheme ", wide_tag, " with parameter ", parameter);
  }
  tag = static_cast<uint8_t>(wide_tag);
  return true;
}

bool read_dense_quantized(Reader& in, const TypeTable& types, Type& type) {
  const Cursor at = in.cursor();
  uint64_t storage = 0;
  if (!in.leb(storage)) return false;
  if (storage > UINT8_MAX || !is_quantized_storage(static_cast<DataType>(storage))) {
    return in.damaged("D60", at, "a quantized type cannot store type ", storage);
  }
  type.element = static_cast<TypeId>(storage);
  uint64_t zero_point_parameter = 0;
  if (!read_dense_scheme(in, "D61", type.scale, type.size) ||
      !read_dense_scheme(in, "D62", type.zero_point, zero_point_parameter)) {
    return false;
  }
  type.extra = static_cast<uint32_t>(zero_point_parameter);
  return check_quantized(in, at, types, type, {"D60", "D61", "D62"});
}

bool read_dense_id(Reader& in, Type& type) {
  const Cursor at = in.cursor();
  if (!in.leb(type.size)) return false;
  if (type.size > UINT32_MAX) return in.damaged("D58", at, "id ", type.size, " exceeds 32 bits");
  return type.tag != DataType::kOpaque || check_extension(in, "D59", at, type.size);
}

void write_dims(Writer& out, std::span<const uint32_t> dims) {
  out.u32(static_cast<uint32_t>(dims.size()));
  for (const uint32_t dim : dims) out.u32(dim);
}

// What follows the innermost tag, or the element of a wrapped type.
bool write_parameters(Writer& out, const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (!has_parameters(type.tag)) return true;
  if (type.tag == DataType::kVec) {
    out.u8(static_cast<uint8_t>(type.size));
  } else if (type.tag == DataType::kTensorShaped || type.tag == DataType::kDeviceMesh) {
    write_dims(out, types.dims(id));
  } else if (type.tag == DataType::kSparseBsr) {
    out.u32(static_cast<uint32_t>(type.size));
    out.u32(type.extra);
  } else if (type.tag == DataType::kQuantized) {
    out.u8(type.scale);
    out.u32(static_cast<uint32_t>(type.size));
    out.u8(type.zero_point);
    out.u32(type.extra);
  } else if (!has_element(type.tag)) {
    out.u32(static_cast<uint32_t>(type.size));
    return type.size <= UINT32_MAX;
  }
  return true;
}

}  // namespace

bool read_inline_type(Reader& in, TypeTable& types, uint32_t depth, TypeId& id) {
  return InlineReader(in, types, depth).read(id);
}

bool read_first_type(Reader& in, TypeTable& types, TypeId& id) {
  using enum DataType;
  constexpr DataType kTags[] = {kU32, kI32, kU64,  kVec2U32, kVec4U32, kBool, kBytes,
                                kF32, kF16, kBF16, kF64,     kTensor,  kArray};
  uint8_t byte = 0;
  if (!in.number(byte)) return false;
  if (byte >= std::size(kTags)) {
    return in.damaged("D102", in.cursor() - 1, "unknown type ", byte);
  }
  Type type{.tag = kTags[byte]};
  uint32_t size = 0;
  if (type.tag == kArray && !in.number(size)) return false;
  type.size = size;
  id = types.intern(type);
  return true;
}

bool read_dense_type(Reader& in, uint8_t tag, Cursor tag_at, TypeTable& types, TypeId& id) {
  Type type{.tag = static_cast<DataType>(tag)};
  const bool wrapped = has_element(type.tag) && type.tag != DataType::kQuantized;
  if (!is_data_type_tag(tag) || wrapped || type.tag == DataType::kDeviceMesh) {
    return in.damaged("D57", tag_at, "type ", tag, " cannot be the element of a buffer");
  }
  if (type.tag == DataType::kQuantized) {
    if (!read_dense_quantized(in, types, type)) return false;
  } else if (type.tag == DataType::kArray) {
    if (!in.leb(type.size)) return false;
  } else if (has_parameters(type.tag)) {
    if (!read_dense_id(in, type)) return false;
  }
  id = types.intern(type);
  return true;
}

bool write_inline_type(Writer& out, const TypeTable& types, TypeId id) {
  std::vector<TypeId> open;
  for (; has_element(types[id].tag); id = types[id].element) {
    out.u8(static_cast<uint8_t>(types[id].tag));
    open.push_back(id);
  }
  out.u8(static_cast<uint8_t>(types[id].tag));
  if (!write_parameters(out, types, id)) return false;
  for (; !open.empty(); open.pop_back()) write_parameters(out, types, open.back());
  return true;
}

bool write_dense_parameters(Writer& out, const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (is_sparse(type.tag) || type.tag == DataType::kDeviceMesh) return false;
  if (type.tag == DataType::kArray || type.tag == DataType::kHandle ||
      type.tag == DataType::kOpaque) {
    out.leb(type.size);
  }
  if (type.tag != DataType::kQuantized) return true;
  const DataType storage = types[type.element].tag;
  out.leb(static_cast<uint8_t>(storage));
  out.leb(type.scale);
  out.leb(type.size);
  out.leb(type.zero_point);
  out.leb(type.extra);
  return is_quantized_storage(storage) &&
         is_valid_scale(type.scale, static_cast<uint32_t>(type.size)) &&
         is_valid_zero_point(type.zero_point, type.extra);
}

}  // namespace vyre::ir::wire
