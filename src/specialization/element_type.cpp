#include "specialization/element_type.h"

#include <algorithm>

#include "ir/program/limits.h"

namespace vyre::specialization {
namespace {

// Every element type has a number, that of the wire form, and no two have the same.
constexpr bool has_number(uint32_t number) {
  return std::ranges::count(ir::kAllDataTypes, number, &tag_number) == 1;
}
constexpr bool numbers_are_those_of_the_wire() {
  for (uint32_t number = 0; number <= 0xFF; ++number) {
    if (has_number(number) != ir::is_data_type_tag(static_cast<uint8_t>(number))) return false;
  }
  return true;
}
static_assert(numbers_are_those_of_the_wire());

constexpr size_t kLongestSpelling = ir::kMaxString;

}  // namespace

Result<ElementType> ElementType::parse(std::string_view text) {
  if (text.size() > kLongestSpelling) {
    return fail(Code::kInvalidArgument, "an element type of ", text.size(), " bytes, more than ",
                kLongestSpelling, ". Fix: nest types less");
  }
  ir::TypeTable types(std::pmr::get_default_resource());
  const auto id = ir::parse_type_name(types, text);
  if (!id.ok()) return fail(Code::kInvalidArgument, id.error().text());
  return ElementType(types, id.value());
}

}  // namespace vyre::specialization
