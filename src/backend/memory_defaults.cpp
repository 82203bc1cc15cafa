#include <algorithm>
#include <vector>

#include "backend/device.h"
#include "backend/sequence.h"

namespace vyre::backend {
namespace {

constexpr uint64_t kBounceBytes = uint64_t{4} << 20;

// Calls |move(at, piece)| for pieces of |size| bytes that lie in a buffer of bounded size.
template <typename Move>
Status bounce(uint64_t size, Move move) {
  std::vector<std::byte> buffer(static_cast<size_t>(std::min(size, kBounceBytes)));
  for (uint64_t at = 0; at < size; at += buffer.size()) {
    const uint64_t bytes = std::min<uint64_t>(buffer.size(), size - at);
    VYRE_RETURN_IF_ERROR(move(at, std::span(buffer).first(static_cast<size_t>(bytes))));
  }
  return {};
}

}  // namespace

Status Device::fill(Memory& memory, uint64_t offset, uint64_t size, const Produce& produce) {
  return bounce(size, [&](uint64_t at, std::span<std::byte> piece) -> Status {
    VYRE_RETURN_IF_ERROR(produce(piece));
    return write(memory, offset + at, piece);
  });
}

Status Device::drain(Memory& memory, uint64_t offset, uint64_t size, const Consume& consume) {
  return bounce(size, [&](uint64_t at, std::span<std::byte> piece) -> Status {
    VYRE_RETURN_IF_ERROR(read(memory, offset + at, piece));
    return consume(piece);
  });
}

Status Device::copy(Memory& from, uint64_t from_offset, Memory& to, uint64_t to_offset,
                    uint64_t size) {
  return bounce(size, [&](uint64_t at, std::span<std::byte> piece) -> Status {
    VYRE_RETURN_IF_ERROR(read(from, from_offset + at, piece));
    return write(to, to_offset + at, piece);
  });
}

Result<std::shared_ptr<Memory>> Device::import_host(const HostRange& range) {
  return fail(
      Code::kUnsupportedFeature, "backend '", id(), "' cannot use ", range.bytes.size(),
      " bytes of host memory as its own. Fix: read the file into a buffer instead, or use a "
      "Vulkan device with VK_EXT_external_memory_host");
}

Result<std::unique_ptr<Sequence>> Device::create_sequence(const SequenceOptions&) {
  return std::unique_ptr<Sequence>();
}

Result<SubmitPolicy> Device::submit_policy() const {
  return fail(Code::kUnsupportedFeature, "backend '", id(),
              "' has no submit policy: how it hands over work and waits for it cannot be set. Fix: "
              "leave it as it is, or use a Vulkan device");
}

Status Device::set_submit_policy(const SubmitPolicy&) { return submit_policy().status(); }

Status Device::recover() {
  return fail(Code::kUnsupportedFeature, "backend '", id(),
              "' lacks the feature 'recovery'. Fix: destroy the backend and acquire it again");
}

}  // namespace vyre::backend
