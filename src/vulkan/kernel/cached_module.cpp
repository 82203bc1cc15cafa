#include <algorithm>

#include "base/encoding/byte_stream.h"
#include "specialization/resolve.h"
#include "spirv/module/module.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

using backend::ArtifactCache;

Result<spirv::Module> lower(const backend::CompileRequest& request, const spirv::Target& target) {
  return spirv::lower(*request.program, *request.plan, request.workgroup_size, target,
                      {request.segment_number, request.parameters, request.launch});
}

// The request for a program that has no lowering while its values are unknown, and may have one
// when they are known: subgroup operations ask for the size of the workgroup.
backend::CompileRequest with_literals(const backend::CompileRequest& request) {
  backend::CompileRequest plain = request;
  plain.program = specialization::with_literals(*request.program, *request.specialization,
                                                std::pmr::get_default_resource());
  plain.specialization = nullptr;
  return plain;
}

// Whether a module from elsewhere has the bindings of the request: dispatches rely on that.
bool fits(const spirv::Module& module, const launch::BindingPlan& plan) {
  const auto is_buffer = [](const launch::Binding& b) { return b.role != launch::Role::kShared; };
  const auto buffers = static_cast<uint32_t>(std::ranges::count_if(plan.bindings, is_buffer));
  const auto is_one = [&](uint32_t binding) { return binding < buffers; };
  const spirv::Overwritten& overwritten = module.overwritten;
  return module.storage_buffers == buffers && module.written.size() == buffers &&
         (!module.coarsened || std::ranges::all_of(module.coarsened->bounded_by, is_one)) &&
         (overwritten.buffers.empty() || overwritten.buffers.size() == buffers) &&
         std::ranges::all_of(overwritten.bounded_by, is_one);
}

void write(ByteWriter& out, const spirv::Target& target) {
  for (const bool fact : {
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) target.field,
#include "profile/features.def"
           target.signed_zero_inf_nan_preserve, target.denorm_preserve_mode,
           target.rounding_rte_mode, target.mistakes_constant_zeros,
           target.waits_at_memory_barriers}) {
    out.u8(fact ? 1 : 0);
  }
  out.u32(target.min_coarsened_invocations);
  out.u8(target.max_loop_trips ? 1 : 0);
  out.u32(target.max_loop_trips.value_or(0));
  out.u32(target.workgroup_memory_bytes);
  out.u8(static_cast<uint8_t>(target.optimizations));
}

// What was kept for |values|, else lowered now.
Result<spirv::Module> code_for(ArtifactCache::Values values, const backend::CompileRequest& request,
                               const spirv::Target& target) {
  if (request.artifacts == nullptr) return lower(request, target);
  const auto make = [&]() -> Result<ArtifactCache::Bytes> {
    VYRE_ASSIGN_OR_RETURN(const spirv::Module made, lower(request, target));
    return spirv::to_bytes(made);
  };
  VYRE_ASSIGN_OR_RETURN(const auto bytes, request.artifacts->code(values, make));
  Result<spirv::Module> module = spirv::from_bytes(*bytes);
  if (module.ok() && fits(module.value(), *request.plan)) return module;
  return lower(request, target);
}

}  // namespace

Result<spirv::Module> cached_module(const backend::CompileRequest& request,
                                    const spirv::Target& target) {
  auto module = code_for(ArtifactCache::Values::kAny, request, target);
  if (module.ok() || request.specialization == nullptr) return module;
  return code_for(ArtifactCache::Values::kThese, with_literals(request), target);
}

std::vector<uint8_t> code_identity_of(const LogicalDevice& device) {
  return code_identity_of(device.target(), device.physical().pipeline_cache_uuid);
}

std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      std::span<const uint8_t> pipeline_cache_uuid) {
  ByteWriter out;
  write(out, target);
  out.u32(target.vendor_id);
  out.u32(target.device_id);
  out.u32(target.driver_version);
  out.text(target.name);  // a software device says there how wide its code is
  out.text(target.driver);
  out.text(target.api_version);
  out.raw(target.device_uuid);
  out.raw(target.driver_uuid);
  out.raw(pipeline_cache_uuid);
  return out.take();
}

}  // namespace vyre::vulkan
