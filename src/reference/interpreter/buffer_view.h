#pragma once

#include <cstddef>
#include <cstdint>

#include "ir/program/program.h"
#include "reference/values/value.h"

namespace vyre::reference {

// The bytes behind one buffer of a running program. Borrowed.
struct BufferView {
  BufferView() = default;
  BufferView(std::byte* bytes, uint64_t byte_count, const ir::Element& type);

  std::byte* data = nullptr;
  uint64_t bytes = 0;
  uint64_t accessible = 0;  // elements that lie wholly inside
  uint32_t length = 0;      // what the program is told
  ir::Element element;
};

Value load(const BufferView& view, uint64_t index);
void store(const BufferView& view, uint64_t index, const Value& value);

// Returns the old word; 0 out of bounds, where nothing is written.
uint32_t atomic(ir::AtomicOp op, const BufferView& view, uint64_t index, uint32_t expected,
                uint32_t operand);

}  // namespace vyre::reference
