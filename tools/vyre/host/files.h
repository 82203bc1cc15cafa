#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "result.h"

namespace tool {

using Bytes = std::vector<uint8_t>;

// The whole file; "-" is standard input.
Result<Bytes> read_file(const std::string& path);

// Replaces the file; "-" is standard output.
std::optional<Failure> write_file(const std::string& path, std::span<const uint8_t> bytes);

}  // namespace tool
