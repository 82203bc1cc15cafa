#include "capi/registry/target.h"

#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::registry::Target;
using namespace vyre::capi;

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
  return fail(Code::kInvalidArgument, "vyre_target has kind ", uint32_t{target.kind},
              ", an extension of ", target.extension.size, " bytes and reserved ", target.reserved,
              ". Fix: make it with vyre_target_of or vyre_target_extension");
}

}  // namespace vyre::capi

vyre_string vyre_target_aot_id(vyre_target target) {
  const auto kind = kind_of(target);
  if (!kind) return {"", 0};
  return *kind == Target::Kind::kExtension ? target.extension
                                           : to_c(vyre::registry::aot_id({*kind, {}}));
}

vyre_error* vyre_target_save(vyre_target target, vyre_blob** out_text) {
  return guard(VYRE_OUT(out_text), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Target known, target_of(target));
    return hand_out_blob(out_text, vyre::registry::target_text(known));
  });
}

vyre_error* vyre_target_load(vyre_string text, vyre_target* out_target) {
  return guard(VYRE_OUT(out_target), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(text, "text"));
    VYRE_ASSIGN_OR_RETURN(const Target target, vyre::registry::parse_target(view(text)));
    const size_t size = target.extension.size();
    *out_target = to_c(target);
    out_target->extension = {"", 0};
    if (size != 0) out_target->extension = {text.data + (text.size - size), size};
    return {};
  });
}
