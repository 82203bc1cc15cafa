#pragma once

#include "ir/program/program.h"

namespace vyre::runtime {

// What a program uses of a device, and how much workgroup memory it declares.
struct DeviceRequirements {
  bool atomics = false;
  bool workgroup_memory = false;
  bool workgroup_barrier = false;
  bool grid_barrier = false;
  bool subgroup = false;
  bool f16 = false;
  bool bf16 = false;
  bool f32 = false;
  bool f64 = false;
  bool int64 = false;
  bool storage_8bit = false;
  bool storage_16bit = false;
  bool trap = false;
  bool calls = false;
  bool async_copies = false;
  bool indirect_dispatch = false;
  bool collectives = false;
  bool extensions = false;
  bool transcendental = false;
  uint64_t workgroup_memory_bytes = 0;
};

DeviceRequirements device_requirements(const ir::Program& program);

}  // namespace vyre::runtime
