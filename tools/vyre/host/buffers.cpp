#include "buffers.h"

namespace tool {

bool takes_input(const vyre_buffer_info& buffer) {
  return buffer.role == VYRE_ROLE_INPUT || buffer.role == VYRE_ROLE_UNIFORM ||
         buffer.role == VYRE_ROLE_INPUT_OUTPUT;
}

bool gives_output(const vyre_buffer_info& buffer) {
  return (buffer.flags & VYRE_BUFFER_READ_BACK) != 0;
}

std::string expected_size(const vyre_buffer_info& buffer) {
  if (buffer.static_bytes != 0)
    return std::to_string(buffer.static_bytes) + " bytes (" + std::to_string(buffer.element_count) +
           " x " + std::string(view(buffer.element)) + ")";
  return "any number of " + std::string(view(buffer.element)) + " elements";
}

std::optional<Failure> check_size(const vyre_buffer_info& buffer, const std::string& path,
                                  uint64_t size) {
  const bool fits = buffer.static_bytes != 0
                        ? size == buffer.static_bytes
                        : buffer.element_bytes == 0 || size % buffer.element_bytes == 0;
  if (fits) return std::nullopt;
  return Failure{"file '" + path + "' for buffer '" + std::string(view(buffer.name)) + "' has " +
                 std::to_string(size) + " bytes; the buffer takes " + expected_size(buffer) +
                 ". Fix: give a file of that size."};
}

}  // namespace tool
