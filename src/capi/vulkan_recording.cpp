#include "capi/binding.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/dispatch_options.h"
#include "runtime/dispatch/prepare.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::vulkan::SyncScope;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

struct vyre_recording {
  std::shared_ptr<vyre::runtime::Device> backend;  // outlives the recording
  std::unique_ptr<vulkan::HostRecording> rep;
};

namespace {

Result<SyncScope> access_of(const vyre_vulkan_access& given, bool is_set, std::string_view name,
                            const SyncScope& all) {
  const bool any = given.stages != 0 || given.accesses != 0;
  if (!is_set && any) {
    return fail(Code::kInvalidArgument, "vyre_recording_desc.", name,
                " is given without its bit in |set|. Fix: set VYRE_RECORDING_SET_BEFORE or "
                "VYRE_RECORDING_SET_AFTER");
  }
  if (given.stages == 0 && given.accesses != 0) {
    return fail(Code::kInvalidArgument, "vyre_recording_desc.", name, " has the accesses ",
                given.accesses, " and no stages. Fix: name the stages that access memory");
  }
  return is_set ? SyncScope{given.stages, given.accesses} : all;
}

}  // namespace

vyre_error* vyre_recording_create(vyre_backend* backend, void* command_buffer,
                                  const vyre_recording_desc* desc, vyre_recording** out_recording) {
  return guard(out_recording, backend, "backend", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto given,
                          VYRE_READ_DESC(desc, vyre_recording_desc, VYRE_RECORDING_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(given.set, VYRE_RECORDING_SET_BEFORE | VYRE_RECORDING_SET_AFTER,
                                    "vyre_recording_desc.set"));
    VYRE_ASSIGN_OR_RETURN(const SyncScope before,
                          access_of(given.before, (given.set & VYRE_RECORDING_SET_BEFORE) != 0,
                                    "before", vulkan::kAllBefore));
    VYRE_ASSIGN_OR_RETURN(const SyncScope after,
                          access_of(given.after, (given.set & VYRE_RECORDING_SET_AFTER) != 0,
                                    "after", vulkan::kAllAfter));
    VYRE_ASSIGN_OR_RETURN(const auto raw, backend->rep->current());
    VYRE_ASSIGN_OR_RETURN(auto recording,
                          vulkan::begin_recording(*raw, command_buffer, before, after));
    *out_recording = new vyre_recording{backend->rep, std::move(recording)};
    return {};
  });
}

vyre_error* vyre_record_dispatch(vyre_recording* recording, vyre_pipeline* pipeline,
                                 const vyre_binding* bindings, size_t binding_count,
                                 const vyre_dispatch_desc* desc) {
  return guard(recording, "recording", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
    VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
    VYRE_ASSIGN_OR_RETURN(const auto options, dispatch_options(desc));
    if (options.timed) {
      return fail(Code::kUnsupportedFeature,
                  "VYRE_DISPATCH_TIMED is set for recorded work, which the library does not time. "
                  "Fix: leave it out and put timestamps of the host around the recording");
    }
    vyre::runtime::Recordable recordable;
    VYRE_RETURN_IF_ERROR(prepare_recordable(*pipeline->rep, converted, options, recordable));
    return recording->rep->dispatch(recordable.dispatch);
  });
}

vyre_error* vyre_record_write(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                              const void* data, uint64_t size) {
  return guard(recording, "recording", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    VYRE_ASSIGN_OR_RETURN(const auto memory,
                          buffer->rep->memory(buffer->rep->device().generation()));
    VYRE_RETURN_IF_ERROR(buffer->rep->check_range("writing", offset, size));
    return recording->rep->write(*memory, offset, bytes);
  });
}

vyre_error* vyre_record_read(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                             uint64_t size, uint32_t* out_read) {
  return guard(out_read, recording, "recording", [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto memory,
                          buffer->rep->memory(buffer->rep->device().generation()));
    VYRE_RETURN_IF_ERROR(buffer->rep->check_range("reading", offset, size));
    VYRE_ASSIGN_OR_RETURN(*out_read, recording->rep->read(*memory, offset, size));
    return {};
  });
}

vyre_error* vyre_recording_end(vyre_recording* recording, vyre_vulkan_access* out_work) {
  if (out_work != nullptr) *out_work = VYRE_VULKAN_ACCESS_INIT;
  return guard(recording, "recording", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const SyncScope work, recording->rep->end());
    if (out_work != nullptr) *out_work = {work.stages, work.accesses};
    return {};
  });
}

vyre_error* vyre_recording_retire(vyre_recording* recording) {
  return guard(recording, "recording", [&] { return recording->rep->retire(); });
}

vyre_error* vyre_recording_get_read(vyre_recording* recording, uint32_t read, void* data,
                                    uint64_t size) {
  return guard(recording, "recording", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return recording->rep->read_back(read, bytes);
  });
}

void vyre_recording_destroy(vyre_recording* recording) { delete recording; }
