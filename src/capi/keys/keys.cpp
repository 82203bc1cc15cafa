#include "specialization/keys.h"

#include <algorithm>

#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/constant.h"
#include "vyre_driver_keys.h"

using vyre::Status;
using vyre::specialization::Map;
using vyre::specialization::Value;
using namespace vyre::capi;

vyre_error* vyre_constant_get_number(vyre_constant constant, double* out_number) {
  return guard(VYRE_OUT(out_number), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Value value, constant_value_of(constant));
    *out_number = value.number();
    return {};
  });
}

vyre_error* vyre_constant_get_contribution(vyre_constant constant, uint64_t* out_contribution) {
  return guard(VYRE_OUT(out_contribution), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Value value, constant_value_of(constant));
    *out_contribution = value.contribution();
    return {};
  });
}

vyre_error* vyre_constants_hash(const vyre_constant* constants, size_t constant_count,
                                uint64_t* out_hash) {
  return guard(VYRE_OUT(out_hash), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Map map, constants_of(constants, constant_count));
    *out_hash = map.hash();
    return {};
  });
}

vyre_error* vyre_constants_encode(const vyre_constant* constants, size_t constant_count,
                                  vyre_blob** out_bytes) {
  return guard(VYRE_OUT(out_bytes), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Map map, constants_of(constants, constant_count));
    const std::vector<uint8_t> bytes = vyre::specialization::encode(map);
    return hand_out_blob(out_bytes, std::as_bytes(std::span(bytes)));
  });
}

vyre_error* vyre_program_get_key(const vyre_program* program, const vyre_constant* constants,
                                 size_t constant_count, vyre_key* out_key) {
  return guard(VYRE_OUT(out_key), VYRE_ARG(program), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const Map map, constants_of(constants, constant_count));
    VYRE_ASSIGN_OR_RETURN(const vyre::Digest fingerprint, program->rep->fingerprint());
    const auto key = vyre::specialization::program_key(fingerprint, map.hash());
    *out_key = {key.high, key.low};
    return {};
  });
}

vyre_error* vyre_artifact_get_key(uint32_t version, vyre_string spec_hash,
                                  vyre_string backend_fingerprint, char out_digits[64]) {
  if (out_digits != nullptr) std::fill_n(out_digits, 64, '\0');
  return guard([&]() -> Status {
    if (out_digits == nullptr) return null_place("out_digits");
    VYRE_RETURN_IF_ERROR(check_string(spec_hash, "spec_hash"));
    VYRE_RETURN_IF_ERROR(check_string(backend_fingerprint, "backend_fingerprint"));
    const std::string digits =
        vyre::specialization::artifact_key(version, view(spec_hash), view(backend_fingerprint));
    std::ranges::copy(digits, out_digits);
    return {};
  });
}
