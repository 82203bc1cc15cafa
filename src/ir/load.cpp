#include "ir/load.h"

#include "ir/json/read.h"
#include "ir/wire/decode.h"

namespace vyre::ir {

Result<std::shared_ptr<const Program>> load_program(std::span<const uint8_t> bytes,
                                                    std::pmr::memory_resource* memory) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] == '{') return read_json(text, memory);
  return decode_wire(bytes, memory);
}

}  // namespace vyre::ir
