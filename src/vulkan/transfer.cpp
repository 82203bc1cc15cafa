#include "vulkan/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "vulkan/lease.h"

namespace vyre::vulkan {
namespace {

constexpr size_t kChunkBytes = size_t{16} << 20;

Status wait_for(Core& core, uint64_t submission) {
  return core.queue().wait(submission, backend::Deadline::max()).status();
}

// A slot for copies from or to |memory|.
Result<Lease> take_transfer_slot(Core& core, const std::shared_ptr<Resident>& memory) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(core, nullptr));
  Slot& slot = lease.slot();
  slot.next.clear();
  slot.next.after_earlier_work = true;
  if (slot.staging.empty()) slot.staging.resize(1);
  slot.residents.push_back(memory);
  return lease;
}

Result<uint64_t> submit_upload(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                               size_t size, const backend::Produce& produce) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  Span& upload = lease.slot().staging[0].upload;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(upload, MemoryUse::kUpload, size));
  VYRE_RETURN_IF_ERROR(produce(upload.bytes().first(size)));
  lease.slot().next.uploads.push_back(
      {range_of(upload, 0, size), range_of(memory->span(), offset, size)});
  VYRE_RETURN_IF_ERROR(lease.submit());
  return lease.number();
}

// Starts a copy to staging memory, which the lease then holds.
Result<Lease> submit_download(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                              size_t size) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  Span& readback = lease.slot().staging[0].readback;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(readback, MemoryUse::kReadback, size));
  lease.slot().next.downloads.push_back(
      {range_of(memory->span(), offset, size), range_of(readback, 0, size)});
  VYRE_RETURN_IF_ERROR(lease.submit());
  return lease;
}

size_t chunk_at(uint64_t at, uint64_t size) {
  return static_cast<size_t>(std::min<uint64_t>(kChunkBytes, size - at));
}

std::span<std::byte> shared_bytes(const Resident& memory, uint64_t offset, uint64_t size) {
  return {memory.span().data() + offset, static_cast<size_t>(size)};
}

// The host reads and writes the memory itself.
bool is_reached(const Core& core, const Resident& memory) {
  return core.device().shares_memory() && memory.span().block->mapped != nullptr;
}

// Until the host may touch the bytes: its own semaphores have been waited for, and no work of ours
// uses them. What it has recorded itself is the host's to wait for.
Status wait_until_unused(Core& core, const Resident& memory) {
  if (core.device().records_only()) return {};
  VYRE_ASSIGN_OR_RETURN(const uint64_t after, core.queue().number_after_semaphores());
  return wait_for(core, std::max(memory.last_use(), after));
}

}  // namespace

Status fill_with_zeroes(Core& core, const std::shared_ptr<Resident>& memory) {
  const Span& span = memory->span();
  if (is_reached(core, *memory)) {
    std::memset(span.data(), 0, static_cast<size_t>(span.size));
    return {};
  }
  if (core.device().records_only()) {
    memory->zero_later();
    return {};
  }
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  lease.slot().next.fills.push_back(range_of(span, 0, span.size));
  return lease.submit();
}

Status write_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                   std::span<const std::byte> bytes) {
  return fill_pieces(core, memory, offset, bytes.size(), [&](std::span<std::byte> piece) {
    std::memcpy(piece.data(), bytes.data(), piece.size());
    bytes = bytes.subspan(piece.size());
    return Status();
  });
}

Status read_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                  std::span<std::byte> bytes) {
  return drain_pieces(core, memory, offset, bytes.size(), [&](std::span<const std::byte> piece) {
    std::memcpy(bytes.data(), piece.data(), piece.size());
    bytes = bytes.subspan(piece.size());
    return Status();
  });
}

Status fill_pieces(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                   uint64_t size, const backend::Produce& produce) {
  if (size == 0) return {};
  if (is_reached(core, *memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(core, *memory));
    return produce(shared_bytes(*memory, offset, size));
  }
  if (core.device().records_only()) return core.device().records_only_error();
  // One chunk is produced in staging memory while the device works on the one before.
  uint64_t chunk_before = 0;
  for (uint64_t at = 0; at < size; at += kChunkBytes) {
    VYRE_ASSIGN_OR_RETURN(const uint64_t number,
                          submit_upload(core, memory, offset + at, chunk_at(at, size), produce));
    VYRE_RETURN_IF_ERROR(wait_for(core, chunk_before));
    chunk_before = number;
  }
  return {};
}

Status drain_pieces(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                    uint64_t size, const backend::Consume& consume) {
  if (size == 0) return {};
  if (is_reached(core, *memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(core, *memory));
    return consume(shared_bytes(*memory, offset, size));
  }
  if (core.device().records_only()) return core.device().records_only_error();
  // One chunk is consumed while the device copies the next.
  VYRE_ASSIGN_OR_RETURN(Lease first, submit_download(core, memory, offset, chunk_at(0, size)));
  std::optional<Lease> lease(std::move(first));
  for (uint64_t at = 0; at < size; at += kChunkBytes) {
    const size_t bytes = chunk_at(at, size);
    std::optional<Lease> next;
    if (at + bytes < size) {
      const uint64_t after = at + bytes;
      VYRE_ASSIGN_OR_RETURN(Lease started,
                            submit_download(core, memory, offset + after, chunk_at(after, size)));
      next.emplace(std::move(started));
    }
    VYRE_RETURN_IF_ERROR(wait_for(core, lease->number()));
    VYRE_RETURN_IF_ERROR(consume(lease->slot().staging[0].readback.bytes().first(bytes)));
    lease.reset();
    if (next) lease.emplace(std::move(*next));
  }
  return {};
}

Status copy_bytes(Core& core, const std::shared_ptr<Resident>& from, uint64_t from_offset,
                  const std::shared_ptr<Resident>& to, uint64_t to_offset, uint64_t size) {
  if (size == 0) return {};
  if (core.device().records_only()) {
    if (!is_reached(core, *from) || !is_reached(core, *to)) {
      return core.device().records_only_error();
    }
    std::memcpy(to->span().data() + to_offset, from->span().data() + from_offset,
                static_cast<size_t>(size));
    return {};
  }
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, from));
  lease.slot().residents.push_back(to);
  lease.slot().next.uploads.push_back(
      {range_of(from->span(), from_offset, size), range_of(to->span(), to_offset, size)});
  return lease.submit();
}

}  // namespace vyre::vulkan
