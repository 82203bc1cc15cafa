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
void write_sort_key(wire::Writer& key, const Program& program, const Buffer& buffer) {
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
}

std::vector<uint32_t> canonical_order(const Program& program) {
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  if (order.size() < 2) return order;
  wire::Writer keys;
  std::vector<size_t> starts = {0};
  starts.reserve(order.size() + 1);
  for (const Buffer& buffer : program.buffers) {
    write_sort_key(keys, program, buffer);
    starts.push_back(keys.size());
  }
  const auto key = [&](uint32_t i) {
    return keys.bytes().subspan(starts[i], starts[i + 1] - starts[i]);
  };
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    const auto by_key = std::lexicographical_compare_three_way(key(a).begin(), key(a).end(),
                                                               key(b).begin(), key(b).end());
    return by_key == 0 ? a < b : by_key < 0;
  });
  return order;
}

Status write_canonical(const Program& program, wire::Writer& out) {
  return wire::encode_program(program, canonical_order(program), true, out);
}

}  // namespace

Result<std::vector<uint8_t>> encode_canonical(const Program& program) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(write_canonical(program, out));
  return out.copy();
}

Result<Digest> fingerprint(const Program& program) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(write_canonical(program, out));
  return blake3(out.bytes());
}

}  // namespace vyre::ir
