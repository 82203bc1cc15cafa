#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace tool {

// The first elements of |bytes| for a person: numbers in rows as |element_type| (a tag of the wire
// form) reads them, single bytes in hexadecimal for types that have no number form.
std::string readable(std::span<const uint8_t> bytes, uint32_t element_type);

}  // namespace tool
