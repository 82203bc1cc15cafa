#include "spirv/external/bounds.h"

#include <algorithm>

#include "ir/program/display_name.h"

namespace vyre::spirv {
namespace {

constexpr uint64_t kMaxDepth = 64;
constexpr uint64_t kMaxBytes = uint64_t{1} << 30;
constexpr uint64_t kMaxElements = 65'536;
constexpr uint64_t kPointerBytes = 8;

// Small enough that sums of two do not overflow.
constexpr uint64_t kFar = uint64_t{1} << 62;

uint64_t sum(uint64_t a, uint64_t b) { return std::min(a + b, kFar); }

uint64_t product(uint64_t a, uint64_t b) {
  uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? kFar : std::min(result, kFar);
}

}  // namespace

// One walk over the types in the order of the module, in which they are made before they are used.
// A pointer may come before what it points to, which then does not count.
class TypeBounds {
 public:
  TypeBounds(const ExternalModule& module, const ExternalConstants& values, bool are_chosen)
      : module_(module),
        values_(values),
        are_chosen_(are_chosen),
        extents_(module.definitions_.size()) {}

  Status check() {
    std::vector<uint32_t> order(extents_.size());
    for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&](uint32_t i) { return module_.definitions_[i].at; });
    for (const uint32_t i : order) {
      const ModuleInstruction one = module_.words_.instruction(module_.definitions_[i].at);
      learn(one, extents_[i]);
      VYRE_RETURN_IF_ERROR(check_extent(one[1], extents_[i]));
    }
    for (const uint32_t at : module_.variables_) VYRE_RETURN_IF_ERROR(check_variable(at));
    for (const uint32_t at : module_.local_variables_) VYRE_RETURN_IF_ERROR(check_variable(at));
    return {};
  }

 private:
  // Of a type that is written out: without padding, an array of open length with one element.
  struct Extent {
    uint64_t depth = 0;  // 0: it is no type
    uint64_t bytes = 0;
    uint64_t elements = 1;  // of its longest array, arrays inside of it counted along
    uint32_t untold = 0;    // an array inside of it whose length cannot be told, which counts as 1
  };

  Extent of(uint32_t type) const {
    const auto* row = ExternalModule::row_of(module_.definitions_, type);
    return row != nullptr ? extents_[static_cast<size_t>(row - module_.definitions_.data())]
                          : Extent();
  }

  std::string type_text(uint32_t id) const {
    const std::string name = module_.name_of(id);
    return concat("type ", id, name.empty() ? std::string() : concat(" ", ir::display_name(name)));
  }

  void learn(const ModuleInstruction& one, Extent& extent) const {
    switch (one.op) {
      case SpvOpTypeBool:
        extent = {1, sizeof(uint32_t)};
        break;
      case SpvOpTypeInt:
      case SpvOpTypeFloat:
        extent = {1, one[2] / 8};
        break;
      case SpvOpTypeVector:
      case SpvOpTypeMatrix:
        extent = repeated(one[2], one[3]);
        extent.elements = 1;
        break;
      case SpvOpTypeArray: {
        const std::optional<uint64_t> length = length_of(one);
        extent = repeated(one[2], length.value_or(1));
        if (!length) extent.untold = one[1];
        break;
      }
      case SpvOpTypeRuntimeArray:
        extent = repeated(one[2], 1);
        break;
      case SpvOpTypeStruct:
        extent = of_struct(one);
        break;
      case SpvOpTypePointer:
        extent = {of(one[3]).depth + 1, kPointerBytes};
        break;
      default:
        break;
    }
  }

  Extent repeated(uint32_t element, uint64_t count) const {
    const Extent one = of(element);
    return {one.depth + 1, product(one.bytes, count), product(one.elements, count), one.untold};
  }

  Extent of_struct(const ModuleInstruction& one) const {
    Extent all;
    for (const uint32_t type : one.words.subspan(2)) {
      const Extent member = of(type);
      all.depth = std::max(all.depth, member.depth);
      all.bytes = sum(all.bytes, member.bytes);
      all.elements = std::max(all.elements, member.elements);
      all.untold = std::max(all.untold, member.untold);
    }
    ++all.depth;
    return all;
  }

  std::optional<uint64_t> length_of(const ModuleInstruction& array) const {
    if (const auto value = values_.value(array[3])) return uint64_t{*value};
    return module_.literal(array[3]);
  }

  Status check_extent(uint32_t id, const Extent& extent) const {
    if (extent.depth > kMaxDepth) {
      return fail(Code::kUnsupportedFeature, "the SPIR-V module's ", type_text(id), " nests types ",
                  extent.depth, " deep, more than ", kMaxDepth, ". Fix: nest less deeply");
    }
    if (extent.bytes <= kMaxBytes) return {};
    return fail(Code::kUnsupportedFeature, "the SPIR-V module's ", type_text(id), " has ",
                extent.bytes == kFar ? "over " : "", extent.bytes,
                " bytes when it is written out, more than ", kMaxBytes,
                ". Fix: use smaller types, or arrays whose length is known when they are bound");
  }

  Status check_variable(uint32_t at) const {
    const ModuleInstruction variable = module_.words_.instruction(at);
    const bool is_own =
        variable[3] == SpvStorageClassFunction || variable[3] == SpvStorageClassPrivate;
    const auto pointer = is_own ? module_.find(variable[1]) : std::nullopt;
    if (!pointer || pointer->op != SpvOpTypePointer) return {};
    return check_own(variable, of((*pointer)[3]));
  }

  // The compilers of devices take a variable of an invocation apart, element by element.
  Status check_own(const ModuleInstruction& variable, const Extent& extent) const {
    const bool is_told = extent.untold == 0 || !are_chosen_;
    if (is_told && extent.elements <= kMaxElements) return {};
    const std::string which =
        concat("variable ", variable[2], " of the SPIR-V module is ",
               variable[3] == SpvStorageClassFunction ? "a function's" : "private", " and has ");
    if (!is_told) return untold(which, extent.untold);
    return fail(Code::kUnsupportedFeature, which, "an array of ", extent.elements,
                " elements, more than ", kMaxElements,
                ". Fix: keep it in a buffer, or make it smaller");
  }

  Status untold(const std::string& which, uint32_t array) const {
    const uint32_t division = values_.failed_division((*module_.find(array))[3]);
    const std::string start = concat(which, "an array, ", type_text(array), ", whose length ");
    if (division == 0) {
      return fail(Code::kUnsupportedFeature, start,
                  "cannot be told. Fix: make the length a constant of 32 bits");
    }
    return fail(Code::kUnsupportedFeature, start, "is undefined: the division of constant ",
                division,
                " has no result. Fix: choose specialization constants by which it does not divide "
                "by 0");
  }

  const ExternalModule& module_;
  const ExternalConstants& values_;
  const bool are_chosen_;
  std::vector<Extent> extents_;  // parallel to the module's definitions
};

Status check_type_bounds(const ExternalModule& module, const ExternalConstants& values,
                         bool are_chosen) {
  return TypeBounds(module, values, are_chosen).check();
}

}  // namespace vyre::spirv
