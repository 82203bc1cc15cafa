#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program/program.h"

namespace vyre::differential {

// What the generator knows of a value: its static type, which decides whether a program is valid,
// and what it is at run time, which decides whether an operation has a meaning.
struct Sort {
  enum class Kind : uint8_t {
    kU32,
    kI32,
    kU64,
    kSmallU64,  // below 2^32
    kBool,
    kF32,
    kF64,
    kLoadedBool,  // static Bool, a raw U32 word
    kSignedWord,  // static U32, an I32
    kWideWord,    // static U32, a U64
    kEitherWord,  // static U32, a U32 or an I32
    kEitherBool,  // static Bool, a Bool or a raw U32 word
    kRaw,         // |bytes| bytes of any other type; stays the last
  };

  Kind kind = Kind::kU32;
  std::string type = "U32";
  uint32_t bytes = 4;  // at run time; of an f32 the eight of the f64 that holds it

  bool operator==(const Sort&) const = default;
};

Sort sort(Sort::Kind kind);
Sort raw(std::string_view type, uint32_t bytes);
std::string sort_name(const Sort& sort);

// A type as buffers hold it, and the sort of a value that a Load from such a buffer gives.
struct Element {
  std::string type;
  uint32_t stride;
  Sort loaded;
};
const std::vector<Element>& elements();
const Element& element_of(std::string_view type);

}  // namespace vyre::differential
