#include "spirv/external/divisions.h"

#include <algorithm>

#include "ir/program/display_name.h"

namespace vyre::spirv {
namespace {

constexpr uint32_t kMaxComponents = 16;  // of a vector

using Number = std::optional<int64_t>;  // none: it cannot be told

bool is_signed_division(const ModuleInstruction& one) {
  return one.op == SpvOpSpecConstantOp && one.words.size() == 6 &&
         (one[3] == SpvOpSDiv || one[3] == SpvOpSRem || one[3] == SpvOpSMod);
}

int64_t extended(uint64_t bits, uint32_t width) {
  const uint32_t unused = 64 - width;
  return static_cast<int64_t>(bits << unused) >> unused;
}

int64_t smallest(uint32_t width) { return int64_t{-1} << (width - 1); }

std::string shown(Number number) {
  return number ? concat(*number) : std::string("what cannot be told");
}

}  // namespace

class ConstantDivisions {
 public:
  ConstantDivisions(const ExternalModule& module, const ExternalConstants& values)
      : module_(module), values_(values) {}

  Status check() const {
    for (const auto& row : module_.definitions_) {
      const ModuleInstruction one = module_.words_.instruction(row.at);
      if (is_signed_division(one)) VYRE_RETURN_IF_ERROR(check_one(one));
    }
    return {};
  }

 private:
  Status check_one(const ModuleInstruction& one) const {
    const auto type = module_.find(one[1]);
    const bool is_vector = type && type->op == SpvOpTypeVector;
    const uint32_t width = width_of(is_vector ? (*type)[2] : one[1]);
    const uint32_t count = is_vector ? std::min((*type)[3], kMaxComponents) : 1;
    for (uint32_t i = 0; width != 0 && i < count; ++i) {
      const Number a = component(one[4], i, width), b = component(one[5], i, width);
      const bool has_result = b.value_or(-1) != -1 || (a && *a != smallest(width));
      if (!has_result) return refuse(one[2], a, b);
    }
    return {};
  }

  // 0: it is no integer of up to 64 bits.
  uint32_t width_of(uint32_t type) const {
    const auto made = module_.find(type);
    return made && made->op == SpvOpTypeInt && (*made)[2] <= 64 ? (*made)[2] : 0;
  }

  Number component(uint32_t id, uint32_t i, uint32_t width) const {
    const auto made = module_.find(id);
    const bool has_parts =
        made && (made->op == SpvOpConstantComposite || made->op == SpvOpSpecConstantComposite);
    if (!has_parts) return number(id, width);
    return size_t{3} + i < made->words.size() ? number((*made)[3 + i], width) : std::nullopt;
  }

  Number number(uint32_t id, uint32_t width) const {
    if (const auto word = values_.value(id)) return extended(*word, std::min(width, 32u));
    const std::optional<uint64_t> bits = module_.literal(id);
    return bits ? Number(extended(*bits, width)) : std::nullopt;
  }

  Status refuse(uint32_t id, Number a, Number b) const {
    const std::string name = module_.name_of(id);
    return fail(Code::kUnsupportedFeature, "constant ", id,
                name.empty() ? std::string() : concat(" ", ir::display_name(name)),
                " of the SPIR-V module divides ", shown(a), " by ", shown(b),
                a && b ? ", which has no result" : ", which may have no result",
                ". Fix: choose specialization constants by which it does not divide the smallest "
                "number by -1");
  }

  const ExternalModule& module_;
  const ExternalConstants& values_;
};

Status check_divisions(const ExternalModule& module, const ExternalConstants& values) {
  return ConstantDivisions(module, values).check();
}

}  // namespace vyre::spirv
