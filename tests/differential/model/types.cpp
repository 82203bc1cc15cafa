#include "types.h"

#include <algorithm>

#include "base/status/status.h"

namespace vyre::differential {

using Kind = Sort::Kind;

Sort sort(Kind kind) {
  switch (kind) {
    case Kind::kU32:
    case Kind::kSignedWord:
    case Kind::kEitherWord:
      return {kind, "U32", 4};
    case Kind::kWideWord:
      return {kind, "U32", 8};
    case Kind::kI32:
      return {kind, "I32", 4};
    case Kind::kU64:
    case Kind::kSmallU64:
      return {kind, "U64", 8};
    case Kind::kBool:
    case Kind::kLoadedBool:
    case Kind::kEitherBool:
      return {kind, "Bool", 4};
    case Kind::kF32:
      return {kind, "F32", 8};
    case Kind::kF64:
      return {kind, "F64", 8};
    case Kind::kRaw:
      break;
  }
  return {kind, "U8", 1};
}

Sort raw(std::string_view type, uint32_t bytes) { return {Kind::kRaw, std::string(type), bytes}; }

std::string sort_name(const Sort& sort) {
  switch (sort.kind) {
    case Kind::kSmallU64:
      return "small U64";
    case Kind::kLoadedBool:
      return "loaded Bool";
    case Kind::kSignedWord:
      return "I32 as U32";
    case Kind::kWideWord:
      return "U64 as U32";
    case Kind::kEitherWord:
      return "U32 or I32";
    case Kind::kEitherBool:
      return "Bool or U32";
    case Kind::kRaw:
      return concat(sort.type, " of ", sort.bytes, " bytes");
    case Kind::kU32:
    case Kind::kI32:
    case Kind::kU64:
    case Kind::kBool:
    case Kind::kF32:
    case Kind::kF64:
      break;
  }
  return sort.type;
}

const std::vector<Element>& elements() {
  static const std::vector<Element> all = [] {
    std::vector<Element> list = {
        {"U32", 4, sort(Kind::kU32)}, {"I32", 4, sort(Kind::kI32)},
        {"F32", 4, sort(Kind::kF32)}, {"U64", 8, sort(Kind::kU64)},
        {"F64", 8, sort(Kind::kF64)}, {"Bool", 4, sort(Kind::kLoadedBool)},
    };
    const std::pair<const char*, uint32_t> kRaws[] = {{"U8", 1},
                                                      {"I8", 1},
                                                      {"U16", 2},
                                                      {"I16", 2},
                                                      {"I64", 8},
                                                      {"F16", 2},
                                                      {"BF16", 2},
                                                      {"Vec2U32", 8},
                                                      {"Vec4U32", 16},
                                                      {"F8E4M3", 1},
                                                      {"F8E5M2", 1},
                                                      {"I4", 1},
                                                      {"FP4", 1},
                                                      {"NF4", 1},
                                                      {"Handle<3>", 4},
                                                      {"Vec<U8,4>", 4},
                                                      {"Vec<U16,3>", 6},
                                                      {"Vec<F32,4>", 16},
                                                      {"Quantized<I8,PerTensor,Absent>", 1}};
    for (const auto& [type, stride] : kRaws) list.push_back({type, stride, raw(type, stride)});
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
