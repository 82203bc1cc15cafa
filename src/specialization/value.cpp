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
  if (kind_ == Kind::kI32) return static_cast<int32_t>(bits_);
  if (kind_ == Kind::kF32) return std::bit_cast<float>(bits_);
  return bits_;
}

}  // namespace vyre::specialization
