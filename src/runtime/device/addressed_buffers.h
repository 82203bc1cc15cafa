#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "backend/device.h"

namespace vyre::runtime {

class Buffer;

// Memory that SPIR-V modules can reach by its address.
struct AddressedMemory {
  std::shared_ptr<backend::Memory> memory;
  uint64_t address = 0;  // of its first byte

  bool has(uint64_t other) const { return other - address < memory->size(); }
};

// The buffers of a device whose address was asked for: where else it lies by now nobody knows, so
// that every module that takes addresses may use them. Thread-safe.
class AddressedBuffers {
 public:
  void add(const std::shared_ptr<Buffer>& buffer, uint64_t generation, uint64_t address);
  // Of those that have their memory yet.
  std::vector<AddressedMemory> of(uint64_t generation);

 private:
  struct Entry {
    std::weak_ptr<Buffer> buffer;
    uint64_t generation = 0;
    uint64_t address = 0;
  };
  std::mutex mutex_;
  std::vector<Entry> all_;  // guarded by mutex_
};

}  // namespace vyre::runtime
