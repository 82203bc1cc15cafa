#pragma once

#include <array>
#include <optional>
#include <vector>

#include "ir/program/constant_value.h"
#include "spirv/module/builder.h"
#include "spirv/module/value_kinds.h"

namespace vyre::spirv {

// The size of a workgroup where the module knows it: not on axes that the program names.
using KnownSize = std::array<std::optional<uint32_t>, 3>;

// How many invocations a workgroup has, where all axes are known.
std::optional<uint32_t> known_lanes(const KnownSize& size);

// |size| without the axes that are among |named|.
KnownSize known_size(const std::array<uint32_t, 3>& size, std::span<const ir::ConstantValue> named);

// The kind of a specialization value at run time: an element type is the number of its tag.
Kind kind_of(ir::ConstantKind kind);

// The specialization value that |expr| is; none for everything else.
std::optional<ir::ConstantValue> constant_value(const Program& program, const Expr& expr);

// What a program names, as constants that are words: number i is the i-th in the order of names.
class SpecConstants {
 public:
  // |named| is borrowed.
  SpecConstants(ModuleBuilder& module, std::span<const ir::ConstantValue> named,
                const std::array<uint32_t, 3>& declared_size)
      : module_(module), named_(named), declared_size_(declared_size), ids_(named.size()) {}

  // The value that |expr| is, when it is one.
  std::optional<Value> value(const Program& program, const Expr& expr) {
    const std::optional<ir::ConstantValue> named = constant_value(program, expr);
    if (!named) return std::nullopt;
    return Value::of(kind_of(named->kind), constant(index_of(named->name)));
  }

  // The workgroup size on an axis that is named.
  Id axis(uint32_t axis) { return constant(index_of(ir::kWorkgroupSpecs[axis])); }

 private:
  size_t index_of(std::string_view name) const;
  Id constant(size_t index);

  ModuleBuilder& module_;
  const std::span<const ir::ConstantValue> named_;
  const std::array<uint32_t, 3> declared_size_;
  std::vector<Id> ids_;  // kNoId until it is used
};

}  // namespace vyre::spirv
