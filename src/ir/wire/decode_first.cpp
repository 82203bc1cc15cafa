// Form 1: a flat stream without digest, records and regions.
#include <algorithm>

#include "ir/wire/format.h"
#include "ir/wire/sections.h"
#include "ir/wire/types.h"

namespace vyre::ir::wire {
namespace {

// A buffer without a name.
constexpr size_t kMinBufferBytes = 15;

class FirstDecoder {
 public:
  FirstDecoder(std::span<const uint8_t> blob, std::pmr::memory_resource* memory,
               const LoadBounds& bounds, const Reading& reading)
      : blob_(blob),
        reading_(reading),
        in_(blob, bounds),
        out_(memory),
        ids_(memory),
        buffers_at_(memory) {
    in_.set_form(WireForm::k1);
  }

  Result<std::shared_ptr<const Program>> run() {
    if (!read() || !check()) return in_.take_status();
    Program& program = out_.program();
    program.form = WireForm::k1;
    program.semantics = semantics_in(reading_, WireForm::k1);
    const auto list = program.list(body_);
    out_.entry(std::vector<NodeId>(list.begin(), list.end()));
    return out_.finish_unchecked();
  }

 private:
  bool read() {
    if (!header() || !read_entry_op_id(in_, out_) || !buffers()) return false;
    workgroup_at_ = in_.cursor();
    auto& size = out_.program().workgroup_size;
    if (!in_.number(size[0]) || !in_.number(size[1]) || !in_.number(size[2])) return false;
    if (!read_first_body(in_, out_, ids_, body_, too_deep_at_)) return false;
    if (in_.remaining() == 0) return true;
    return in_.damaged("D85", in_.cursor(), in_.remaining(), " bytes follow the program");
  }

  bool header() {
    const Cursor at = in_.place(kVersionAt);
    if (blob_.size() < kVersionAt + 2) {
      return in_.damaged("D04", in_.end(), "the bytes end before the version");
    }
    in_.move_to(at);
    uint16_t version = 0;
    if (!in_.number(version)) return false;
    const bool wanted = reading_.form == WireForm::kAny || reading_.form == WireForm::k1;
    if (version == 1 && wanted) return true;
    return in_.refuse(
        "D02", at,
        concat("schema version ", version, ", expected ", wanted ? 1 : schema_of(reading_.form)),
        "write the program in schema version 4 or 6, or as JSON");
  }

  bool buffers() {
    const Cursor at = in_.cursor();
    uint32_t count = 0;
    if (!in_.accept(in_.count(at, "buffers", kMaxBuffers, count, "D34"))) return false;
    out_.program().buffers.reserve(std::min<size_t>(count, in_.remaining() / kMinBufferBytes));
    for (uint32_t i = 0; i < count; ++i) {
      if (!buffer()) return false;
    }
    return true;
  }

  // Where it lives follows from how it is touched.
  bool buffer() {
    const Cursor at = in_.cursor();
    Buffer buffer;
    std::string_view name;
    uint8_t is_output = 0;
    if (!in_.string(name) || !in_.number(buffer.binding) || !access(buffer) ||
        !read_first_type(in_, out_.program().types, buffer.element) || !in_.number(buffer.count) ||
        !in_.number(is_output) || !check_element(in_, out_.program(), buffer, at)) {
      return false;
    }
    buffer.name = out_.name(name);
    buffer.is_output = buffer.pipeline_live_out = is_output != 0;
    out_.add(buffer);
    buffers_at_.push_back(at);
    return true;
  }

  bool access(Buffer& buffer) {
    constexpr MemoryKind kKinds[] = {MemoryKind::kReadonly, MemoryKind::kGlobal,
                                     MemoryKind::kUniform, MemoryKind::kShared};
    uint8_t tag = 0;
    if (!in_.number(tag)) return false;
    if (tag >= std::size(kKinds)) {
      return in_.damaged("D53", in_.cursor() - 1, "unknown buffer access ", tag);
    }
    buffer.access = static_cast<Access>(tag);
    buffer.kind = kKinds[tag];
    return true;
  }

  // What the other forms ask for and this one does not.
  bool check() {
    const Program& program = out_.program();
    if (!check_workgroup_size(in_, workgroup_at_, program.workgroup_size)) return false;
    for (size_t i = 0; i < program.buffers.size(); ++i) {
      if (!check_count(program.buffers[i], buffers_at_[i])) return false;
    }
    if (too_deep_at_ != nullptr) return in_.too_deep(too_deep_at_, kMaxDepth);
    const bool fits = program.nodes.size() < in_.bounds().max_statements;  // with the Region
    return fits || in_.too_many_statements(in_.cursor());
  }

  bool check_count(const Buffer& buffer, Cursor at) {
    if (buffer.count != 0) return true;
    if (buffer.is_output) return in_.damaged("D35", at, "an output has no count");
    if (buffer.access != Access::kWorkgroup) return true;
    return in_.damaged("D67", at, "a workgroup buffer has no count");
  }

  const std::span<const uint8_t> blob_;
  const Reading reading_;
  Reader in_;
  Assembler out_;
  std::pmr::vector<uint32_t> ids_;
  Range body_;
  std::pmr::vector<Cursor> buffers_at_;
  Cursor workgroup_at_ = nullptr;
  Cursor too_deep_at_ = nullptr;
};

}  // namespace

bool is_first_form(std::span<const uint8_t> blob) {
  return blob.size() >= kFirstMagic.size() &&
         std::ranges::equal(blob.first(kFirstMagic.size()), kFirstMagic);
}

Result<std::shared_ptr<const Program>> decode_first(std::span<const uint8_t> blob,
                                                    std::pmr::memory_resource* memory,
                                                    const LoadBounds& bounds,
                                                    const Reading& reading) {
  return FirstDecoder(blob, memory, bounds, reading).run();
}

}  // namespace vyre::ir::wire
