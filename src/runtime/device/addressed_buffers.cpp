#include "runtime/device/addressed_buffers.h"

#include "runtime/device/buffer.h"

namespace vyre::runtime {

void AddressedBuffers::add(const std::shared_ptr<Buffer>& buffer, uint64_t generation,
                           uint64_t address) {
  const std::lock_guard lock(mutex_);
  for (const Entry& one : all_) {
    if (one.address == address && one.generation == generation && one.buffer.lock() == buffer)
      return;
  }
  all_.push_back({buffer, generation, address});
}

// What is left of buffers is let go of without the lock.
std::vector<AddressedMemory> AddressedBuffers::of(uint64_t generation) {
  std::vector<AddressedMemory> found;
  std::vector<std::shared_ptr<Buffer>> alive;
  const std::lock_guard lock(mutex_);
  std::erase_if(all_, [&](const Entry& one) {
    if (one.generation != generation) return true;
    std::shared_ptr<Buffer> buffer = one.buffer.lock();
    if (buffer == nullptr) return true;
    Result<std::shared_ptr<backend::Memory>> memory = buffer->memory(generation);
    alive.push_back(std::move(buffer));
    if (!memory.ok()) return true;
    found.push_back({memory.take(), one.address});
    return false;
  });
  return found;
}

}  // namespace vyre::runtime
