#include "ir/wire/decode.h"

#include <algorithm>
#include <array>

#include "base/hash/blake3.h"
#include "ir/program/display_name.h"
#include "ir/wire/format.h"
#include "ir/wire/sections.h"
#include "ir/wire/sound.h"

namespace vyre::ir {
namespace wire {
namespace {

// About what published programs need for their size; more is asked for when one needs more.
struct Room {
  explicit Room(size_t blob) {
    const size_t size = std::min<size_t>(blob, 1 << 20);
    exprs = size / 9 + 8;
    nodes = size / 48 + 8;
    lists = size / 32 + 8;
    names = size / 64 + 16;
    text = size / 8 + 64;
    buffers = size / 256 + 6;
  }

  size_t bytes() const {
    return exprs * sizeof(Expr) + nodes * sizeof(Node) + lists * sizeof(uint32_t) +
           2 * names * sizeof(uint32_t) + text + buffers * sizeof(Buffer) + 64;
  }

  size_t exprs, nodes, lists, names, text, buffers;
};

// Reads a whole blob, section by section. Each method reads one section and answers whether it
// worked; the reader keeps the first failure.
class Decoder {
 public:
  Decoder(std::span<const uint8_t> blob, std::pmr::memory_resource* memory,
          const LoadBounds& bounds, const Reading& reading)
      : blob_(blob),
        reading_(reading),
        in_(blob, bounds),
        scratch_(first_scratch_.data(), first_scratch_.size(), memory),
        out_(memory, Room(blob.size()).bytes(), &scratch_),
        ids_(&scratch_),
        entry_(&scratch_) {
    ids_.reserve(64);
  }

  Result<std::shared_ptr<const Program>> run() {
    if (!envelope()) return in_.take_status();
    reserve();
    if (!records() || !read_regions(in_, out_) || !output_list()) return in_.take_status();
    Program& program = out_.program();
    program.entry = out_.list(entry_);
    program.form = in_.form();
    program.semantics = semantics_in(reading_, in_.form());
    return out_.finish_unchecked();
  }

  // Whether form 4 op has other bytes for what was read in form 4.
  bool has_two_forms() const { return in_.form() == WireForm::k4 && in_.met_reduction(); }

 private:
  void reserve() {
    const Room room(blob_.size());
    Program& program = out_.program();
    program.exprs.reserve(room.exprs);
    program.nodes.reserve(std::min<uint64_t>(room.nodes, in_.bounds().max_statements));
    program.lists.reserve(room.lists);
    program.names.reserve(room.names, room.text);
  }

  bool envelope() {
    if (blob_.size() > kMaxBlob) {
      return in_.too_large("D01", in_.place(0), blob_.size(), " bytes, at most ", kMaxBlob);
    }
    return header() && flags() && digest();
  }

  bool header() {
    if (blob_.size() >= 4 && std::ranges::equal(blob_.first(4), kGraphMagic)) {
      return in_.refuse("D03", in_.place(0), "the bytes are a program graph, VGR0, and no program",
                        "pass the programs of its nodes one by one");
    }
    if (blob_.size() < 4 || !std::ranges::equal(blob_.first(4), kMagic)) {
      return in_.refuse(
          "D03", in_.place(0), "the bytes do not begin with VYRE",
          "pass a program in wire form, JSON that begins with a brace, or a SPIR-V module");
    }
    if (blob_.size() < 6) {
      return in_.damaged("D04", in_.end(), "the bytes end before the version");
    }
    in_.move_to(in_.place(kVersionAt));
    uint16_t version = 0;
    if (!in_.number(version) || !schema(version)) return false;
    if (blob_.size() >= kBodyAt) return true;
    return in_.damaged("D05", in_.end(), "the header has 40 bytes, ", blob_.size(), " are there");
  }

  bool schema(uint16_t version) {
    using enum WireForm;
    if (version < 4 || version > 6) {
      return in_.refuse("D02", in_.place(kVersionAt),
                        concat("schema version ", version, ", expected 4, 5 or 6"),
                        "write the program in schema version 4 or 6, as vyre 0.4.1 to 0.7 do, or "
                        "as JSON");
    }
    in_.set_form(version == 4 ? form_of_schema_4() : version == 5 ? k5 : k6);
    if (reading_.form == kAny || reading_.form == in_.form()) return true;
    return in_.refuse("D02", in_.place(kVersionAt),
                      concat("schema version ", version, ", expected ", schema_of(reading_.form)),
                      "ask for no form, or for the one that the bytes have");
  }

  // 0.7 reads what form 5 has under this header too.
  WireForm form_of_schema_4() const {
    using enum WireForm;
    if (reading_.form == k4 || reading_.form == k4Op) return reading_.form;
    if (reading_.semantics == Semantics::kV0_7) return k5;
    return reading_.semantics == Semantics::kV0_6_5 ? k4Op : k4;
  }

  bool flags() {
    uint16_t flags = 0;
    if (!in_.number(flags)) return false;
    if (flags == kFlags) return true;
    return in_.damaged(flags == 0 ? "D07" : "D06", in_.place(6), "flags ", flags, ", expected ",
                       kFlags);
  }

  bool digest() {
    const Digest actual = blake3(blob_.subspan(kBodyAt));
    if (std::ranges::equal(actual, blob_.subspan(kDigestAt, actual.size()))) {
      in_.move_to(in_.place(kBodyAt));
      return true;
    }
    return in_.refuse("D08", in_.place(kDigestAt), "the digest does not match the bytes after it",
                      "copy the program again, it was damaged on its way");
  }

  bool records() {
    const Cursor at = in_.cursor();
    uint32_t count = 0;
    if (!in_.leb_count("records", kMaxRecords, count, "D21")) return false;
    if (count == 0) return in_.damaged("D20", at, "there is no metadata record");
    if (count - 1 > in_.bounds().max_statements) return in_.too_many_statements(at);
    entry_.reserve(std::min<size_t>(count - 1, in_.remaining()));
    for (uint32_t i = 0; i < count; ++i) {
      if (!record(i)) return false;
    }
    return true;
  }

  // The payload stands before the operand list but is judged after it.
  bool record(uint32_t index) {
    const Cursor op_id_at = in_.cursor();
    std::string_view op_id;
    std::span<const uint8_t> payload;
    if (!record_frame(index, op_id, payload)) return false;
    const Cursor next = in_.cursor();
    if (index == 0 && op_id != kMetadataOpId) {
      return in_.damaged("D23", op_id_at, "the first record is ", display_name(op_id),
                         " instead of '", kMetadataOpId, "'");
    }
    in_.move_to(payload.data());
    Cursor outer_end = nullptr;
    if (!in_.enter(payload.size(), outer_end)) return false;
    if (!(index == 0 ? read_metadata(in_, out_) : statement(op_id, op_id_at))) return false;
    in_.leave(outer_end);
    in_.move_to(next);
    return true;
  }

  bool record_frame(uint32_t index, std::string_view& op_id, std::span<const uint8_t>& payload) {
    uint64_t size = 0;
    return in_.leb_string(op_id) && payload_size(size) && in_.bytes(size, payload) &&
           operands(index);
  }

  bool payload_size(uint64_t& size) {
    if (in_.form() == WireForm::k4) return in_.leb(size);
    uint32_t bounded = 0;
    if (!in_.leb_count("record bytes", kMaxPayload, bounded)) return false;
    size = bounded;
    return true;
  }

  bool operands(uint32_t index) {
    const Cursor at = in_.cursor();
    uint32_t count = 0;
    if (!in_.leb_count("operands", kMaxOperands, count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      const Cursor operand_at = in_.cursor();
      uint32_t operand = 0;
      if (!in_.leb32(operand)) return false;
      if (operand >= index) {
        return in_.damaged("D22", operand_at, "operand ", operand, " of record ", index,
                           " does not come before it");
      }
    }
    if (count == 0) return true;
    return in_.damaged("D25", at, "record ", index, " has ", count, " operands instead of none");
  }

  bool statement(std::string_view op_id, Cursor op_id_at) {
    NodeId id = kNone;
    if (!read_statement(in_, out_, ids_, id)) return false;
    if (in_.remaining() != 0) {
      return in_.damaged("D26", in_.cursor(), in_.remaining(), " bytes follow the statement");
    }
    const std::string_view expected = record_op_id(out_.program().nodes[id].kind);
    if (op_id != expected) {
      return in_.damaged("D27", op_id_at, "the record is called ", display_name(op_id),
                         " but holds '", expected, "'");
    }
    entry_.push_back(id);
    return true;
  }

  // Strictly ascending indices of all writable buffers, nothing else.
  bool output_list() {
    const auto& buffers = out_.program().buffers;
    const Cursor list_at = in_.cursor();
    uint32_t count = 0;
    if (!in_.leb_count("outputs", kMaxBuffers, count, "D80")) return false;
    uint32_t next = 0;  // the first buffer that the list has not passed
    uint32_t writable = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const Cursor at = in_.cursor();
      uint32_t index = 0;
      if (!in_.leb32(index)) return false;
      if (index >= buffers.size()) return in_.damaged("D81", at, "output ", index, " is no buffer");
      if (!is_writable(buffers[index].access)) {
        return in_.damaged("D82", at, "output ", index, " is not writable");
      }
      if (index < next) return in_.damaged("D83", at, "output ", index, " is out of order");
      next = index + 1;
    }
    for (const Buffer& buffer : buffers) writable += is_writable(buffer.access) ? 1 : 0;
    if (writable != count) {
      return in_.damaged("D84", list_at, count, " outputs listed, ", writable,
                         " buffers are writable");
    }
    if (in_.remaining() == 0) return true;
    return in_.damaged("D85", in_.cursor(), in_.remaining(), " bytes follow the program");
  }

  const std::span<const uint8_t> blob_;
  const Reading reading_;
  Reader in_;
  std::array<std::byte, 2048> first_scratch_;  // enough for most programs
  std::pmr::monotonic_buffer_resource scratch_;
  Assembler out_;
  std::pmr::vector<uint32_t> ids_;  // of the statement that is being read
  std::pmr::vector<NodeId> entry_;
};

}  // namespace

Semantics semantics_in(const Reading& reading, WireForm form) {
  return reading.semantics == Semantics::kAny ? semantics_of(form) : reading.semantics;
}

}  // namespace wire

Result<std::shared_ptr<const Program>> decode_wire(std::span<const uint8_t> bytes,
                                                   std::pmr::memory_resource* memory,
                                                   const LoadBounds& bounds,
                                                   const Reading& reading) {
  if (wire::is_first_form(bytes)) return wire::decode_first(bytes, memory, bounds, reading);
  wire::Decoder decoder(bytes, memory, bounds, reading);
  auto first = decoder.run();
  const bool told = reading.form != WireForm::kAny || reading.semantics != Semantics::kAny;
  if (told || !decoder.has_two_forms()) return first;
  auto second = wire::Decoder(bytes, memory, bounds, {.form = WireForm::k4Op}).run();
  if (!second.ok()) return first;
  const bool takes_second =
      !first.ok() || (!wire::is_sound(*first.value()) && wire::is_sound(*second.value()));
  return takes_second ? std::move(second) : std::move(first);
}

}  // namespace vyre::ir
