#include "ir/wire/encode.h"

#include <algorithm>
#include <numeric>

#include "base/hash/blake3.h"
#include "ir/analysis/generations.h"
#include "ir/program/display_name.h"
#include "ir/validate/validate.h"
#include "ir/wire/encode_body.h"
#include "ir/wire/format.h"
#include "ir/wire/types.h"

namespace vyre::ir {
namespace wire {
namespace {

// What of the traits of |buffer| form 6 alone has; empty: nothing.
std::string_view trait_of(const Buffer& buffer) {
  if (buffer.linear_type != LinearType::kUnrestricted) return "linear type";
  if (buffer.bytes_extraction) return "bytes extraction";
  return buffer.shape_predicate != kNone ? "shape predicate" : "";
}

// Writes the sections of one blob in order.
class Encoder {
 public:
  Encoder(const Program& program, const Layout& layout, Writer& out)
      : program_(program),
        form_(layout.form),
        order_(layout.buffers),
        out_(out),
        body_(program, out, layout.form, layout.canonical) {}

  Status run() {
    VYRE_RETURN_IF_ERROR(check());
    header();
    records();
    VYRE_RETURN_IF_ERROR(regions());
    output_list();
    return body_.take_status();
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
    VYRE_RETURN_IF_ERROR(check_traits(buffer));
    return buffer.output_byte_range ? check_range(buffer, *buffer.output_byte_range) : Status();
  }

  Status check_traits(const Buffer& buffer) const {
    if (form_ == WireForm::k6) return {};
    const std::string_view trait = trait_of(buffer);
    if (trait.empty()) return {};
    return bad("write it in form 6", "the ", trait, " of ", buffer_text(buffer),
               " does not fit form ", form_name(form_));
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
    out_.u16(schema_of(form_));
    out_.u16(kFlags);
    out_.zeros(kBodyAt - out_.size());
  }

  void records() {
    uint32_t count = 1;
    body_.for_each_listed(program_.entry, [&](NodeId) { ++count; });
    out_.leb(count);
    record(kMetadataOpId, [&] { metadata(); });
    body_.for_each_listed(program_.entry, [&](NodeId id) {
      const Node& node = program_.nodes[id];
      const bool is_opaque = node.kind == NodeKind::kOpaque;
      record(is_opaque ? program_.names[node.name] : record_op_id(node.kind),
             [&] { body_.node(id); });
    });
  }

  template <typename Write>
  void record(std::string_view op_id, Write write) {
    out_.leb_string(op_id);
    out_.sized(2, write);
    out_.leb(0);
  }

  void metadata() {
    out_.raw(kMetadataMarker);
    out_.boolean(program_.entry_op_id.has_value());
    if (program_.entry_op_id) body_.string(program_.names[*program_.entry_op_id]);
    for (const uint32_t axis : program_.workgroup_size) out_.u32(axis);
    out_.boolean(program_.non_composable_with_self);
    out_.leb(order_.size());
    for (const uint32_t index : order_) buffer(program_.buffers[index]);
  }

  void buffer(const Buffer& buffer) {
    body_.string(program_.names[buffer.name]);
    uint8_t* at = out_.room(out_.cursor(), kMaxBufferBytes);
    at = put(put(at, buffer.binding), buffer.count);
    *at++ = buffer.is_output;
    *at++ = buffer.pipeline_live_out;
    *at++ = buffer.output_byte_range.has_value();
    if (buffer.output_byte_range) {
      at = put_leb(put_leb(at, buffer.output_byte_range->start), buffer.output_byte_range->end);
    }
    out_.advance_to(at);
    write_hints(out_, buffer.hints);
    if (form_ == WireForm::k6) traits(buffer);
  }

  void traits(const Buffer& buffer) {
    out_.u8(static_cast<uint8_t>(buffer.linear_type));
    out_.boolean(buffer.bytes_extraction);
    if (write_predicate(out_, program_, buffer.shape_predicate)) return;
    body_.refuse(concat("the shape predicate of ", buffer_text(buffer),
                        " nests deeper than 32 or has a number beyond 32 bits"),
                 "write it as JSON");
  }

  Status regions() {
    out_.leb(order_.size());
    for (uint32_t i = 0; i < order_.size(); ++i) {
      VYRE_RETURN_IF_ERROR(region(i, program_.buffers[order_[i]]));
    }
    return {};
  }

  Status region(uint32_t id, const Buffer& buffer) {
    uint8_t* at = put_leb(out_.room(out_.cursor(), 16), id);
    *at++ = static_cast<uint8_t>(buffer.kind);
    *at++ = static_cast<uint8_t>(buffer.access);
    *at++ = static_cast<uint8_t>(program_.types[buffer.element].tag);
    *at++ = 0;
    out_.advance_to(at);
    bool fits = true;
    out_.sized(1, [&] {
      out_.leb(buffer.count);
      fits = write_dense_parameters(out_, program_.types, buffer.element);
    });
    if (!fits) {
      return bad("use another element type", buffer_text(buffer), " has the element ",
                 type_name(program_.types, buffer.element), ", which the format cannot carry");
    }
    out_.sized(1, [&] { write_hints(out_, buffer.hints); });
    return {};
  }

  void output_list() {
    const auto is_output = [&](uint32_t i) { return is_writable(program_.buffers[i].access); };
    out_.leb(static_cast<uint64_t>(std::ranges::count_if(order_, is_output)));
    for (uint32_t i = 0; i < order_.size(); ++i) {
      if (is_output(order_[i])) out_.leb(i);
    }
  }

  // Of what stands between the name and the hints of a buffer.
  static constexpr size_t kMaxBufferBytes = 4 + 4 + 3 + 10 + 10;

  const Program& program_;
  const WireForm form_;
  const std::span<const uint32_t> order_;
  Writer& out_;
  BodyEncoder body_;
};

class PredicateWriter {
 public:
  PredicateWriter(Writer& out, const Program& program) : out_(out), program_(program) {}

  bool write(uint32_t id, uint32_t depth) {
    if (id == kNone) return out_.u8(0), true;
    if (depth == kMaxPredicateDepth) return false;
    const ShapePredicate& predicate = program_.predicates[id];
    out_.u8(static_cast<uint8_t>(predicate.kind));
    const uint32_t parts = part_count(predicate.kind);
    return numbers(predicate) && (parts < 1 || write(predicate.left, depth + 1)) &&
           (parts < 2 || write(predicate.right, depth + 1));
  }

 private:
  bool numbers(const ShapePredicate& predicate) {
    using enum ShapePredicate::Kind;
    if (predicate.kind > kAffineRange) return true;
    if (predicate.kind < kAffineRange) {
      return word(predicate.a) && (predicate.kind != kModEquals || word(predicate.b));
    }
    for (const int64_t number : {predicate.a, predicate.b, predicate.c, predicate.d}) {
      out_.leb(static_cast<uint64_t>(number));
    }
    return true;
  }

  bool word(int64_t number) {
    out_.u32(static_cast<uint32_t>(number));
    return number >= 0 && number <= UINT32_MAX;
  }

  Writer& out_;
  const Program& program_;
};

}  // namespace

void write_hints(Writer& out, const Hints& hints) {
  uint8_t* at = out.room(out.cursor(), 16);
  *at++ = hints.coalesce_axis.has_value();
  if (hints.coalesce_axis) *at++ = *hints.coalesce_axis;
  at = put(at, hints.preferred_alignment);
  *at++ = static_cast<uint8_t>(hints.locality);
  out.advance_to(at);
}

bool write_predicate(Writer& out, const Program& program, uint32_t id) {
  return PredicateWriter(out, program).write(id, 0);
}

Status encode_program(const Program& program, const Layout& layout, Writer& out) {
  VYRE_RETURN_IF_ERROR(Encoder(program, layout, out).run());
  const Digest digest = blake3(out.bytes().subspan(kBodyAt));
  put_raw(out.at(kDigestAt), digest.data(), digest.size());
  return {};
}

}  // namespace wire

namespace {

// Nothing gives another result, or is found.
bool means_the_same(const Program& program, Semantics other) {
  if (other == program.semantics) return true;
  return !may_differ(program, other) &&
         find_violations(program, {.semantics = other}).error_count ==
             find_violations(program).error_count;
}

}  // namespace

WireForm default_form(const Program& program) {
  using enum WireForm;
  const WireForm read = program.form == k5 ? k6 : program.form;
  if (read > k1 && semantics_of(read) == program.semantics) return read;
  return has_one_reading(program) && means_the_same(program, semantics_of(k4)) ? k4 : k6;
}

Status encode_wire(const Program& program, WireForm form, wire::Writer& out) {
  std::vector<uint32_t> order(program.buffers.size());
  std::iota(order.begin(), order.end(), 0u);
  return wire::encode_program(program, {.form = form, .buffers = order}, out);
}

Result<std::vector<uint8_t>> encode_wire(const Program& program, WireForm form) {
  wire::Writer out;
  VYRE_RETURN_IF_ERROR(encode_wire(program, form, out));
  return out.copy();
}

Result<std::vector<uint8_t>> encode_wire(const Program& program) {
  return encode_wire(program, default_form(program));
}

}  // namespace vyre::ir
