#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status/status.h"
#include "ir/types/type_table.h"

namespace vyre::specialization {

// An element type for itself, outside the table of a program.
class ElementType {
 public:
  // Reads "U32" or "Vec<F32,4>". Fails with kInvalidArgument.
  static Result<ElementType> parse(std::string_view text);

  ElementType(const ir::TypeTable& types, ir::TypeId id)
      : tag_(types[id].tag), spelling_(ir::type_name(types, id)) {}

  ir::DataType tag() const { return tag_; }

  // As messages and the JSON form have it, parameters included: equal for equal types only.
  const std::string& spelling() const { return spelling_; }

  bool operator==(const ElementType&) const = default;

 private:
  ir::DataType tag_;
  std::string spelling_;
};

// The number of a type in hashes and as a numeric constant: its tag in the wire form. Types that
// differ in their parameters share it.
constexpr uint32_t tag_number(ir::DataType tag) { return static_cast<uint32_t>(tag); }

}  // namespace vyre::specialization
