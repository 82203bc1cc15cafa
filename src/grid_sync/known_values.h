#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "grid_sync/barrier_facts.h"

namespace vyre::grid_sync {

// The length of a buffer that is not known, or that is just this.
inline constexpr uint32_t kUnknownLength = UINT32_MAX;

// What decides how a program is cut, besides the program.
struct Launch {
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> workgroup_size = {1, 1, 1};
  std::span<const uint32_t> lengths;  // elements, by index of Program::buffers
};

// A value that the host knows: every invocation has it.
struct KnownValue {
  DataType type = DataType::kU32;  // kU32, kI32 or kBool (0 or 1)
  uint32_t bits = 0;
  bool operator==(const KnownValue&) const = default;
};

// The locals whose value is KnownValue at one point of the walk.
class KnownLocals {
 public:
  KnownLocals(const Program& program, const BarrierFacts& facts, const Launch& launch)
      : program_(program), facts_(facts), launch_(launch) {}

  void set(NodeId declaration, std::optional<KnownValue> value);

  const std::unordered_map<NodeId, KnownValue>& values() const { return values_; }

  // Literals, buffer lengths, ids of axes that have one workgroup, KnownValue locals, and what
  // integer and logical operators make of them. None when anything else is in it.
  std::optional<KnownValue> value_of(ExprId expr) const;

 private:
  std::optional<KnownValue> binary(const Expr& expr) const;
  std::optional<KnownValue> unary(const Expr& expr) const;
  std::optional<KnownValue> cast(const Expr& expr) const;
  std::optional<KnownValue> length(const Expr& expr) const;

  const Program& program_;
  const BarrierFacts& facts_;
  const Launch& launch_;
  std::unordered_map<NodeId, KnownValue> values_;
};

}  // namespace vyre::grid_sync
