#include <spirv/unified1/spirv.h>

#include <vector>

#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr size_t kHeaderWords = 5;

constexpr uint32_t kMaxIds = 1u << 22;  // a module with more is not looked at

bool is_atomic(SpvOp op) { return op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor; }

// Gives |visit| each instruction, with what it is.
template <typename Visit>
void for_each_instruction(std::span<const uint32_t> words, const Visit& visit) {
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> SpvWordCountShift;
    if (length == 0 || length > words.size() - at) return;
    visit(static_cast<SpvOp>(words[at] & SpvOpCodeMask), words.subspan(at, length));
    at += length;
  }
}

// The word of |instruction| that holds the pointer it goes through; 0 when it goes through none.
size_t pointer_word(SpvOp op) {
  if (op == SpvOpStore || op == SpvOpAtomicStore) return 1;
  return op == SpvOpLoad || is_atomic(op) ? 3 : 0;
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

// Marks 64-bit integers, pointers to such into workgroup memory, and whatever has that type.
void learn_wide(std::span<const uint32_t> instruction, SpvOp op, std::vector<bool>& ids) {
  if (instruction.size() < 3) return;
  const bool is_wide = op == SpvOpTypeInt && instruction[2] == 64;
  const bool is_pointer = op == SpvOpTypePointer && instruction.size() == 4 &&
                          instruction[2] == SpvStorageClassWorkgroup && has(ids, instruction[3]);
  const bool is_type = is_wide || is_pointer;
  const bool is_other_type = op >= SpvOpTypeVoid && op <= SpvOpTypeForwardPointer;
  if (!is_type && (is_other_type || !has(ids, instruction[1]))) return;
  const uint32_t id = instruction[is_type ? 1 : 2];
  if (id < ids.size()) ids[id] = true;
}

}  // namespace

// Values of that type are marked too, and are no pointers: no atomic goes through them.
bool has_wide_workgroup_atomics(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > kMaxIds) return false;
  std::vector<bool> ids(words[3]);
  bool any = false;
  for_each_instruction(words, [&](SpvOp op, std::span<const uint32_t> instruction) {
    learn_wide(instruction, op, ids);
    const size_t word = pointer_word(op);
    any |= is_atomic(op) && instruction.size() > word && has(ids, instruction[word]);
  });
  return any;
}

uint32_t count_buffer_accesses(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > kMaxIds) return 0;
  std::vector<bool> ids(words[3]);
  uint32_t count = 0;
  for_each_instruction(words, [&](SpvOp op, std::span<const uint32_t> instruction) {
    learn(instruction, op, ids);
    const size_t word = pointer_word(op);
    if (word != 0 && instruction.size() > word && has(ids, instruction[word])) ++count;
  });
  return count;
}

}  // namespace vyre::vulkan
