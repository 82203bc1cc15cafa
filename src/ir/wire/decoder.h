#pragma once

#include <array>
#include <memory>
#include <memory_resource>
#include <span>
#include <string_view>
#include <vector>

#include "ir/build/assembler.h"
#include "ir/wire/decode_body.h"
#include "ir/wire/reader.h"

namespace vyre::ir::wire {

// Reads a whole blob, section by section. Each method reads one section and answers whether it
// worked; the reader keeps the first failure.
class Decoder {
 public:
  Decoder(std::span<const uint8_t> blob, std::pmr::memory_resource* memory)
      : blob_(blob),
        in_(blob),
        scratch_(first_scratch_.data(), first_scratch_.size(), memory),
        out_(memory, Room(blob.size()).bytes(), &scratch_),
        body_(in_, out_, &scratch_),
        entry_(&scratch_) {}

  Result<std::shared_ptr<const Program>> run();

 private:
  // About what published programs need for their size; more is asked for when one needs more.
  struct Room {
    explicit Room(size_t blob);
    size_t bytes() const;

    size_t exprs, nodes, lists, names, text, buffers;
  };
  void reserve();
  bool envelope();
  bool header();
  bool flags();
  bool digest();

  bool records();
  bool record(uint32_t index);
  bool record_frame(uint32_t index, std::string_view& op_id, std::span<const uint8_t>& payload);
  bool operands(uint32_t index);
  bool statement(std::string_view op_id, Cursor op_id_at);

  bool metadata();
  bool entry_op_id();
  bool workgroup_size();
  bool buffers();
  bool buffer();
  bool buffer_flags(Buffer& buffer);
  bool output_range(Buffer& buffer);
  bool hints(Hints& hints);
  bool presence(const char* rule, bool& present);

  bool regions();
  bool region(uint32_t index);
  bool region_tags(Buffer& buffer);
  bool shape(Buffer& buffer, uint64_t& count);
  bool region_hints(Buffer& buffer);
  bool leave_exactly(const char* rule, std::string_view what, Cursor outer_end);
  bool check_counts(const Buffer& buffer, uint64_t count, Cursor at);
  bool check_output_range(const Buffer& buffer, Cursor at);

  bool output_list();

  size_t buffer_count() { return out_.program().buffers.size(); }

  const std::span<const uint8_t> blob_;
  Reader in_;
  std::array<std::byte, 2048> first_scratch_;  // enough for most programs
  std::pmr::monotonic_buffer_resource scratch_;
  Assembler out_;
  BodyDecoder body_;
  std::pmr::vector<NodeId> entry_;
};

}  // namespace vyre::ir::wire
