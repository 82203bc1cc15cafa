#pragma once

#include <optional>
#include <string>

#include "library.h"

// What the commands that run programs ask about a declared buffer.
namespace tool {

bool takes_input(const vyre_buffer_info& buffer);
bool gives_output(const vyre_buffer_info& buffer);

// "16 bytes (4 x U32)" or "any number of U32 elements".
std::string expected_size(const vyre_buffer_info& buffer);

// A failure when the |size| bytes of file |path| are not what the buffer takes.
std::optional<Failure> check_size(const vyre_buffer_info& buffer, const std::string& path,
                                  uint64_t size);

}  // namespace tool
