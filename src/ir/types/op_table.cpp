#include "ir/types/op_table.h"

#include <algorithm>

namespace vyre::ir {
namespace {

// Those whose names in lower case are spellings too.
constexpr DataType kScalars[] = {DataType::kU8,  DataType::kU16,  DataType::kU32,  DataType::kU64,
                                 DataType::kI8,  DataType::kI16,  DataType::kI32,  DataType::kI64,
                                 DataType::kF32, DataType::kBool, DataType::kBytes};

// The io ops pass handles around: "GpuBufferHandle", "GpuBufferHandle<[u32;3]>".
constexpr std::string_view kHandleSpelling = "GpuBufferHandle";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::optional<DataType> find_spelled_type(std::string_view text) {
  for (const DataType type : kScalars) {
    const std::string_view name = tag_name(type);
    if (text == name || std::ranges::equal(text, name, {}, {}, lower)) return type;
  }
  if (text == "Vec2U32" || text == "vec2<u32>") return DataType::kVec2U32;
  if (text == "Vec4U32" || text == "vec4<u32>") return DataType::kVec4U32;
  if (text.starts_with(kHandleSpelling)) return DataType::kHandle;
  return std::nullopt;
}

}  // namespace vyre::ir
