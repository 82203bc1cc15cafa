#include <spirv/unified1/spirv.h>

#include <vector>

#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr size_t kHeaderWords = 5;

// Which ids of a module are pointer types to, or pointers into, storage buffers.
class StoragePointers {
 public:
  explicit StoragePointers(uint32_t id_bound) : marked_(id_bound) {}
  void mark(uint32_t id) {
    if (id < marked_.size()) marked_[id] = true;
  }
  bool has(uint32_t id) const { return id < marked_.size() && marked_[id]; }

 private:
  std::vector<bool> marked_;
};

// The word of |instruction| that holds the pointer it goes through; 0 when it goes through none.
size_t pointer_word(SpvOp op) {
  if (op == SpvOpStore || op == SpvOpAtomicStore) return 1;
  const bool atomic = op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor;
  return op == SpvOpLoad || atomic ? 3 : 0;
}

bool accesses(std::span<const uint32_t> instruction, SpvOp op, const StoragePointers& pointers) {
  const size_t word = pointer_word(op);
  return word != 0 && instruction.size() > word && pointers.has(instruction[word]);
}

void learn(std::span<const uint32_t> instruction, SpvOp op, StoragePointers& pointers) {
  if (instruction.size() < 3) return;
  if (op == SpvOpTypePointer && instruction[2] == SpvStorageClassStorageBuffer) {
    pointers.mark(instruction[1]);
  }
  const bool makes_pointer =
      op == SpvOpVariable || op == SpvOpAccessChain || op == SpvOpInBoundsAccessChain;
  if (makes_pointer && pointers.has(instruction[1])) pointers.mark(instruction[2]);
}

}  // namespace

uint32_t count_buffer_accesses(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > (1u << 22)) return 0;
  StoragePointers pointers(words[3]);
  uint32_t count = 0;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) break;
    const auto op = static_cast<SpvOp>(words[at] & SpvOpCodeMask);
    const auto instruction = words.subspan(at, length);
    learn(instruction, op, pointers);
    if (accesses(instruction, op, pointers)) ++count;
    at += length;
  }
  return count;
}

}  // namespace vyre::vulkan
