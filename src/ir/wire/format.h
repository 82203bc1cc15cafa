#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/program/program.h"

// The wire format, schema 4. A blob is
//
//   0   magic "VYRE" | 4  u16 version | 6  u16 flags | 8  32 bytes BLAKE3 of all that follows | 40
//   body body    = leb(1 + statements) record{...}  leb(buffers) region{...}  leb(outputs) leb
//   index{...} record  = leb-string op id, leb-sized payload, leb(0)
//
// Record 0 holds what belongs to the program and the first half of each buffer, every other record
// one statement of the entry list; a region is the second half of a buffer; the output list names
// every writable buffer. Integers are little-endian, "leb" is unsigned LEB128.
namespace vyre::ir::wire {

inline constexpr std::array<uint8_t, 4> kMagic = {'V', 'Y', 'R', 'E'};
inline constexpr uint16_t kVersion = 4;
inline constexpr uint16_t kFlags = 0x0004;  // numbers in opaque payloads are little-endian
inline constexpr size_t kDigestAt = 8;
inline constexpr size_t kBodyAt = 40;

inline constexpr std::string_view kMetadataOpId = "vyre.program.metadata";
inline constexpr std::string_view kMetadataMarker = "VYRE-META";

inline constexpr size_t kMaxBlob = 67108864;
inline constexpr uint32_t kMaxRecords = 1000000;
inline constexpr uint32_t kMaxNodesInList = 1000000;
inline constexpr uint32_t kMaxOperands = 1000000;
inline constexpr uint32_t kMaxBuffers = 16384;
inline constexpr uint32_t kMaxArguments = 4096;
inline constexpr uint32_t kMaxString = 1048576;
inline constexpr uint32_t kMaxPayload = 4194304;
inline constexpr uint32_t kMaxShape = 64;
inline constexpr uint32_t kMaxHints = 64;
inline constexpr uint32_t kMaxDepth = 64;  // statements and expressions inside each other

inline constexpr uint8_t kOpaqueOp = 0x80;

constexpr bool is_node_tag(uint8_t tag) { return tag <= 0x12 || tag == 0x80; }
constexpr bool is_expr_tag(uint8_t tag) { return tag <= 0x15 || tag == 0x80; }
constexpr bool is_data_type_tag(uint8_t tag) { return (tag >= 1 && tag <= 0x1F) || tag == 0x80; }
constexpr bool is_bin_op(uint8_t tag) { return (tag >= 1 && tag <= 0x21) || tag == kOpaqueOp; }
constexpr bool is_un_op(uint8_t tag) { return (tag >= 1 && tag <= 0x24) || tag == kOpaqueOp; }
constexpr bool is_atomic_op(uint8_t tag) { return (tag >= 1 && tag <= 0x0B) || tag == kOpaqueOp; }
constexpr bool is_collective_op(uint8_t tag) { return tag >= 1 && tag <= 6; }
constexpr bool is_ordering(uint8_t tag) { return tag <= 5; }
constexpr bool is_access(uint8_t tag) { return tag <= 4; }
constexpr bool is_memory_kind(uint8_t tag) { return tag <= 6; }
constexpr bool is_locality(uint8_t tag) { return tag <= 2; }

// The expressions that stand for 64-bit literals. Their payload is always 8 bytes.
constexpr bool is_literal_kind(std::string_view kind) {
  return kind == "vyre.literal.u64" || kind == "vyre.literal.i64" || kind == "vyre.literal.f64";
}
inline constexpr size_t kLiteralBytes = 8;

// Whether a buffer stands in the output list.
constexpr bool is_writable(Access access) {
  return access == Access::kReadWrite || access == Access::kWriteOnly;
}

// The op id of the record of an entry statement; empty for Opaque, whose kind it is.
std::string_view record_op_id(NodeKind kind);

}  // namespace vyre::ir::wire
