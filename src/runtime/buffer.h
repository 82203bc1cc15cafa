#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/backend.h"

namespace vyre::runtime {

// Bytes that stay on a device. Can be freed before its object goes; later use is refused by name.
class Buffer {
 public:
  static Result<std::shared_ptr<Buffer>> create(std::shared_ptr<Backend> backend, uint64_t size);

  // |memory| that the backend imported, as a buffer.
  static std::shared_ptr<Buffer> adopt(std::shared_ptr<Backend> backend,
                                       std::shared_ptr<backend::Memory> memory);

  uint64_t size() const { return size_; }
  const std::string& name() const { return name_; }  // "buffer #3 (4096 bytes on 'cpu-ref')"
  const Backend& backend() const { return *backend_; }
  const std::shared_ptr<Backend>& shared_backend() const { return backend_; }

  Status write(uint64_t offset, std::span<const std::byte> bytes);
  Status read(uint64_t offset, std::span<std::byte> bytes);
  Status free();

  // The memory, for work that keeps it until it ends. Fails when the buffer was freed.
  Result<std::shared_ptr<backend::Memory>> memory() const;

  // Puts |memory| of the same size in the place of what the buffer has; work that began before
  // keeps that. Fails when the buffer was freed.
  Status replace(std::shared_ptr<backend::Memory> memory);

  // Refuses a range that reaches beyond the end.
  Status check_range(const char* what, uint64_t offset, uint64_t size) const;

 private:
  Buffer(std::shared_ptr<Backend> backend, uint64_t size, std::shared_ptr<backend::Memory> memory);

  Status freed() const;

  // Constant after construction.
  const std::shared_ptr<Backend> backend_;  // outlives the memory
  const uint64_t size_;
  const std::string name_;

  mutable std::mutex mutex_;
  std::shared_ptr<backend::Memory> memory_;  // guarded by mutex_; null once freed
};

}  // namespace vyre::runtime
