#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "launch/binding_plan.h"

namespace vyre::launch {

// "parameter 'text' (slot 0)", for messages.
std::string buffer_label(const ir::Program& program, const ir::Buffer& buffer);

// Bits of one element; 0 when it has no fixed size, the largest number when they overflow.
uint64_t element_bits(const ir::TypeTable& types, ir::TypeId element);

// Bytes of |count| elements, packed: three I4 take two bytes. Fails when elements of the type have
// no fixed size and |count| is not 0.
Result<uint64_t> packed_bytes(const ir::TypeTable& types, ir::TypeId element, uint64_t count);

// What a program is told of the length of |buffer| that holds |count| elements. Of four bits there
// are two for each byte, and workgroup memory has a byte for each. 0 when elements have no size.
uint32_t told_length(const ir::TypeTable& types, const ir::Buffer& buffer, uint32_t count);

// How many elements |bytes| bytes given to |binding| hold. Fails with kInvalidArgument when the
// length is not the declared one or no multiple of the element size.
Result<uint32_t> element_count(const ir::Program& program, const PlannedBinding& binding,
                               uint64_t bytes);

// Word 0 is |element_count|; word slot + 1 is that binding's count, or |element_count| when it is
// 0. Shared bindings have none. Fails when a slot is so high that the words would exceed
// kMaxParameterWords.
inline constexpr uint32_t kMaxParameterWords = 1u << 16;
Result<std::vector<uint32_t>> parameter_words(const BindingPlan& plan,
                                              std::span<const uint32_t> elements_of,
                                              uint32_t element_count);

// What to copy from a device buffer, in 32-bit words, to return an output or a byte range of it.
struct OutputLayout {
  uint64_t read_bytes = 0;   // what the caller gets
  uint64_t copy_offset = 0;  // where the copy starts, a multiple of 4
  uint64_t copy_bytes = 4;   // 4 at least
  uint64_t trim_start = 0;   // bytes of the copy before the caller's first
  uint64_t word_count = 1;   // words to allocate for the whole buffer, 1 at least
  bool operator==(const OutputLayout&) const = default;
};
Result<OutputLayout> output_layout(uint64_t full_bytes, const std::optional<ir::ByteRange>& range);

}  // namespace vyre::launch
