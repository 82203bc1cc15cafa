#include "spirv/module/spec_constants.h"

#include <algorithm>

namespace vyre::spirv {

std::optional<uint32_t> known_lanes(const KnownSize& size) {
  if (!size[0] || !size[1] || !size[2]) return std::nullopt;
  return *size[0] * *size[1] * *size[2];
}

KnownSize known_size(const std::array<uint32_t, 3>& size,
                     std::span<const ir::ConstantValue> named) {
  KnownSize known = {size[0], size[1], size[2]};
  for (const ir::ConstantValue& value : named) {
    if (const auto axis = ir::workgroup_axis(value.name)) known[*axis].reset();
  }
  return known;
}

Kind kind_of(ir::ConstantKind kind) {
  if (kind == ir::ConstantKind::kI32) return Kind::kI32;
  if (kind == ir::ConstantKind::kF32) return Kind::kF32;
  return kind == ir::ConstantKind::kBool ? Kind::kBool : Kind::kU32;
}

std::optional<ir::ConstantValue> constant_value(const Program& program, const Expr& expr) {
  if (!ir::is_constant_value(program, expr)) return std::nullopt;
  const auto read = ir::read_constant_value(program.bytes(expr.args));
  return read.ok() ? std::optional(read.value()) : std::nullopt;
}

size_t SpecConstants::index_of(std::string_view name) const {
  const auto found = std::ranges::lower_bound(named_, name, {}, &ir::ConstantValue::name);
  return static_cast<size_t>(found - named_.begin());
}

// What the module says itself never counts: pipelines give every number a value. It is the same
// whatever they give.
Id SpecConstants::constant(size_t index) {
  if (ids_[index] == kNoId) {
    const auto axis = ir::workgroup_axis(named_[index].name);
    const uint32_t initial = axis ? declared_size_[*axis] : named_[index].initial.value_or(0);
    ids_[index] = module_.spec_constant(static_cast<uint32_t>(index), initial);
  }
  return ids_[index];
}

}  // namespace vyre::spirv
