#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Status;
using namespace vyre::capi;

namespace {

vyre_statistics to_c(const vyre::backend::Statistics& from) {
  const struct {
    uint64_t vyre_statistics::*field;
    uint64_t bit;
    const std::optional<uint64_t>& value;
  } table[] = {
      {&vyre_statistics::record_ns, VYRE_STATISTIC_RECORD_NS, from.record_ns},
      {&vyre_statistics::submit_ns, VYRE_STATISTIC_SUBMIT_NS, from.submit_ns},
      {&vyre_statistics::spin_ns, VYRE_STATISTIC_SPIN_NS, from.spin_ns},
      {&vyre_statistics::block_ns, VYRE_STATISTIC_BLOCK_NS, from.block_ns},
      {&vyre_statistics::device_ns, VYRE_STATISTIC_DEVICE_NS, from.device_ns},
      {&vyre_statistics::device_timed, VYRE_STATISTIC_DEVICE_TIMED, from.device_timed},
      {&vyre_statistics::uploads, VYRE_STATISTIC_UPLOADS, from.uploads},
      {&vyre_statistics::uploaded_bytes, VYRE_STATISTIC_UPLOADED_BYTES, from.uploaded_bytes},
      {&vyre_statistics::downloads, VYRE_STATISTIC_DOWNLOADS, from.downloads},
      {&vyre_statistics::downloaded_bytes, VYRE_STATISTIC_DOWNLOADED_BYTES, from.downloaded_bytes},
      {&vyre_statistics::device_copies, VYRE_STATISTIC_DEVICE_COPIES, from.device_copies},
      {&vyre_statistics::device_copied_bytes, VYRE_STATISTIC_DEVICE_COPIED_BYTES,
       from.device_copied_bytes},
      {&vyre_statistics::recordings, VYRE_STATISTIC_RECORDINGS, from.recordings},
      {&vyre_statistics::repetitions, VYRE_STATISTIC_REPETITIONS, from.repetitions},
      {&vyre_statistics::barriers, VYRE_STATISTIC_BARRIERS, from.barriers},
  };
  vyre_statistics statistics = VYRE_STATISTICS_INIT;
  for (const auto& row : table) {
    statistics.*row.field = row.value.value_or(0);
    statistics.set |= row.value ? row.bit : 0;
  }
  return statistics;
}

}  // namespace

vyre_error* vyre_backend_get_statistics(const vyre_backend* backend,
                                        vyre_statistics* out_statistics) {
  return guard([&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(backend, "backend"));
    VYRE_RETURN_IF_ERROR(require(out_statistics, "out_statistics"));
    return write_struct(out_statistics, to_c(backend->rep->statistics()), "vyre_statistics");
  });
}
