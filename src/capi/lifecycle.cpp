#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Status;
using namespace vyre::capi;

namespace {

vyre_counters to_c(const vyre::backend::Counters& counters) {
  const struct {
    uint64_t vyre_counters::*field;
    uint64_t bit;
    const std::optional<uint64_t>& value;
  } table[] = {
      {&vyre_counters::dispatches, VYRE_COUNTER_DISPATCHES, counters.dispatches},
      {&vyre_counters::split_dispatches, VYRE_COUNTER_SPLIT_DISPATCHES, counters.split_dispatches},
      {&vyre_counters::segments, VYRE_COUNTER_SEGMENTS, counters.segments},
      {&vyre_counters::grid_barriers, VYRE_COUNTER_GRID_BARRIERS, counters.grid_barriers},
      {&vyre_counters::spilled_bytes, VYRE_COUNTER_SPILLED_BYTES, counters.spilled_bytes},
      {&vyre_counters::submissions, VYRE_COUNTER_SUBMISSIONS, counters.submissions},
      {&vyre_counters::waits, VYRE_COUNTER_WAITS, counters.waits},
      {&vyre_counters::kernels_compiled, VYRE_COUNTER_KERNELS_COMPILED, counters.kernels_compiled},
      {&vyre_counters::kernels_alive, VYRE_COUNTER_KERNELS_ALIVE, counters.kernels_alive},
      {&vyre_counters::buffers_alive, VYRE_COUNTER_BUFFERS_ALIVE, counters.buffers_alive},
      {&vyre_counters::device_bytes, VYRE_COUNTER_DEVICE_BYTES, counters.device_bytes},
      {&vyre_counters::most_device_bytes, VYRE_COUNTER_MOST_DEVICE_BYTES,
       counters.max_device_bytes},
      {&vyre_counters::uploaded_bytes, VYRE_COUNTER_UPLOADED_BYTES, counters.uploaded_bytes},
      {&vyre_counters::downloaded_bytes, VYRE_COUNTER_DOWNLOADED_BYTES, counters.downloaded_bytes},
      {&vyre_counters::traps, VYRE_COUNTER_TRAPS, counters.traps},
      {&vyre_counters::device_losses, VYRE_COUNTER_DEVICE_LOSSES, counters.device_losses},
      {&vyre_counters::recoveries, VYRE_COUNTER_RECOVERIES, counters.recoveries},
  };
  vyre_counters c = VYRE_COUNTERS_INIT;
  for (const auto& row : table) {
    c.*row.field = row.value.value_or(0);
    c.set |= row.value ? row.bit : 0;
  }
  return c;
}

}  // namespace

vyre_error* vyre_backend_prepare(vyre_backend* backend) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    return backend->rep->prepare();
  });
}

vyre_error* vyre_backend_flush(vyre_backend* backend) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    return backend->rep->flush();
  });
}

vyre_error* vyre_backend_shutdown(vyre_backend* backend) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    return backend->rep->shutdown();
  });
}

vyre_error* vyre_backend_is_lost(const vyre_backend* backend, int32_t* out_lost) {
  return guard(out_lost, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    *out_lost = backend->rep->is_lost() ? 1 : 0;
    return {};
  });
}

vyre_error* vyre_backend_recover(vyre_backend* backend) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    return backend->rep->recover();
  });
}

vyre_error* vyre_backend_get_counters(const vyre_backend* backend, vyre_counters* out_counters) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_RETURN_IF_ERROR(require(out_counters, "out_counters"));
    return write_struct(out_counters, to_c(backend->rep->counters()), "vyre_counters");
  });
}
