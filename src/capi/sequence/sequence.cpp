#include "runtime/dispatch/sequence.h"

#include <algorithm>

#include "base/memory/scratch_arena.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"
#include "capi/sequence/step_updates.h"
#include "vyre_driver_sequence.h"

using vyre::Code;
using vyre::Status;
using vyre::runtime::Sequence;
using namespace vyre::capi;

namespace {

Status check_desc(const vyre_sequence_desc& desc) {
  constexpr vyre_sequence_flags kKnown = VYRE_SEQUENCE_TIMED | VYRE_SEQUENCE_TIMED_STEPS;
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnown, "vyre_sequence_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.label, "vyre_sequence_desc.label"));
  VYRE_RETURN_IF_ERROR(check_reserved(desc.reserved, "vyre_sequence_desc"));
  if (desc.runs_in_flight == 0) {
    return fail(Code::kInvalidArgument,
                "vyre_sequence_desc.runs_in_flight is 0. Fix: begin with VYRE_SEQUENCE_DESC_INIT, "
                "where it is 1");
  }
  return {};
}

}  // namespace

vyre_error* vyre_sequence_create(vyre_device* device, const vyre_sequence_desc* desc,
                                 vyre_sequence** out_sequence) {
  return guard(VYRE_OUT(out_sequence), VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto given,
                          VYRE_READ_DESC(desc, vyre_sequence_desc, VYRE_SEQUENCE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_desc(given));
    const vyre::backend::SequenceOptions options{(given.flags & VYRE_SEQUENCE_TIMED) != 0,
                                                 (given.flags & VYRE_SEQUENCE_TIMED_STEPS) != 0,
                                                 given.runs_in_flight};
    return hand_out(out_sequence,
                    Sequence::create(device->rep, options, std::string(view(given.label))));
  });
}

vyre_error* vyre_sequence_add_dispatch(vyre_sequence* sequence, vyre_pipeline* pipeline,
                                       const vyre_binding* bindings, size_t binding_count,
                                       const vyre_dispatch_desc* desc, uint32_t* out_step) {
  return guard_optional(out_step, VYRE_ARG(sequence), [&](uint32_t& step) -> Status {
    VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
    vyre::Scratch scratch;
    VYRE_ASSIGN_OR_RETURN(const auto converted,
                          bindings_of(bindings, binding_count, scratch.memory()));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    vyre::runtime::DispatchOptions options;
    VYRE_RETURN_IF_ERROR(read_recorded_options(desc, *pipeline->rep, options));
    VYRE_ASSIGN_OR_RETURN(
        step, sequence->rep->add_dispatch(pipeline->rep, converted, std::move(options)));
    return {};
  });
}

vyre_error* vyre_sequence_add_copy(vyre_sequence* sequence, vyre_buffer* from, uint64_t from_offset,
                                   vyre_buffer* to, uint64_t to_offset, uint64_t size,
                                   uint32_t* out_step) {
  return guard_optional(out_step, VYRE_ARG(sequence), [&](uint32_t& step) -> Status {
    VYRE_RETURN_IF_ERROR(require(from, "from"));
    VYRE_RETURN_IF_ERROR(require(to, "to"));
    VYRE_ASSIGN_OR_RETURN(
        step, sequence->rep->add_copy({from->rep, from_offset, size}, {to->rep, to_offset, size}));
    return {};
  });
}

vyre_error* vyre_sequence_add_fill(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                   uint64_t size, uint32_t word, uint32_t* out_step) {
  return guard_optional(out_step, VYRE_ARG(sequence), [&](uint32_t& step) -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(step, sequence->rep->add_fill({buffer->rep, offset, size}, word));
    return {};
  });
}

vyre_error* vyre_sequence_add_write(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                    const void* data, size_t size, uint32_t* out_step) {
  return guard_optional(out_step, VYRE_ARG(sequence), [&](uint32_t& step) -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    VYRE_ASSIGN_OR_RETURN(step, sequence->rep->add_write({buffer->rep, offset, size}, bytes));
    return {};
  });
}

vyre_error* vyre_sequence_add_read(vyre_sequence* sequence, vyre_buffer* buffer, uint64_t offset,
                                   uint64_t size, uint32_t* out_step) {
  return guard_optional(out_step, VYRE_ARG(sequence), [&](uint32_t& step) -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(step, sequence->rep->add_read({buffer->rep, offset, size}));
    return {};
  });
}

vyre_error* vyre_sequence_update(vyre_sequence* sequence, const vyre_step_update* updates,
                                 size_t update_count) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    StepUpdates converted;
    VYRE_RETURN_IF_ERROR(converted.convert(updates, update_count));
    return sequence->rep->update(converted.all());
  });
}

vyre_error* vyre_sequence_clear(vyre_sequence* sequence) {
  return guard(VYRE_ARG(sequence), [&] { return sequence->rep->clear(); });
}

vyre_error* vyre_sequence_set_bytes(vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                    const void* data, size_t size) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return sequence->rep->set_bytes(step, offset, bytes);
  });
}

vyre_error* vyre_sequence_get_bytes(const vyre_sequence* sequence, uint32_t step, uint64_t offset,
                                    void* data, size_t size) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return sequence->rep->get_bytes(step, offset, bytes);
  });
}

vyre_error* vyre_sequence_get_step_ns(const vyre_sequence* sequence, uint64_t* ns,
                                      size_t step_count) {
  return guard(VYRE_ARG(sequence), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require_array(ns, step_count, "ns"));
    VYRE_ASSIGN_OR_RETURN(const auto all, sequence->rep->step_ns(step_count));
    std::ranges::transform(all, ns, known);
    return {};
  });
}

void vyre_sequence_destroy(vyre_sequence* sequence) { delete sequence; }
