#include "specialization/value.h"

#include "ir/program/limits.h"

namespace vyre::specialization {

Result<ElementType> ElementType::parse(std::string_view text) {
  if (text.size() > ir::kMaxString) {
    return fail(Code::kInvalidArgument, "an element type of ", text.size(), " bytes, more than ",
                ir::kMaxString, ". Fix: nest types less");
  }
  ir::TypeTable types(std::pmr::get_default_resource());
  const auto id = ir::parse_type_name(types, text);
  if (!id.ok()) return fail(Code::kInvalidArgument, id.error().text());
  return ElementType(types, id.value());
}

double Value::number() const {
  switch (kind_) {
    case Kind::kI32:
      return static_cast<int32_t>(bits_);
    case Kind::kF32:
      return std::bit_cast<float>(bits_);
    case Kind::kU32:
    case Kind::kBool:
    case Kind::kElementType:
      break;
  }
  return bits_;
}

}  // namespace vyre::specialization
