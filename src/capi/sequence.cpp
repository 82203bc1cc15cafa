#include "runtime/dispatch/sequence.h"

#include "capi/binding.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/dispatch_options.h"
#include "capi/pending_state.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::backend::PendingState;
using vyre::runtime::DispatchOptions;
using vyre::runtime::Sequence;
using namespace vyre::capi;

namespace {

Result<DispatchOptions> step_options(const vyre_dispatch_desc* desc) {
  VYRE_ASSIGN_OR_RETURN(auto options, dispatch_options(desc));
  if (!options.timed) return options;
  return fail(
      Code::kUnsupportedFeature,
      "VYRE_DISPATCH_TIMED is set for a step of a sequence, which is timed as a whole. Fix: "
      "leave it out and create the sequence with VYRE_SEQUENCE_TIMED");
}

// The last run: over, or why it failed.
PendingState state_of(const Result<bool>& over) {
  if (!over.ok()) return PendingState::kFailed;
  return over.value() ? PendingState::kReady : PendingState::kPending;
}

Status check_result(const vyre_sequence_result* result) {
  return check_struct_size(result->struct_size, sizeof(vyre_sequence_result),
                           "vyre_sequence_result");
}

Status write_report(const Sequence& sequence, vyre_sequence_result* out_result) {
  const vyre::runtime::SequenceReport report = sequence.report();
  vyre_sequence_result result = VYRE_SEQUENCE_RESULT_INIT;
  result.host_ns = report.timing.host_ns;
  if (report.timing.device_ns) {
    result.set |= VYRE_SEQUENCE_RESULT_DEVICE_NS;
    result.device_ns = *report.timing.device_ns;
  }
  result.runs = report.runs;
  result.steps = report.steps;
  result.barriers = report.barriers;
  return write_struct(out_result, result, "vyre_sequence_result");
}

}  // namespace

vyre_error* vyre_sequence_create(vyre_backend* backend, const vyre_sequence_desc* desc,
                                 vyre_sequence** out_sequence) {
  return guard(out_sequence, backend, "backend", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto given,
                          VYRE_READ_DESC(desc, vyre_sequence_desc, VYRE_SEQUENCE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(given.flags, VYRE_SEQUENCE_TIMED, "vyre_sequence_desc.flags"));
    VYRE_RETURN_IF_ERROR(check_string(given.label, "label"));
    const bool timed = (given.flags & VYRE_SEQUENCE_TIMED) != 0;
    return hand_out(out_sequence,
                    Sequence::create(backend->rep, timed, std::string(view(given.label))));
  });
}

vyre_error* vyre_sequence_add_dispatch(vyre_sequence* sequence, vyre_pipeline* pipeline,
                                       const vyre_binding* bindings, size_t binding_count,
                                       const vyre_dispatch_desc* desc, uint32_t* out_step) {
  return guard(out_step, sequence, "sequence", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_ASSIGN_OR_RETURN(const auto options, step_options(desc));
    VYRE_ASSIGN_OR_RETURN(*out_step,
                          sequence->rep->add_dispatch(pipeline->rep, converted, options));
    return {};
  });
}

vyre_error* vyre_sequence_add_copy(vyre_sequence* sequence, vyre_buffer* from, uint64_t from_offset,
                                   vyre_buffer* to, uint64_t to_offset, uint64_t size,
                                   uint32_t* out_step) {
  return guard(out_step, sequence, "sequence", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(from, "from"));
    VYRE_RETURN_IF_ERROR(require(to, "to"));
    VYRE_ASSIGN_OR_RETURN(*out_step, sequence->rep->add_copy({from->rep, from_offset, size},
                                                             {to->rep, to_offset, size}));
    return {};
  });
}

vyre_error* vyre_sequence_add_write(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                    const void* data, uint64_t size, uint32_t* out_step) {
  return guard(out_step, sequence, "sequence", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    VYRE_ASSIGN_OR_RETURN(*out_step, sequence->rep->add_write({buffer->rep, offset, size}, bytes));
    return {};
  });
}

vyre_error* vyre_sequence_add_read(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                   uint64_t size, uint32_t* out_step) {
  return guard(out_step, sequence, "sequence", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(*out_step, sequence->rep->add_read({buffer->rep, offset, size}));
    return {};
  });
}

vyre_error* vyre_sequence_set_dispatch(vyre_sequence* sequence, uint32_t step,
                                       const vyre_binding* bindings, size_t binding_count,
                                       const vyre_dispatch_desc* desc) {
  return guard(sequence, "sequence", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_ASSIGN_OR_RETURN(const auto options, step_options(desc));
    return sequence->rep->set_dispatch(step, converted, options);
  });
}

vyre_error* vyre_sequence_set_bytes(vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                    const void* data, uint64_t size) {
  return guard(sequence, "sequence", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return sequence->rep->set_bytes(step, offset, bytes);
  });
}

vyre_error* vyre_sequence_get_bytes(vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                    void* data, uint64_t size) {
  return guard(sequence, "sequence", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return sequence->rep->get_bytes(step, offset, bytes);
  });
}

vyre_error* vyre_sequence_record(vyre_sequence* sequence) {
  return guard(sequence, "sequence", [&] { return sequence->rep->record(); });
}

vyre_error* vyre_sequence_submit(vyre_sequence* sequence, vyre_pending** out_pending) {
  if (out_pending != nullptr) *out_pending = nullptr;
  return guard(sequence, "sequence", [&]() -> Status {
    auto pending =
        std::unique_ptr<vyre_pending>(out_pending != nullptr ? new vyre_pending : nullptr);
    VYRE_ASSIGN_OR_RETURN(const uint64_t run, sequence->rep->submit());
    if (pending == nullptr) return {};
    pending->rep = Sequence::pending(sequence->rep, run);
    *out_pending = pending.release();
    return {};
  });
}

vyre_error* vyre_sequence_wait(vyre_sequence* sequence, uint64_t timeout_ns, int32_t* out_state) {
  return guard(out_state, sequence, "sequence", [&]() -> Status {
    *out_state = state_number(state_of(sequence->rep->wait(0, deadline_of(timeout_ns))));
    return {};
  });
}

vyre_error* vyre_sequence_status(vyre_sequence* sequence) {
  return guard(sequence, "sequence",
               [&] { return sequence->rep->wait(0, vyre::backend::Deadline()).status(); });
}

vyre_error* vyre_sequence_run(vyre_sequence* sequence, vyre_sequence_result* out_result) {
  return guard(sequence, "sequence", [&]() -> Status {
    if (out_result != nullptr) VYRE_RETURN_IF_ERROR(check_result(out_result));
    VYRE_ASSIGN_OR_RETURN(const uint64_t run, sequence->rep->submit());
    VYRE_RETURN_IF_ERROR(sequence->rep->wait(run, vyre::backend::Deadline::max()).status());
    return out_result == nullptr ? Status() : write_report(*sequence->rep, out_result);
  });
}

vyre_error* vyre_sequence_get_result(const vyre_sequence* sequence,
                                     vyre_sequence_result* out_result) {
  return guard(sequence, "sequence", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_result, "out_result"));
    return write_report(*sequence->rep, out_result);
  });
}

void vyre_sequence_destroy(vyre_sequence* sequence) { delete sequence; }
