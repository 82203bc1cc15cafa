#include "ir/wire/canonical.h"

#include <algorithm>
#include <compare>
#include <numeric>

#include "ir/analysis/generations.h"
#include "ir/wire/encode.h"
#include "ir/wire/types.h"

namespace vyre::ir {
namespace {

// The order of memory kinds in a sort key is not that of their wire tags.
uint8_t kind_rank(MemoryKind kind) {
  if (kind == MemoryKind::kPersistent) return 5;
  if (kind == MemoryKind::kPush) return 6;
  return static_cast<uint8_t>(kind);
}

// What orders buffers of one name.
void write_sort_key(wire::Writer& key, const Program& program, WireForm form,
                    const Buffer& buffer) {
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
  if (form != WireForm::k6) return;
  key.u8(static_cast<uint8_t>(buffer.linear_type));
  wire::write_predicate(key, program, buffer.shape_predicate);
}

// Canonical buffers stand in the byte order of their names, then of their other fields.
bool stands_before(const Program& program, WireForm form, uint32_t a, uint32_t b) {
  const Buffer &left = program.buffers[a], &right = program.buffers[b];
  if (left.name != right.name) {
    return wire::compare_texts(program.names[left.name], program.names[right.name]) < 0;
  }
  wire::Writer keys[2];
  write_sort_key(keys[0], program, form, left);
  write_sort_key(keys[1], program, form, right);
  const std::span<uint8_t> a_key = keys[0].bytes(), b_key = keys[1].bytes();
  const auto order = std::lexicographical_compare_three_way(a_key.begin(), a_key.end(),
                                                            b_key.begin(), b_key.end());
  return order == 0 ? a < b : order < 0;
}

Status encode_canonical(const Program& program, WireForm form, wire::Writer& out) {
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order,
                    [&](uint32_t a, uint32_t b) { return stands_before(program, form, a, b); });
  return wire::encode_program(program, {.form = form, .buffers = order, .canonical = true}, out);
}

// Whether reading it in |form| gives it the meaning that it has.
bool is_of(const Program& program, WireForm form) {
  return program.semantics == semantics_of(form) || !may_differ(program, semantics_of(form));
}

// Form 6 where form 4 refuses, or has another meaning. Gives the form.
Result<WireForm> encode_identity(const Program& program, wire::Writer& out) {
  if (is_of(program, WireForm::k4)) {
    if (encode_canonical(program, WireForm::k4, out).ok()) return WireForm::k4;
    out.clear();
  }
  VYRE_RETURN_IF_ERROR(encode_canonical(program, WireForm::k6, out));
  return WireForm::k6;
}

}  // namespace

Result<std::vector<uint8_t>> encode_canonical(const Program& program, WireForm form) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(encode_canonical(program, form, out));
  return out.copy();
}

Result<std::vector<uint8_t>> encode_canonical(const Program& program) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(encode_identity(program, out).status());
  return out.copy();
}

Result<Digest> fingerprint(const Program& program, WireForm form) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(encode_canonical(program, form, out));
  return blake3(out.bytes());
}

Result<Digest> fingerprint(const Program& program) {
  wire::Writer out;
  VYRE_ASSIGN_OR_RETURN(const WireForm form, encode_identity(program, out));
  const bool says_all = form == WireForm::k4 || is_of(program, form);
  if (!says_all) out.u8(static_cast<uint8_t>(program.semantics));
  return blake3(out.bytes());
}

}  // namespace vyre::ir
