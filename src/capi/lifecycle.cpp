#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Status;
using namespace vyre::capi;

vyre_error* vyre_backend_prepare(vyre_backend* backend) {
  return guard(backend, "backend",
               [&] { return backend->rep->with_raw([](auto& raw) { return raw.prepare(); }); });
}

vyre_error* vyre_backend_flush(vyre_backend* backend) {
  return guard(backend, "backend",
               [&] { return backend->rep->with_raw([](auto& raw) { return raw.flush(); }); });
}

vyre_error* vyre_backend_shutdown(vyre_backend* backend) {
  return guard(backend, "backend", [&] { return backend->rep->shutdown(); });
}

vyre_error* vyre_backend_is_lost(const vyre_backend* backend, int32_t* out_lost) {
  return guard(out_lost, backend, "backend", [&]() -> Status {
    *out_lost = backend->rep->is_lost() ? 1 : 0;
    return {};
  });
}

vyre_error* vyre_backend_recover(vyre_backend* backend) {
  return guard(backend, "backend", [&] { return backend->rep->recover(); });
}
