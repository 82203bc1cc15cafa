#pragma once

#include <spirv-tools/libspirv.hpp>
#include <string>
#include <vector>

#include "spirv/lower.h"
#include "support/kernel_source.h"

namespace vyre::spirv {

// A device that offers everything.
inline Target full_target() {
  Target target;
  target.storage_8bit = true;
  target.storage_16bit = true;
  target.int64 = true;
  target.f64 = true;
  target.preserves_f32_denormals = true;
  target.signed_zero_inf_nan_preserve = true;
  target.denorm_preserve_mode = true;
  target.rounding_rte_mode = true;
  target.exact_f32_division = true;
  target.exact_f32_fma = true;
  target.min_coarsened_invocations = 1;
  target.workgroup_memory_bytes = 48 << 10;
  return target;
}

// A device that promises as little as possible while it can still run everything.
inline Target modest_target() {
  Target target;
  target.storage_8bit = true;
  target.storage_16bit = true;
  target.int64 = true;
  target.f64 = true;
  target.mistakes_constant_zeros = true;
  target.waits_at_memory_barriers = true;
  target.max_loop_trips = 65535;
  target.workgroup_memory_bytes = 32 << 10;
  return target;
}

inline Result<Module> lower_for(const ir::Program& program, const Target& target) {
  VYRE_ASSIGN_OR_RETURN(const launch::KernelSource source, test::source_of(program));
  return lower(source, target);
}

// What the SPIR-V validator says about |words|; empty when it accepts them.
inline std::string complaints(const std::vector<uint32_t>& words) {
  std::string text;
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_2);
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
        text += concat(position.index, ": ", message, "\n");
      });
  const bool valid = tools.Validate(words);
  return valid ? "" : text.empty() ? "refused without a word" : text;
}

}  // namespace vyre::spirv
