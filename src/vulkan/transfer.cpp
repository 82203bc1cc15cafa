#include "vulkan/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>

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
                               std::span<const std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  Span& upload = lease.slot().staging[0].upload;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(upload, MemoryUse::kUpload, bytes.size()));
  std::memcpy(upload.data(), bytes.data(), bytes.size());
  lease.slot().next.uploads.push_back(
      {range_of(upload, 0, bytes.size()), range_of(memory->span(), offset, bytes.size())});
  VYRE_RETURN_IF_ERROR(lease.submit());
  return lease.number();
}

Status download(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                std::span<std::byte> bytes) {
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  Span& readback = lease.slot().staging[0].readback;
  VYRE_RETURN_IF_ERROR(lease.slot().reserve(readback, MemoryUse::kReadback, bytes.size()));
  lease.slot().next.downloads.push_back(
      {range_of(memory->span(), offset, bytes.size()), range_of(readback, 0, bytes.size())});
  VYRE_RETURN_IF_ERROR(lease.submit());
  VYRE_RETURN_IF_ERROR(wait_for(core, lease.number()));
  std::memcpy(bytes.data(), readback.data(), bytes.size());
  return {};
}

}  // namespace

Status fill_with_zeroes(Core& core, const std::shared_ptr<Resident>& memory) {
  const Span& span = memory->span();
  if (core.device().shares_memory()) {
    std::memset(span.data(), 0, static_cast<size_t>(span.size));
    return {};
  }
  VYRE_ASSIGN_OR_RETURN(Lease lease, take_transfer_slot(core, memory));
  lease.slot().next.fills.push_back(range_of(span, 0, span.size));
  return lease.submit();
}

Status write_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                   std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};
  if (core.device().shares_memory()) {
    VYRE_RETURN_IF_ERROR(wait_for(core, memory->last_use()));
    std::memcpy(memory->span().data() + offset, bytes.data(), bytes.size());
    return {};
  }
  // One chunk is copied into staging memory while the device works on the one before.
  uint64_t chunk_before = 0;
  for (size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    const auto chunk = bytes.subspan(at, std::min(kChunkBytes, bytes.size() - at));
    VYRE_ASSIGN_OR_RETURN(const uint64_t number, submit_upload(core, memory, offset + at, chunk));
    VYRE_RETURN_IF_ERROR(wait_for(core, chunk_before));
    chunk_before = number;
  }
  return {};
}

Status read_bytes(Core& core, const std::shared_ptr<Resident>& memory, uint64_t offset,
                  std::span<std::byte> bytes) {
  if (bytes.empty()) return {};
  if (core.device().shares_memory()) {
    VYRE_RETURN_IF_ERROR(wait_for(core, memory->last_use()));
    std::memcpy(bytes.data(), memory->span().data() + offset, bytes.size());
    return {};
  }
  for (size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    const auto chunk = bytes.subspan(at, std::min(kChunkBytes, bytes.size() - at));
    VYRE_RETURN_IF_ERROR(download(core, memory, offset + at, chunk));
  }
  return {};
}

}  // namespace vyre::vulkan
