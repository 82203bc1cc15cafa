#include "types.h"

#include <algorithm>

#include "base/status/status.h"

namespace vyre::differential {

using Kind = Sort::Kind;

namespace {

struct Row {
  Kind kind;
  const char* type;
  uint32_t bytes;
  const char* name;  // as sort_name tells it
};
constexpr Row kRows[] = {{Kind::kU32, "U32", 4, "U32"},
                         {Kind::kI32, "I32", 4, "I32"},
                         {Kind::kU64, "U64", 8, "U64"},
                         {Kind::kF32, "F32", 8, "F32"},
                         {Kind::kF64, "F64", 8, "F64"},
                         {Kind::kBool, "Bool", 4, "Bool"},
                         {Kind::kSmallU64, "U64", 8, "small U64"},
                         {Kind::kLoadedBool, "Bool", 4, "loaded Bool"},
                         {Kind::kSignedWord, "U32", 4, "I32 as U32"},
                         {Kind::kWideWord, "U32", 8, "U64 as U32"},
                         {Kind::kEitherWord, "U32", 4, "U32 or I32"},
                         {Kind::kEitherBool, "Bool", 4, "Bool or U32"},
                         {Kind::kRaw, "U8", 1, ""}};
static_assert(std::size(kRows) == static_cast<size_t>(Kind::kRaw) + 1, "a row for each kind");

constexpr const char* kQuantized = "Quantized<I8,PerTensor,Absent>";
// Types whose values are bytes, with their strides; the quantized one comes after them.
constexpr std::pair<const char*, uint32_t> kRaws[] = {
    {"U8", 1},        {"I8", 1},         {"U16", 2},        {"I16", 2},      {"I64", 8},
    {"F16", 2},       {"BF16", 2},       {"Vec2U32", 8},    {"Vec4U32", 16}, {"F8E4M3", 1},
    {"F8E5M2", 1},    {"I4", 1},         {"FP4", 1},        {"NF4", 1},      {"Handle<3>", 4},
    {"Vec<U8,4>", 4}, {"Vec<U16,3>", 6}, {"Vec<F32,4>", 16}};

}  // namespace

Sort sort(Kind kind) {
  const auto row = std::ranges::find(kRows, kind, &Row::kind);
  return {kind, row->type, row->bytes};
}

Sort raw(std::string_view type, uint32_t bytes) { return {Kind::kRaw, std::string(type), bytes}; }

std::string sort_name(const Sort& sort) {
  if (sort.kind == Kind::kRaw) return concat(sort.type, " of ", sort.bytes, " bytes");
  return std::ranges::find(kRows, sort.kind, &Row::kind)->name;
}

const std::vector<Element>& elements() {
  static const std::vector<Element> all = [] {
    std::vector<Element> list = {
        {"U32", 4, sort(Kind::kU32)}, {"I32", 4, sort(Kind::kI32)},
        {"F32", 4, sort(Kind::kF32)}, {"U64", 8, sort(Kind::kU64)},
        {"F64", 8, sort(Kind::kF64)}, {"Bool", 4, sort(Kind::kLoadedBool)},
    };
    for (const auto& [type, stride] : kRaws) list.push_back({type, stride, raw(type, stride)});
    list.push_back({kQuantized, 1, raw(kQuantized, 1)});
    return list;
  }();
  return all;
}

const Element& element_of(std::string_view type) {
  const auto found = std::find_if(elements().begin(), elements().end(),
                                  [&](const Element& element) { return element.type == type; });
  return found == elements().end() ? elements().front() : *found;
}

}  // namespace vyre::differential
