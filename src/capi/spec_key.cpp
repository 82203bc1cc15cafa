#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/sized.h"
#include "capi/spec_map.h"
#include "specialization/keys.h"

using vyre::Result;
using vyre::Status;
using vyre::specialization::Map;
using namespace vyre::capi;

vyre_error* vyre_program_get_spec_key(const vyre_program* program, const vyre_spec_map* map,
                                      vyre_spec_key* out_key) {
  return guard(out_key, program, "program", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto key, read_spec_map(map, [&](const Map& rep) {
                            return vyre::specialization::program_key(program->rep->ir(), rep);
                          }));
    *out_key = {key.high, key.low};
    return {};
  });
}

vyre_error* vyre_spec_artifact_key(uint32_t version, vyre_string spec_hash,
                                   vyre_string backend_fingerprint, char* text, size_t capacity,
                                   size_t* out_size) {
  return write_sized(text, capacity, out_size, [&]() -> Result<std::string> {
    VYRE_RETURN_IF_ERROR(check_string(spec_hash, "spec_hash"));
    VYRE_RETURN_IF_ERROR(check_string(backend_fingerprint, "backend_fingerprint"));
    return vyre::specialization::artifact_key(version, view(spec_hash), view(backend_fingerprint));
  });
}
