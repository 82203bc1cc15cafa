#include "ir/canonical.h"

#include <algorithm>
#include <numeric>

#include "ir/wire_encode_program.h"
#include "ir/wire_types.h"

namespace vyre::ir {
namespace {

// The order of memory kinds in a sort key is not that of their wire tags.
uint8_t kind_rank(MemoryKind kind) {
  if (kind == MemoryKind::kPersistent) return 5;
  if (kind == MemoryKind::kPush) return 6;
  return static_cast<uint8_t>(kind);
}

// Canonical buffers stand in the byte order of this key.
std::vector<uint8_t> sort_key(const Program& program, const Buffer& buffer) {
  wire::Writer key;
  key.string(program.names[buffer.name]);
  key.u32(buffer.binding);
  key.u8(static_cast<uint8_t>(buffer.access));
  key.u8(kind_rank(buffer.kind));
  wire::write_inline_type(key, program.types, buffer.element);
  key.u32(buffer.count);
  key.boolean(buffer.is_output);
  key.boolean(buffer.pipeline_live_out);
  key.boolean(buffer.output_byte_range.has_value());
  if (buffer.output_byte_range) {
    const auto clamp = [](uint64_t at) {
      return static_cast<uint32_t>(std::min<uint64_t>(at, UINT32_MAX));
    };
    key.u32(clamp(buffer.output_byte_range->start));
    key.u32(clamp(buffer.output_byte_range->end));
  }
  wire::write_hints(key, buffer.hints);
  key.boolean(buffer.bytes_extraction);
  return key.take();
}

std::vector<uint32_t> canonical_order(const Program& program) {
  std::vector<std::vector<uint8_t>> keys;
  keys.reserve(program.buffers.size());
  for (const Buffer& buffer : program.buffers) keys.push_back(sort_key(program, buffer));
  std::vector<uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

}  // namespace

Result<std::vector<uint8_t>> encode_canonical(const Program& program) {
  return wire::encode_program(program, canonical_order(program), true);
}

Result<Digest> fingerprint(const Program& program) {
  VYRE_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, encode_canonical(program));
  return blake3(bytes);
}

}  // namespace vyre::ir
