#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status/status.h"

namespace vyre::backend {

// Bytes that are moved through memory of bounded size.
inline constexpr uint64_t kPieceBytes = uint64_t{4} << 20;

// |read(at, piece)| and |write(at, piece)| of each piece of |size| bytes, in order.
template <typename Read, typename Write>
Status copy_by_pieces(uint64_t size, Read read, Write write) {
  std::vector<std::byte> bytes(static_cast<size_t>(std::min(size, kPieceBytes)));
  for (uint64_t at = 0; at < size;) {
    const auto piece =
        std::span(bytes).first(static_cast<size_t>(std::min<uint64_t>(bytes.size(), size - at)));
    VYRE_RETURN_IF_ERROR(read(at, piece));
    VYRE_RETURN_IF_ERROR(write(at, std::span<const std::byte>(piece)));
    at += piece.size();
  }
  return {};
}

// |write(at, piece)| of each piece of |size| bytes, a multiple of 4, that repeat |word|.
template <typename Write>
Status fill_by_pieces(uint64_t size, uint32_t word, Write write) {
  const std::vector<uint32_t> words(static_cast<size_t>(std::min(size, kPieceBytes)) / sizeof word,
                                    word);
  const auto bytes = std::as_bytes(std::span(words));
  for (uint64_t at = 0; at < size;) {
    const auto piece =
        bytes.first(static_cast<size_t>(std::min<uint64_t>(bytes.size(), size - at)));
    VYRE_RETURN_IF_ERROR(write(at, piece));
    at += piece.size();
  }
  return {};
}

}  // namespace vyre::backend
