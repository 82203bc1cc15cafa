#include <vector>

#include "vulkan/kernel/instructions.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

constexpr uint32_t kMaxIds = 1u << 22;  // a module with more is not looked at

bool is_atomic(SpvOp op) {
  return (op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor) || op == SpvOpAtomicFMinEXT ||
         op == SpvOpAtomicFMaxEXT || op == SpvOpAtomicFAddEXT;
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

// What an id is to atomics: a type of numbers that not every device has them for, or a pointer to
// such; whatever has that type is marked alike.
enum AtomicMark : uint8_t {
  kNoMark = 0,
  kWideInteger = 1,
  kFloat32 = 2,
  kFloat64 = 4,
  kInBuffer = 8,
  kInWorkgroup = 16,
  kInImage = 32
};

uint8_t mark_of(const std::vector<uint8_t>& marks, uint32_t id) {
  return id < marks.size() ? marks[id] : uint8_t{kNoMark};
}

uint8_t storage_mark(uint32_t storage) {
  if (storage == SpvStorageClassWorkgroup) return kInWorkgroup;
  if (storage == SpvStorageClassImage) return kInImage;
  const bool is_buffer = storage == SpvStorageClassStorageBuffer ||
                         storage == SpvStorageClassUniform ||
                         storage == SpvStorageClassPhysicalStorageBuffer;
  return is_buffer ? kInBuffer : kNoMark;
}

uint8_t type_mark(std::span<const uint32_t> type, SpvOp op, const std::vector<uint8_t>& marks) {
  if (op == SpvOpTypeInt && type[2] == 64) return kWideInteger;
  if (op == SpvOpTypeFloat && type.size() == 3) {
    return type[2] == 32 ? kFloat32 : type[2] == 64 ? kFloat64 : kNoMark;
  }
  if (op != SpvOpTypePointer || type.size() != 4) return kNoMark;
  const uint8_t storage = storage_mark(type[2]), number = mark_of(marks, type[3]);
  return storage != kNoMark && number != kNoMark ? storage | number : kNoMark;
}

void learn_mark(std::span<const uint32_t> instruction, SpvOp op, std::vector<uint8_t>& marks) {
  if (instruction.size() < 3) return;
  const bool is_type = op >= SpvOpTypeVoid && op <= SpvOpTypeForwardPointer;
  const uint32_t id = instruction[is_type ? 1 : 2];
  const uint8_t mark = is_type ? type_mark(instruction, op, marks) : mark_of(marks, instruction[1]);
  if (mark != kNoMark && id < marks.size()) marks[id] = mark;
}

// What an atomic of that kind through a pointer with that mark needs.
uint64_t atomic_feature(SpvOp op, uint8_t mark) {
  const bool in_workgroup = (mark & kInWorkgroup) != 0;
  if (!in_workgroup && (mark & kInBuffer) == 0) return 0;
  const auto either = [&](uint64_t shared, uint64_t buffer) {
    return in_workgroup ? shared : buffer;
  };
  if ((mark & kWideInteger) != 0)
    return either(kShaderSharedInt64Atomics, kShaderBufferInt64Atomics);
  if ((mark & kFloat64) != 0) return either(kSharedFloat64AtomicAdd, kBufferFloat64AtomicAdd);
  if (op == SpvOpAtomicFAddEXT) return either(kSharedFloat32AtomicAdd, kBufferFloat32AtomicAdd);
  const bool is_plain = op != SpvOpAtomicFMinEXT && op != SpvOpAtomicFMaxEXT;
  if (is_plain) return either(kSharedFloat32Atomics, kBufferFloat32Atomics);
  return either(kSharedFloat32AtomicMinMax, kBufferFloat32AtomicMinMax);
}

}  // namespace

AtomicNeeds atomic_needs(std::span<const uint32_t> words) {
  if (words.size() < kHeaderWords || words[3] > kMaxIds) return {};
  std::vector<uint8_t> marks(words[3]);
  AtomicNeeds needs;
  for_each_instruction(words, [&](SpvOp op, std::span<const uint32_t> instruction) {
    learn_mark(instruction, op, marks);
    const size_t word = pointer_word(op);
    if (!is_atomic(op) || instruction.size() <= word) return;
    const uint8_t mark = mark_of(marks, instruction[word]);
    needs.features |= atomic_feature(op, mark);
    needs.of_texels |= (mark & kInImage) != 0;
  });
  return needs;
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
