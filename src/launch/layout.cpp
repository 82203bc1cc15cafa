#include "launch/layout.h"

#include <algorithm>
#include <limits>

#include "ir/program/display_name.h"
#include "ir/types/element.h"

namespace vyre::launch {
namespace {

constexpr uint64_t kMaxBytes = std::numeric_limits<uint64_t>::max();

Result<uint32_t> dynamic_count(const ir::Program& program, const PlannedBinding& binding,
                               uint64_t bytes) {
  if (binding.element_bits == 0) return 0u;
  const uint64_t count = bytes <= kMaxBytes / 8 ? bytes * 8 / binding.element_bits : kMaxBytes;
  if (count > std::numeric_limits<uint32_t>::max()) {
    return fail(Code::kInvalidArgument, buffer_label(program, program.buffers[binding.buffer]),
                " would have more than 4294967295 ", "elements in ", bytes,
                " bytes. Fix: pass fewer");
  }
  return static_cast<uint32_t>(count);
}

}  // namespace

std::string buffer_label(const ir::Program& program, const ir::Buffer& buffer) {
  return concat("parameter ", ir::display_name(program.names[buffer.name]), " (slot ",
                buffer.binding, ")");
}

uint64_t element_bits(const ir::TypeTable& types, ir::TypeId element) {
  if (const auto bits = ir::bit_width(types, element)) return *bits;
  const uint64_t bytes = ir::size_bytes(types, element).value_or(0);
  return bytes <= kMaxBytes / 8 ? bytes * 8 : kMaxBytes;
}

Result<uint64_t> packed_bytes(const ir::TypeTable& types, ir::TypeId element, uint64_t count) {
  if (count == 0) return uint64_t{0};
  const uint64_t bits = element_bits(types, element);
  if (bits == 0) {
    return fail(Code::kInvalidProgram, count, " elements of type ", ir::type_name(types, element),
                ", which has no fixed size. Fix: declare a count of 0, or a sized element type");
  }
  if (count > (kMaxBytes - 7) / bits) {
    return fail(Code::kInvalidProgram, count, " elements of type ", ir::type_name(types, element),
                " exceed 64-bit sizes. Fix: declare fewer");
  }
  return (count * bits + 7) / 8;
}

uint32_t told_length(const ir::TypeTable& types, const ir::Buffer& buffer, uint32_t count) {
  const uint64_t bits = ir::length_bits(types, buffer.element);
  const bool shared = buffer.access == ir::Access::kWorkgroup;
  const auto packed = packed_bytes(types, buffer.element, count);
  if (bits == 0 || !packed.ok()) return 0;
  const uint64_t bytes = shared ? count * ir::min_bytes(types, buffer.element) : packed.value();
  return static_cast<uint32_t>(std::min<uint64_t>(
      bytes <= kMaxBytes / 8 ? bytes * 8 / bits : kMaxBytes, std::numeric_limits<uint32_t>::max()));
}

Result<uint32_t> element_count(const ir::Program& program, const PlannedBinding& binding,
                               uint64_t bytes) {
  if (binding.static_bytes) {
    if (bytes == *binding.static_bytes) return program.buffers[binding.buffer].count;
    return fail(Code::kInvalidArgument, buffer_label(program, program.buffers[binding.buffer]),
                " takes ", *binding.static_bytes, " bytes, got ", bytes,
                ". Fix: pass exactly the declared length");
  }
  if (binding.element_bytes > 1 && bytes % binding.element_bytes != 0) {
    return fail(Code::kInvalidArgument, buffer_label(program, program.buffers[binding.buffer]),
                " has elements of ", binding.element_bytes, " bytes, got ", bytes,
                " bytes. Fix: pass a multiple of the element size");
  }
  return dynamic_count(program, binding, bytes);
}

Result<std::vector<uint32_t>> parameter_words(const BindingPlan& plan,
                                              std::span<const uint32_t> elements_of,
                                              uint32_t element_count) {
  uint64_t length = plan.bindings.size() + 1;
  for (const PlannedBinding& binding : plan.bindings) {
    if (binding.role != Role::kShared) length = std::max<uint64_t>(length, binding.slot + 2ull);
  }
  if (length > kMaxParameterWords) {
    return fail(Code::kInvalidProgram, "binding slots need ", length,
                " parameter words, the limit is ", kMaxParameterWords,
                ". Fix: number the parameters densely from 0");
  }
  std::vector<uint32_t> words(static_cast<size_t>(length), 0);
  words[0] = element_count;
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    if (plan.bindings[i].role == Role::kShared) continue;
    words[plan.bindings[i].slot + 1] = elements_of[i] != 0 ? elements_of[i] : element_count;
  }
  return words;
}

Result<OutputLayout> output_layout(uint64_t full_bytes, const std::optional<ir::ByteRange>& range) {
  const uint64_t start = range ? range->start : 0;
  const uint64_t end = range ? range->end : full_bytes;
  if (start > end || end > full_bytes) {
    return fail(Code::kInvalidProgram, "output byte range [", start, ", ", end,
                ") lies outside a buffer of ", full_bytes,
                " bytes. Fix: shorten the range or pass a longer buffer");
  }
  const uint64_t rounded_end = end % 4 == 0 || end > kMaxBytes - 4 ? end : end - end % 4 + 4;
  const uint64_t copy_end = std::min(rounded_end, std::max<uint64_t>(full_bytes, 4));
  OutputLayout layout;
  layout.read_bytes = end - start;
  layout.copy_offset = start - start % 4;
  layout.copy_bytes = std::max<uint64_t>(copy_end - layout.copy_offset, 4);
  layout.trim_start = start - layout.copy_offset;
  layout.word_count = std::max<uint64_t>(full_bytes / 4 + (full_bytes % 4 != 0 ? 1 : 0), 1);
  return layout;
}

}  // namespace vyre::launch
