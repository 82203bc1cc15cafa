#include "base/encoding/byte_stream.h"
#include "vulkan/kernel/modules.h"

namespace vyre::vulkan {
namespace {

void write(ByteWriter& out, const spirv::Target& target) {
  const auto& [
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) field,
#include "profile/features.def"
      signed_zero, denorm_mode, rounding_mode, mistakes_zeros, waits, coarsened, loop_trips, shared,
      optimizations] = target;
  for (const bool fact : {
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) field,
#include "profile/features.def"
           signed_zero, denorm_mode, rounding_mode, mistakes_zeros, waits}) {
    out.u8(fact ? 1 : 0);
  }
  out.u32(coarsened);
  out.u8(loop_trips ? 1 : 0);
  out.u32(loop_trips.value_or(0));
  out.u32(shared);
  out.u8(static_cast<uint8_t>(optimizations));
}

}  // namespace

std::vector<uint8_t> code_identity_of(const LogicalDevice& device) {
  return code_identity_of(device.target(), device.profile(), device.physical().pipeline_cache_uuid);
}

std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      const profile::DeviceProfile& profile,
                                      std::span<const uint8_t> pipeline_cache_uuid) {
  ByteWriter out;
  write(out, target);
  out.u32(profile.vendor_id);
  out.u32(profile.device_id);
  out.u32(profile.driver_version);
  out.text(profile.name);  // a software device says there how wide its code is
  out.text(profile.driver);
  out.text(profile.api_version);
  out.raw(profile.device_uuid);
  out.raw(profile.driver_uuid);
  out.raw(pipeline_cache_uuid);
  return out.take();
}

}  // namespace vyre::vulkan
