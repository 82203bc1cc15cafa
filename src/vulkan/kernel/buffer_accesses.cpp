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

bool has(const std::vector<bool>& ids, uint32_t id) { return id < ids.size() && ids[id]; }

// Marks what |instruction| makes: a type of pointers into storage buffers, or such a pointer.
void learn(std::span<const uint32_t> instruction, SpvOp op, std::vector<bool>& ids) {
  if (instruction.size() < 3) return;
  const bool is_type = op == SpvOpTypePointer && instruction[2] == SpvStorageClassStorageBuffer;
  const bool makes_pointer =
      op == SpvOpVariable || op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain;
  if (!is_type && !(makes_pointer && has(ids, instruction[1]))) return;
  const uint32_t id = instruction[is_type ? 1 : 2];
  if (id < ids.size()) ids[id] = true;
}

}  // namespace

uint32_t count_buffer_accesses(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > (1u << 22)) return 0;
  std::vector<bool> ids(words[3]);
  uint32_t count = 0;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) break;
    const auto op = static_cast<SpvOp>(words[at] & SpvOpCodeMask);
    const auto instruction = words.subspan(at, length);
    learn(instruction, op, ids);
    const size_t word = pointer_word(op);
    if (word != 0 && length > word && has(ids, instruction[word])) ++count;
    at += length;
  }
  return count;
}

}  // namespace vyre::vulkan
