#include "capi/core/constant.h"

#include "capi/boundary/convert.h"
#include "ir/program/display_name.h"

namespace vyre::capi {
namespace {

using specialization::ElementType;
using specialization::Kind;
using specialization::Map;
using specialization::Value;

static_assert(sizeof(vyre_constant) == 48 || sizeof(void*) != 8);
static_assert(static_cast<int>(Kind::kU32) == VYRE_CONSTANT_U32);
static_assert(static_cast<int>(Kind::kI32) == VYRE_CONSTANT_I32);
static_assert(static_cast<int>(Kind::kF32) == VYRE_CONSTANT_F32);
static_assert(static_cast<int>(Kind::kBool) == VYRE_CONSTANT_BOOL);
static_assert(static_cast<int>(Kind::kElementType) == VYRE_CONSTANT_TYPE);

constexpr std::string_view kFix = ". Fix: make it with vyre_constant_u32 or another of its like";

Status check_fields(const vyre_constant& constant) {
  VYRE_RETURN_IF_ERROR(check_reserved(constant.reserved, "vyre_constant"));
  VYRE_RETURN_IF_ERROR(check_string(constant.element, "element"));
  const bool is_type = constant.kind == VYRE_CONSTANT_TYPE;
  const uint64_t max = is_type ? 0 : constant.kind == VYRE_CONSTANT_BOOL ? 1 : UINT32_MAX;
  const auto kind = static_cast<uint32_t>(constant.kind);
  if (constant.bits > max) {
    return fail(Code::kInvalidArgument, "a constant of kind ", kind, " has bits ", constant.bits,
                ", more than ", max, kFix);
  }
  if (is_type || constant.element.size == 0) return {};
  return fail(Code::kInvalidArgument, "a constant of kind ", kind, " has an element type of ",
              constant.element.size,
              " bytes. Fix: leave |element| empty, or set |kind| to VYRE_CONSTANT_TYPE");
}

Status add(const vyre_constant& constant, Map& map) {
  VYRE_RETURN_IF_ERROR(check_string(constant.name, "name"));
  const std::string_view name = view(constant.name);
  VYRE_ASSIGN_OR_RETURN(Value value, constant_value_of(constant));
  if (map.find(name) == nullptr) return map.set(name, std::move(value));
  return fail(Code::kInvalidArgument, "constant ", ir::display_name(name),
              " is there twice. Fix: give each constant once");
}

}  // namespace

Status check_constant_kind(uint32_t kind) {
  if (kind <= VYRE_CONSTANT_TYPE) return {};
  if (kind == VYRE_CONSTANT_OTHER) {
    return fail(Code::kInvalidArgument,
                "a constant has the kind VYRE_CONSTANT_OTHER, of which all keep their defaults. "
                "Fix: leave it out");
  }
  return fail(Code::kInvalidArgument, "a constant has the unknown kind ", kind, kFix);
}

Result<Value> constant_value_of(const vyre_constant& constant) {
  VYRE_RETURN_IF_ERROR(check_constant_kind(constant.kind));
  VYRE_RETURN_IF_ERROR(check_fields(constant));
  const auto kind = static_cast<Kind>(constant.kind);
  if (kind != Kind::kElementType) return Value::of(kind, static_cast<uint32_t>(constant.bits));
  VYRE_ASSIGN_OR_RETURN(ElementType type, ElementType::parse(view(constant.element)));
  return Value::element_type(std::move(type));
}

Result<Map> constants_of(const vyre_constant* constants, size_t count) {
  if (constants == nullptr && count != 0) {
    return fail(Code::kInvalidArgument, "constants is NULL and constant_count is ", count,
                ". Fix: pass the constants, or a count of 0");
  }
  Map map;
  for (size_t i = 0; i < count; ++i) {
    VYRE_RETURN_IF_ERROR(of_entry(add(constants[i], map), "constants", i));
  }
  return map;
}

vyre_constant to_c(std::string_view name, const Value& value) {
  vyre_constant constant = {};
  constant.name = to_c(name);
  constant.kind = static_cast<vyre_constant_kind>(value.kind());
  if (value.type() != nullptr) {
    constant.element = to_c(value.type()->spelling());
  } else {
    constant.bits = value.bits();
  }
  return constant;
}

}  // namespace vyre::capi
