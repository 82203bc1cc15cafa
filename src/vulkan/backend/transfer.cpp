#include "vulkan/backend/transfer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "vulkan/submission/scoped_submission.h"

namespace vyre::vulkan {
namespace {

// A range of a block on the device: of |memory|, or, when that is null, of a context that keeps it.
struct Place {
  BufferRange range;
  std::shared_ptr<OwnedAllocation> owned;

  BufferRange part(uint64_t offset, uint64_t size) const {
    return {{range.block, range.offset + offset, size}, range.buffer};
  }
};

Place place_of(const std::shared_ptr<OwnedAllocation>& memory, uint64_t offset, uint64_t size) {
  return {range_of(memory->allocation(), offset, size), memory};
}

Status wait_for(VulkanDevice& opened, uint64_t submission) {
  return opened.queue().wait(submission, backend::Deadline::max()).status();
}

// A context for copies from or to |memory|, which may be null.
ScopedSubmission begin_transfer(VulkanDevice& opened,
                                const std::shared_ptr<OwnedAllocation>& memory) {
  ScopedSubmission submission(opened.submissions(), nullptr);
  submission.context().begin_transfer(memory);
  return submission;
}

Result<uint64_t> submit_upload(VulkanDevice& opened, const Place& to, uint64_t offset,
                               uint64_t size, const backend::Produce& produce) {
  ScopedSubmission submission = begin_transfer(opened, to.owned);
  SubmissionContext& context = submission.context();
  VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> upload,
                        context.add_upload(context.staging[0], to.part(offset, size)));
  VYRE_RETURN_IF_ERROR(produce(upload));
  VYRE_RETURN_IF_ERROR(submission.submit());
  return submission.number();
}

// Starts a copy to staging memory, which the submission then holds.
Result<ScopedSubmission> submit_download(VulkanDevice& opened, const Place& from, uint64_t offset,
                                         uint64_t size) {
  ScopedSubmission submission = begin_transfer(opened, from.owned);
  SubmissionContext& context = submission.context();
  VYRE_RETURN_IF_ERROR(context.add_download(context.staging[0], from.part(offset, size), size));
  VYRE_RETURN_IF_ERROR(submission.submit());
  return submission;
}

uint64_t piece_at(uint64_t at, uint64_t size) { return std::min(kPieceBytes, size - at); }

// One piece is produced in staging memory while the device works on the one before. Returns the
// newest submission.
Result<uint64_t> upload(VulkanDevice& opened, const Place& to, const backend::Produce& produce) {
  uint64_t before = 0, newest = 0;
  for (uint64_t at = 0; at < to.range.size; at += kPieceBytes) {
    before = newest;
    VYRE_ASSIGN_OR_RETURN(newest,
                          submit_upload(opened, to, at, piece_at(at, to.range.size), produce));
    VYRE_RETURN_IF_ERROR(wait_for(opened, before));
  }
  return newest;
}

// One piece is consumed while the device copies the next.
Status download(VulkanDevice& opened, const Place& from, const backend::Consume& consume) {
  const uint64_t size = from.range.size;
  VYRE_ASSIGN_OR_RETURN(ScopedSubmission first,
                        submit_download(opened, from, 0, piece_at(0, size)));
  std::optional<ScopedSubmission> submission(std::move(first));
  for (uint64_t at = 0; at < size; at += kPieceBytes) {
    const uint64_t after = at + piece_at(at, size);
    std::optional<ScopedSubmission> next;
    if (after < size) {
      VYRE_ASSIGN_OR_RETURN(ScopedSubmission started,
                            submit_download(opened, from, after, piece_at(after, size)));
      next.emplace(std::move(started));
    }
    VYRE_RETURN_IF_ERROR(wait_for(opened, submission->number()));
    VYRE_RETURN_IF_ERROR(consume(submission->context().staging[0].result));
    submission.reset();
    if (next) submission.emplace(std::move(*next));
  }
  return {};
}

// The host reads and writes the memory itself.
bool is_reached(const VulkanDevice& opened, const OwnedAllocation& memory) {
  return opened.device().shares_memory() && memory.allocation().block->mapped != nullptr;
}

// Until the host may touch the bytes: its own semaphores have been waited for, and no work of ours
// uses them. What it has recorded itself is the host's to wait for.
Status wait_until_unused(VulkanDevice& opened, const OwnedAllocation& memory) {
  if (opened.device().records_only()) return {};
  VYRE_ASSIGN_OR_RETURN(const uint64_t after, opened.queue().number_after_semaphores());
  return wait_for(opened, std::max(memory.last_use(), after));
}

// The bytes themselves, when the host may touch them; none where they have to be copied.
Result<std::span<std::byte>> reach(VulkanDevice& opened, const OwnedAllocation& memory,
                                   uint64_t offset, uint64_t size) {
  if (is_reached(opened, memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(opened, memory));
    return memory.allocation().bytes().subspan(offset, size);
  }
  if (opened.device().records_only()) return opened.device().records_only_error();
  return std::span<std::byte>();
}

}  // namespace

Status fill_with_zeroes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory) {
  const Allocation& allocation = memory->allocation();
  if (is_reached(opened, *memory)) {
    std::memset(allocation.data(), 0, static_cast<size_t>(allocation.size));
    return {};
  }
  if (opened.device().records_only()) {
    memory->zero_later();
    return {};
  }
  ScopedSubmission submission = begin_transfer(opened, memory);
  submission.context().next.fills.push_back(range_of(allocation, 0, allocation.size));
  return submission.submit();
}

Result<uint64_t> upload_bytes(VulkanDevice& opened, const BufferRange& to,
                              std::span<const std::byte> bytes) {
  Result<uint64_t> newest = upload(opened, {to, nullptr}, [&](std::span<std::byte> piece) {
    const size_t given = std::min(piece.size(), bytes.size());
    if (given > 0) std::memcpy(piece.data(), bytes.data(), given);
    std::memset(piece.data() + given, 0, piece.size() - given);
    bytes = bytes.subspan(given);
    return Status();
  });
  // The memory goes back to the context's pool with nothing under way.
  if (!newest.ok()) (void)opened.queue().wait_for_all();
  return newest;
}

backend::Consume copy_to(std::span<std::byte>& bytes) {
  return [&bytes](std::span<const std::byte> piece) {
    std::memcpy(bytes.data(), piece.data(), piece.size());
    bytes = bytes.subspan(piece.size());
    return Status();
  };
}

Status download_bytes(VulkanDevice& opened, const BufferRange& from, uint64_t offset,
                      std::span<std::byte> bytes) {
  if (bytes.empty()) return {};
  const Place place{{{from.block, from.offset + offset, bytes.size()}, from.buffer}, nullptr};
  return download(opened, place, copy_to(bytes));
}

Status fill_pieces(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory,
                   uint64_t offset, uint64_t size, const backend::Produce& produce) {
  if (size == 0) return {};
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach(opened, *memory, offset, size));
  if (!reached.empty()) return produce(reached);
  return upload(opened, place_of(memory, offset, size), produce).status();
}

Status drain_pieces(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& memory,
                    uint64_t offset, uint64_t size, const backend::Consume& consume) {
  if (size == 0) return {};
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach(opened, *memory, offset, size));
  if (!reached.empty()) return consume(reached);
  return download(opened, place_of(memory, offset, size), consume);
}

Status copy_bytes(VulkanDevice& opened, const std::shared_ptr<OwnedAllocation>& from,
                  uint64_t from_offset, const std::shared_ptr<OwnedAllocation>& to,
                  uint64_t to_offset, uint64_t size) {
  if (size == 0) return {};
  if (opened.device().records_only()) {
    if (!is_reached(opened, *from) || !is_reached(opened, *to)) {
      return opened.device().records_only_error();
    }
    std::memcpy(to->allocation().data() + to_offset, from->allocation().data() + from_offset,
                static_cast<size_t>(size));
    return {};
  }
  ScopedSubmission submission = begin_transfer(opened, from);
  submission.context().owned_memory.push_back(to);
  submission.context().next.uploads.push_back({range_of(from->allocation(), from_offset, size),
                                               range_of(to->allocation(), to_offset, size)});
  return submission.submit();
}

}  // namespace vyre::vulkan
