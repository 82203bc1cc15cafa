#include "capi/tools/emit_options.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/core/device_info.h"
#include "capi/core/dispatch_options.h"
#include "capi/core/pipeline_options.h"
#include "ir/program/display_name.h"
#include "registry/ops/target.h"

namespace vyre::capi {
namespace {

using profile::DeviceProfile;
using runtime::EmitOptions;

constexpr vyre_features kKnownFeatures = 0
#define VYRE_FEATURE(bit, name, field, vulkan, words) | VYRE_FEATURE_##name
#include "profile/features.def"
    ;
constexpr vyre_quirks kKnownQuirks = 0
#define VYRE_QUIRK(bit, name, field, words) | VYRE_QUIRK_##name
#include "profile/features.def"
    ;

template <typename Number>
void take(const Number& given, Number& limit) {
  if (given != 0) limit = given;
}

// What is unknown is the least.
Result<DeviceProfile> profile_of(const vyre_device_info* given) {
  DeviceProfile device = runtime::least_vulkan_device();
  if (given == nullptr) return device;
  VYRE_RETURN_IF_ERROR(
      check_struct_size(given->struct_size, sizeof *given, "vyre_emit_desc.device"));
  VYRE_RETURN_IF_ERROR(
      check_bits(given->features, kKnownFeatures, "vyre_emit_desc.device->features"));
  VYRE_RETURN_IF_ERROR(check_bits(given->quirks, kKnownQuirks, "vyre_emit_desc.device->quirks"));
  for (const auto& [bit, fact] : kProfileFeatures) device.*fact = (given->features & bit) != 0;
  device.mistakes_constant_zeros = (given->quirks & VYRE_QUIRK_CONSTANT_ZEROS) != 0;
  device.waits_at_memory_barriers = (given->quirks & VYRE_QUIRK_COARSE_BARRIERS) != 0;
  if (given->max_loop_trips != 0) device.max_loop_trips = given->max_loop_trips;
  if (given->max_buffer_accesses != 0) device.max_buffer_accesses = given->max_buffer_accesses;
  for (size_t axis = 0; axis < 3; ++axis) {
    take(given->max_workgroup_size[axis], device.max_workgroup_size[axis]);
    take(given->max_workgroup_count[axis], device.max_workgroup_count[axis]);
  }
  take(given->max_workgroup_invocations, device.max_workgroup_invocations);
  take(given->max_buffer_bytes, device.max_buffer_bytes);
  take(given->max_parameters, device.max_parameters);
  take(given->workgroup_memory_bytes, device.workgroup_memory_bytes);
  return device;
}

Status check_axes(const launch::Axes& axes, std::string_view name) {
  if (std::ranges::find(axes, 0u) == axes.end()) return {};
  return fail(Code::kInvalidArgument, name, " is ", axes_text(axes),
              ", which has a zero axis. Fix: make every axis at least 1");
}

// How it is run otherwise changes no code.
Status set_launch(const vyre_dispatch_desc* given, EmitOptions& options) {
  if (given == nullptr) return {};
  VYRE_RETURN_IF_ERROR(
      check_struct_size(given->struct_size, sizeof *given, "vyre_emit_desc.dispatch"));
  options.shape = given_axes(given->shape);
  options.grid = given_axes(given->grid);
  if (options.shape && options.grid) {
    return fail(Code::kInvalidArgument,
                "vyre_emit_desc.dispatch has a shape and a grid. Fix: give one of them");
  }
  if (options.shape) return check_axes(*options.shape, "vyre_emit_desc.dispatch->shape");
  return options.grid ? check_axes(*options.grid, "vyre_emit_desc.dispatch->grid") : Status();
}

}  // namespace

Status check_emit_target(vyre_string target, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_string(target, name));
  const auto parsed = registry::parse_target(view(target));
  const auto kind = parsed.ok() ? parsed.value().kind : registry::Target::Kind::kExtension;
  if (kind == registry::Target::Kind::kSpirV) return {};
  if (kind == registry::Target::Kind::kPtx) {
    return fail(Code::kUnsupportedFeature, name,
                " is \"ptx\", which this build cannot write. Fix: use \"spirv\"");
  }
  return fail(Code::kNotFound, name, " is ", ir::display_name(view(target)),
              ", and there is no such target. Fix: use \"spirv\"");
}

Result<EmitOptions> emit_options(const vyre_emit_desc* desc) {
  VYRE_RETURN_IF_ERROR(require(desc, "desc"));
  VYRE_RETURN_IF_ERROR(check_struct_size(desc->struct_size, sizeof *desc, "vyre_emit_desc"));
  VYRE_RETURN_IF_ERROR(check_emit_target(desc->target, "vyre_emit_desc.target"));
  VYRE_ASSIGN_OR_RETURN(DeviceProfile device, profile_of(desc->device));
  EmitOptions options{std::move(device)};
  VYRE_ASSIGN_OR_RETURN(options.pipeline, pipeline_options(desc->pipeline));
  VYRE_RETURN_IF_ERROR(set_launch(desc->dispatch, options));
  return options;
}

}  // namespace vyre::capi
