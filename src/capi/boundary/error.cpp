#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Code;
using vyre::ErrorInfo;
using vyre::Finding;
using vyre::capi::StaticError;
using vyre::capi::to_c;

namespace {

const ErrorInfo* info_of(const vyre_error* error) {
  return error == nullptr ? nullptr : std::get_if<ErrorInfo>(&error->rep);
}

const StaticError* static_of(const vyre_error* error) {
  return error == nullptr ? nullptr : std::get_if<StaticError>(&error->rep);
}

// The numbers of the header and those of the rooms are the same.
#define VYRE_CODE(number, name, c_name, category, words) \
  static_assert(VYRE_ERROR_##c_name == number);
#include "base/status/codes.def"

Code code_of(int32_t number) { return vyre::find_code(number).value_or(Code::kUnknown); }

}  // namespace

namespace vyre::capi {

Status take_status(vyre_error* error) {
  if (error == nullptr) return {};
  if (const StaticError* fixed = static_of(error)) return fail(fixed->code, fixed->text);
  Status status(std::move(std::get<ErrorInfo>(error->rep)));
  vyre_error_destroy(error);
  return status;
}

}  // namespace vyre::capi

vyre_error* vyre_error_create(int32_t code, vyre_string text) {
  return vyre::capi::guard([&]() -> vyre::Status {
    VYRE_RETURN_IF_ERROR(vyre::capi::check_string(text, "text"));
    const std::string_view said = vyre::capi::view(text);
    const bool advises = said.find("Fix: ") != std::string_view::npos;
    return vyre::fail(code_of(code), said,
                      advises ? "" : ". Fix: correct what the host's callback reports here");
  });
}

int32_t vyre_error_code(const vyre_error* error) {
  if (const StaticError* fixed = static_of(error)) return static_cast<int32_t>(fixed->code);
  const ErrorInfo* info = info_of(error);
  return info == nullptr ? VYRE_OK : static_cast<int32_t>(info->code);
}

vyre_string vyre_error_code_name(int32_t code) {
  return to_c(code == VYRE_OK ? "OK" : vyre::code_name(code_of(code)));
}

vyre_string vyre_error_text(const vyre_error* error) {
  if (const StaticError* fixed = static_of(error)) return to_c(fixed->text);
  const ErrorInfo* info = info_of(error);
  return info == nullptr ? vyre_string{nullptr, 0} : to_c(info->text);
}

size_t vyre_error_finding_count(const vyre_error* error) {
  const ErrorInfo* info = info_of(error);
  return info == nullptr ? 0 : info->findings.size();
}

vyre_finding vyre_error_finding(const vyre_error* error, size_t index) {
  if (index >= vyre_error_finding_count(error)) return vyre_finding{};
  const Finding& finding = info_of(error)->findings[index];
  return {to_c(finding.code), to_c(finding.path), to_c(finding.text), {0, 0}};
}

int64_t vyre_error_segment(const vyre_error* error) {
  const ErrorInfo* info = info_of(error);
  return info == nullptr || !info->segment ? -1 : static_cast<int64_t>(*info->segment);
}

int64_t vyre_error_native_code(const vyre_error* error) {
  const ErrorInfo* info = info_of(error);
  return info == nullptr ? 0 : info->native_code;
}

int32_t vyre_error_consume(vyre_error* error) {
  const int32_t code = vyre_error_code(error);
  vyre_error_destroy(error);
  return code;
}

void vyre_error_destroy(vyre_error* error) {
  if (static_of(error) == nullptr) delete error;
}
