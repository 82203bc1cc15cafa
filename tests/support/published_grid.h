#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "ir/program/program.h"

namespace vyre::test {

// The buffers and the grid that published results were made with. A library launch infers its grid
// by another rule, so replaying gives this one as an override.

// Starts as zeros; the caller gives no bytes for it.
inline bool is_allocated_by_backend(const ir::Buffer& buffer) {
  return buffer.is_output || buffer.access == ir::Access::kWriteOnly ||
         (buffer.access == ir::Access::kReadWrite && buffer.pipeline_live_out);
}

inline bool is_returned(const ir::Buffer& buffer) {
  return is_allocated_by_backend(buffer) || buffer.access == ir::Access::kReadWrite;
}

inline bool inputs_widen_grid(const ir::Program& program) {
  for (const ir::Buffer& buffer : program.buffers) {
    if (buffer.access == ir::Access::kWorkgroup) return true;
  }
  return std::any_of(program.exprs.begin(), program.exprs.end(),
                     [](const ir::Expr& expr) { return expr.kind == ir::ExprKind::kAtomic; });
}

// The least g with g to the power of |axes| at least |groups|.
inline uint32_t min_root(uint64_t groups, uint32_t axes) {
  uint64_t root = 1;
  const auto power = [&] {
    return axes == 1 ? root : axes == 2 ? root * root : root * root * root;
  };
  while (power() < groups) root = axes == 1 ? groups : root + 1;
  return static_cast<uint32_t>(root);
}

// |bytes| has the size of every buffer of the program; those of workgroup memory do not count.
inline uint64_t published_elements(const ir::Program& program, std::span<const uint64_t> bytes) {
  uint64_t written = 0, read = 1, nodes = 0;
  bool has_output = false;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const ir::Buffer& buffer = program.buffers[i];
    if (buffer.access == ir::Access::kWorkgroup) continue;
    const uint64_t stride = ir::min_bytes(program.types, buffer.element);
    const uint64_t elements = stride == 0 ? bytes[i] : bytes[i] / stride;
    has_output = has_output || is_returned(buffer);
    uint64_t& most = is_returned(buffer) ? written : read;
    most = std::max(most, elements);
    if (buffer.binding == 0 && program.names[buffer.name] == "pg_nodes") nodes = buffer.count;
  }
  const bool widens = !has_output || inputs_widen_grid(program);
  return std::max({written, nodes, widens ? read : uint64_t{1}});
}

inline std::array<uint32_t, 3> published_grid(const ir::Program& program,
                                              std::span<const uint64_t> bytes) {
  const auto& size = program.workgroup_size;
  const uint64_t lanes = std::min<uint64_t>(uint64_t{size[0]} * size[1] * size[2], UINT32_MAX);
  const uint64_t groups = (published_elements(program, bytes) + lanes - 1) / lanes;
  uint32_t active = 0;
  for (const uint32_t axis : size) active += axis > 1 ? 1 : 0;
  const uint32_t side = min_root(groups, std::max(active, 1u));
  if (active == 0) return {side, 1, 1};
  return {size[0] > 1 ? side : 1, size[1] > 1 ? side : 1, size[2] > 1 ? side : 1};
}

}  // namespace vyre::test
