#include "capi/boundary/blob.h"

#include <algorithm>
#include <memory>

// The bytes stand behind the struct, at a multiple of 16, with a NUL behind them.
struct vyre_blob {
  alignas(16) size_t size;
  alignas(16) std::byte bytes[16];
};

namespace vyre::capi {

Status hand_out_blob(vyre_blob** out, std::span<const std::byte> bytes) {
  const size_t room = std::max(bytes.size() + 1, sizeof vyre_blob::bytes);
  void* memory = ::operator new(offsetof(vyre_blob, bytes) + room, std::align_val_t(16));
  auto* blob = static_cast<vyre_blob*>(memory);
  blob->size = bytes.size();
  std::byte* end = std::copy(bytes.begin(), bytes.end(), blob->bytes);
  *end = std::byte{0};
  *out = blob;
  return {};
}

}  // namespace vyre::capi

vyre_bytes vyre_blob_get_bytes(const vyre_blob* blob) {
  return blob == nullptr ? vyre_bytes{"", 0} : vyre_bytes{blob->bytes, blob->size};
}

void vyre_blob_destroy(vyre_blob* blob) { ::operator delete(blob, std::align_val_t(16)); }
