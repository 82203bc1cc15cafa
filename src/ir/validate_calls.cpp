#include <optional>

#include "ir/validate_rules.h"

namespace vyre::ir {
namespace {

struct Spelling {
  std::string_view text;
  DataType type;
};

constexpr Spelling kSpellings[] = {
    {"u8", DataType::kU8},
    {"U8", DataType::kU8},
    {"u16", DataType::kU16},
    {"U16", DataType::kU16},
    {"u32", DataType::kU32},
    {"U32", DataType::kU32},
    {"u64", DataType::kU64},
    {"U64", DataType::kU64},
    {"i8", DataType::kI8},
    {"I8", DataType::kI8},
    {"i16", DataType::kI16},
    {"I16", DataType::kI16},
    {"i32", DataType::kI32},
    {"I32", DataType::kI32},
    {"i64", DataType::kI64},
    {"I64", DataType::kI64},
    {"f32", DataType::kF32},
    {"F32", DataType::kF32},
    {"bool", DataType::kBool},
    {"Bool", DataType::kBool},
    {"bytes", DataType::kBytes},
    {"Bytes", DataType::kBytes},
    {"vec2<u32>", DataType::kVec2U32},
    {"Vec2U32", DataType::kVec2U32},
    {"vec4<u32>", DataType::kVec4U32},
    {"Vec4U32", DataType::kVec4U32},
};

// The io ops pass handles around: "GpuBufferHandle", "GpuBufferHandle<[u32;3]>".
constexpr std::string_view kHandleSpelling = "GpuBufferHandle";

std::optional<DataType> type_of_spelling(std::string_view text) {
  for (const Spelling& spelling : kSpellings) {
    if (spelling.text == text) return spelling.type;
  }
  if (text.substr(0, kHandleSpelling.size()) == kHandleSpelling) return DataType::kHandle;
  return std::nullopt;
}

// A handle kept in a local counts as U32: that is the type of a local whose value has none.
bool fits(const Validation& v, TypeId argument, DataType wanted) {
  const DataType tag = v.program.types[argument].tag;
  return tag == wanted || (wanted == DataType::kHandle && tag == DataType::kU32);
}

void validate_argument(Validation& v, uint32_t index, ExprId argument,
                       const std::string& spelling) {
  const Findings::Step step(v.findings, "args", index);
  const auto wanted = type_of_spelling(spelling);
  if (!wanted) {
    return v.findings.error("V021", "the op declares an input of unknown type ",
                            display_name(spelling));
  }
  const TypeId type = v.types.of(argument);
  if (type == kUnknownType || fits(v, type, *wanted)) return;
  v.findings.error("V022", "the argument is ", v.type(type), ", the op takes ",
                   display_name(spelling));
}

}  // namespace

void validate_call(Validation& v, const Expr& expr) {
  if (v.options.ops == nullptr) return;
  const OpSignature* signature = v.options.ops->signature(v.program.names[expr.name]);
  if (signature == nullptr) {
    return v.findings.error("V016", "no op is named ", v.quoted(expr.name));
  }
  const auto arguments = v.program.arguments(expr);
  if (arguments.size() != signature->inputs.size()) {
    return v.findings.error("V020", "op ", v.quoted(expr.name), " takes ", signature->inputs.size(),
                            " arguments, the call has ", arguments.size());
  }
  for (uint32_t i = 0; i < arguments.size(); ++i) {
    validate_argument(v, i, arguments[i], signature->inputs[i]);
  }
}

}  // namespace vyre::ir
