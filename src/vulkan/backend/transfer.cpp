#include "vulkan/backend/transfer.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace vyre::vulkan {
namespace {

// A range of a block on the device: of |memory|, or, when that is null, of a context that keeps it.
struct Place {
  BufferRange range;
  std::shared_ptr<OwnedAllocation> owned;
};

Place place_of(const DeviceBuffer& buffer, uint64_t offset, uint64_t size) {
  return {buffer.range(offset, size), buffer.owned()};
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

uint64_t piece_at(uint64_t at, uint64_t size) { return std::min(kPieceBytes, size - at); }

// Each piece is written in staging memory while the device works on the one before.
class Upload final : public backend::Pieces {
 public:
  Upload(VulkanDevice& opened, Place to) : opened_(opened), to_(std::move(to)) {}

  Result<std::span<std::byte>> next() override {
    if (submission_) VYRE_RETURN_IF_ERROR(submit());
    if (at_ == to_.range.size) return std::span<std::byte>();
    const BufferRange piece = to_.range.part(at_, piece_at(at_, to_.range.size));
    submission_.emplace(begin_transfer(opened_, to_.owned));
    at_ += piece.size;
    SubmissionContext& context = submission_->context();
    return context.add_upload(context.staging[0], piece);
  }
  uint64_t newest() const { return newest_; }  // submission

 private:
  Status submit() {
    VYRE_RETURN_IF_ERROR(submission_->submit());
    const uint64_t before = std::exchange(newest_, submission_->number());
    submission_.reset();
    return wait_for(opened_, before);
  }

  VulkanDevice& opened_;
  const Place to_;
  std::optional<ScopedSubmission> submission_;  // of the piece that the caller has
  uint64_t at_ = 0;
  uint64_t newest_ = 0;
};

// Each piece is read while the device copies the next.
class Download final : public backend::Pieces {
 public:
  Download(VulkanDevice& opened, Place from) : opened_(opened), from_(std::move(from)) {}

  Result<std::span<std::byte>> next() override {
    if (at_ == 0) VYRE_RETURN_IF_ERROR(submit_next());
    submission_.reset();
    if (!next_) return std::span<std::byte>();
    submission_.emplace(std::move(*next_));
    VYRE_RETURN_IF_ERROR(submit_next());
    VYRE_RETURN_IF_ERROR(wait_for(opened_, submission_->number()));
    const SubmissionContext::Staging& staging = submission_->context().staging[0];
    return staging.readback.bytes().first(staging.result.size());
  }

  uint64_t newest() const { return newest_; }  // submission

 private:
  Status submit_next() {
    next_.reset();
    const uint64_t size = piece_at(at_, from_.range.size);
    if (size == 0) return {};
    ScopedSubmission started = begin_transfer(opened_, from_.owned);
    SubmissionContext& context = started.context();
    VYRE_RETURN_IF_ERROR(
        context.add_download(context.staging[0], from_.range.part(at_, size), size));
    VYRE_RETURN_IF_ERROR(started.submit());
    newest_ = started.number();
    next_.emplace(std::move(started));
    at_ += size;
    return {};
  }

  VulkanDevice& opened_;
  const Place from_;
  std::optional<ScopedSubmission> submission_;  // of the piece that the caller has
  std::optional<ScopedSubmission> next_;
  uint64_t at_ = 0;  // behind both
  uint64_t newest_ = 0;
};

// Raises |newest| to the newest submission of |pieces| when it goes.
template <typename Staged>
struct Noted {
  ~Noted() { newest = std::max(newest, pieces.newest()); }
  const Staged& pieces;
  uint64_t& newest;
};

// Memory that the host reaches, all of it at once.
class Reached final : public backend::Pieces {
 public:
  explicit Reached(std::span<std::byte> bytes) : bytes_(bytes) {}
  Result<std::span<std::byte>> next() override { return std::exchange(bytes_, {}); }

 private:
  std::span<std::byte> bytes_;
};

// A walk of memory of the device, counted when it has come to its end.
class Counted final : public backend::Pieces {
 public:
  enum class Direction : uint8_t { kUp, kDown };
  Counted(std::shared_ptr<VulkanDevice> opened, Direction direction, uint64_t size,
          std::unique_ptr<backend::Pieces> pieces)
      : opened_(std::move(opened)),
        direction_(direction),
        size_(size),
        pieces_(std::move(pieces)) {}

  Result<std::span<std::byte>> next() override {
    VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> piece, pieces_->next());
    if (!piece.empty()) return piece;
    kernel_host::DeviceCounters& counters = opened_->device().counters();
    const uint64_t moved = std::exchange(size_, 0);
    direction_ == Direction::kUp ? counters.uploaded(moved) : counters.downloaded(moved);
    return piece;
  }

 private:
  const std::shared_ptr<VulkanDevice> opened_;
  const Direction direction_;
  uint64_t size_;  // 0 once counted
  const std::unique_ptr<backend::Pieces> pieces_;
};

// |bytes|, and zeroes behind them.
Status put(backend::Pieces& pieces, std::span<const std::byte> bytes) {
  for (;;) {
    VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> piece, pieces.next());
    if (piece.empty()) return {};
    const size_t given = std::min(piece.size(), bytes.size());
    if (given > 0) std::memcpy(piece.data(), bytes.data(), given);
    std::memset(piece.data() + given, 0, piece.size() - given);
    bytes = bytes.subspan(given);
  }
}

Status get(backend::Pieces& pieces, std::span<std::byte> bytes) {
  for (;;) {
    VYRE_ASSIGN_OR_RETURN(const std::span<std::byte> piece, pieces.next());
    if (piece.empty()) return {};
    std::memcpy(bytes.data(), piece.data(), piece.size());
    bytes = bytes.subspan(piece.size());
  }
}

// The host reads and writes the memory itself.
bool is_reached(const VulkanDevice& opened, const OwnedAllocation& memory) {
  return opened.device().shares_memory() && memory.allocation().block->mapped != nullptr;
}

// Until the host may touch the bytes: its own semaphores have been waited for, and no work of ours
// uses them. What it has recorded itself is the host's to wait for.
Status wait_until_unused(VulkanDevice& opened, const OwnedAllocation& memory) {
  if (opened.device().records_only()) return {};
  VYRE_RETURN_IF_ERROR(opened.queue().pass_ahead());
  VYRE_ASSIGN_OR_RETURN(const uint64_t after, opened.queue().number_after_semaphores());
  return wait_for(opened, std::max(memory.last_use(), after));
}

// The bytes themselves, when the host may touch them; none where they have to be copied.
Result<std::span<std::byte>> reach(VulkanDevice& opened, const DeviceBuffer& buffer,
                                   uint64_t offset, uint64_t size) {
  if (size == 0) return std::span<std::byte>();
  const OwnedAllocation& memory = *buffer.owned();
  if (is_reached(opened, memory)) {
    VYRE_RETURN_IF_ERROR(wait_until_unused(opened, memory));
    return memory.allocation().bytes().subspan(offset, size);
  }
  if (opened.device().records_only()) return opened.device().records_only_error();
  return std::span<std::byte>();
}

// The range at once where the host reaches it, else by |Staged| walk.
template <typename Staged>
Result<std::unique_ptr<backend::Pieces>> walk(std::shared_ptr<VulkanDevice> opened,
                                              Counted::Direction direction,
                                              const DeviceBuffer& buffer, uint64_t offset,
                                              uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach(*opened, buffer, offset, size));
  std::unique_ptr<backend::Pieces> pieces;
  if (!reached.empty()) {
    pieces = std::make_unique<Reached>(reached);
  } else {
    pieces = std::make_unique<Staged>(*opened, place_of(buffer, offset, size));
  }
  return std::unique_ptr<backend::Pieces>(
      std::make_unique<Counted>(std::move(opened), direction, size, std::move(pieces)));
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

Status upload_bytes(VulkanDevice& opened, const BufferRange& to, std::span<const std::byte> bytes,
                    uint64_t& newest) {
  Upload upload(opened, {to, nullptr});
  const Noted<Upload> noted{upload, newest};
  return put(upload, bytes);
}

Status download_bytes(VulkanDevice& opened, const BufferRange& from, std::span<std::byte> bytes,
                      uint64_t& newest) {
  Download download(opened, {from, nullptr});
  const Noted<Download> noted{download, newest};
  return get(download, bytes);
}

Status VulkanDevice::write(backend::Memory& memory, uint64_t offset,
                           std::span<const std::byte> bytes) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  const DeviceBuffer& buffer = own(*this, memory, offset, bytes.size());
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach(*this, buffer, offset, bytes.size()));
  if (!reached.empty()) {
    std::memcpy(reached.data(), bytes.data(), bytes.size());
  } else {
    Upload upload(*this, place_of(buffer, offset, bytes.size()));
    VYRE_RETURN_IF_ERROR(put(upload, bytes));
  }
  device_->counters().uploaded(bytes.size());
  return {};
}

Status VulkanDevice::read(backend::Memory& memory, uint64_t offset, std::span<std::byte> bytes) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  const DeviceBuffer& buffer = own(*this, memory, offset, bytes.size());
  VYRE_ASSIGN_OR_RETURN(const auto reached, reach(*this, buffer, offset, bytes.size()));
  if (!reached.empty()) {
    std::memcpy(bytes.data(), reached.data(), bytes.size());
  } else {
    Download download(*this, place_of(buffer, offset, bytes.size()));
    VYRE_RETURN_IF_ERROR(get(download, bytes));
  }
  device_->counters().downloaded(bytes.size());
  return {};
}

Result<std::unique_ptr<backend::Pieces>> VulkanDevice::fill(backend::Memory& memory,
                                                            uint64_t offset, uint64_t size) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  const DeviceBuffer& buffer = own(*this, memory, offset, size);
  return walk<Upload>(shared_from_this(), Counted::Direction::kUp, buffer, offset, size);
}

Result<std::unique_ptr<backend::Pieces>> VulkanDevice::drain(backend::Memory& memory,
                                                             uint64_t offset, uint64_t size) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  const DeviceBuffer& buffer = own(*this, memory, offset, size);
  return walk<Download>(shared_from_this(), Counted::Direction::kDown, buffer, offset, size);
}

Result<std::span<std::byte>> reach_now(VulkanDevice& opened, const DeviceBuffer& buffer,
                                       uint64_t offset, uint64_t size) {
  const OwnedAllocation& memory = *buffer.owned();
  if (!is_reached(opened, memory) || opened.queue().has_ahead()) return std::span<std::byte>();
  VYRE_ASSIGN_OR_RETURN(const uint64_t after, opened.queue().number_after_semaphores());
  const bool is_unused = opened.queue().reached(std::max(memory.last_use(), after));
  return is_unused ? memory.allocation().bytes().subspan(offset, size) : std::span<std::byte>();
}

Status check_words(const BufferRange& range) {
  if ((range.size | range.offset) % sizeof(uint32_t) == 0) return {};
  return fail(Code::kInvalidArgument, range.size, " bytes are to be filled from byte ",
              range.offset,
              " of a VkBuffer. Fix: fill whole words, from a multiple of 4 of the VkBuffer");
}

Status copy_bytes(VulkanDevice& opened, const DeviceBuffer& from, uint64_t from_offset,
                  const DeviceBuffer& to, uint64_t to_offset, uint64_t size) {
  if (size == 0) return {};
  if (opened.device().records_only()) {
    if (!is_reached(opened, *from.owned()) || !is_reached(opened, *to.owned())) {
      return opened.device().records_only_error();
    }
    std::memcpy(to.owned()->allocation().data() + to_offset,
                from.owned()->allocation().data() + from_offset, static_cast<size_t>(size));
    return {};
  }
  ScopedSubmission submission = begin_transfer(opened, from.owned());
  submission.context().owned_memory.push_back(to.owned());
  submission.context().next.uploads.push_back(
      {from.range(from_offset, size), to.range(to_offset, size)});
  return submission.submit();
}

}  // namespace vyre::vulkan
