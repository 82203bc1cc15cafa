#include "runtime/buffer.h"

#include <atomic>

namespace vyre::runtime {
namespace {

std::string name_of(uint64_t size, const backend::Backend& device) {
  static std::atomic<uint64_t> count = 0;
  return concat("buffer #", ++count, " (", size, " bytes on '", device.id(), "')");
}

}  // namespace

Result<std::shared_ptr<Buffer>> Buffer::create(std::shared_ptr<Backend> backend, uint64_t size) {
  if (size == 0) {
    return fail(Code::kInvalidArgument, "a buffer of 0 bytes. Fix: ask for at least 1 byte");
  }
  VYRE_ASSIGN_OR_RETURN(auto memory, backend->device().allocate(size));
  return std::shared_ptr<Buffer>(new Buffer(std::move(backend), size, std::move(memory)));
}

std::shared_ptr<Buffer> Buffer::adopt(std::shared_ptr<Backend> backend,
                                      std::shared_ptr<backend::Memory> memory) {
  const uint64_t size = memory->size();
  return std::shared_ptr<Buffer>(new Buffer(std::move(backend), size, std::move(memory)));
}

Buffer::Buffer(std::shared_ptr<Backend> backend, uint64_t size,
               std::shared_ptr<backend::Memory> memory)
    : backend_(std::move(backend)),
      size_(size),
      name_(name_of(size, backend_->device())),
      memory_(std::move(memory)) {}

Status Buffer::write(uint64_t offset, std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(auto memory, this->memory());
  VYRE_RETURN_IF_ERROR(check_range("writing", offset, bytes.size()));
  if (bytes.empty()) return {};
  return backend_->device().write(*memory, offset, bytes);
}

Status Buffer::read(uint64_t offset, std::span<std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(auto memory, this->memory());
  VYRE_RETURN_IF_ERROR(check_range("reading", offset, bytes.size()));
  if (bytes.empty()) return {};
  return backend_->device().read(*memory, offset, bytes);
}

Status Buffer::free() {
  std::shared_ptr<backend::Memory> freed;
  std::lock_guard lock(mutex_);
  if (memory_ == nullptr) {
    return fail(Code::kInvalidArgument, name_, " was freed already. Fix: free a buffer once");
  }
  freed.swap(memory_);
  return {};
}

Result<std::shared_ptr<backend::Memory>> Buffer::memory() const {
  std::lock_guard lock(mutex_);
  if (memory_ != nullptr) return memory_;
  return freed();
}

Status Buffer::replace(std::shared_ptr<backend::Memory> memory) {
  std::lock_guard lock(mutex_);
  if (memory_ == nullptr) return freed();
  memory_.swap(memory);
  return {};
}

Status Buffer::freed() const {
  return fail(Code::kInvalidArgument, name_,
              " was freed. Fix: use a buffer only before vyre_buffer_free");
}

Status Buffer::check_range(const char* what, uint64_t offset, uint64_t size) const {
  if (offset <= size_ && size <= size_ - offset) return {};
  return fail(Code::kInvalidArgument, what, " ", size, " bytes at offset ", offset, " of ", name_,
              ", which reaches beyond its end. Fix: stay within its size");
}

}  // namespace vyre::runtime
