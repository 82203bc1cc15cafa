#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ir/program/ops.h"

// How large a program may be, and which numbers stand for something in it. They are those of the
// wire format, and hold of programs that come another way too.
namespace vyre::ir {

inline constexpr uint32_t kMaxRecords = 1000000;
inline constexpr uint32_t kMaxNodesInList = 1000000;
inline constexpr uint32_t kMaxOperands = 1000000;
inline constexpr uint32_t kMaxBuffers = 16384;
inline constexpr uint32_t kMaxArguments = 4096;
inline constexpr uint32_t kMaxString = 1048576;
inline constexpr uint32_t kMaxPayload = 4194304;
inline constexpr uint32_t kMaxDims = 4096;  // of a tensor or a mesh
inline constexpr uint32_t kMaxShape = 64;
inline constexpr uint32_t kMaxHints = 64;

// What whoever loads a program asks for beside these, of bytes that nobody trusts.
struct LoadBounds {
  uint64_t max_statements = UINT64_MAX;
  uint64_t max_element_bytes = UINT64_MAX;  // of one element of a buffer
};

inline constexpr uint8_t kOpaqueOp = 0x80;

constexpr bool is_data_type_tag(uint8_t tag) { return (tag >= 1 && tag <= 0x1F) || tag == 0x80; }
constexpr bool is_op(uint8_t tag, uint8_t last) {
  return (tag >= 1 && tag <= last) || tag == kOpaqueOp;
}
constexpr bool is_bin_op(uint8_t tag) { return is_op(tag, ops::kLastBinOp); }
constexpr bool is_un_op(uint8_t tag) { return is_op(tag, ops::kLastUnOp); }
constexpr bool is_atomic_op(uint8_t tag) { return is_op(tag, ops::kLastAtomicOp); }
constexpr bool is_reduce_op(uint8_t tag) { return tag >= 1 && tag <= ops::kLastReduceOp; }
constexpr bool is_collective_op(uint8_t tag) { return tag >= 1 && tag <= 6; }
constexpr bool is_linear_type(uint8_t tag) { return tag <= 3; }
constexpr bool is_predicate(uint8_t tag) { return tag >= 1 && tag <= 9; }
constexpr bool is_ordering(uint8_t tag) { return tag <= 5; }
constexpr bool is_access(uint8_t tag) { return tag <= 4; }
constexpr bool is_memory_kind(uint8_t tag) { return tag <= 6; }
constexpr bool is_locality(uint8_t tag) { return tag <= 2; }

// The expressions that stand for 64-bit literals. Their payload is always 8 bytes.
constexpr bool is_literal_kind(std::string_view kind) {
  return kind == "vyre.literal.u64" || kind == "vyre.literal.i64" || kind == "vyre.literal.f64";
}
inline constexpr size_t kLiteralBytes = 8;

}  // namespace vyre::ir
