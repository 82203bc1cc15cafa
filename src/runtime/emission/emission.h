#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "launch/geometry.h"
#include "runtime/pipeline/pipeline.h"
#include "runtime/program/program.h"

namespace vyre::runtime {

// What an argument of a kernel is. Numbers of the C interface.
enum class ArgumentKind : uint8_t { kParameter, kCounts, kTrap, kHidden };

// A buffer that a kernel has bound in descriptor set 0.
struct EmittedArgument {
  ArgumentKind kind = ArgumentKind::kParameter;
  std::string name = {};      // of a parameter
  uint64_t bytes = 0;         // 0: as many as are bound
  uint64_t element_bits = 0;  // divides the buffer's bits for its word of the counts; 0: that is 0
  uint32_t slot = 0;          // of a parameter; of a hidden buffer its number
  uint32_t binding = 0;
  ir::Access access = ir::Access::kReadOnly;
};

struct EmittedKernel {
  std::vector<uint32_t> words;             // its constants are what the caller chose
  std::vector<EmittedArgument> arguments;  // by binding
  std::vector<std::string> trap_sites;
  uint64_t workgroup_memory_bytes = 0;
  launch::Axes workgroup_size = {1, 1, 1};
  uint32_t push_constant_bytes = 0;
};

// Kernels that do the work of a program one after the other.
struct Emission {
  std::vector<EmittedKernel> kernels;
  std::vector<uint32_t> order;       // in which they run, some more than once: index into |kernels|
  std::optional<launch::Axes> grid;  // the only one that they are for; none: any
};

struct EmitOptions {
  profile::DeviceProfile device;  // what the code may use
  PipelineOptions pipeline = {};
  std::optional<launch::Axes> shape = {};  // of the launch that grid barriers are cut for;
  std::optional<launch::Axes> grid = {};   // one of these, or none
};

// What every Vulkan device has that this library takes.
profile::DeviceProfile least_vulkan_device();

// As a Vulkan device of that description would run it. Nothing is submitted.
Result<Emission> emit_spirv(const Program& program, const EmitOptions& options);

// What the pipeline runs. Refused where that is no one kernel of the library's own.
Result<Emission> emit_spirv(Pipeline& pipeline);

}  // namespace vyre::runtime
