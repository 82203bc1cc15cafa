#include "vulkan/context/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "vulkan/context/scoped_submission.h"

namespace vyre::vulkan {
namespace {

// A range of a block on the device: of |resident|, or, when that is null, of a slot that keeps it.
struct Place {
  BufferRange range;
  std::shared_ptr<Resident> resident;

  BufferRange part(uint64_t offset, uint64_t size) const {
    return {range.block, range.buffer, range.offset + offset, size};
  }
};

Place place_of(const std::shared_ptr<Resident>& memory, uint64_t offset, uint64_t size) {
  return {range_of(memory->span(), offset, size), memory};
}

Status wait_for(Core& core, uint64_t submission) {
  return core.queue().wait(submission, backend::Deadline::max()).status();
}

// A slot for copies from or to |memory|, which may be null.
Result<Lease> take_transfer_slot(Core& core, const std::shared_ptr<Resident>& memory) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(core, nullptr));
  Slot& slot = lease.slot();
  slot.next.clear();
  slot.next.after_earlier_work = true;
  if (slot.staging.empty()) slot.staging.resize(1);
  if (memory != nullptr) slot.residents.push_back(memory);
  return lease;
}

Result<uint64_t> submit_upload(Core& core, const Place& to, uint64_t offset, uint64_t size,
                               const backend::Produce& produce) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, to.resident));
  Span& upload = lease.slot().staging[0].upload;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(upload, MemoryUse::kUpload, size));
  VYRE_RETURN_IF_ERROR(produce(upload.bytes().first(static_cast<size_t>(size))));
  lease.slot().next.uploads.push_back({range_of(upload, 0, size), to.part(offset, size)});
  VYRE_RETURN_IF_ERROR(lease.submit());
  return lease.number();
}

// Starts a copy to staging memory, which the lease then holds.
Result<Lease> submit_download(Core& core, const Place& from, uint64_t offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, from.resident));
  Span& readback = lease.slot().staging[0].readback;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(readback, MemoryUse::kReadback, size));
  lease.slot().next.downloads.push_back({from.part(offset, size), range_of(readback, 0, size)});
  VYRE_RETURN_IF_ERROR(lease.submit());
  return lease;
}

uint64_t piece_at(uint64_t at, uint64_t size) { return std::min(kPieceBytes, size - at); }

// One piece is produced in staging memory while the device works on the one before. Returns the
// newest submission.
Result<uint64_t> upload(Core& core, const Place& to, const backend::Produce& produce) {
  uint64_t before = 0, newest = 0;
  for (uint64_t at = 0; at < to.range.size; at += kPieceBytes) {
    before = newest;
    VYRE_ASSIGN_OR_RETURN(newest,
                          submit_upload(core, to, at, piece_at(at, to.range.size), produce));
    VYRE_RETURN_IF_ERROR(wait_for(core, before));
  }
  return newest;
}

// One piece is consumed while the device copies the next.
Status download(Core& core, const Place& from, const backend::Consume& consume) {
  const uint64_t size = from.range.size;
  VYRE_ASSIGN_OR_RETURN(Lease first, submit_download(core, from, 0, piece_at(0, size)));
  std::optional<Lease> lease(std::move(first));
  for (uint64_t at = 0; at < size; at += kPieceBytes) {
    const uint64_t after = at + piece_at(at, size);
    std::optional<Lease> next;
    if (after < size) {
      VYRE_ASSIGN_OR_RETURN(Lease started,
                            submit_download(core, from, after, piece_at(after, size)));
      next.emplace(std::move(started));
    }
    VYRE_RETURN_IF_ERROR(wait_for(core, lease->number()));
    VYRE_RETURN_IF_ERROR(
        consume(lease->slot().staging[0].readback.bytes().first(static_cast<size_t>(after - at))));
    lease.reset();
    if (next) lease.emplace(std::move(*next));
  }
  return {};
}

backend::Consume copy_to(std::span<std::byte>& bytes) {
  return [&bytes](std::span<const std::byte> piece) {
    std::memcpy(bytes.data(), piece.data(), piece.size());
    bytes = bytes.subspan(piece.size());
    return Status();
  };
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
  return drain_pieces(core, memory, offset, bytes.size(), copy_to(bytes));
}

Result<uint64_t> upload_bytes(Core& core, const BufferRange& to, std::span<const std::byte> bytes) {
  Result<uint64_t> newest = upload(core, {to, nullptr}, [&](std::span<std::byte> piece) {
    const size_t given = std::min(piece.size(), bytes.size());
    if (given > 0) std::memcpy(piece.data(), bytes.data(), given);
    std::memset(piece.data() + given, 0, piece.size() - given);
    bytes = bytes.subspan(given);
    return Status();
  });
  // The memory goes back to the slot's pool with nothing under way.
  if (!newest.ok()) (void)core.queue().wait_for_all();
  return newest;
}

Status download_bytes(Core& core, const BufferRange& from, uint64_t offset,
                      std::span<std::byte> bytes) {
  if (bytes.empty()) return {};
  const Place place{{from.block, from.buffer, from.offset + offset, bytes.size()}, nullptr};
  return download(core, place, copy_to(bytes));
}

Status fill_pieces(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                   uint64_t size, const backend::Produce& produce) {
  if (size == 0) return {};
  if (is_reached(core, *memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(core, *memory));
    return produce(shared_bytes(*memory, offset, size));
  }
  if (core.device().records_only()) return core.device().records_only_error();
  return upload(core, place_of(memory, offset, size), produce).status();
}

Status drain_pieces(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                    uint64_t size, const backend::Consume& consume) {
  if (size == 0) return {};
  if (is_reached(core, *memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(core, *memory));
    return consume(shared_bytes(*memory, offset, size));
  }
  if (core.device().records_only()) return core.device().records_only_error();
  return download(core, place_of(memory, offset, size), consume);
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
