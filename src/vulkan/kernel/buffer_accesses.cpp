#include <spirv/unified1/spirv.h>

#include <vector>

#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr size_t kHeaderWords = 5;

// The word of |instruction| that holds the pointer it goes through; 0 when it goes through none.
size_t pointer_word(SpvOp op) {
  if (op == SpvOpStore || op == SpvOpAtomicStore) return 1;
  const bool atomic = op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor;
  return op == SpvOpLoad || atomic ? 3 : 0;
}

bool makes_pointer(SpvOp op) {
  return op == SpvOpVariable || op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain;
}

}  // namespace

uint32_t count_buffer_accesses(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > (1u << 22)) return 0;
  std::vector<bool> is_pointer(words[3]);  // by id: a type of, or a pointer into, storage buffers
  const auto has = [&](uint32_t id) { return id < is_pointer.size() && is_pointer[id]; };
  const auto mark = [&](uint32_t id) {
    if (id < is_pointer.size()) is_pointer[id] = true;
  };
  uint32_t count = 0;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) break;
    const auto op = static_cast<SpvOp>(words[at] & SpvOpCodeMask);
    const auto instruction = words.subspan(at, length);
    const bool is_type = op == SpvOpTypePointer && length >= 3;
    if (is_type && instruction[2] == SpvStorageClassStorageBuffer) mark(instruction[1]);
    if (makes_pointer(op) && length >= 3 && has(instruction[1])) mark(instruction[2]);
    const size_t word = pointer_word(op);
    if (word != 0 && length > word && has(instruction[word])) ++count;
    at += length;
  }
  return count;
}

}  // namespace vyre::vulkan
