#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"
#include "runtime/dispatch/prepare.h"
#include "vulkan/interop/interop.h"
#include "vyre_driver_vulkan.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::runtime::Buffer;
using vyre::vulkan::SyncScope;
using namespace vyre::capi;
namespace vulkan = vyre::vulkan;

struct vyre_recording {
  std::shared_ptr<vyre::runtime::Device> device;  // outlives the recording
  std::unique_ptr<vulkan::HostRecording> rep;
  std::string label;
};

namespace {

constexpr vyre_recording_flags kKnownFlags =
    VYRE_RECORDING_BEFORE_GIVEN | VYRE_RECORDING_AFTER_GIVEN;

// Barriers are recorded by the function of Vulkan 1.0.
Status check_older(uint64_t flags, std::string_view side, std::string_view what) {
  const uint64_t newer = flags & ~uint64_t{UINT32_MAX};
  if (newer == 0) return {};
  return fail(Code::kUnsupportedFeature, "vyre_recording_desc.", side, " has the ", what, " ",
              newer,
              ", which only VK_KHR_synchronization2 knows, and the device is not used with it. "
              "Fix: name the older stages and accesses that hold them");
}

Result<SyncScope> access_of(const vyre_vulkan_access& given, bool is_given, std::string_view side,
                            const SyncScope& all) {
  const bool any = given.stages != 0 || given.accesses != 0;
  if (!is_given && any) {
    return fail(Code::kInvalidArgument, "vyre_recording_desc.", side,
                " is given without its flag. Fix: set VYRE_RECORDING_BEFORE_GIVEN or "
                "VYRE_RECORDING_AFTER_GIVEN");
  }
  if (given.stages == 0 && given.accesses != 0) {
    return fail(Code::kInvalidArgument, "vyre_recording_desc.", side, " has the accesses ",
                given.accesses, " and no stages. Fix: name the stages that access memory");
  }
  VYRE_RETURN_IF_ERROR(check_older(given.stages, side, "stages"));
  VYRE_RETURN_IF_ERROR(check_older(given.accesses, side, "accesses"));
  if (!is_given) return all;
  return SyncScope{static_cast<uint32_t>(given.stages), static_cast<uint32_t>(given.accesses)};
}

// The memory of a range that lies inside of its buffer.
Result<std::shared_ptr<vyre::backend::Memory>> memory_of(Buffer& buffer, const char* what,
                                                         uint64_t offset, uint64_t size) {
  VYRE_ASSIGN_OR_RETURN(auto memory, buffer.memory(buffer.device().generation()));
  VYRE_RETURN_IF_ERROR(buffer.check_range(what, offset, size));
  return memory;
}

Status add_dispatch(vulkan::HostRecording& recording, vyre_pipeline& pipeline,
                    const vyre_binding* bindings, size_t binding_count,
                    const vyre_dispatch_desc* desc) {
  VYRE_ASSIGN_OR_RETURN(const auto converted, bindings_of(bindings, binding_count));
  VYRE_RETURN_IF_ERROR(pipeline.rep->check_made());
  vyre::runtime::DispatchOptions options;
  VYRE_RETURN_IF_ERROR(read_recorded_options(desc, *pipeline.rep, options));
  vyre::runtime::Recordable recordable;
  recordable.prepared.push = options.push;
  VYRE_RETURN_IF_ERROR(prepare_recordable(*pipeline.rep, converted, options, recordable));
  return recording.dispatch(recordable.dispatch);
}

}  // namespace

vyre_error* vyre_recording_create(vyre_device* device, void* command_buffer,
                                  const vyre_recording_desc* desc, vyre_recording** out_recording) {
  return guard(VYRE_OUT(out_recording), VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto given,
                          VYRE_READ_DESC(desc, vyre_recording_desc, VYRE_RECORDING_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_bits(given.flags, kKnownFlags, "vyre_recording_desc.flags"));
    VYRE_RETURN_IF_ERROR(check_string(given.label, "vyre_recording_desc.label"));
    VYRE_ASSIGN_OR_RETURN(const SyncScope before,
                          access_of(given.before, (given.flags & VYRE_RECORDING_BEFORE_GIVEN) != 0,
                                    "before", vulkan::kAllBefore));
    VYRE_ASSIGN_OR_RETURN(const SyncScope after,
                          access_of(given.after, (given.flags & VYRE_RECORDING_AFTER_GIVEN) != 0,
                                    "after", vulkan::kAllAfter));
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->rep->current());
    VYRE_ASSIGN_OR_RETURN(auto recording,
                          vulkan::begin_recording(*raw, command_buffer, before, after));
    *out_recording =
        new vyre_recording{device->rep, std::move(recording), std::string(view(given.label))};
    return {};
  });
}

vyre_error* vyre_recording_add_dispatch(vyre_recording* recording, vyre_pipeline* pipeline,
                                        const vyre_binding* bindings, size_t binding_count,
                                        const vyre_dispatch_desc* desc) {
  return guard(VYRE_ARG(recording), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(pipeline, "pipeline"));
    return with_label(add_dispatch(*recording->rep, *pipeline, bindings, binding_count, desc),
                      recording->label);
  });
}

vyre_error* vyre_recording_add_copy(vyre_recording* recording, vyre_buffer* from,
                                    uint64_t from_offset, vyre_buffer* to, uint64_t to_offset,
                                    uint64_t size) {
  return guard(VYRE_ARG(recording), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(from, "from"));
    VYRE_RETURN_IF_ERROR(require(to, "to"));
    VYRE_ASSIGN_OR_RETURN(const auto source, memory_of(*from->rep, "copying", from_offset, size));
    VYRE_ASSIGN_OR_RETURN(const auto target, memory_of(*to->rep, "copying", to_offset, size));
    VYRE_RETURN_IF_ERROR(
        vyre::runtime::check_apart({from->rep, from_offset, size}, {to->rep, to_offset, size}));
    return recording->rep->copy(*source, from_offset, *target, to_offset, size);
  });
}

vyre_error* vyre_recording_add_fill(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                                    uint64_t size, uint32_t word) {
  return guard(VYRE_ARG(recording), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto memory, memory_of(*buffer->rep, "filling", offset, size));
    VYRE_RETURN_IF_ERROR(vyre::runtime::check_words({buffer->rep, offset, size}));
    return recording->rep->fill(*memory, offset, size, word);
  });
}

vyre_error* vyre_recording_add_write(vyre_recording* recording, vyre_buffer* buffer,
                                     uint64_t offset, const void* data, size_t size) {
  return guard(VYRE_ARG(recording), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    VYRE_ASSIGN_OR_RETURN(const auto memory, memory_of(*buffer->rep, "writing", offset, size));
    return recording->rep->write(*memory, offset, bytes);
  });
}

vyre_error* vyre_recording_add_read(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                                    uint64_t size, uint32_t* out_read) {
  return guard(VYRE_OUT(out_read), VYRE_ARG(recording), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(buffer, "buffer"));
    VYRE_ASSIGN_OR_RETURN(const auto memory, memory_of(*buffer->rep, "reading", offset, size));
    VYRE_ASSIGN_OR_RETURN(*out_read, recording->rep->read(*memory, offset, size));
    return {};
  });
}

vyre_error* vyre_recording_end(vyre_recording* recording, vyre_vulkan_access* out_access) {
  return guard_optional(out_access, VYRE_ARG(recording), [&](vyre_vulkan_access& access) -> Status {
    VYRE_ASSIGN_OR_RETURN(const SyncScope recorded, recording->rep->end());
    access = {recorded.stages, recorded.accesses};
    return {};
  });
}

vyre_error* vyre_recording_retire(vyre_recording* recording) {
  return guard(VYRE_ARG(recording),
               [&]() -> Status { return with_label(recording->rep->retire(), recording->label); });
}

vyre_error* vyre_recording_get_bytes(const vyre_recording* recording, uint32_t read,
                                     uint64_t offset, void* data, size_t size) {
  return guard(VYRE_ARG(recording), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto bytes, bytes_of(data, size, "data"));
    return recording->rep->read_back(read, offset, bytes);
  });
}

void vyre_recording_destroy(vyre_recording* recording) { delete recording; }
