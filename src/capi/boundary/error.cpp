#include "capi/boundary/error.h"

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

std::string_view name_of(int32_t code) {
  switch (code) {
    case VYRE_OK:
      return "OK";
    case VYRE_ERROR_DEVICE_OUT_OF_MEMORY:
      return "DEVICE_OUT_OF_MEMORY";
    case VYRE_ERROR_UNSUPPORTED_FEATURE:
      return "UNSUPPORTED_FEATURE";
    case VYRE_ERROR_POISONED_LOCK:
      return "POISONED_LOCK";
    case VYRE_ERROR_KERNEL_COMPILE_FAILED:
      return "KERNEL_COMPILE_FAILED";
    case VYRE_ERROR_DISPATCH_FAILED:
      return "DISPATCH_FAILED";
    case VYRE_ERROR_INVALID_PROGRAM:
      return "INVALID_PROGRAM";
    case VYRE_ERROR_COOPERATIVE_RESIDENCY:
      return "COOPERATIVE_RESIDENCY";
    case VYRE_ERROR_INVALID_ARGUMENT:
      return "INVALID_ARGUMENT";
    case VYRE_ERROR_NOT_FOUND:
      return "NOT_FOUND";
    case VYRE_ERROR_ALREADY_REGISTERED:
      return "ALREADY_REGISTERED";
    case VYRE_ERROR_OUT_OF_HOST_MEMORY:
      return "OUT_OF_HOST_MEMORY";
    case VYRE_ERROR_DEVICE_LOST:
      return "DEVICE_LOST";
    case VYRE_ERROR_TIMED_OUT:
      return "TIMED_OUT";
    case VYRE_ERROR_INPUT_OUTPUT:
      return "INPUT_OUTPUT";
    case VYRE_ERROR_MALFORMED_WIRE:
      return "MALFORMED_WIRE";
    case VYRE_ERROR_MALFORMED_JSON:
      return "MALFORMED_JSON";
    case VYRE_ERROR_INTERNAL:
      return "INTERNAL";
    case VYRE_ERROR_INSUFFICIENT_CAPACITY:
      return "INSUFFICIENT_CAPACITY";
    case VYRE_ERROR_UNKNOWN:
    default:
      return "UNKNOWN";
  }
}

// The numbers of the header and those of the rooms are the same.
constexpr bool same(int32_t number, Code code) { return number == static_cast<int32_t>(code); }
static_assert(same(VYRE_ERROR_DEVICE_OUT_OF_MEMORY, Code::kDeviceOutOfMemory));
static_assert(same(VYRE_ERROR_UNSUPPORTED_FEATURE, Code::kUnsupportedFeature));
static_assert(same(VYRE_ERROR_POISONED_LOCK, Code::kPoisonedLock));
static_assert(same(VYRE_ERROR_KERNEL_COMPILE_FAILED, Code::kKernelCompileFailed));
static_assert(same(VYRE_ERROR_DISPATCH_FAILED, Code::kDispatchFailed));
static_assert(same(VYRE_ERROR_INVALID_PROGRAM, Code::kInvalidProgram));
static_assert(same(VYRE_ERROR_COOPERATIVE_RESIDENCY, Code::kCooperativeResidency));
static_assert(same(VYRE_ERROR_UNKNOWN, Code::kUnknown));
static_assert(same(VYRE_ERROR_INVALID_ARGUMENT, Code::kInvalidArgument));
static_assert(same(VYRE_ERROR_NOT_FOUND, Code::kNotFound));
static_assert(same(VYRE_ERROR_ALREADY_REGISTERED, Code::kAlreadyRegistered));
static_assert(same(VYRE_ERROR_OUT_OF_HOST_MEMORY, Code::kOutOfHostMemory));
static_assert(same(VYRE_ERROR_DEVICE_LOST, Code::kDeviceLost));
static_assert(same(VYRE_ERROR_TIMED_OUT, Code::kTimedOut));
static_assert(same(VYRE_ERROR_INPUT_OUTPUT, Code::kInputOutput));
static_assert(same(VYRE_ERROR_MALFORMED_WIRE, Code::kMalformedWire));
static_assert(same(VYRE_ERROR_MALFORMED_JSON, Code::kMalformedJson));
static_assert(same(VYRE_ERROR_INTERNAL, Code::kInternal));
static_assert(same(VYRE_ERROR_INSUFFICIENT_CAPACITY, Code::kInsufficientCapacity));

Code code_of(int32_t number) {
  return number == VYRE_OK || name_of(number) == "UNKNOWN" ? Code::kUnknown
                                                           : static_cast<Code>(number);
}

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

vyre_string vyre_error_code_name(int32_t code) { return to_c(name_of(code)); }

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
