#include "runtime/device/buffer.h"

#include <atomic>

namespace vyre::runtime {
namespace {

std::string name_of(uint64_t size, std::string_view device) {
  static std::atomic<uint64_t> count = 0;
  return concat("buffer #", ++count, " (", size, " bytes on '", device, "')");
}

}  // namespace

Result<std::shared_ptr<Buffer>> Buffer::create(std::shared_ptr<Device> device, uint64_t size,
                                               const BufferOptions& options) {
  if (size == 0) {
    return fail(Code::kInvalidArgument, "a buffer of 0 bytes. Fix: ask for at least 1 byte");
  }
  std::shared_ptr<Buffer> buffer(new Buffer(std::move(device), size, options));
  const TraceCall call(buffer->device_->trace(), "vyre_buffer_create", {}, size);
  const uint64_t generation = buffer->device_->generation();
  VYRE_ASSIGN_OR_RETURN(const auto raw, buffer->device_->use(generation));
  VYRE_ASSIGN_OR_RETURN(buffer->memory_, raw->allocate(size, {.dedicated = options.dedicated}));
  buffer->generation_ = generation;
  if (options.restorable) buffer->host_bytes_.resize(static_cast<size_t>(size));
  CallCounters::add(buffer->device_->call_counters().buffers_alive);
  return buffer;
}

std::shared_ptr<Buffer> Buffer::adopt(std::shared_ptr<Device> device, uint64_t generation,
                                      std::shared_ptr<backend::Memory> memory) {
  std::shared_ptr<Buffer> buffer(new Buffer(std::move(device), memory->size(), {}));
  buffer->memory_ = std::move(memory);
  buffer->generation_ = generation;
  CallCounters::add(buffer->device_->call_counters().buffers_alive);
  return buffer;
}

Buffer::Buffer(std::shared_ptr<Device> device, uint64_t size, const BufferOptions& options)
    : device_(std::move(device)),
      size_(size),
      name_(name_of(size, device_->id())),
      restorable_(options.restorable),
      dedicated_(options.dedicated),
      host_bytes_(device_->context().memory()) {}

Buffer::~Buffer() {
  if (memory_ != nullptr) CallCounters::remove(device_->call_counters().buffers_alive);
}

Status Buffer::write(uint64_t offset, std::span<const std::byte> bytes) {
  const TraceCall call(device_->trace(), "vyre_buffer_write", {}, bytes.size());
  const uint64_t generation = device_->generation();
  VYRE_ASSIGN_OR_RETURN(const auto memory, this->memory(generation));
  VYRE_RETURN_IF_ERROR(check_range("writing", offset, bytes.size()));
  if (bytes.empty()) return {};
  VYRE_RETURN_IF_ERROR(keeping(offset, bytes, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
    return raw->write(*memory, offset, bytes);
  }));
  device_->count_uploaded(bytes.size());
  return {};
}

Status Buffer::read(uint64_t offset, std::span<std::byte> bytes) {
  const TraceCall call(device_->trace(), "vyre_buffer_read", {}, bytes.size());
  const uint64_t generation = device_->generation();
  VYRE_ASSIGN_OR_RETURN(const auto memory, this->memory(generation));
  VYRE_RETURN_IF_ERROR(check_range("reading", offset, bytes.size()));
  if (bytes.empty()) return {};
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
  VYRE_RETURN_IF_ERROR(raw->read(*memory, offset, bytes));
  device_->count_downloaded(bytes.size());
  return {};
}

Status Buffer::free() {
  std::shared_ptr<backend::Memory> freed;
  std::lock_guard lock(mutex_);
  if (memory_ == nullptr) {
    return fail(Code::kInvalidArgument, name_, " was freed already. Fix: free a buffer once");
  }
  freed.swap(memory_);
  CallCounters::add(device_->call_counters().buffers_freed);
  CallCounters::remove(device_->call_counters().buffers_alive);
  return {};
}

Result<std::shared_ptr<backend::Memory>> Buffer::memory_of(uint64_t generation) {
  const std::lock_guard lock(mutex_);
  if (memory_ == nullptr) return freed();
  return generation_ == generation ? memory_ : nullptr;
}

Result<std::shared_ptr<backend::Memory>> Buffer::memory(uint64_t generation) {
  {
    const std::lock_guard lock(mutex_);
    if (memory_ == nullptr) return freed();
    if (generation_ == generation) return memory_;
  }
  if (restorable_) return restore(generation);
  return Device::outdated(name_);
}

// Other memory with what the host wrote last. It is allocated before any lock is taken, for the
// owner of the budget may be asked, who may free the buffer. Another thread may have restored it
// meanwhile.
Result<std::shared_ptr<backend::Memory>> Buffer::restore(uint64_t generation) {
  std::shared_ptr<backend::Memory> fresh;  // then what it takes the place of, let go of at the end
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
    VYRE_ASSIGN_OR_RETURN(fresh, raw->allocate(size_, {.unfilled = true, .dedicated = dedicated_}));
  }
  const std::lock_guard host_lock(host_mutex_);
  VYRE_ASSIGN_OR_RETURN(const auto restored, memory_of(generation));
  if (restored != nullptr) return restored;
  {
    VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
    VYRE_RETURN_IF_ERROR(raw->write(*fresh, 0, host_bytes_));
  }
  const std::lock_guard lock(mutex_);
  if (memory_ == nullptr) return freed();
  if (generation_ == generation) return memory_;
  memory_.swap(fresh);
  generation_ = generation;
  return memory_;
}

Result<bool> Buffer::replace(std::shared_ptr<backend::Memory> memory, uint64_t generation) {
  std::lock_guard lock(mutex_);
  if (memory_ == nullptr) return freed();
  if (pins_ != 0 || dedicated_) return false;
  memory_.swap(memory);
  generation_ = generation;
  return true;
}

Result<std::shared_ptr<backend::Memory>> Buffer::pin(uint64_t generation) {
  const auto pinned = [&](bool is_restored) -> std::shared_ptr<backend::Memory> {
    const std::lock_guard lock(mutex_);
    if (memory_ == nullptr || (!is_restored && generation_ != generation)) return nullptr;
    ++pins_;
    return memory_;
  };
  if (auto current = pinned(false)) return current;
  VYRE_RETURN_IF_ERROR(memory(generation).status());  // restores it
  auto restored = pinned(true);
  return restored != nullptr ? Result(std::move(restored)) : freed();
}

Result<uint64_t> Buffer::address() {
  const uint64_t generation = device_->generation();
  VYRE_ASSIGN_OR_RETURN(const auto memory, pin(generation));  // for good
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
  VYRE_ASSIGN_OR_RETURN(const uint64_t address, raw->address(*memory));
  device_->addressed().add(shared_from_this(), generation, address);
  return address;
}

Status Buffer::keep(backend::Memory& memory, uint64_t generation, uint64_t offset, uint64_t size) {
  if (!restorable_) return {};
  std::lock_guard lock(host_mutex_);
  VYRE_ASSIGN_OR_RETURN(const auto raw, device_->use(generation));
  const auto bytes = std::span(host_bytes_);
  return raw->read(memory, 0,
                   bytes.subspan(static_cast<size_t>(offset), static_cast<size_t>(size)));
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

Status check_apart(const BufferRange& from, const BufferRange& to) {
  const bool overlaps =
      from.buffer == to.buffer && ranges_meet(from.offset, from.size, to.offset, to.size);
  if (!overlaps) return {};
  return fail(Code::kInvalidArgument, "a copy of ", from.size, " bytes from offset ", from.offset,
              " to offset ", to.offset, " of ", from.buffer->name(),
              " overlaps itself. Fix: copy through another buffer");
}

Status check_words(const BufferRange& range) {
  if (range.offset % sizeof(uint32_t) == 0 && range.size % sizeof(uint32_t) == 0) return {};
  return fail(Code::kInvalidArgument, "a fill of ", range.size, " bytes from offset ", range.offset,
              " of ", range.buffer->name(), ". Fix: fill multiples of 4, from a multiple of 4");
}

}  // namespace vyre::runtime
