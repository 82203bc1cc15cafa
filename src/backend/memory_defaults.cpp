#include <algorithm>
#include <utility>
#include <vector>

#include "backend/device.h"
#include "backend/pieces.h"
#include "backend/sequence.h"

namespace vyre::backend {
namespace {

// A range through a buffer of bounded size, which is written to the memory or read from it.
class BouncedPieces final : public Pieces {
 public:
  enum class Direction : uint8_t { kIntoMemory, kOutOfMemory };
  BouncedPieces(Device& device, Memory& memory, uint64_t offset, uint64_t size, Direction direction)
      : device_(device),
        memory_(memory),
        at_(offset),
        left_(size),
        direction_(direction),
        buffer_(static_cast<size_t>(std::min(size, kPieceBytes))) {}

  Result<std::span<std::byte>> next() override {
    if (direction_ == Direction::kIntoMemory && !piece_.empty()) {
      VYRE_RETURN_IF_ERROR(device_.write(memory_, at_, piece_));
    }
    at_ += piece_.size();
    piece_ =
        std::span(buffer_).first(static_cast<size_t>(std::min<uint64_t>(buffer_.size(), left_)));
    left_ -= piece_.size();
    if (direction_ == Direction::kOutOfMemory && !piece_.empty()) {
      VYRE_RETURN_IF_ERROR(device_.read(memory_, at_, piece_));
    }
    return piece_;
  }

 private:
  Device& device_;
  Memory& memory_;
  uint64_t at_;
  uint64_t left_;  // behind the piece
  const Direction direction_;
  std::vector<std::byte> buffer_;
  std::span<std::byte> piece_;  // what the caller has
};

class FinishedWork final : public Waitable {
 public:
  explicit FinishedWork(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  PendingState wait(Deadline) override { return PendingState::kReady; }
  bool cancel() override { return false; }
  Status status() override { return {}; }
  Timing timing() const override { return {}; }
  Result<std::span<const std::byte>> bytes(uint32_t) override {
    return std::span<const std::byte>(bytes_);
  }
  std::span<std::byte> place() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::span<const std::byte>> Waitable::bytes(uint32_t) {
  return fail(Code::kInvalidArgument,
              "the work reads nothing that it keeps. Fix: ask work of vyre_buffer_read_async, or a "
              "run of a sequence");
}

std::unique_ptr<Waitable> finished_work(std::vector<std::byte> bytes) {
  return std::make_unique<FinishedWork>(std::move(bytes));
}

Status move_now(Device& device, const Step& step, std::span<std::byte> read) {
  switch (step.kind) {
    case Step::Kind::kDispatch:
      break;
    case Step::Kind::kCopy:
      return device.copy(*step.from, step.from_offset, *step.to, step.to_offset, step.size);
    case Step::Kind::kWrite:
      return device.write(*step.to, step.to_offset, step.bytes);
    case Step::Kind::kRead:
      return device.read(*step.from, step.from_offset, read);
    case Step::Kind::kFill:
      return device.repeat(*step.to, step.to_offset, step.size, step.word);
  }
  return fail(Code::kInternal, "a step moves no bytes. Fix: report this as a mistake");
}

Result<std::unique_ptr<Waitable>> Device::transfer(const Step& step, bool) {
  const bool reads = step.kind == Step::Kind::kRead;
  auto work = std::make_unique<FinishedWork>(
      std::vector<std::byte>(reads ? static_cast<size_t>(step.size) : 0));
  VYRE_RETURN_IF_ERROR(move_now(*this, step, work->place()));
  return std::unique_ptr<Waitable>(std::move(work));
}

Status Device::repeat(Memory& memory, uint64_t offset, uint64_t size, uint32_t word) {
  return fill_by_pieces(size, word,
                        [&](uint64_t at, auto piece) { return write(memory, offset + at, piece); });
}

Result<std::unique_ptr<Pieces>> Device::fill(Memory& memory, uint64_t offset, uint64_t size) {
  return std::unique_ptr<Pieces>(std::make_unique<BouncedPieces>(
      *this, memory, offset, size, BouncedPieces::Direction::kIntoMemory));
}

Result<std::unique_ptr<Pieces>> Device::drain(Memory& memory, uint64_t offset, uint64_t size) {
  return std::unique_ptr<Pieces>(std::make_unique<BouncedPieces>(
      *this, memory, offset, size, BouncedPieces::Direction::kOutOfMemory));
}

Status Device::copy(Memory& from, uint64_t from_offset, Memory& to, uint64_t to_offset,
                    uint64_t size) {
  return copy_by_pieces(
      size, [&](uint64_t at, auto piece) { return read(from, from_offset + at, piece); },
      [&](uint64_t at, auto piece) { return write(to, to_offset + at, piece); });
}

Result<MemoryUsage> Device::memory_usage() const {
  const auto account = memory_account();
  MemoryUsage usage = account != nullptr ? account->usage() : MemoryUsage();
  const uint64_t total = profile().device_memory_bytes;
  if (total != 0) usage.total = total;
  return usage;
}

Result<uint64_t> Device::address(Memory&) {
  return fail(
      Code::kUnsupportedFeature, "memory of device '", id(),
      "' has no addresses for SPIR-V modules (VYRE_FEATURE_BUFFER_ADDRESSES). Fix: bind the "
      "buffer, or use a device with bufferDeviceAddress");
}

Status Device::check_image(const ImageDesc&) const {
  return fail(Code::kUnsupportedFeature, "device '", id(),
              "' has no images (VYRE_FEATURE_IMAGES). Fix: keep the texels in a buffer, or use a "
              "Vulkan device");
}

Result<std::shared_ptr<Image>> Device::create_image(const ImageDesc& desc) {
  return check_image(desc);
}

Result<std::shared_ptr<Memory>> Device::import_host(const HostRange& range) {
  return fail(
      Code::kUnsupportedFeature, "device '", id(), "' cannot use ", range.bytes.size(),
      " bytes of host memory as its own. Fix: read the file into a buffer instead, or use a "
      "Vulkan device with VK_EXT_external_memory_host");
}

Result<std::unique_ptr<DeviceSequence>> Device::create_sequence(const SequenceOptions&) {
  return std::unique_ptr<DeviceSequence>();
}

Result<std::shared_ptr<Semaphore>> Device::create_semaphore() {
  return fail(Code::kUnsupportedFeature, "device '", id(),
              "' has no semaphores. Fix: use a Vulkan device");
}

Result<SubmitPolicy> Device::submit_policy() const {
  return fail(Code::kUnsupportedFeature, "device '", id(),
              "' has no submit policy: how it hands over work and waits for it cannot be set. Fix: "
              "leave it as it is, or use a Vulkan device");
}

Status Device::set_submit_policy(const SubmitPolicy&) { return submit_policy().status(); }

Result<std::shared_ptr<Device>> Device::recover() {
  return fail(Code::kUnsupportedFeature, "device '", id(),
              "' lacks the feature 'recovery'. Fix: destroy it and open it again");
}

}  // namespace vyre::backend
