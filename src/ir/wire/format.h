#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "ir/program/limits.h"
#include "ir/program/program.h"

// The wire format; its layout in each generation and its rules are told in docs/wire-rules.md.
namespace vyre::ir::wire {

inline constexpr std::array<uint8_t, 4> kMagic = {'V', 'Y', 'R', 'E'};
inline constexpr std::array<uint8_t, 4> kFirstMagic = {'V', 'I', 'R', '0'};
inline constexpr std::array<uint8_t, 4> kGraphMagic = {'V', 'G', 'R', '0'};  // of no program
inline constexpr size_t kVersionAt = 4;
inline constexpr uint16_t kFlags = 0x0004;  // numbers in opaque payloads are little-endian
inline constexpr size_t kDigestAt = 8;
inline constexpr size_t kBodyAt = 40;

inline constexpr size_t kMaxBlob = 67108864;
inline constexpr uint32_t kMaxDepth = 64;        // statements and expressions inside each other
inline constexpr uint32_t kMaxFirstDepth = 256;  // in form 1
inline constexpr uint32_t kMaxPredicateDepth = 32;

inline constexpr std::string_view kMetadataOpId = "vyre.program.metadata";
inline constexpr std::string_view kMetadataMarker = "VYRE-META";

// The schema version in the header of that form, or 0.
constexpr uint16_t schema_of(WireForm form) {
  constexpr uint16_t kSchemas[] = {0, 1, 4, 4, 5, 6};
  return kSchemas[static_cast<size_t>(form)];
}

// One NaN, no subnormals, no negative zero.
constexpr uint32_t wire_f32(uint32_t bits) {
  const uint32_t magnitude = bits & 0x7FFFFFFFu;
  if (magnitude > 0x7F800000u) return 0x7FC00000u;
  return magnitude < 0x00800000u ? 0 : bits;
}

// Whether a buffer stands in the output list.
constexpr bool is_writable(Access access) {
  return access == Access::kReadWrite || access == Access::kWriteOnly;
}

// The op id of the record of an entry statement; empty for Opaque, whose kind it is.
constexpr std::string_view record_op_id(NodeKind kind) {
  if (kind == NodeKind::kOpaque) return {};
  switch (kind) {
#define NODE(name, tag, word, ...) \
  case NodeKind::name:             \
    return "vyre.node." word;
#include "ir/program/nodes.def"
  }
  return {};
}

}  // namespace vyre::ir::wire
