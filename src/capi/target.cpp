#include "capi/target.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::registry::Target;
using namespace vyre::capi;

namespace {

constexpr int32_t number_of(Target::Kind kind) { return static_cast<int32_t>(kind) + 1; }
static_assert(number_of(Target::Kind::kPtx) == VYRE_TARGET_PTX);
static_assert(number_of(Target::Kind::kSpirV) == VYRE_TARGET_SPIRV);
static_assert(number_of(Target::Kind::kPrimaryText) == VYRE_TARGET_PRIMARY_TEXT);
static_assert(number_of(Target::Kind::kPrimaryBinary) == VYRE_TARGET_PRIMARY_BINARY);
static_assert(number_of(Target::Kind::kSecondaryText) == VYRE_TARGET_SECONDARY_TEXT);
static_assert(number_of(Target::Kind::kNativeModule) == VYRE_TARGET_NATIVE_MODULE);
static_assert(number_of(Target::Kind::kReference) == VYRE_TARGET_REFERENCE);
static_assert(number_of(Target::Kind::kExtension) == VYRE_TARGET_EXTENSION);

}  // namespace

namespace vyre::capi {

std::optional<Target::Kind> kind_of(const vyre_target& target) {
  const bool known = target.kind >= VYRE_TARGET_PTX && target.kind <= VYRE_TARGET_EXTENSION;
  const bool named = target.kind != VYRE_TARGET_EXTENSION;
  if (!known || target.reserved != 0 || (named && target.extension.size != 0)) return std::nullopt;
  if (target.extension.data == nullptr && target.extension.size != 0) return std::nullopt;
  return static_cast<Target::Kind>(target.kind - 1);
}

Result<Target> target_of(const vyre_target& target) {
  if (const auto kind = kind_of(target)) {
    return Target{*kind, std::string(view(target.extension))};
  }
  return fail(Code::kInvalidArgument, "vyre_target has kind ", target.kind, ", an extension of ",
              target.extension.size, " bytes and reserved ", target.reserved,
              ". Fix: make it with vyre_target_of or vyre_target_extension");
}

vyre_target to_c(const Target& target) {
  return {to_c(target.extension), number_of(target.kind), 0};
}

}  // namespace vyre::capi

vyre_string vyre_target_aot_id(vyre_target target) {
  const auto kind = kind_of(target);
  if (!kind) return {nullptr, 0};
  return *kind == Target::Kind::kExtension ? target.extension
                                           : to_c(vyre::registry::aot_id({*kind, {}}));
}

vyre_error* vyre_target_text(vyre_target target, char* text, size_t capacity, size_t* out_size) {
  return write_sized(text, capacity, out_size, [&]() -> Result<std::string> {
    VYRE_ASSIGN_OR_RETURN(const Target known, target_of(target));
    return vyre::registry::target_text(known);
  });
}

vyre_error* vyre_target_parse(vyre_string text, vyre_target* out_target) {
  return guard(out_target, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(text, "text"));
    VYRE_ASSIGN_OR_RETURN(const Target target, vyre::registry::parse_target(view(text)));
    const size_t size = target.extension.size();
    *out_target = {{nullptr, 0}, number_of(target.kind), 0};
    if (size != 0) out_target->extension = {text.data + (text.size - size), size};
    return {};
  });
}
