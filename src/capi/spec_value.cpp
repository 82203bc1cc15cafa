#include "capi/spec_value.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::specialization::ElementType;
using vyre::specialization::Kind;
using vyre::specialization::Value;
using namespace vyre::capi;

static_assert(sizeof(vyre_spec_value) == 32 || sizeof(void*) != 8);
static_assert(static_cast<int>(Kind::kU32) == VYRE_SPEC_U32);
static_assert(static_cast<int>(Kind::kI32) == VYRE_SPEC_I32);
static_assert(static_cast<int>(Kind::kF32) == VYRE_SPEC_F32);
static_assert(static_cast<int>(Kind::kBool) == VYRE_SPEC_BOOLEAN);
static_assert(static_cast<int>(Kind::kElementType) == VYRE_SPEC_ELEMENT);

namespace vyre::capi {
namespace {

Status check_fields(const vyre_spec_value& value) {
  VYRE_RETURN_IF_ERROR(check_reserved(value.reserved, "vyre_spec_value"));
  VYRE_RETURN_IF_ERROR(check_string(value.element, "element"));
  const bool is_element = value.kind == VYRE_SPEC_ELEMENT;
  const uint64_t most = is_element ? 0 : value.kind == VYRE_SPEC_BOOLEAN ? 1 : UINT32_MAX;
  if (value.bits > most) {
    return fail(Code::kInvalidArgument, "a specialization value of kind ", value.kind, " has bits ",
                value.bits, ", more than ", most,
                ". Fix: make it with vyre_spec_u32 or another of its like");
  }
  if (is_element || value.element.size == 0) return {};
  return fail(Code::kInvalidArgument, "a specialization value of kind ", value.kind,
              " has an element type of ", value.element.size,
              " bytes. Fix: leave |element| empty, or make it with vyre_spec_element");
}

}  // namespace

Status check_constant_kind(uint32_t kind) {
  if (kind <= VYRE_SPEC_ELEMENT) return {};
  return fail(Code::kInvalidArgument, "a specialization value has the unknown kind ", kind,
              ". Fix: make it with vyre_spec_u32 or another of its like");
}

Result<Value> constant_value_of(const vyre_spec_value& value) {
  VYRE_RETURN_IF_ERROR(check_constant_kind(value.kind));
  VYRE_RETURN_IF_ERROR(check_fields(value));
  const auto bits = static_cast<uint32_t>(value.bits);
  switch (static_cast<Kind>(value.kind)) {
    case Kind::kU32:
      return Value::u32(bits);
    case Kind::kI32:
      return Value::i32(static_cast<int32_t>(bits));
    case Kind::kF32:
      return Value::f32_bits(bits);
    case Kind::kBool:
      return Value::boolean(bits != 0);
    case Kind::kElementType:
      break;
  }
  VYRE_ASSIGN_OR_RETURN(ElementType type, ElementType::parse(view(value.element)));
  return Value::element_type(std::move(type));
}

vyre_spec_value to_c(const Value& value) {
  if (value.type() != nullptr) return vyre_spec_element(to_c(value.type()->spelling()));
  return vyre_spec_(static_cast<uint32_t>(value.kind()), value.bits());
}

}  // namespace vyre::capi

vyre_error* vyre_spec_value_number(vyre_spec_value value, double* out_number) {
  return guard(out_number, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Value known, constant_value_of(value));
    *out_number = known.number();
    return {};
  });
}

vyre_error* vyre_spec_value_contribution(vyre_spec_value value, uint64_t* out_contribution) {
  return guard(out_contribution, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Value known, constant_value_of(value));
    *out_contribution = known.contribution();
    return {};
  });
}
