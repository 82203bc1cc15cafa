// The two halves of the buffers: the metadata record and the region section.
#include <algorithm>

#include "ir/wire/decoder.h"
#include "ir/wire/format.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

// Smallest buffer in the metadata record: empty name, numbers, flags, no range, hints.
constexpr size_t kMinBufferBytes = 21;

}  // namespace

bool Decoder::metadata() {
  const Cursor at = in_.cursor();
  std::span<const uint8_t> marker;
  if (!in_.bytes(kMetadataMarker.size(), marker)) return false;
  if (!std::ranges::equal(marker, kMetadataMarker)) {
    return in_.damaged("D30", at, "the metadata record does not begin with ", kMetadataMarker);
  }
  bool non_composable = false;
  if (!entry_op_id() || !workgroup_size() || !presence("D33", non_composable)) return false;
  out_.program().non_composable_with_self = non_composable;
  if (!buffers()) return false;
  if (in_.remaining() == 0) return true;
  return in_.damaged("D41", in_.cursor(), in_.remaining(), " bytes follow the last buffer");
}

bool Decoder::presence(const char* rule, bool& present) {
  uint8_t byte = 0;
  if (!in_.u8(byte)) return false;
  if (byte > 1) return in_.damaged(rule, in_.cursor() - 1, "byte ", byte, " is not 0 or 1");
  present = byte == 1;
  return true;
}

bool Decoder::entry_op_id() {
  bool present = false;
  if (!presence("D31", present)) return false;
  if (!present) return true;
  std::string_view text;
  if (!in_.string(text)) return false;
  out_.program().entry_op_id = out_.name(text);
  return true;
}

bool Decoder::workgroup_size() {
  const Cursor at = in_.cursor();
  auto& size = out_.program().workgroup_size;
  if (!in_.u32(size[0]) || !in_.u32(size[1]) || !in_.u32(size[2])) return false;
  if (std::ranges::find(size, 0u) == size.end()) return true;
  return in_.damaged("D32", at, "workgroup size ", size[0], " x ", size[1], " x ", size[2],
                     " has an axis of zero");
}

bool Decoder::buffers() {
  uint32_t count = 0;
  if (!in_.leb_count("buffers", kMaxBuffers, count, "D34")) return false;
  out_.program().buffers.reserve(std::min<size_t>(count, in_.remaining() / kMinBufferBytes));
  for (uint32_t i = 0; i < count; ++i) {
    if (!buffer()) return false;
  }
  return true;
}

bool Decoder::buffer() {
  Buffer buffer;
  std::string_view name;
  if (!in_.string(name) || !in_.u32(buffer.binding) || !in_.u32(buffer.count) ||
      !buffer_flags(buffer) || !output_range(buffer) || !hints(buffer.hints)) {
    return false;
  }
  buffer.name = out_.name(name);
  out_.add(buffer);
  return true;
}

bool Decoder::buffer_flags(Buffer& buffer) {
  const Cursor at = in_.cursor();
  uint8_t is_output = 0, live_out = 0;
  if (!in_.u8(is_output) || !in_.u8(live_out)) return false;
  buffer.is_output = is_output != 0;
  buffer.pipeline_live_out = live_out != 0;
  if (buffer.count != 0 || (!buffer.is_output && !buffer.pipeline_live_out)) return true;
  return in_.damaged(buffer.is_output ? "D35" : "D36", at, "buffer ", buffer_count(),
                     " is an output without a count");
}

bool Decoder::output_range(Buffer& buffer) {
  const Cursor at = in_.cursor();
  bool present = false;
  if (!presence("D37", present)) return false;
  if (!present) return true;
  ByteRange range;
  if (!in_.leb(range.start) || !in_.leb(range.end)) return false;
  if (range.start > range.end) {
    return in_.damaged("D38", at, "output range ", range.start, " to ", range.end,
                       " ends before it starts");
  }
  buffer.output_byte_range = range;
  return true;
}

bool Decoder::hints(Hints& hints) {
  bool has_axis = false;
  uint8_t axis = 0, locality = 0;
  if (!presence("D39", has_axis) || (has_axis && !in_.u8(axis))) return false;
  hints.coalesce_axis = has_axis ? std::optional(axis) : std::nullopt;
  if (!in_.u32(hints.preferred_alignment) || !in_.u8(locality)) return false;
  if (!is_locality(locality)) {
    return in_.damaged("D40", in_.cursor() - 1, "unknown cache locality ", locality);
  }
  hints.locality = static_cast<Locality>(locality);
  return true;
}

bool Decoder::regions() {
  const Cursor at = in_.cursor();
  uint32_t count = 0;
  if (!in_.leb_count("regions", kMaxBuffers, count)) return false;
  if (count != buffer_count()) {
    return in_.damaged("D50", at, count, " regions for ", buffer_count(), " buffers");
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (!region(i)) return false;
  }
  return true;
}

bool Decoder::region(uint32_t index) {
  const Cursor at = in_.cursor();
  uint32_t id = 0;
  if (!in_.leb32(id)) return false;
  if (id != index) return in_.damaged("D51", at, "region id ", id, " at place ", index);
  Buffer& buffer = out_.program().buffers[index];
  uint64_t count = 0;
  return region_tags(buffer) && shape(buffer, count) && region_hints(buffer) &&
         check_counts(buffer, count, at) && check_output_range(buffer, at);
}

bool Decoder::region_tags(Buffer& buffer) {
  uint8_t kind = 0, access = 0;
  if (!in_.u8(kind)) return false;
  if (!is_memory_kind(kind)) {
    return in_.damaged("D52", in_.cursor() - 1, "unknown memory kind ", kind);
  }
  if (!in_.u8(access)) return false;
  if (!is_access(access)) {
    return in_.damaged("D53", in_.cursor() - 1, "unknown buffer access ", access);
  }
  buffer.kind = static_cast<MemoryKind>(kind);
  buffer.access = static_cast<Access>(access);
  return true;
}

bool Decoder::shape(Buffer& buffer, uint64_t& count) {
  const Cursor tag_at = in_.cursor();
  uint8_t element = 0, shape_tag = 0;
  uint32_t length = 0;
  Cursor outer_end = nullptr;
  if (!in_.u8(element) || !in_.u8(shape_tag)) return false;
  if (shape_tag != 0) return in_.damaged("D54", tag_at + 1, "unknown shape ", shape_tag);
  if (!in_.leb_count("shape bytes", kMaxShape, length, "D55") || !in_.enter(length, outer_end)) {
    return false;
  }
  const Cursor count_at = in_.cursor();
  if (!in_.leb(count)) return false;
  if (count > UINT32_MAX) return in_.damaged("D56", count_at, "count ", count, " exceeds 32 bits");
  if (!read_dense_type(in_, element, tag_at, out_.program().types, buffer.element)) return false;
  return leave_exactly("D63", "shape", outer_end);
}

bool Decoder::region_hints(Buffer& buffer) {
  uint32_t length = 0;
  Cursor outer_end = nullptr;
  return in_.leb_count("hint bytes", kMaxHints, length, "D64") && in_.enter(length, outer_end) &&
         hints(buffer.hints) && leave_exactly("D65", "hints", outer_end);
}

bool Decoder::leave_exactly(const char* rule, std::string_view what, Cursor outer_end) {
  if (in_.remaining() != 0) {
    return in_.damaged(rule, in_.cursor(), in_.remaining(), " bytes follow the ", what);
  }
  in_.leave(outer_end);
  return true;
}

bool Decoder::check_counts(const Buffer& buffer, uint64_t count, Cursor at) {
  if (count != buffer.count) {
    return in_.damaged("D66", at, "the region has count ", count, ", its buffer ", buffer.count);
  }
  if (count == 0 && buffer.access == Access::kWorkgroup) {
    return in_.damaged("D67", at, "a workgroup buffer has no count");
  }
  return true;
}

bool Decoder::check_output_range(const Buffer& buffer, Cursor at) {
  if (!buffer.output_byte_range) return true;
  const Program& program = out_.program();
  const std::optional<uint64_t> element = size_bytes(program.types, buffer.element);
  if (!element) {
    return in_.damaged("D69", at, "an output range on ", type_name(program.types, buffer.element),
                       ", which has no fixed size");
  }
  uint64_t size = 0;
  if (__builtin_mul_overflow(*element, uint64_t{buffer.count}, &size)) {
    return in_.damaged("D70", at, "the buffer's size exceeds 64 bits");
  }
  if (buffer.output_byte_range->end <= size) return true;
  return in_.damaged("D71", at, "the output range ends at ", buffer.output_byte_range->end,
                     ", the buffer at ", size);
}

}  // namespace vyre::ir::wire
