#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace vyre {

// With '+', '/' and padding.
std::string base64_encode(std::span<const std::byte> bytes);

}  // namespace vyre
