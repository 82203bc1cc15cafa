#include "spirv/module/module.h"

#include <algorithm>

#include "ir/math/canonical_f32.h"

namespace vyre::spirv {

uint32_t element_count(const Element& element, uint64_t bytes) {
  const uint64_t bits = element.counted_bits();
  return bits == 0 ? 0 : static_cast<uint32_t>(std::min<uint64_t>(bytes * 8 / bits, UINT32_MAX));
}

std::vector<uint32_t> constant_words(const Module& module, const specialization::Map& values) {
  std::vector<uint32_t> words;
  for (const Module::Constant& constant : module.constants) {
    const specialization::Value* value = values.find(constant.name);
    const uint32_t bits = value != nullptr ? value->bits() : 0;
    words.push_back(constant.kind == ir::ConstantKind::kF32 ? ir::canonical_f32(bits) : bits);
  }
  return words;
}

}  // namespace vyre::spirv
