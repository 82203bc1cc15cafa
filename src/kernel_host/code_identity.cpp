#include "kernel_host/code_identity.h"

#include "base/encoding/byte_stream.h"

namespace vyre::kernel_host {
namespace {

void write(ByteWriter& out, const spirv::Target& target) {
  for (const bool fact : {
#define VYRE_LOWERED_FEATURE(bit, name, field, vulkan, words) target.field,
#include "profile/features.def"
           target.mistakes_constant_zeros, target.waits_at_memory_barriers}) {
    out.u8(fact ? 1 : 0);
  }
  out.u32(target.min_coarsened_invocations);
  out.u8(target.max_loop_trips ? 1 : 0);
  out.u32(target.max_loop_trips.value_or(0));
  out.u32(target.workgroup_memory_bytes);
  out.u8(static_cast<uint8_t>(target.optimizations));
}

}  // namespace

std::vector<uint8_t> code_identity_of(const spirv::Target& target,
                                      std::span<const uint8_t> driver) {
  ByteWriter out;
  write(out, target);
  out.u32(target.pci_vendor);
  out.u32(target.pci_device);
  out.u32(target.driver_version);
  out.text(target.name);  // a software device says there how wide its code is
  out.text(target.driver);
  out.text(target.api_version);
  out.raw(target.device_uuid);
  out.raw(target.driver_uuid);
  out.raw(driver);
  return out.take();
}

}  // namespace vyre::kernel_host
