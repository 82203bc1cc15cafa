#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/profile.h"
#include "capi/select_options.h"

using vyre::Status;
using vyre::runtime::Device;
using namespace vyre::capi;

vyre_error* vyre_backend_acquire(vyre_context* context, vyre_string id,
                                 const vyre_backend_desc* desc, vyre_backend** out_backend) {
  return guard(out_backend, context, "context", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    VYRE_ASSIGN_OR_RETURN(const vyre_backend_desc options,
                          VYRE_READ_DESC(desc, vyre_backend_desc, VYRE_BACKEND_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(options.flags, 0, "vyre_backend_desc.flags"));
    return hand_out(out_backend, Device::acquire(context->rep, view(id)));
  });
}

vyre_error* vyre_backend_acquire_preferred(vyre_context* context, const vyre_select_desc* desc,
                                           vyre_backend** out_backend) {
  return guard(out_backend, context, "context", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto options, select_options(desc));
    return hand_out(out_backend, Device::acquire_preferred(context->rep, options));
  });
}

vyre_string vyre_backend_id(const vyre_backend* backend) {
  return backend == nullptr ? vyre_string{nullptr, 0} : to_c(backend->rep->id());
}

vyre_string vyre_backend_version(const vyre_backend* backend) {
  return backend == nullptr ? vyre_string{nullptr, 0} : to_c(backend->rep->version());
}

vyre_error* vyre_backend_get_profile(const vyre_backend* backend,
                                     vyre_device_profile* out_profile) {
  return guard(backend, "backend", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_profile, "out_profile"));
    const Device& device = *backend->rep;
    vyre_device_profile profile = to_c(device.profile());
    if (auto measured = backend->rep->context().inventory().measured_bandwidth(device.id())) {
      profile.memory_bandwidth_gbps = *measured;
      profile.bandwidth_source = VYRE_FACT_MEASURED;
    }
    return write_struct(out_profile, profile, "vyre_device_profile");
  });
}

void vyre_backend_destroy(vyre_backend* backend) { delete backend; }
