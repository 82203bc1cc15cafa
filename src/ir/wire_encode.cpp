#include "ir/wire_encode.h"

#include <algorithm>
#include <numeric>

#include "base/blake3.h"
#include "ir/display_name.h"
#include "ir/wire_encode_body.h"
#include "ir/wire_encode_program.h"
#include "ir/wire_format.h"
#include "ir/wire_types.h"

namespace vyre::ir {
namespace wire {
namespace {

// Writes the sections of one blob in order. Records and shapes are written to a side buffer first,
// because their length stands before them.
class Encoder {
 public:
  Encoder(const Program& program, std::span<const uint32_t> order, bool canonical)
      : program_(program), order_(order), body_(program, part_, canonical) {}

  Result<std::vector<uint8_t>> run() {
    VYRE_RETURN_IF_ERROR(check());
    header();
    records();
    VYRE_RETURN_IF_ERROR(regions());
    output_list();
    VYRE_RETURN_IF_ERROR(body_.take_status());
    const Digest digest = blake3(out_.bytes().subspan(kBodyAt));
    std::ranges::copy(digest, out_.bytes().begin() + kDigestAt);
    return out_.take();
  }

 private:
  template <typename... Parts>
  static Status bad(std::string_view fix, const Parts&... parts) {
    return fail(Code::kInvalidProgram, "cannot encode the program: ", concat(parts...),
                ". Fix: ", fix, ".");
  }

  std::string buffer_text(const Buffer& buffer) const {
    return concat("buffer ", display_name(program_.names[buffer.name]));
  }

  Status check() const {
    const auto& size = program_.workgroup_size;
    if (std::ranges::find(size, 0u) != size.end()) {
      return bad("make every axis at least 1", "workgroup size ", size[0], " x ", size[1], " x ",
                 size[2], " has an axis of zero");
    }
    for (const uint32_t index : order_) VYRE_RETURN_IF_ERROR(check(program_.buffers[index]));
    return {};
  }

  Status check(const Buffer& buffer) const {
    if (buffer.count == 0 && (buffer.access == Access::kWorkgroup || buffer.pipeline_live_out)) {
      const bool shared = buffer.access == Access::kWorkgroup;
      return bad("give it a count", buffer_text(buffer), " is ",
                 shared ? "workgroup memory" : "live out", " and has count 0");
    }
    return buffer.output_byte_range ? check_range(buffer, *buffer.output_byte_range) : Status();
  }

  Status check_range(const Buffer& buffer, ByteRange range) const {
    const auto bad_range = [&](std::string_view why) {
      return bad("choose a range inside the buffer", buffer_text(buffer), ": output range ",
                 range.start, " to ", range.end, ' ', why);
    };
    if (range.start > range.end) return bad_range("ends before it starts");
    if (buffer.count == 0) return {};
    const std::optional<uint64_t> element = size_bytes(program_.types, buffer.element);
    if (!element) return bad_range("on elements without a fixed size");
    uint64_t size;
    if (__builtin_mul_overflow(*element, uint64_t{buffer.count}, &size) || range.end > size) {
      return bad_range("ends after the buffer");
    }
    return {};
  }

  void header() {
    out_.raw(kMagic);
    out_.u16(kVersion);
    out_.u16(kFlags);
    out_.zeros(kBodyAt - out_.size());
  }

  void records() {
    uint32_t count = 1;
    body_.for_each_listed(program_.entry, [&](NodeId) { ++count; });
    out_.leb(count);
    part_.clear();
    metadata();
    record(kMetadataOpId);
    body_.for_each_listed(program_.entry, [&](NodeId id) {
      const Node& node = program_.nodes[id];
      part_.clear();
      body_.node(id);
      record(node.kind == NodeKind::kOpaque ? program_.names[node.name] : record_op_id(node.kind));
    });
  }

  // Appends the side buffer as a record.
  void record(std::string_view op_id) {
    out_.leb_string(op_id);
    sized_part();
    out_.leb(0);
  }

  void sized_part() {
    out_.leb(part_.size());
    out_.raw(part_.bytes());
  }

  void metadata() {
    part_.raw(kMetadataMarker);
    part_.boolean(program_.entry_op_id.has_value());
    if (program_.entry_op_id) body_.string(program_.names[*program_.entry_op_id]);
    for (const uint32_t axis : program_.workgroup_size) part_.u32(axis);
    part_.boolean(program_.non_composable_with_self);
    part_.leb(order_.size());
    for (const uint32_t index : order_) buffer(program_.buffers[index]);
  }

  void buffer(const Buffer& buffer) {
    body_.string(program_.names[buffer.name]);
    part_.u32(buffer.binding);
    part_.u32(buffer.count);
    part_.boolean(buffer.is_output);
    part_.boolean(buffer.pipeline_live_out);
    part_.boolean(buffer.output_byte_range.has_value());
    if (buffer.output_byte_range) {
      part_.leb(buffer.output_byte_range->start);
      part_.leb(buffer.output_byte_range->end);
    }
    write_hints(part_, buffer.hints);
  }

  Status regions() {
    out_.leb(order_.size());
    for (uint32_t i = 0; i < order_.size(); ++i) {
      VYRE_RETURN_IF_ERROR(region(i, program_.buffers[order_[i]]));
    }
    return {};
  }

  Status region(uint32_t id, const Buffer& buffer) {
    out_.leb(id);
    out_.u8(static_cast<uint8_t>(buffer.kind));
    out_.u8(static_cast<uint8_t>(buffer.access));
    out_.u8(static_cast<uint8_t>(program_.types[buffer.element].tag));
    out_.u8(0);
    part_.clear();
    part_.leb(buffer.count);
    if (!write_dense_parameters(part_, program_.types, buffer.element)) {
      return bad("use another element type", buffer_text(buffer), " has the element ",
                 type_name(program_.types, buffer.element), ", which the format cannot carry");
    }
    sized_part();
    part_.clear();
    write_hints(part_, buffer.hints);
    sized_part();
    return {};
  }

  void output_list() {
    const auto is_output = [&](uint32_t i) { return is_writable(program_.buffers[i].access); };
    out_.leb(static_cast<uint64_t>(std::ranges::count_if(order_, is_output)));
    for (uint32_t i = 0; i < order_.size(); ++i) {
      if (is_output(order_[i])) out_.leb(i);
    }
  }

  const Program& program_;
  const std::span<const uint32_t> order_;
  Writer out_;
  Writer part_;
  BodyEncoder body_;
};

}  // namespace

void write_hints(Writer& out, const Hints& hints) {
  out.boolean(hints.coalesce_axis.has_value());
  if (hints.coalesce_axis) out.u8(*hints.coalesce_axis);
  out.u32(hints.preferred_alignment);
  out.u8(static_cast<uint8_t>(hints.locality));
}

Result<std::vector<uint8_t>> encode_program(const Program& program,
                                            std::span<const uint32_t> buffers, bool canonical) {
  return Encoder(program, buffers, canonical).run();
}

}  // namespace wire

Result<std::vector<uint8_t>> encode_wire(const Program& program) {
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  return wire::encode_program(program, order, false);
}

}  // namespace vyre::ir
