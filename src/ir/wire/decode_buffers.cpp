// The two halves of the buffers: the metadata record and the region section.
#include <algorithm>

#include "ir/wire/format.h"
#include "ir/wire/sections.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

// Smallest buffer in the metadata record: empty name, numbers, flags, no range, hints.
constexpr size_t kMinBufferBytes = 21;

bool read_presence(Reader& in, const char* rule, bool& present) {
  uint8_t byte = 0;
  if (!in.number(byte)) return false;
  if (byte > 1) return in.damaged(rule, in.cursor() - 1, "byte ", byte, " is not 0 or 1");
  present = byte == 1;
  return true;
}

class BufferDecoder {
 public:
  BufferDecoder(Reader& in, Assembler& out) : in_(in), out_(out) {}

  bool metadata() {
    const Cursor at = in_.cursor();
    std::span<const uint8_t> marker;
    if (!in_.bytes(kMetadataMarker.size(), marker)) return false;
    if (!std::ranges::equal(marker, kMetadataMarker)) {
      return in_.damaged("D30", at, "the metadata record does not begin with ", kMetadataMarker);
    }
    bool non_composable = false;
    if (!read_entry_op_id(in_, out_) || !workgroup_size() || !presence("D33", non_composable))
      return false;
    out_.program().non_composable_with_self = non_composable;
    if (!buffers()) return false;
    if (in_.remaining() == 0) return true;
    return in_.damaged("D41", in_.cursor(), in_.remaining(), " bytes follow the last buffer");
  }

  bool regions() {
    const Cursor at = in_.cursor();
    uint32_t count = 0;
    if (!in_.leb_count("regions", kMaxBuffers, count)) return false;
    if (count != out_.program().buffers.size()) {
      return in_.damaged("D50", at, count, " regions for ", out_.program().buffers.size(),
                         " buffers");
    }
    for (uint32_t i = 0; i < count; ++i) {
      if (!region(i)) return false;
    }
    return true;
  }

 private:
  template <typename Tag>
  bool tag(const char* rule, const char* what, bool (*is_known)(uint8_t), Tag& out) {
    uint8_t byte = 0;
    if (!in_.number(byte)) return false;
    if (!is_known(byte)) return in_.damaged(rule, in_.cursor() - 1, "unknown ", what, ' ', byte);
    out = static_cast<Tag>(byte);
    return true;
  }

  bool presence(const char* rule, bool& present) { return read_presence(in_, rule, present); }

  bool workgroup_size() {
    const Cursor at = in_.cursor();
    auto& size = out_.program().workgroup_size;
    if (!in_.number(size[0]) || !in_.number(size[1]) || !in_.number(size[2])) return false;
    return check_workgroup_size(in_, at, size);
  }

  bool buffers() {
    uint32_t count = 0;
    if (!in_.leb_count("buffers", kMaxBuffers, count, "D34")) return false;
    out_.program().buffers.reserve(std::min<size_t>(count, in_.remaining() / kMinBufferBytes));
    for (uint32_t i = 0; i < count; ++i) {
      if (!buffer()) return false;
    }
    return true;
  }

  bool buffer() {
    Buffer buffer;
    std::string_view name;
    if (!in_.string(name) || !in_.number(buffer.binding) || !in_.number(buffer.count) ||
        !buffer_flags(buffer) || !output_range(buffer) || !hints(buffer.hints)) {
      return false;
    }
    if (in_.form() == WireForm::k6 && !traits(buffer)) return false;
    buffer.name = out_.name(name);
    out_.add(buffer);
    return true;
  }

  bool buffer_flags(Buffer& buffer) {
    const Cursor at = in_.cursor();
    uint8_t is_output = 0, live_out = 0;
    if (!in_.number(is_output) || !in_.number(live_out)) return false;
    buffer.is_output = is_output != 0;
    buffer.pipeline_live_out = live_out != 0;
    if (buffer.count != 0 || (!buffer.is_output && !buffer.pipeline_live_out)) return true;
    return in_.damaged(buffer.is_output ? "D35" : "D36", at, "buffer ",
                       out_.program().buffers.size(), " is an output without a count");
  }

  bool output_range(Buffer& buffer) {
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

  bool hints(Hints& hints) {
    bool has_axis = false;
    uint8_t axis = 0;
    if (!presence("D39", has_axis) || (has_axis && !in_.number(axis))) return false;
    hints.coalesce_axis = has_axis ? std::optional(axis) : std::nullopt;
    return in_.number(hints.preferred_alignment) &&
           tag("D40", "cache locality", is_locality, hints.locality);
  }

  bool traits(Buffer& buffer) {
    return tag("D44", "linear type", is_linear_type, buffer.linear_type) &&
           presence("D45", buffer.bytes_extraction) && predicate(0, buffer.shape_predicate);
  }

  // None at the outermost place alone. Both parts of a predicate are added before it.
  bool predicate(uint32_t depth, uint32_t& id) {
    const Cursor at = in_.cursor();
    uint8_t byte = 0;
    if (!in_.number(byte)) return false;
    if (byte == 0) return depth == 0 || in_.damaged("D47", at, "a predicate lacks an operand");
    if (depth == kMaxPredicateDepth) {
      return in_.too_large("D48", at, "predicates nest deeper than ", kMaxPredicateDepth);
    }
    if (!is_predicate(byte)) return in_.damaged("D46", at, "unknown predicate ", byte);
    ShapePredicate predicate{.kind = static_cast<ShapePredicate::Kind>(byte)};
    if (!numbers(predicate) || !parts(depth + 1, predicate)) return false;
    id = out_.add(predicate);
    return true;
  }

  bool numbers(ShapePredicate& predicate) {
    using enum ShapePredicate::Kind;
    if (predicate.kind == kAffineRange) {
      return affine(predicate.a) && affine(predicate.b) && affine(predicate.c) &&
             affine(predicate.d);
    }
    if (predicate.kind > kAffineRange) return true;
    return whole(predicate.a) && (predicate.kind != kModEquals || whole(predicate.b));
  }

  bool whole(int64_t& number) {
    uint32_t word = 0;
    if (!in_.number(word)) return false;
    number = word;
    return true;
  }

  bool affine(int64_t& number) {
    uint64_t bits = 0;
    if (!in_.leb(bits)) return false;
    number = static_cast<int64_t>(bits);
    return true;
  }

  bool parts(uint32_t depth, ShapePredicate& predicate) {
    const uint32_t count = part_count(predicate.kind);
    return (count < 1 || this->predicate(depth, predicate.left)) &&
           (count < 2 || this->predicate(depth, predicate.right));
  }

  bool region(uint32_t index) {
    const Cursor at = in_.cursor();
    uint32_t id = 0;
    if (!in_.leb32(id)) return false;
    if (id != index) return in_.damaged("D51", at, "region id ", id, " at place ", index);
    Buffer& buffer = out_.program().buffers[index];
    uint64_t count = 0;
    return tag("D52", "memory kind", is_memory_kind, buffer.kind) &&
           tag("D53", "buffer access", is_access, buffer.access) && shape(buffer, count) &&
           check_element(in_, out_.program(), buffer, at) && region_hints(buffer) &&
           check_counts(buffer, count, at) && check_output_range(buffer, at);
  }

  bool shape(Buffer& buffer, uint64_t& count) {
    const Cursor tag_at = in_.cursor();
    uint8_t element = 0, shape_tag = 0;
    uint32_t length = 0;
    Cursor outer_end = nullptr;
    if (!in_.number(element) || !in_.number(shape_tag)) return false;
    if (shape_tag != 0) return in_.damaged("D54", tag_at + 1, "unknown shape ", shape_tag);
    if (!in_.leb_count("shape bytes", kMaxShape, length, "D55") || !in_.enter(length, outer_end)) {
      return false;
    }
    const Cursor count_at = in_.cursor();
    if (!in_.leb(count)) return false;
    if (count > UINT32_MAX)
      return in_.damaged("D56", count_at, "count ", count, " exceeds 32 bits");
    if (!read_dense_type(in_, element, tag_at, out_.program().types, buffer.element)) return false;
    return leave_exactly("D63", "shape", outer_end);
  }

  bool region_hints(Buffer& buffer) {
    uint32_t length = 0;
    Cursor outer_end = nullptr;
    return in_.leb_count("hint bytes", kMaxHints, length, "D64") && in_.enter(length, outer_end) &&
           hints(buffer.hints) && leave_exactly("D65", "hints", outer_end);
  }

  bool leave_exactly(const char* rule, std::string_view what, Cursor outer_end) {
    if (in_.remaining() != 0) {
      return in_.damaged(rule, in_.cursor(), in_.remaining(), " bytes follow the ", what);
    }
    in_.leave(outer_end);
    return true;
  }

  bool check_counts(const Buffer& buffer, uint64_t count, Cursor at) {
    if (count != buffer.count) {
      return in_.damaged("D66", at, "the region has count ", count, ", its buffer ", buffer.count);
    }
    if (count == 0 && buffer.access == Access::kWorkgroup) {
      return in_.damaged("D67", at, "a workgroup buffer has no count");
    }
    return true;
  }

  bool check_output_range(const Buffer& buffer, Cursor at) {
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

  Reader& in_;
  Assembler& out_;
};

}  // namespace

bool read_entry_op_id(Reader& in, Assembler& out) {
  bool present = false;
  if (!read_presence(in, "D31", present)) return false;
  if (!present) return true;
  std::string_view text;
  if (!in.string(text)) return false;
  out.program().entry_op_id = out.name(text);
  return true;
}

bool check_workgroup_size(Reader& in, Cursor at, const std::array<uint32_t, 3>& size) {
  if (std::ranges::find(size, 0u) == size.end()) return true;
  return in.damaged("D32", at, "workgroup size ", size[0], " x ", size[1], " x ", size[2],
                    " has an axis of zero");
}

bool check_element(Reader& in, const Program& program, const Buffer& buffer, Cursor at) {
  const uint64_t bytes = size_bytes(program.types, buffer.element).value_or(0);
  const uint64_t most = in.bounds().max_element_bytes;
  if (bytes <= most) return true;
  return in.refuse("B2", at,
                   concat("an element of ", bytes, " bytes, at most ", most, " are allowed"),
                   "allow more (vyre_program_desc.max_element_bytes), or leave the program");
}

bool read_metadata(Reader& in, Assembler& out) { return BufferDecoder(in, out).metadata(); }

bool read_regions(Reader& in, Assembler& out) { return BufferDecoder(in, out).regions(); }

}  // namespace vyre::ir::wire
