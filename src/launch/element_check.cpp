#include "launch/element_check.h"

#include <algorithm>

namespace vyre::launch {
namespace {

constexpr uint8_t kScalePerGroup = 2;
constexpr uint8_t kZeroPointPerGroup = 3;

bool has_empty_axis(const ir::TypeTable& types, ir::TypeId id) {
  const auto dims = types.dims(id);
  return std::ranges::find(dims, 0u) != dims.end();
}

bool has_empty_group(const ir::Type& type) {
  return (type.scale == kScalePerGroup && type.size == 0) ||
         (type.zero_point == kZeroPointPerGroup && type.extra == 0);
}

// What is wrong with one level of a type, or null.
const char* defect(const ir::TypeTable& types, ir::TypeId id) {
  const ir::Type& type = types[id];
  switch (type.tag) {
    case ir::DataType::kVec:
      return type.size == 0 ? "a vector of no lanes" : nullptr;
    case ir::DataType::kArray:
      return type.size == 0 ? "an array of no bytes" : nullptr;
    case ir::DataType::kTensorShaped:
      return has_empty_axis(types, id) ? "a shape with an empty axis" : nullptr;
    case ir::DataType::kDeviceMesh:
      return has_empty_axis(types, id) ? "a mesh with an empty axis" : nullptr;
    case ir::DataType::kSparseBsr:
      return type.size == 0 || type.extra == 0 ? "a block of no elements" : nullptr;
    case ir::DataType::kQuantized:
      return has_empty_group(type) ? "a quantization group of no elements" : nullptr;
    case ir::DataType::kU32:
    case ir::DataType::kI32:
    case ir::DataType::kU64:
    case ir::DataType::kVec2U32:
    case ir::DataType::kVec4U32:
    case ir::DataType::kBool:
    case ir::DataType::kBytes:
    case ir::DataType::kF16:
    case ir::DataType::kBF16:
    case ir::DataType::kF32:
    case ir::DataType::kF64:
    case ir::DataType::kTensor:
    case ir::DataType::kU8:
    case ir::DataType::kU16:
    case ir::DataType::kI8:
    case ir::DataType::kI16:
    case ir::DataType::kI64:
    case ir::DataType::kHandle:
    case ir::DataType::kSparseCsr:
    case ir::DataType::kSparseCoo:
    case ir::DataType::kF8E4M3:
    case ir::DataType::kF8E5M2:
    case ir::DataType::kI4:
    case ir::DataType::kFP4:
    case ir::DataType::kNF4:
    case ir::DataType::kOpaque:
      return nullptr;
  }
  return nullptr;
}

}  // namespace

Status check_element_type(const ir::TypeTable& types, ir::TypeId element) {
  for (ir::TypeId id = element; id != ir::kNone; id = types[id].element) {
    if (const char* what = defect(types, id)) {
      return fail(Code::kInvalidProgram, "element type ", ir::type_name(types, element), " is ",
                  what, ". Fix: give every part of the type a size of at least 1");
    }
  }
  return {};
}

}  // namespace vyre::launch
