#include "ir/types/op_table.h"

namespace vyre::ir {
namespace {

struct Spelling {
  std::string_view lower;
  DataType type;
};

constexpr Spelling kSpellings[] = {
    {"u8", DataType::kU8},
    {"u16", DataType::kU16},
    {"u32", DataType::kU32},
    {"u64", DataType::kU64},
    {"i8", DataType::kI8},
    {"i16", DataType::kI16},
    {"i32", DataType::kI32},
    {"i64", DataType::kI64},
    {"f32", DataType::kF32},
    {"bool", DataType::kBool},
    {"bytes", DataType::kBytes},
    {"vec2<u32>", DataType::kVec2U32},
    {"vec4<u32>", DataType::kVec4U32},
};

// The io ops pass handles around: "GpuBufferHandle", "GpuBufferHandle<[u32;3]>".
constexpr std::string_view kHandleSpelling = "GpuBufferHandle";

}  // namespace

std::optional<DataType> find_spelled_type(std::string_view text) {
  for (const Spelling& spelling : kSpellings) {
    if (text == spelling.lower || text == tag_name(spelling.type)) return spelling.type;
  }
  if (text.starts_with(kHandleSpelling)) return DataType::kHandle;
  return std::nullopt;
}

}  // namespace vyre::ir
