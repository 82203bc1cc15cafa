#include <memory>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/dispatch_options.h"
#include "capi/core/work_state.h"
#include "capi/interop/semaphore.h"
#include "capi/sequence/step_updates.h"
#include "vyre_driver_sequence.h"

using vyre::Result;
using vyre::Status;
using vyre::backend::Deadline;
using vyre::backend::PendingState;
using vyre::runtime::Run;
using vyre::runtime::Sequence;
using namespace vyre::capi;

namespace {

struct RunOptions {
  Sequence::Timeout timeout;
  StepUpdates given_updates;
  std::span<const vyre::runtime::StepUpdate> updates;
  vyre::runtime::WorkPoints points;
};

Status read_options(const vyre_run_desc* desc, RunOptions& options) {
  if (desc == nullptr) return {};
  VYRE_ASSIGN_OR_RETURN(const auto given, VYRE_READ_DESC(desc, vyre_run_desc, VYRE_RUN_DESC_INIT));
  options.timeout = time_limit_of(given.timeout_ns);
  VYRE_RETURN_IF_ERROR(options.given_updates.convert(given.updates, given.update_count));
  options.updates = options.given_updates.all();
  if (given.wait_point_count != 0 || given.signal_point_count != 0) {
    VYRE_ASSIGN_OR_RETURN(options.points, points_of(given));
  }
  return {};
}

// The last run: over, or why it failed.
PendingState state_of(const Result<bool>& over) {
  if (!over.ok()) return PendingState::kFailed;
  return over.value() ? PendingState::kReady : PendingState::kPending;
}

Status write_report(Sequence& sequence, vyre_sequence_result* out_result) {
  const vyre::runtime::SequenceReport report = sequence.report();
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  result.host_ns = known(report.host_ns);
  result.device_ns = known(report.device_ns);
  result.runs = report.runs;
  result.steps = report.steps;
  result.barriers = report.barriers;
  return write_struct(out_result, result, "vyre_sequence_result");
}

}  // namespace

vyre_error* vyre_sequence_prepare(vyre_sequence* sequence) {
  return guard(VYRE_ARG(sequence), [&] { return sequence->rep->record(); });
}

vyre_error* vyre_sequence_run(vyre_sequence* sequence, const vyre_run_desc* desc,
                              vyre_sequence_result* out_result) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_place(out_result, "vyre_sequence_result"));
    RunOptions options;
    VYRE_RETURN_IF_ERROR(read_options(desc, options));
    VYRE_RETURN_IF_ERROR(sequence->rep->run(options.timeout, options.updates, options.points));
    return out_result == nullptr ? Status() : write_report(*sequence->rep, out_result);
  });
}

vyre_error* vyre_sequence_run_async(vyre_sequence* sequence, const vyre_run_desc* desc,
                                    vyre_work** out_work) {
  if (out_work != nullptr) *out_work = nullptr;
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    RunOptions options;
    VYRE_RETURN_IF_ERROR(read_options(desc, options));
    const auto& [timeout, given_updates, updates, points] = options;
    if (out_work == nullptr) return sequence->rep->submit_unowned(timeout, updates, points);
    auto work = std::make_unique<vyre_work>();  // before anything is submitted
    VYRE_ASSIGN_OR_RETURN(work->rep, Sequence::start(sequence->rep, timeout, updates, points));
    *out_work = work.release();
    return {};
  });
}

vyre_error* vyre_sequence_wait(vyre_sequence* sequence, uint64_t timeout_ns,
                               vyre_work_state* out_state) {
  return guard(VYRE_OUT(out_state), VYRE_ARG(sequence), [&]() -> Status {
    *out_state = state_number(state_of(sequence->rep->wait_for_last(deadline_of(timeout_ns))));
    return {};
  });
}

vyre_error* vyre_sequence_cancel(vyre_sequence* sequence) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    sequence->rep->cancel();
    return {};
  });
}

vyre_error* vyre_sequence_get_error(const vyre_sequence* sequence, vyre_error** out_error) {
  return guard(VYRE_OUT(out_error), VYRE_ARG(sequence), [&]() -> Status {
    *out_error = to_error(sequence->rep->wait_for_last(Deadline()).status());
    return {};
  });
}

vyre_error* vyre_sequence_get_result(const vyre_sequence* sequence,
                                     vyre_sequence_result* out_result) {
  return guard(VYRE_ARG(sequence),
               [&]() -> Status { return write_report(*sequence->rep, out_result); });
}
